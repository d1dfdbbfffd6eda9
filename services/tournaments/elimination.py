"""Elimination: who loses is out, at once or the second time. Brackets for two seats, single and double, and for tables
of three to five of which the best go on.

A bracket is a pure structure: nodes, each with the sources of its seats. Where an entrant sits follows from the bracket
alone, never from who finished first: the first source has the first seat. `bracket_progress.py` tells from the results
what can be played.

Seeds stand in the standard order (1 meets 16, 8 meets 9, ...), so that the best two can meet only in the final. Where
the entrants are no power of two, the best seeds have byes: nodes that would have one entrant are not there.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Final

from services.tournaments.table_sizes import NoDivision, check_sizes, divide, sizes_in_words, snake

MIN_ENTRANTS: Final = 2
FINAL: Final = "F"
"""The id of the final."""
_ALTERNATE_UP_TO: Final = 5
"""Up to 2 to the power of this, the halves alternate from the first crossing on; see ``_crossed``."""


class BracketImpossible(ValueError):
    """There is no bracket for these entrants and rules."""


class Stage(Enum):
    """The part of a bracket that a node belongs to."""

    WINNERS = "winners"
    """Of a single elimination: all rounds but the final. Of a double one: those who have not lost."""
    LOSERS = "losers"
    """Those who have lost once."""
    THIRD_PLACE = "third_place"
    FINAL = "final"
    """Of a double elimination: the grand final."""
    RESET = "reset"
    """The second grand final, played if the first is lost by the one who had not lost before."""


class GrandFinal(Enum):
    """How a double elimination ends."""

    RESET = "reset"
    """Everybody may lose once: if the winners' champion loses the grand final, it is played again."""
    SINGLE = "single"
    """One grand final decides."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A source: the entrant with this number in the seeding, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A source: who comes to this place of a node. With two seats, 1 is the winner and 2 the loser."""

    node: str
    place: int


Source = Seed | Placed


@dataclass(frozen=True, slots=True)
class Node:
    """A table of a bracket.

    ``id``: ``W2-3`` is the third of the second round of the winners, ``L`` the losers, ``F`` the final, ``F2`` its
    reset, ``P3`` the match for the third place. ``round``: from 1, within the stage. ``sources``: by seat.
    ``advance``: how many of the table count as its winners.
    """

    id: str
    stage: Stage
    round: int
    sources: tuple[Source, ...]
    advance: int = 1


@dataclass(frozen=True, slots=True)
class Bracket:
    """``entrants``: ids by seed, the best first. ``nodes``: each after those that it has its seats from."""

    entrants: tuple[str, ...]
    nodes: tuple[Node, ...]

    @property
    def byes(self) -> tuple[str, ...]:
        """The entrants that do not play in the first round, by seed."""
        first = {
            source.number
            for node in self.nodes
            if node.round == 1
            for source in node.sources
            if isinstance(source, Seed)
        }
        return tuple(entrant for seed, entrant in enumerate(self.entrants, start=1) if seed not in first)


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from the top of a bracket to its end, for a power of two: 1 8 4 5 2 7 3 6 for 8."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for each in order for seed in (each, 2 * len(order) + 1 - each))
    return order


def single(entrants: Sequence[str], *, third_place: bool = False) -> Bracket:
    """A single elimination for two seats. ``entrants``: by seed. ``third_place``: the losers of the semifinals meet.

    Raises:
        BracketImpossible: fewer than two entrants, or one twice.
    """
    _check(entrants)
    rounds = (len(entrants) - 1).bit_length()
    nodes = _winners(rounds)
    last = nodes.pop()
    if third_place and rounds > 1:
        losers = tuple(Placed(source.node, 2) for source in last.sources if isinstance(source, Placed))
        nodes.append(Node("P3", Stage.THIRD_PLACE, 1, losers))
    nodes.append(replace(last, id=FINAL, stage=Stage.FINAL))
    return Bracket(tuple(entrants), _without_byes(nodes, len(entrants)))


