"""A circuit breaker for the database: nobody waits for a server that does not answer until it answers again."""

import random
import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from services.errors import Reason, Refusal
from services.telemetry.causes import cause_of

PROBE_SECONDS: Final = 0.5
"""How long to wait between two probes; up to twice as long, by chance."""

log = structlog.get_logger("database")


class CircuitBreaker:
    """Closed, it lets every use through. Open, it lets none: who has waited in vain opens it, and a thread of its own
    probes the server until it answers, then closes it. Safe to use from several threads, and in a process that
    forks."""

    def __init__(self, probe: Callable[[], object]) -> None:
        """``probe``: asks the server, within a bounded time; raises while it does not answer."""
        self._probe = probe
        self._closed_again: threading.Event | None = None

    def check(self) -> None:
        """Before a use.

        Raises:
            Refusal: ``BUSY``: the breaker is open.
        """
        if self._closed_again is not None:
            raise Refusal(Reason.BUSY)

    def open(self, error: BaseException) -> None:
        """After a use that was not answered in time. ``error``: what it ended with."""
        if self._closed_again is not None:
            return
        self._closed_again = closed = threading.Event()
        log.warning("database_away", error=cause_of(error))
        threading.Thread(target=self._probe_until, args=(closed,), name="database probe", daemon=True).start()

    def close(self) -> None:
        """Let the next use find out. Also for the child of a fork, where no thread probes."""
        closed, self._closed_again = self._closed_again, None
        if closed is not None:
            closed.set()

    def _probe_until(self, closed: threading.Event) -> None:
        began = time.monotonic()
        while not self._answers():
            if closed.wait(PROBE_SECONDS * random.uniform(1.0, 2.0)):
                return
        if self._closed_again is closed:
            self._closed_again = None
        log.warning("database_back", seconds=round(time.monotonic() - began, 1))

    def _answers(self) -> bool:
        try:
            self._probe()
        except Exception:  # whatever it raises, nobody should wait for it
            return False
        return True
