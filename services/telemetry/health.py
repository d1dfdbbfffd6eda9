"""Whether a process that serves nothing still does its work."""

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Beating(Protocol):
    """What a loop, or several, tell of themselves: see :class:`Heartbeat`."""

    @property
    def alive(self) -> bool: ...

    @property
    def ready(self) -> bool: ...


class Heartbeat:
    """The sign of life of a loop. Safe to use from several threads."""

    def __init__(self, timeout_seconds: float = 60.0, *, clock: Callable[[], float] = time.monotonic) -> None:
        """``timeout_seconds``: after how long without a beat the loop counts as stuck."""
        self._timeout = timeout_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._last = clock()
        self._begun = False

    def beat(self) -> None:
        """The loop goes on, whether or not what it needs can be reached."""
        with self._lock:
            self._last = self._clock()

    def begin(self) -> None:
        """The loop has done its work for the first time."""
        self._begun = True

    @property
    def alive(self) -> bool:
        """Whether the loop goes on. When it does not, only a restart helps."""
        with self._lock:
            return self._clock() - self._last < self._timeout

    @property
    def ready(self) -> bool:
        """Whether the loop works."""
        return self._begun and self.alive
