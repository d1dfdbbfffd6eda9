"""Streams of what changes over a long time, a series or a tournament: the whole of it each time that it has changed.

No hub tells of it: it is read again each second, by few threads for all streams of a kind, so that many streams are
told a little later instead of asking the database more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from gateway.formats.raw_json import with_type
from gateway.streams.formats import StreamEvent, StreamEventType, StreamFormat
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import HEARTBEAT_SECONDS, RECHECK_SECONDS, Clock, OpenStream, Wait, loop_time, wait_for
from services.errors import Refusal
from services.identity import Caller

POLL_SECONDS: Final = 1.0
"""How often something is looked at that somebody follows."""

THREADS: Final = 2
"""So many threads read what is followed of one kind."""


class Changing(Protocol):
    """What can be followed. ``revision`` grows with each change; once it has ended, nothing follows."""

    @property
    def revision(self) -> int:
        """Of its last change."""

    @property
    def is_ended(self) -> bool:
        """Whether nothing follows."""


T = TypeVar("T", bound=Changing)


@dataclass(frozen=True, slots=True)
class Follower(Generic[T]):
    """Who follows something. ``id``: its id. ``since``: the last revision that the client has. ``recheck`` and
    ``address``: as :class:`gateway.streams.feed.StreamRequest` has them. ``shown``: it as JSON."""

    id: str
    since: int | None
    recheck: Callable[[], Caller]
    address: str
    shown: Callable[[T], bytes]


class ProgressStreams(Generic[T]):
    """Opens the streams of one kind. ``get``: reads one by its id, for a caller; raises ``NOT_FOUND``. ``slots``: how
    many there may be, together with those of matches. The rest as :class:`gateway.streams.streams.Streams` has it."""

    def __init__(
        self,
        get: Callable[[Caller, str], T],
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
        clock: Clock = loop_time,
        wait: Wait = wait_for,
    ) -> None:
        self._get = get
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._clock = clock
        self._wait = wait
        self._readers = ThreadPoolExecutor(THREADS, "progress")

    def follow(self, follower: Follower[T], caller: Caller, format: StreamFormat) -> "ProgressStream[T]":
        """A stream; it must be closed.

        Raises:
            Refusal: ``NOT_FOUND``; as :meth:`StreamSlots.acquire`.
        """
        self._get(caller, follower.id)
        release = self._slots.acquire(caller, follower.address)

        async def read() -> T:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._get, caller, follower.id)

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


class ProgressStream(OpenStream, Generic[T]):
    """Something each time that it has changed, up to its end or that of the stream's time."""

    def __init__(
        self,
        follower: Follower[T],
        format: StreamFormat,
        release: Callable[[], None],
        *,
        read: Callable[[], Awaitable[T]],
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
                found = await self._read()
            except Refusal:  # the key is no longer valid, or the database is away: the client resumes
                return
            if found.revision != known or found.is_ended:
                yield self._format.encode(progress(found, self._follower.shown(found)))
                known, told = found.revision, self._clock()
            elif self._clock() - told >= HEARTBEAT_SECONDS:
                yield self._format.heartbeat
                told = self._clock()
            if found.is_ended or self._has_ended or self._clock() >= ends:
                return
            await self._wait(woken, POLL_SECONDS)
            woken.clear()


def progress(found: Changing, shown: bytes) -> StreamEvent:
    """Something as it is now. ``shown``: as a JSON object."""
    kind = StreamEventType.END if found.is_ended else StreamEventType.PROGRESS
    return StreamEvent(kind, found.revision, with_type(kind.value, shown))