def double(entrants: Sequence[str], grand_final: GrandFinal = GrandFinal.RESET) -> Bracket:
    """A double elimination for two seats. ``entrants``: by seed.

    Those who lose in the winners' bracket drop into the losers', crossed over so that two who have met meet again as
    late as can be: with 8 entrants not before round 3 of the losers, with 16 round 4, 32 round 5, 64 round 7, with
    more round 8.

    Raises:
        BracketImpossible: fewer than two entrants, or one twice.
    """
    _check(entrants)
    rounds = (len(entrants) - 1).bit_length()
    nodes = _winners(rounds)
    champion = Placed(nodes[-1].id, 1)
    nodes += _losers(rounds)
    challenger = Placed(nodes[-1].id, 1 if rounds > 1 else 2)
    nodes.append(Node(FINAL, Stage.FINAL, 1, (champion, challenger)))
    if grand_final is GrandFinal.RESET:
        # Played only if the challenger, second in the final, has won it: so the seats change.
        nodes.append(Node("F2", Stage.RESET, 2, (Placed(FINAL, 1), Placed(FINAL, 2))))
    return Bracket(tuple(entrants), _without_byes(nodes, len(entrants)))


def tables(
    entrants: Sequence[str], sizes: Collection[int], *, advance: int = 1, preferred: int | None = None
) -> Bracket:
    """An elimination with tables of three to five, of which the best so many go on to the next round. ``preferred``:
    the size that as many tables as possible have; None: the largest.

    Seeds are dealt there and back: 1 8 9 16, 2 7 10 15, ...; in later rounds first those who won their tables, by the
    seeds of these tables, then the second ones. As few as possible have byes, the best, and only where the numbers do
    not fit otherwise.

    Raises:
        BracketImpossible: there are no entrants or one is there twice, or the sizes allow no way down to one table.
    """
    if len(set(entrants)) != len(entrants):
        raise BracketImpossible("an entrant is there twice")
    try:
        check_sizes(sizes)
    except NoDivision as error:
        raise BracketImpossible(str(error)) from error
    if not 0 < advance < min(sizes):
        raise BracketImpossible(f"of a table of {min(sizes)}, at least 1 and not all go on, not {advance}")
    preferred = preferred or max(sizes)
    byes = _byes(len(entrants), frozenset(sizes), advance, preferred)
    if byes is None:
        raise BracketImpossible(
            f"no rounds of tables of {sizes_in_words(sizes)} lead from {len(entrants)} entrants to one table"
        )
    nodes: list[Node] = []
    left: list[Source] = [Seed(number) for number in range(1, len(entrants) + 1)]
    for number, waiting in enumerate(byes, start=1):
        groups = _dealt(left[waiting:], sizes, preferred)
        is_last = len(groups) == 1 and not waiting
        made = [
            Node(
                FINAL if is_last else f"W{number}-{at}",
                Stage.FINAL if is_last else Stage.WINNERS,
                number,
                group,
                advance,
            )
            for at, group in enumerate(groups, start=1)
        ]
        nodes += made
        left = left[:waiting] + [Placed(node.id, place) for place in range(1, advance + 1) for node in made]
    nodes[-1] = replace(nodes[-1], advance=1)
    return Bracket(tuple(entrants), tuple(nodes))


def _check(entrants: Sequence[str]) -> None:
    if len(entrants) < MIN_ENTRANTS:
        raise BracketImpossible(f"a bracket has at least {MIN_ENTRANTS} entrants, not {len(entrants)}")
    if len(set(entrants)) != len(entrants):
        raise BracketImpossible("an entrant is there twice")


def _winners(rounds: int) -> list[Node]:
    """A whole bracket of so many rounds, to its last match."""
    sources: list[Source] = [Seed(number) for number in seed_order(2**rounds)]
    nodes: list[Node] = []
    for number in range(1, rounds + 1):
        made = [
            Node(f"W{number}-{at // 2 + 1}", Stage.WINNERS, number, tuple(sources[at : at + 2]))
            for at in range(0, len(sources), 2)
        ]
        nodes += made
        sources = [Placed(node.id, 1) for node in made]
    return nodes


