"""Moments in messages."""

from google.protobuf.timestamp_pb2 import Timestamp


def moment(milliseconds: int | None) -> Timestamp | None:
    """Milliseconds since 1970 as a message. None stays None."""
    if milliseconds is None:
        return None
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)
