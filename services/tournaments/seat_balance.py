"""Who of a table sits where, so that over an event everybody has every seat equally often: within one, wherever the
tables allow it."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final

from services.tournaments.table_sizes import MAX_SEATS

_SAME_AGAIN: Final = 1
"""What it costs to sit where one sat last, where nothing else decides."""
_EXCESS: Final = 100
"""What it costs to have a seat once more often than a rarer one of the table; grows with the square."""

_SWEEPS: Final = 6
"""How often all tables of a plan are seated anew."""


def order_of_seats(counts: Sequence[Sequence[int]], last: Sequence[int | None]) -> tuple[int, ...]:
    """The order in which the members of a table take its seats, with the smallest imbalance there is; of equally good
    orders, the first. ``counts``: how often each member has had each seat; ``last``: the seat that it had last."""
    size = len(counts)
    costs = [
        [_EXCESS * (count - min(own[:size])) ** 2 + _SAME_AGAIN * (seat == before) for seat, count in enumerate(own)]
        for own, before in zip(counts, last, strict=True)
    ]
    return _cheapest(costs)


def _cheapest(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The order of members in which what each costs in its seat is least in all."""
    return min(
        permutations(range(len(costs))),
        key=lambda order: sum([costs[member][seat] for seat, member in enumerate(order)]),
    )


def seats_balanced(entrants: int, rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of all rounds with their members, numbered from 0, in an order that gives everybody every seat equally
    often, as nearly as was found; as they are if that is as good."""
    given = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    counts = [[0] * MAX_SEATS for _ in range(entrants)]
    found = [[_seated(table, counts) for table in tables] for tables in given]
    for _ in range(_SWEEPS):
        if seat_difference(entrants, found) <= 1:
            break
        for tables in found:
            for at, table in enumerate(tables):
                for seat, member in enumerate(table):
                    counts[member][seat] -= 1
                tables[at] = _seated(table, counts)
    if seat_difference(entrants, given) <= seat_difference(entrants, found):
        return given
    return tuple(tuple(tables) for tables in found)


def _seated(table: Sequence[int], counts: Sequence[list[int]]) -> tuple[int, ...]:
    order = _cheapest([counts[member] for member in table])  # adds least to the sum of the squares of all counts
    seated = tuple(table[at] for at in order)
    for seat, member in enumerate(seated):
        counts[member][seat] += 1
    return seated


def seat_difference(entrants: int, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """How much more often somebody has one seat than another, at most, of the seats that every table has."""
    had = Counter((member, seat) for tables in rounds for table in tables for seat, member in enumerate(table))
    seats = range(min((len(table) for tables in rounds for table in tables), default=0))
    return max(
        (
            max(had[member, seat] for seat in seats) - min(had[member, seat] for seat in seats)
            for member in range(entrants)
            if seats
        ),
        default=0,
    )


def rarest_seats(counts: Sequence[int], size: int) -> int:
    """The seats of a table of this size that somebody has had least often, as a set of bits."""
    fewest = min(counts[:size])
    return sum(1 << seat for seat in range(size) if counts[seat] == fewest)


@cache
def unserved(wanted: tuple[int, ...]) -> int:
    """How many members of a table cannot have one of the seats that they want: as few as there can be. ``wanted``: sets
    of bits, in ascending order."""
    return _unserved(wanted, 0)


def _unserved(wanted: tuple[int, ...], taken: int) -> int:
    if not wanted:
        return 0
    free = wanted[0] & ~taken
    found = 1 + _unserved(wanted[1:], taken)
    while free:
        seat = free & -free
        free ^= seat
        found = min(found, _unserved(wanted[1:], taken | seat))
    return found
