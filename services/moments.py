"""Which moments are taken and written, in milliseconds since 1970.

What is taken from a client lies between 1970 and 2999, so that whatever is reckoned from it can be written, too, for
every reader: Python's and JavaScript's dates, PostgreSQL's, and protobuf's ``Timestamp``, which ends with the year
9999. To write never fails: a moment that was kept before that rule is written as the nearest that there is.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final, overload

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_EARLIEST_WRITTEN_MS: Final = (datetime(1, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND
_LATEST_WRITTEN_MS: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

LATEST_TAKEN_MS: Final = (datetime(3000, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND - 1
"""The last millisecond of 2999. The earliest that is taken is 0."""


def written(milliseconds: int) -> int:
    """The nearest moment that can be written."""
    return min(max(milliseconds, _EARLIEST_WRITTEN_MS), _LATEST_WRITTEN_MS)


@overload
def moment(milliseconds: int) -> str: ...
@overload
def moment(milliseconds: None) -> None: ...
def moment(milliseconds: int | None) -> str | None:
    """Milliseconds since 1970 as RFC 3339 in UTC: ``2026-01-01T00:00:00.000Z``. None stays None."""
    if milliseconds is None:
        return None
    text = (_EPOCH + timedelta(milliseconds=written(milliseconds))).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def parse_moment(text: str) -> int:
    """The inverse of :func:`moment`.

    Raises:
        ValueError: the text is in no such form, or is of a time before 1970, which cannot be signed.
    """
    milliseconds = -1
    if _MOMENT.fullmatch(text):
        milliseconds = (datetime.fromisoformat(text) - _EPOCH) // _MILLISECOND
    if milliseconds < 0:
        raise ValueError("not a moment")
    return milliseconds
