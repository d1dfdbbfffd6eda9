"""Words that reasons are made of."""

from collections.abc import Iterable


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
