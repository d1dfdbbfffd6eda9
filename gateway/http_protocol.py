"""HTTP on a connection: uvicorn's protocol with this service's limits and refusals.

Uvicorn's (:class:`HttpToolsProtocol`, on the parser llhttp) are: parsing, request queues of pipelined requests, writing
streams, flow control, ``100 Continue``, the keep-alive timer. Added here:

- what the parser refuses is answered with a problem document, as everything that the application refuses;
- trailers are passed over: nothing in them is a header;
- a head that does not end, a path that is not UTF-8 or hides a slash, a version other than 1.0 and 1.1, an expectation
  other than ``100-continue``, HTTP/1.1 without one ``Host``, and a header given twice that means one thing are refused;
- ``Date`` is the second in which the response begins, ``Playhall-Time`` the millisecond;
- a response that is complete goes out in one write, head and body;
- what follows a client that has left is not worked on;
- a client has limited time to send the head and the body of a request, and must go on reading its responses;
- few requests of a connection may wait for those before them;
- connections are limited, in all and of each address: see :mod:`gateway.connection_limits`;
- a stopping server keeps idle connections for a moment, since a request may be on its way;
- a stream can end its connection, and is told when the server stops.
"""

import asyncio
import re
import sys
from collections.abc import Callable
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote, unquote_to_bytes

