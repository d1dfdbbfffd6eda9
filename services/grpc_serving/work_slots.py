"""How many calls are worked on at a time. Those that wait take turns between their clients."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from services.errors import Reason, Refusal

RETRY: Final = {"retry_seconds": "1"}
"""What a refusal says that the same call may be sent again soon."""


class WorkSlots:
    """A limited number of slots. Safe to use from several threads."""

    def __init__(self, number: int, *, most_waiting: int) -> None:
        """``number``: of slots. ``most_waiting``: how many calls may wait for one; beyond, one is refused."""
        self._free = number
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._waiting = 0
        self._queues: dict[str, deque[threading.Lock]] = {}  # in the order of their turns

    @contextmanager
    def slot(self, client: str) -> Iterator[None]:
        """Hold a slot. Each client has a queue of its own, and the queues take turns: a client with many calls delays
        its own.

        Raises:
            Refusal: ``BUSY``: too many wait.
        """
        turn: threading.Lock | None = None
        with self._lock:
            if self._free:
                self._free -= 1
            elif self._waiting >= self._most_waiting:
                raise Refusal(Reason.BUSY, "Too many calls wait.", metadata=RETRY)
            else:
                turn = threading.Lock()
                turn.acquire()
                self._queues.setdefault(client, deque()).append(turn)
                self._waiting += 1
        if turn is not None:
            turn.acquire()  # until somebody passes a slot on
        try:
            yield
        finally:
            self._pass_on()

    def waiting(self) -> int:
        """How many wait now."""
        with self._lock:
            return self._waiting

    def _pass_on(self) -> None:
        with self._lock:
            if not self._queues:
                self._free += 1
                return
            client = next(iter(self._queues))
            queue = self._queues.pop(client)
            turn = queue.popleft()
            self._waiting -= 1
            if queue:
                self._queues[client] = queue  # its next turn comes after all others'
        turn.release()
