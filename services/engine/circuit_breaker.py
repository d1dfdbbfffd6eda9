"""How long a service that does not answer is borne with.

The service may be anybody's program. One that lets calls run out of time is left alone for a while, so that those who
wait for it do not hold up everything else.
"""

import threading
import time
from typing import Final

from services.errors import Reason, Refusal

FAILURES: Final = (Reason.BUSY, Reason.INTERNAL)
"""Refusals that no player caused."""

LATE_CALLS: Final = 2
"""After so many calls in a row that ran out of time a service is left alone: one late call may be the call's fault."""
LONGEST_PAUSE_SECONDS: Final = 30.0


class CircuitBreaker:
    """Whether a service may be called: after calls that ran out of time only now and then, one call at a time."""

    def __init__(self, trial_seconds: float) -> None:
        """``trial_seconds``: how long a call may take."""
        self._trial_seconds = trial_seconds
        self._lock = threading.Lock()
        self._late = 0
        self._closed_until = 0.0

    def check(self) -> None:
        """Before a call.

        Raises:
            Refusal: ``BUSY``.
        """
        if self._late < LATE_CALLS:
            return
        with self._lock:
            now = time.monotonic()
            if self._late >= LATE_CALLS and now < self._closed_until:
                raise Refusal(Reason.BUSY)
            self._closed_until = now + self._trial_seconds  # this call tries it; the others wait for its result

    def answered(self) -> None:
        """After a call that was answered."""
        self._late = 0

    def failed(self, *, late: bool) -> None:
        """After a call that failed; ``late``: it ran out of time."""
        if not late:
            self._late = 0
            return
        with self._lock:
            self._late += 1
            pause = min(2.0 ** min(self._late - LATE_CALLS, 8), LONGEST_PAUSE_SECONDS)
            self._closed_until = time.monotonic() + pause
