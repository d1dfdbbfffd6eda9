"""Many spectators over many live matches on one process of the gateway.

    .venv/bin/python -m tests.benchmarks.streams [--matches 200] [--spectators 10] [--seconds 60]

Bots play the matches at an even pace, in a process of their own. Each spectator holds one connection. A third of the
way, every spectator's connection is cut, and it resumes by the last event's id; two thirds of the way the
gateway is told to stop as in a deploy, another is started in its place, and everybody resumes. Some more spectators
connect and never read. In the end every spectator must have been told every event of its match once, in order.

Latency is from the moment that stands in an event, when it was committed, to its arrival at the spectator; both in this
machine's clock, in milliseconds.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from redis import Redis

from services.archive import Archive
from services.database import Database
from services.engine.registry import engines_from
from services.engine.ruleset import SPECTATOR
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys, create_key_file
from services.identity import ApiKeys, Caller, Players, Scope
from services.matches.bot_turns import BotTurns
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.matches import Matches
from services.matches.store import MatchStore
from services.settings import PREFIX
from tests.valkey import RealValkey

RULESET: Final = "factionwars"
SEATS: Final = ("bot:random", "bot:random", "bot:random")
_START: Final = "Playhall listens on "


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of what. ``spectators``: of each match; ``idle``: connections that never read, in all; ``seconds``: how
    long the matches are played at the least; ``pace``: decisions of one match in a second."""

    matches: int = 200
    spectators: int = 10
    idle: int = 50
    seconds: float = 60.0
    pace: float = 1.0


@dataclass(slots=True)
class Report:
    """What was measured. ``latencies``: seconds from commit to arrival, of events that came on an open connection.
    ``connect_seconds``: until all had their first line. ``close_seconds``: until all had noticed the stop;
    ``stop_seconds``: until the process had ended. ``faults``: what went wrong, in words."""

    latencies: list[float] = field(default_factory=list)
    events: int = 0
    connect_seconds: float = 0.0
    close_seconds: float = 0.0
    stop_seconds: float = 0.0
    resume_seconds: float = 0.0
    idle_bytes: int = 0
    """Resident memory of the process before anybody had connected."""
    connected_bytes: int = 0
    cpu_seconds: float = 0.0
    played_seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """The latency that this share of the events did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@lru_cache(maxsize=16)
def _committed_at(data: bytes) -> float:
    at: str = json.loads(data)["at"]
    return datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()


class Spectator:
    """One connection at a time, and what came over all of them."""

    def __init__(self, port: int, key: str, match_id: str) -> None:
        self.match_id = match_id
        self.snapshot: int | None = None
        self.revisions: list[int] = []
        self.latencies: list[float] = []
        self.has_ended = False
        self.faults: list[str] = []
        self._port = port
        self._key = key
        self._last: int | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open the stream, from the last event on; the head of the response has been read."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        resume = "" if self._last is None else f"Last-Event-ID: {self._last}\r\n"
        writer.write(
            f"GET /v1/matches/{self.match_id}/events/sse HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {self._key}\r\n{resume}\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        return reader, writer

    async def read(self, reader: asyncio.StreamReader, first: asyncio.Event) -> None:
        """Read events until the stream ends, which must be said: chunks end with an empty one."""
        began = time.time()
        rest = b""
        while True:
            size = int(await reader.readline() or b"0", 16)
            chunk = await reader.readexactly(size + 2)
            if not size:
                return
            now = time.time()
            *events, rest = (rest + chunk[:-2]).split(b"\n\n")
            for event in events:
                self._take(event, began, now)
            first.set()

    def _take(self, event: bytes, began: float, now: float) -> None:
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if not line.startswith(b":"))
        if b"data" not in fields:
            return
        revision, kind = int(fields[b"id"]), fields[b"event"]
        if kind == b"snapshot":
            if self.snapshot is not None:
                self.faults.append(f"a second snapshot at {revision}")
            self.snapshot = revision
        elif kind == b"step":
            self.revisions.append(revision)
            at = _committed_at(fields[b"data"])
            if at > began:
                self.latencies.append(now - at)
        else:
            self.has_ended = True
        self._last = revision

    def check(self, last: int) -> None:
        """Every event once, in order, up to the match's last."""
        if self.snapshot is None:
            self.faults.append("no snapshot")
            return
        if self.revisions != list(range(self.snapshot + 1, last + 1)):
            self.faults.append(f"told {self.snapshot} and {self.revisions[:3]}…{self.revisions[-3:]} of 1 to {last}")


