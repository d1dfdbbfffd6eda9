"""The workers' processes, as production runs them, on a real Valkey: killed in the middle of everything."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from cli.sockets import free_port
from services.archive import Archive
from services.database import Database
from services.engine import replay
from services.engine.clocks import NO_CLOCKS, PerDecision, TimeControl
from services.engine.in_process import InProcessEngine
from services.engine.registry import engines_from, ruleset
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import create_key_file, read_key_file
from services.identity import ApiKeys, Caller, Players
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Status
from services.matches.matches import Matches
from services.matches.redis_keys import SHARDS, outbox_key, shard_of
from services.matches.store import MatchStore
from services.settings import PREFIX, Settings, read_settings
from tests.valkey import RealValkey
from tests.waiting import wait_until
from workers.ticker import LEASES_KEY

pytestmark = pytest.mark.slow

FOUR_BOTS = ["bot:greedy", "bot:random", "bot:greedy", "bot:random"]


class BotTurns:
    """A platform without its gateway: processes that a test starts and kills, and the services to look with."""

    def __init__(self, valkey: RealValkey, folder: Path) -> None:
        self.environment = {
            "PLAYHALL_DATA_DIR": str(folder),
            **valkey.settings,
            "PLAYHALL_NUDGE_SECONDS": "1",
        }
        self.settings: Settings = read_settings(self.environment)
        database = Database(self.settings.database.database_url)
        database.upgrade()
        Players(database).ensure_operator()
        key = ApiKeys(database, self.settings.platform.environment).first_key()
        assert key is not None
        self.operator: Caller = ApiKeys(database, self.settings.platform.environment).authenticate(key)
        self.archive = Archive(database)
        self.redis: Redis = valkey.client()
        store = MatchStore(self.redis, nudge_seconds=1)
        create_key_file(self.settings.platform.signing_keys)
        keys = read_key_file(self.settings.platform.signing_keys)
        fairness: Any = {"signing_keys": keys, "commitments": CommitmentLog(database)}
        self.matches = Matches(store, engines_from("local", 5.0), Players(database), self.archive, **fairness)
        self.logs = folder / "processes.log"
        self.running: dict[str, list[subprocess.Popen[bytes]]] = {}

    def start(self, kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start ``playhall <kind>``."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        command = (sys.executable, "-P", "-m", "cli", kind, *arguments)
        with self.logs.open("ab") as log:
            process = subprocess.Popen(
                command, env={**kept, **self.environment}, stdout=log, stderr=log, start_new_session=True
            )
        self.running.setdefault(kind, []).append(process)
        return process

    def start_all(self) -> None:
        """One of each kind; the worker has all queues and two processes."""
        self.start("worker", "--processes", "2")
        self.start("relay")
        self.start("ticker")

    def kill(self, kind: str) -> None:
        """Kill every running process of a kind. A worker's pool ends with it."""
        for process in self.running.pop(kind):
            process.kill()
            process.wait()

    def stop(self, kind: str) -> None:
        """Ask every running process of a kind to stop, and wait for it."""
        for process in self.running.pop(kind):
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0

    def create(self, seats: list[str], control: TimeControl = NO_CLOCKS) -> str:
        """A match that starts at once."""
        new = NewMatch("factionwars", parse_seats(seats), {}, time_control=control)
        return self.matches.create(self.operator, new).id

    def status(self, match_id: str) -> Status:
        return self.matches.get(self.operator, match_id).status

    def is_archived(self, match_id: str) -> bool:
        return self.archive.find(match_id) is not None

    def close(self) -> None:
        for kind in list(self.running):
            self.kill(kind)
        self.redis.close()


@pytest.fixture
def house(mortal_valkey: RealValkey, tmp_path: Path) -> Iterator[BotTurns]:
    made = BotTurns(mortal_valkey, tmp_path)
    yield made
    made.close()


def test_everything_may_be_killed_and_no_move_is_lost_or_doubled(house: BotTurns) -> None:
    house.start_all()
    matches = [house.create(FOUR_BOTS) for _ in range(20)]
    for ended in (1, 4, 8):
        await_archived(house, matches, ended)
        for kind, arguments in (("worker", ("--processes", "2")), ("relay", ()), ("ticker", ())):
            house.kill(kind)
            house.start(kind, *arguments)
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 90)
    for match in matches:
        check_replay(house, match)
    counted: Counter[str] = Counter()
    for bot in ("greedy", "random"):
        player = house.matches.get(house.operator, matches[0]).seats[FOUR_BOTS.index(f"bot:{bot}")].player_id
        assert player
        counted[bot] = sum(entry.played for entry in house.archive.statistics(player))
    assert counted == {"greedy": 40, "random": 40}


def await_archived(house: BotTurns, matches: list[str], count: int) -> None:
    wait_until(lambda: sum(map(house.is_archived, matches)) >= count, f"{count} matches in the archive", 90)


