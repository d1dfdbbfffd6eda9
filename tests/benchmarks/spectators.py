"""What spectators cost those who play: ``python -m tests.benchmarks.spectators [--matches 2000] [--spectators 5]``.

Two sets of matches, as many in each. Every match of the first is watched over HTTP event streams, all on one process of
the gateway; nobody watches the second. One process plays as fast as it can, the two sets in turn, so that moves with
and without spectators are measured in one run, seconds apart, with all connections open. The spectators are in
processes of their own. In the end each must have been told every step of its match once, in order.

Latency is from the moment that stands in an event, when it was committed, to its arrival at the spectator; both in this
machine's clock.
"""

import asyncio
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import click
from redis import Redis

from services.database import Database
from services.engine.registry import engines_from
from services.matches.bot_turns import BotTurns
from services.matches.store import MatchStore
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.streams import Gateway, Spectator, Table
from tests.benchmarks.yardstick import REFERENCE_SECONDS, ProcessorYardstick, yardstick
from tests.valkey import RealValkey

WATCHED, ALONE = 0, 1
_AT_ONCE: Final = 50
_SETTLE_SECONDS: Final = 30
_CONTEXT: Final = multiprocessing.get_context("spawn")


@dataclass(slots=True)
class Measured:
    """What was measured of one set, turn by turn. ``moves``: a second; ``gateway`` and ``mover``: processor seconds of
    a move."""

    moves: list[float] = field(default_factory=list)
    gateway: list[float] = field(default_factory=list)
    mover: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        gateway, mover = (1e6 * median(each) for each in (self.gateway, self.mover))
        each = " ".join(f"{moves:.0f}" for moves in self.moves)
        return (
            f"{median(self.moves):6.1f} moves/s (of {each}); microseconds of a move: mover {mover:.0f}, "
            f"gateway {gateway:.0f}"
        )


def _allow_connections() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def play(url: str, sets: Sequence[Sequence[str]], pace: float, which: Any, moves: Any, stop: Any) -> None:
    """Play the matches of the set that is its turn, one decision of each after the other: so many a second, or with 0
    as many as it can. For a process of its own."""
    turns = BotTurns(MatchStore(Redis.from_url(url)), engines_from("local", 5.0))
    playing = [list(each) for each in sets]
    place = [0, 0]
    due = time.monotonic()
    while not stop.is_set():
        if pace:
            due = max(due + 1 / pace, time.monotonic() - 1)  # what was missed for longer stays missed
            time.sleep(max(0.0, due - time.monotonic()))
        number = which.value
        matches = playing[number]
        place[number] %= len(matches)
        if turns.play_turns(matches[place[number]], max_decisions=1).more:
            place[number] += 1
        else:
            del matches[place[number]]
        moves[number] += 1


def watch(port: int, keys: Sequence[str], match_ids: Sequence[str], connected: Any, lasts: Any, results: Any) -> None:
    """Watch each of the matches that are named, as often as they are. For a process of its own."""
    _allow_connections()
    asyncio.run(_watch(port, keys, match_ids, connected, lasts, results))


async def _watch(
    port: int, keys: Sequence[str], match_ids: Sequence[str], connected: Any, lasts: Any, results: Any
) -> None:
    spectators = [Spectator(port, keys[n % len(keys)], match_id) for n, match_id in enumerate(match_ids)]
    tasks: list[asyncio.Task[None]] = []
    firsts: list[asyncio.Event] = []
    writers: list[asyncio.StreamWriter] = []  # which would close their connections if nobody held them
    for start in range(0, len(spectators), _AT_ONCE):
        some = spectators[start : start + _AT_ONCE]
        for spectator, (reader, writer) in zip(
            some, await asyncio.gather(*(each.connect() for each in some)), strict=True
        ):
            writers.append(writer)
            firsts.append(asyncio.Event())
            tasks.append(asyncio.create_task(spectator.read(reader, firsts[-1])))
        with connected.get_lock():
            connected.value += len(some)
    await asyncio.gather(*(first.wait() for first in firsts))
    last: Mapping[str, int] = await asyncio.to_thread(lasts.get)
    until = time.monotonic() + _SETTLE_SECONDS
    while time.monotonic() < until and any(
        (each.revisions[-1] if each.revisions else each.snapshot) != last[each.match_id] for each in spectators
    ):
        await asyncio.sleep(0.1)
    broken = sum(task.done() for task, each in zip(tasks, spectators, strict=True) if not each.has_ended)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for each in spectators:
        each.check(last[each.match_id])
    results.put(
        (
            [latency for each in spectators for latency in each.latencies],
            sum(len(each.revisions) for each in spectators),
            [fault for each in spectators for fault in each.faults],
            broken,
        )
    )


