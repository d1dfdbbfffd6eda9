"""Fields that requests of several methods have."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from gateway.openapi.pagination import LARGEST_PAGE, USUAL_PAGE, key_of
from services.errors import FieldError, Reason, Refusal
from services.unreadable import Found, all_of, show_each

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)

R = TypeVar("R")
T = TypeVar("T")


def page_size(wanted: int) -> int:
    """How many a page of a list has. ``wanted``: 0 if the client does not say."""
    return min(wanted or USUAL_PAGE, LARGEST_PAGE)


def page_cursor(request: Any) -> str | None:  # noqa: ANN401 - a message with a page_token
    """After which id the page begins that is asked for; None: it is the first.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/page_token``.
    """
    return id_or_none(request.page_token, "/page_token")


def page_number(request: Any) -> int:  # noqa: ANN401 - a message with a page_token
    """After which number the page begins that is asked for, where the list goes by numbers; 0: it is the first.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/page_token``.
    """
    if not request.page_token:
        return 0
    if not _NUMBER.fullmatch(request.page_token):
        raise not_a_page_token()
    return int(request.page_token)


def shown_page(
    kind: str,
    found: Sequence[T],
    request: Any,  # noqa: ANN401 - as above
    show: Callable[[T], R],
    key: str = "id",
) -> tuple[list[R], list[str], str]:
    """The page that is asked for as it is told, of what was found, one more if there is one; what those are called that
    cannot be shown; and the token of the next page: what the last one is called, in its field ``key``."""
    size = page_size(request.page_size)
    there = all_of(found)
    page = Found(there[:size])
    shown, unshown = show_each(kind, page, show, lambda entry: getattr(entry, key))
    return shown, unshown, key_of(page.all[-1], lambda entry: f"{getattr(entry, key)}") if len(there) > size else ""


def not_a_page_token() -> Refusal:
    """What a list says to a token that it has not given out."""
    return invalid("/page_token", "is not a page token of this list")


def needed_id(text: str, pointer: str) -> str:
    """An id.

    Raises:
        Refusal: ``NOT_FOUND`` for an empty text; ``INVALID_FIELD`` at ``pointer``.
    """
    found = id_or_none(text, pointer)
    if found is None:
        raise Refusal(Reason.NOT_FOUND)
    return found


def id_or_none(text: str, pointer: str) -> str | None:
    """An id; None for an empty text.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``.
    """
    if not text:
        return None
    if not _ID.fullmatch(text):
        raise invalid(pointer, "is not an id")
    return text


def invalid(pointer: str, detail: str) -> Refusal:
    """What is told of a field that cannot be used."""
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))
