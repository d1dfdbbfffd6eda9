"""The gateway as a process: uvicorn with the ASGI application."""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Final, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from gateway.connection_limits import ConnectionLimits, connection_limits
from gateway.http_protocol import HttpProtocol
from services.settings import GatewaySettings

KEEP_ALIVE_SECONDS: Final = 75
"""Longer than proxies keep idle connections, commonly 60 s: the side that sends requests should close first."""

GRACEFUL_SECONDS: Final = 20
"""How long requests may still run after SIGTERM. Streams end at once."""

MOST_OPEN_FILES: Final = 10_512
"""Each client is an open file, of which many systems allow a process 1,024 unless it asks for more."""

SEND_BUFFER_BYTES: Final = 65_536
"""What the kernel keeps for a client that does not read; by default it is some megabytes."""

SWITCH_SECONDS: Final = 0.001
"""How long a thread computes before others may: the event loop waits for so long before each of its steps while all
threads compute. Python's own 5 ms would make a request under load wait for several times that."""

_BACKLOG: Final = 1_024


def serve(
    make_app: Callable[[], ASGIApp], listener: socket.socket, settings: GatewaySettings, *, processes: int = 1
) -> None:
    """Serve until SIGTERM or SIGINT, then end the streams, finish what is running and return.

    Connections are served once the application is made.

    Args:
        make_app: makes the application, in each process that serves. Can be pickled if ``processes`` is not 1.
        listener: a bound socket, which is taken over.
        settings: how many connections each process keeps.
        processes: how many serve; each has its own threads. Those that die are started again.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)  # its connections have it from there
    limits = connection_limits(settings, _allow_files())
    sys.setswitchinterval(SWITCH_SECONDS)
    if processes == 1:
        # Uvicorn sends itself the signal again when it has stopped.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        uvicorn.Server(config(make_app, limits)).run([listener])
    else:
        Multiprocess(config(partial(_make_in_child, make_app), limits, processes=processes), [listener]).run()


def config(make_app: Callable[[], ASGIApp], limits: ConnectionLimits, *, processes: int = 1) -> uvicorn.Config:
    """Uvicorn's configuration. The application logs its requests itself, without their queries. ``limits``: of the
    connections of each process, which has them for itself."""
    return uvicorn.Config(
        make_app,
        factory=True,
        workers=processes,
        http=cast(type[HttpProtocol], partial(HttpProtocol, limits=limits)),
        ws="none",
        loop="uvloop",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,  # the protocol's is right to the second
        proxy_headers=False,
        backlog=_BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )


def _make_in_child(make_app: Callable[[], ASGIApp]) -> ASGIApp:
    """For one of several processes, which stops when the one that started it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
    _allow_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    return make_app()


def _allow_files() -> int:
    """Allow this process as many open files as it wants or may have; how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MOST_OPEN_FILES, hard)
    if soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
