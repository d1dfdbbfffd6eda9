"""Pods: rounds at tables of three to five.

Entrants sit with those of the standing's same region, as in the Swiss system, meet new opponents as long as that is
possible, and have every seat equally often. Where the number does not fit, the host's rule says whether some tables are
smaller or larger, or who has a bye. How the tables are searched, `pod_search.py` tells; who sits where,
`seat_balance.py`; what a table is worth, `pod_scoring.py`.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from services.tournaments.pod_search import Division, Field, Line, Repeats, divide_field
from services.tournaments.records import Bye, Entrant, Pairing, ResultKind, Round
from services.tournaments.seat_balance import order_of_seats
from services.tournaments.table_sizes import MAX_SEATS, NoDivision, divide, divide_most, sizes_in_words, snake
from services.tournaments.wording import listed, points_in_words, times


class PodsImpossible(ValueError):
    """The entrants cannot be paired by these rules: an id is there twice, or two who must not meet cannot be kept
    apart."""


class Remainder(Enum):
    """What happens where the entrants do not fill tables of the preferred size."""

    SMALLER_PODS = "smaller_pods"
    LARGER_PODS = "larger_pods"
    BYES = "byes"


class End(Enum):
    """Which end of the standing the remainder falls to."""

    LOW = "low"
    HIGH = "high"


class System(Enum):
    """Who sits together."""

    SWISS = "swiss"
    """Those with equal points, as far as nobody has to meet again."""
    POWER = "power"
    """Those next to each other in the standing, whether they have met or not."""


class Ties(Enum):
    """How those with equal points stand."""

    BY_LOT = "by_lot"
    """By the lots."""
    AS_GIVEN = "as_given"
    """In the order in which the entrants are given."""


@dataclass(frozen=True, slots=True)
class PodRules:
    """``seats``: the preferred size of a table. ``allowed``: all sizes that the game has. ``lots``: everybody's, by
    id; None: they follow from ``seed``, the round and the id. ``seed``: what the search tries follows from it.
    ``forbidden``: pairs of ids that are never to meet. ``win_points``: a requested bye that grants as much counts as a
    full bye, in hundredths."""

    seats: int = 4
    allowed: frozenset[int] = frozenset({3, 4, 5})
    remainder: Remainder = Remainder.SMALLER_PODS
    remainder_for: End = End.LOW
    system: System = System.SWISS
    ties: Ties = Ties.BY_LOT
    lots: Mapping[str, bytes] | None = None
    seed: bytes = b""
    forbidden: frozenset[frozenset[str]] = frozenset()
    win_points: int = 100

    @property
    def sizes(self) -> frozenset[int]:
        """The sizes that tables may have by the remainder's rule."""
        match self.remainder:
            case Remainder.SMALLER_PODS:
                return frozenset(size for size in self.allowed if size <= self.seats)
            case Remainder.LARGER_PODS:
                return frozenset(size for size in self.allowed if size >= self.seats)
            case Remainder.BYES:
                return self.allowed & {self.seats}


@dataclass(frozen=True, slots=True)
class _Past:
    """What pairing looks at of an entrant. ``met``: how often it met whom, and when last. ``odd``: how often it was at
    a table of another than the preferred size. ``counts``: how often it had each seat."""

    entrant: Entrant
    points: int
    met: Counter[str]
    last_met: dict[str, int]
    odd: int
    counts: tuple[int, ...]
    last_seat: int | None
    full_byes: int


def pair_round(entrants: Sequence[Entrant], number: int, rules: PodRules) -> Round:
    """The tables, seats and byes of a round. ``entrants``: those to be paired. No entrants make a round without tables.

    With ``Ties.BY_LOT`` the order of the entrants changes nothing.

    Raises:
        NoDivision: the preferred size is not among the allowed ones.
        PodsImpossible: see there.
    """
    double = sorted(each for each, count in Counter(entrant.id for entrant in entrants).items() if count > 1)
    if double:
        raise PodsImpossible(f"entrants that are there twice: {', '.join(double)}")
    standing = _standing(_pasts(entrants, rules), number, rules)
    byes = _byes(standing, rules)
    seated = [past for past in standing if past not in byes] if byes else standing
    division = _division(seated, number, rules)
    tables = sorted(
        ([seated[place] for place in table] for table in division.tables),
        key=lambda table: -sum(past.points for past in table) * 60 // len(table),
    )
    return Round(
        number,
        tuple(_pairing(at, table, rules) for at, table in enumerate(tables, start=1)),
        tuple(Bye(past.entrant.id, tuple(_reasons_of_bye(past, standing, rules))) for past in byes),
        tuple(_notes(division.repeats, byes, tables, rules)),
    )


