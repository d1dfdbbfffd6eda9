"""The hall's app behind a real server."""

import http.client
import json
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import uvicorn

from gateway.asgi import create_asgi_app
from gateway.connection_limits import ConnectionLimits
from gateway.server import SEND_BUFFER_BYTES, config
from tests.integration.gateway.harness import Client, Hall
from tests.waiting import wait_until


class Gateway:
    """A server of the hall's app on a thread of this process."""

    def __init__(self, hall: Hall, port: int = 0) -> None:
        application = create_asgi_app(
            hall.app,
            threads=8,
            max_body_bytes=hall.settings.gateway.max_body_bytes,
            cors_origins=hall.settings.gateway.cors_origins,
        )
        self.server = uvicorn.Server(config(lambda: application, ConnectionLimits(1_000)))
        self.listener = socket.create_server(("127.0.0.1", port), backlog=512)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)  # as `serve` does
        self.port = int(self.listener.getsockname()[1])
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[self.listener]), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started, "it serves")

    def stop(self) -> None:
        """As SIGTERM."""
        self.server.handle_exit(signal.SIGTERM, None)
        self.thread.join(20)
        assert not self.thread.is_alive()

    def ask(
        self, client: Client, path: str, method: str = "GET", body: Any = None, **headers: str
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """A request whose answer has begun."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        if client.key is not None:
            headers["Authorization"] = f"Bearer {client.key}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection, connection.getresponse()

    @contextmanager
    def stream(self, client: Client, path: str) -> Iterator[http.client.HTTPResponse]:
        """A stream that has begun."""
        connection, response = self.ask(client, path)
        with closing(connection):
            assert response.status == 200
            yield response
