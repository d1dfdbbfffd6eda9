"""A platform of its own for a measurement: ``playhall up`` in a temporary folder."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from cli.data_folder import DataFolder
from cli.rest_client import Rest
from services.settings import PREFIX

_START_SECONDS: Final = 90.0


@contextmanager
def running_platform(*options: str, **settings: str) -> Iterator[tuple[Rest, int, str]]:
    """A platform of its own in a temporary folder, started with further ``options`` and ``settings``: a client with
    its first key, the process id of its supervisor, and where its gRPC clients connect."""
    with tempfile.TemporaryDirectory(prefix="playhall-bench-") as path:
        folder = DataFolder(Path(path))
        command = (sys.executable, "-P", "-m", "cli", "up", "--port", "0", "--data-dir", path, *options)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        environment |= {f"{PREFIX}{name.upper()}": value for name, value in settings.items()}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
            try:
                url = _await_start(folder, process)
                yield Rest(url, folder.key() or ""), process.pid, folder.grpc() or ""
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()


def _await_start(folder: DataFolder, process: "subprocess.Popen[bytes]") -> str:
    deadline = time.monotonic() + _START_SECONDS
    while (url := folder.url()) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            raise click.ClickException("the platform did not start; `playhall up` shows why")
        time.sleep(0.1)
    return url