def cut(order: Sequence[str], size: int, sizes: Collection[int], preferred: int) -> tuple[Pairing, ...]:
    """The tables of the best so many, by seed: 1 8 9 16, 2 7 10 15, 3 6 11 14, 4 5 12 13. The better seed has the
    earlier seat; smaller tables are those of the best. ``order``: ids by final place.

    Raises:
        NoDivision: so many cannot be divided into tables of these sizes, or there are not so many.
    """
    if not 0 < size <= len(order):
        raise NoDivision(f"there is no cut to {size} of {len(order)} entrants")
    return tuple(
        Pairing(
            table,
            tuple(order[place] for place in places),
            (f"The best {size}: seeds {listed(place + 1 for place in places)}, in the order of seats.",),
        )
        for table, places in enumerate(snake(divide(size, sizes, preferred)), start=1)
    )


def _pasts(entrants: Sequence[Entrant], rules: PodRules) -> list[_Past]:
    """Who has forfeited at a table that others played has met nobody, and nobody has met it."""
    away = {
        (entrant.id, result.round)
        for entrant in entrants
        for result in entrant.results
        if result.kind is not ResultKind.PLAYED
    }
    return [_past(entrant, away, rules) for entrant in entrants]


def _past(entrant: Entrant, away: Collection[tuple[str, int]], rules: PodRules) -> _Past:
    """``away``: who has not played in which round."""
    played = [result for result in entrant.results if result.kind is ResultKind.PLAYED]
    met = [
        (other, result.round) for result in played for other in result.opponents if (other, result.round) not in away
    ]
    seats = [result.seat for result in played if result.seat is not None]
    counts = Counter(seats)
    return _Past(
        entrant=entrant,
        points=entrant.points,
        met=Counter(other for other, _ in met),
        last_met=dict(met),
        odd=sum(len(result.opponents) + 1 != rules.seats for result in played),
        counts=tuple(counts[seat] for seat in range(MAX_SEATS)),
        last_seat=seats[-1] if seats else None,
        full_byes=sum(result.is_full_bye(rules.win_points) for result in entrant.results),
    )


def _standing(pasts: Sequence[_Past], number: int, rules: PodRules) -> list[_Past]:
    if rules.ties is Ties.AS_GIVEN:
        return sorted(pasts, key=lambda past: -past.points)
    if rules.lots is not None:
        lots = rules.lots
        return sorted(pasts, key=lambda past: (-past.points, lots[past.entrant.id]))
    start = b"playhall.pods/1\0" + hashlib.sha256(rules.seed).digest() + number.to_bytes(8, "big")
    return sorted(pasts, key=lambda past: (-past.points, hashlib.sha256(start + past.entrant.id.encode()).digest()))


def _byes(standing: Sequence[_Past], rules: PodRules) -> list[_Past]:
    """Those who have a bye because they fill no table of the allowed sizes, as few as possible: of those who have had
    the fewest full ones, the lowest or the highest of the standing."""
    idle, _ = divide_most(len(standing), rules.sizes, rules.seats)
    from_end = standing if rules.remainder_for is End.HIGH else standing[::-1]
    return sorted(from_end, key=lambda past: past.full_byes)[:idle]


def _division(seated: Sequence[_Past], number: int, rules: PodRules) -> Division:
    sizes = divide(len(seated), rules.sizes, rules.seats)
    places = {past.entrant.id: place for place, past in enumerate(seated)}
    field = Field(
        points=[past.points for past in seated],
        met=[{places[other]: count for other, count in past.met.items() if other in places} for past in seated],
        odd=[past.odd for past in seated],
        counts=[past.counts for past in seated],
        forbidden=_forbidden(places, rules),
        preferred=rules.seats,
    )
    if rules.system is System.POWER:
        return Division(tuple(_in_order(range(len(seated)), _by_end(sizes, rules))), Repeats.NOT_AVOIDED)
    division = divide_field(field, _lines(seated, sizes, rules), rules.seed + number.to_bytes(8, "big"))
    if any(other in field.forbidden[one] for table in division.tables for one, other in combinations(table, 2)):
        raise PodsImpossible("no division was found that keeps all forbidden pairs apart")
    return division


