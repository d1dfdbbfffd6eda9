"""What the parts of an address mean: which page of a long table, which stage, which round."""

from dataclasses import dataclass
from typing import Final

from services.errors import FieldError, Reason, Refusal

PAGE_ROWS: Final = 100
"""Lines of a table on one page."""

_MOST_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Slice:
    """Some lines of a table that is too long for one page. ``number``: of the page, from 1; ``first``, ``last``: the
    numbers of its lines, from 1; ``of``: how many lines there are."""

    number: int
    pages: int
    first: int
    last: int
    of: int

    @property
    def indices(self) -> slice:
        """Of a sequence of all lines."""
        return slice(self.first - 1, self.last)


def slice_of(lines: int, number: int | None, rows: int = PAGE_ROWS) -> Slice:
    """A page of so many lines; None: the first.

    Raises:
        Refusal: ``NOT_FOUND``: there are fewer pages.
    """
    number = number or 1
    pages = max(1, -(-lines // rows))
    if number > pages:
        raise Refusal(Reason.NOT_FOUND, f"There is no page {number} here: the last one is page {pages}.")
    return Slice(number, pages, 1 + (number - 1) * rows, min(number * rows, lines), lines)


def number_in(text: str | None, name: str) -> int | None:
    """A number from 1 of an address's query; None for None.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    if text is None:
        return None
    number = _number(text)
    if number is None:
        detail = "must be a number from 1"
        raise Refusal(
            Reason.INVALID_FIELD, f"In the address, {name} {detail}.", (FieldError(f"/query/{name}", detail),)
        )
    return number


def number_of_path(text: str) -> int:
    """A number from 1 of an address's path.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    number = _number(text)
    if number is None:
        raise Refusal(Reason.NOT_FOUND, "There is no such page.")
    return number


def _number(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    return int(text) or None
