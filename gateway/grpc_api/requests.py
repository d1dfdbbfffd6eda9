"""Fields that requests of several methods have."""

import re
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from gateway.openapi.pagination import LARGEST_PAGE, USUAL_PAGE
from services.errors import FieldError, Reason, Refusal

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)

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


def page_of(found: Sequence[T], request: Any, key: str = "id") -> tuple[Sequence[T], str]:  # noqa: ANN401 - as above
    """The page that is asked for, of what was found, one more if there is one; and the token of the next: what the last
    one is called, in its field ``key``."""
    size = page_size(request.page_size)
    page = found[:size]
    return page, f"{getattr(page[-1], key)}" if len(found) > size else ""


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
