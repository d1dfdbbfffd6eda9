"""By which clock this process goes.

A process of the platform follows Redis' time from its start on, and all that takes a clock takes this one unless it is
given another. So nothing can be forgotten: there is no way to ask for the time of the host.
"""

import time

from services.platform_time.platform_clock import PlatformClock

_followed: PlatformClock | None = None


def follow(clock: PlatformClock | None) -> None:
    """From now on this process, and those that it forks, go by this clock; without one it stands alone."""
    global _followed
    _followed = clock


def followed() -> PlatformClock | None:
    """The clock that this process follows; None for one that stands alone, such as a command that reads a file."""
    return _followed


def platform_ms() -> int:
    """Milliseconds since 1970 (UTC), by the clock that is followed; a process that follows none goes by its own."""
    return time.time_ns() // 1_000_000 if _followed is None else _followed.now_ms()