@click.command()
@click.option("--matches", default=2_000, show_default=True, help="How many are watched, and as many are not.")
@click.option("--spectators", default=5, show_default=True, help="Of each match that is watched.")
@click.option("--seconds", default=10.0, show_default=True, help="How long each turn is measured.")
@click.option("--rounds", default=3, show_default=True, help="Of four turns: without, with, with, without.")
@click.option("--pace", default=0.0, show_default=True, help="Moves a second in all; 0: as many as can be.")
@click.option("--keys", default=200, show_default=True, help="Keys that the spectators share.")
@click.option("--processes", default=3, show_default=True, help="Over which the spectators are spread.")
def main(**plan: Any) -> None:
    """Measure moves without and with spectators, in turn, and print both."""
    _allow_connections()
    server = RealValkey(appendfsync="everysec")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        try:
            _measure(server, Path(folder), **plan)
        finally:
            server.close()


def _measure(
    server: RealValkey,
    folder: Path,
    *,
    matches: int,
    spectators: int,
    seconds: float,
    rounds: int,
    pace: float,
    keys: int,
    processes: int,
) -> None:
    database = folder / "playhall.db"
    sql = Database(f"sqlite:///{database}")
    sql.upgrade()
    sql.close()
    table = Table(server.url, database)
    sets = [table.open(matches) for _ in (WATCHED, ALONE)]
    gateway = Gateway(folder, server.url, database)
    started: list[Any] = []
    try:
        some_keys = [table.spectators_key() for _ in range(keys)]
        connected, results, stop = _CONTEXT.Value("q", 0), _CONTEXT.Queue(), _CONTEXT.Event()
        lasts = [_CONTEXT.Queue() for _ in range(processes)]
        began = time.monotonic()
        for number in range(processes):
            mine = [match_id for match_id in sets[WATCHED][number::processes] for _ in range(spectators)]
            started.append(
                _CONTEXT.Process(target=watch, args=(gateway.port, some_keys, mine, connected, lasts[number], results))
            )
            started[-1].start()
        while connected.value < matches * spectators:
            time.sleep(0.1)
        click.echo(f"{connected.value} streams over {matches} matches, open after {time.monotonic() - began:.0f} s")
        which, moves = _CONTEXT.Value("i", ALONE), _CONTEXT.Array("q", 2)
        mover = _CONTEXT.Process(target=play, args=(server.url, sets, pace, which, moves, stop))
        mover.start()
        started.append(mover)
        while not sum(moves[:]):
            time.sleep(0.1)
        assert mover.pid is not None
        clock = Processes.of_server(mover.pid, "mover")
        found = (Measured(), Measured())
        ruler = ProcessorYardstick()
        for number in (ALONE, WATCHED, WATCHED, ALONE) * rounds:
            which.value = number
            time.sleep(1.0)
            ruler.sample()
            before = (time.monotonic(), moves[number], clock.seconds()["mover"], gateway.cpu_seconds)
            time.sleep(seconds)
            after = (time.monotonic(), moves[number], clock.seconds()["mover"], gateway.cpu_seconds)
            took, moved, played, told = (new - old for new, old in zip(after, before, strict=True))
            found[number].moves.append(moved / took)
            found[number].mover.append(played / moved)
            found[number].gateway.append(told / moved)
        stop.set()
        mover.join()
        last = {match_id: table.revision(match_id) for match_id in sets[WATCHED]}
        for queue in lasts:
            queue.put(last)
        answers = [results.get(timeout=2 * _SETTLE_SECONDS + 60) for _ in range(processes)]
        _print(found, answers, ruler)
    finally:
        for process in started:
            process.kill()
            process.join()
        gateway.close()
        table.redis.close()


def _print(found: Sequence[Measured], answers: Sequence[Any], ruler: ProcessorYardstick) -> None:
    latencies = sorted(latency for each, *_ in answers for latency in each)
    faults = [fault for *_, each, _ in answers for fault in each]
    p50, p99 = (1e3 * latencies[int(share * (len(latencies) - 1))] for share in (0.5, 0.99))
    without, watched = (median(found[number].moves) for number in (ALONE, WATCHED))
    click.echo(f"  nobody watches  {found[ALONE]}")
    click.echo(f"  all watched     {found[WATCHED]}, {watched / without - 1:+.1%} moves a second")
    click.echo(f"  {sum(told for _, told, *_ in answers)} events told, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    click.echo(f"  broken off: {sum(each[-1] for each in answers)}, faults: {len(faults)} {' '.join(faults[:5])}")
    click.echo(
        f"  yardstick {ruler.seconds:.2f} processor seconds, {yardstick():.2f} s by the clock (reference "
        f"{REFERENCE_SECONDS}), load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
