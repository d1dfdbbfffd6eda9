"""Arenas: whoever is free is paired again, until time is over.

An arena waits a little for a good pairing, but nobody waits beyond ``ArenaRules.max_wait_ms`` while somebody whom it
may meet is free, too. Whoever has waited longer comes first, so who is left out of an odd number came last. With two
seats the pairing is a matching of greatest weight (rustworkx); with more, tables are filled from the one who has waited
longest on.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from services.tournaments.records import Pairing
from services.tournaments.seat_balance import order_of_seats
from services.tournaments.table_sizes import MAX_SEATS, MIN_SEATS, divide_most

RECENT: Final = 2
"""So many of a player's last tables count."""
NEIGHBOURS: Final = 40
"""How many others each is matched with at most, the closest in rank first; then those who are left."""
_APART_COSTS: Final = 50_000_000
_TWO_SEATS: Final = 2
_MILLISECONDS: Final = 1_000


class InvalidArena(ValueError):
    """The rules make no sense, or a player is there twice."""


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """A player that waits. ``rank``: its place in the arena, from 1. ``free_since_ms``: when it became free.
    ``recent``: whom it met at its last tables, one set for each, the last first. ``seats``: how often it had each."""

    id: str
    rank: int
    rating: int
    free_since_ms: int
    recent: tuple[frozenset[str], ...] = ()
    seats: tuple[int, ...] = ()
    last_seat: int | None = None


@dataclass(frozen=True, slots=True)
class ArenaRules:
    """``seats``: the preferred size of a table; ``allowed``: all sizes, for three to five seats. ``max_wait_ms``: after
    this time a player meets whoever is free. ``reach``: how many ranks apart two may be at first, and how many more
    after each second that one of them has waited. ``met_costs``: what it costs to meet somebody of one's last table, of
    the one before, and so on, where a rank costs ``rank_cost`` and a point of rating 1. ``forbidden``: pairs that never
    meet. ``apart``: pairs that meet only where one of them has waited too long."""

    seats: int = 2
    allowed: frozenset[int] = frozenset()
    max_wait_ms: int = 20_000
    reach: int = 10
    reach_per_second: int = 5
    rank_cost: int = 1_000
    met_costs: tuple[int, ...] = (9_000_000, 8_000_000)
    forbidden: frozenset[frozenset[str]] = frozenset()
    apart: frozenset[frozenset[str]] = frozenset()

    @property
    def sizes(self) -> frozenset[int]:
        """All sizes that a table may have."""
        return self.allowed | {self.seats}


def pair(
    free: Sequence[FreePlayer], now_ms: int, rules: ArenaRules, *, playing: int = 0
) -> tuple[tuple[Pairing, ...], tuple[str, ...]]:
    """The tables that can begin now, and who still waits, the longest first. ``playing``: how many are at tables, and
    may be free soon: where nobody is, there is nothing to wait for, and everybody meets whom it may.

    Two who have just met meet again only if one of them has waited too long, or if nobody else can come. The order of
    the players changes nothing.

    Raises:
        InvalidArena: a player is there twice, or the sizes of tables are neither 2 nor 3 to 5.
    """
    if len({player.id for player in free}) != len(free):
        raise InvalidArena("a player is there twice")
    if rules.sizes != {_TWO_SEATS} and not all(MIN_SEATS <= size <= MAX_SEATS for size in rules.sizes):
        raise InvalidArena(f"tables have 2 seats, or {MIN_SEATS} to {MAX_SEATS}, not {sorted(rules.sizes)}")
    queue = _Queue(free, now_ms, rules, playing)
    tables = queue.pairs() if rules.seats == _TWO_SEATS else queue.tables()
    seated = {player.id for table in tables for player in table}
    return (
        tuple(queue.pairing(number, table) for number, table in enumerate(tables, start=1)),
        tuple(player.id for player in queue.players if player.id not in seated),
    )


