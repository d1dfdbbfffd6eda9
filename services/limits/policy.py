"""How many requests a client may send."""

from dataclasses import dataclass
from typing import Final

_MINUTE_US: Final = 60_000_000
BURST_SECONDS: Final = 10
"""How long a client may save up requests that it does not send."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A bucket of ``burst`` requests that gets one more each ``interval_us`` microseconds until it is full.

    ``name`` is part of the keys in Redis and of the headers that tell clients: lower-case letters.
    """

    name: str
    burst: int
    interval_us: int

    @property
    def window_seconds(self) -> int:
        """How long an empty bucket takes to fill, rounded up."""
        return -(-self.burst * self.interval_us // 1_000_000)

    @property
    def share(self) -> int:
        """The most that a process takes from the bucket at a time."""
        return max(1, self.burst // 20)


def per_minute(name: str, requests: int) -> Policy | None:
    """So many requests a minute, those of ten seconds at once; None for 0: no limit."""
    if requests == 0:
        return None
    return Policy(name, max(1, requests * BURST_SECONDS // 60), _MINUTE_US // requests)
