"""The ASGI endpoint of event streams and long polls.

The Flask app answers these requests like all others: it checks key, scope, rate limit and parameters, reads the match
and makes the head of the response. Where the body is an open stream, the event loop sends it.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from starlette.responses import StreamingResponse

from gateway.http_protocol import HttpProtocol
from gateway.problems import log_failure
from gateway.streams.streams import OpenStream
from gateway.wsgi_adapter import Receive, Scope, Send, WsgiAdapter, WsgiResponse, send_whole

_REQUEST_ID: Final = b"x-request-id"


class StreamEndpoint:
    """Serves the paths of streams; whatever is no stream (a refusal, a page of events) is sent whole."""

    def __init__(self, flask: WsgiAdapter) -> None:
        self._flask = flask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = await self._flask.call(scope, receive)
        if head is None:
            return
        if isinstance(head.body, OpenStream):
            await _send_stream(head, head.body, scope, receive, send)
        else:
            await send_whole(head, head.body, send)


async def _send_stream(head: WsgiResponse, stream: OpenStream, scope: Scope, receive: Receive, send: Send) -> None:
    connection: HttpProtocol = scope["state"]["connection"]
    try:
        stream.when_too_slow = connection.abort
        connection.begin_stream(stream.end)
        response = StreamingResponse(_chunks(head, stream, connection), head.status)
        response.raw_headers = [pair for pair in head.headers if pair[0] != b"content-length"]
        await response(scope, receive, send)  # ends, too, when the client has left
    finally:
        connection.end_stream()
        await asyncio.to_thread(stream.close)


async def _chunks(head: WsgiResponse, stream: OpenStream, connection: HttpProtocol) -> AsyncIterator[bytes]:
    try:
        async for chunk in stream.chunks():
            yield chunk
    except Exception as error:  # a response that has begun can no longer become a problem: it breaks off
        log_failure(error, dict(head.headers).get(_REQUEST_ID, b"-").decode())
        connection.abort()
