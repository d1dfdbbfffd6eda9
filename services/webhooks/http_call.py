"""One HTTP request to a place that somebody else has chosen.

The name is resolved here, each address is checked, and the connection is made to an address that was checked: nothing
resolves the name a second time. No redirect is followed, no proxy used, and whatever the other side does, the call ends
in time and with an answer that is not too large.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

import httpcore

from services.webhooks.addresses import AddressRules, Target
from services.webhooks.webhook import Outcome

MAX_ANSWER_BYTES: Final = 65_536
CONNECT_SECONDS: Final = 5.0
_CHUNK: Final = 16_384

Resolve = Callable[[str, int], list[str]]
"""The IP addresses of a host; raises ``OSError``."""


class Answer(NamedTuple):
    """What came of a request. ``failure``: None if there is a whole answer. ``body``: as much of it as was read."""

    failure: Outcome | None
    status: int | None
    body: bytes


class _RefusedAddress(Exception):
    pass


class _NoTls(Exception):
    pass


def resolve(host: str, port: int) -> list[str]:
    """The addresses that the system knows for a host, in the order in which to try them.

    Raises:
        OSError: there are none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class HttpCaller:
    """Sends requests. Safe to use from several threads."""

    def __init__(self, rules: AddressRules, *, ca_file: str = "", resolve: Resolve = resolve) -> None:
        """``ca_file``: authorities to trust besides the public ones; read with the first call."""
        self._rules = rules
        self._ca_file = ca_file
        self._resolve = resolve

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        context = httpcore.default_ssl_context()
        if self._ca_file:
            context.load_verify_locations(self._ca_file)
        return context

    def post(self, target: Target, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        """Send a body and read the answer, all of it within ``seconds``.

        Raises:
            OSError: the file of the authorities cannot be read.
        """
        tls = self._tls  # read before the time runs
        backend = _CheckedBackend(self._rules, self._resolve, time.monotonic() + seconds)
        host = f"[{target.host}]" if ":" in target.host else target.host
        default = {"https": 443, "http": 80}[target.scheme]
        sent = [
            ("Host", host if target.port == default else f"{host}:{target.port}"),
            ("User-Agent", "Playhall"),
            ("Accept", "application/json"),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            *headers.items(),
        ]
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        read, status = bytearray(), None
        try:
            with (
                httpcore.HTTPConnection(url.origin, ssl_context=tls, network_backend=backend) as connection,
                connection.stream("POST", url, headers=sent, content=body) as response,
            ):
                status = response.status
                for chunk in response.iter_stream():
                    read += chunk
                    if len(read) > MAX_ANSWER_BYTES:
                        return Answer(Outcome.TOO_LARGE, status, bytes(read[:MAX_ANSWER_BYTES]))
        except _RefusedAddress:
            return Answer(Outcome.REFUSED_ADDRESS, None, b"")
        except _NoTls:
            return Answer(Outcome.TLS, None, b"")
        except httpcore.TimeoutException:
            return Answer(Outcome.TIMEOUT, status, bytes(read))
        except (httpcore.NetworkError, httpcore.ProtocolError):
            return Answer(Outcome.CONNECT, status, bytes(read))
        return Answer(None, status, bytes(read))


class _CheckedBackend(httpcore.NetworkBackend):
    """Connects to addresses that may be connected to, until a moment of the monotonic clock."""

    def __init__(self, rules: AddressRules, resolve: Resolve, ends: float) -> None:
        self._rules = rules
        self._resolve = resolve
        self._ends = ends
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        connects_until = min(self._ends, time.monotonic() + CONNECT_SECONDS)
        found = _resolved_until(connects_until, self._resolve, host, port)
        allowed = [address for address in found if self._rules.allows(address)]
        if not allowed:
            raise _RefusedAddress
        failure: Exception = httpcore.ConnectError()
        for address in allowed:
            try:
                # An address has no name to resolve: this is where the connection goes.
                stream = self._sockets.connect_tcp(address, port, _left(connects_until, httpcore.ConnectTimeout))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(stream, self._ends)
        raise failure


class _TimedStream(httpcore.NetworkStream):
    """A stream on which everything has to be over at a moment, however little comes at a time."""

    def __init__(self, stream: httpcore.NetworkStream, ends: float) -> None:
        self._stream = stream
        self._ends = ends

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._ends, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for at in range(0, len(buffer), _CHUNK):
            self._stream.write(buffer[at : at + _CHUNK], _left(self._ends, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(self._ends, httpcore.ConnectTimeout)
        try:
            return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._ends)
        except httpcore.ConnectError as error:
            if isinstance(error.__cause__ or error.__context__, ssl.SSLError | ssl.CertificateError):
                raise _NoTls from None
            raise

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - as the library has it
        return self._stream.get_extra_info(info)


def _left(ends: float, late: type[Exception]) -> float:
    """The seconds until a moment."""
    left = ends - time.monotonic()
    if left <= 0:
        raise late
    return left


def _resolved_until(ends: float, resolve: Resolve, host: str, port: int) -> list[str]:
    """What ``resolve`` returns. The system's resolver knows no time limit, so it is waited for in a thread."""
    answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(resolve(host, port))
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=look_up, name="resolver", daemon=True).start()
    try:
        found = answers.get(timeout=_left(ends, httpcore.ConnectTimeout))
    except queue.Empty:
        raise httpcore.ConnectTimeout from None
    if isinstance(found, Exception):
        raise httpcore.ConnectError from None
    return found
