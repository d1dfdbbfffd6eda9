"""Moments as text."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final, overload

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_RFC_3339: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE)


@overload
def timestamp(milliseconds: int) -> str: ...
@overload
def timestamp(milliseconds: None) -> None: ...
def timestamp(milliseconds: int | None) -> str | None:
    """Milliseconds since 1970 as RFC 3339 in UTC: ``2026-01-01T00:00:00.000Z``. None stays None."""
    if milliseconds is None:
        return None
    moment = _EPOCH + timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def milliseconds(text: str) -> int:
    """A moment in RFC 3339, of whatever offset, in milliseconds since 1970, rounded down.

    Raises:
        ValueError: it is none, or lies before 1970.
    """
    if not _RFC_3339.fullmatch(text):
        raise ValueError("no moment in RFC 3339")
    found = (datetime.fromisoformat(text.upper()) - _EPOCH) // timedelta(milliseconds=1)
    if found < 0:
        raise ValueError("before 1970")
    return found
