"""How many requests a client may send."""

from dataclasses import dataclass
from typing import Final

_MINUTE_US: Final = 60_000_000
BURST_SECONDS: Final = 10
"""A burst is what may be sent in so many seconds."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Up to ``burst`` requests at once, of which one comes back each ``interval_us`` microseconds.

    ``name`` is part of the keys in Redis and of the headers that tell clients: lower-case letters.
    """

    name: str
    burst: int
    interval_us: int

    @property
    def window_seconds(self) -> int:
        """How long it takes until a whole burst may be sent again, rounded up."""
        return -(-self.burst * self.interval_us // 1_000_000)


def one_each(name: str, at_once: int, seconds: int) -> Policy | None:
    """So many at once, and one more after each so many seconds; None for 0 at once: no limit."""
    return None if at_once == 0 else Policy(name, at_once, seconds * 1_000_000)


def per_minute(name: str, requests: int) -> Policy | None:
    """So many requests a minute, those of ten seconds at once; None for 0: no limit."""
    if requests == 0:
        return None
    return Policy(name, max(1, requests * BURST_SECONDS // 60), _MINUTE_US // requests)
