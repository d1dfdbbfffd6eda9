"""The operations server of a process: its metrics and health checks, on a port that the public does not reach."""

import atexit
import fcntl
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cli.sockets import listen
from services.settings import BadSetting, OperationsSettings

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

    from services.telemetry.health import Beating


METRICS_PREFIX: Final = "playhall-metrics-"
_LOCK: Final = "lock"
_LOCK_IN_MAKING: Final = "new"


def enable_multiprocess_metrics(settings: OperationsSettings) -> None:
    """Let this process and all that it starts share their metrics, if they are served. Must run before anything that
    counts is imported: prometheus_client decides at its import."""
    if not settings.metrics_dir and not settings.operations_port:
        return
    from services.telemetry import MULTIPROCESS

    if settings.metrics_dir:
        folder = Path(settings.metrics_dir)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        remove_abandoned_folders()
        folder = _own_folder()
    os.environ[MULTIPROCESS] = str(folder)


def _own_folder() -> Path:
    """A folder for the metrics of this process and of those that it forks. It goes when this process ends; if it is
    killed, the next one removes it."""
    folder = Path(tempfile.mkdtemp(prefix=METRICS_PREFIX))
    lock = os.open(folder / _LOCK_IN_MAKING, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)  # until the last process that has inherited it has ended
    (folder / _LOCK_IN_MAKING).rename(folder / _LOCK)  # held before anybody finds it
    parent = os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == parent else None)
    return folder


def remove_abandoned_folders() -> None:
    """Remove the metrics of processes of this user that were killed. A process is known by its lock and not by its
    number: in a container that was started again everybody's is 1."""
    for folder in Path(tempfile.gettempdir()).glob(f"{METRICS_PREFIX}*"):
        # Without a lock: it is being made, or somebody else's.
        with suppress(OSError), (folder / _LOCK).open("rb+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


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
    settings: OperationsSettings,
    heartbeat: "Beating | None" = None,
    collectors: "Sequence[Collector]" = (),
    *,
    ready: Callable[[], bool] | None = None,
    listener: socket.socket | None = None,
) -> None:
    """Serve metrics and health until the process ends, if a port is set, or on a ``listener`` that listens already.

    ``heartbeat``: of the process's loop or loops, if it has one. ``collectors``: what is measured at each
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
