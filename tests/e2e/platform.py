"""A whole platform for tests: ``playhall up`` in a short folder of its own."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from cli.data_folder import DataFolder
from cli.rest_client import Rest
from services.settings import PREFIX
from tests.waiting import is_alive, kill, offspring, wait_until

START_SECONDS: Final = 90.0


class Platform:
    """One data folder, on which the platform is started and ended in several ways."""

    def __init__(self, **settings: str) -> None:
        """``settings``: by their names in the environment, without the prefix."""
        self._settings = {f"{PREFIX}{name.upper()}": value for name, value in settings.items()}
        self.path = Path(tempfile.mkdtemp(prefix="ph-"))
        self.folder = DataFolder(self.path / "data")
        self.process: subprocess.Popen[bytes] | None = None
        self._runs = 0
        self._known: set[int] = set()

    @property
    def environment(self) -> dict[str, str]:
        """For commands that use this platform's folder."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        ours = {"PLAYHALL_DATA_DIR": str(self.folder.path), "PLAYHALL_NUDGE_SECONDS": "2"}
        return {**kept, **ours, **self._settings, "NO_COLOR": "1", "COLUMNS": "200"}

    def start(self, *options: str) -> float:
        """Start it and wait until it is ready; how many seconds that took."""
        begun = time.monotonic()
        self.begin(*options)
        wait_until(lambda: "Ctrl-C" in self.output() or self.has_ended(), "the platform's start", START_SECONDS)
        assert not self.has_ended(), self.output()
        self._known.update(self.children())
        return time.monotonic() - begun

    def begin(self, *options: str) -> "subprocess.Popen[bytes]":
        """Start it and do not wait."""
        assert self.process is None or self.has_ended()
        self._runs += 1
        with self._output_path().open("wb") as output:
            command = (*playhall("up"), "--port", "0", "--workers", "1", *options)
            self.process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, env=self.environment, start_new_session=True
            )
        return self.process

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Another ``playhall`` command on the same folder."""
        return subprocess.run(
            playhall(*arguments), env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )

    def rest(self) -> Rest:
        """A client with the first key."""
        url, key = self.folder.url(), self.folder.key()
        assert url
        assert key
        return Rest(url, key)

    def children(self) -> list[int]:
        """Every process of the platform but its supervisor."""
        return offspring(self.process.pid) if self.process else []

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop; its exit code."""
        assert self.process
        self._known.update(self.children())
        self.process.send_signal(number)
        return self.process.wait(90)

    def kill(self) -> None:
        """Kill the supervisor alone."""
        assert self.process
        self._known.update(self.children())
        self.process.kill()
        self.process.wait()

    def survivors(self) -> list[int]:
        """Processes of earlier and present runs that still live, the supervisor left out."""
        return [pid for pid in self._known if is_alive(pid)]

    def has_ended(self) -> bool:
        """Whether the supervisor has ended, or was never started."""
        return self.process is None or self.process.poll() is not None

    def output(self) -> str:
        """What the last run has printed."""
        return self._output_path().read_text()

    def key_in_output(self) -> str | None:
        """The API key that was printed."""
        found = re.search(r"playhall_dev_\w+", self.output())
        return found[0] if found else None

    def close(self) -> None:
        """End it, whatever state it is in, and remove its folder."""
        if self.process is not None and not self.has_ended():
            self._known.update(self.children())
            self.process.kill()
            self.process.wait()
        for pid in self.survivors():
            with contextlib.suppress(ProcessLookupError):  # it was about to end by itself
                kill(pid)
        wait_until(lambda: not self.survivors(), "the end of all processes")
        shutil.rmtree(self.path, ignore_errors=True)

    def _output_path(self) -> Path:
        return self.path / f"output-{self._runs}"


def playhall(*arguments: str) -> tuple[str, ...]:
    """The command line of a ``playhall`` command."""
    return (sys.executable, "-P", "-m", "cli", *arguments)
