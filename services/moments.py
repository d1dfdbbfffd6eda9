"""Which moments are taken and written, in milliseconds since 1970.

What is taken from a client lies between 1970 and 2999, so that whatever is reckoned from it can be written, too, for
every reader: Python's and JavaScript's dates, PostgreSQL's, and protobuf's ``Timestamp``, which ends with the year
9999. To write never fails: a moment that was kept before that rule is written as the nearest that there is.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_EARLIEST_WRITTEN_MS: Final = (datetime(1, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND
_LATEST_WRITTEN_MS: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MILLISECOND

LATEST_TAKEN_MS: Final = (datetime(3000, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND - 1
"""The last millisecond of 2999. The earliest that is taken is 0."""


def written(milliseconds: int) -> int:
    """The nearest moment that can be written."""
    return min(max(milliseconds, _EARLIEST_WRITTEN_MS), _LATEST_WRITTEN_MS)