from httptools import parse_url
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import (
    HEADER_VALUE_RE,
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from gateway.connection_limits import Activity, ConnectionLimits
from gateway.problems import bare_problem
from gateway.request_limits import MOST_ADDRESS_BYTES, MOST_HEADER_BYTES
from services.errors import FieldError, Reason, Refusal
from services.moments import moment
from services.platform_time import platform_ms

HEAD_SECONDS: Final = 20.0
"""How long a client may take to send a request's head."""

BODY_SECONDS: Final = 30.0
"""How long it may then take to send the body."""

LINGER_SECONDS: Final = 2.0
"""How long a stopping server keeps idle connections; how long a refused client has to read why."""

READ_SECONDS: Final = 30.0
"""A client that does not keep up with its response must read ``READ_BYTES`` of it in this time, again and again."""

READ_BYTES: Final = 32_768

_MOST_BUFFERED_BYTES: Final = 32_768
"""Of a response, for a client that does not read. More is written only once it has read; one response may be larger."""

_MOST_HEAD_BYTES: Final = MOST_ADDRESS_BYTES + 2 * MOST_HEADER_BYTES
"""A head that is longer and has not ended is not waited for. Those that have ended are measured by the application."""

MOST_UNANSWERED: Final = 32
"""Requests on a connection, sent without waiting for the responses. Each costs more memory than it has bytes."""

_MOST_DISCARDED_BYTES: Final = 1_048_576
_VERSIONS: Final = frozenset({"1.0", "1.1"})
SINGLE_HEADERS: Final = frozenset(
    {b"content-encoding", b"content-type", b"expect", b"idempotency-key", b"last-event-id", b"x-request-id"}
)
"""Request headers that are given once, besides ``Host``: who reads the first of two and who reads the last would do
different things. Two lengths are refused by the parser, two keys as one that nobody has; the others are lists."""
_ONCE: Final = SINGLE_HEADERS | {b"host"}
WHOLE_BODY: Final = "playhall.whole_body"
"""In a message that begins a response: the body, all of it. No other message follows then."""
_CLOSE: Final = (b"connection", b"close")
_BODILESS: Final = frozenset({204, 304})
_HIDDEN: Final = re.compile(rb"%(2f|5c|00)", re.IGNORECASE)
_BAD_ESCAPE: Final = re.compile(rb"%(?![0-9A-Fa-f]{2})")


class _Refused(Exception):
    """Ends the parsing of a request: see ``_verdict``."""


class HttpProtocol(HttpToolsProtocol):
    """One connection. ``limits``: of all connections of this process."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limits: ConnectionLimits,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._running: RequestResponseCycle | None = None  # the request that is being answered
        self.is_lost = False
        """The client has gone, or was sent away."""
        self.is_half_closed = False
        """The client will send no more. Perhaps it waits for its answer; mostly it has gone, which looks the same."""
        self._limits = limits
        self._refused_unheard: Refusal | None = None  # whatever the first request is
        self._unread_bytes = 0
        self._read_timer: asyncio.TimerHandle | None = None
        self.url = b""
        self._unanswered = 0  # requests whose response is not complete
        self._in_head = False
        self._in_body = False
        self._has_begun = False  # a message, in the piece that is being read
        self._has_body = False  # some of one, in that piece
        self._head_bytes = 0
        self._verdict: Refusal | None = None  # why parsing ends
        self._refusal: bytes | None = None  # the response to it
        self._is_refusal_sent = False
        self._discarded = 0
        self._is_stopping = False
        self._end_stream: Callable[[], None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed: float | None = None

    # -- for streams ---------------------------------------------------------------------------------------------------

    def begin_stream(self, end: Callable[[], None]) -> None:
        """A stream is sent on this connection. ``end`` is called when the server stops."""
        self._end_stream = end
        if self._is_stopping:
            end()

    def end_stream(self) -> None:
        """The stream has ended."""
        self._end_stream = None

    def abort(self) -> None:
        """Break the connection off, whatever is still to be sent."""
        self.transport.abort()

    # -- for the limits of connections ---------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connection, in an orderly way unless its client does not read."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        self.transport.close()

    def give_up(self) -> None:
        """Refuse the request that is being received."""
        self._refuse(Refusal(Reason.REQUEST_TIMEOUT))

    # -- the connection ------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """As uvicorn; the first request must come soon."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(_MOST_BUFFERED_BYTES)
        self._refused_unheard = self._limits.admit(self, self.client[0] if self.client else "", self.loop.time())
        if self._refused_unheard is None:
            self._limit_time()
        else:  # the client is told when it asks: an answer before its request could confuse it
            self._timer = self.loop.call_later(LINGER_SECONDS, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn."""
        self.is_lost = True
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True  # uvicorn tells only the last request of those that were pipelined
            self._running.message_event.set()
        self._stop_timer()
        self._stop_read_timer()
        self._limits.release(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """As uvicorn; the client has limited time to read on."""
        super().pause_writing()
        self._unread_bytes = self.transport.get_write_buffer_size()
        if self._read_timer is None:
            self._read_timer = self.loop.call_later(READ_SECONDS, self._check_reading)
        self._limits.note_unread(self, self._unread_bytes, self.loop.time())

    def resume_writing(self) -> None:
        """As uvicorn."""
        self._stop_read_timer()
        self._limits.note_unread(self, 0, self.loop.time())
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """As uvicorn, with the limits of heads and of time. What follows a refusal is thrown away."""
        if self._is_refused():
            self._discarded += len(data)
            if self._discarded > _MOST_DISCARDED_BYTES:
                self.transport.abort()
            return
        if self._refused_unheard is not None:
            self._refuse(self._refused_unheard)
            return
        self._has_begun = self._has_body = False
        super().data_received(data)
        if self._is_refused():
            return
        self._note_activity()
        if (self._in_head or self._in_body) and not (self._has_begun or self._has_body):  # a head, trailers
            self._head_bytes += len(data)
            if self._head_bytes > _MOST_HEAD_BYTES:
                too_long = len(self.url) > MOST_ADDRESS_BYTES
                self._refuse(Refusal(Reason.URI_TOO_LONG if too_long else Reason.HEADERS_TOO_LARGE))
                return
        self._limit_time()

    def eof_received(self) -> bool | None:  # type: ignore[override] # uvicorn's never keeps the connection
        """A client that says that it will send no more is still answered."""
        is_complete = not self._is_refused() and not self._in_head and not self._in_body
        if not self._is_answering or not is_complete or self._end_stream is not None:
            return None
        self.cycle.keep_alive = False
        self.is_half_closed = True
        return True

    def shutdown(self) -> None:
        """The server stops: streams end, requests at work are finished, idle connections are closed soon."""
        self._is_stopping = True
        if self._end_stream is not None:
            self._end_stream()
        if self._is_answering:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(LINGER_SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if not self._is_answering:
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """As uvicorn; a client that has not even read its last response is cut off."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    # -- the parser's events -------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """As uvicorn."""
        super().on_message_begin()
        self._has_begun = self._in_head = True
        self._head_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """In place of uvicorn's. Trailers are not kept: a proxy has not looked at them, and they are unlimited."""
        if not self._in_body:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """In place of uvicorn's: the head is looked at once, and refused, or the request begins."""
        self._in_head = False
        version = self.parser.get_http_version()
        self._verdict = self._judge_head(version)
        if self._verdict is not None:
            raise _Refused
        asked, scope = parse_url(self.url), self.scope
        path = asked.path.decode("ascii")
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["http_version"] = version
        scope["path"] = unquote(path) if "%" in path else path
        scope["raw_path"] = asked.path
        scope["query_string"] = asked.query or b""
        scope["state"]["connection"] = self
        before, self.cycle = self.cycle, self._begin_cycle(version)
        self._in_body = True
        self._head_bytes = 0
        self._unanswered += 1
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))

    def _judge_head(self, version: str) -> Refusal | None:
        """Why a head is refused; None if it is not."""
        headers = dict(self.headers)
        expected = headers.get(b"expect", b"100-continue").lower()
        once = [name for name, _ in self.headers if name in _ONCE]
        twice = [name for name in once if once.count(name) > 1] if len(set(once)) < len(once) else ()
        self.expect_100_continue = b"expect" in headers
        if expected != b"100-continue":
            return Refusal(Reason.EXPECTATION_FAILED)
        if not _is_well_encoded(self.url):
            return Refusal(Reason.MALFORMED_REQUEST, "The path is not percent-encoded UTF-8, or has an encoded slash.")
        if version not in _VERSIONS:
            return Refusal(Reason.MALFORMED_REQUEST, "The version is neither HTTP/1.0 nor HTTP/1.1.")
        if b"host" in twice or (b"host" not in headers and version == "1.1"):
            return Refusal(Reason.MALFORMED_REQUEST, "A request has one Host header.")
        if twice:
            error = FieldError(f"/headers/{twice[-1].decode().title()}", "Give it once.")
            return Refusal(Reason.INVALID_FIELD, errors=(error,))
        if self._unanswered >= MOST_UNANSWERED:
            return Refusal(Reason.RATE_LIMITED, f"A connection may have {MOST_UNANSWERED} requests at a time.")
        return None

    def _begin_cycle(self, version: str) -> "_Cycle":
        return _Cycle(
            scope=self.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=version != "1.0" and self.parser.should_keep_alive() and not self._is_stopping,
            on_response=self.on_response_complete,
        )

    def on_body(self, body: bytes) -> None:
        """As uvicorn."""
        self._has_body = True
        self._head_bytes = 0  # what came before was no trailer
        super().on_body(body)

    def on_message_complete(self) -> None:
        """As uvicorn."""
        self._in_body = False
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """As uvicorn."""
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """As uvicorn; then a refusal that has waited for its turn is sent."""
        self._unanswered -= 1
        super().on_response_complete()
        self._note_activity()
        if self.transport.is_closing():
            # Closed once everything is sent: a client that does not read is not waited for.
            self._stop_timer()
            self._timer = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)
        elif self._refusal is not None and not self._is_answering:
            self._send_refusal()

    def _unsupported_upgrade_warning(self) -> None:
        """A client may offer another protocol; it is served with this one."""

    # -- refusals ------------------------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """Uvicorn calls this for whatever the parser refuses."""
        if self._verdict is None:
            error = sys.exc_info()[1]
            self._verdict = Refusal(Reason.MALFORMED_REQUEST, f"{error}." if error and str(error) else "")
        self._refuse(self._verdict)

    def _refuse(self, refusal: Refusal) -> None:
        """Answer the request that is being received with a problem and close the connection. Earlier requests are
        answered first."""
        self._verdict = refusal
        self._stop_timer()
        self._unset_keepalive_if_required()
        if self._in_body:
            self._in_body = False
            if self.cycle.response_started:
                self.transport.close()
                return
            self._unanswered -= 1
            if self.pipeline and self.pipeline[0][0] is self.cycle:
                self.pipeline.popleft()
            else:  # the application waits for the rest
                self.cycle.disconnected = True
                self.cycle.message_event.set()
        self._refusal = self._response(refusal)
        if not self._is_answering:
            self._send_refusal()

    def _send_refusal(self) -> None:
        assert self._refusal is not None
        self._is_refusal_sent = True
        self._unset_keepalive_if_required()
        self.flow.resume_reading()
        self.transport.write(self._refusal)
        # If the connection were closed now, what the client still sends would make its kernel forget the response.
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _response(self, refusal: Refusal) -> bytes:
        path = self.url.partition(b"?")[0][:MOST_ADDRESS_BYTES].decode("ascii", "replace")
        headers, body = bare_problem(refusal, path)
        times = {name.decode(): value.decode() for name, value in _times()}
        fields = {**times, "Connection": "close", **headers}
        status = HTTPStatus(refusal.reason.http_status)
        lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in fields.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _is_refused(self) -> bool:
        return self._verdict is not None

    @property
    def _is_answering(self) -> bool:
        return self._unanswered > 0

    def _note_activity(self) -> None:
        if self._in_head or self._in_body:
            activity = Activity.RECEIVING
        elif self._unanswered:
            activity = Activity.ANSWERING
        else:
            activity = Activity.IDLE
        self._limits.note(self, activity, self.loop.time)

    # -- time ----------------------------------------------------------------------------------------------------------

    def _limit_time(self) -> None:
        """See to it that what the client has begun to send comes to an end."""
        if self._in_body:
            seconds: float | None = BODY_SECONDS
        elif self._in_head or not (self._is_answering or self.timeout_keep_alive_task):
            seconds = HEAD_SECONDS
        else:
            seconds = None
        if seconds == self._timed and not self._has_begun:
            return
        self._stop_timer()
        self._timed = seconds
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = self._timed = None
        if self.transport.is_closing():
            return
        if self.flow.read_paused or (self._in_head and self._is_answering):  # it is not the client who is slow
            self._limit_time()
        elif self._in_head or self._in_body:
            self._refuse(Refusal(Reason.REQUEST_TIMEOUT))
        else:
            self.transport.close()

    def _check_reading(self) -> None:
        """Cut off a client that has not read enough since the last time."""
        unread = self.transport.get_write_buffer_size()
        if unread > self._unread_bytes - READ_BYTES:
            self.transport.abort()
            return
        self._unread_bytes = unread
        self._read_timer = self.loop.call_later(READ_SECONDS, self._check_reading)

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _stop_timer(self) -> None:
        self._timed = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Cycle(RequestResponseCycle):
    """A request and its response, which says when it began: uvicorn's own ``Date`` may be a second old, and older where
    the event loop is busy."""

    async def send(self, message: Any) -> None:  # noqa: ANN401 - of either kind
        """As uvicorn; see :data:`WHOLE_BODY`."""
        if message["type"] == "http.response.start":
            message["headers"] = [*_times(), *message.get("headers", ())]
            if WHOLE_BODY in message:
                await self._send_whole(message["status"], message["headers"], message[WHOLE_BODY])
                return
        await super().send(message)

    async def _send_whole(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        if HEADER_VALUE_RE.search(b"".join([value for _, value in headers])):
            raise RuntimeError("Invalid HTTP header value.")
        self.response_started, self.waiting_for_100_continue = True, False
        if _CLOSE in headers:
            self.keep_alive = False
        elif not self.keep_alive:
            headers.append(_CLOSE)
        has_body = self.scope["method"] != "HEAD" and status not in _BODILESS
        if has_body and b"content-length" not in dict(headers):
            headers.append((b"content-length", str(len(body)).encode()))
        lines = [b"%s: %s\r\n" % header for header in headers]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", body if has_body else b""]))
        self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


def _times() -> list[tuple[bytes, bytes]]:
    """The platform's time now, by which clients count their clocks: in ``Date``, and in a header that no proxy replaces
    by its own time, as many do with ``Date``."""
    now_ms = platform_ms()
    return [(b"date", _date(now_ms // 1000)), (b"playhall-time", moment(now_ms).encode())]


@lru_cache(maxsize=2)
def _date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode()


def _is_well_encoded(url: bytes) -> bool:
    """Whether each part of the path says one thing: it is UTF-8, and no slash or NUL of it is an encoded one."""
    path = url.partition(b"?")[0]
    if not path.isascii() or _BAD_ESCAPE.search(path) or _HIDDEN.search(path):
        return False
    if b"%" in path:
        try:
            unquote_to_bytes(path).decode()
        except UnicodeDecodeError:
            return False
    return True
