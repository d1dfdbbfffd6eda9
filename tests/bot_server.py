"""A bot behind a URL: a real HTTP server that answers as a test says, well or badly."""

import json
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.certificates import Pair


@dataclass
class Asked:
    """One request that the bot was sent, and the connection to answer on."""

    headers: dict[str, str]
    body: bytes
    handler: BaseHTTPRequestHandler = field(repr=False)

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def answer(self, document: Any, status: int = 200) -> None:
        """Answer properly."""
        self.raw(status, document if isinstance(document, bytes) else json.dumps(document).encode())

    def raw(self, status: int, body: bytes, **headers: str) -> None:
        self.handler.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(body)


Answer = Callable[[Asked], object]


def first_legal(asked: Asked) -> None:
    """Plays the first legal action."""
    asked.answer({"action": asked.json["legal"][0]["notation"]})


class BotServer:
    """The server; ``answer`` may be set anew at any time."""

    def __init__(self, answer: Answer = first_legal, tls: Pair | None = None) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        bot = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                asked = Asked({name.lower(): value for name, value in self.headers.items()}, body, self)
                bot.asked.append(asked)
                try:
                    bot.answer(asked)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 64

            def handle_error(self, request: object, client_address: object) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        self.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{self.port}/move"
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls.certificate, tls.key)
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
