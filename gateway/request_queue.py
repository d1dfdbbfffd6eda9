"""The requests that wait for a thread, in turn between clients and never too many."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar

from services.fair_queue import FairQueue

T = TypeVar("T")

MOST_WAITING: Final = 512
"""Requests that wait for a thread; beyond, one is refused."""


class QueueFull(Exception):
    """The request will not be worked on."""


class _Job(NamedTuple, Generic[T]):
    """What a thread has to do, and where its loop waits for it."""

    work: Callable[[], T]
    answer: asyncio.Future[T]
    loop: asyncio.AbstractEventLoop


class RequestQueue(Generic[T]):
    """Runs jobs in some threads, and lets those that find no free thread wait. For one event loop.

    Each client has a queue of its own, and the queues take turns: a client with many requests delays its own. When too
    many wait, the latest of the client with the most is refused.

    The threads are its own: a pool's futures are chained to the loop's, which costs more than the way to the thread and
    back.
    """

    def __init__(self, threads: int, *, most_waiting: int = MOST_WAITING) -> None:
        self._jobs: SimpleQueue[_Job[T]] = SimpleQueue()
        self._free = threads
        self._unborn = threads  # a thread starts when it is first needed
        self._most_waiting = most_waiting
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def run(self, work: Callable[[], T], client: Callable[[], str]) -> T:
        """What a job returns or raises. ``client``: whose it is; asked only if it has to wait.

        Raises:
            QueueFull: too many wait.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(client())
        if self._unborn > self._free:
            self._unborn -= 1
            threading.Thread(target=self._work, name="request", daemon=True).start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, answer, loop))
        try:
            return await answer
        finally:
            self._pass_on()

    def _work(self) -> None:
        """In a thread: one job after the other, until the loop has ended."""
        settle: Callable[[asyncio.Future[T], Any], None]
        outcome: Any
        with suppress(RuntimeError):
            while True:
                work, answer, loop = self._jobs.get()
                if answer.done():  # it was given up
                    continue
                try:
                    settle, outcome = _succeed, work()
                except BaseException as error:
                    settle, outcome = _fail, error
                loop.call_soon_threadsafe(settle, answer, outcome)
                del work, answer, outcome  # or they would be kept until the next job

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


def _succeed(answer: asyncio.Future[T], result: T) -> None:
    if not answer.done():  # nobody waits any more
        answer.set_result(result)


def _fail(answer: asyncio.Future[T], error: BaseException) -> None:
    if not answer.done():
        answer.set_exception(error)
