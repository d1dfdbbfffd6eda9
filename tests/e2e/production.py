"""The platform as production runs it: each process by its own command, in an environment as the manifests have it."""

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from cli.data_folder import DataFolder
from cli.rest_client import Rest
from cli.sockets import free_port
from services.fairness.signing import create_key_file
from services.settings import PREFIX
from tests.e2e.platform import playhall
from tests.valkey import RealValkey
from tests.waiting import wait_until

HOST: Final = "127.0.0.1"
START_SECONDS: Final = 90.0
KEYLESS: Final = ("worker-thinking", "worker-webhooks", "worker-turns")
"""Processes that sign nothing: they are given no signing keys."""
ENGINE_TOKEN: Final = "0123456789abcdef"


class Production:
    """Processes that start in a folder of their own, each with a log and a page for operators. ``redis``: where live
    state and queues lie. ``bot_port``: where bots on this machine may be called."""

    def __init__(self, redis: RealValkey, *, bot_port: int | None = None) -> None:
        self.folder = DataFolder(Path(tempfile.mkdtemp(prefix="ph-")) / "data")
        self.folder.make()
        create_key_file(self.folder.path / "signing-keys.json")
        self.engine_port, self.http_port, self.grpc_port = (free_port(HOST) for _ in range(3))
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._operations: dict[str, int] = {}
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
            "PLAYHALL_DATA_DIR": str(self.folder.path),
            "PLAYHALL_REDIS_URL": redis.url,
            "PLAYHALL_LOG_FORMAT": "json",
            "PLAYHALL_ENGINES": f"factionwars={HOST}:{self.engine_port}",
            "PLAYHALL_ENGINE_TOKEN": ENGINE_TOKEN,
            "PLAYHALL_PORT": str(self.http_port),
            "PLAYHALL_GRPC_PORT": str(self.grpc_port),
            "PLAYHALL_NUDGE_SECONDS": "1",
        }
        if bot_port is not None:
            self._environment |= {
                "PLAYHALL_WEBHOOK_HTTP": "1",
                "PLAYHALL_WEBHOOK_NETWORKS": "127.0.0.0/8",
                "PLAYHALL_WEBHOOK_PORTS": str(bot_port),
            }

    def start(self) -> None:
        """Start everything and wait until it is ready."""
        assert self.run("migrate", "--first-key") == 0, self.log("migrate")
        commands = {
            "engine": ("engine", "factionwars", "--host", HOST, "--port", str(self.engine_port)),
            "gateway": ("gateway", "--processes", "2"),
            "gateway-stream": ("gateway-stream", "--port", str(free_port(HOST))),
            "gateway-grpc": ("gateway-grpc",),
            "worker-thinking": ("worker", "--queues", "thinking", "--processes", "1"),
            "worker-series": ("worker", "--queues", "series", "--processes", "1"),
            "worker-webhooks": ("worker", "--queues", "webhooks", "--processes", "4"),
            "worker-turns": ("worker", "--queues", "turns", "--processes", "2"),
            "worker-scoring": ("worker", "--queues", "scoring", "--processes", "1"),
            "worker-maintenance": ("worker", "--queues", "maintenance", "--processes", "1"),
            "relay": ("relay",),
            "ticker": ("ticker",),
        }
        for name, command in commands.items():
            self._operations[name] = free_port(HOST)
            keys = {"PLAYHALL_SIGNING_KEYS": "/nowhere"} if name in KEYLESS else {}
            self._begin(name, *command, PLAYHALL_OPERATIONS_PORT=str(self._operations[name]), **keys)
        try:
            wait_until(lambda: all(map(self.is_ready, self._operations)), "all processes are ready", START_SECONDS)
        except AssertionError as error:
            late = [f"{name} ({self.log(name)[-400:]})" for name in self._operations if not self.is_ready(name)]
            raise AssertionError(f"{error}, but not {', '.join(late)}") from None
        wait_until(self._serves, "the gateway serves", START_SECONDS)

    def run(self, name: str, *arguments: str, **environment: str) -> int:
        """Another command, to its end; its exit code."""
        return self._begin(name, name, *arguments, **environment).wait(60)

    def is_ready(self, name: str) -> bool:
        """Whether a process says that it is."""
        try:
            with urlopen(f"http://{HOST}:{self._operations[name]}/readyz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def metrics(self) -> dict[str, str]:
        """The figures of each process that runs as Prometheus reads them, by its name."""
        return {name: self._page(name) for name in self._operations if self.processes[name].poll() is None}

    def targets(self) -> dict[str, str]:
        """Where Prometheus reads them, by the process's name."""
        return {name: f"{HOST}:{port}" for name, port in self._operations.items()}

    def rest(self) -> Rest:
        """A client with the first key."""
        return Rest(self.url, self.key)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.http_port}"

    @property
    def key(self) -> str:
        found = self.folder.key()
        assert found
        return found

    def log(self, name: str) -> str:
        """What a process has written, on standard output and standard error alike."""
        return self._log_path(name).read_text()

    def stop(self) -> dict[str, int]:
        """Ask every process to stop; their exit codes."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        return {name: process.wait(60) for name, process in self.processes.items()}

    def close(self) -> None:
        """End what still runs, and remove the folder."""
        for process in self.processes.values():
            process.kill()
            process.wait()
        shutil.rmtree(self.folder.path.parent, ignore_errors=True)

    def _begin(self, name: str, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        with self._log_path(name).open("ab") as log:
            process = subprocess.Popen(
                playhall(*arguments),
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**self._environment, **environment},
                start_new_session=True,
            )
        self.processes[name] = process
        return process

    def _log_path(self, name: str) -> Path:
        return self.folder.path.parent / f"{name}.log"

    def _serves(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _page(self, name: str) -> str:
        with urlopen(f"http://{HOST}:{self._operations[name]}/metrics", timeout=30) as answer:
            page: str = answer.read().decode()
            return page
