"""Headings of tables in a terminal."""

from typing import Final

_SHORT: Final = 8
"""A heading of so many characters makes no column wider than its values do."""


def two_lines(words: str) -> str:
    """A heading, a long one in two lines that are as narrow as they can be: ``Average of``, ``opponents' points``."""
    blanks = [at for at, letter in enumerate(words) if letter == " "]
    if not blanks or len(words) <= _SHORT:
        return words
    cut = min(blanks, key=lambda at: max(at, len(words) - at - 1))
    return f"{words[:cut]}\n{words[cut + 1 :]}"
