"""Words and numbers for people."""

from collections.abc import Iterable, Sequence


def points_in_words(points: int) -> str:
    """Hundredths of a point as a person writes them: 250 is ``2.5 points``."""
    whole, part = divmod(abs(points), 100)
    number = f"{'-' if points < 0 else ''}{whole}" + (f".{part:02d}".rstrip("0") if part else "")
    return f"{number} {'point' if number == '1' else 'points'}"


def listed(words: Iterable[object]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def times(number: int) -> str:
    """How often: ``never``, ``once``, ``3 times``."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def same_decimals(numbers: Sequence[str]) -> list[str]:
    """Decimal numbers with the places of the longest, so that a column of them is read at a glance: ``8``, ``7.25``
    become ``8.00``, ``7.25``. Empty ones stay empty."""
    places = max((len(number.partition(".")[2]) for number in numbers), default=0)
    if not places:
        return list(numbers)
    return [_with_places(number, places) if number else "" for number in numbers]


def _with_places(number: str, places: int) -> str:
    whole, _, part = number.partition(".")
    return f"{whole}.{part:0<{places}}"
