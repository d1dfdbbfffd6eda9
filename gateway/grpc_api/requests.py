"""Fields that requests of several methods have."""

import re
from typing import Final

from gateway.openapi.pagination import LARGEST_PAGE, USUAL_PAGE
from services.errors import FieldError, Reason, Refusal

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)


def page_size(wanted: int) -> int:
    """How many a page of a list has. ``wanted``: 0 if the client does not say."""
    return min(wanted or USUAL_PAGE, LARGEST_PAGE)


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
