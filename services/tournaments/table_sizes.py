"""How many sit at each table: a number of entrants divided into tables of allowed sizes. Pure arithmetic, shared by
pods, round robins and elimination with more than two seats."""

from collections.abc import Collection, Sequence
from itertools import combinations_with_replacement
from typing import Final

MIN_SEATS: Final = 3
MAX_SEATS: Final = 5


class NoDivision(ValueError):
    """So many entrants cannot be divided into tables of the allowed sizes."""


def divide(entrants: int, sizes: Collection[int], preferred: int) -> tuple[int, ...]:
    """The sizes of the tables for so many entrants, the preferred ones first.

    As few tables as possible have another size than the preferred one; of such divisions, the sizes are as close to it
    as possible, and then the tables as few as possible. No entrants make no table.

    Raises:
        NoDivision: there is none, a size is not 3 to 5, or the preferred size is not among them.
    """
    _check_preferred(sizes, preferred)
    others = sorted(set(sizes) - {preferred})
    # Among any `preferred` tables of other sizes there are some whose entrants fill preferred ones: fewer are enough.
    for number in range(preferred):
        found = [
            odd
            for odd in combinations_with_replacement(others, number)
            if sum(odd) <= entrants and (entrants - sum(odd)) % preferred == 0
        ]
        if found:
            odd = min(found, key=lambda sizes: (sum(abs(size - preferred) for size in sizes), -sum(sizes)))
            return (preferred,) * ((entrants - sum(odd)) // preferred) + odd[::-1]
    raise NoDivision(f"{entrants} entrants cannot be divided into tables of {sizes_in_words(sizes)}")


def divide_most(entrants: int, sizes: Collection[int], preferred: int) -> tuple[int, tuple[int, ...]]:
    """How many find no place at tables of these sizes, as few as possible, and the sizes of the tables of the others,
    as :func:`divide` has them.

    Raises:
        NoDivision: a size is not 3 to 5, or the preferred size is not among them.
    """
    _check_preferred(sizes, preferred)
    for idle in range(entrants):
        try:
            return idle, divide(entrants - idle, sizes, preferred)
        except NoDivision:
            continue
    return entrants, ()


def can_divide(entrants: int, sizes: Collection[int]) -> bool:
    """Whether so many entrants can be divided into tables of these sizes."""
    try:
        divide(entrants, sizes, max(sizes))
    except NoDivision:
        return False
    return True


def check_sizes(sizes: Collection[int]) -> None:
    """Refuse sizes out of bounds.

    Raises:
        NoDivision: there is no size, or one is not 3 to 5.
    """
    if not sizes or not all(MIN_SEATS <= size <= MAX_SEATS for size in sizes):
        raise NoDivision(f"tables have {MIN_SEATS} to {MAX_SEATS} seats, not {sorted(sizes)}")


def _check_preferred(sizes: Collection[int], preferred: int) -> None:
    check_sizes(sizes)
    if preferred not in sizes:
        raise NoDivision(f"the preferred size {preferred} is not among the allowed ones: {sizes_in_words(sizes)}")


def sizes_in_words(sizes: Collection[int]) -> str:
    """Sizes as a person lists them: ``3, 4 or 5``."""
    *most, last = map(str, sorted(sizes))
    return f"{', '.join(most)} or {last}" if most else last


def snake(sizes: Sequence[int]) -> list[list[int]]:
    """Places in a ranking, from 0, dealt there and back to tables of these sizes: ``0 7 8 15``, ``1 6 9 14``, ... The
    best are at the smallest tables."""
    dealt: list[list[int]] = [[] for _ in sizes]
    ascending, place = sorted(sizes), 0
    for row in range(max(sizes, default=0)):
        tables = [table for table, size in enumerate(ascending) if size > row]
        for table in tables if row % 2 == 0 else reversed(tables):
            dealt[table].append(place)
            place += 1
    return dealt
