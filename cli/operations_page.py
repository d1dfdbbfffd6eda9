"""The operations server of a process: its metrics and health checks, on a port that the public does not reach."""

import atexit
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.sockets import listen
from services.settings import BadSetting, Settings

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

    from services.telemetry.health import Heartbeat


def enable_multiprocess_metrics(settings: Settings) -> None:
    """Let this process and all that it starts share their metrics, if they are served. Must run before anything that
    counts is imported: prometheus_client decides at its import."""
    if not settings.metrics_dir and not settings.operations_port:
        return
    from services.telemetry import MULTIPROCESS

    folder = Path(settings.metrics_dir or tempfile.mkdtemp(prefix="playhall-metrics-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not settings.metrics_dir:
        parent = os.getpid()
        atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == parent else None)
    os.environ[MULTIPROCESS] = str(folder)


def start_tracing(process: str) -> None:
    """Send traces, if the standard variable says where to. Must run before anything is imported that they follow.

    Raises:
        BadSetting: the libraries for it are not installed.
    """
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return
    from services.telemetry import tracing

    try:
        tracing.begin(process)
    except ImportError as error:
        raise BadSetting(f"OTEL_EXPORTER_OTLP_ENDPOINT needs pip install 'playhall[otel]': {error.name}") from None


def serve_operations(
    settings: Settings,
    heartbeat: "Heartbeat | None" = None,
    collectors: "Sequence[Collector]" = (),
    *,
    ready: Callable[[], bool] | None = None,
    listener: socket.socket | None = None,
) -> None:
    """Serve metrics and health until the process ends, if a port is set, or on a ``listener`` that listens already.

    ``heartbeat``: of the process's loop, if it has one. ``collectors``: what is measured at each
    request for the metrics. ``ready``: whether the process does its work, if its heartbeat does not tell.

    Raises:
        BadSetting: the port cannot be listened on.
    """
    if listener is None:
        if not settings.operations_port:
            return
        listener = listen(settings.operations_host, settings.operations_port, option=None)
    from services.telemetry.operations_server import OperationsServer, registry

    OperationsServer(
        listener,
        registry(collectors),
        alive=lambda: heartbeat is None or heartbeat.alive,
        ready=ready or (lambda: heartbeat is None or heartbeat.ready),
    ).start()
