"""Several requests in one thread, which take turns.

A thread that serves requests one after the other stands still while one of them waits for the disk. Handing the others
to a second thread costs more than serving them: the two fight for the interpreter, and each finds the processor's
caches full of the other's work. So each request is served in a greenlet, which can be put aside half-way and gone on
with later, by the same thread.

Two things follow for what runs in a request. It must not hold a lock while it lets others go first. And before it waits
for what may take long it says so (:func:`before_waiting`, :func:`before_reading`), since those put aside wait for their
thread. Where no thread is shared, all of this does nothing.
"""

import select
import socket
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from greenlet import getcurrent, greenlet

MOMENT_SECONDS: Final = 0.02
"""So long those put aside wait for an answer that another request reads."""

Request = TypeVar("Request")


class SharedThread(Generic[Request]):
    """The thread that makes this, and the requests it serves."""

    def __init__(self, serve: Callable[[Request], None], others_wait: Callable[[], bool]) -> None:
        """``serve``: serves one request, and raises nothing. ``others_wait``: whether a request that would let others
        go first is to do so."""
        self._serve = serve
        self._others_wait = others_wait
        self._thread = getcurrent()
        self._aside: deque[greenlet] = deque()
        self._spare: list[greenlet] = []
        self._in_haste = False
        _here.shared = self

    def __len__(self) -> int:
        """How many requests are put aside."""
        return len(self._aside)

    def serve(self, request: Request) -> None:
        """Serve a request until it is done or put aside."""
        (self._spare.pop() if self._spare else greenlet(self._run, self._thread)).switch(request)
        if self._in_haste:
            self.go_on()

    def go_on(self) -> None:
        """Go on with all that are put aside now, oldest first."""
        for _ in range(len(self._aside)):
            self._aside.popleft().switch()

    def let_others_first(self) -> bool:
        """See :func:`let_others_first`."""
        if self._in_haste or getcurrent() is self._thread or not self._others_wait():
            return False
        self._put_aside()
        return True

    def before_waiting(self) -> None:
        """See :func:`before_waiting`."""
        if self._aside and not self._in_haste and getcurrent() is not self._thread:
            self._in_haste = True
            self._put_aside()
            self._in_haste = False

    def _put_aside(self) -> None:
        self._aside.append(getcurrent())
        self._thread.switch()

    def _run(self, request: Request) -> None:
        while True:
            self._serve(request)
            self._spare.append(getcurrent())
            request = self._thread.switch()


class _Here(threading.local):
    shared: SharedThread[Any] | None = None


_here: Final = _Here()


def let_others_first() -> bool:
    """For who is about to wait in the middle of a request and does so better in company: returns when the requests that
    have come meanwhile were seen to; False if there were none."""
    return _here.shared is not None and _here.shared.let_others_first()


def before_waiting() -> None:
    """For who is about to wait, perhaps for long: returns when those put aside in this thread have gone on."""
    if _here.shared is not None:
        _here.shared.before_waiting()


def before_reading(connection: socket.socket) -> None:
    """For who is about to wait for an answer that mostly comes soon: as :func:`before_waiting` if it does not."""
    if _here.shared:
        answer = select.poll()
        answer.register(connection, select.POLLIN)
        if not answer.poll(MOMENT_SECONDS * 1000):
            _here.shared.before_waiting()
