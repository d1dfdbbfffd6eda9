"""Which errors of Redis mean that the same command may succeed in a moment."""

from types import TracebackType
from typing import Final

import redis.exceptions

from services.errors import Reason, Refusal
from services.telemetry.causes import Complaint

REFUSED_CODES: Final = frozenset({"MISCONF", "NOREPLICAS", "BUSY"})
"""What a server's error begins with that takes no writes: :class:`WritesRefused`."""


_complaint: Final = Complaint("live_state_fails")


class NotPrimary(redis.exceptions.ConnectionError):
    """The server is not the primary, or not yet, or does not serve the key. Nothing was done, and the connection is
    closed."""


class WritesRefused(redis.exceptions.ResponseError):
    """The primary takes no writes: its disk is full (``MISCONF``), replicas are missing that it was told to wait for
    (``NOREPLICAS``), or a script has run for too long (``BUSY``). Nothing was done."""


class NotReplicated(redis.exceptions.RedisError):
    """What was written stands on the primary, and fewer replicas have it than must. See
    :class:`services.redis_clients.replication.Replication`."""


UNAVAILABLE: Final = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.ClusterError,
    redis.exceptions.TryAgainError,
    WritesRefused,
    NotReplicated,
)
"""Redis cannot be reached, or cannot do what it was asked for now."""


class _BusyIfUnavailable:
    """Has no state: all use one."""

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _frames: TracebackType | None
    ) -> None:
        if isinstance(error, NotReplicated):
            _complaint.make(error)
            detail = (
                "The change is made, but too few servers have it so far. The same request again tells whether it holds."
            )
            raise Refusal(Reason.BUSY, detail) from error
        if isinstance(error, UNAVAILABLE):
            _complaint.make(error)
            raise Refusal(Reason.BUSY, "The live state cannot be reached.") from error


_BUSY_IF_UNAVAILABLE: Final = _BusyIfUnavailable()


def busy_if_unavailable() -> _BusyIfUnavailable:
    """Refuse with ``BUSY`` what fails in here because Redis is unavailable."""
    return _BUSY_IF_UNAVAILABLE
