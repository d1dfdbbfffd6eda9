"""How far a bracket is: what can be played, who goes where, who is placed. A function of the set of results alone: the
order in which they came changes nothing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from services.tournaments.elimination import Bracket, Node, Placed, Seed, Source, Stage
from services.tournaments.records import Pairing

_TWO_SEATS: Final = 2
_WITHDRAWN: Final = 1_000
"""The rank of one who withdrew from a last match, or before it: behind all who came."""
_LAST_STAGES: Final = (Stage.THIRD_PLACE, Stage.FINAL, Stage.RESET)


class UnknownNode(ValueError):
    """A result is of a node that the bracket does not have."""


@dataclass(frozen=True, slots=True)
class NodeResult:
    """What a node ended with. ``entrants``: who was seated there. ``order``: those who played, by place; those that are
    in neither list share the last place. With two seats the winner alone is enough, also of a best of several.
    ``withdrawn``: those who are out of the event: they go nowhere, and whoever waits for them in a later node has a
    walkover. All may have withdrawn."""

    entrants: tuple[str, ...]
    order: tuple[str, ...]
    withdrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """An entrant that plays no more, and the places that it shares: 5 to 8, or 1 to 1. Until the bracket is complete,
    withdrawals can still move those who share places."""

    entrant: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Progress:
    """``seats``: of each node, who comes to its seats; None: not known yet, or nobody. ``ready``: the tables that can
    be played, by node, numbered by the node's place in the bracket. ``walkovers``: who goes on from nodes that nobody
    has to play. ``unfit``: nodes whose results do not count, since they are of other entrants than come there, as after
    a correction earlier in the bracket, or leave open who goes on. ``places``: the best first."""

    seats: Mapping[str, tuple[str | None, ...]]
    ready: Mapping[str, Pairing]
    walkovers: Mapping[str, tuple[str, ...]]
    unfit: tuple[str, ...]
    places: tuple[BracketPlace, ...]
    is_complete: bool


def advance(bracket: Bracket, results: Mapping[str, NodeResult]) -> Progress:
    """What a bracket has come to by these results, by node.

    Raises:
        UnknownNode: a result's node is not in the bracket.
    """
    unknown = sorted(results.keys() - {node.id for node in bracket.nodes})
    if unknown:
        raise UnknownNode(f"the bracket has no node {', '.join(unknown)}")
    return _Walk(bracket, results).progress()


class _Group(NamedTuple):
    """Entrants that are out at the same time; a greater one has better places."""

    stage: int
    round: int


class _Walk:
    """One pass over the nodes, each after its sources."""

    def __init__(self, bracket: Bracket, results: Mapping[str, NodeResult]) -> None:
        self._bracket = bracket
        self._results = results
        self._is_double = any(node.stage in (Stage.LOSERS, Stage.RESET) for node in bracket.nodes)
        self._is_for_two = all(len(node.sources) == _TWO_SEATS for node in bracket.nodes)
        self._final = next(node for node in bracket.nodes if node.stage is Stage.FINAL)
        self._goes_to = {
            source: node for node in bracket.nodes if node.stage is not Stage.RESET for source in node.sources
        }
        self._going = Counter(source.node for source in self._goes_to if isinstance(source, Placed))
        # Who comes from a source, or None where nobody does. A source that is not there is not known yet.
        self._at: dict[Source, str | None] = {Seed(at): each for at, each in enumerate(bracket.entrants, start=1)}
        self._out: dict[str, tuple[_Group, int]] = {}  # with the rank within the group
        self._open: Counter[_Group] = Counter()  # how many more will be out in a group
        self._seats: dict[str, tuple[str | None, ...]] = {}
        self._ready: dict[str, Pairing] = {}
        self._walkovers: dict[str, tuple[str, ...]] = {}
        self._unfit: list[str] = []

    def progress(self) -> Progress:
        for table, node in enumerate(self._bracket.nodes, start=1):
            self._visit(table, node)
        places = tuple(self._places())
        is_complete = len(places) == len(self._bracket.entrants)
        return Progress(self._seats, self._ready, self._walkovers, tuple(self._unfit), places, is_complete)

    def _visit(self, table: int, node: Node) -> None:
        self._seats[node.id] = tuple(self._at.get(source) for source in node.sources)
        known = [self._at[source] for source in node.sources if source in self._at]
        present = tuple(entrant for entrant in known if entrant is not None)
        result = self._results.get(node.id)
        if len(known) < len(node.sources):
            self._expect(node, len(node.sources) - len(known) + len(present))
        elif node.stage is Stage.RESET and not self._is_reset_due(present):
            pass
        elif len(present) <= node.advance:
            self._walkovers[node.id] = present
            self._decide(node, NodeResult(present, present))
        elif result is not None and _fits(result, present, node.advance):
            self._decide(node, result)
            return
        else:
            self._expect(node, len(present))
            self._ready[node.id] = Pairing(table, present, tuple(self._reasons(node)))
        if result is not None:
            self._unfit.append(node.id)

    def _is_reset_due(self, present: Sequence[str]) -> bool:
        """Whether both came to the grand final, and the one who had not lost before lost it and is still there.
        ``present``: by their places in it."""
        return present[::-1] == tuple(self._at[source] for source in self._final.sources)

    def _expect(self, node: Node, entrants: int) -> None:
        """Count those who will be out by a node that is not decided."""
        if node.stage is not Stage.RESET:
            self._open[_group(node)] += max(0, entrants - self._going[node.id])

    def _decide(self, node: Node, result: NodeResult) -> None:
        named = {*result.order, *result.withdrawn}
        order = (*result.order, *(entrant for entrant in result.entrants if entrant not in named))
        for place in range(1, len(node.sources) + 1):
            self._at[Placed(node.id, place)] = order[place - 1] if place <= len(order) else None
        for place, entrant in enumerate(order, start=1):
            if Placed(node.id, place) not in self._goes_to:
                rank = min(place, len(result.order) + 1) if node.stage in _LAST_STAGES else 0
                self._out[entrant] = _group(node), rank
        # One who withdraws has lost here and, where a loser plays on, there as well.
        lost_at = self._goes_to.get(Placed(node.id, len(node.sources)), node)
        for entrant in result.withdrawn:
            self._out[entrant] = _group(lost_at), _WITHDRAWN if lost_at.stage in _LAST_STAGES else 0

    def _places(self) -> Iterator[BracketPlace]:
        if "F2" in self._ready:  # the final is played again, and has placed nobody
            for entrant in self._ready["F2"].entrants:
                del self._out[entrant]
                self._open[_group(self._final)] += 1
        sizes = Counter(group for group, _ in self._out.values())
        shared = Counter(self._out.values())
        gone, better = 0, {}
        for group in sorted(sizes.keys() | self._open.keys()):
            gone += sizes[group] + self._open[group]
            better[group] = len(self._bracket.entrants) - gone
        found = []
        for entrant, (group, rank) in self._out.items():
            ahead = sum(count for (of, their), count in shared.items() if of == group and their < rank)
            beside = shared[group, rank]
            if rank == _WITHDRAWN:
                ahead += self._open[group]
            elif rank == 0:
                beside += self._open[group]
            first = better[group] + ahead + 1
            found.append(BracketPlace(entrant, first, first + beside - 1))
        seeds = {entrant: seed for seed, entrant in enumerate(self._bracket.entrants)}
        yield from sorted(found, key=lambda place: (place.first, seeds[place.entrant]))

    def _reasons(self, node: Node) -> Iterator[str]:
        yield self._round_in_words(node)
        yield f"Seats in order: {', '.join(map(self._in_words, node.sources))}."
        if all(isinstance(source, Seed) for source in node.sources):
            yield "Seeds are set so that the best meet as late as can be."
        elif node.stage is Stage.WINNERS or (node.stage is Stage.FINAL and not self._is_double):
            for source in node.sources:
                if isinstance(source, Seed):
                    yield f"Seed {source.number} had a bye."
        if node.stage is Stage.LOSERS and node.round % 2 == 0:
            yield "Those who drop from the winners are crossed over, so that two who have met meet again late."
        for source in node.sources:
            if self._at[source] is None:
                yield f"A seat stays empty: nobody comes as {self._in_words(source)}."

    def _round_in_words(self, node: Node) -> str:
        match node.stage:
            case Stage.WINNERS:
                return f"Round {node.round} of the winners." if self._is_double else f"Round {node.round}."
            case Stage.LOSERS:
                return f"Round {node.round} of those who have lost once."
            case Stage.THIRD_PLACE:
                return "The match for the third place."
            case Stage.FINAL:
                return "The final."
            case Stage.RESET:
                return "The final again, with seats exchanged: the one who lost it had not lost before."

    def _in_words(self, source: Source) -> str:
        if isinstance(source, Seed):
            return f"seed {source.number}"
        if self._is_for_two:
            return f"the {'winner' if source.place == 1 else 'loser'} of {source.node}"
        return f"number {source.place} of {source.node}"


def _group(node: Node) -> _Group:
    match node.stage:
        case Stage.FINAL | Stage.RESET:
            return _Group(3, 0)
        case Stage.THIRD_PLACE:
            return _Group(2, 0)
        case _:
            return _Group(1, node.round)


def _fits(result: NodeResult, present: Sequence[str], winners: int) -> bool:
    """Whether a result is of those who come to a node, and tells who of them goes on."""
    named = [*result.order, *result.withdrawn]
    if sorted(result.entrants) != sorted(present) or len(set(named)) != len(named) or not set(named) <= set(present):
        return False
    return len(present) - len(named) <= 1 or len(result.order) >= winners
