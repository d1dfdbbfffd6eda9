"""Parts of series and the workers that play them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from services.database import Database
from services.database.tables import series
from services.engine import registry
from services.engine.documents import catalogue_sha256
from services.engine.registry import AnyRuleset
from services.engine.ruleset import Description
from services.errors import Refusal
from services.series.document import SprtStop
from services.series.folder import read_result
from services.series.sprt import SprtVerdict
from services.series.statistics import Tally, deals_of
from services.stored_series import NO_LIMITS, ChunkClaim, SeriesJobs, SeriesStatus
from tests.integration.database.processes import DiesBeforeCommit, killed_when_told
from tests.integration.database.statements import plan, statements
from tests.integration.stored_series.jobs import OWNER, STRANGER, Jobs, all_lines, lines_of, of_clusters
from tests.unit.series.documents import SEED, playable
from workers.series_chunks import ChunkPlayer

COMMANDERS = registry.ruleset("commanders")
MINUTE_MS = 60_000


def test_the_first_part_is_a_deal_and_the_next_ones_take_seconds(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=1000)
    first = jobs.take()
    assert first.matches == range(2)
    jobs.play(first, seconds=0.1)  # 50 ms a match
    second = jobs.take()
    assert second.matches == range(2, 102)
    assert of_clusters(made.document, second)


def test_the_parts_get_smaller_at_the_end(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=42)
    jobs.play(jobs.take(), seconds=2.0)  # a second a match
    sizes = []
    while (claim := jobs.claim("worker")) is not None:
        sizes.append(len(claim.matches))
        jobs.play(claim, seconds=float(len(claim.matches)))
    assert sizes == [6, 6, 6, 6, 4, 4, 2, 2, 2, 2]


def test_nobody_else_has_a_part_while_it_is_kept(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=2)
    claim = jobs.take()
    assert jobs.claim("other") is None
    assert not jobs.is_work()
    jobs.clock.ms += MINUTE_MS - 1
    kept = jobs.keep(claim)
    assert kept is not None
    assert kept.lease_ms == jobs.clock.ms + MINUTE_MS
    jobs.clock.ms += MINUTE_MS - 1
    assert jobs.claim("other") is None
    jobs.clock.ms += 1
    assert jobs.is_work()
    assert jobs.take("other").matches == claim.matches


def test_a_part_that_was_taken_by_a_clock_that_was_ahead_locks_nobody_out(database: Database) -> None:
    """An adversary: a worker of an earlier release, whose host was an hour ahead, and which died."""
    jobs = Jobs(database)
    jobs.begin(matches=2)
    jobs.clock.ms += 60 * MINUTE_MS
    lost = jobs.take("ahead")
    jobs.clock.ms -= 60 * MINUTE_MS
    assert jobs.is_work()
    taken = jobs.take("right")
    assert taken.matches == lost.matches
    assert jobs.keep(lost) is None
    assert not jobs.is_work()
    assert jobs.claim("third") is None
    assert jobs.play(taken)


def test_a_part_that_was_handed_on_counts_once(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=2)
    late = jobs.take("slow")
    jobs.clock.ms += MINUTE_MS
    soon = jobs.take("other")
    assert jobs.keep(late) is None
    assert not jobs.play(late)
    assert jobs.play(soon)
    assert not jobs.play(soon)
    assert not jobs.play(late)
    jobs.play_all()
    ended = jobs.get(OWNER, made.id)
    assert (ended.played, ended.settled, ended.worker_seconds) == (2, 2, 1.0)


def test_a_late_worker_still_counts_while_nobody_else_has_its_part(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=2)
    claim = jobs.take()
    jobs.clock.ms += 10 * MINUTE_MS
    assert jobs.play(claim)


def test_a_part_that_was_given_back_is_free_at_once_and_no_death(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=2)
    for _ in range(5):
        claim = jobs.take()
        jobs.release(claim)
        assert not jobs.play(claim)
    assert jobs.play(jobs.take())
    assert jobs.get(OWNER, made.id).status is SeriesStatus.RUNNING


def test_the_third_death_over_the_same_part_ends_the_series(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40)
    jobs.play(jobs.take())
    for _ in range(3):
        jobs.take()
        jobs.clock.ms += MINUTE_MS
    assert jobs.claim("worker") is None
    failed = jobs.get(OWNER, made.id)
    assert failed.status is SeriesStatus.FAILED
    assert failed.status_reason == "matches 2 to 11: 3 workers did not end them"
    assert failed.ended_ms == jobs.clock.ms
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 2)


def test_results_must_be_those_of_all_matches(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=2)
    claim = jobs.take()
    for lines in (b"", lines_of(claim)[:-1], lines_of(claim) * 2):
        with pytest.raises(ValueError, match="a line for each match"):
            jobs.complete(claim, lines, 1.0)
    assert jobs.play(claim)


def test_owners_take_turns_and_priority_counts_among_the_series_of_one(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin("series_a", matches=200)
    jobs.begin("series_b", matches=200, priority=7)
    jobs.begin("series_c", matches=200, caller=STRANGER)
    served = []
    for _ in range(6):
        jobs.clock.ms += 10
        claim = jobs.take()
        served.append(claim.series_id)
        jobs.play(claim, seconds=len(claim.matches))
    assert served == ["series_b", "series_c", "series_b", "series_c", "series_b", "series_c"]
    busy = [jobs.take().series_id for _ in range(4)]
    assert sorted(busy) == ["series_b", "series_b", "series_c", "series_c"]


def test_series_of_a_release_that_noted_no_person_take_turns_by_their_owners(database: Database) -> None:
    jobs = Jobs(database, limits=replace(NO_LIMITS, open_series=2))
    jobs.begin("series_a", matches=20)
    jobs.begin("series_b", matches=20)
    jobs.begin("series_c", matches=20, caller=STRANGER)
    with database.begin() as connection:
        connection.execute(series.update().values(counts_for=None))
    with pytest.raises(Refusal) as refused:
        jobs.begin("series_d")
    assert refused.value.metadata["used"] == "2"
    served = []
    for _ in range(4):
        jobs.clock.ms += 10
        claim = jobs.take()
        served.append(claim.series_id == "series_c")
        jobs.play(claim, seconds=1.0)
    assert sorted(served[:2]) == sorted(served[2:]) == [False, True]
    jobs.play_all()
    ended = [jobs.get(caller, id).status for caller, id in ((OWNER, "series_a"), (OWNER, "series_b"))]
    assert [*ended, jobs.get(STRANGER, "series_c").status] == [SeriesStatus.FINISHED] * 3


def test_workers_at_once_never_have_the_same_part(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=200)
    together, lock = threading.Barrier(6), threading.Lock()
    seen: list[int] = []

    def work(number: int) -> None:
        mine = SeriesJobs(database, now_ms=jobs.clock)
        together.wait()
        while (claim := mine.claim(f"worker {number}")) is not None:
            with lock:
                seen.extend(claim.matches)
            assert mine.complete(claim, lines_of(claim), 10.0 * len(claim.matches))
            mine.settle()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(work, range(6)))
    assert sorted(seen) == list(range(200))
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 200)


def test_what_comes_out_of_order_is_settled_in_order(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40)
    first, second = jobs.take(), jobs.take()
    jobs.play(second)
    assert not jobs.settle()
    assert jobs.get(OWNER, made.id).settled == 0
    jobs.play(first)
    assert jobs.settle()
    assert jobs.get(OWNER, made.id).settled == 4


def test_results_are_added_up_where_that_was_last_done_by_a_clock_that_was_ahead(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=40)
    jobs.clock.ms += 60 * MINUTE_MS
    jobs.play(jobs.take())
    assert jobs.settle()
    jobs.clock.ms -= 60 * MINUTE_MS
    jobs.play(jobs.take())
    assert jobs.settle()
    jobs.play(jobs.take())
    assert not jobs.settle()
    jobs.clock.ms += 2_000
    assert jobs.settle()


def test_a_summary_is_made_anew_every_two_seconds_and_at_the_end(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=40)
    jobs.play(jobs.take())
    assert jobs.settle()
    jobs.play(jobs.take())
    jobs.clock.ms += 1999
    assert not jobs.settle()
    jobs.clock.ms += 1
    assert jobs.settle()


def test_any_process_settles_on_from_where_another_was(database: Database) -> None:
    clock_jobs = Jobs(database)
    made = clock_jobs.begin(matches=60)
    others = [Jobs(database, clock_jobs.clock) for _ in range(3)]
    turn = 0
    while (claim := clock_jobs.claim("worker")) is not None:
        clock_jobs.play(claim, seconds=5.0 * len(claim.matches))
        clock_jobs.clock.ms += 2000
        assert others[turn % 3].settle()
        turn += 1
    alone = Tally(made.document)
    for deal in deals_of(map(read_result, all_lines(made.document, 0, 60).splitlines(keepends=True))):
        alone.add_deal(deal)
    assert clock_jobs.summary(OWNER, made.id) == alone.summary().to_json()
    assert clock_jobs.get(OWNER, made.id).status is SeriesStatus.FINISHED


def test_a_sequential_test_ends_the_series_and_removes_what_was_played_beyond(database: Database) -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="50", alpha="0.05", beta="0.05", max_matches=1000)
    jobs = Jobs(database)
    made = jobs.begin(stop=stop)
    claims = [jobs.take() for _ in range(9)]
    for claim in claims[::-1]:
        jobs.play(claim, seconds=0.1)
    jobs.play_all()
    ended = jobs.get(OWNER, made.id)
    tally = Tally(made.document)
    for deal in deals_of(map(read_result, all_lines(made.document, 0, 1000).splitlines(keepends=True))):
        tally.add_deal(deal)
        if tally.verdict is not SprtVerdict.NONE:
            break
    assert tally.verdict is SprtVerdict.H1
    assert ended.status is SeriesStatus.FINISHED
    assert (ended.matches, ended.played, ended.settled) == (tally.matches, tally.matches, tally.matches)
    assert jobs.summary(OWNER, made.id) == tally.summary().to_json()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, tally.matches)
    assert jobs.claim("worker") is None
    assert not jobs.is_work()


def test_the_backlog_counts_series_and_the_matches_that_are_left(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin("series_a", matches=40)
    jobs.begin("series_b", matches=8)
    jobs.begin("series_c", matches=8)
    jobs.play(jobs.take())
    jobs.change(OWNER, "series_c", status=SeriesStatus.PAUSED)
    backlog = jobs.backlog()
    assert backlog.matches_left == 46
    assert {status.value: count for status, count in backlog.by_status.items() if count} == {
        "queued": 1,
        "running": 1,
        "paused": 1,
    }


def test_a_part_of_quick_matches_is_bounded(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=100_000)
    jobs.play(jobs.take(), seconds=0.002)
    assert jobs.take().matches == range(2, 2002)


def test_a_series_goes_on_with_the_process_that_has_most_of_it_added_up(database: Database) -> None:
    jobs = Jobs(database)
    other = Jobs(database, jobs.clock)
    made = jobs.begin(matches=60_000)
    lines = all_lines(made.document, 0, 60_000).splitlines(keepends=True)

    def play() -> None:
        claim = jobs.take()
        jobs.complete(claim, b"".join(lines[claim.matches.start : claim.matches.stop]), 0.001 * len(claim.matches))

    while jobs.get(OWNER, made.id).settled <= 20_000:
        play()
        jobs.clock.ms += 2000
        assert jobs.settle()
    play()
    jobs.clock.ms += 2000
    assert jobs.is_work()
    assert not other.settle()
    jobs.clock.ms += 8000
    assert other.settle()
    play()
    jobs.clock.ms += 2000
    assert jobs.settle()
    settled = jobs.get(OWNER, made.id).settled
    tally = Tally(made.document)
    for deal in deals_of(map(read_result, lines[:settled])):
        tally.add_deal(deal)
    assert jobs.summary(OWNER, made.id) == tally.summary().to_json()


def test_no_statement_of_workers_goes_through_all_parts_or_all_series(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'playhall.db'}")
    database.upgrade()
    jobs = Jobs(database)
    jobs.begin("series_a", matches=400)
    jobs.begin("series_b", matches=400, caller=STRANGER)
    jobs.play(jobs.take())
    with statements() as sent:
        for _ in range(2):
            claim = jobs.take()
            jobs.keep(claim)
            jobs.play(claim)
            jobs.clock.ms += 2000
            assert jobs.is_work()
            assert jobs.settle()
    steps = {step for statement in sent if statement[1] for step in plan(database, *statement)}
    assert len(steps) > 5
    assert {step for step in steps if step.startswith("SCAN") and "INDEX ix_series" not in step} == set()


def store_and_die(die: Callable[[], None], url: str, claim: ChunkClaim) -> None:
    SeriesJobs(DiesBeforeCommit(url, die)).complete(claim, lines_of(claim), 1.0)


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_stores_has_stored_nothing(database_url: str, database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=2)
    claim = jobs.take()
    killed_when_told(store_and_die, database_url, claim)
    assert jobs.get(OWNER, made.id).played == 0
    jobs.clock.ms += MINUTE_MS
    again = jobs.take()
    assert again.matches == claim.matches
    assert jobs.play(again)
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 2)


def test_a_worker_gets_series_of_the_versions_that_it_has(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin(matches=40)
    cards = catalogue_sha256(COMMANDERS.describe().cards)
    assert jobs.claim("worker", {("commanders", "2.0.0"): cards, ("duels", "1.0.0"): cards}) is None
    claim = jobs.claim("worker", {("commanders", "1.0.0"): cards})
    assert claim is not None
    assert claim.series_id == "series_a"


class OtherCards(type(COMMANDERS)):  # type: ignore[misc]
    """The same rules, with one card less."""

    def describe(self) -> Description:
        about: Description = super().describe()
        return replace(about, cards=about.cards[1:])


def worker_with(jobs: Jobs, rules: AnyRuleset) -> ChunkPlayer:
    about = rules.describe()
    versions = {(about.id, about.version): catalogue_sha256(about.cards)}
    return ChunkPlayer(jobs, "worker", find_ruleset=lambda _: rules, versions=lambda: versions)


def test_workers_with_other_cards_neither_hold_up_nor_fail_a_series(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.create(OWNER, playable(COMMANDERS, "greedy", "random", matches=8), SEED, series_id="series_a")
    other: AnyRuleset = OtherCards()
    for _ in range(4):
        assert not worker_with(jobs, other).work(60), "it has nothing to do and does not come again at once"
        jobs.clock.ms += MINUTE_MS
    found = jobs.get(OWNER, made.id)
    assert (found.status, found.played) == (SeriesStatus.QUEUED, 0)
    assert not worker_with(jobs, COMMANDERS).work(60), "all is free to whoever can play it"
    ended = jobs.get(OWNER, made.id)
    assert (ended.status, ended.played) == (SeriesStatus.FINISHED, 8)