class _Queue:
    """Those who wait, the longest first."""

    def __init__(self, free: Sequence[FreePlayer], now_ms: int, rules: ArenaRules, playing: int) -> None:
        self.players = sorted(free, key=lambda player: (player.free_since_ms, player.rank, player.id))
        self._rules = rules
        self._nobody_comes = playing == 0
        self._waited = {player.id: max(0, now_ms - player.free_since_ms) for player in free}

    def pairs(self) -> list[tuple[FreePlayer, ...]]:
        """Tables of two."""
        found: list[tuple[FreePlayer, ...]] = []
        left = self.players
        while matched := self._matched(left):
            found += matched
            seated = {player.id for table in matched for player in table}
            left = [player for player in left if player.id not in seated]
        return sorted(found, key=lambda table: min(player.rank for player in table))

    def tables(self) -> list[tuple[FreePlayer, ...]]:
        """Tables of three to five. First those of the planned sizes, without those who have waited least if not all
        find a place; then whoever has waited too long takes what can be made."""
        found: list[tuple[FreePlayer, ...]] = []
        left = {player.id: player for player in self.players}
        planned = self._planned_sizes()
        some_are_due = any(map(self._is_due, self.players))
        considered = self.players[: sum(planned)] if some_are_due else self.players
        for size in planned:
            for first in considered:
                if first.id in left and (size == self._rules.seats or self._is_due(first)):
                    table = self._table(first, [player for player in considered if player.id in left], size)
                    if table is not None:
                        found.append(_taken(left, table))
                        break
        for first in filter(self._is_due, self.players):
            for size in sorted(self._rules.sizes, reverse=True):
                table = self._table(first, list(left.values()), size) if first.id in left else None
                if table is not None:
                    found.append(_taken(left, table))
        return sorted(found, key=lambda table: min(player.rank for player in table))

    def pairing(self, number: int, table: Sequence[FreePlayer]) -> Pairing:
        """A table with its seats and its reasons."""
        counts = [(player.seats + (0,) * MAX_SEATS)[:MAX_SEATS] for player in table]
        order = order_of_seats(counts, [player.last_seat for player in table])
        return Pairing(number, tuple(table[at].id for at in order), tuple(self._reasons(table)))

    def _is_due(self, player: FreePlayer) -> bool:
        """Whether it meets whoever is free: it has waited too long, or nobody else can come."""
        return self._nobody_comes or self._waited[player.id] >= self._rules.max_wait_ms

    def _is_forbidden(self, one: FreePlayer, other: FreePlayer) -> bool:
        return frozenset((one.id, other.id)) in self._rules.forbidden

    def _may_meet(self, one: FreePlayer, other: FreePlayer) -> bool:
        if self._is_forbidden(one, other):
            return False
        if self._is_due(one) or self._is_due(other):
            return True
        waited = max(self._waited[one.id], self._waited[other.id])
        reach = self._rules.reach + self._rules.reach_per_second * waited // _MILLISECONDS
        is_apart = frozenset((one.id, other.id)) in self._rules.apart
        return abs(one.rank - other.rank) <= reach and _met_ago(one, other) != 0 and not is_apart

    def _cost(self, one: FreePlayer, other: FreePlayer) -> int:
        ago, costs = _met_ago(one, other), self._rules.met_costs
        met = costs[ago] if ago is not None and ago < len(costs) else 0
        if self._rules.apart and frozenset((one.id, other.id)) in self._rules.apart:
            met += _APART_COSTS
        return self._rules.rank_cost * abs(one.rank - other.rank) + abs(one.rating - other.rating) + met

    def _matched(self, left: Sequence[FreePlayer]) -> list[tuple[FreePlayer, ...]]:
        edges = list(self._edges(left))
        # Who can be paired at all counts first, and of those the ones that have waited longer; then the costs.
        worth = 1 + sum(sorted((cost for _, _, cost in edges), reverse=True)[: len(left)])
        import rustworkx  # only where something is paired

        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(left)))
        graph.add_edges_from(
            [
                (one, other, worth * (2 + self._waited[left[one].id] + self._waited[left[other].id]) - cost)
                for one, other, cost in edges
            ]
        )
        matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
        return [(left[min(found)], left[max(found)]) for found in sorted(map(sorted, matching))]

    def _edges(self, left: Sequence[FreePlayer]) -> Iterator[tuple[int, int, int]]:
        """Who may meet whom at what cost: each with the closest in rank."""
        by_rank = sorted(range(len(left)), key=lambda at: (left[at].rank, left[at].id))
        seen: set[tuple[int, int]] = set()
        for place, at in enumerate(by_rank):
            wanted = NEIGHBOURS
            for other in _outwards(by_rank, place):
                if wanted == 0:
                    break
                if self._may_meet(left[at], left[other]):
                    wanted -= 1
                    edge = (min(at, other), max(at, other))
                    if edge not in seen:
                        seen.add(edge)
                        yield *edge, self._cost(left[at], left[other])

    def _planned_sizes(self) -> Sequence[int]:
        """The sizes of tables: only preferred ones as long as nobody has waited too long, else those that leave the
        fewest out."""
        entrants, sizes = len(self.players), self._rules.sizes
        if not any(map(self._is_due, self.players)):
            return [self._rules.seats] * (entrants // self._rules.seats)
        return divide_most(entrants, sizes, self._rules.seats)[1]

    def _table(self, first: FreePlayer, left: Sequence[FreePlayer], size: int) -> tuple[FreePlayer, ...] | None:
        """A table of this size with a player and those closest to it, or None. Beside one who has waited too long,
        everybody sits whom it does not forbid."""
        others = [player for player in left if player.id != first.id]
        fitting = heapq.nsmallest(
            NEIGHBOURS,
            (player for player in others if self._may_meet(first, player)),
            key=lambda player: (self._cost(first, player), player.free_since_ms, player.id),
        )
        table = [first]
        while len(table) < size and fitting:
            chosen = min(fitting, key=lambda player: sum(self._cost(player, each) for each in table))
            table.append(chosen)
            fitting = [player for player in fitting if player.id != chosen.id and self._may_meet(player, chosen)]
        if len(table) == size:
            return tuple(table)
        if not self._is_due(first):
            return None
        return self._permitted([first], sorted(others, key=lambda player: self._cost(first, player)), size)

    def _permitted(
        self, table: list[FreePlayer], near: Sequence[FreePlayer], size: int
    ) -> tuple[FreePlayer, ...] | None:
        """The first table of this size of which no two are forbidden to meet, or None."""
        if len(table) == size:
            return tuple(table)
        for at, player in enumerate(near):
            if not any(self._is_forbidden(player, each) for each in table):
                found = self._permitted([*table, player], near[at + 1 :], size)
                if found is not None:
                    return found
        return None

    def _reasons(self, table: Sequence[FreePlayer]) -> Iterator[str]:
        longest = max(self._waited[player.id] for player in table)
        ranks = sorted(player.rank for player in table)
        yield f"Ranks {ranks[0]} to {ranks[-1]}; the longest wait was {longest // _MILLISECONDS} seconds."
        if longest >= self._rules.max_wait_ms:
            yield "One has waited as long as anybody may: it meets whoever is free."
        elif self._nobody_comes:
            yield "Everybody is free: there is nobody else to wait for."
        again = sum(_met_ago(one, other) == 0 for one, other in combinations(table, 2))
        if again:
            yield f"Pairs that met at their last table: {again}."
        apart = sum(frozenset((one.id, other.id)) in self._rules.apart for one, other in combinations(table, 2))
        if apart:
            yield f"Pairs that belong to one owner, and meet since no others were free: {apart}."


def _taken(left: dict[str, FreePlayer], table: tuple[FreePlayer, ...]) -> tuple[FreePlayer, ...]:
    for player in table:
        del left[player.id]
    return table


def _met_ago(one: FreePlayer, other: FreePlayer) -> int | None:
    """How many tables ago two met, counted by the one who has played fewer since; None if it is not known."""
    ago = [
        at
        for player, met in ((one, other), (other, one))
        for at, opponents in enumerate(player.recent)
        if met.id in opponents
    ]
    return min(ago, default=None)


def _outwards(by_rank: Sequence[int], place: int) -> Iterator[int]:
    """The others in a ranking from a place on, the closest first."""
    low, high = place - 1, place + 1
    while low >= 0 or high < len(by_rank):
        if high < len(by_rank):
            yield by_rank[high]
            high += 1
        if low >= 0:
            yield by_rank[low]
            low -= 1
