"""The gateway as a process: gunicorn with a worker of our own."""

import os
import select
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped] # it has no types
from gunicorn.workers.base import Worker  # type: ignore[import-untyped] # it has no types

from gateway.bootstrap import app_from
from gateway.worker import StandbyWorker
from services.settings import Settings

THREADS: Final = 64
GRACEFUL_SECONDS: Final = 20
"""How long requests may still run after SIGTERM. Streams end within about a second."""

MakeApp = Callable[[Callable[[], bool]], Flask]

_BACKLOG: Final = 1024
_SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - gunicorn makes its heartbeat file there safely, without a name


class _Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """Gunicorn on a socket that listens already. Each worker process puts the app together for itself, after the fork:
    connections and gRPC channels do not survive one."""

    def __init__(self, make: MakeApp, listener: socket.socket, workers: int) -> None:
        self._make = make
        # Gunicorn takes the descriptor over and closes it.
        self._address = f"fd://{listener.detach()}"
        self._workers = workers
        self._worker: Worker | None = None
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": [self._address],
            "workers": self._workers,
            "worker_class": StandbyWorker if hasattr(select, "epoll") else "gthread",
            "threads": THREADS,
            "graceful_timeout": GRACEFUL_SECONDS,
            # Longer than proxies keep idle connections, commonly 60 s: the side that sends requests should close first.
            "keepalive": 75,
            "accesslog": None,  # the app logs requests, without their queries
            "loglevel": "warning",
            "control_socket_disable": True,
            "proc_name": "playhall gateway",
            "post_worker_init": self._note_worker,
        }
        if os.access(_SHARED_MEMORY, os.W_OK):
            # A worker's sign of life is the time stamp of a file: on a disk, a slow one would look like a hung worker.
            options["worker_tmp_dir"] = str(_SHARED_MEMORY)
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._make(self._stopping)

    def _note_worker(self, worker: Worker) -> None:
        self._worker = worker

    def _stopping(self) -> bool:
        """Whether this worker was told to stop. Without it an open stream would hold the process for the whole of the
        graceful timeout."""
        return self._worker is not None and not self._worker.alive


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0: any free one.

    Raises:
        OSError: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=_BACKLOG)


def serve(settings: Settings, *, listener: socket.socket | None = None, workers: int = 1) -> None:
    """Serve until SIGTERM, then finish what is running and exit the process with ``SystemExit``.

    Prints the address on standard output once connections are accepted; they are served as soon as the worker is up.

    Args:
        settings: where to listen and what to work with.
        listener: a bound socket to use instead of the settings' address; it is taken over.
        workers: processes; each has its own threads.

    Raises:
        OSError: the address cannot be listened on.
    """
    bound = listener or listen(settings.host, settings.port)
    host, port = bound.getsockname()[:2]
    sys.stdout.write(f"Playhall listens on http://{f'[{host}]' if ':' in host else host}:{port}\n")
    sys.stdout.flush()
    serve_app(lambda stopping: app_from(settings, stopping=stopping), bound, workers)


def serve_app(make: MakeApp, listener: socket.socket, workers: int = 1) -> None:
    """Serve an app as :func:`serve` does. Each process makes its own, and is given what tells whether it is to stop."""
    # Gunicorn sets this later; a connection that comes before would wait 40 ms for the end of every answer.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _Server(make, listener, workers).run()
