"""The platform's time in a process: Redis' time, counted on by the process' own clock in between."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from typing import Final, NamedTuple

import structlog
from redis import Redis

from services.telemetry import metrics

KEY: Final = "{clocks}:time"

NOTED_MS: Final = 1_000
"""How often the time is noted, by which a server's clock that was set back is recognised."""
PAUSE_MS: Final = 1_500
"""After a longer pause between two notes the server's clock may have been set forward."""
STEP_MS: Final = 1_000
"""By less no clock is said to have been set."""
UNNOTED_MS: Final = 60_000
"""A process is believed for so long that nobody noted the time while the server was away."""
BELIEVED_AFTER_MS: Final = 300_000
"""A server's clock that was set forward is believed after so long."""
MEASURE_SECONDS: Final = 5.0
RETRY_SECONDS: Final = 1.0
_DRIFT: Final = 0.0005
"""How wrong a process' own clock runs at most, which is what its quartz may, and more."""
_STALE_SECONDS: Final = 120.0
"""What was measured longer ago says nothing about a server's clock."""

_SCRIPT: Final = (files(__package__) / "lua" / "platform_time.lua").read_text()

log = structlog.get_logger("platform_time")


own_seconds: Final = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
"""A clock that nobody sets and that runs on while the machine sleeps, where there is one."""


class _Measured(NamedTuple):
    """At ``own`` seconds of the process' own clock the platform's time was ``platform_ms``, give or take ``error_ms``;
    ``ahead_ms`` of that is not the server's. ``wall``: what the host's clock said, in seconds."""

    own: float
    platform_ms: float
    error_ms: float
    ahead_ms: int
    wall: float


class PlatformClock:
    """The platform's time. Safe to use from several threads, and across a fork.

    It is measured when it is first asked for, and then by a thread every few seconds, so that asking costs no round
    trip. Until Redis is reached for the first time the host's clock must do. ``own``: the process' own clock, which is
    never set; ``wall``: the host's. Both in seconds.
    """

    def __init__(
        self, redis: Redis, *, own: Callable[[], float] = own_seconds, wall: Callable[[], float] = time.time
    ) -> None:
        self._script = redis.register_script(_SCRIPT)
        self._own = own
        self._wall = wall
        self._measured: _Measured | None = None
        self._kept_by: int | None = None
        self._first, self._first_of = threading.Lock(), os.getpid()
        self._closed = threading.Event()
        self._keeper: threading.Thread | None = None

    def close(self) -> None:
        """Measure no more, and wait a second at most for what is being measured. Who still asks is told by the last
        measurement."""
        self._closed.set()
        if self._keeper is not None:
            self._keeper.join(timeout=1)

    def now_ms(self) -> int:
        """Milliseconds since 1970 (UTC)."""
        if self._kept_by != os.getpid():
            self._keep()
        measured = self._measured
        return int(self._wall() * 1000) if measured is None else int(self._of(measured))

    def server_ms(self) -> int | None:
        """What the server's own clock should say; None before it was reached."""
        measured = self._measured
        return None if measured is None else int(self._of(measured)) - measured.ahead_ms

    def measure(self) -> int:
        """The time, from the server: one round trip, or two if the server's clock may have been set.

        Raises:
            redis.RedisError: Redis cannot be reached.
        """
        before = self._own()
        platform_ms, ahead_ms, is_doubtful = self._ask("")
        if is_doubtful:
            before = self._own()
            platform_ms, ahead_ms, _ = self._ask(self._belief())
        after = self._own()
        found = _Measured((before + after) / 2, platform_ms, (after - before) * 500 + 1, ahead_ms, self._wall())
        known = self._measured
        self._measured = found if known is None else self._better(known, found)
        metrics.clocks_measured(found.wall - self._of(found) / 1000, ahead_ms / 1000)
        if known is not None and abs(ahead_ms - known.ahead_ms) > STEP_MS:
            log.warning("redis clock was set", platform_is_ahead_by_seconds=ahead_ms / 1000)
        return int(self._of(found))

    def _ask(self, belief: str | int) -> tuple[int, int, int]:
        platform_ms, ahead_ms, is_doubtful = self._script(
            [KEY], [belief, NOTED_MS, PAUSE_MS, STEP_MS, UNNOTED_MS, BELIEVED_AFTER_MS]
        )
        return int(platform_ms), int(ahead_ms), int(is_doubtful)

    def _of(self, measured: _Measured) -> float:
        return measured.platform_ms + (self._own() - measured.own) * 1000

    def _belief(self) -> str | int:
        """What this process says when the server's clock may have been set. Nothing, unless the host's clock agrees
        with the process' own: one that stood still while the machine slept is no witness."""
        known = self._measured
        if known is None:
            return "none"
        passed = self._own() - known.own
        agrees = abs(self._wall() - known.wall - passed) * 1000 < STEP_MS
        return int(self._of(known)) if agrees and passed < _STALE_SECONDS else "none"

    def _better(self, known: _Measured, found: _Measured) -> _Measured:
        """What is to be gone by: what was found, unless it took long and agrees with what is known more exactly."""
        known_error = known.error_ms + (found.own - known.own) * 1000 * _DRIFT
        says = known.platform_ms + (found.own - known.own) * 1000
        agrees = abs(says - found.platform_ms) <= found.error_ms + known_error
        if agrees and known_error < found.error_ms:
            return known._replace(
                own=found.own, platform_ms=says, error_ms=known_error, ahead_ms=found.ahead_ms, wall=found.wall
            )
        return found

    def _keep(self) -> None:
        """Begin to measure in this process. Who asks meanwhile waits until the first one is made."""
        if self._first_of != os.getpid():  # it may have been held by another thread when the process was forked
            self._first, self._first_of = threading.Lock(), os.getpid()
        with self._first:
            if self._kept_by == os.getpid():
                return
            if self._measured is None:
                with suppress(Exception):  # whatever it is, the thread measures again
                    self.measure()
            self._keeper = threading.Thread(target=self._measure_until_closed, name="platform time", daemon=True)
            self._keeper.start()
            self._kept_by = os.getpid()

    def _measure_until_closed(self) -> None:
        while not self._closed.wait(RETRY_SECONDS if self._measured is None else MEASURE_SECONDS):
            with suppress(Exception):  # whatever it is, the next measurement follows; others tell that Redis is away
                self.measure()
