"""Dividing the entrants of a round among tables of three to five by exchanging two at a time, as long as that makes the
division better. What counts, each before all that follow:

1. forbidden pairs at a table,
2. how often those at a table have met before,
3. those who were at a table of another than the preferred size before and are again,
4. the spread of points at each table, squared,
5. those who cannot have one of the seats that they had least often.

If somebody meets again after all exchanges, all divisions are searched for one in which nobody does, where there are at
most ``MAX_SEARCHED`` entrants and it takes at most ``MAX_STEPS``; then some entrants are exchanged at random, by a
hash, and the search goes on from there. The same input gives the same tables.
"""

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.tournaments.seat_balance import rarest_seats, unserved
from services.tournaments.table_sizes import MAX_SEATS

MAX_SEARCHED: Final = 64
MAX_STEPS: Final = 60_000
"""How many entrants are tried at a place in the search of all divisions."""
NEAR: Final = 12
"""How many tables up and down the ranking are looked at first."""
AHEAD: Final = 60
"""How far ahead in the line is looked for whom a table lacks."""
KICKS: Final = 24
"""How often the search starts again from a division in which somebody meets again."""


class Repeats(Enum):
    """What is known about entrants that meet again."""

    NONE = "none"
    """There are none."""
    UNAVOIDABLE = "unavoidable"
    """All divisions were searched: there is none without."""
    NOT_AVOIDED = "not_avoided"
    """No division without was found."""


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants of a round by their place in the ranking, from 0. ``met``: how often each met which others.
    ``odd``: how often each was at a table of another than the preferred size. ``counts``: how often each had each seat.
    ``forbidden``: whom each must not meet."""

    points: Sequence[int]
    met: Sequence[Mapping[int, int]]
    odd: Sequence[int]
    counts: Sequence[Sequence[int]]
    forbidden: Sequence[frozenset[int]]
    preferred: int


@dataclass(frozen=True, slots=True)
class Line:
    """Entrants by their places in the ranking, and the sizes of the tables that they fill from the front."""

    members: Sequence[int]
    sizes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Division:
    """``tables``: the members of each by their places in the ranking, in ascending order."""

    tables: tuple[tuple[int, ...], ...]
    repeats: Repeats


def divide_field(field: Field, lines: Sequence[Line], seed: bytes) -> Division:
    """The best division that was found into the tables of some lines: each is filled from the front, then all are
    searched."""
    tables = [table for line in lines for table in _filled(field, line)]
    search = _Search(field, tables)
    search.improve(range(len(tables)))
    repeats = Repeats.NONE
    if search.has_repeats:
        found, is_exhaustive = _without_repeats(field, sorted(map(len, tables), reverse=True))
        if found is not None:
            search = _Search(field, found)
            search.improve(range(len(found)))
        else:
            repeats = Repeats.UNAVOIDABLE if is_exhaustive else Repeats.NOT_AVOIDED
            search = _kicked(field, search, seed)
            if not search.has_repeats:
                repeats = Repeats.NONE
    return Division(tuple(tuple(sorted(table)) for table in search.tables), repeats)


def _filled(field: Field, line: Line) -> Iterator[list[int]]:
    """Tables for a line of entrants: each starts with the first who is left, and takes of those next in the line with
    as many points the first who has not met the others and can have a seat that it had least often."""
    left = list(line.members)
    for size in line.sizes:
        table = [left.pop(0)]
        while len(table) < size:
            ahead = left[:AHEAD]
            while field.points[ahead[-1]] != field.points[ahead[0]]:
                ahead.pop()
            unmet = [one for one in ahead if not any(one in field.met[other] for other in table)]
            chosen = next((one for one in unmet if _served(field, [*table, one], size)), (unmet or ahead)[0])
            left.remove(chosen)
            table.append(chosen)
        yield table


def _served(field: Field, members: Sequence[int], size: int) -> bool:
    return unserved(tuple(sorted([rarest_seats(field.counts[member], size) for member in members]))) == 0


class _Search:
    """A division, and what it costs."""

    def __init__(self, field: Field, tables: Sequence[Sequence[int]]) -> None:
        self.tables = sorted((list(table) for table in tables), key=lambda table: sum(table) * 60 // len(table))
        self._field = field
        self._points = field.points
        span = max(field.points, default=0) - min(field.points, default=0)
        seats_worth = 2 * MAX_SEATS + 1  # one step of spread outweighs every seat of two tables
        self._spread_worth = seats_worth
        self._odd_worth = 2 * seats_worth * span**2 + seats_worth
        repeat_worth = self._odd_worth * (max(field.odd, default=0) + 2)
        most = max((times for met in field.met for times in met.values()), default=0)
        forbidden_worth = repeat_worth * (2 * MAX_SEATS**2 * most**2 + 1)
        self._against = [{other: repeat_worth * times**2 for other, times in met.items()} for met in field.met]
        for own, others in zip(self._against, field.forbidden, strict=True):
            for other in others:
                own[other] = own.get(other, 0) + forbidden_worth
        self._wanted = [
            {size: rarest_seats(counts, size) for size in {len(table) for table in self.tables}}
            for counts in field.counts
        ]
        self._at = {member: at for at, table in enumerate(self.tables) for member in table}
        self._costs = [self._cost(table) for table in self.tables]
        self.cost = sum(self._costs)

    @property
    def has_repeats(self) -> bool:
        return any(self._pairs(table) for table in self.tables)

    def repeated(self) -> list[int]:
        """The tables at which somebody meets again, or must not meet."""
        return [at for at, table in enumerate(self.tables) if self._pairs(table)]

    def improve(self, tables: Sequence[int]) -> None:
        """Exchange members of these tables, and of those that this touches, until no exchange is better."""
        waiting, queued = deque(tables), set(tables)
        while waiting:
            at = waiting.popleft()
            queued.discard(at)
            if self._costs[at] == 0:
                continue
            exchange = self._best_exchange(at)
            if exchange is None:
                continue
            one, other = exchange
            touched = self._at[one], self._at[other]
            self.exchange(one, other)
            for table in touched:
                if table not in queued:
                    queued.add(table)
                    waiting.append(table)

    def exchange(self, one: int, other: int) -> None:
        """Let two members of different tables change places."""
        at, to = self._at[one], self._at[other]
        self.tables[at][self.tables[at].index(one)] = other
        self.tables[to][self.tables[to].index(other)] = one
        self._at[one], self._at[other] = to, at
        for table in (at, to):
            cost = self._cost(self.tables[table])
            self.cost += cost - self._costs[table]
            self._costs[table] = cost

    def _best_exchange(self, at: int) -> tuple[int, int] | None:
        seen, reach = 0, NEAR
        while near := [
            table
            for table in range(max(0, at - reach), min(len(self.tables), at + reach + 1))
            if abs(table - at) > seen
        ]:
            found = self._best_with(at, near)
            if found is not None or not self._pairs(self.tables[at]):
                return found
            seen, reach = reach, 4 * reach
        return None

    def _best_with(self, at: int, others: Sequence[int]) -> tuple[int, int] | None:
        table, points, against = self.tables[at], self._points, self._against
        best, best_change = None, 0
        own_cost = self._costs[at]
        for one in table:
            rest = [member for member in table if member != one]
            low, high = min(points[member] for member in rest), max(points[member] for member in rest)
            pairs = self._pairs(rest)
            own_against = against[one]
            for to in others:
                theirs = self.tables[to]
                known = own_cost + self._costs[to]
                for other in theirs:
                    their_points = points[other]
                    new_low = their_points if their_points < low else low
                    new_high = their_points if their_points > high else high
                    change = pairs + self._spread_worth * (new_high - new_low) ** 2 - known
                    if change >= best_change:
                        continue
                    their_against = against[other]
                    for member in rest:
                        if member in their_against:
                            change += their_against[member]
                    for member in theirs:
                        if member != other and member in own_against:
                            change += own_against[member]
                    if change >= best_change:
                        continue
                    change = self._cost([*rest, other]) - known
                    change += self._cost([one if member == other else member for member in theirs])
                    if change < best_change:
                        best, best_change = (one, other), change
        return best

    def _pairs(self, table: Sequence[int]) -> int:
        cost = 0
        for at, one in enumerate(table):
            own = self._against[one]
            for other in table[at + 1 :]:
                if other in own:
                    cost += own[other]
        return cost

    def _cost(self, table: Sequence[int]) -> int:
        size = len(table)
        points = [self._points[member] for member in table]
        cost = self._pairs(table) + self._spread_worth * (max(points) - min(points)) ** 2
        if size != self._field.preferred:
            cost += self._odd_worth * sum(self._field.odd[member] for member in table)
        return cost + unserved(tuple(sorted([self._wanted[member][size] for member in table])))


def _kicked(field: Field, search: _Search, seed: bytes) -> _Search:
    """The best of some searches, each from the best so far with some entrants exchanged."""
    best = search
    entrants = len(field.points)
    for kick in range(KICKS):
        repeated = best.repeated()
        if not repeated or len(best.tables) == 1:
            break
        tried = _Search(field, best.tables)
        lots = hashlib.sha256(b"playhall.pods.kick/1\0" + seed + kick.to_bytes(4, "big")).digest()
        at = repeated[lots[0] % len(repeated)]
        changed = {at}
        for lot in range(1, 4):
            one = tried.tables[at][lots[lot] % len(tried.tables[at])]
            other = int.from_bytes(lots[4 * lot : 4 * lot + 4], "big") % entrants
            if other not in tried.tables[at]:
                changed.add(next(to for to, table in enumerate(tried.tables) if other in table))
                tried.exchange(one, other)
        tried.improve(sorted(changed))
        if tried.cost < best.cost:
            best = tried
    return best


class _TooManySteps(Exception):
    """The search of all divisions was given up."""


def _without_repeats(field: Field, sizes: Sequence[int]) -> tuple[list[list[int]] | None, bool]:
    """A division in which nobody meets again, the best places first at a table; or None, and whether all were tried."""
    if len(field.points) > MAX_SEARCHED:
        return None, False
    barred = [frozenset(met) | forbidden for met, forbidden in zip(field.met, field.forbidden, strict=True)]
    steps = 0

    def rest_of(table: list[int], size: int, candidates: Sequence[int]) -> Iterator[list[int]]:
        nonlocal steps
        missing = size - len(table)
        if missing == 0:
            yield table
            return
        for at, member in enumerate(candidates[: len(candidates) - missing + 1]):
            steps += 1
            if steps > MAX_STEPS:
                raise _TooManySteps
            fitting = [other for other in candidates[at + 1 :] if other not in barred[member]]
            yield from rest_of([*table, member], size, fitting)

    def divided(left: Sequence[int], sizes: Sequence[int]) -> list[list[int]] | None:
        if not left:
            return []
        first, *others = left
        candidates = [other for other in others if other not in barred[first]]
        for size in sorted(set(sizes), reverse=True):
            remaining = list(sizes)
            remaining.remove(size)
            for table in rest_of([first], size, candidates):
                members = set(table)
                found = divided([other for other in others if other not in members], remaining)
                if found is not None:
                    return [table, *found]
        return None

    try:
        return divided(range(len(field.points)), sizes), True
    except _TooManySteps:
        return None, False
