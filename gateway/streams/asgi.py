"""The Flask app under an event loop that sends its streams: one coroutine for each client instead of one thread.

Requests are answered by Flask in a few threads, so that whatever they wait for, the loop does not. A stream leaves its
thread when its head has been made (:mod:`gateway.streams.deferral`).
"""

import asyncio
import contextlib
import io
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gateway.problems import log_failure
from gateway.streams.deferral import Deferral
from gateway.streams.feed import Feed
from gateway.streams.lines import Form, Line
from gateway.streams.threads import HEARTBEAT_SECONDS
from services.errors import Refusal

Scope: TypeAlias = "dict[str, Any]"
Receive: TypeAlias = "Callable[[], Awaitable[dict[str, Any]]]"
Send: TypeAlias = "Callable[[dict[str, Any]], Awaitable[None]]"
Headers: TypeAlias = "list[tuple[bytes, bytes]]"

THREADS: Final = 8
SEND_BUFFER_BYTES: Final = 65_536
"""What the kernel keeps for a client that does not read; by default it is some megabytes."""

_CONNECTION: Final = "playhall.connection"


class Connection(HttpToolsProtocol):
    """A connection that lets a stream see whether its client is still there, and cut it off."""

    when_lost: Callable[[], None] | None = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {_CONNECTION: {"connection": self}}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    @property
    def is_gone(self) -> bool:
        """The client has left, or was cut off."""
        return self.transport.is_closing()

    def keep_little(self) -> None:
        """Keep only so much for a client that does not read."""
        own: socket.socket | None = self.transport.get_extra_info("socket")
        if own is not None and own.family in (socket.AF_INET, socket.AF_INET6):
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)

    def cut_off(self) -> None:
        """End the connection, whatever is still to be sent."""
        self.transport.abort()


@dataclass(frozen=True, slots=True)
class _Head:
    """What Flask answered: all of it, or the head of what the deferral holds."""

    status: int
    headers: "Headers"
    body: bytes


