"""Pages of a list.

A page token is opaque: it contains the beginning of the next page, and belongs to one list with its filters. Lists
continue after an entry, not after a number of entries, so entries that are added meanwhile never make another entry
appear twice or go missing.
"""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Generic, TypeVar

from pydantic import Field, PrivateAttr

from gateway.openapi.fields import DIGITS, LARGEST_EXACT, RequestModel
from services.errors import FieldError, Reason, Refusal
from services.unreadable import Found, Unreadable, all_of, show_each

LARGEST_PAGE: Final = 100
USUAL_PAGE: Final = 50
WHOLE_LIST: Final = 1_000

_DIGEST_BYTES: Final = 6
_MOST_DIGITS: Final = 15
_CURSOR: Final = re.compile(r"[A-Za-z0-9_.:-]{1,160}", re.ASCII)
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,80}", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,14}", re.ASCII)

T = TypeVar("T")
R = TypeVar("R")


class PageQuery(RequestModel):
    """A page of a list."""

    page_size: Annotated[int, Field(ge=1, le=LARGEST_EXACT), DIGITS] = Field(
        default=USUAL_PAGE,
        description="The maximum number of entries. Values above ",
    )
    page_token: Annotated[str, Field(max_length=300)] | None = Field(
        default=None, description="`next_page_token` of the page before, with the same other parameters."
    )

    _has_bare_tokens: bool = PrivateAttr(default=False)
    _is_whole: bool = PrivateAttr(default=False)

    def use_bare_tokens(self) -> None:
        """Use tokens that are only cursors, as gRPC does: they fit every list, with any filters."""
        self._has_bare_tokens = True

    def use_one_page(self) -> None:
        """Return one page of up to :data:`WHOLE_LIST` entries, for gRPC's lists without pages."""
        self._is_whole = True

    @property
    def size(self) -> int:
        """The number of entries to return."""
        return WHOLE_LIST if self._is_whole else min(self.page_size, LARGEST_PAGE)

    def cursor(self, of: str, form: re.Pattern[str] = _ID) -> str | None:
        """The cursor at which the page of the list called ``of`` begins. ``form``: the pattern of its cursors, which
        tells a bare token.

        Raises:
            Refusal: ``INVALID_FIELD``: the token does not belong to this list with these filters.
        """
        if self.page_token is None:
            return None
        token = self.page_token
        if self._has_bare_tokens and form.fullmatch(token):
            return token
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
            cursor = raw[_DIGEST_BYTES:].decode("ascii")
        except (binascii.Error, ValueError):
            raise not_a_page_token() from None
        if raw[:_DIGEST_BYTES] != self._digest(of) or not _CURSOR.fullmatch(cursor):
            raise not_a_page_token()
        return cursor

    def number(self, of: str) -> int:
        """The number after which the page of the list called ``of`` begins, for lists in order of numbers; 0 for the
        first page.

        Raises:
            Refusal: ``INVALID_FIELD``: the token does not belong to this list with these filters.
        """
        cursor = self.cursor(of, _NUMBER)
        if cursor is None:
            return 0
        if not cursor.isdecimal() or len(cursor) > _MOST_DIGITS:
            raise not_a_page_token()
        return int(cursor)

    def token(self, of: str, cursor: str | None) -> str | None:
        """The token of the page that begins at a cursor; None for None."""
        if cursor is None or self._has_bare_tokens:
            return cursor
        return base64.urlsafe_b64encode(self._digest(of) + cursor.encode()).decode().rstrip("=")

    def page(self, of: str, entries: Iterable[T], key: Callable[[T], str]) -> tuple[Found[T], str | None]:
        """A page of a complete list, sorted by ``key``, and the token of the next."""
        after = self.cursor(of)
        rest = [entry for entry in all_of(entries) if after is None or key_of(entry, key) > after]
        page = rest[: self.size]
        return Found(page), self.token(of, key_of(page[-1], key)) if len(rest) > len(page) else None

    def shown(
        self,
        of: str,
        kind: str,
        found: Sequence[T],
        show: Callable[[T], R],
        cursor: Callable[[T], str] = lambda entry: entry.id,  # type: ignore[attr-defined] # most go on after an id
    ) -> "Shown[R]":
        """The page of the list called ``of`` as the client sees it. ``found`` has one entry more than the page holds,
        if there is one. ``kind``: the kind of entries, for the log. ``cursor``: the value after which the list
        continues."""
        page, token = self.cut(of, found, cursor)
        return Shown(*show_each(kind, page, show, cursor), token)

    def cut(
        self,
        of: str,
        found: Sequence[T],
        cursor: Callable[[T], str] = lambda entry: entry.id,  # type: ignore[attr-defined] # as above
    ) -> tuple[Found[T], str | None]:
        """The page of the list called ``of`` and the token of the next, of what was found: one entry more than it
        holds, if there is one. ``cursor``: after what the list goes on."""
        there = all_of(found)
        page = Found(there[: self.size])
        return page, self.token(of, key_of(page.all[-1], cursor)) if len(there) > self.size else None

    def _digest(self, of: str) -> bytes:
        filters = self.model_dump(mode="json", exclude={"page_size", "page_token"})
        return hashlib.blake2b(json.dumps([of, filters]).encode(), digest_size=_DIGEST_BYTES).digest()


@dataclass(frozen=True, slots=True)
class Shown(Generic[R]):
    """A page as the client sees it: its entries, the names of those that cannot be shown, and the token of the next
    page."""

    entries: list[R]
    unshown: list[str]
    next_page_token: str | None


def key_of(entry: T | Unreadable, key: Callable[[T], str]) -> str:
    """The cursor after which a list continues that has come to this entry."""
    return entry.id if isinstance(entry, Unreadable) else key(entry)


def not_a_page_token() -> Refusal:
    """The refusal of a token that a list has not issued."""
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError("/query/page_token", "Not a page token of this list."),))