def _losers(rounds: int) -> list[Node]:
    """The losers' bracket below a whole winners' bracket of so many rounds. In its odd rounds those who are in it meet
    each other, in its even ones those who drop."""
    sources: list[Source] = [Placed(f"W1-{at}", 2) for at in range(1, 2 ** (rounds - 1) + 1)]
    nodes: list[Node] = []
    for drop in range(2, rounds + 1):
        met = _losers_round(2 * drop - 3, zip(sources[::2], sources[1::2], strict=True))
        dropped = _crossed([Placed(f"W{drop}-{at}", 2) for at in range(1, len(met) + 1)], drop, rounds)
        joined = _losers_round(2 * drop - 2, zip(dropped, (Placed(node.id, 1) for node in met), strict=True))
        nodes += met + joined
        sources = [Placed(node.id, 1) for node in joined]
    return nodes


def _losers_round(number: int, pairs: Iterable[tuple[Source, Source]]) -> list[Node]:
    return [Node(f"L{number}-{at}", Stage.LOSERS, number, pair) for at, pair in enumerate(pairs, start=1)]


def _crossed(dropped: list[Placed], drop: int, rounds: int) -> list[Placed]:
    """Those who drop from a round of the winners, in the order in which they meet those already in the losers' bracket.
    The orders alternate between reversed and halves exchanged. From 64 entrants on, the first crossing stays within
    the halves: of the patterns tried, this one keeps those who have met apart the longest."""
    half = len(dropped) // 2
    if rounds > _ALTERNATE_UP_TO and drop == MIN_ENTRANTS:
        return dropped[:half][::-1] + dropped[half:][::-1]
    return dropped[::-1] if (drop % 2 == 0) == (rounds <= _ALTERNATE_UP_TO) else dropped[half:] + dropped[:half]


def _without_byes(nodes: Iterable[Node], entrants: int) -> tuple[Node, ...]:
    """The nodes that have two sources, where seeds above the number of entrants are vacant."""
    stands_for: dict[Source, Source | None] = {}

    def resolved(source: Source) -> Source | None:
        if isinstance(source, Seed):
            return source if source.number <= entrants else None
        return stands_for.get(source, source)

    kept = []
    for node in nodes:
        sources = tuple(each for each in map(resolved, node.sources) if each is not None)
        if len(sources) == len(node.sources):
            kept.append(replace(node, sources=sources))
        else:
            stands_for[Placed(node.id, 1)] = sources[0] if sources else None
            stands_for[Placed(node.id, 2)] = None
    return tuple(kept)


@cache
def _byes(entrants: int, sizes: frozenset[int], advance: int, preferred: int) -> tuple[int, ...] | None:
    """How many have a bye in each round until the final, or None if there is no way."""
    if entrants in sizes:
        return (0,)
    for waiting in range(entrants):
        try:
            playing = divide(entrants - waiting, sizes, preferred)
        except NoDivision:
            continue
        after = waiting + advance * len(playing)
        if playing and after < entrants and (rest := _byes(after, sizes, advance, preferred)) is not None:
            return (waiting, *rest)
    return None


def _dealt(sources: Sequence[Source], sizes: Collection[int], preferred: int) -> list[tuple[Source, ...]]:
    """The tables of a round: sources dealt there and back, then exchanged within a row where some would meet whom they
    have just met."""
    division = divide(len(sources), sizes, preferred)
    dealt = [[sources[place] for place in group] for group in snake(division)]
    for at, table in enumerate(dealt):
        for seat, source in enumerate(table):
            _exchange(dealt, at, seat, source)
    return [tuple(table) for table in dealt]


def _exchange(dealt: list[list[Source]], at: int, seat: int, source: Source) -> None:
    """Exchange a source that meets another of its own node with one of the same row of another table, if fewer then
    meet again."""
    if not _met(dealt[at], seat, source):
        return
    for other in range(len(dealt)):
        if other == at or seat >= len(dealt[other]):
            continue
        theirs = dealt[other][seat]
        before = _met(dealt[at], seat, source) + _met(dealt[other], seat, theirs)
        if _met(dealt[at], seat, theirs) + _met(dealt[other], seat, source) < before:
            dealt[at][seat], dealt[other][seat] = theirs, source
            return


def _met(table: Sequence[Source], seat: int, source: Source) -> int:
    """How many of a table, but for one seat, come from the same node as a source."""
    if isinstance(source, Seed):
        return 0
    return sum(isinstance(each, Placed) and each.node == source.node for at, each in enumerate(table) if at != seat)
