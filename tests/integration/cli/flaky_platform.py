"""A platform for commands, whose connections break when a test says so."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.integration.gateway.driven_streams import drive_streams
from tests.integration.gateway.harness import Hall


class Fault(Enum):
    """What happens to an answer."""

    NONE = "none"
    LOST = "lost"
    """The request is worked on, and its answer does not arrive."""
    BUSY = "busy"
    """It is refused for a moment."""
    CUT = "cut"
    """The connection breaks in the middle of it."""


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        pass

    def connection_dropped(self, error: BaseException, environ: object = None) -> None:
        """Hang up: the client learns of it at once, and not when the time is over in which it wants an answer."""
        self.close_connection = True


class Flaky:
    """The app, whose next answers go wrong as ``faults`` says. ``asked``: the requests, with their query. ``instead``:
    what is answered to a path instead."""

    def __init__(self, hall: Hall) -> None:
        self._app = drive_streams(hall.app)
        self.faults: list[Fault] = []
        self.instead: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.keys: list[str | None] = []
        self.url = ""

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}".rstrip("?"))
        self.keys.append(environ.get("HTTP_IDEMPOTENCY_KEY"))
        fault = self.faults.pop(0) if self.faults else None
        if fault is Fault.BUSY:
            start_response("503 Service Unavailable", [("Content-Type", "application/problem+json")])
            return [b'{"code":"BUSY","detail":"In a moment."}']
        if (told := self.instead.get(environ["PATH_INFO"])) is not None:
            start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(told)))])
            return [told]
        answer = self._app(environ, start_response)
        if fault is Fault.LOST:
            b"".join(answer)
            raise ConnectionResetError
        return self._cut(answer) if fault is Fault.CUT else answer

    def _cut(self, answer: Iterable[bytes]) -> Iterator[bytes]:
        first = next(iter(answer))
        yield first[: len(first) // 2]
        raise ConnectionResetError


@contextmanager
def served(hall: Hall) -> Iterator[Flaky]:
    """A platform that is served, until the end."""
    app = Flaky(hall)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    app.url = f"http://127.0.0.1:{server.port}"
    try:
        yield app
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def platform(hall: Hall) -> Iterator[Flaky]:
    """Where the commands find the platform."""
    with served(hall) as flaky:
        yield flaky
