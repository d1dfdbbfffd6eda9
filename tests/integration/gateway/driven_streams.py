"""Streams for clients that call the Flask app without a server: an event loop of the client's own sends them."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gateway.streams.streams import OpenStream

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class DrivenStream:
    """The chunks of one stream, as they come."""

    def __init__(self, stream: OpenStream) -> None:
        self._stream = stream
        self._chunks = stream.chunks()
        self._loop = asyncio.new_event_loop()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        chunk = self._loop.run_until_complete(self._next())
        if chunk is None:
            raise StopIteration
        return chunk

    def close(self) -> None:
        if not self._loop.is_closed():
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()
        self._stream.close()

    async def _next(self) -> bytes | None:
        return await anext(self._chunks, None)


def drive_streams(app: Wsgi) -> Wsgi:
    """The app, with streams that can be iterated over."""

    def driven(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        result = app(environ, start_response)
        return DrivenStream(result) if isinstance(result, OpenStream) else result

    return driven
