"""Pages of a list."""

import base64
import binascii
import re
from typing import Annotated, Final

from pydantic import Field

from gateway.openapi.fields import DIGITS, RequestModel
from services.errors import FieldError, Reason, Refusal

LARGEST_PAGE: Final = 100

_CURSOR: Final = re.compile(r"[A-Za-z0-9_-]{1,128}", re.ASCII)


class PageQuery(RequestModel):
    """Which page of a list."""

    page_size: Annotated[int, Field(ge=1), DIGITS] = Field(
        default=50, description=f"How many entries at most. More than {LARGEST_PAGE} is taken as {LARGEST_PAGE}."
    )
    page_token: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="`next_page_token` of the page before, with the same other parameters."
    )

    @property
    def size(self) -> int:
        """The number of entries to give."""
        return min(self.page_size, LARGEST_PAGE)

    @property
    def cursor(self) -> str | None:
        """Where the page begins.

        Raises:
            Refusal: ``INVALID_FIELD``: the token is not one of ours.
        """
        return None if self.page_token is None else _decode(self.page_token)


def not_a_page_token() -> Refusal:
    """What a list says to a token that it has not given out."""
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError("/query/page_token", "Not a page token of this list."),))


def encode(cursor: str | None) -> str | None:
    """An opaque page token from a cursor."""
    return None if cursor is None else base64.urlsafe_b64encode(cursor.encode()).decode().rstrip("=")


def _decode(token: str) -> str:
    try:
        cursor = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        cursor = ""
    if not _CURSOR.fullmatch(cursor):
        raise not_a_page_token()
    return cursor
