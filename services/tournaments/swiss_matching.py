"""Who meets whom in a Swiss round of two seats: the cheapest perfect matching.

What a pairing costs, the most important first. Nothing further down ever outweighs what stands above it:

1. a further full bye for an entrant that has had more of them than somebody else;
2. the number of rematches, and how often those have met before;
3. absolute claims to a seat that cannot be granted: no third same seat running, no balance beyond two;
4. the score group of the entrant that has the bye: the lowest;
5. differences of points, squared;
6. rounds without a game of the entrant that has the bye: the fewest;
7. claims to a seat that are not granted, by their strength;
8. floating in the direction of the last round, then of the one before it;
9. pairs within one half of a score group;
10. the distance from the slide: in a score group the top half meets the bottom half, first with first; the last of a
    group floats down, to the first of the next.
Pairs that the host forbids are never made. The bye is a node of the graph like an entrant, so that whoever has it,
the others can be paired. Up to ``WHOLE`` entrants, all pairs are looked at. In larger events each entrant sees a
window around its place in the slide and below its score group; if that forces an exception, the window is widened up
to everybody, so that no rematch and no second bye is made that can be avoided. Very large events are paired in blocks
of score groups where that forces no exception. For a breached claim to a seat the last step is taken up to
``BREACHES_PROVEN`` entrants.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Final

from services.tournaments.first_seat import seat
from services.tournaments.two_seat_history import Float, History, SeatClaim

WHOLE: Final = 200
"""Up to how many entrants all pairs are looked at from the start."""
WINDOWS: Final = (24, 96, 384)
"""About how many entrants each sees of a larger event, tried in turn; then everybody."""
BLOCK: Final = 750
"""How many entrants at least are paired by themselves, if their score groups leave nobody over."""
BREACHES_PROVEN: Final = 1000
"""Up to how many entrants all pairs are looked at only to avoid that a claim to a seat is breached."""

_MAX_BITS: Final = 120
"""rustworkx counts in 128 bits, and doubles and adds weights."""
_MAX_DIFFERENCE: Final = 1023
"""Differences of points are told apart in so many steps."""
_MAX_TIMES: Final = 7
"""Up to how often further meetings and byes of the same are told apart."""


class PairingImpossible(Exception):
    """The forbidden pairs leave no pairing of everybody. ``entrants``: those that are left over, and those they must
    not meet. Giving somebody a bye, or lifting a ban, is the host's choice."""

    def __init__(self, entrants: Iterable[str]) -> None:
        self.entrants = tuple(entrants)
        super().__init__(f"the forbidden pairs leave no pairing; concerned: {', '.join(self.entrants)}")


@dataclass(frozen=True, slots=True)
class Matching:
    """Places in the standing. ``bye``: None with an even number of entrants. ``is_forced``: rematches or a second bye
    had to be allowed."""

    pairs: list[tuple[int, int]]
    bye: int | None
    is_forced: bool = False


class _Tier(Enum):
    """A rule of the list above. In the order of their importance."""

    SECOND_BYE = 0
    REMATCHES = 1
    MEETINGS = 2
    BREACHES = 3
    BYE_GROUP = 4
    SCORE = 5
    BYE_UNPLAYED = 6
    SEATS = 7
    FLOATS = 8
    EARLIER_FLOATS = 9
    HALVES = 10
    SLIDE = 11


class Field:
    """The entrants of a round in the order of the standing, and what the loops over pairs need of them, by place.

    ``barred``: whom each must not meet. ``met``: how often each met whom. ``starts``, ``ends``: the first place of
    its score group, and the first after it. ``fewest_byes``: the fewest full byes that anybody has had.
    """

    def __init__(self, standing: list[History], forbidden: Iterable[frozenset[str]]) -> None:
        self._forbidden = forbidden = list(forbidden)
        self.standing = standing
        self.size = len(standing)
        self.places = {each.id: place for place, each in enumerate(standing)}
        self.barred: list[set[int]] = [set() for _ in standing]
        for pair in forbidden:
            places = [self.places[each] for each in pair if each in self.places]
            if len(places) == 2:
                self.barred[places[0]].add(places[1])
                self.barred[places[1]].add(places[0])
        self.met = [
            {self.places[each]: times for each, times in history.met.items() if each in self.places}
            for history in standing
        ]
        self.wanted = [each.claim[0] for each in standing]
        self.starts, self.ends = self._score_groups()
        group_starts = sorted(set(self.starts))
        self.groups = len(group_starts)
        below = {start: self.groups - 1 - group for group, start in enumerate(group_starts)}
        self.groups_below = [below[start] for start in self.starts]
        self.fewest_byes = min((each.full_byes for each in standing), default=0)
        points = [each.points for each in standing]
        unit = math.gcd(*(points[0] - each for each in points)) if points else 0
        spread = (points[0] - points[-1]) // unit if unit else 0
        self.widest_difference = min(spread, _MAX_DIFFERENCE)
        # In units from the top, and coarser where there are very many of them; a difference never becomes none.
        self._unit, self._spread = unit, spread
        self.score = [(points[0] - each) // unit if unit else 0 for each in points]

    def _score_groups(self) -> tuple[list[int], list[int]]:
        """Of each place, the first of its score group, and the first after it."""
        starts: list[int] = []
        for place, each in enumerate(self.standing):
            same = place > 0 and self.standing[place - 1].points == each.points
            starts.append(starts[-1] if same else place)
        ends = [self.size] * self.size
        for place in range(self.size - 2, -1, -1):
            ends[place] = ends[place + 1] if starts[place] == starts[place + 1] else place + 1
        return starts, ends

    def part(self, start: int, end: int) -> "Field":
        """Some score groups by themselves."""
        part = Field(self.standing[start:end], self._forbidden)
        part.fewest_byes = self.fewest_byes
        return part

    def difference(self, higher: int, lower: int) -> int:
        """How far apart two entrants are in points, in steps."""
        steps = self.score[lower] - self.score[higher]
        return steps if self._spread <= _MAX_DIFFERENCE else -(-steps * _MAX_DIFFERENCE // self._spread)

    def in_order_of_tables(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Pairs of places, by the points of their better entrant, then of the other, then by the standing."""
        return sorted(pairs, key=lambda pair: (self.starts[pair[0]], self.starts[pair[1]], pair))

    def may_have_bye(self, place: int) -> bool:
        """Whether nobody has had fewer full byes."""
        return self.standing[place].full_byes == self.fewest_byes


def match(field: Field, windows: Sequence[int] | None = None) -> Matching:
    """Who meets whom. ``windows``: how many entrants each sees, tried in turn, then everybody; by default ``WINDOWS``
    where there are more than ``WHOLE`` entrants.

    Raises:
        PairingImpossible: the forbidden pairs leave no pairing.
    """
    if windows is None and (found := _match_in_blocks(field)) is not None:
        return found
    complete: Matching | None = None
    left_over: set[int] = set()
    for window in _windows(field.size, windows):
        if window is None and complete is not None and field.size > BREACHES_PROVEN:
            break
        found = _solve(field, list(_new_pairs(field, _candidates(field, window, left_over))), window or field.size)
        missing = _missing(field, found)
        if not missing:
            complete = found
            if not any(is_breach(field, *pair) for pair in found.pairs):
                return found
        left_over |= missing
    if complete is not None:
        return complete
    found = _solve(field, list(_every_pair(field)), field.size, is_forced=True)
    missing = _missing(field, found)
    if missing:
        concerned = missing.union(*(field.barred[place] for place in missing))
        raise PairingImpossible(field.standing[place].id for place in sorted(concerned))
    return found


def _match_in_blocks(field: Field) -> Matching | None:
    """Blocks of score groups paired one by one, since a matching takes longer than in proportion. None if there is
    but one block, or an exception is forced in one."""
    blocks = _blocks(field)
    if len(blocks) < 2:
        return None
    pairs: list[tuple[int, int]] = []
    bye: int | None = None
    for start, end in blocks:
        part = field.part(start, end)
        found = _solve(part, list(_new_pairs(part, _candidates(part, WINDOWS[0], set()))), WINDOWS[0])
        if _missing(part, found) or any(is_breach(part, *pair) for pair in found.pairs):
            return None
        pairs += [(start + higher, start + lower) for higher, lower in found.pairs]
        bye = None if found.bye is None else start + found.bye
    return Matching(pairs, bye)


def _blocks(field: Field) -> list[tuple[int, int]]:
    """First places, and first after. Cut below a score group where the number above is even, so that nobody has to
    float across."""
    blocks: list[tuple[int, int]] = []
    start = 0
    for end in sorted(set(field.ends)):
        if end == field.size or (end % 2 == 0 and min(end - start, field.size - end) >= BLOCK):
            blocks.append((start, end))
            start = end
    return blocks


def _windows(size: int, windows: Sequence[int] | None) -> Iterator[int | None]:
    """None: everybody."""
    if windows is None:
        windows = WINDOWS if size > WHOLE else ()
    yield from (window for window in windows if window < size)
    yield None


def _missing(field: Field, found: Matching) -> set[int]:
    paired = {place for pair in found.pairs for place in pair}
    return {place for place in range(field.size) if place not in paired and place != found.bye}


def is_breach(field: Field, higher: int, lower: int) -> bool:
    """Whether two places of the standing have the same absolute claim to a seat."""
    return seat(field.standing[higher], field.standing[lower]).breached is not None


def _every_pair(field: Field) -> Iterator[tuple[int, int]]:
    for higher in range(field.size):
        barred = field.barred[higher]
        for lower in range(higher + 1, field.size):
            if lower not in barred:
                yield higher, lower


def _new_pairs(field: Field, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those that may meet and have not."""
    barred, met = field.barred, field.met
    return (pair for pair in pairs if pair[1] not in barred[pair[0]] and pair[1] not in met[pair[0]])


def _candidates(field: Field, window: int | None, left_over: set[int]) -> Iterable[tuple[int, int]]:
    """The pairs to be looked at, in a fixed order: of each entrant those around its opponent in the slide, and if it
    is one of the last of its score group, some after that. Those that a narrower window left over see everybody."""
    if window is None:
        return ((higher, lower) for higher in range(field.size) for lower in range(higher + 1, field.size))
    pairs: set[tuple[int, int]] = set()
    below = window // 2
    for place in range(field.size):
        if place in left_over:
            seen: Iterable[int] = range(field.size)
        elif field.ends[place] - place <= below:
            seen = chain(_around_the_slide(field, place, window), range(field.ends[place], field.size)[:below])
        else:
            seen = _around_the_slide(field, place, window)
        pairs.update((min(place, other), max(place, other)) for other in seen if other != place)
    return sorted(pairs)


def _around_the_slide(field: Field, place: int, window: int) -> Iterator[int]:
    """Of an entrant's score group those nearest to its opponent in the slide: half a window of such as do not want the
    same seat, and a quarter of such as do, from no further away than four windows."""
    start, end = field.starts[place], field.ends[place]
    half = (end - start) // 2
    target = place + half if place - start < half else place - half
    wanted = field.wanted[place]
    others, same = window // 2, window // 4
    for distance in range(4 * window):
        for other in (target + distance, target - distance)[: 1 + (distance > 0)]:
            if not start <= other < end:
                continue
            if wanted is None or field.wanted[other] != wanted:
                if others:
                    others -= 1
                    yield other
            elif same:
                same -= 1
                yield other
        if not others and not same:
            return


def _solve(field: Field, pairs: list[tuple[int, int]], reach: int, *, is_forced: bool = False) -> Matching:
    """The cheapest of the largest matchings. ``reach``: distances from the slide are told apart up to twice as many."""
    worth = _worth(field, 2 * reach, is_forced)
    costs = _Costs(field, worth, 2 * reach)
    edges = [(higher, lower, costs.of_pair(higher, lower)) for higher, lower in pairs]
    if field.size % 2:
        window = reach if reach < field.size else None
        edges += [(place, field.size, costs.of_bye(place)) for place in _bye_candidates(field, window, is_forced)]
    if not edges:
        return Matching([], None, is_forced)
    import rustworkx  # only where something is paired

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(field.size + field.size % 2))
    top = max(cost for *_, cost in edges) + 1
    graph.add_edges_from([(higher, lower, top - cost) for higher, lower, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    ordered = sorted((min(pair), max(pair)) for pair in matched)
    bye = next((higher for higher, lower in ordered if lower == field.size), None)
    return Matching([pair for pair in ordered if pair[1] < field.size], bye, is_forced)


def _itself(weight: int) -> int:
    return weight


def _bye_candidates(field: Field, window: int | None, is_forced: bool) -> list[int]:
    candidates = [place for place in range(field.size) if is_forced or field.may_have_bye(place)]
    return candidates if window is None else candidates[-window:]


def _worth(field: Field, reach: int, is_forced: bool) -> dict[_Tier, int]:
    """What one of each rule costs: more than all together of those below it. Rules for which there is no room count
    for nothing, which happens only beyond 5,000 entrants or where rematches are forced among very many."""
    pairs = field.size // 2 + 1
    most = {
        _Tier.SECOND_BYE: _MAX_TIMES if is_forced else 0,
        _Tier.REMATCHES: pairs if is_forced else 0,
        _Tier.MEETINGS: pairs * _MAX_TIMES if is_forced else 0,
        _Tier.BREACHES: pairs,
        _Tier.BYE_GROUP: field.groups,
        _Tier.SCORE: pairs * field.widest_difference**2,
        _Tier.BYE_UNPLAYED: max((each.unplayed for each in field.standing), default=0),
        _Tier.SEATS: pairs * SeatClaim.ABSOLUTE,
        _Tier.FLOATS: 2 * pairs,
        _Tier.EARLIER_FLOATS: 2 * pairs,
        _Tier.HALVES: pairs,
        _Tier.SLIDE: pairs * 2 * reach**2,
    }
    kept: list[_Tier] = []
    room = 1
    for tier in _Tier:
        room *= most[tier] + 1
        if room.bit_length() > _MAX_BITS:
            break
        kept.append(tier)
    worth = dict.fromkeys(_Tier, 0)
    unit = 1
    for tier in reversed(kept):
        worth[tier] = unit
        unit *= most[tier] + 1
    return worth


class _Costs:
    """What pairs and byes cost. The loop over pairs is where the time goes, so everything about one entrant is worked
    out before it."""

    def __init__(self, field: Field, worth: dict[_Tier, int], reach: int) -> None:
        self._field, self._worth, self._reach = field, worth, reach
        self._strength = [int(each.claim[1]) for each in field.standing]
        not_granted = {int(claim): claim * worth[_Tier.SEATS] for claim in SeatClaim}
        not_granted[SeatClaim.ABSOLUTE] += worth[_Tier.BREACHES]
        self._not_granted = not_granted
        self._down = [self._repeated(each, Float.DOWN) for each in field.standing]
        self._up = [self._repeated(each, Float.UP) for each in field.standing]
        self._by_difference = [worth[_Tier.SCORE] * difference**2 for difference in range(field.widest_difference + 1)]

    def _repeated(self, entrant: History, direction: Float) -> int:
        """What it costs that an entrant floats in a direction."""
        last, earlier = entrant.floats[-1:] == (direction,), entrant.floats[-2:-1] == (direction,)
        return last * self._worth[_Tier.FLOATS] + earlier * self._worth[_Tier.EARLIER_FLOATS]

    def of_pair(self, higher: int, lower: int) -> int:
        field, reach = self._field, self._reach
        cost = 0
        wanted = field.wanted[higher]
        if wanted is not None and wanted == field.wanted[lower]:
            cost += self._not_granted[min(self._strength[higher], self._strength[lower])]
        start, end = field.starts[higher], field.ends[higher]
        if lower < end:
            size = end - start
            slide = min(abs(lower - higher - size // 2), reach) ** 2
            if lower - start < size // 2 or higher - start >= (size + 1) // 2:
                cost += self._worth[_Tier.HALVES]
        else:
            cost += self._by_difference[field.difference(higher, lower)] + self._down[higher] + self._up[lower]
            slide = min(end - 1 - higher, reach) ** 2 + min(lower - field.starts[lower], reach) ** 2
        if (times := field.met[higher].get(lower)) is not None:
            worth = self._worth
            cost += worth[_Tier.REMATCHES] + worth[_Tier.MEETINGS] * min(times - 1, _MAX_TIMES)
        return cost + slide * self._worth[_Tier.SLIDE]

    def of_bye(self, place: int) -> int:
        field, worth = self._field, self._worth
        entrant = field.standing[place]
        return (
            worth[_Tier.SECOND_BYE] * min(entrant.full_byes - field.fewest_byes, _MAX_TIMES)
            + worth[_Tier.BYE_GROUP] * field.groups_below[place]
            + worth[_Tier.BYE_UNPLAYED] * entrant.unplayed
            + self._down[place]
            + worth[_Tier.SLIDE] * min(field.ends[place] - 1 - place, self._reach) ** 2
        )
