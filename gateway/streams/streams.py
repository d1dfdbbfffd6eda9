"""Event streams and long polls as an event loop sends them: a coroutine for each client.

A stream is opened in a thread, since reading the match blocks; its chunks are then awaited by the event loop. The event
hub's thread wakes the loop when there is something to send.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from gateway.streams.feed import Feed, StreamRequest
from gateway.streams.formats import StreamEvent, StreamFormat
from gateway.streams.situations import Situations
from gateway.streams.slots import StreamSlots
from services.errors import Refusal
from services.identity import Caller
from services.matches.event_hub import EventHub
from services.matches.matches import Matches

HEARTBEAT_SECONDS: Final = 15.0

HISTORY_THREADS: Final = 2
"""So many streams read at once what has been before they began, a page after the other."""

SITUATION_THREADS: Final = 4
"""So many situations are read at once for streams that carry them. A stream that waits for its turn is told more with
it, and so asks less often."""

RECHECK_SECONDS: Final = 5.0
"""Before an event is sent, the client's key is checked again if that was not done for so long; before the first step of
a match that had not started, whether its client still has the seat as well."""

Clock = Callable[[], float]
Wait = Callable[[asyncio.Event, float], Awaitable[None]]
Fill = Callable[[list[StreamEvent]], Awaitable[list[StreamEvent]]]
"""Fills the last of some events with the situation to which it has led, where the client wants that."""


async def as_taken(events: list[StreamEvent]) -> list[StreamEvent]:
    """Fills nothing."""
    return events


def _nobody() -> None:
    """Wakes nobody: the event loop says later whom to wake."""


def loop_time() -> float:
    """The event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()


async def wait_for(woken: asyncio.Event, seconds: float) -> None:
    """Wait until somebody sets the event, or for so long. It is set then."""
    timer = asyncio.get_running_loop().call_later(seconds, woken.set)
    try:
        await woken.wait()
    finally:
        timer.cancel()


class Streams:
    """Opens the streams of matches.

    ``max_seconds``: how long a stream lasts at most. ``slots``: how many there may be. ``recheck_seconds``: after how
    long a key is checked again. ``clock`` and ``wait``: time, for tests.
    """

    def __init__(
        self,
        matches: Matches,
        hub: EventHub,
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
        clock: Clock = loop_time,
        wait: Wait = wait_for,
    ) -> None:
        self._matches = matches
        self._hub = hub
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._clock = clock
        self._wait = wait
        self._history = ThreadPoolExecutor(HISTORY_THREADS, "stream history")
        self._situations = Situations(matches)
        self._filling = ThreadPoolExecutor(SITUATION_THREADS, "stream situations")

    def open(self, request: StreamRequest, caller: Caller, format: StreamFormat) -> "EventStream":
        """A stream; it must be closed. Blocks while the match is read.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; otherwise as :meth:`Feed.begin`.
        """
        release = self._slots.acquire(caller, request.address)
        feed = Feed(request, _nobody, "rest")

        def catch_up(read: Callable[[Matches, Caller], object]) -> None:
            read(self._matches, caller)
            if not feed.is_behind:
                feed.follow(self._matches, self._hub, caller)
            feed.fill_ready(self._situations, caller)

        async def read_on() -> None:
            await asyncio.get_running_loop().run_in_executor(self._history, catch_up, feed.read_on)

        try:
            catch_up(feed.begin)
        except BaseException:
            feed.close()
            release()
            raise
        return EventStream(
            feed,
            format,
            release,
            fill=self._fill(feed, caller),
            read_on=read_on,
            seconds=self._max_seconds,
            recheck_seconds=self._recheck_seconds,
            clock=self._clock,
            wait=self._wait,
        )

    def read(self, request: StreamRequest, caller: Caller) -> list[StreamEvent]:
        """What there is to tell now, or the first lines of it. Blocks while the match is read.

        Raises:
            Refusal: as :meth:`Feed.begin`.
        """
        feed = Feed(request, _nobody, "rest")
        feed.begin(self._matches, caller)
        return feed.fill(feed.take(), self._situations, caller)

    def wait_for_events(
        self, request: StreamRequest, caller: Caller, page: Callable[[Sequence[StreamEvent]], bytes], seconds: float
    ) -> "LongPoll":
        """A long poll; it must be closed. ``page``: makes the body from the events. Blocks while the match is read.

        Raises:
            Refusal: as :meth:`open`.
        """
        release = self._slots.acquire(caller, request.address)
        try:
            feed = open_feed(request, caller, self._matches, self._hub, "rest")
        except BaseException:
            release()
            raise

        async def read_on() -> None:
            await asyncio.get_running_loop().run_in_executor(self._history, feed.read_on, self._matches, caller)

        fill = self._fill(feed, caller)
        wait = self._wait
        return LongPoll(feed, page, release, fill=fill, read_on=read_on, seconds=seconds, clock=self._clock, wait=wait)

    def _fill(self, feed: Feed, caller: Caller) -> Fill:
        async def fill(taken: list[StreamEvent]) -> list[StreamEvent]:
            filled = feed.fill_at_once(taken, self._situations)
            if not feed.lacks_situation(filled):
                return filled
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._filling, feed.fill, filled, self._situations, caller)

        return fill


def open_feed(request: StreamRequest, caller: Caller, matches: Matches, hub: EventHub, api: str) -> Feed:
    """A feed that follows its match; it must be closed. ``api``: of which API, for the metrics.

    Raises:
        Refusal: as :meth:`Feed.begin`.
    """
    feed = Feed(request, _nobody, api)
    try:
        feed.begin(matches, caller)
        if feed.is_behind:
            feed.read_all(matches, caller)
        feed.follow(matches, hub, caller)
    except BaseException:
        feed.close()
        raise
    return feed


