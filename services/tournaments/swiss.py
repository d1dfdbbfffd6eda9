"""The Swiss system for two seats: a round as the cheapest perfect matching.

What a pairing costs, the most important first. Nothing further down ever outweighs what stands above it:

1. a further full bye for an entrant that has had more of them than somebody else;
2. the number of rematches, and how often those have met before;
3. absolute claims to a seat that cannot be granted: no third same seat running, no balance beyond two;
4. the score group of the entrant that has the bye: the lowest;
5. differences of points, squared;
6. rounds without a game of the entrant that has the bye: the fewest;
7. claims to a seat that are not granted, by their strength;
8. floating in the direction of the last round, then of the one before it;
9. the distance from the slide: in a score group the top half meets the bottom half, first with first; the last of a
   group floats down, to the first of the next.

Pairs that the host forbids are never made. The bye is a node of the graph like an entrant, so that whoever has it, the
others can be paired. Up to ``WHOLE`` entrants, all pairs are looked at. In larger events each entrant sees a window around
its place in the slide and below its score group; if that forces an exception, the window is widened up to everybody,
so that no rematch and no second bye is made that can be avoided.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import rustworkx

from services.tournaments.first_seat import Seating, seat
from services.tournaments.records import Bye, Entrant, Pairing, Round
from services.tournaments.two_seat_history import Claim, Float, History, histories

WHOLE: Final = 200
"""Up to how many entrants all pairs are looked at from the start."""
WINDOWS: Final = (24, 96, 384)
"""How many entrants each sees of a larger event, tried in turn; then everybody."""

_MAX_BITS: Final = 120
"""rustworkx counts in 128 bits, and doubles and adds weights."""
_MAX_DIFFERENCE: Final = 1023
"""Differences of points are told apart in so many steps."""
_MAX_TIMES: Final = 7
"""Up to how often further meetings and byes of the same are told apart."""


class PairingImpossible(Exception):
    """The forbidden pairs leave no pairing of everybody. ``entrants``: those that are left over, and those they must not
    meet. Giving somebody a bye, or lifting a ban, is the host's choice."""

    def __init__(self, entrants: Iterable[str]) -> None:
        self.entrants = tuple(entrants)
        super().__init__(f"the forbidden pairs leave no pairing; concerned: {', '.join(self.entrants)}")


@dataclass(frozen=True, slots=True)
class SwissRules:
    """``rounds``: how many the event has. ``forbidden``: pairs of ids that are never to meet. ``win_points``: what a win is
    worth, in hundredths; a requested bye that grants as much counts as a full bye."""

    rounds: int
    forbidden: frozenset[frozenset[str]] = frozenset()
    win_points: int = 100


def pair_round(entrants: Sequence[Entrant], number: int, rules: SwissRules, others: Sequence[Entrant] = ()) -> Round:
    """The pairing of a round.

    ``entrants``: those to be paired, in any order. ``others``: the event's further entrants, whose points tell how their
    opponents floated. The same records give the same round.

    Raises:
        InvalidRecords: ids, seeds or results contradict each other.
        PairingImpossible: the forbidden pairs leave no pairing.
    """
    field = _Field(histories(entrants, others, number, rules.win_points), rules)
    matching = _match(field)
    return _Explained(field, matching).round(number)


@dataclass(frozen=True, slots=True)
class _Matching:
    """Places in the standing. ``bye``: None with an even number of entrants. ``is_forced``: rematches or a second bye had to
    be allowed."""

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
    SLIDE = 10


