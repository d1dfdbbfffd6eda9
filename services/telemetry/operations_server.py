"""A process's page for operators: ``/metrics``, ``/livez`` and ``/readyz`` on a port that the public does not reach."""

import contextlib
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import REGISTRY, Collector

from services.telemetry import MULTIPROCESS
from services.telemetry.causes import Complaint

_TEXT: Final = "text/plain; charset=utf-8"


COLLECT_SECONDS: Final = 2.0
"""How long the page waits for what is measured when it is asked for, all collectors together: Prometheus gives up on
the whole page after ten seconds, by default."""

log = structlog.get_logger("operations")


def registry(collectors: Sequence[Collector] = ()) -> CollectorRegistry:
    """What this process, or all processes that share its folder, have counted, and ``collectors`` besides, which may
    fail or hang."""
    measured: list[Collector] = [Measured(collectors)] if collectors else []
    if not os.environ.get(MULTIPROCESS):
        for collector in measured:
            REGISTRY.register(collector)
        return REGISTRY
    whole = CollectorRegistry()
    whole.register(_Processes())
    for collector in (*measured, ProcessCollector(registry=None), PlatformCollector(registry=None)):
        whole.register(collector)
    GCCollector(whole)
    return whole


class Measured(Collector):
    """Collectors that ask others. All are asked at once, each in a thread of its own, and none again while it still
    owes an answer. One that has not answered in time, or fails, gives no figures; the others do."""

    def __init__(self, collectors: Sequence[Collector], seconds: float = COLLECT_SECONDS) -> None:
        """``seconds``: how long all of them together are waited for."""
        self._collectors = tuple(collectors)
        self._seconds = seconds
        self._pool = ThreadPoolExecutor(max(1, len(self._collectors)), "collector")
        self._asked: dict[int, tuple[float, Future[list[Metric]]]] = {}
        self._complaints = [Complaint("figures_missing") for _ in self._collectors]
        self._lock = Lock()

    def describe(self) -> Iterable[Metric]:
        """Nothing: to find out would be to ask everybody."""
        return ()

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            for number, collector in enumerate(self._collectors):
                if number not in self._asked or self._asked[number][1].done():
                    asked_at = time.monotonic()
                    self._asked[number] = asked_at, self._pool.submit(_collected, collector)
            asked = self._asked.copy()
        for number, (asked_at, answer) in asked.items():
            name = type(self._collectors[number]).__name__
            # One that has owed its answer for longer is not waited for again.
            wait([answer], max(0.0, asked_at + self._seconds - time.monotonic()))
            if not answer.done():
                self._complaints[number].make(TimeoutError(), collector=name)
            elif (error := answer.exception()) is not None:
                self._complaints[number].make(error, collector=name)
            else:
                yield from answer.result()


def _collected(collector: Collector) -> list[Metric]:
    return list(collector.collect())


class _Processes(Collector):
    """What all processes that share the folder have counted."""

    def __init__(self) -> None:
        self._folder = Path(os.environ[MULTIPROCESS])
        self._collector = MultiProcessCollector(None)  # type: ignore[no-untyped-call] # the library has no types there

    def collect(self) -> Iterable[Metric]:
        # What a process has open ends with it, also if it was killed and could not say so.
        for file in self._folder.glob("gauge_live*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _is_running(pid):
                with contextlib.suppress(FileNotFoundError):  # somebody else looks, too
                    mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call] # as above
        found: Iterable[Metric] = self._collector.collect()  # type: ignore[no-untyped-call] # as above
        return found


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        pass
    return True


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, _request: object, client_address: object) -> None:
        """Called where a request fails. Whoever asked has often just gone; socketserver would print a traceback."""
        if not isinstance(sys.exception(), OSError):
            log.error("failed", exc_info=True)


class OperationsServer:
    """The page, served by a thread."""

    def __init__(
        self,
        listener: socket.socket,
        whole: CollectorRegistry,
        *,
        alive: Callable[[], bool] = lambda: True,
        ready: Callable[[], bool] = lambda: True,
    ) -> None:
        """``listener``: listens already. ``alive``: false when only a restart helps. ``ready``: whether the process
        does its work."""
        self._server = _Server(listener.getsockname()[:2], _handler(whole, alive, ready), bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listener

    def start(self) -> None:
        """Serve until the process ends."""
        Thread(target=self._server.serve_forever, name="operations", daemon=True).start()

    def stop(self) -> None:
        """Serve no longer."""
        self._server.shutdown()
        self._server.server_close()


def _handler(
    whole: CollectorRegistry, alive: Callable[[], bool], ready: Callable[[], bool]
) -> type[BaseHTTPRequestHandler]:
    probes = {"/livez": alive, "/readyz": ready}

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        timeout = 10

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/metrics":
                encode, kind = choose_encoder(self.headers.get("Accept", ""))
                self._answer(HTTPStatus.OK, kind, encode(whole))
            elif path in probes:
                well = probes[path]()
                status = HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE
                self._answer(status, _TEXT, b"ok\n" if well else b"down\n")
            else:
                self._answer(HTTPStatus.NOT_FOUND, _TEXT, b"there is /metrics, /livez and /readyz\n")

        def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Probes come every few seconds: no line for each."""

    return Handler
