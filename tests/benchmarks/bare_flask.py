"""Bare Flask, to measure beside the platform: one route that reads a JSON document and answers with another.

It runs as a process of its own behind the same server as the gateway and does nothing else: no key is checked, nothing
is looked up, nothing is saved.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, Response, jsonify, request

from cli.sockets import listen
from gateway.asgi import create_asgi_app
from gateway.server import serve
from services.settings import read_settings

PATH: Final = "/move"
BODY: Final = b'{"action":"bid 3"}'


@contextmanager
def bare_flask() -> Iterator[tuple[int, int]]:
    """The server: its port, and its process id."""
    command = (sys.executable, "-m", __name__)
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), process.pid
        finally:
            process.terminate()
            process.wait()


def create_bare_app() -> Flask:
    """An app with the one route."""
    app = Flask("bare")

    @app.post(PATH)
    def move() -> Response:
        document = request.get_json()
        events = [{"bid_placed": {"player": seat}} for seat in range(4)]
        return jsonify(match="m", seat=0, decision=1, notation=document["action"], revision=2, events=events)

    return app


def serve_like_the_gateway(app: Flask) -> None:
    """Serve the app as the gateway serves its own, on a free port that is printed first."""
    listener = listen("127.0.0.1", 0)
    print(listener.getsockname()[1], flush=True)  # noqa: T201 - bare_flask() reads it
    serve(lambda: create_asgi_app(app, threads=8, max_body_bytes=65_536), listener, read_settings({}).gateway)


if __name__ == "__main__":
    serve_like_the_gateway(create_bare_app())
