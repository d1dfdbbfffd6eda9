"""Many clients of an HTTP API in one thread: what loads the platform while it is measured.

Cheap, so that what it costs does not stand in for what the platform costs: raw sockets that are kept open, one poll for
all of them, and of each answer nothing is read but its status, its length and its body.
"""

import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import click

_TIMEOUT_SECONDS: Final = 60.0
_HEAD_END: Final = b"\r\n\r\n"
_LENGTH: Final = b"\r\ncontent-length:"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, the body, and the seconds from sending the request to having it all."""

    status: int
    body: bytes
    seconds: float


class Connection:
    """One client's connection. ``source``: the address that it comes from; none: the system's choice."""

    def __init__(self, host: str, port: int, key: str, source: str = "") -> None:
        self.key = key
        self._address = (host, port)
        self._source = source
        self._head = f"Host: {host}:{port}\r\nAuthorization: Bearer {key}\r\n".encode()
        self._data = b""
        self._sent = 0.0
        self.socket = self._connect()

    def request(self, method: str, path: str, body: bytes = b"") -> None:
        """Send a request."""
        head = f"{method} {path} HTTP/1.1\r\n".encode() + self._head
        if method == "POST":
            head += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        if self._was_closed():
            self._reconnect()
        self._data = b""
        self._sent = time.perf_counter()
        self.socket.sendall(head + b"\r\n" + body)

    def receive(self) -> Answer | None:
        """Take what has come; the answer once it is whole.

        Raises:
            click.ClickException: the connection was closed.
        """
        data = self.socket.recv(262_144)
        if not data:
            raise click.ClickException("the platform closed a connection in the middle of an answer")
        self._data += data
        end = self._data.find(_HEAD_END)
        if end < 0:
            return None
        head = self._data[: end + 2].lower()
        start = head.find(_LENGTH) + len(_LENGTH)
        whole = end + len(_HEAD_END) + int(head[start : head.find(b"\r", start)])
        if len(self._data) < whole:
            return None
        answer = Answer(int(head[9:12]), self._data[end + 4 : whole], time.perf_counter() - self._sent)
        if b"\r\nconnection: close" in head:
            self._reconnect()
        return answer

    def _was_closed(self) -> bool:
        """Whether the platform has closed the connection, as it does with those that are long idle."""
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)  # nothing else comes unasked
        return bool(poll.poll(0))

    def _reconnect(self) -> None:
        self.socket.close()
        self.socket = self._connect()

    def _connect(self) -> socket.socket:
        source = (self._source, 0) if self._source else None
        made = socket.create_connection(self._address, _TIMEOUT_SECONDS, source)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made


@dataclass(frozen=True, slots=True)
class Request:
    """A request to be sent on a client's connection."""

    connection: Connection
    method: str
    path: str
    body: bytes = b""


def send_all(requests: Sequence[Request]) -> list[Answer]:
    """Send all requests at once, each on a connection of its own, and wait until all are answered.

    Raises:
        click.ClickException: one was not answered, or not with success.
    """
    answers: dict[int, Answer] = {}
    poll = select.poll()
    waiting: dict[int, int] = {}
    for index, request in enumerate(requests):
        request.connection.request(request.method, request.path, request.body)
        waiting[request.connection.socket.fileno()] = index
        poll.register(request.connection.socket, select.POLLIN)
    while waiting:
        ready = poll.poll(_TIMEOUT_SECONDS * 1000)
        if not ready:
            raise click.ClickException(f"{len(waiting)} requests were not answered")
        for number, _ in ready:
            index = waiting[number]
            answer = requests[index].connection.receive()
            if answer is None:
                continue
            if not 200 <= answer.status < 300:
                path = requests[index].path
                raise click.ClickException(f"{path} was answered {answer.status}: {answer.body[:300]!r}")
            poll.unregister(number)
            del waiting[number]
            answers[index] = answer
    return [answers[index] for index in range(len(requests))]
