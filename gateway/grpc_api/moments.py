"""Moments in messages."""

from typing import overload

from google.protobuf.timestamp_pb2 import Timestamp

from gateway.grpc_api.requests import invalid
from services.moments import written


@overload
def moment(milliseconds: int) -> Timestamp: ...
@overload
def moment(milliseconds: None) -> None: ...
def moment(milliseconds: int | None) -> Timestamp | None:
    """Milliseconds since 1970 as a message. None stays None."""
    if milliseconds is None:
        return None
    milliseconds = written(milliseconds)
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


def moment_text(moment: Timestamp, pointer: str) -> str:
    """A moment as RFC 3339 in UTC.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``: it lies beyond the years 1 to 9999.
    """
    try:
        return moment.ToJsonString()
    except ValueError:
        raise invalid(pointer, "is no moment") from None
