"""Several requests in one thread, which take turns.

A thread that serves requests one after the other stands still while one of them waits for the disk. Handing the others
to a second thread costs more than serving them: the two fight for the interpreter, and each finds the processor's
caches full of the other's work. So each request is served in a greenlet, which can be put aside half-way and gone on
with later, by the same thread.

Two things follow for what runs in a request. It must not hold a lock while it is put aside. And before it waits in any
other way for what may take long it says so (:func:`before_waiting`, :func:`before_reading`), since those put aside wait
for their thread. Outside of such requests all of this does nothing.
"""

import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from greenlet import getcurrent, greenlet

MOMENT_SECONDS: Final = 0.02
"""So long those put aside wait for an answer that another request reads."""

READING_SECONDS: Final = 1.0
"""So long a request that waits to read lets others go first."""

Request = TypeVar("Request")


class SharedThread(Generic[Request]):
    """The thread that makes this, and the requests it serves. True while any of them is put aside."""

    def __init__(self, serve: Callable[[Request], None], others_wait: Callable[[], bool]) -> None:
        """``serve``: serves one request, and raises nothing. ``others_wait``: whether a request that would let others
        go first is to do so."""
        self._serve = serve
        self._others_wait = others_wait
        self._thread = getcurrent()
        self._spare: list[greenlet] = []
        self._aside: deque[greenlet] = deque()  # for others to be served first
        self._ready: deque[greenlet] = deque()  # what they waited for has come
        self._reading: dict[int, tuple[greenlet, float]] = {}  # by descriptor, and since when
        self._watch = select.poll()
        self._hasty: greenlet | None = None  # is about to wait in another way
        self._in_haste = False
        _here.shared = self

    def __bool__(self) -> bool:
        return bool(self._aside or self._ready or self._reading)

    # -- for the thread ------------------------------------------------------------------------------------------------

    def serve(self, request: Request) -> None:
        """Serve a request until it is done or put aside."""
        self._switch(self._spare.pop() if self._spare else greenlet(self._run, self._thread), request)

    def go_on(self) -> None:
        """Go on with those who let others go first, oldest first, and with all who are ready."""
        for _ in range(len(self._aside)):
            self._switch(self._aside.popleft())
        self.go_on_with_ready()

    def go_on_with_ready(self) -> None:
        """Go on with those for whom that has come what they waited for."""
        while self._ready:
            self._switch(self._ready.popleft())

    def look(self, door: int, seconds: float) -> None:
        """Wait until there is something to read, at ``door``, a descriptor, or for a request, which is ready then."""
        if self._reading:
            self._watch.register(door, select.POLLIN)
            self._await(seconds)
            self._watch.unregister(door)

    def finish(self) -> None:
        """Go on with all that are put aside until they are done."""
        while self:
            self.go_on()
            if self._reading:
                self._await(READING_SECONDS)

    def _await(self, seconds: float) -> None:
        can_read = [descriptor for descriptor, _ in self._watch.poll(seconds * 1000)]
        until = time.monotonic() - READING_SECONDS
        for descriptor, (request, since) in list(self._reading.items()):
            if descriptor in can_read or since < until:
                del self._reading[descriptor]
                self._watch.unregister(descriptor)
                self._ready.append(request)

    def _switch(self, to: greenlet, *request: Request) -> None:
        to.switch(*request)
        if (hasty := self._hasty) is not None:
            self._hasty, self._in_haste = None, True
            self.finish()
            self._in_haste = False
            self._switch(hasty)

    def _run(self, request: Request) -> None:
        while True:
            self._serve(request)
            self._spare.append(getcurrent())
            request = self._thread.switch()

    # -- for the requests ----------------------------------------------------------------------------------------------

    @property
    def is_in_request(self) -> bool:
        """Whether it is a request that asks."""
        return getcurrent() is not self._thread

    def let_others_first(self) -> bool:
        """See :func:`let_others_first`."""
        if self._in_haste or not self._others_wait():
            return False
        self._aside.append(getcurrent())
        self._thread.switch()
        return True

    def wait_to_read(self, connection: socket.socket) -> None:
        """See :func:`wait_to_read`."""
        self._reading[connection.fileno()] = getcurrent(), time.monotonic()
        self._watch.register(connection, select.POLLIN)
        self._thread.switch()

    def before_waiting(self) -> None:
        """See :func:`before_waiting`."""
        if self and not self._in_haste:
            self._hasty = getcurrent()
            self._thread.switch()

    def pause(self) -> None:
        """Put this request aside until it is said to be ready."""
        self._thread.switch()

    def say_ready(self, requests: list[greenlet]) -> None:
        """What requests paused for has come."""
        self._ready += requests


class News:
    """Something that requests of one thread wait for."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        self._listeners: list[greenlet] = []

    def wait(self) -> None:
        """Put this request aside until the news are told."""
        if (shared := _shared()) is not None:
            self._listeners.append(getcurrent())
            shared.pause()

    def tell(self) -> None:
        """Those who wait go on."""
        if self._listeners and (shared := _here.shared) is not None:
            shared.say_ready(self._listeners)


class _Here(threading.local):
    shared: SharedThread[Any] | None = None


_here: Final = _Here()


def _shared() -> SharedThread[Any] | None:
    shared = _here.shared
    return shared if shared is not None and shared.is_in_request else None


def let_others_first() -> bool:
    """For who is about to wait in the middle of a request and does so better in company: returns when the requests that
    have come meanwhile were seen to; False if there were none."""
    shared = _shared()
    return shared is not None and shared.let_others_first()


def wait_to_read(connection: socket.socket) -> None:
    """Let others go first until there is something to read, or for a second at most."""
    if (shared := _shared()) is not None:
        shared.wait_to_read(connection)


def before_waiting() -> None:
    """For who is about to wait in another way, perhaps for long: returns when those put aside in this thread are
    done."""
    if (shared := _shared()) is not None:
        shared.before_waiting()


def before_reading(connection: socket.socket) -> None:
    """For who is about to wait for an answer that mostly comes soon: as :func:`before_waiting` if it does not."""
    if (shared := _shared()) is not None and shared:
        answer = select.poll()
        answer.register(connection, select.POLLIN)
        if not answer.poll(MOMENT_SECONDS * 1000):
            shared.before_waiting()