class Gateway:
    """The process, on a socket that outlives it, as a supervisor or a load balancer has it."""

    def __init__(self, folder: Path, redis_url: str, database: Path) -> None:
        create_key_file(folder / "signing-keys.json")
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = int(self.listener.getsockname()[1])
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self._environment = kept | {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": redis_url,
            "PLAYHALL_DATABASE_URL": f"sqlite:///{database}",
            "PLAYHALL_LOG_LEVEL": "WARNING",
            "PLAYHALL_PLAYER_REQUESTS_PER_MINUTE": "0",
            "PLAYHALL_ADDRESS_REQUESTS_PER_MINUTE": "0",
            "PLAYHALL_CONNECTIONS": "30000",
            "PLAYHALL_ADDRESS_CONNECTIONS": "0",  # all clients are on this machine
            "PLAYHALL_ADDRESS_STREAMS": "0",
            "PLAYHALL_PLAYER_STREAMS": "0",
        }
        self.process = self.start()

    def start(self) -> "subprocess.Popen[str]":
        """Start a process, and wait until it listens."""
        fd = self.listener.fileno()
        self.process = subprocess.Popen(
            (sys.executable, "-P", "-m", "cli", "gateway", "--listener", str(fd)),
            env=self._environment,
            pass_fds=(fd,),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(_START), line
        return self.process

    @property
    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize()

    @property
    def cpu_seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.listener.close()


class Table:
    """The live state and the matches that are watched."""

    def __init__(self, redis_url: str, database: Path) -> None:
        sql = Database(f"sqlite:///{database}")
        engines = engines_from("local", 5.0)
        self.redis = Redis.from_url(redis_url)
        self.players = Players(sql)
        self.keys = ApiKeys(sql, "dev")
        self.store = MatchStore(self.redis)
        fairness: Any = {"signing_keys": SigningKeys.generate(), "commitments": CommitmentLog(sql)}
        self.matches = Matches(self.store, engines, self.players, Archive(sql), **fairness)
        self.house = BotTurns(self.store, engines)

    def host(self) -> Caller:
        """Whoever creates the matches."""
        player = self.players.create("Host")
        return Caller(player.id, player.name, player.kind, "k", frozenset({Scope.MATCHES_CREATE}))

    def spectators_key(self) -> str:
        """A key that may only look."""
        return str(self.keys.create(self.players.create("Eve").id, [Scope.MATCHES_READ], "watching")[1])

    def open(self, number: int) -> list[str]:
        """So many live matches, in which nobody has decided yet."""
        host, new = self.host(), NewMatch(RULESET, parse_seats(SEATS), {})
        return [self.matches.create(host, new).id for _ in range(number)]

    def revision(self, match_id: str) -> int:
        """How much spectators of a match were told."""
        found = self.store.match(match_id)
        assert found is not None
        return found.revision(SPECTATOR)


def play(redis_url: str, database: Path, match_ids: Sequence[str], pace: float) -> None:
    """Play decisions of the matches in turn, at a pace, until standard input is closed; then finish those that are
    under way no further. For a process of its own."""
    table = Table(redis_url, database)
    stop = threading.Event()

    def watch() -> None:
        sys.stdin.read()
        stop.set()

    threading.Thread(target=watch, daemon=True).start()
    pause = 1.0 / (pace * len(match_ids))
    due = time.monotonic()
    living = list(match_ids)
    while living and not stop.is_set():
        for match_id in tuple(living):
            if stop.wait(max(0.0, due - time.monotonic())):
                return
            due += pause
            if not table.house.play_turns(match_id, budget_seconds=5.0, max_decisions=1).more:
                living.remove(match_id)


class Load:
    """One run of a plan."""

    def __init__(self, plan: Plan, table: Table, gateway: Gateway, match_ids: Sequence[str]) -> None:
        self.plan = plan
        self.report = Report()
        self._gateway = gateway
        self._table = table
        keys = [table.spectators_key() for _ in range(min(50, plan.matches * plan.spectators))]
        self.spectators = [
            Spectator(gateway.port, keys[number % len(keys)], match_id)
            for number, match_id in enumerate(match_id for match_id in match_ids for _ in range(plan.spectators))
        ]
        self._writers: dict[Spectator, asyncio.StreamWriter] = {}
        self._cut = False

    async def run(self) -> Report:
        """Watch, be cut off, resume, be sent away, resume, and look at what came."""
        report, gateway = self.report, self._gateway
        report.idle_bytes = gateway.memory
        began = time.monotonic()
        firsts, tasks = await self._open()
        await asyncio.gather(*(first.wait() for first in firsts))
        report.connect_seconds = time.monotonic() - began
        report.connected_bytes = gateway.memory
        idle = await self._idle()
        cpu, began = gateway.cpu_seconds, time.monotonic()
        await asyncio.sleep(self.plan.seconds / 3)
        report.cpu_seconds, report.played_seconds = gateway.cpu_seconds - cpu, time.monotonic() - began

        for writer in self._writers.values():  # each is cut off in the middle of whatever is being sent
            writer.transport.abort()
        await asyncio.gather(*tasks, return_exceptions=True)
        firsts, tasks = await self._open()
        await asyncio.sleep(self.plan.seconds / 3)

        began = time.monotonic()
        gateway.process.send_signal(signal.SIGTERM)
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        report.close_seconds = time.monotonic() - began
        report.faults += [f"a stream broke off at the stop: {end!r}" for end in ended if end is not None]
        await asyncio.to_thread(gateway.process.wait)
        report.stop_seconds = time.monotonic() - began
        if gateway.process.returncode != 0:
            report.faults.append(f"the process ended with {gateway.process.returncode}")
        await asyncio.to_thread(gateway.start)
        firsts, tasks = await self._open()
        report.resume_seconds = time.monotonic() - began
        await asyncio.sleep(self.plan.seconds / 3)
        for connection in idle:
            connection.close()
        self._tasks = tasks
        return report

    async def settle(self) -> None:
        """When nothing is played any more: wait until everybody has been told everything, and look at it."""
        lasts = {match_id: self._table.revision(match_id) for match_id in {each.match_id for each in self.spectators}}
        until = time.monotonic() + 20
        while time.monotonic() < until and not all(self._has_all(each, lasts) for each in self.spectators):
            await asyncio.sleep(0.1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for each in self.spectators:
            each.check(lasts[each.match_id])
            self.report.faults += [f"{each.match_id}: {fault}" for fault in each.faults]
            self.report.latencies += each.latencies
            self.report.events += len(each.revisions)

    @staticmethod
    def _has_all(spectator: Spectator, lasts: dict[str, int]) -> bool:
        seen = spectator.revisions[-1] if spectator.revisions else spectator.snapshot
        return seen == lasts[spectator.match_id]

    async def _open(self) -> "tuple[list[asyncio.Event], list[asyncio.Task[None]]]":
        firsts, tasks = [], []
        for some in _in_groups(self.spectators, 100):  # as many as come at once
            for spectator, (reader, writer) in zip(
                some, await asyncio.gather(*(each.connect() for each in some)), strict=True
            ):
                self._writers[spectator] = writer
                firsts.append(asyncio.Event())
                tasks.append(asyncio.create_task(spectator.read(reader, firsts[-1])))
        return firsts, tasks

    async def _idle(self) -> list[socket.socket]:
        """Connections of clients that never read."""
        connections = []
        for number in range(self.plan.idle):
            spectator = self.spectators[number % len(self.spectators)]
            connection = socket.create_connection(("127.0.0.1", self._gateway.port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(
                f"GET /v1/matches/{spectator.match_id}/events/sse HTTP/1.1\r\nHost: x\r\n"
                f"Authorization: Bearer {spectator._key}\r\n\r\n".encode()
            )
            connections.append(connection)
        return connections


def _in_groups(spectators: Sequence[Spectator], size: int) -> list[Sequence[Spectator]]:
    return [spectators[first : first + size] for first in range(0, len(spectators), size)]


def measure(plan: Plan, server: RealValkey, folder: Path) -> Report:
    """Carry out a plan on an empty server and an empty folder."""
    database = folder / "playhall.db"
    sql = Database(f"sqlite:///{database}")
    sql.upgrade()
    sql.close()
    table = Table(server.url, database)
    match_ids = table.open(plan.matches)
    gateway = Gateway(folder, server.url, database)
    command = (sys.executable, "-m", "tests.benchmarks.streams", "--play", server.url, str(database), str(plan.pace))
    bots = subprocess.Popen((*command, *match_ids), stdin=subprocess.PIPE)
    try:
        load = Load(plan, table, gateway, match_ids)

        async def everything() -> None:
            await load.run()
            assert bots.stdin is not None
            bots.stdin.close()
            await asyncio.to_thread(bots.wait)
            await load.settle()

        asyncio.run(everything())
        return load.report
    finally:
        bots.kill()
        bots.wait()
        gateway.close()
        table.redis.close()


def tell(plan: Plan, report: Report) -> str:
    """The report in lines."""
    connections = plan.matches * plan.spectators
    each = (report.connected_bytes - report.idle_bytes) / connections
    mib = 1 << 20
    rate = len(report.latencies) / plan.seconds
    lines = [
        f"{connections} spectators over {plan.matches} matches, {plan.idle} more that never read, {plan.seconds:g} s",
        f"connected, first line read: {report.connect_seconds:.1f} s",
        f"events: {report.events}, {rate:.0f} a second; commit to arrival "
        f"p50 {report.percentile(0.5) * 1000:.0f} ms, p99 {report.percentile(0.99) * 1000:.0f} ms, "
        f"worst {report.percentile(1) * 1000:.0f} ms",
        f"memory: {report.idle_bytes / mib:.0f} MiB idle, {report.connected_bytes / mib:.0f} MiB connected: "
        f"{each / 1024:.1f} KiB a connection",
        f"processor: {report.cpu_seconds / report.played_seconds:.0%} of one core",
        f"stop: streams closed after {report.close_seconds:.1f} s, process ended after {report.stop_seconds:.1f} s, "
        f"all resumed at the next after {report.resume_seconds:.1f} s",
        f"faults: {len(report.faults)}",
        *report.faults[:10],
    ]
    return "\n".join(lines)


def main() -> int:
    """Run; the exit code is 1 if anything was lost, doubled or out of order."""
    if sys.argv[1:2] == ["--play"]:
        redis_url, database, pace, *match_ids = sys.argv[2:]
        play(redis_url, Path(database), match_ids, float(pace))
        return 0
    parser = argparse.ArgumentParser(description="Measure the event streams.")
    for name, kind in (("matches", int), ("spectators", int), ("idle", int), ("seconds", float), ("pace", float)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(Plan(), name))
    plan = Plan(**vars(parser.parse_args()))
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    server = RealValkey(appendfsync="everysec")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        try:
            report = measure(plan, server, Path(folder))
        finally:
            server.close()
    sys.stdout.write(tell(plan, report) + "\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
