"""What following matches costs: ``python -m tests.benchmarks.event_hub [--matches 2000] [--others 4]``.

One process follows all matches with one event hub, as the stream gateway does, several spectators each, while another
plays them as fast as it can. In turn they are played without anybody following, with all, and while further processes
follow one match each that nobody plays: these read what is told of all the others, for nothing.

Latency is from the moment that stands in an event, when it was committed, to the spectator's listener; both in this
machine's clock.
"""

import json
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any, Final

import click
from redis import Redis

from services.database import Database
from services.engine.registry import engines_from
from services.engine.ruleset import SPECTATOR
from services.matches.bot_turns import BotTurns
from services.matches.event_hub import BATCH, EventHub, Subscription
from services.matches.match import EventLine
from services.matches.redis_keys import SHARDS, notifications_key
from services.matches.store import MatchStore
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.streams import Table
from tests.valkey import RealValkey

WARM_SECONDS: Final = 1.0


@dataclass(slots=True)
class Measured:
    """What was measured in some seconds. ``moves``: a second; ``mover``, ``valkey`` and ``hub``: processor seconds of a
    move that the mover, the server and this process took; ``share``: of a core that the server took; ``latencies``: in
    seconds; ``lost``: followers that must resume."""

    moves: list[float] = field(default_factory=list)
    mover: list[float] = field(default_factory=list)
    valkey: list[float] = field(default_factory=list)
    hub: list[float] = field(default_factory=list)
    share: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    lost: int = 0

    def __str__(self) -> str:
        mover, valkey, hub = (1e6 * median(each) for each in (self.mover, self.valkey, self.hub))
        text = f"{median(self.moves):6.0f} moves/s, Valkey {median(self.share):.1%} of a core; microseconds of a move: "
        text += f"mover {mover:.0f}, Valkey {valkey:.0f}, hub {hub:.0f}"
        if self.latencies:
            ordered = sorted(self.latencies)
            p50, p99 = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
            text += f"; {len(ordered)} events told, p50 {p50 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms, lost {self.lost}"
        return text


@lru_cache(maxsize=16)
def _committed_at(line: bytes) -> float:
    at: str = json.loads(line)["at"]
    return datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()


class Spectators:
    """All who follow."""

    def __init__(self, hub: EventHub, match_ids: Sequence[str], of_each: int, measured: Measured) -> None:
        self.measured = measured
        self._following: list[Subscription] = [
            hub.follow(match_id, SPECTATOR, self._hear) for match_id in match_ids for _ in range(of_each)
        ]

    def _hear(self, lines: Sequence[EventLine] | None) -> None:
        now = time.time()
        if lines is None:
            self.measured.lost += 1
            return
        self.measured.latencies += [now - _committed_at(line.line) for line in lines]

    def leave(self) -> None:
        """Follow no longer."""
        for each in self._following:
            each.end()


def _play(url: str, match_ids: Sequence[str], moves: Any, stop: Any) -> None:
    """Play all matches, one decision of each in turn."""
    turns = BotTurns(MatchStore(Redis.from_url(url)), engines_from("local", 5.0))
    playing = list(match_ids)
    while playing and not stop.is_set():
        going = []
        for match_id in playing:
            if stop.is_set():
                break
            if turns.play_turns(match_id, max_decisions=1).more:
                going.append(match_id)
            moves.value += 1
        playing = going


def _follow_one(url: str, match_id: str, is_wanted: Any, stop: Any) -> None:
    """Follow a match while that is wanted. For a process of its own."""
    hub = EventHub(Redis.from_url(url))
    while not stop.is_set():
        if is_wanted.wait(0.2):
            following = hub.follow(match_id, SPECTATOR, lambda _: None)
            while is_wanted.is_set() and not stop.is_set():
                time.sleep(0.1)
            following.end()
    hub.close()


def _valkey_seconds(redis: Redis) -> float:
    command: Callable[..., Any] = redis.execute_command
    info = command("INFO", "cpu")
    return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


