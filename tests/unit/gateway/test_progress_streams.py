"""Streams of what changes, such as series, and downloads, as an event loop sends them."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gateway.streams.downloads import Download
from gateway.streams.formats import NDJSON
from gateway.streams.progress import Follower, ProgressStreams
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import OpenStream
from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind, Scope

CALLER = Caller("p_1", "Ann", PlayerKind.PERSON, "k", frozenset({Scope.MATCHES_READ}))


class ScriptedSeries:
    """A series that changes while its stream waits: a step of the script each time. Time is counted here."""

    def __init__(self, *script: Callable[["ScriptedSeries"], object]) -> None:
        self.script = list(script)
        self.now = 0.0
        self.revision = 1
        self.is_ended = False
        self.refusal: Refusal | None = None

    def get(self, caller: Caller, id: str) -> Any:
        if self.refusal is not None:
            raise self.refusal
        return SimpleNamespace(revision=self.revision, is_ended=self.is_ended)

    async def wait(self, woken: asyncio.Event, seconds: float) -> None:
        self.now += seconds
        if self.script:
            self.script.pop(0)(self)

    def change(self) -> None:
        self.revision += 1

    def finish(self) -> None:
        self.change()
        self.is_ended = True


def followed(
    series: ScriptedSeries, *, since: int | None = None, slots: StreamSlots | None = None, **changes: Any
) -> OpenStream:
    follower: Follower[Any] = Follower(
        "series_1", since, changes.pop("recheck", lambda: CALLER), "", lambda shown: b'{"revision":%d}' % shown.revision
    )
    settings = {"max_seconds": 60.0, "recheck_seconds": 0.0, **changes}
    streams = ProgressStreams(
        series.get,
        slots=slots or StreamSlots(4),
        clock=lambda: series.now,
        wait=series.wait,
        **settings,
    )
    return streams.follow(follower, CALLER, NDJSON)


def sent(stream: OpenStream) -> list[bytes]:
    """Every chunk of a stream, to its end."""

    async def chunks() -> list[bytes]:
        return [chunk async for chunk in stream.chunks()]

    try:
        return asyncio.run(chunks())
    finally:
        stream.close()


def test_a_series_is_looked_at_each_second_and_told_when_it_has_changed() -> None:
    series = ScriptedSeries(
        lambda _: None, ScriptedSeries.change, lambda _: None, ScriptedSeries.change, ScriptedSeries.finish
    )
    assert sent(followed(series)) == [
        b'{"type":"progress","revision":1}\n',
        b'{"type":"progress","revision":2}\n',
        b'{"type":"progress","revision":3}\n',
        b'{"type":"end","revision":4}\n',
    ]
    assert series.now == 5.0


def test_a_stream_without_news_shows_signs_of_life_and_ends_when_its_time_is_over() -> None:
    series = ScriptedSeries()
    assert sent(followed(series, max_seconds=40.0)) == [b'{"type":"progress","revision":1}\n', b"\n", b"\n"]
    assert series.now == 40.0


def test_who_has_the_revision_is_not_told_it_again() -> None:
    series = ScriptedSeries(ScriptedSeries.change)
    assert sent(followed(series, since=1, max_seconds=2.0)) == [b'{"type":"progress","revision":2}\n']


def test_a_stream_ends_when_it_is_told_to() -> None:
    opened: list[OpenStream] = []
    series = ScriptedSeries(lambda _: opened[0].end())
    opened.append(followed(series))
    assert sent(opened[0]) == [b'{"type":"progress","revision":1}\n']
    assert series.now == 1.0


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.BUSY])
def test_a_stream_whose_series_cannot_be_read_ends_so_that_its_client_resumes(reason: Reason) -> None:
    def lose(series: ScriptedSeries) -> None:
        series.refusal = Refusal(reason)

    assert sent(followed(ScriptedSeries(lose))) == [b'{"type":"progress","revision":1}\n']


def test_a_stream_ends_when_its_key_is_no_longer_valid() -> None:
    valid = iter([True, False])

    def recheck() -> Caller:
        if next(valid):
            return CALLER
        raise Refusal(Reason.UNAUTHENTICATED)

    assert sent(followed(ScriptedSeries(ScriptedSeries.change), recheck=recheck)) == [
        b'{"type":"progress","revision":1}\n'
    ]


def test_a_series_that_is_not_there_takes_no_slot() -> None:
    slots, series = StreamSlots(1), ScriptedSeries()
    series.refusal = Refusal(Reason.NOT_FOUND)
    with pytest.raises(Refusal):
        followed(series, slots=slots)
    series.refusal = None
    followed(series, slots=slots).close()


# -- downloads ---------------------------------------------------------------------------------------------------------


class Pieces:
    """Counts what was made of a body, and whether it was ended."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self._pieces = pieces
        self.made = 0
        self.is_closed = False

    def __call__(self) -> Iterator[bytes]:
        try:
            for piece in self._pieces:
                if isinstance(piece, Exception):
                    raise piece
                self.made += 1
                yield piece
        finally:
            self.is_closed = True


def downloaded(pieces: Pieces) -> Download:
    slots = StreamSlots(1)
    return Download(cast(Any, pieces()), ThreadPoolExecutor(1), slots.acquire(CALLER))


def test_a_download_is_its_pieces() -> None:
    pieces = Pieces(b"a", b"b", b"c")
    assert sent(downloaded(pieces)) == [b"a", b"b", b"c"]
    assert pieces.is_closed


def test_no_more_is_made_than_its_client_takes() -> None:
    pieces = Pieces(b"a", b"b", b"c")
    download = downloaded(pieces)

    async def first() -> bytes:
        return await anext(download.chunks())

    assert asyncio.run(first()) == b"a"
    assert pieces.made == 1
    download.close()
    assert pieces.is_closed


def test_a_download_that_the_server_ends_breaks_the_connection_off() -> None:
    broken_off: list[bool] = []
    download = downloaded(Pieces(b"a", b"b"))
    download.when_too_slow = lambda: broken_off.append(True)

    async def chunks() -> list[bytes]:
        taken = []
        async for chunk in download.chunks():
            taken.append(chunk)
            download.end()
        return taken

    assert asyncio.run(chunks()) == [b"a"]
    assert broken_off == [True]
    download.close()


def test_a_download_that_cannot_go_on_fails_where_its_sender_sees_it() -> None:
    pieces = Pieces(b"a", Refusal(Reason.BUSY))
    with pytest.raises(Refusal):
        sent(downloaded(pieces))
    assert pieces.is_closed