class StreamApplication:
    """An ASGI application."""

    def __init__(self, app: Callable[..., Iterable[bytes]], *, most_body_bytes: int, threads: int = THREADS) -> None:
        """``app``: the Flask app, or any other WSGI application. ``most_body_bytes``: it refuses larger ones."""
        self._app = app
        self._most_body_bytes = most_body_bytes
        self._threads = ThreadPoolExecutor(threads, "request")
        self._open: set[Callable[[], None]] = set()
        self._stopping = False

    def stop(self) -> None:
        """End all streams. Their clients resume elsewhere."""
        self._stopping = True
        for wake in tuple(self._open):
            wake()

    def is_stopping(self) -> bool:
        """Whether it was told to stop."""
        return self._stopping

    def streams(self) -> int:
        """How many streams and waiting polls are open."""
        return len(self._open)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            return
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        deferral = Deferral()
        environ = _environ(scope, await self._body(receive))
        deferral.offer(environ)
        try:
            head = await loop.run_in_executor(self._threads, self._answer, environ)
            if deferral.feed is None:
                await _respond(send, head, head.body)
            else:
                stream = _Stream(self, deferral, deferral.feed, scope["extensions"][_CONNECTION]["connection"], woken)
                await stream.run(head, receive, send)
        finally:
            if deferral.feed is not None:
                deferral.feed.close()
            deferral.on_close()

    def _answer(self, environ: "dict[str, Any]") -> _Head:
        started: list[tuple[int, Headers]] = []

        def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
            pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            started.append((int(status[:3]), pairs))
            return lambda _: None

        result = self._app(environ, start_response)
        try:
            body = b"".join(result)
        finally:
            close = getattr(result, "close", None)
            if close is not None:
                close()
        return _Head(*started[-1], body)

    async def _body(self, receive: "Receive") -> bytes:
        """The body, or so much of one that is too large that this is noticed."""
        body = bytearray()
        while True:
            message = await receive()
            if len(body) <= self._most_body_bytes:
                body += message.get("body", b"")
            if not message.get("more_body"):
                return bytes(body)

    def enter(self, wake: Callable[[], None]) -> None:
        """A stream begins; it is woken when all must end."""
        self._open.add(wake)

    def leave(self, wake: Callable[[], None]) -> None:
        """A stream has ended."""
        self._open.discard(wake)

    async def recheck(self, feed: Feed) -> bool:
        """Whether the client's key is still valid."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, feed.wish.recheck)
        except Refusal:
            return False
        return True


class _Stream:
    """One client's stream or long poll."""

    def __init__(
        self, owner: StreamApplication, deferral: Deferral, feed: Feed, connection: Connection, woken: asyncio.Event
    ) -> None:
        self._owner = owner
        self._deferral = deferral
        self._feed = feed
        self._connection = connection
        self._woken = woken
        self._is_cancelled = False
        self._loop = asyncio.get_running_loop()
        self._ends = self._loop.time() + deferral.seconds

    async def run(self, head: _Head, receive: "Receive", send: "Send") -> None:
        """Send it to its end."""
        task = asyncio.current_task()
        assert task is not None

        def wake() -> None:
            self._woken.set()
            if self._feed.is_too_slow and not self._is_cancelled:
                self._is_cancelled = True
                task.cancel()  # it waits for the client to read

        self._feed.wake_by(partial(self._wake_from_elsewhere, wake))
        self._connection.when_lost = wake
        self._owner.enter(wake)
        try:
            if self._deferral.form is None:
                await self._send_page(head, send)
            else:
                await self._send_lines(head, self._deferral.form, send)
        except asyncio.CancelledError:
            if not self._is_cancelled:
                raise
            task.uncancel()
            await self._cut_off(receive)
        except Exception as error:  # a stream ends whatever happens; the log says what did
            log_failure(error, "-")
            await self._cut_off(receive)
        finally:
            self._owner.leave(wake)
            self._connection.when_lost = None

    def _wake_from_elsewhere(self, wake: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(wake)

    async def _send_lines(self, head: _Head, form: Form, send: "Send") -> None:
        self._connection.keep_little()
        await _start(send, head, complete=False)
        if form.begin:
            await _write(send, form.begin)
        feed, recheck_seconds = self._feed, self._deferral.recheck_seconds
        signed = checked = self._loop.time()
        while True:
            told = feed.take()
            now = self._loop.time()
            if told:
                if now - checked >= recheck_seconds:
                    if not await self._owner.recheck(feed):
                        break
                    checked = now
                await _write(send, b"".join(map(form.write, told)))
                signed = now
            if self._is_over() or now >= self._ends:
                break
            if now - signed >= HEARTBEAT_SECONDS:
                await _write(send, form.sign_of_life)
                signed = now
            if not told:
                await self._wait(min(signed + HEARTBEAT_SECONDS, self._ends))
        await send({"type": "http.response.body", "body": b""})

    async def _send_page(self, head: _Head, send: "Send") -> None:
        assert self._deferral.page is not None
        told: list[Line] = self._feed.take()
        while not told and not self._is_over() and self._loop.time() < self._ends:
            await self._wait(self._ends)
            told = self._feed.take()
        if told and not await self._owner.recheck(self._feed):
            told = []
        await _respond(send, head, self._deferral.page(told))

    async def _wait(self, until: float) -> None:
        timer = self._loop.call_at(until, self._woken.set)
        await self._woken.wait()
        self._woken.clear()
        timer.cancel()

    def _is_over(self) -> bool:
        return self._feed.is_over or self._owner.is_stopping() or self._connection.is_gone

    async def _cut_off(self, receive: "Receive") -> None:
        self._connection.cut_off()
        await receive()  # until it is


async def _respond(send: "Send", head: _Head, body: bytes) -> None:
    await _start(send, _Head(head.status, head.headers, body), complete=True)
    await send({"type": "http.response.body", "body": body})


async def _start(send: "Send", head: _Head, *, complete: bool) -> None:
    headers = [pair for pair in head.headers if pair[0] != b"content-length"]
    if complete:
        headers.append((b"content-length", b"%d" % len(head.body)))
    await send({"type": "http.response.start", "status": head.status, "headers": headers})


async def _write(send: "Send", chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


def _environ(scope: "Scope", body: bytes) -> "dict[str, Any]":
    """The request as WSGI has it."""
    server = scope["server"] or ("localhost", 80)
    environ: dict[str, Any] = {
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
    return environ