class _Field:
    """The entrants of a round in the order of the standing, and what the loops over pairs need of them, by place."""

    def __init__(self, standing: list[History], rules: SwissRules) -> None:
        self.standing = standing
        self.size = len(standing)
        self.places = {each.id: place for place, each in enumerate(standing)}
        self.barred: list[set[int]] = [set() for _ in standing]
        for pair in rules.forbidden:
            places = [self.places[each] for each in pair if each in self.places]
            if len(places) == 2:
                self.barred[places[0]].add(places[1])
                self.barred[places[1]].add(places[0])
        self.met = [
            {self.places[each]: times for each, times in history.met.items() if each in self.places}
            for history in standing
        ]
        self.starts, self.ends = self._score_groups()
        self.groups = len(set(self.starts))
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

    def difference(self, higher: int, lower: int) -> int:
        """How far apart two entrants are in points, in steps."""
        steps = self.score[lower] - self.score[higher]
        return steps if self._spread <= _MAX_DIFFERENCE else -(-steps * _MAX_DIFFERENCE // self._spread)

    def may_have_bye(self, place: int) -> bool:
        return self.standing[place].full_byes == self.fewest_byes


def _match(field: _Field) -> _Matching:
    complete: _Matching | None = None
    left_over: set[int] = set()
    for window in _windows(field.size):
        found = _solve(field, list(_new_pairs(field, _candidates(field, window, left_over))), window or field.size)
        missing = _missing(field, found)
        if not missing:
            complete = found
            if not any(_is_breach(field, *pair) for pair in found.pairs):
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


def _windows(size: int) -> Iterator[int | None]:
    """None: everybody."""
    if size > WHOLE:
        yield from (window for window in WINDOWS if window < size)
    yield None


def _missing(field: _Field, found: _Matching) -> set[int]:
    paired = {place for pair in found.pairs for place in pair}
    return {place for place in range(field.size) if place not in paired and place != found.bye}


def _is_breach(field: _Field, higher: int, lower: int) -> bool:
    return seat(field.standing[higher], field.standing[lower]).breached is not None


def _every_pair(field: _Field) -> Iterator[tuple[int, int]]:
    for higher in range(field.size):
        barred = field.barred[higher]
        for lower in range(higher + 1, field.size):
            if lower not in barred:
                yield higher, lower


def _new_pairs(field: _Field, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those that may meet and have not."""
    barred, met = field.barred, field.met
    return (pair for pair in pairs if pair[1] not in barred[pair[0]] and pair[1] not in met[pair[0]])


def _candidates(field: _Field, window: int | None, left_over: set[int]) -> Iterable[tuple[int, int]]:
    """The pairs to be looked at, in a fixed order: of each entrant ``window`` around its opponent in the slide, and if it is
    one of the last ``window`` of its score group, as many after that; those that a narrower window left over see everybody."""
    if window is None:
        return ((higher, lower) for higher in range(field.size) for lower in range(higher + 1, field.size))
    pairs: set[tuple[int, int]] = set()
    for place in range(field.size):
        start, end = field.starts[place], field.ends[place]
        half = (end - start) // 2
        target = place + half if place - start < half else place - half
        first = max(start, min(target - window // 2, end - window - 1))
        seen = [range(first, min(end, first + window + 1))]
        if end - place <= window:
            seen.append(range(end, min(field.size, end + window)))
        if place in left_over:
            seen = [range(field.size)]
        pairs.update((min(place, other), max(place, other)) for each in seen for other in each if other != place)
    return sorted(pairs)


def _solve(field: _Field, pairs: list[tuple[int, int]], reach: int, *, is_forced: bool = False) -> _Matching:
    """The cheapest of the largest matchings. ``reach``: distances from the slide are told apart up to twice as many."""
    worth = _worth(field, 2 * reach, is_forced)
    costs = _Costs(field, worth, 2 * reach)
    edges = [(higher, lower, costs.of_pair(higher, lower)) for higher, lower in pairs]
    if field.size % 2:
        window = reach if reach < field.size else None
        edges += [(place, field.size, costs.of_bye(place)) for place in _bye_candidates(field, window, is_forced)]
    if not edges:
        return _Matching([], None, is_forced)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(field.size + field.size % 2))
    top = max(cost for *_, cost in edges) + 1
    graph.add_edges_from([(higher, lower, top - cost) for higher, lower, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    ordered = sorted((min(pair), max(pair)) for pair in matched)
    bye = next((higher for higher, lower in ordered if lower == field.size), None)
    return _Matching([pair for pair in ordered if pair[1] < field.size], bye, is_forced)


def _itself(weight: int) -> int:
    return weight


def _bye_candidates(field: _Field, window: int | None, is_forced: bool) -> list[int]:
    candidates = [place for place in range(field.size) if is_forced or field.may_have_bye(place)]
    return candidates if window is None else candidates[-window:]


def _worth(field: _Field, reach: int, is_forced: bool) -> dict[_Tier, int]:
    """What one of each rule costs: more than all together of those below it. Rules for which there is no room count for nothing,
    which happens only beyond 5,000 entrants or where rematches are forced among very many."""
    pairs = field.size // 2 + 1
    most = {
        _Tier.SECOND_BYE: _MAX_TIMES if is_forced else 0,
        _Tier.REMATCHES: pairs if is_forced else 0,
        _Tier.MEETINGS: pairs * _MAX_TIMES if is_forced else 0,
        _Tier.BREACHES: pairs,
        _Tier.BYE_GROUP: field.groups,
        _Tier.SCORE: pairs * field.widest_difference**2,
        _Tier.BYE_UNPLAYED: max((each.unplayed for each in field.standing), default=0),
        _Tier.SEATS: pairs * Claim.ABSOLUTE,
        _Tier.FLOATS: 2 * pairs,
        _Tier.EARLIER_FLOATS: 2 * pairs,
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
    """What pairs and byes cost. The loop over pairs is where the time goes, so everything about one entrant is worked out
    before it."""

    def __init__(self, field: _Field, worth: dict[_Tier, int], reach: int) -> None:
        self._field, self._worth, self._reach = field, worth, reach
        claims = [each.claim for each in field.standing]
        self._wanted = [seat for seat, _ in claims]
        self._strength = [int(strength) for _, strength in claims]
        not_granted = {int(claim): claim * worth[_Tier.SEATS] for claim in Claim}
        not_granted[Claim.ABSOLUTE] += worth[_Tier.BREACHES]
        self._not_granted = not_granted
        self._down = [self._repeated(each, Float.DOWN) for each in field.standing]
        self._up = [self._repeated(each, Float.UP) for each in field.standing]
        self._by_difference = [
            worth[_Tier.SCORE] * difference**2 for difference in range(field.widest_difference + 1)
        ]

    def _repeated(self, entrant: History, direction: Float) -> int:
        """What it costs that an entrant floats in a direction."""
        last, earlier = entrant.floats[-1:] == (direction,), entrant.floats[-2:-1] == (direction,)
        return last * self._worth[_Tier.FLOATS] + earlier * self._worth[_Tier.EARLIER_FLOATS]

    def of_pair(self, higher: int, lower: int) -> int:
        field, reach = self._field, self._reach
        cost = 0
        wanted = self._wanted[higher]
        if wanted is not None and wanted == self._wanted[lower]:
            cost += self._not_granted[min(self._strength[higher], self._strength[lower])]
        start, end = field.starts[higher], field.ends[higher]
        if lower < end:
            slide = min(abs(lower - higher - (end - start) // 2), reach) ** 2
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
        groups_below = len(set(field.starts[field.ends[place] :]))
        return (
            worth[_Tier.SECOND_BYE] * min(entrant.full_byes - field.fewest_byes, _MAX_TIMES)
            + worth[_Tier.BYE_GROUP] * groups_below
            + worth[_Tier.BYE_UNPLAYED] * entrant.unplayed
            + self._down[place]
            + worth[_Tier.SLIDE] * min(field.ends[place] - 1 - place, self._reach) ** 2
        )


class _Explained:
    """A matching made into a round: tables in order, seats, and the sentences."""

    def __init__(self, field: _Field, matching: _Matching) -> None:
        self._field, self._matching = field, matching

    def round(self, number: int) -> Round:
        standing = self._field.standing
        ordered = sorted(
            self._matching.pairs,
            key=lambda pair: (-standing[pair[0]].points, -standing[pair[1]].points, pair),
        )
        seatings = [(seat(standing[higher], standing[lower]), higher, lower) for higher, lower in ordered]
        pairings = tuple(
            Pairing(table, (seating.first.id, seating.second.id), (*self._why(higher, lower), seating.reason))
            for table, (seating, higher, lower) in enumerate(seatings, start=1)
        )
        byes = () if self._matching.bye is None else (self._bye(self._matching.bye),)
        return Round(number, pairings, byes, tuple(self._notes(seatings)))

    def _why(self, higher: int, lower: int) -> Iterator[str]:
        field = self._field
        upper, under = field.standing[higher], field.standing[lower]
        if upper.points == under.points:
            yield f"Both have {points_in_words(upper.points)}."
        else:
            yield (
                f"One floats down from {points_in_words(upper.points)} to {points_in_words(under.points)}: "
                f"{self._why_down(higher)}."
            )
        if times := field.met[higher].get(lower):
            yield f"They meet for the {_ordinal(times + 1)} time: a rematch could not be avoided."

    def _why_down(self, place: int) -> str:
        field = self._field
        start, end = field.starts[place], field.ends[place]
        group = [each for each in range(start, end) if each != place]
        if not group:
            return "nobody else has as many"
        if all(each in field.met[place] or each in field.barred[place] for each in group):
            barred = any(each in field.barred[place] for each in group)
            return "everybody else there it has met" + (" or must not meet" if barred else "")
        if (end - start) % 2:
            return "an odd number has as many"
        return "not all who have as many can be paired with each other"

    def _bye(self, place: int) -> Bye:
        field = self._field
        entrant = field.standing[place]
        reasons = ["The number of entrants is odd."]
        if entrant.full_byes > field.fewest_byes:
            reasons.append("It has had a full bye before: the forbidden pairs leave no other way.")
        elif entrant.full_byes:
            reasons.append(f"Everybody has had {_times(entrant.full_byes)} a full bye or more.")
        else:
            reasons.append("It has had no full bye.")
        lower = range(field.ends[place], field.size)
        has = f"It has {points_in_words(entrant.points)}"
        if not lower:
            reasons.append(f"{has}: the lowest score group.")
        elif not any(field.may_have_bye(each) for each in lower):
            reasons.append(f"{has}: all with fewer have had a full bye.")
        else:
            reasons.append(f"{has}: a bye for one with fewer that may have it would force a rematch or a seat not due.")
        return Bye(entrant.id, tuple(reasons))

    def _notes(self, seatings: Sequence[tuple[Seating, int, int]]) -> Iterator[str]:
        field = self._field
        bye = self._matching.bye
        if bye is not None and field.standing[bye].full_byes:
            why = "everybody has had one" if field.may_have_bye(bye) else "the forbidden pairs leave no other way"
            yield f"{field.standing[bye].id} has another full bye: {why}."
        rematches = [(s, h, low) for s, h, low in seatings if low in field.met[h]]
        for seating, _, _ in rematches:
            count = len(rematches)
            fewest = "1 rematch" if count == 1 else f"{count} rematches"
            yield f"{seating.first.id} and {seating.second.id} meet again: no pairing of this round has fewer than {fewest}."
        for seating, _, _ in seatings:
            if (breached := seating.breached) is not None:
                at = "first" if breached is seating.first else "second"
                yield f"{breached.id} sits {at} against an absolute claim: no pairing of this round avoids it."


def points_in_words(points: int) -> str:
    """Points of a record as a person writes them: ``250`` is ``2.5 points``."""
    whole, part = divmod(abs(points), 100)
    number = f"{'-' if points < 0 else ''}{whole}" + (f".{part:02d}".rstrip("0") if part else "")
    return f"{number} {'point' if number == '1' else 'points'}"


def _ordinal(number: int) -> str:
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
