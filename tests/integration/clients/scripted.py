"""A server that answers what it is told to, byte for byte, each request on a connection of its own."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Asked:
    """A request that came. ``at``: when, on the monotonic clock."""

    line: str
    headers: dict[str, str]
    body: bytes
    at: float


Answer: TypeAlias = bytes | Callable[[Asked], bytes]


class ScriptedServer:
    """Each request is answered with the next answer of its script, and the connection closed. ``HANG`` at an answer's
    end keeps it open in silence. The last answer of a script is given again and again; one that is a function is given
    the request."""

    HANG = b"\0hang"

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._scripts: dict[str, list[Answer]] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def answers(self, *script: Answer) -> None:
        """What to answer, in turn."""
        self.answers_to("", *script)

    def answers_to(self, begin: str, *script: Answer) -> None:
        """What to answer to requests that begin so, such as ``GET /v1/events/ndjson``; the first that fits counts."""
        self._scripts[begin] = list(script)

    def bodies(self, begin: str) -> list[Any]:
        """What was sent with requests that begin so."""
        return [json.loads(asked.body) for asked in self.asked if asked.line.startswith(begin)]

    def close(self) -> None:
        """Answer nothing more."""
        self._ended.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while not self._ended.is_set():
                connection, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            head, _, body = self._received(connection).partition(b"\r\n\r\n")
            line, *fields = head.decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
            while len(body) < int(headers.get("content-length", "0")):
                body += connection.recv(65_536)
            with self._lock:
                asked = Asked(line.removesuffix(" HTTP/1.1"), headers, body, time.monotonic())
                self.asked.append(asked)
                script = next(script for begin, script in self._scripts.items() if line.startswith(begin))
                told = script.pop(0) if len(script) > 1 else script[0]
            answer = told if isinstance(told, bytes) else told(asked)
            connection.sendall(answer.removesuffix(self.HANG))
            if answer.endswith(self.HANG):
                self._ended.wait(30)

    def _received(self, connection: socket.socket) -> bytes:
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(65_536)
        return received


def answered(status: int, document: Any, **headers: str) -> bytes:
    """A whole answer."""
    body = json.dumps(document).encode()
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return b"HTTP/1.1 %d X\r\n%bContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (
        status,
        head.encode(),
        len(body),
        body,
    )


def refused(status: int, code: str, **headers: str) -> bytes:
    """A problem."""
    return answered(status, {"code": code, "detail": "It is refused."}, **headers)


def streamed(*pieces: bytes, is_whole: bool = True) -> bytes:
    """A stream of pieces; one that is not whole breaks off without its last chunk."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nConnection: close"
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return head + b"\r\n\r\n" + chunks + (b"0\r\n\r\n" if is_whole else b"")


def line(type: str, revision: int, **fields: Any) -> bytes:
    """A line of a match's stream."""
    return json.dumps({"type": type, "revision": revision, **fields}).encode() + b"\n"
