"""A ruleset that is upgraded while matches of it are played, as docs/versions.md says.

    python -m tests.cluster.upgrades [MATCHES]      two upgrades under 200 live matches, or as many as are asked for

Engines, gateways, workers, relay and ticker are processes of their own. Each upgrade starts an engine of the new
version beside the old one, replaces workers, then gateways, one after the other, and lets the new version deal.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from cli.rest_client import Rest
from cli.sockets import free_port
from services.database import Database
from services.engine import replay
from services.engine.engine import RulesetVersion
from services.engine.registry import engines_from
from services.fairness.signing import create_key_file
from services.identity import ApiKeys, Players
from services.settings import PREFIX, read_settings
from tests.valkey import RealValkey
from tests.waiting import wait_until

PLAYERS = 4
_PAUSE_SECONDS = 0.005


class Cluster:
    """The processes, and their settings as they are by now."""

    def __init__(self, valkey: RealValkey, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": valkey.url,
            "PLAYHALL_NUDGE_SECONDS": "1",
            "PLAYHALL_OPEN_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_UNFINISHED_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_BOT_SEATS_PER_PLAYER": "0",
            "PLAYHALL_CREATIONS_PER_MINUTE_PER_PLAYER": "0",
        }
        settings = read_settings(self.environment)
        database = Database(settings.database_url)
        database.upgrade()
        create_key_file(settings.signing_keys)
        keys, players = ApiKeys(database, settings.environment), Players(database)
        players.ensure_operator()
        operator = keys.first_key()
        assert operator is not None
        self.operator = operator
        self.engines: dict[str, subprocess.Popen[bytes]] = {}
        self.addresses: dict[str, str] = {}
        self.gateways: list[tuple[str, subprocess.Popen[bytes]]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self._started: list[subprocess.Popen[bytes]] = []

    @property
    def served(self) -> str:
        """The setting with every version that is served."""
        return "sealed=" + "|".join(self.addresses.values())

    def engine(self, version: str) -> str:
        """Serve one more version; its address."""
        port = free_port("127.0.0.1")
        address = f"127.0.0.1:{port}"
        self.engines[version] = self._start("-m", "tests.rulesets.versioned", version, address)
        self.addresses[version] = address
        engine = engines_from(f"sealed={address}", 5.0).engine("sealed")
        wait_until(lambda: _answers(engine.describe), f"the engine of {version}", 60)
        return address

    def stop_engine(self, version: str) -> None:
        """Serve a version no more."""
        del self.addresses[version]
        _stop(self.engines.pop(version))

    def roll(self) -> None:
        """Replace the workers, then the gateways, each new one before its predecessor goes."""
        leaving, self.workers = self.workers, [self._start("-P", "-m", "cli", "worker", "--processes", "1")]
        for worker in leaving:
            _stop(worker)
        before, new = self.gateways, [self._gateway() for _ in range(2)]
        for place, (url, _) in enumerate(new):
            wait_until(partial(_answers, Rest(url, None).get, "/readyz"), "a gateway", 60)
            # The balancer knows the new one, forgets the old one, and waits a little before that is told to end.
            self.gateways = [*new[: place + 1], *before[place + 1 :]]
            if before:
                time.sleep(1.0)
                _stop(before[place][1])

    def _gateway(self) -> "tuple[str, subprocess.Popen[bytes]]":
        port = free_port("127.0.0.1")
        return f"http://127.0.0.1:{port}", self._start("-P", "-m", "cli", "gateway", port=port)

    def start(self) -> None:
        """All but the engines."""
        self.roll()
        for kind in ("relay", "ticker"):
            self._start("-P", "-m", "cli", kind)

    def url(self) -> str:
        """A gateway, as the balancer chooses."""
        return random.choice(self.gateways)[0]

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """A ``playhall`` command of the operator."""
        arguments = [sys.executable, "-P", "-m", "cli", *command]
        return subprocess.run(arguments, env=self._settings(), capture_output=True, text=True, timeout=300, check=False)

    def close(self) -> None:
        """Kill everything."""
        for process in self._started:
            process.kill()
            process.wait()

    def _settings(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        served = {"PLAYHALL_ENGINES": self.served, "PLAYHALL_WORKER_ENGINES": self.served} if self.addresses else {}
        return {**kept, **self.environment, **served, "NO_COLOR": "1", "COLUMNS": "200"}

    def _start(self, *arguments: str, port: int | None = None) -> "subprocess.Popen[bytes]":
        environment = self._settings() | ({} if port is None else {"PLAYHALL_PORT": str(port)})
        with (self.folder / "processes.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments], env=environment, stdout=log, stderr=log, start_new_session=True
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

    def __init__(self, cluster: Cluster, key: str) -> None:
        super().__init__()
        self._cluster = cluster
        self._key = key
        self._lock = threading.Lock()
        self._may_end = threading.Event()
        self.waiting: list[str] = []
        self.ended: list[str] = []
        self.versions: dict[str, str] = {}
        self.wrong: list[str] = []
        self._creating = Balanced(cluster, key, self.wrong)
        self._playing = Balanced(cluster, key, self.wrong)

    @property
    def answered(self) -> int:
        """How many requests were answered."""
        return self._creating.answered + self._playing.answered

    def create(self, matches: int) -> None:
        """Begin so many matches."""
        for _ in range(matches):
            made = self._creating.ask("post", "/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:greedy"]})
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
        elif view["decision"] is not None and (view["view"]["round"] == 1 or self._may_end.is_set()):
            # Once in round 2 the match waits here until it may end.
            legal = view["legal"][0]["notation"]
            self._playing.ask("post", f"/v1/matches/{match_id}/decisions/{view['decision']}", {"action": legal})

    def replay(self, match_id: str) -> bytes:
        """The replay of a match that has ended."""
        return Rest(self._cluster.url(), self._key).read(f"/v1/matches/{match_id}/replay")


def upgrade_twice(cluster: Cluster, matches: int) -> Iterator[str]:
    """Do it, and say what was found, a line after the other.

    Raises:
        AssertionError: somebody noticed something.
    """
    first = cluster.engine("1.0.0")
    cluster.start()
    players = [Player(cluster, cluster.operator) for _ in range(PLAYERS)]
    for player in players:
        player.create(matches // PLAYERS)
    _begin(players)
    try:
        yield from _upgrade(cluster, players, "1.2.0", canary_exit=0, new_matches=2)
        yield from _upgrade(cluster, players, "2.0.0", canary_exit=1, new_matches=2)
        live = Counter(version for player in players for version in player.versions.values())
        wrong = [line for player in players for line in player.wrong]
        assert live == {"1.0.0": matches, "1.2.0": 2 * PLAYERS, "2.0.0": 2 * PLAYERS}, wrong[:10]
        listed = cluster.run("versions")
        assert listed.returncode == 0, listed.stderr
        assert _needed(listed.stdout) == dict(live), listed.stdout
    finally:
        for player in players:
            player.may_end()
        for player in players:
            player.join(300)
    wrong = [line for player in players for line in player.wrong]
    assert wrong == [], wrong[:10]
    yield f"{sum(player.answered for player in players)} requests, each answered as it should be"
    yield from _verify(cluster, players)
    # Nothing needs the first version any more: it may go, until somebody wants to check an old replay.
    assert _needed(cluster.run("versions").stdout) == {"1.0.0": 0, "1.2.0": 0, "2.0.0": 0}
    cluster.stop_engine("1.0.0")
    yield from _ask_for_the_old(cluster, players, first)


def _begin(players: list[Player]) -> None:
    for player in players:
        player.start()


def _upgrade(
    cluster: Cluster, players: list[Player], version: str, *, canary_exit: int, new_matches: int
) -> Iterator[str]:
    assert cluster.run("versions", "drain", "sealed", version).returncode == 0
    address = cluster.engine(version)
    cluster.roll()
    told = cluster.run("canary", "sealed", address)
    assert told.returncode == canary_exit, told.stdout + told.stderr
    yield f"canary of {version}: {told.stdout.splitlines()[-1]}"
    assert cluster.run("versions", "resume", "sealed", version).returncode == 0
    time.sleep(2.5)  # until every gateway knows it
    for player in players:
        player.create(new_matches)


def _verify(cluster: Cluster, players: list[Player]) -> Iterator[str]:
    engines = engines_from(cluster.served, 5.0)
    checked: Counter[str] = Counter()
    for player in players:
        for match_id in player.ended:
            told = replay.read(player.replay(match_id))
            assert told.version == player.versions[match_id]
            replay.re_execute(told, engines.pinned(RulesetVersion(told.ruleset, told.version)))
            checked[told.version] += 1
    assert sum(checked.values()) == sum(len(player.versions) for player in players)
    yield f"replays verified: {json.dumps(dict(sorted(checked.items())))}"


def _ask_for_the_old(cluster: Cluster, players: list[Player], first: str) -> Iterator[str]:
    match_id = next(id for id, version in players[0].versions.items() if version == "1.0.0")
    file = cluster.folder / "old.json"
    file.write_bytes(players[0].replay(match_id))
    told = cluster.run("verify", str(file))
    assert told.returncode == 1
    assert "was played with version 1.0.0 of sealed" in told.stderr, told.stderr
    assert "`versioned 1.0.0` served it" in told.stderr, told.stderr
    address = cluster.engine("1.0.0")
    assert address != first
    told = cluster.run("verify", str(file))
    assert told.returncode == 0, told.stderr
    yield "an old replay is checked again when its version is served again"


def _needed(table: str) -> dict[str, int]:
    """Live matches by version, as ``playhall versions`` has them."""
    rows = [line.split() for line in table.splitlines()[1:]]
    return {row[1]: int(row[2]) for row in rows}


def _answers(call: Callable[..., object], *arguments: object) -> bool:
    try:
        call(*arguments)
    except Exception:
        return False
    return True


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0


def main(matches: int = 200) -> None:
    """Do it with a Valkey and a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, closing(RealValkey()) as valkey:
        cluster = Cluster(valkey, Path(folder))
        try:
            for line in upgrade_twice(cluster, matches):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
        finally:
            cluster.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
