"""Clocks of very many live matches: ``python -m tests.benchmarks.deadlines [--matches 100000]``.

A real Valkey is filled with live matches of Faction Wars between four people with clocks. Some are made by the services
and played to different stages, by default actions; the others are copies of these under new ids and with new players,
written by the commit script itself with all entries in lists, quotas and deadlines, and with the log of the match that
they are copied from. Their commitments count as logged.

Then real tickers run as processes, one and two: with nothing due, with deadlines due at an even rate, and with many
due at one moment. At last a relay and a worker join them, and the default actions are played and committed.

``--restart 2000`` measures one thing alone: while so many clocks run, all processes but Valkey are killed, and started
again after a while. How late are the clocks, when what they were stopped for is given back to them?
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
from redis import Redis

from services.database import Database
from services.engine.clocks import PerDecision
from services.engine.registry import engines_from
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import create_key_file
from services.identity import Caller
from services.identity.ids import new_id
from services.matches.bot_turns import BotTurns
from services.matches.commit import COMMIT_LUA, commit_arguments
from services.matches.commitment_appending import CommitmentAppending
from services.matches.commitment_queue import CommitmentQueue
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.event_log import LogEntryKind
from services.matches.ids import PREFIX as MATCH_PREFIX
from services.matches.match import Seat, Status
from services.matches.match_lifecycle import Change
from services.matches.match_record import LoadedMatch
from services.matches.reconciler import reconcile
from services.matches.redis_keys import (
    SHARDS,
    deadlines_key,
    log_key,
    match_key,
    outbox_key,
    shard_of,
)
from services.matches.ticker_gaps import TickerBeats
from services.redis_clients.slots import run_each
from services.settings import PREFIX
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.streams import Table
from tests.benchmarks.yardstick import REFERENCE_SECONDS, ProcessorYardstick, yardstick
from tests.valkey import RealValkey
from tests.waiting import wait_until
from workers.ticker import LEASES_KEY

RULESET: Final = "factionwars"
SEATS: Final = ("me", "open", "open", "open")
STAGES: Final = 24
"""How many matches are played, each a little further than the one before."""
MATCHES_OF_A_PLAYER: Final = 10
DECISION_SECONDS: Final = 86_400
_FAR_MS: Final = 86_400_000
_BATCH: Final = 200


class Clock:
    """The time of the matches that are copied: it jumps from deadline to deadline."""

    def __init__(self) -> None:
        self.now_ms = int(time.time() * 1000)

    def __call__(self) -> int:
        return self.now_ms


@dataclass(frozen=True, slots=True)
class Original:
    """A match to copy, and its log."""

    loaded: LoadedMatch
    log: list[bytes]


def originals(table: Table) -> list[Original]:
    """Live matches at stages all along the way to their end."""
    clock = Clock()
    house = BotTurns(table.store, engines_from("local", 5.0), now_ms=clock)
    people = [Caller(p.id, p.name, p.kind, "k", frozenset()) for p in map(table.players.create, "ABCD")]
    rounds = 0
    found: list[Original] = []
    while len(found) < STAGES:
        new = NewMatch(RULESET, parse_seats(SEATS), {}, time_control=PerDecision(seconds=60))
        match = table.matches.create(people[0], new)
        for person in people[1:]:
            table.matches.join(person, match.id)
        clock.now_ms = int(time.time() * 1000)
        for _ in range(rounds):
            clock.now_ms += 61_000
            house.play_overdue(match.id)
        loaded = table.store.load_all(match.id)
        assert loaded is not None
        if loaded.match.status is not Status.LIVE:
            if rounds == 0:
                raise click.ClickException("no match stays live")
            rounds = 0
            continue
        log: Any = table.redis.lrange(log_key(match.id), 0, -1)
        found.append(Original(loaded, log))
        rounds += 2
    return found


def copy(redis: Redis, of: Sequence[Original], number: int, due_ms: Callable[[int], int]) -> list[str]:
    """Copies under new ids. ``due_ms``: when the clocks of each run out."""
    commit = redis.register_script(COMMIT_LUA)
    ids: list[str] = []
    while len(ids) < number:
        numbers = range(len(ids), min(len(ids) + _BATCH, number))
        changes = [_copied(of[each % len(of)], each, due_ms(each)) for each in numbers]
        run_each(redis, commit, [commit_arguments(change, 15_000) for change, _ in changes])
        with redis.pipeline(transaction=False) as pipe:
            for change, log in changes:
                pipe.rpush(log_key(change.after.match.id), *log)
            pipe.execute()
        new = [change.after.match.id for change, _ in changes]
        CommitmentQueue(redis).remove(new)
        ids += new
    return ids


def _copied(original: Original, number: int, due_ms: int) -> tuple[Change, list[bytes]]:
    stored = original.loaded.stored
    match = stored.match
    table = number // MATCHES_OF_A_PLAYER

    def seated(seat: Seat) -> Seat:
        return replace(seat, player_id=f"p_{table:020}{seat.number:06}")

    seats = tuple(map(seated, match.seats))
    creator = seats[0].player_id
    assert creator is not None
    copied = match._replace(
        id=new_id(MATCH_PREFIX, int(time.time() * 1000)),
        seats=seats,
        creator_id=creator,
        time_control=PerDecision(seconds=DECISION_SECONDS),
        clocks=tuple(
            each if each is None or each.deadline_ms is None else each._replace(deadline_ms=due_ms)
            for each in match.clocks
        ),
    )
    now_ms = int(time.time() * 1000)
    record = stored._replace(match=copied, version=now_ms, last_ms=now_ms)
    situations = tuple(original.loaded.situations[viewer] for viewer in sorted(original.loaded.situations))
    return Change(None, record, now_ms, situations=situations), original.log


class Installation:
    """The store, and the processes that run on it."""

    def __init__(self, valkey: RealValkey, folder: Path, nudge_seconds: int) -> None:
        create_key_file(folder / "signing-keys.json")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self.redis = valkey.client()
        self.database = folder / "b.db"
        sql = Database(f"sqlite:///{self.database}")
        sql.upgrade()
        sql.close()
        self._environment = kept | {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": valkey.url,
            "PLAYHALL_DATABASE_URL": f"sqlite:///{self.database}",
            "PLAYHALL_NUDGE_SECONDS": str(nudge_seconds),
        }
        self._log = (folder / "log").open("ab")

    @contextmanager
    def running(self, *commands: Sequence[str]) -> Iterator[dict[str, Processes]]:
        """Processes of ``playhall``, and their clocks by name."""
        started = [self._start(command) for command in commands]
        try:
            tickers = sum(command[0] == "ticker" for command in commands)
            wait_until(lambda: self.redis.zcard(LEASES_KEY) == tickers, "the tickers", 120)
            time.sleep(3 if len(commands) == tickers else 15)  # until what else starts is there
            yield {
                f"{command[0]} {n}": Processes.of_server(process.pid, "it")
                for n, (command, process) in enumerate(zip(commands, started, strict=True), 1)
            }
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait(60)
            self.empty_outbox()

    @contextmanager
    def killable(self, *commands: Sequence[str]) -> Iterator[list["subprocess.Popen[bytes]"]]:
        """Processes of ``playhall`` that are running, to be killed by whoever asks for them; at the latest at the
        end."""
        started: list[subprocess.Popen[bytes]] = []
        try:
            started += [self._start(command) for command in commands]
            yield started
        finally:
            for process in started:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        # In a group of its own: what a killed worker has started ends as well, as it does in a container.
        return subprocess.Popen(
            (sys.executable, "-P", "-m", "cli", *command),
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def empty_outbox(self) -> None:
        """Forget what nobody has handed on."""
        for shard in range(SHARDS):
            self.redis.delete(outbox_key(shard))

    def server(self) -> dict[str, float]:
        """What the server has done so far: its processor seconds, commands, and readings of a connection."""
        command: Callable[..., Any] = self.redis.execute_command
        info = command("INFO", "everything")
        return {
            "cpu": info["used_cpu_user"] + info["used_cpu_sys"],
            "commands": info["total_commands_processed"],
            "reads": info["total_reads_processed"],
            "memory": info["used_memory"],
        }

    def set_due(self, ids: Sequence[str], due_ms: Sequence[int]) -> None:
        """When the clocks of some matches run out, in their records and as deadlines."""
        with self.redis.pipeline(transaction=False) as pipe:
            for match_id, due in zip(ids, due_ms, strict=True):
                pipe.zadd(deadlines_key(shard_of(match_id)), {f"overdue:{match_id}": due})
            pipe.execute()

    def moved(self) -> dict[str, int]:
        """When the deadlines were moved that have been, by match."""
        found: dict[str, int] = {}
        for shard in range(SHARDS):
            entries: Any = self.redis.xrange(outbox_key(shard))
            for entry, fields in entries:
                if fields[b"kind"] == b"overdue":
                    found.setdefault(fields[b"match"].decode(), int(entry.split(b"-")[0]))
        return found


def _told(name: str, late_ms: Sequence[int]) -> None:
    ordered = sorted(late_ms)
    p50, p99 = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
    click.echo(f"  {name}: {len(ordered)} deadlines, late p50 {p50} ms, p99 {p99} ms, at most {ordered[-1]} ms")


def _used(installation: Installation, clocks: dict[str, Processes], do: Callable[[], None], deadlines: int = 0) -> None:
    """Do it, and tell what was used meanwhile; with a number of deadlines, also for each of them."""
    before, began = installation.server(), time.monotonic()
    cpu = {name: clock.seconds()["it"] for name, clock in clocks.items()}
    do()
    took = time.monotonic() - began
    after = installation.server()
    used = {name: clock.seconds()["it"] - cpu[name] for name, clock in clocks.items()}
    used["Valkey"] = after["cpu"] - before["cpu"]
    each = {name: (after[name] - before[name]) / took for name in ("commands", "reads")}
    click.echo(
        f"    {', '.join(f'{name} {seconds / took:.1%}' for name, seconds in used.items())} of a core; "
        f"{each['reads']:.0f} round trips and {each['commands']:.0f} commands a second"
    )
    if deadlines:
        parts = (f"{name} {seconds / deadlines * 1e6:.0f}" for name, seconds in used.items())
        click.echo(f"    processor microseconds of a deadline: {', '.join(parts)}")


def _measure_tickers(installation: Installation, ids: Sequence[str], number: int, rate: int, seconds: int) -> None:
    click.echo(f"{number} ticker{'s' * (number > 1)}")
    with installation.running(*[("ticker",)] * number) as clocks:
        click.echo("  nothing due")
        _used(installation, clocks, lambda: time.sleep(seconds))
        for each in (rate, 10 * rate):
            chosen = ids[: each * seconds]
            begin = int(time.time() * 1000) + 3_000
            due = {match_id: begin + place * 1000 // each for place, match_id in enumerate(chosen)}
            installation.set_due(chosen, list(due.values()))
            time.sleep(max(0, begin / 1000 - time.time()))
            click.echo(f"  {each} due a second")
            _used(installation, clocks, lambda: time.sleep(seconds + 1), len(chosen))
            moved = installation.moved()
            _told("due to outbox", [moved[match_id] - due[match_id] for match_id in chosen])
            installation.empty_outbox()
        begin = int(time.time() * 1000) + 1_000
        installation.set_due(ids, [begin] * len(ids))
        click.echo("  all due at one moment")

        def wait() -> None:
            wait_until(lambda: installation.redis.xlen(outbox_key(0)) > 0, "the first", 120)
            command: Callable[..., Any] = installation.redis.execute_command
            wait_until(
                lambda: all(
                    command("ZCOUNT", deadlines_key(shard), "-inf", time.time() * 1000) == 0 for shard in range(SHARDS)
                ),
                "the last",
                300,
            )

        _used(installation, clocks, wait, len(ids))
        moved = installation.moved()
        _told("due to outbox", [moved[match_id] - begin for match_id in ids])
    installation.set_due(ids, [begin + _FAR_MS] * len(ids))


def _measure_play(
    installation: Installation, table: Table, of: Sequence[Original], number: int, rate: int, processes: int
) -> None:
    """New copies whose clocks run out at a rate, played by a real worker; a rate of 0: all at one moment."""
    click.echo(f"played by a ticker, a relay and a worker of {processes} processes: ", nl=False)
    click.echo(f"{rate} due a second" if rate else f"{number} due at one moment")
    commands = (
        ("ticker",),
        ("relay",),
        ("worker", "--queues", "turns", "--processes", str(processes)),
    )
    ids = copy(installation.redis, of, number, lambda _: 1)[:number]  # overdue, as their records have it
    installation.set_due(ids, [int(time.time() * 1000) + _FAR_MS] * len(ids))
    with installation.running(*commands) as clocks:
        begin = int(time.time() * 1000) + 3_000
        due = {match_id: begin + (place * 1000 // rate if rate else 0) for place, match_id in enumerate(ids)}
        installation.set_due(ids, list(due.values()))
        time.sleep(max(0, begin / 1000 - time.time()))

        def versions() -> dict[str, int]:
            with installation.redis.pipeline(transaction=False) as pipe:
                for match_id in ids:
                    pipe.hget(match_key(match_id), "version")
                return dict(zip(ids, map(int, pipe.execute()), strict=True))  # the times of their last commits

        def wait() -> None:
            wait_until(lambda: all(version >= begin for version in versions().values()), "all default actions", 300)

        began = time.time()
        _used(installation, clocks, wait, number)
        time.sleep(2)  # the last of them may have more to commit
        committed = versions()
        took = max(committed.values()) / 1000 - began
        _told("due to the last commit of its default actions", [committed[id] - due[id] for id in ids])
        click.echo(f"    {number / took:.0f} matches a second")


def _measure_restart(
    installation: Installation, table: Table, of: Sequence[Original], number: int, rate: int, away: int, processes: int
) -> None:
    """Copies whose clocks run out at a rate; a third of the way all processes are killed, and ``away`` seconds later
    started again. Lateness is from the moment at which a clock has run out, what was given back to it included, to the
    commit of the default actions."""
    commands = (
        ("ticker",),
        ("relay",),
        ("worker", "--queues", "turns", "--processes", str(processes)),
        ("worker", "--queues", "maintenance", "--processes", "1"),
    )
    redis, seconds = installation.redis, number // rate
    click.echo(
        f"{number} clocks, of which {rate} run out in a second; after {seconds // 3} s ticker, relay and workers are "
        f"killed, and started again after {away} s"
    )
    with ExitStack() as first:
        killed = first.enter_context(installation.killable(*commands))
        (late,) = copy(redis, of, 1, lambda _: 1)
        made_ms = int(time.time() * 1000)
        wait_until(lambda: int(redis.hget(match_key(late), "version") or 0) > made_ms, "the workers", 120)
        begin = int(time.time() * 1000) + 20_000  # until the copies are made
        ids = copy(redis, of, number, lambda place: begin + place * 1000 // rate)
        due = {match_id: begin + place * 1000 // rate for place, match_id in enumerate(ids)}
        copied = {match_id: of[place % len(of)].loaded.stored.rev for place, match_id in enumerate(ids)}
        time.sleep(max(0.0, begin / 1000 + seconds / 3 - time.time()))
        for process in killed:
            os.killpg(process.pid, signal.SIGKILL)
    time.sleep(away)
    restarted_ms = int(time.time() * 1000)
    with installation.running(*commands):

        def acted(match_id: str) -> int:
            """When the last action was committed, 0 if none was: what is given back to a clock is a commit, too."""
            entries = table.store.read_log(match_id)
            made = [
                entry.at_ms for entry in entries if entry.kind is LogEntryKind.PLAY and entry.rev > copied[match_id]
            ]
            return max(made, default=0)

        gaps = TickerBeats(redis).gaps(int(time.time() * 1000))
        since, until = gaps[-1]
        grace = of[0].loaded.match.grace_ms
        # What was over before the gap gets nothing back.
        ends = {id: at + grace + (until - since if at + grace > since else 0) for id, at in due.items()}
        time.sleep(max(0.0, max(ends.values()) / 1000 - time.time()))
        wait_until(lambda: all(acted(id) >= due[id] for id in ids), "all default actions", 600)
        time.sleep(2)  # the last of them may have more to commit
        committed = {id: acted(id) for id in ids}
    start = (until - restarted_ms) / 1000
    click.echo(f"  no ticker lived for {(until - since) / 1000:.1f} s, of which the start took {start:.1f} s")
    early = sum(at < ends[id] for id, at in committed.items())
    click.echo(f"  acted before its time: {early}")
    spans = {
        "before the stop": [id for id in ids if ends[id] < since - 2_000],
        "in the last two seconds before it": [id for id in ids if since - 2_000 <= ends[id] <= since],
        "in the first ten seconds after it": [id for id in ids if until <= ends[id] < until + 10_000],
        "later": [id for id in ids if ends[id] >= until + 10_000],
        "all that were stopped": [id for id in ids if ends[id] >= until],
    }
    for name, chosen in spans.items():
        if chosen:
            _told(f"run out {name}", [committed[id] - ends[id] for id in chosen])


def _measure_reconciliation(installation: Installation, table: Table, matches: int) -> None:
    redis = installation.redis
    log = CommitmentLog(Database(f"sqlite:///{installation.database}"))
    appending = CommitmentAppending(table.store, CommitmentQueue(redis), log)
    of_deadlines: Callable[[], int] = lambda: reconcile(redis, int(time.time() * 1000), idle_seconds=15)  # noqa: E731
    for name, do in (("deadlines", of_deadlines), ("commitments", appending.reconcile)):
        before, cpu, began = installation.server(), time.process_time(), time.monotonic()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        missing = do()
        took, used = time.monotonic() - began, time.process_time() - cpu
        after = installation.server()
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
        click.echo(
            f"one reconciliation of {name}: {took:.1f} s, {used / matches * 1e6:.0f} us of a worker and "
            f"{(after['cpu'] - before['cpu']) / matches * 1e6:.0f} us of Valkey for each match, "
            f"{after['reads'] - before['reads']:.0f} round trips, peak memory +{grown:.1f} MiB, {missing} missing"
        )


def _stage(name: str) -> None:
    ruler = ProcessorYardstick()
    ruler.sample()
    click.echo(
        f"[{name}; yardstick {ruler.seconds:.2f} processor seconds, {yardstick():.2f} s by the clock (reference "
        f"{REFERENCE_SECONDS} s), load {os.getloadavg()[0]:.1f}]"
    )


@click.command()
@click.option("--matches", default=100_000, show_default=True, help="How many live matches.")
@click.option("--rate", default=100, show_default=True, help="How many deadlines are due a second; and ten times that.")
@click.option("--seconds", default=10, show_default=True, help="How long each is measured.")
@click.option("--play", default=1_000, show_default=True, help="How many are played by a worker; 0: none.")
@click.option("--play-rate", default=40, show_default=True, help="At what rate the clocks of these run out.")
@click.option("--processes", default=2, show_default=True, help="Of the worker.")
@click.option("--restart", default=0, help="How many clocks run while all processes are killed; nothing else then.")
@click.option("--away", default=10, show_default=True, help="For how many seconds they are away.")
def main(
    matches: int, rate: int, seconds: int, play: int, play_rate: int, processes: int, restart: int, away: int
) -> None:
    """Fill a server with live matches and measure what their clocks cost, and how late they are."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes must end with this one
    valkey = RealValkey(appendfsync="everysec")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        try:
            # What is late is to be counted once; what a killed process had in hand must come again.
            installation = Installation(valkey, Path(folder), 15 if restart else 600)
            table = Table(valkey.url, installation.database)
            of = originals(table)
            if restart:
                _stage("restart")
                _measure_restart(installation, table, of, restart, play_rate, away, processes)
                return
            before, began = installation.server(), time.monotonic()
            far = int(time.time() * 1000) + _FAR_MS
            installation.set_due([original.loaded.match.id for original in of], [far] * len(of))
            ids = copy(installation.redis, of, matches, lambda _: far)
            grown = installation.server()["memory"] - before["memory"]
            click.echo(
                f"{len(ids)} live matches of {RULESET}, copied from {len(of)} at stages of 0 to "
                f"{max(original.loaded.stored.rev for original in of)} actions, in {time.monotonic() - began:.0f} s: "
                f"{grown / len(ids):.0f} bytes each, lists and deadlines included"
            )
            _stage("reconciliation")
            _measure_reconciliation(installation, table, len(ids))
            for number in (1, 2):
                _stage("tickers")
                _measure_tickers(installation, ids, number, rate, seconds)
            if play:
                _stage("play")
                _measure_play(installation, table, of, play, play_rate, processes)
                _stage("play")
                _measure_play(installation, table, of, play, 0, processes)
            installation.redis.close()
        finally:
            valkey.close()


if __name__ == "__main__":
    main()
