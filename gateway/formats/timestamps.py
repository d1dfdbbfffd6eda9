"""Moments as text."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from services.moments import LATEST_TAKEN_MS

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_RFC_3339: Final = re.compile(
    r"(\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:)([0-5]\d|60)((?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))",
    re.ASCII | re.IGNORECASE,
)
_DAY_MS: Final = 86_400_000


def milliseconds(text: str) -> int:
    """A moment in RFC 3339, of whatever offset, in milliseconds since 1970, rounded down. A leap second is the second
    that follows it.

    Raises:
        ValueError: it is none, or lies before 1970 or after 2999.
    """
    parts = _RFC_3339.fullmatch(text)
    if parts is None:
        raise ValueError("no moment in RFC 3339")
    is_leap = parts[2] == "60"
    whole = parts[1] + ("59" if is_leap else parts[2]) + parts[3]
    found = (datetime.fromisoformat(whole.upper()) - _EPOCH) // timedelta(milliseconds=1)
    if is_leap:
        found += 1_000
        if found % _DAY_MS >= 1_000:
            raise ValueError("no leap second, which is the last of a day in UTC")
    if not 0 <= found <= LATEST_TAKEN_MS:
        raise ValueError("before 1970 or after 2999")
    return found
