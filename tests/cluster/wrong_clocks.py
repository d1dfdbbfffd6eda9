"""Real processes on hosts whose clocks are set while they run: does the clock of a match act when it should?

    python -m tests.cluster.wrong_clocks

plays matches of three seconds a turn in which nobody moves, sets the clock of one host ahead or back in the middle of
one and right again in the middle of the next, and prints how late the time-outs came and how much time was credited.
Needs libfaketime.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click

from cli.data_folder import DataFolder
from cli.rest_client import Rest
from cli.sockets import free_port
from services.fairness.signing import create_key_file
from services.settings import PREFIX
from tests.cluster.servers import HOST, Server
from tests.e2e.platform import playhall
from tests.faked_time import FakedTime
from tests.waiting import wait_until

TURN_SECONDS: Final = 3
PROCESSES: Final = ("gateway", "worker", "relay", "ticker")
HOSTS: Final = ("redis", *PROCESSES)
STEPS: Final = (3, -3, 300, -300, 3_600, -3_600)
START_SECONDS: Final = 120.0


class Trial(NamedTuple):
    """What came of setting a host's clock by so many seconds, and back: how late the time-outs of both matches came,
    and how often time was credited in them."""

    host: str
    seconds: int
    late_when_set: float
    late_when_set_right: float
    credits: int


class Hosts:
    """A platform of which each process runs on a host of its own, and so does Redis."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ph-"))
        self.clocks = {name: FakedTime(self._folder / f"{name}.time") for name in HOSTS}
        data = DataFolder(self._folder / "data")
        data.make()
        create_key_file(data.path / "signing-keys.json")
        self.redis = Server(environment=self.clocks["redis"].environment, appendonly="yes")
        self.port = free_port(HOST)
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
            "PLAYHALL_DATA_DIR": str(data.path),
            "PLAYHALL_REDIS_URL": self.redis.url,
            "PLAYHALL_ENGINES": "local",
            "PLAYHALL_PORT": str(self.port),
            "PLAYHALL_NUDGE_SECONDS": "2",
            "PLAYHALL_CLOCK_GRACE_MS": "0",
        }
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        assert self._begin("migrate", "--first-key").wait(60) == 0, self.log("migrate")
        self.key = data.key() or ""
        for name in PROCESSES:
            self.start(name)
        self.rest = Rest(f"http://{HOST}:{self.port}", self.key)
        wait_until(self._serves, "the gateway serves", START_SECONDS)

    def start(self, name: str) -> None:
        """Start a process."""
        more = ("--processes", "1") if name == "worker" else ()
        self._begin(name, *more, environment=self.clocks[name].environment)

    def stop(self, name: str) -> None:
        """Stop a process."""
        self._processes[name].send_signal(signal.SIGTERM)
        self._processes[name].wait(60)

    def log(self, name: str) -> str:
        """What a process has written."""
        return (self._folder / f"{name}.log").read_text()

    def begin_match(self) -> str:
        """A match in which a person who never moves has so many seconds a turn; its id."""
        match = self.rest.post(
            "/v1/matches",
            {
                "ruleset": "standoff",
                "seats": ["me", "bot:random"],
                "time_control": {"kind": "per_decision", "seconds": TURN_SECONDS},
                "on_time_out": {"kind": "forfeit"},
                "rated": False,
            },
        )
        return str(match["id"])

    def seconds_until_lost(self, match_id: str, began: float) -> float:
        """When its time ran out, in seconds since then, to a tenth: whoever asks less and less often measures that."""
        while self.rest.get(f"/v1/matches/{match_id}")["status"] != "finished":
            assert time.monotonic() - began < 60, "the time-out"
            time.sleep(0.1)
        return time.monotonic() - began

    def credits(self, match_id: str) -> int:
        """How often time was given back in a match."""
        text = self.rest.read(f"/v1/matches/{match_id}/replay").decode()
        return text.count("time_credited")

    def close(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
        self.redis.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _begin(self, name: str, *arguments: str, environment: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
        with (self._folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                playhall(name, *arguments),
                stdout=log,
                stderr=log,
                env={**self._environment, **dict(line.split("=", 1) for line in environment)},
                start_new_session=True,
            )
        self._processes[name] = process
        return process

    def _serves(self) -> bool:
        try:
            return bool(self.rest.get("/readyz"))
        except Exception:  # it is starting
            return False


@contextmanager
def hosts() -> Iterator[Hosts]:
    """A platform that runs, with a match played to its end, so that everything is warm."""
    found = Hosts()
    try:
        found.seconds_until_lost(found.begin_match(), time.monotonic())
        yield found
    finally:
        found.close()


def tried(platform: Hosts, host: str, seconds: int) -> Trial:
    """Set a host's clock in the middle of a match, and right again in the middle of the next."""
    late, credits = [], 0
    for wrong_by in (seconds, 0):
        match_id = platform.begin_match()
        began = time.monotonic()
        time.sleep(1)
        platform.clocks[host].set(wrong_by)
        late.append(platform.seconds_until_lost(match_id, began) - TURN_SECONDS)
        credits += platform.credits(match_id)
    return Trial(host, seconds, late[0], late[1], credits)


def main() -> None:
    """Try every host with every step."""
    click.echo("| clock of | set by | late | set right: late | credits |\n|---|---|---|---|---|")
    with hosts() as platform:
        for host in HOSTS:
            for seconds in STEPS:
                trial = tried(platform, host, seconds)
                click.echo(
                    f"| {host} | {seconds:+} s | {trial.late_when_set:.1f} s | {trial.late_when_set_right:.1f} s "
                    f"| {trial.credits} |",
                )


if __name__ == "__main__":
    main()
