"""Designs in which any two entrants meet equally often at tables of three to five.

* Affine planes: 9 in threes, 16 in fours, 25 in fives. Everybody plays in every round, and any two meet once.
* Kirkman's fifteen in threes: the same.
* Rotational designs: a first round over the numbers modulo n - 1 and one fixed entrant; each round adds one. Everybody
  plays in every round, and any two meet once less often than a table has seats.
* Near designs: a first round over the numbers from 1 modulo n; each round adds one. Everybody sits out once, and any
  two meet once less often than a table has seats.
* Difference sets, such as Fano's plane: blocks that meet everybody else once, played one table at a time.
* All tables: six in threes, any two four times.

Whether a base has the differences that it must have, the tests check for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

Table = tuple[int, ...]
"""Entrants from 0, in the order of seats."""

_FIXED: Final = -1
"""The entrant that stays where it is in a rotational design."""


@dataclass(frozen=True, slots=True)
class Design:
    """``rounds``: tables that are played at the same time. ``meetings``: how often any two meet. ``idle``: how many sit
    out in each round."""

    name: str
    rounds: tuple[tuple[Table, ...], ...]
    meetings: int
    idle: int


_ROTATIONAL: Final[dict[tuple[int, int], tuple[Table, ...]]] = {
    (12, 3): ((_FIXED, 0, 1), (2, 4, 7), (3, 8, 10), (5, 6, 9)),
    (18, 3): ((_FIXED, 0, 1), (2, 3, 6), (4, 10, 12), (5, 11, 15), (7, 9, 14), (8, 13, 16)),
    (24, 3): (
        *((_FIXED, 0, 1), (2, 3, 5), (4, 6, 14), (7, 13, 18)),
        *((8, 16, 22), (9, 12, 19), (10, 17, 21), (11, 15, 20)),
    ),
    (8, 4): ((_FIXED, 0, 1, 3), (2, 4, 5, 6)),
    (12, 4): ((_FIXED, 0, 1, 3), (2, 6, 7, 9), (4, 5, 8, 10)),
    (20, 4): ((_FIXED, 0, 1, 2), (3, 5, 9, 15), (4, 7, 12, 17), (6, 8, 13, 16), (10, 11, 14, 18)),
    (24, 4): (
        *((_FIXED, 0, 1, 2), (3, 4, 7, 13), (5, 12, 16, 21)),
        *((6, 10, 18, 20), (8, 11, 14, 19), (9, 15, 17, 22)),
    ),
    (20, 5): ((_FIXED, 0, 1, 2, 6), (3, 4, 11, 13, 16), (5, 7, 10, 14, 18), (8, 9, 12, 15, 17)),
}
_NEAR: Final[dict[tuple[int, int], tuple[Table, ...]]] = {
    (4, 3): ((1, 2, 3),),
    (7, 3): ((1, 2, 4), (3, 5, 6)),
    (13, 3): ((1, 2, 4), (3, 8, 10), (5, 9, 12), (6, 7, 11)),
    (16, 3): ((1, 2, 3), (4, 8, 14), (5, 9, 12), (6, 11, 13), (7, 10, 15)),
    (19, 3): ((1, 2, 3), (4, 6, 12), (5, 10, 15), (7, 11, 18), (8, 14, 17), (9, 13, 16)),
    (25, 3): (
        *((1, 2, 3), (4, 6, 9), (5, 14, 19), (7, 16, 20)),
        *((8, 15, 23), (10, 13, 21), (11, 17, 24), (12, 18, 22)),
    ),
    (5, 4): ((1, 2, 3, 4),),
    (13, 4): ((1, 2, 4, 7), (3, 6, 8, 12), (5, 9, 10, 11)),
    (17, 4): ((1, 2, 3, 7), (4, 8, 12, 15), (5, 10, 11, 13), (6, 9, 14, 16)),
    (21, 4): ((1, 2, 3, 6), (4, 8, 15, 16), (5, 10, 13, 19), (7, 12, 14, 18), (9, 11, 17, 20)),
    (6, 5): ((1, 2, 3, 4, 5),),
    (11, 5): ((1, 3, 4, 5, 9), (2, 6, 7, 8, 10)),
    (16, 5): ((1, 2, 3, 10, 14), (4, 7, 9, 13, 15), (5, 6, 8, 11, 12)),
    (21, 5): ((1, 2, 3, 5, 10), (4, 8, 11, 15, 16), (6, 12, 14, 17, 20), (7, 9, 13, 18, 19)),
}
_DIFFERENCES: Final[dict[tuple[int, int], Table]] = {
    (7, 3): (0, 1, 3),
    (13, 4): (0, 1, 3, 9),
    (21, 5): (3, 6, 7, 12, 14),
}
_KIRKMAN: Final[tuple[Table, ...]] = ((14, 0, 7), (13, 1, 5), (12, 2, 3), (11, 8, 9), (10, 4, 6))
"""Two circles of seven, 0 to 6 and 7 to 13, and 14, which stays where it is."""
_CIRCLE: Final = 7
_AFFINE: Final = {(9, 3), (16, 4), (25, 5)}
_GF4_PRODUCTS: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def designs(entrants: int, seats: int) -> Iterator[Design]:
    """The designs that there are for so many entrants at tables of so many, first those in which fewer sit out, then
    those with fewer meetings."""
    key = entrants, seats
    if entrants == seats:
        yield Design("one table", ((tuple(range(seats)),),), 1, 0)
    if key in _AFFINE:
        yield Design("affine plane", tuple(_affine_plane(seats)), 1, 0)
    if key == (15, 3):
        yield Design("Kirkman's fifteen", tuple(_turned_circles()), 1, 0)
    if key in _ROTATIONAL:
        yield Design("rotational design", tuple(_rotated(_ROTATIONAL[key], entrants - 1)), seats - 1, 0)
    if key == (6, 3):
        halves = ((table, tuple(sorted(set(range(6)) - set(table)))) for table in combinations(range(6), 3))
        yield Design("all tables", tuple(half for half in halves if 0 in half[0]), 4, 0)
    if key in _NEAR:
        yield Design("near design", tuple(_rotated(_NEAR[key], entrants)), seats - 1, 1)
    if key in _DIFFERENCES:
        yield Design("difference set", tuple(_rotated((_DIFFERENCES[key],), entrants)), 1, entrants - seats)


def _rotated(base: Sequence[Table], modulus: int) -> Iterator[tuple[Table, ...]]:
    for step in range(modulus):
        yield tuple(tuple(modulus if each == _FIXED else (each + step) % modulus for each in table) for table in base)


def _turned_circles() -> Iterator[tuple[Table, ...]]:
    for step in range(_CIRCLE):
        yield tuple(
            tuple(
                each if each == 2 * _CIRCLE else each // _CIRCLE * _CIRCLE + (each + step) % _CIRCLE for each in table
            )
            for table in _KIRKMAN
        )


def _affine_plane(order: int) -> Iterator[tuple[Table, ...]]:
    """The parallel classes of lines: x = c, and y = m x + c for each slope."""

    def line(slope: int, start: int, x: int) -> int:
        if order == len(_GF4_PRODUCTS):
            return _GF4_PRODUCTS[slope][x] ^ start
        return (slope * x + start) % order

    numbers = range(order)
    yield tuple(tuple(order * x + y for y in numbers) for x in numbers)
    for slope in numbers:
        yield tuple(tuple(order * x + line(slope, start, x) for x in numbers) for start in numbers)
