"""Other processes, for tests of what must hold between them."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from threading import Barrier
from typing import Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy

from services.database import Database

P = ParamSpec("P")
T = TypeVar("T")

DEADLINE_SECONDS: Final = 60.0
_spawn: Final = multiprocessing.get_context("spawn")
_start: Barrier


def at_once(processes: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> list[T]:
    """What `work` returns in each of several new processes that all begin at the same moment."""
    barrier = _spawn.Barrier(processes)
    with ProcessPoolExecutor(processes, mp_context=_spawn, initializer=_take, initargs=(barrier,)) as pool:
        running = [pool.submit(_together, partial(work, *args, **kwargs)) for _ in range(processes)]
        return [result.result(DEADLINE_SECONDS) for result in running]


def _take(barrier: Barrier) -> None:
    global _start
    _start = barrier


def _together(work: Callable[[], T]) -> T:
    _start.wait(DEADLINE_SECONDS)
    return work()


def killed_when_told(
    work: Callable[Concatenate[Callable[[], None], P], None], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Run `work` in a new process and kill that, without warning, when `work` calls its first argument."""
    mine, theirs = _spawn.Pipe()
    process = _spawn.Process(target=_tell, args=(theirs, work, *args), kwargs=kwargs)
    process.start()
    theirs.close()
    try:
        assert mine.poll(DEADLINE_SECONDS)
        assert mine.recv() == "now"
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.join(DEADLINE_SECONDS)
    assert process.exitcode == -signal.SIGKILL


def _tell(parent: Connection, work: Callable[..., None], *args: object, **kwargs: object) -> None:
    def tell_and_wait() -> None:
        parent.send("now")
        parent.recv()

    work(tell_and_wait, *args, **kwargs)


class DiesBeforeCommit(Database):
    """A database whose process is lost when everything was written and nothing committed."""

    def __init__(self, url: str, die: Callable[[], None]) -> None:
        super().__init__(url)
        self._die = die

    @contextmanager
    def begin(self) -> Iterator[sqlalchemy.Connection]:
        with super().begin() as connection:
            yield connection
            self._die()