def _reading(redis: Redis) -> str:
    """What a notification takes of server and reader when there are always enough to fill a batch."""
    command: Callable[..., Any] = redis.execute_command
    server, reader, notifications = _valkey_seconds(redis), time.process_time(), 0
    for _ in range(10):
        read = {notifications_key(shard): "0-0" for shard in range(SHARDS)}
        while found := command("XREAD", "COUNT", BATCH, "STREAMS", *read, *read.values()):
            for key, page in found:
                read[key.decode()] = page[-1][0]
                notifications += len(page)
    server, reader = _valkey_seconds(redis) - server, time.process_time() - reader
    each = [1e6 * seconds / notifications for seconds in (server, reader)]
    return f"microseconds of a notification in full batches: Valkey {each[0]:.1f}, reader {each[1]:.1f}"


def _measure(read: Callable[[], Sequence[float]], seconds: float, measured: Measured) -> None:
    time.sleep(WARM_SECONDS)
    measured.latencies.clear()
    before = read()
    time.sleep(seconds)
    took, moves, mover, valkey, hub = (new - old for new, old in zip(read(), before, strict=True))
    measured.moves.append(moves / took)
    measured.mover.append(mover / moves)
    measured.valkey.append(valkey / moves)
    measured.hub.append(hub / moves)
    measured.share.append(valkey / took)


def _new_matches(url: str, number: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "b.db"
        sql = Database(f"sqlite:///{database}")
        sql.upgrade()
        sql.close()
        return Table(url, database).open(number)


@click.command()
@click.option("--matches", default=2_000, show_default=True, help="How many are played at once.")
@click.option("--spectators", default=5, show_default=True, help="Of each match.")
@click.option("--seconds", default=10.0, show_default=True, help="How long each turn is measured.")
@click.option("--rounds", default=3, show_default=True, help="How often it is measured without and with spectators.")
@click.option("--others", default=4, show_default=True, help="Processes that follow another match each; 0: none.")
def main(matches: int, spectators: int, seconds: float, rounds: int, others: int) -> None:
    """Measure moves without and with spectators, in turn, and print both."""
    server = RealValkey(appendfsync="everysec")
    try:
        with server.client() as redis:
            ids = _new_matches(server.url, matches + 1)
            unplayed = ids.pop()
            alone, followed, beside = Measured(), Measured(), Measured()
            context = multiprocessing.get_context("spawn")
            moves, stop = context.Value("q", 0), context.Event()
            mover = context.Process(target=_play, args=(server.url, ids, moves, stop))
            mover.start()
            while not moves.value:
                time.sleep(0.1)
            assert mover.pid is not None
            clock = Processes.of_server(mover.pid, "mover")
            is_wanted = context.Event()
            following = [
                context.Process(target=_follow_one, args=(server.url, unplayed, is_wanted, stop)) for _ in range(others)
            ]
            for process in following:
                process.start()
            clocks = [Processes.of_server(process.pid or 0, "others") for process in following]

            def read() -> Sequence[float]:
                mine = (_valkey_seconds(redis), time.process_time())
                return (time.monotonic(), moves.value, clock.seconds()["mover"], *mine)

            def read_others() -> Sequence[float]:
                *common, _ = read()
                return (*common, sum(each.seconds()["others"] for each in clocks) / others)

            hub = EventHub(redis)
            told: list[float] = []
            for _ in range(rounds):
                _measure(read, seconds, alone)
                there = Spectators(hub, ids, spectators, followed)
                _measure(read, seconds, followed)
                there.leave()
                told += followed.latencies
                if others:
                    is_wanted.set()
                    _measure(read_others, seconds, beside)
                    is_wanted.clear()
            followed.latencies = told
            hub.close()
            stop.set()
            for process in (mover, *following):
                process.join()
            reading = _reading(redis)
            click.echo(f"{matches} matches, {matches * spectators} spectators, {rounds} rounds of {seconds:.0f} s each")
            click.echo(f"  nobody follows  {alone}")
            click.echo(f"  all follow      {followed}")
            click.echo(f"  {reading}")
            if others:
                click.echo(f"  {others} others read  {beside} (of each of them)")
    finally:
        server.close()


if __name__ == "__main__":
    main()
