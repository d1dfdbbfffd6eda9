"""How many calls are worked on at a time. Those that wait take turns between their clients."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from services.errors import Reason, Refusal
from services.fair_queue import FairQueue

RETRY: Final = {"retry_seconds": "1"}
"""What a refusal says that the same call may be sent again soon."""


class _Turn:
    """A call that waits for its slot."""

    def __init__(self) -> None:
        self._come = threading.Event()
        self._is_refused = False

    def wait(self) -> None:
        """Return with a slot.

        Raises:
            Refusal: ``BUSY``.
        """
        self._come.wait()
        if self._is_refused:
            raise _busy()

    def begin(self) -> None:
        self._come.set()

    def refuse(self) -> None:
        self._is_refused = True
        self._come.set()


class WorkSlots:
    """A limited number of slots. Safe to use from several threads."""

    def __init__(self, number: int, *, most_waiting: int) -> None:
        """``number``: of slots. ``most_waiting``: how many calls may wait for one; beyond, the latest of the client
        with the most is refused."""
        self._free = number
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._waiting: FairQueue[_Turn] = FairQueue()

    @contextmanager
    def slot(self, client: str) -> Iterator[None]:
        """Hold a slot. Each client has a queue of its own, and the queues take turns: a client with many calls delays
        its own.

        Raises:
            Refusal: ``BUSY``: too many wait.
        """
        turn: _Turn | None = None
        with self._lock:
            if self._free:
                self._free -= 1
            else:
                turn = self._wait_behind(client)
        if turn is not None:
            turn.wait()
        try:
            yield
        finally:
            self._pass_on()

    def waiting(self) -> int:
        """How many wait now."""
        with self._lock:
            return len(self._waiting)

    def _wait_behind(self, client: str) -> _Turn:
        if len(self._waiting) >= self._most_waiting:
            refused = self._waiting.make_room(client)
            if refused is None:
                raise _busy()
            refused.refuse()
        turn = _Turn()
        self._waiting.add(client, turn)
        return turn

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.next().begin()
            else:
                self._free += 1


def _busy() -> Refusal:
    return Refusal(Reason.BUSY, "Too many calls wait.", metadata=RETRY)
