"""Moments as text."""

from datetime import UTC, datetime, timedelta
from typing import Final, overload

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


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
