"""The Flask app under an ASGI server: the body is read first, the app runs in a pool of threads, and the event loop
sends the response. So a client that is slow to send or to read holds no thread.
"""

import io
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gateway.http_protocol import WHOLE_BODY, HttpProtocol
from gateway.problems import bare_problem
from gateway.request_queue import QueueFull, RequestQueue
from gateway.streams.streams import OpenStream
from services.errors import Reason, Refusal
from services.rate_limits.client_ip import DIRECT, ClientAddresses

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
WsgiApp = Callable[..., Iterable[bytes]]

MOST_DISCARDED_BYTES: Final = 1_048_576
"""Read of a body that is too large, so that its sender gets to read the response."""

HALF_CLOSED_SECONDS: Final = 1.0
"""A request is not worked on that has waited this long for a thread, while its client has closed its side."""

_CLOSE: Final = (b"connection", b"close")


@dataclass(slots=True)
class WsgiResponse:
    """What a WSGI application answered. ``body``: all of it, or a stream, which is sent as it comes."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | OpenStream


async def send_whole(response: WsgiResponse, body: bytes, send: Send) -> None:
    """Send a response whose body is complete."""
    await send(
        {"type": "http.response.start", "status": response.status, "headers": response.headers, WHOLE_BODY: body}
    )


class WsgiAdapter:
    """An ASGI application that calls a WSGI application.

    ``threads``: how many requests it works on at once; more wait, see :class:`gateway.request_queue.RequestQueue`.
    ``max_body_bytes``: the application is given only the beginning of a larger body, and refuses it. ``addresses``:
    tell clients apart.
    """

    def __init__(self, app: WsgiApp, *, threads: int, max_body_bytes: int, addresses: ClientAddresses = DIRECT) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes
        self._addresses = addresses
        self._queue: RequestQueue[WsgiResponse | None] = RequestQueue(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.call(scope, receive)
        if response is None:
            return
        assert isinstance(response.body, bytes), "only stream endpoints answer with a stream"
        await send_whole(response, response.body, send)

    async def call(self, scope: Scope, receive: Receive) -> WsgiResponse | None:
        """The application's response; None if the client has left before its request was worked on."""
        body, is_complete = b"", False
        if not _is_refused_unread(scope, self._max_body_bytes):
            body, is_complete, has_left = await self._read_body(receive)
            if has_left:
                return None
        connection: HttpProtocol = scope["state"]["connection"]
        try:
            job = partial(self._run, _environ(scope, body), connection, time.monotonic())
            response = await self._queue.run(job, partial(self._client, scope))
        except QueueFull:
            response = _refused(Refusal(Reason.BUSY, "Too many requests wait."), scope["path"])
        if response is not None and not is_complete:
            response.headers.append(_CLOSE)
        return response

    def _client(self, scope: Scope) -> str:
        forwarded = b",".join([value for name, value in scope["headers"] if name == b"x-forwarded-for"])
        return self._addresses.client_of(scope["client"][0] if scope["client"] else "", forwarded.decode("latin-1"))

    async def _read_body(self, receive: Receive) -> tuple[bytes, bool, bool]:
        """The body, or so much of one that is too large that this is noticed; whether it was read to its end; whether
        the client has left instead."""
        body = bytearray()
        received = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return b"", False, True
            chunk = message["body"]
            received += len(chunk)
            if len(body) <= self._max_body_bytes:
                body += chunk  # a length beyond the limit is enough for the application to refuse it
            if not message["more_body"]:
                return bytes(body), True, False
            if received > self._max_body_bytes + MOST_DISCARDED_BYTES:
                return bytes(body), False, False

    def _run(self, environ: Environ, connection: HttpProtocol, since: float) -> WsgiResponse | None:
        """In a thread of the pool. None if nobody waits for the response any more. ``since``: the moment from which
        the request has waited for the thread.

        Raises:
            QueueFull: the request has waited too long for a client that may have gone.
        """
        if connection.is_lost:
            return None
        if connection.is_half_closed and time.monotonic() - since > HALF_CLOSED_SECONDS:
            raise QueueFull
        status, headers = 500, []

        def start_response(line: str, fields: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
            nonlocal status, headers
            status = int(line[:3])
            headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in fields]
            return _no_write

        result = self._app(environ, start_response)
        if isinstance(result, OpenStream):
            return WsgiResponse(status, headers, result)
        try:
            body = b"".join(result)
        finally:
            close = getattr(result, "close", None)
            if close is not None:
                close()
        return WsgiResponse(status, headers, body)


def _refused(refusal: Refusal, path: str) -> WsgiResponse:
    headers, body = bare_problem(refusal, path)
    fields = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return WsgiResponse(refusal.reason.http_status, fields, body)


def _no_write(_data: bytes) -> object:
    raise RuntimeError("write() of WSGI is not supported")


def _is_refused_unread(scope: Scope, max_body_bytes: int) -> bool:
    """Whether a client asks if it may send a body that is too large: it is told no instead of 100 Continue."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    return b"expect" in headers and length.isdigit() and int(length) > max_body_bytes


def _environ(scope: Scope, body: bytes) -> Environ:
    """The request as WSGI has it (PEP 3333)."""
    server = scope["server"] or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope["client"]:
        environ["REMOTE_ADDR"] = scope["client"][0]
    for raw, value in scope["headers"]:
        if b"_" in raw:  # could pass for one with a dash
            continue
        name = raw.decode("latin-1").upper().replace("-", "_")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    if body and "CONTENT_LENGTH" not in environ:  # it came in chunks
        environ["CONTENT_LENGTH"] = str(len(body))
        environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ
