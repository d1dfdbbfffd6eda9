"""The stream gateway as a process: the same app as the gateway, under an event loop that sends its streams.

A process of the gateway holds some dozens of streams, each on a thread of its own. This one holds thousands: give it
the paths that end in ``/events``. It answers every other request as well.
"""

import contextlib
import resource
import signal
import socket
import sys
from types import FrameType
from typing import Final

import uvicorn

from gateway.bootstrap import app_from
from gateway.streams.asgi import Connection, StreamApplication
from services.settings import Settings

MOST_STREAMS: Final = 10_000
"""Streams and waiting polls at a time in one process."""

GRACEFUL_SECONDS: Final = 10
"""How long requests may still run after SIGTERM. Streams end at once."""

_FILES_BESIDE: Final = 256


class StreamServer(uvicorn.Server):
    """Uvicorn for an application, whose streams all end when the server is told to stop."""

    def __init__(self, application: StreamApplication) -> None:
        config = uvicorn.Config(
            application,
            http=Connection,
            ws="none",
            loop="uvloop",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=GRACEFUL_SECONDS,
        )
        super().__init__(config)
        self._application = application

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On a signal."""
        super().handle_exit(sig, frame)
        self._application.stop()


def serve_streams(settings: Settings, listener: socket.socket) -> None:
    """Serve on a bound socket until SIGTERM, then end the streams, finish what is running and return.

    Prints the address on standard output once connections are accepted.
    """
    _allow_files(MOST_STREAMS + _FILES_BESIDE)
    stopping: list[StreamApplication] = []
    app = app_from(
        settings,
        stopping=lambda: any(application.is_stopping() for application in stopping),
        stream_places=MOST_STREAMS,
    )
    application = StreamApplication(app, most_body_bytes=settings.max_body_bytes)
    stopping.append(application)
    host, port = listener.getsockname()[:2]
    sys.stdout.write(f"Playhall streams on http://{f'[{host}]' if ':' in host else host}:{port}\n")
    sys.stdout.flush()
    # Uvicorn sends itself the signal again when it has stopped.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    StreamServer(application).run(sockets=[listener])


def _allow_files(wanted: int) -> None:
    """Each client is an open file, of which many systems allow a process 1,024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
