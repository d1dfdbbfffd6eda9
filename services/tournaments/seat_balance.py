"""Who of a table sits where, so that over an event everybody has every seat equally often: within one, wherever the
tables allow it."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final

_SAME_AGAIN: Final = 1
"""What it costs to sit where one sat last, where nothing else decides."""
_EXCESS: Final = 100
"""What it costs to have a seat once more often than a rarer one of the table; grows with the square."""


def order_of_seats(counts: Sequence[Sequence[int]], last: Sequence[int | None]) -> tuple[int, ...]:
    """The order in which the members of a table take its seats, with the smallest imbalance there is; of equally good
    orders, the first. ``counts``: how often each member has had each seat; ``last``: the seat that it had last."""
    size = len(counts)
    costs = [
        [_EXCESS * (count - min(own[:size])) ** 2 + _SAME_AGAIN * (seat == before) for seat, count in enumerate(own)]
        for own, before in zip(counts, last, strict=True)
    ]
    return min(
        permutations(range(size)), key=lambda order: sum(costs[member][seat] for seat, member in enumerate(order))
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