def _forbidden(places: dict[str, int], rules: PodRules) -> list[frozenset[int]]:
    barred: list[set[int]] = [set() for _ in places]
    for pair in rules.forbidden:
        present = [places[each] for each in pair if each in places]
        for one in present:
            barred[one].update(other for other in present if other != one)
    return [frozenset(others) for others in barred]


def _by_end(sizes: Sequence[int], rules: PodRules) -> Sequence[int]:
    """The sizes of tables from the top of the standing: the others than the preferred at the remainder's end."""
    return sizes if rules.remainder_for is End.LOW else sizes[::-1]


def _in_order(members: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    at = 0
    for size in sizes:
        yield tuple(members[at : at + size])
        at += size


def _lines(seated: Sequence[_Past], sizes: Sequence[int], rules: PodRules) -> list[Line]:
    """Who is to fill the tables of the preferred size and who those of another: from the remainder's end of the
    standing, those who were least often at one."""
    odd_sizes = [size for size in sizes if size != rules.seats]
    everybody = range(len(seated))
    from_end = everybody if rules.remainder_for is End.HIGH else everybody[::-1]
    at_odd = sorted(sorted(from_end, key=lambda place: seated[place].odd)[: sum(odd_sizes)])
    others = sorted(set(everybody) - set(at_odd))
    return [Line(others, [size for size in sizes if size == rules.seats]), Line(at_odd, odd_sizes)]


def _pairing(at: int, table: Sequence[_Past], rules: PodRules) -> Pairing:
    size = len(table)
    order = order_of_seats([past.counts for past in table], [past.last_seat for past in table])
    return Pairing(
        at,
        tuple(table[member].entrant.id for member in order),
        tuple(_reasons(table, [table[member].counts[seat] for seat, member in enumerate(order)], size, rules)),
    )


def _reasons(table: Sequence[_Past], had: Sequence[int], size: int, rules: PodRules) -> Iterator[str]:
    low, high = min(past.points for past in table), max(past.points for past in table)
    if low == high:
        yield f"All have {points_in_words(high)}."
    else:
        yield f"They are neighbours in the standing, from {points_in_words(high)} to {points_in_words(low)}."
    again = sum(bool(one.met[other.entrant.id]) for one, other in combinations(table, 2))
    if again == 0:
        yield "Nobody has met another of this table before."
    elif rules.system is System.POWER:
        yield f"Pairs that have met before: {again}; these tables go by rank alone."
    else:
        yield f"Pairs that have met before: {again}; see the notes of the round."
    if size != rules.seats:
        before = sum(past.odd > 0 for past in table)
        kind = "smaller" if size < rules.seats else "larger"
        yield f"A {kind} table, since the number of entrants does not fit; of its members, {before} were at one before."
    yield f"How often each had the seat that it has now: {listed(map(times, had))}."


def _reasons_of_bye(past: _Past, standing: Sequence[_Past], rules: PodRules) -> Iterator[str]:
    yield f"{len(standing)} entrants do not fill tables of {sizes_in_words(rules.sizes)}."
    if past.full_byes:
        yield f"It has had a full bye before ({times(past.full_byes)}): not enough others have had fewer."
    else:
        yield "It has had no full bye."
    place = "lowest" if rules.remainder_for is End.LOW else "highest"
    yield f"Byes go to the {place} in the standing of those with the fewest; it has {points_in_words(past.points)}."


def _notes(
    repeats: Repeats, byes: Sequence[_Past], tables: Sequence[Sequence[_Past]], rules: PodRules
) -> Iterator[str]:
    for past in byes:
        if past.full_byes:
            yield f"{past.entrant.id} has another full bye: everybody else has had one, or has one in this round."
    if rules.system is System.POWER:
        why = "tables go by rank alone"
    elif repeats is Repeats.UNAVOIDABLE:
        why = "every division into tables was searched, and in each somebody meets again"
    else:
        why = "no division without was found"
    for table in tables:
        for one, other in combinations(table, 2):
            if one.met[other.entrant.id]:
                last = one.last_met[other.entrant.id]
                yield f"{one.entrant.id} and {other.entrant.id}, who met in round {last}, meet again: {why}."
    for past in (past for table in tables if len(table) != rules.seats for past in table if past.odd):
        yield f"{past.entrant.id} is again at a table of another size than {rules.seats}."