def check_replay(house: BotTurns, match: str, seats: int = 4) -> None:
    """Each seat's decisions stand in the replay once each, in order, and executing it again gives the same match."""
    told = replay.read(house.matches.replay(house.operator, match))
    assert [step.rev for step in told.steps] == list(range(1, len(told.steps) + 1))
    for seat in range(seats):
        decisions = [step.decision for step in told.steps if step.seat == seat]
        assert decisions == list(range(1, len(decisions) + 1))
    replay.re_execute(told, InProcessEngine(ruleset("factionwars")))


def test_a_worker_that_is_told_to_stop_ends_its_tasks_first(house: BotTurns) -> None:
    house.start_all()
    matches = [house.create(FOUR_BOTS) for _ in range(6)]
    wait_until(lambda: any(map(house.is_archived, matches)), "the first match to end", 60)
    house.stop("worker")
    house.stop("relay")
    house.stop("ticker")
    house.start_all()
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 60)


def test_work_goes_on_after_redis_was_killed_and_came_back(house: BotTurns, mortal_valkey: RealValkey) -> None:
    house.start_all()
    matches = [house.create(FOUR_BOTS) for _ in range(6)]
    wait_until(lambda: any(map(house.is_archived, matches)), "the first match to end", 60)
    mortal_valkey.kill()
    mortal_valkey.restart()
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 90)


def test_several_relays_and_tickers_do_no_harm(house: BotTurns) -> None:
    house.start_all()
    house.start("relay")
    house.start("ticker")
    matches = [house.create(FOUR_BOTS) for _ in range(6)]
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 60)
    assert {house.status(match) for match in matches} == {Status.FINISHED}
    for match in matches:
        check_replay(house, match)


def test_tickers_share_the_shards_and_one_takes_over_what_a_killed_one_had(house: BotTurns) -> None:
    tickers = [house.start("ticker"), house.start("ticker")]
    without = set(range(SHARDS))
    while without:  # each shard gets a match that is overdue each second
        without.discard(shard_of(house.create(["me", "bot:random"], PerDecision(seconds=1))))
    wait_until(lambda: house.redis.zcard(LEASES_KEY) == 2, "both tickers", 60)
    found: Any = house.redis.zrange(LEASES_KEY, 0, -1)
    dead = sorted(name.decode() for name in found)[0]
    (victim,) = (ticker for ticker in tickers if dead.endswith(f"-{ticker.pid}"))

    def lengths() -> tuple[bool, list[int]]:
        with house.redis.pipeline() as pipe:
            pipe.zscore(LEASES_KEY, dead)
            for shard in range(SHARDS):
                pipe.xlen(outbox_key(shard))
            lease, *found = pipe.execute()
        return lease is not None, found

    def moved(shards: range) -> set[int]:
        return {shard for shard in shards if after[shard] > before[shard]}

    victim.kill()
    victim.wait()
    _, before = lengths()
    has_lease, after = lengths()
    while has_lease:  # the survivor goes on with its own half
        assert moved(range(0, SHARDS, 2)) == set()
        time.sleep(0.1)
        has_lease, after = lengths()
    assert moved(range(1, SHARDS, 2)) == set(range(1, SHARDS, 2))
    wait_until(lambda: lengths()[1][::2] > before[::2], "the first of the other half")
    before = lengths()[1]

    def all_go_on() -> bool:
        nonlocal after
        _, after = lengths()
        return moved(range(SHARDS)) == set(range(SHARDS))

    wait_until(all_go_on, "the whole")
    house.running["ticker"].remove(victim)
    house.stop("ticker")
    assert house.redis.zcard(LEASES_KEY) == 0


def test_the_sweep_finds_matches_whose_work_got_lost(house: BotTurns) -> None:
    matches = [house.create(FOUR_BOTS) for _ in range(3)]
    for key in house.redis.scan_iter("*:outbox"):
        house.redis.delete(key)
    for key in house.redis.scan_iter("*:deadlines"):
        house.redis.delete(key)
    house.start_all()
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 60)


def test_who_does_not_answer_in_time_is_played_for(house: BotTurns) -> None:
    match = house.create(["me", "bot:greedy"], PerDecision(seconds=1))
    house.start_all()

    def decision() -> int | None:
        return house.matches.get(house.operator, match).decisions[0]

    wait_until(lambda: (decision() or 0) >= 3, "my third decision", 60)


def test_workers_may_play_by_an_engine_service_which_may_restart(house: BotTurns) -> None:
    port = str(free_port("127.0.0.1"))
    house.environment["PLAYHALL_WORKER_ENGINES"] = f"factionwars=127.0.0.1:{port}"
    house.start("engine", "factionwars", "--port", port)
    house.start_all()
    matches = [house.create(FOUR_BOTS) for _ in range(3)]
    wait_until(lambda: any(map(house.is_archived, matches)), "the first match to end", 60)
    house.kill("engine")
    house.start("engine", "factionwars", "--port", port)
    wait_until(lambda: all(map(house.is_archived, matches)), "all matches in the archive", 60)
    for match in matches:
        check_replay(house, match)
