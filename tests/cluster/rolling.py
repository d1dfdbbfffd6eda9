"""A deployment whose processes are replaced while matches are played on it, and players who note what they see."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cli.data_folder import DataFolder
from cli.rest_client import Rest
from cli.sockets import free_port
from services.engine.registry import engines_from
from services.settings import PREFIX
from tests.valkey import RealValkey
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
_PAUSE_SECONDS = 0.005


class Cluster:
    """The processes, and their settings as they are by now."""

    def __init__(self, valkey: RealValkey, folder: Path, code: Path = ROOT) -> None:
        """``code``: the release that is started, from now on until it is set to another."""
        self.folder = folder
        self.code = code
        self.environment = {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": valkey.url,
            "PLAYHALL_NUDGE_SECONDS": "1",
            "PLAYHALL_OPEN_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_UNFINISHED_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_BOT_SEATS_PER_PLAYER": "0",
            "PLAYHALL_CREATIONS_PER_MINUTE_PER_PLAYER": "0",
        }
        self.engines: dict[str, subprocess.Popen[bytes]] = {}
        self.addresses: dict[str, str] = {}
        self.gateways: list[tuple[str, subprocess.Popen[bytes]]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.others: list[subprocess.Popen[bytes]] = []
        self._started: list[subprocess.Popen[bytes]] = []
        for command in (("signing-key", "create"), ("migrate", "--first-key")):
            done = self.run(*command)
            assert done.returncode == 0, done.stderr
        self.operator = DataFolder(folder).key() or ""

    @property
    def served(self) -> str:
        """The setting with every version that is served."""
        return "sealed=" + "|".join(self.addresses.values())

    def engine(self, version: str) -> str:
        """Serve one more version; its address."""
        port = free_port("127.0.0.1")
        address = f"127.0.0.1:{port}"
        self.engines[version] = self._start("tests.rulesets.versioned", version, address)
        self.addresses[version] = address
        engine = engines_from(f"sealed={address}", 5.0).engine("sealed")
        wait_until(lambda: _answers(engine.describe), f"the engine of {version}", 60)
        return address

    def stop_engine(self, version: str) -> None:
        """Serve a version no more."""
        del self.addresses[version]
        _stop(self.engines.pop(version))

    def roll(self) -> None:
        """Replace the workers, then relay and ticker, then the gateways, each new one before its predecessor goes."""
        self.workers = self._replace(self.workers, ("worker", "--processes", "1"))
        self.others = self._replace(self.others, ("relay",), ("ticker",))
        before, new = self.gateways, [self._gateway() for _ in range(2)]
        for place, (url, _) in enumerate(new):
            wait_until(partial(_answers, Rest(url, None).get, "/readyz"), "a gateway", 60)
            # The balancer knows the new one, forgets the old one, and waits a little before that is told to end.
            self.gateways = [*new[: place + 1], *before[place + 1 :]]
            if before:
                time.sleep(1.0)
                _stop(before[place][1])

    def _replace(
        self, leaving: "list[subprocess.Popen[bytes]]", *commands: Sequence[str]
    ) -> "list[subprocess.Popen[bytes]]":
        new = [self._start("cli", *command) for command in commands]
        if leaving:
            time.sleep(1.0)
        for process in leaving:
            _stop(process)
        return new

    def _gateway(self) -> "tuple[str, subprocess.Popen[bytes]]":
        port = free_port("127.0.0.1")
        return f"http://127.0.0.1:{port}", self._start("cli", "gateway", port=port)

    def url(self) -> str:
        """A gateway, as the balancer chooses."""
        return random.choice(self.gateways)[0]

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """A ``playhall`` command of the operator."""
        arguments = [sys.executable, "-P", "-m", "cli", *command]
        return subprocess.run(arguments, env=self._settings(), capture_output=True, text=True, timeout=300, check=False)

    @property
    def log(self) -> str:
        """What the processes have logged."""
        return (self.folder / "processes.log").read_text(errors="replace")

    def close(self) -> None:
        """Kill everything."""
        for process in self._started:
            process.kill()
            process.wait()

    def _settings(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        served = {"PLAYHALL_ENGINES": self.served, "PLAYHALL_WORKER_ENGINES": self.served} if self.addresses else {}
        found_in = {"PYTHONPATH": f"{self.code}{os.pathsep}{self.code / 'protos'}"}
        return {**kept, **self.environment, **served, **found_in, "NO_COLOR": "1", "COLUMNS": "200"}

    def _start(self, module: str, *arguments: str, port: int | None = None) -> "subprocess.Popen[bytes]":
        environment = self._settings() | ({} if port is None else {"PLAYHALL_PORT": str(port)})
        with (self.folder / "processes.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, *arguments],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._started.append(process)
        return process


class Balanced:
    """A client that asks one gateway or another. Not to be shared between threads. ``answered``: how many requests."""

    def __init__(self, cluster: Cluster, key: str, wrong: list[str]) -> None:
        """``wrong``: where refusals and failures are noted."""
        self._cluster = cluster
        self._key = key
        self._wrong = wrong
        self._clients: dict[str, Rest] = {}
        self.answered = 0

    def ask(self, how: str, path: str, *body: dict[str, Any]) -> Any:
        """What is answered; None after a refusal."""
        url = self._cluster.url()
        client = self._clients.setdefault(url, Rest(url, self._key))
        try:
            told = getattr(client, how)(path, *body)
        except Exception as error:
            self._wrong.append(f"{how} {path}: {type(error).__name__} {error}")
            return None
        self.answered += 1
        return told


class Player(threading.Thread):
    """Somebody who plays many matches against bots, a decision here and a decision there, and notes whatever is not as
    it must be."""

    def __init__(self, cluster: Cluster, ruleset: str, holds_back: Callable[[Any], bool]) -> None:
        """``holds_back``: whether a decision waits until the match may end, by the answer that asks for it."""
        super().__init__()
        self._cluster = cluster
        self._key = cluster.operator
        self._ruleset = ruleset
        self._holds_back = holds_back
        self._lock = threading.Lock()
        self._may_end = threading.Event()
        self.waiting: list[str] = []
        self.ended: list[str] = []
        self.versions: dict[str, str] = {}
        self.wrong: list[str] = []
        self._creating = Balanced(cluster, self._key, self.wrong)
        self._playing = Balanced(cluster, self._key, self.wrong)

    @property
    def answered(self) -> int:
        """How many requests were answered."""
        return self._creating.answered + self._playing.answered

    def create(self, matches: int) -> None:
        """Begin so many matches."""
        for _ in range(matches):
            made = self._creating.ask("post", "/v1/matches", {"ruleset": self._ruleset, "seats": ["me", "bot:greedy"]})
            if made is not None:
                self.versions[made["id"]] = made["ruleset_version"]
                with self._lock:
                    self.waiting.append(made["id"])

    def may_end(self) -> None:
        """Let the matches end: until then the last decisions are kept back."""
        self._may_end.set()

    def run(self) -> None:
        while True:
            with self._lock:
                playing = self.waiting.copy()
            if not playing and self._may_end.is_set():
                return
            for match_id in playing:
                self._play(match_id)
                time.sleep(_PAUSE_SECONDS)
            time.sleep(0.2)

    def _play(self, match_id: str) -> None:
        view = self._playing.ask("get", f"/v1/matches/{match_id}/seats/0/view")
        if view is None:
            return
        if view["status"] == "finished":
            with self._lock:
                self.waiting.remove(match_id)
            self.ended.append(match_id)
        elif view["decision"] is not None and (self._may_end.is_set() or not self._holds_back(view)):
            legal = view["legal"][0]["notation"]
            self._playing.ask("post", f"/v1/matches/{match_id}/decisions/{view['decision']}", {"action": legal})

    def replay(self, match_id: str) -> bytes:
        """The replay of a match that has ended."""
        return Rest(self._cluster.url(), self._key).read(f"/v1/matches/{match_id}/replay")


@contextmanager
def playing(players: Sequence[Player]) -> Iterator[None]:
    """Let them play; at the end they play their matches to the end.

    Raises:
        AssertionError: somebody was told something wrong.
    """
    for player in players:
        player.start()
    try:
        yield
    finally:
        for player in players:
            player.may_end()
        for player in players:
            player.join(300)
    check(players)
    assert sum(len(player.ended) for player in players) == sum(len(player.versions) for player in players)


def check(players: Sequence[Player]) -> None:
    """Raise AssertionError if somebody was told something wrong."""
    wrong = [line for player in players for line in player.wrong]
    assert wrong == [], wrong[:10]


def _answers(call: Callable[..., object], *arguments: object) -> bool:
    try:
        call(*arguments)
    except Exception:
        return False
    return True


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
