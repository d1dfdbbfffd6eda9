"""Bot matches per minute on a platform of its own: started for the measurement, through the public API."""

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from cli.bot_matches import Plan, play_matches
from cli.data_folder import DataFolder
from cli.rest_client import Rest
from services.settings import PREFIX

_START_SECONDS: Final = 90.0
_WARM_UP_MATCHES: Final = 8


@dataclass(frozen=True, slots=True)
class PlatformRate:
    """Matches of ``seats`` bots that were played through the REST API, and how long it took until all had ended."""

    matches: int
    seats: int
    seconds: float
    decisions: int

    @property
    def per_minute(self) -> float:
        """Matches finished per minute."""
        return self.matches / self.seconds * 60

    @property
    def decisions_per_minute(self) -> float:
        """Decisions played per minute."""
        return self.decisions / self.seconds * 60


def measure_platform(ruleset: str, matches: int) -> PlatformRate:
    """Start a platform in a new folder, play matches of up to four seats with all bots in turn, and stop it again."""
    with running_platform() as (rest, *_):
        about = rest.get(f"/v1/rulesets/{ruleset}")
        seats = max(about["min_seats"], min(4, about["max_seats"]))
        bots = itertools.cycle(bot["id"] for bot in about["bots"])
        plan = Plan(ruleset, tuple(itertools.islice(bots, seats)))
        for _ in play_matches(rest, itertools.repeat(plan, _WARM_UP_MATCHES)):
            pass
        begun = time.monotonic()
        ended = [match["id"] for match in play_matches(rest, itertools.repeat(plan, matches))]
        seconds = time.monotonic() - begun
        decisions = sum(len(rest.get(f"/v1/matches/{match_id}/replay")["steps"]) for match_id in ended)
    return PlatformRate(matches, seats, seconds, decisions)


@contextmanager
def running_platform(*options: str) -> Iterator[tuple[Rest, int, str]]:
    """A platform of its own in a temporary folder, started with further ``options``: a client with its first key,
    the process id of its supervisor, and where its gRPC clients connect."""
    with tempfile.TemporaryDirectory(prefix="playhall-bench-") as path:
        folder = DataFolder(Path(path))
        command = (sys.executable, "-P", "-m", "cli", "up", "--port", "0", "--data-dir", path, *options)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
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
