"""Streams and long polls by threads that wait: for servers that give each request a thread."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from gateway.streams.deferral import Deferral
from gateway.streams.feed import Feed, Wish
from gateway.streams.lines import Form, Line
from services.identity import Caller
from services.matches.event_hub import EventHub
from services.matches.matches import Matches

HEARTBEAT_SECONDS: Final = 15.0

RECHECK_SECONDS: Final = 5.0
"""A key is looked at again before something is told, if it was not for so long."""

STOP_CHECK_SECONDS: Final = 1.0
"""A waiting stream looks this often whether the process is stopping or the client has left."""


def _nobody() -> None:
    """Wakes nobody: the server says later whom to wake."""


def _wait_for(woken: threading.Event, seconds: float) -> None:
    woken.wait(seconds)


class Places:
    """Places for those who wait. Each occupies a thread while it lasts, so there are fewer places than threads."""

    def __init__(self, number: int) -> None:
        self._free = threading.BoundedSemaphore(number)

    def take(self) -> Callable[[], None] | None:
        """A function that gives the place back, which may be called more than once; None if all places are taken."""
        if not self._free.acquire(blocking=False):
            return None
        held = threading.Semaphore(1)

        def give_back() -> None:
            if held.acquire(blocking=False):
                self._free.release()

        return give_back


class Streams:
    """The lines of matches.

    ``max_seconds``: how long a stream lasts at most. ``stopping``: whether the process is shutting down. ``face``: of
    which API, for the figures. ``recheck_seconds``: after how long a key is looked at again. ``clock`` and ``wait``:
    time, for tests.
    """

    def __init__(
        self,
        matches: Matches,
        hub: EventHub,
        *,
        max_seconds: float,
        places: Places,
        stopping: Callable[[], bool],
        face: str = "rest",
        recheck_seconds: float = RECHECK_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], None] = _wait_for,
    ) -> None:
        self.places = places
        self._face = face
        self._max_seconds = max_seconds
        self._recheck_seconds = recheck_seconds
        self._matches = matches
        self._hub = hub
        self._stopping = stopping
        self._clock = clock
        self._sleep = wait

    def open(self, wish: Wish, caller: Caller, wake: Callable[[], None]) -> Feed:
        """A feed, for whoever sends its lines; it must be closed.

        Raises:
            Refusal: as :meth:`Feed.begin`.
        """
        feed = Feed(wish, wake, self._face)
        try:
            feed.begin(self._matches, caller)
            feed.follow(self._matches, self._hub, caller)
        except BaseException:
            feed.close()
            raise
        return feed

    def follow(self, wish: Wish, caller: Caller) -> "ThreadStream":
        """The lines as they come, up to the end of the match, of the stream's time or of the process; None where
        nothing has come for a while. It must be closed.

        Raises:
            Refusal: at once, before the first line is taken: as :meth:`open`; and whenever the key is no longer valid.
        """
        woken = threading.Event()
        feed = self.open(wish, caller, woken.set)
        return ThreadStream(feed, self._lines(feed, woken))

    def defer(self, wish: Wish, caller: Caller, deferral: Deferral, form: Form) -> None:
        """Leave a stream to the server.

        Raises:
            Refusal: as :meth:`open`.
        """
        deferral.seconds, deferral.recheck_seconds = self._max_seconds, self._recheck_seconds
        deferral.form = form
        deferral.feed = self.open(wish, caller, _nobody)

    def defer_poll(
        self, wish: Wish, caller: Caller, deferral: Deferral, page: Callable[[Sequence[Line]], bytes], seconds: float
    ) -> None:
        """Leave a long poll to the server. ``page``: makes its answer from the lines.

        Raises:
            Refusal: as :meth:`open`.
        """
        deferral.seconds = seconds
        deferral.page = page
        deferral.feed = self.open(wish, caller, _nobody)

    def poll(self, wish: Wish, caller: Caller, wait_seconds: float) -> list[Line]:
        """What there is to tell, waiting up to ``wait_seconds`` for the first line. Who finds no place to wait gets
        what there is at once.

        Raises:
            Refusal: as :meth:`follow`.
        """
        until = self._clock() + wait_seconds
        woken = threading.Event()
        feed = Feed(wish, woken.set, self._face)
        feed.begin(self._matches, caller)
        told = feed.take()
        give_back = None if told or wait_seconds <= 0 else self.places.take()
        if give_back is None:
            return told
        try:
            feed.follow(self._matches, self._hub, caller)
            told = feed.take()
            while not told and not self._is_over(feed) and (left := until - self._clock()) > 0:
                self._wait(woken, min(left, STOP_CHECK_SECONDS))
                told = feed.take()
        finally:
            feed.close()
            give_back()
        wish.recheck()
        return told

    def _lines(self, feed: Feed, woken: threading.Event) -> Iterator[Line | None]:
        began = last_sign = checked = self._clock()
        while True:
            told = feed.take()
            now = self._clock()
            if told:
                if now - checked >= self._recheck_seconds:
                    feed.wish.recheck()
                    checked = now
                last_sign = now
                yield from told
            if self._is_over(feed) or now - began >= self._max_seconds:
                return
            if now - last_sign >= HEARTBEAT_SECONDS:
                last_sign = now
                yield None
            if not told:
                self._wait(woken, STOP_CHECK_SECONDS)

    def _is_over(self, feed: Feed) -> bool:
        return feed.is_over or self._stopping() or feed.wish.has_left()

    def _wait(self, woken: threading.Event, seconds: float) -> None:
        self._sleep(woken, seconds)
        woken.clear()


class ThreadStream:
    """The lines of one stream; whoever iterates waits for them."""

    def __init__(self, feed: Feed, lines: Iterator[Line | None]) -> None:
        self._feed = feed
        self._lines = lines

    def __iter__(self) -> Iterator[Line | None]:
        return self._lines

    def close(self) -> None:
        """Follow no longer. Nothing else does it for a stream that nobody has begun to read."""
        self._feed.close()


def written(lines: Iterable[Line | None], form: Form) -> Iterator[bytes]:
    """The chunks of a response."""
    if form.begin:
        yield form.begin
    for line in lines:
        yield form.sign_of_life if line is None else form.write(line)
