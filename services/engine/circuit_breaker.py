"""A circuit breaker: a service that does not answer in time is not called for a while.

The service may be anybody's program. Those who wait for one that hangs would hold up everything else, so its callers
are refused at once instead.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

from services.errors import Reason, Refusal

FAILURES: Final = (Reason.BUSY, Reason.INTERNAL)
"""Refusals that no player caused."""

TIMEOUTS_TO_OPEN: Final = 2
"""After so many timeouts in a row the breaker opens: a single one may be the call's fault."""
LONGEST_OPEN_SECONDS: Final = 30.0


class CircuitBreaker:
    """Closed, it lets every call through. Open, it lets none. Once it has been open for its time it is half-open: one
    call at a time tries the service, and its result closes the breaker or opens it again, for twice as long."""

    def __init__(self, timeout_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """``timeout_seconds``: how long a call may take. ``clock``: in seconds."""
        self._timeout_seconds = timeout_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._timeouts = 0
        self._open_until = 0.0

    def check(self) -> None:
        """Before a call.

        Raises:
            Refusal: ``BUSY``: the breaker is open.
        """
        if self._timeouts < TIMEOUTS_TO_OPEN:
            return
        with self._lock:
            now = self._clock()
            if self._timeouts >= TIMEOUTS_TO_OPEN and now < self._open_until:
                raise Refusal(Reason.BUSY)
            self._open_until = now + self._timeout_seconds  # half-open: the others wait for this call's result

    def succeeded(self) -> None:
        """After a call that was answered."""
        self._timeouts = 0

    def failed(self, *, timed_out: bool) -> None:
        """After a call that failed. Only timeouts open the breaker: an error that comes at once holds nobody up."""
        if not timed_out:
            self._timeouts = 0
            return
        with self._lock:
            self._timeouts += 1
            seconds = min(2.0 ** min(self._timeouts - TIMEOUTS_TO_OPEN, 8), LONGEST_OPEN_SECONDS)
            self._open_until = self._clock() + seconds
