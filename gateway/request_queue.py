"""The requests that wait for a thread, in turn between clients and never too many."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

from services.fair_queue import FairQueue

T = TypeVar("T")

MOST_WAITING: Final = 512
"""Requests that wait for a thread; beyond, one is refused."""


class QueueFull(Exception):
    """The request will not be worked on."""


class RequestQueue(Generic[T]):
    """Runs jobs in a pool of threads, and lets those that find no free thread wait. For one event loop.

    Each client has a queue of its own, and the queues take turns: a client with many requests delays its own. When too
    many wait, the latest of the client with the most is refused.
    """

    def __init__(self, threads: int, *, most_waiting: int = MOST_WAITING) -> None:
        self._pool = ThreadPoolExecutor(threads, "request")
        self._free = threads
        self._most_waiting = most_waiting
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def run(self, job: Callable[[], T], client: Callable[[], str]) -> T:
        """What a job returns or raises. ``client``: whose it is; asked only if it has to wait.

        Raises:
            QueueFull: too many wait.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(client())
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._pass_on()

    async def _wait(self, client: str) -> None:
        """Return with a thread."""
        if len(self._waiting) >= self._most_waiting:
            refused = self._waiting.make_room(client)
            if refused is None:
                raise QueueFull
            if not refused.done():
                refused.set_exception(QueueFull())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(client, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it had its thread already
            raise

    def _pass_on(self) -> None:
        """Give a thread that has become free to whose turn it is."""
        while self._waiting:
            turn = self._waiting.next()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
