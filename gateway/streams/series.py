"""Streams of a series: its progress, and its results as a download.

No hub tells of a series: it is read again each second, by few threads for all streams, so that many streams are told a
little later instead of asking the database more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

from gateway.raw_json import with_type
from gateway.streams.formats import StreamEvent, StreamEventType, StreamFormat
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import HEARTBEAT_SECONDS, RECHECK_SECONDS, Clock, OpenStream, Wait, loop_time, wait_for
from services.errors import Refusal
from services.identity import Caller
from services.series_jobs import Series, SeriesJobs

POLL_SECONDS: Final = 1.0
"""How often a series is looked at that somebody follows."""

THREADS: Final = 2
"""So many threads read the series that are followed, and as many make what is downloaded."""

Pieces = Generator[bytes, None, None]


@dataclass(frozen=True, slots=True)
class SeriesFollower:
    """Who follows a series. ``since``: the last revision that the client has. ``recheck`` and ``address``: as
    :class:`gateway.streams.feed.StreamRequest` has them. ``shown``: the series as JSON."""

    series_id: str
    since: int | None
    recheck: Callable[[], Caller]
    address: str
    shown: Callable[[Series], bytes]


class SeriesStreams:
    """Opens the streams of series. ``slots``: how many there may be, together with those of matches. The rest as
    :class:`gateway.streams.streams.Streams` has it."""

    def __init__(
        self,
        series: SeriesJobs,
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
        clock: Clock = loop_time,
        wait: Wait = wait_for,
    ) -> None:
        self._series = series
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._clock = clock
        self._wait = wait
        self._readers = ThreadPoolExecutor(THREADS, "series progress")
        self._makers = ThreadPoolExecutor(THREADS, "series download")

    def follow(self, follower: SeriesFollower, caller: Caller, format: StreamFormat) -> "ProgressStream":
        """A stream of a series' progress; it must be closed.

        Raises:
            Refusal: ``NOT_FOUND``; as :meth:`StreamSlots.acquire`.
        """
        self._series.get(caller, follower.series_id)
        release = self._slots.acquire(player=caller.player_id, address=follower.address)

        async def read() -> Series:
            def current() -> Series:
                return self._series.get(caller, follower.series_id)

            return await asyncio.get_running_loop().run_in_executor(self._readers, current)

        return ProgressStream(
            follower,
            format,
            release,
            read=read,
            seconds=self._max_seconds,
            recheck_seconds=self._recheck_seconds,
            clock=self._clock,
            wait=self._wait,
        )

    def download(self, pieces: Pieces, caller: Caller, address: str) -> "Download":
        """A body that is made while it is sent, a piece at a time; it must be closed.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`.
        """
        return Download(pieces, self._makers, self._slots.acquire(player=caller.player_id, address=address))


class ProgressStream(OpenStream):
    """A series each time that it has changed, up to its end or that of the stream's time."""

    def __init__(
        self,
        follower: SeriesFollower,
        format: StreamFormat,
        release: Callable[[], None],
        *,
        read: Callable[[], Awaitable[Series]],
        seconds: float,
        recheck_seconds: float,
        clock: Clock,
        wait: Wait,
    ) -> None:
        super().__init__(release)
        self._follower = follower
        self._format = format
        self._read = read
        self._seconds = seconds
        self._recheck_seconds = recheck_seconds
        self._clock = clock
        self._wait = wait

    async def chunks(self) -> AsyncIterator[bytes]:
        woken = asyncio.Event()
        self._wake = woken.set
        checked = told = self._clock()
        ends, known = checked + self._seconds, self._follower.since
        if self._format.preamble:
            yield self._format.preamble
        while True:
            try:
                if self._clock() - checked >= self._recheck_seconds:
                    await asyncio.to_thread(self._follower.recheck)
                    checked = self._clock()
                series = await self._read()
            except Refusal:  # the key is no longer valid, or the database is away: the client resumes
                return
            if series.revision != known or series.is_ended:
                yield self._format.encode(progress(series, self._follower.shown(series)))
                known, told = series.revision, self._clock()
            elif self._clock() - told >= HEARTBEAT_SECONDS:
                yield self._format.heartbeat
                told = self._clock()
            if series.is_ended or self._has_ended or self._clock() >= ends:
                return
            await self._wait(woken, POLL_SECONDS)
            woken.clear()


def progress(series: Series, shown: bytes) -> StreamEvent:
    """A series as it is now. ``shown``: as a JSON object."""
    kind = StreamEventType.END if series.is_ended else StreamEventType.PROGRESS
    return StreamEvent(kind, series.revision, with_type(kind.value, shown))


class Download(OpenStream):
    """A body whose pieces are made in a thread, as fast as the client takes them. One that cannot be sent to its end
    breaks the connection off: nobody is to take a part for the whole."""

    def __init__(self, pieces: Pieces, threads: ThreadPoolExecutor, release: Callable[[], None]) -> None:
        super().__init__(release)
        self._pieces = pieces
        self._threads = threads
        self._next: Future[bytes | None] | None = None

    async def chunks(self) -> AsyncIterator[bytes]:
        while True:
            self._next = self._threads.submit(next, self._pieces, None)
            piece = await asyncio.wrap_future(self._next)
            if piece is None:
                return
            if self._has_ended:
                self.when_too_slow()
                return
            yield piece

    def close(self) -> None:
        """Make no more of it, and release the slot."""
        try:
            if self._next is not None:
                wait([self._next])
            self._pieces.close()
        finally:
            super().close()
