"""A wire between a browser and the platform, which keeps what the browser receives, and can be cut or held."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, Self
from urllib.parse import urlsplit

_HOP_BY_HOP: Final = {"connection", "transfer-encoding", "keep-alive", "content-length"}
_PIECE_BYTES: Final = 65_536


@dataclass(slots=True)
class Answer:
    """What came in answer to one request, as far as it has come. ``order``: how many answers had begun before it."""

    method: str
    path: str
    order: int
    body: bytearray = field(default_factory=bytearray)


class Wire:
    """Serves a platform at ``url``. Every byte of every body that passes to the browser is in ``answers``."""

    def __init__(self, platform: str) -> None:
        self.answers: list[Answer] = []
        self.flows = threading.Event()
        """As long as it is not set, nothing of the streams arrives."""
        self.flows.set()
        self.cut: Callable[[str, str], bool] = lambda method, path: False
        """Whether the answer to a request, by its method and path, is lost; asked when the platform has answered."""
        self._lock = threading.Lock()
        target = urlsplit(platform).netloc
        wire = self

        class Handler(BaseHTTPRequestHandler):
            def _pass(self) -> None:
                wire._pass(self, target)

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = _pass  # noqa: N815 - the names of the base class

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.flows.set()
        self._server.shutdown()
        self._server.server_close()

    def _pass(self, request: BaseHTTPRequestHandler, target: str) -> None:
        connection = HTTPConnection(target, timeout=60)
        try:
            body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
            headers = {
                name: value
                for name, value in request.headers.items()
                if name.lower() not in {*_HOP_BY_HOP, "host", "accept-encoding"}
            }
            connection.request(request.command, request.path, body or None, headers)
            response = connection.getresponse()
            if not self.cut(request.command, request.path):
                self._answer(request, response)
        except (OSError, HTTPException):
            pass  # one of both has gone: so is this connection
        finally:
            connection.close()
            request.close_connection = True

    def _answer(self, request: BaseHTTPRequestHandler, response: HTTPResponse) -> None:
        with self._lock:
            answer = Answer(request.command, request.path, len(self.answers))
            self.answers.append(answer)
        request.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in _HOP_BY_HOP:
                request.send_header(name, value)
        request.end_headers()
        is_stream = "/events/" in request.path
        while piece := response.read1(_PIECE_BYTES):
            if is_stream:
                self.flows.wait()
            answer.body += piece
            request.wfile.write(piece)