class OpenStream(ABC):
    """A response whose body is sent by the event loop. It holds a slot, which ``release`` gives back.

    ``when_too_slow``: is called in the event loop to break the connection off, when the client has not read for so long
    that it is to be cut off.
    """

    def __init__(self, release: Callable[[], None]) -> None:
        self.when_too_slow: Callable[[], None] = _nobody
        self.on_close: Callable[[], None] = _nobody
        self._release = release
        self._has_ended = False
        self._wake: Callable[[], None] = _nobody

    @abstractmethod
    def chunks(self) -> AsyncIterator[bytes]:
        """The chunks of the body, as they come. To be iterated over once."""

    def end(self) -> None:
        """Send what has come and no more; the client resumes. To be called in the event loop."""
        self._has_ended = True
        self._wake()

    def close(self) -> None:
        """Release the slot."""
        self._release()
        self.on_close()


class Followed(Protocol):
    """What a stream sends on: see :class:`gateway.streams.feed.Feed`."""

    @property
    def must_check(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_too_slow(self) -> bool: ...
    @property
    def is_behind(self) -> bool: ...
    def wake_by(self, wake: Callable[[], None]) -> None: ...
    def check(self) -> None: ...
    def take(self) -> list[StreamEvent]: ...
    def close(self) -> None: ...


class FeedStream(OpenStream):
    """What :class:`EventStream` and :class:`LongPoll` share: the events of one feed."""

    def __init__(
        self,
        feed: Followed,
        release: Callable[[], None],
        *,
        seconds: float,
        clock: Clock,
        wait: Wait,
        fill: Fill = as_taken,
    ) -> None:
        super().__init__(release)
        self._feed = feed
        self._fill = fill
        self._seconds = seconds
        self._clock = clock
        self._wait = wait

    def close(self) -> None:
        """Follow no longer and release the slot."""
        self._feed.close()
        super().close()

    @property
    def _is_over(self) -> bool:
        return self._feed.is_over or self._has_ended

    def _bind(self) -> asyncio.Event:
        """An event of this loop that is set when there may be something to take."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            woken.set()
            if self._feed.is_too_slow:
                self.when_too_slow()

        def wake_from_thread() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all streams
                loop.call_soon_threadsafe(wake)

        self._wake = wake
        self._feed.wake_by(wake_from_thread)
        return woken

    async def _next(self, woken: asyncio.Event, until: float) -> list[StreamEvent]:
        """The next events; none where the stream is over or the time has come."""
        events = self._feed.take()
        while not events and not self._feed.is_behind and not self._is_over and (left := until - self._clock()) > 0:
            await self._wait(woken, left)
            woken.clear()
            events = self._feed.take()
        return events

    async def _may_be_told(self) -> bool:
        try:
            await asyncio.to_thread(self._feed.check)
        except Refusal:
            return False
        return True


class EventStream(FeedStream):
    """Events as they come, up to the end of the match or of the stream's time. ``read_on``: reads the next page of what
    has been, while the feed is behind: so the past of a long match comes as fast as its client takes it."""

    def __init__(
        self,
        feed: Followed,
        format: StreamFormat,
        release: Callable[[], None],
        *,
        fill: Fill = as_taken,
        read_on: Callable[[], Awaitable[None]],
        seconds: float,
        recheck_seconds: float,
        clock: Clock,
        wait: Wait,
    ) -> None:
        super().__init__(feed, release, fill=fill, seconds=seconds, clock=clock, wait=wait)
        self._format = format
        self._read_on = read_on
        self._recheck_seconds = recheck_seconds

    async def chunks(self) -> AsyncIterator[bytes]:
        woken, format = self._bind(), self._format
        checked = self._clock()
        ends = checked + self._seconds
        if format.preamble:
            yield format.preamble
        while True:
            events = await self._next(woken, min(self._clock() + HEARTBEAT_SECONDS, ends))
            if events:
                if self._feed.must_check or self._clock() - checked >= self._recheck_seconds:
                    if not await self._may_be_told():
                        return
                    checked = self._clock()
                try:
                    events = await self._fill(events)
                except Refusal:  # the client resumes
                    return
                yield b"".join(map(format.encode, events))
            if self._feed.is_behind and not self._has_ended and self._clock() < ends:
                try:
                    await self._read_on()
                except Refusal:  # the client resumes
                    return
                continue
            if self._is_over or self._clock() >= ends:
                return
            if not events:
                yield format.heartbeat


class LongPoll(FeedStream):
    """One page: the first events that come, or none when the time has passed."""

    def __init__(
        self,
        feed: Followed,
        page: Callable[[Sequence[StreamEvent]], bytes],
        release: Callable[[], None],
        *,
        read_on: Callable[[], Awaitable[None]],
        fill: Fill = as_taken,
        seconds: float,
        clock: Clock,
        wait: Wait,
    ) -> None:
        super().__init__(feed, release, fill=fill, seconds=seconds, clock=clock, wait=wait)
        self._page = page
        self._read_on = read_on

    async def chunks(self) -> AsyncIterator[bytes]:
        woken, until = self._bind(), self._clock() + self._seconds
        events = await self._next(woken, until)
        if not events and self._feed.is_behind:
            await self._read_on()
            events = self._feed.take()
        if events and not await self._may_be_told():
            events = []
        try:
            events = await self._fill(events)
        except Refusal:  # the client asks again
            events = []
        yield self._page(events)
