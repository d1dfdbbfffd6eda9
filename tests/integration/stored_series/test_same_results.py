"""Whatever befalls workers, a series on the platform is the one that a single machine plays, byte for byte."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from services.database import Database
from services.series.designs import Schedule
from services.series.document import SeriesDocument, SprtStop
from services.series.folder import Folder, read_result, result_line
from services.series.local import LocalPool, play_series
from services.series.playing import Player
from services.series.statistics import summarise
from services.stored_series import ChunkClaim, SeriesJobs, SeriesStatus
from tests.integration.database.processes import at_once
from tests.integration.stored_series.jobs import OWNER, Jobs
from tests.rulesets.sealed import RULESET
from tests.signing import SIGNING_KEYS
from tests.unit.series import broken_bots
from tests.unit.series.documents import SEED, playable

FIXED = playable(RULESET, "greedy", "random", "greedy", seats=(2, 3), matches=200)
TEST = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="60", alpha="0.05", beta="0.05", max_matches=1000)
SEQUENTIAL = playable(RULESET, "greedy", "random", stop=TEST)
both_stops = pytest.mark.parametrize("document", [FIXED, SEQUENTIAL], ids=["fixed", "sprt"])


def played_here(document: SeriesDocument, folder: Path) -> bytes:
    """The results that ``playhall series`` writes, without their heading."""
    with LocalPool(document, SEED, workers=1, find_ruleset=broken_bots.sealed) as pool:
        for _ in play_series(pool, Folder.create(folder, document, SEED)):
            pass
    return (folder / "results.ndjson").read_bytes().split(b"\n", 1)[1]


def played_by(player: Player, claim: ChunkClaim) -> bytes:
    schedule = Schedule(claim.document)
    return b"".join([result_line(player.play(schedule.table(number))) for number in claim.matches])


def assert_same(jobs: SeriesJobs, wanted: bytes) -> None:
    ended = jobs.get(OWNER, "series_a")
    assert ended.status is SeriesStatus.FINISHED
    assert ended.matches < 1000  # the test has decided
    assert ended.matches == ended.played == ended.settled == wanted.count(b"\n")
    assert b"".join(jobs.results(OWNER, "series_a")) == wanted
    results = map(read_result, wanted.splitlines(keepends=True))
    assert jobs.summary(OWNER, "series_a") == summarise(ended.document, results).to_json()
    assert not jobs.is_work()


@both_stops
def test_results_are_the_same_whatever_befalls_workers(
    database: Database, tmp_path: Path, document: SeriesDocument
) -> None:
    jobs = Jobs(database)
    jobs.create(OWNER, document, SEED, series_id="series_a")
    others = [Jobs(database, jobs.clock) for _ in range(3)]
    player, chance = Player(RULESET, document, SEED), random.Random(15)
    held: list[ChunkClaim] = []
    dead: set[int] = set()
    while not jobs.get(OWNER, "series_a").is_ended:
        jobs.clock.ms += chance.randrange(1000)
        any_jobs = chance.choice(others)
        fate = chance.randrange(20)
        if fate == 0 and not dead & {claim.matches.start for claim in held}:  # the leases of all run out
            dead |= {claim.matches.start for claim in held}
            jobs.clock.ms += 60_000
        elif fate == 1 and held:
            any_jobs.release(chance.choice(held))
        elif fate == 2:
            any_jobs.change(OWNER, "series_a", status=SeriesStatus.PAUSED)
            held = [claim for claim in held if chance.random() < 0.5]
            any_jobs.change(OWNER, "series_a", status=SeriesStatus.RUNNING)
        elif fate < 9 and len(held) < 4:
            held += [claim] if (claim := any_jobs.claim("worker")) is not None else []
        elif fate < 15 and held:
            claim = held.pop(chance.randrange(len(held)))
            for _ in range(2):
                any_jobs.complete(claim, played_by(player, claim), 0.2 * len(claim.matches))
        else:
            any_jobs.settle()
    for claim in held:
        assert not jobs.complete(claim, played_by(player, claim), 1.0)
    assert_same(jobs, played_here(document, tmp_path / "here"))


def work(url: str, number: int = 0) -> int:
    """As a worker does, but for every fifth chunk, which it gives back. How many chunks it has stored."""
    database = Database(url)
    jobs = SeriesJobs(database)
    stored = turn = 0
    while not jobs.get(OWNER, "series_a").is_ended:
        claim = jobs.claim(f"worker {number}")
        if claim is not None:
            turn += 1
            if turn % 5 == 0:
                jobs.release(claim)
            else:
                stored += jobs.complete(claim, played_by(Player(RULESET, claim.document, SEED), claim), 5.0)
        jobs.settle()
    database.close()
    return stored


@pytest.mark.slow
@both_stops
def test_results_are_the_same_however_many_processes_play_and_settle(
    database_url: str, database: Database, tmp_path: Path, document: SeriesDocument
) -> None:
    jobs = SeriesJobs(database, SIGNING_KEYS)
    jobs.create(OWNER, document, SEED, series_id="series_a")
    assert sum(at_once(3, work, database_url)) >= 10
    assert_same(jobs, played_here(document, tmp_path / "here"))


@pytest.mark.slow
def test_threads_that_settle_at_once_count_each_result_once(database: Database, tmp_path: Path) -> None:
    jobs = Jobs(database)
    jobs.create(OWNER, FIXED, SEED, series_id="series_a")
    player = Player(RULESET, FIXED, SEED)
    settlers = [Jobs(database, jobs.clock) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        while (claim := jobs.claim("worker")) is not None:
            jobs.complete(claim, played_by(player, claim), 2.5 * len(claim.matches))
            jobs.clock.ms += 2000
            list(threads.map(SeriesJobs.settle, settlers))
    jobs.play_all()
    assert_same(jobs, played_here(FIXED, tmp_path / "here"))
