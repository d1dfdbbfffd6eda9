"""Series of the platform: what owners ask for and see."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import delete

from services.database import Database
from services.database.tables import series_chunks
from services.errors import Reason, Refusal
from services.series.document import SprtStop
from services.stored_series import Series, SeriesLimits, SeriesStatus
from tests.integration.stored_series.jobs import ADMIN, OWNER, STRANGER, Jobs, all_lines


def reason(refused: pytest.ExceptionInfo[Refusal]) -> Reason:
    return refused.value.reason


def test_a_series_begins_queued_and_is_created_once(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    assert (made.status, made.matches, made.played, made.revision) == (SeriesStatus.QUEUED, 8, 0, 1)
    assert (made.created_ms, made.started_ms, made.ended_ms) == (1_000_000, None, None)
    jobs.clock.ms += 5
    jobs.take()
    assert jobs.begin(matches=8).status is SeriesStatus.RUNNING
    assert [found.id for found in jobs.list(OWNER, limit=10)] == ["series_a"]


def test_it_ends_with_its_last_result_and_one_reading_of_the_clock(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    jobs.play_all()
    ended = jobs.get(OWNER, made.id)
    assert (ended.status, ended.played, ended.settled, ended.failed) == (SeriesStatus.FINISHED, 8, 8, 0)
    assert ended.ended_ms == ended.changed_ms == jobs.clock.ms
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 8)
    summary = jobs.summary(OWNER, made.id)
    assert summary is not None
    assert json.loads(summary)["matches"] == 8
    assert not jobs.is_work()


def test_results_are_told_from_anywhere_on(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40)
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id, first=7, limit=5)) == all_lines(made.document, 7, 12)
    assert b"".join(jobs.results(OWNER, made.id, first=39)) == all_lines(made.document, 39, 40)
    assert list(jobs.results(OWNER, made.id, first=40)) == []
    assert jobs.result(OWNER, made.id, 11).number == 11
    with pytest.raises(Refusal) as refused:
        jobs.result(OWNER, made.id, 40)
    assert reason(refused) is Reason.NOT_FOUND


def test_the_series_of_others_do_not_exist(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin("series_a")
    jobs.begin("series_b", caller=STRANGER)
    for ask in (jobs.get, jobs.summary, jobs.results, jobs.change):
        with pytest.raises(Refusal) as refused:
            ask(STRANGER, "series_a")
        assert reason(refused) is Reason.NOT_FOUND
    with pytest.raises(Refusal) as refused:
        jobs.begin("series_a", caller=STRANGER)
    assert reason(refused) is Reason.NOT_FOUND
    assert [found.id for found in jobs.list(STRANGER, limit=9)] == ["series_b"]
    assert jobs.list(STRANGER, owner_id="p_1", limit=9) == []
    assert [found.id for found in jobs.list(ADMIN, limit=9)] == ["series_b", "series_a"]
    assert [found.id for found in jobs.list(ADMIN, limit=9, before="series_b")] == ["series_a"]
    assert [found.id for found in jobs.list(ADMIN, limit=9, owner_id="p_1")] == ["series_a"]
    assert jobs.get(ADMIN, "series_a").owner_id == "p_1"


def test_a_list_has_one_status(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin("series_a")
    jobs.begin("series_b")
    jobs.change(OWNER, "series_a", status=SeriesStatus.CANCELLED)
    assert [found.id for found in jobs.list(OWNER, status=SeriesStatus.QUEUED, limit=9)] == ["series_b"]
    assert [found.id for found in jobs.list(OWNER, status=SeriesStatus.CANCELLED, limit=9)] == ["series_a"]


def test_a_paused_series_hands_nothing_out_and_counts_what_is_being_played(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin()
    claim = jobs.take()
    assert jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED).status is SeriesStatus.PAUSED
    assert jobs.claim("worker") is None
    assert jobs.keep(claim) is None
    assert jobs.play(claim)
    assert jobs.get(OWNER, made.id).played == len(claim.matches)
    assert jobs.change(OWNER, made.id, status=SeriesStatus.RUNNING).status is SeriesStatus.RUNNING
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 8)


def test_a_series_that_was_paused_before_it_began_is_queued_again(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin()
    jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED)
    assert jobs.change(OWNER, made.id, status=SeriesStatus.RUNNING).status is SeriesStatus.QUEUED


def test_a_cancelled_series_takes_no_more_results_and_keeps_those_it_has(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40)
    jobs.play(jobs.take())
    claim = jobs.take()
    cancelled = jobs.change(OWNER, made.id, status=SeriesStatus.CANCELLED)
    assert (cancelled.status, cancelled.ended_ms) == (SeriesStatus.CANCELLED, jobs.clock.ms)
    assert not jobs.play(claim)
    assert jobs.keep(claim) is None
    jobs.play_all()
    assert jobs.get(OWNER, made.id).status is SeriesStatus.CANCELLED
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 2)
    assert jobs.change(OWNER, made.id, status=SeriesStatus.CANCELLED).revision == jobs.get(OWNER, made.id).revision
    for status in (SeriesStatus.PAUSED, SeriesStatus.RUNNING):
        with pytest.raises(Refusal) as refused:
            jobs.change(OWNER, made.id, status=status)
        assert reason(refused) is Reason.SERIES_ENDED
    with pytest.raises(Refusal) as refused:
        jobs.change(OWNER, made.id, matches=80)
    assert reason(refused) is Reason.SERIES_ENDED


def test_a_finished_series_goes_on_when_it_is_extended(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    jobs.play_all()
    extended = jobs.change(OWNER, made.id, matches=11)
    assert (extended.matches, extended.status, extended.ended_ms) == (12, SeriesStatus.RUNNING, None)
    assert extended.document == made.document
    jobs.play_all()
    assert jobs.get(OWNER, made.id).status is SeriesStatus.FINISHED
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 12)


@pytest.mark.parametrize("status", [SeriesStatus.RUNNING, SeriesStatus.PAUSED, SeriesStatus.CANCELLED])
def test_a_finished_series_does_not_go_on_without_more_matches(database: Database, status: SeriesStatus) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    jobs.play_all()
    with pytest.raises(Refusal) as refused:
        jobs.change(OWNER, made.id, matches=8, status=status)
    assert reason(refused) is Reason.SERIES_ENDED
    assert jobs.get(OWNER, made.id).status is SeriesStatus.FINISHED


def test_a_series_is_not_shortened_and_a_test_not_extended(database: Database) -> None:
    jobs = Jobs(database)
    jobs.begin("series_a", matches=8)
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="20", alpha="0.05", beta="0.05", max_matches=100)
    jobs.begin("series_b", stop=stop)
    for id, matches in (("series_a", 6), ("series_b", 200), ("series_a", 2_000_000_000)):
        with pytest.raises(Refusal) as refused:
            jobs.change(OWNER, id, matches=matches)
        assert reason(refused) is Reason.INVALID_FIELD
        assert refused.value.errors[0].pointer == "/matches"


def is_new(found: Series) -> bool:
    return found.revision == 1


def test_a_change_is_made_only_to_what_is_expected(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin()
    changed = jobs.change(OWNER, made.id, is_expected=is_new, priority=9, name="night", budget_seconds=7)
    assert (changed.revision, changed.priority, changed.name, changed.budget_seconds) == (2, 9, "night", 7)
    with pytest.raises(Refusal) as refused:
        jobs.change(OWNER, made.id, is_expected=is_new, priority=1)
    assert reason(refused) is Reason.PRECONDITION_FAILED
    assert jobs.change(OWNER, made.id, budget_seconds=None).budget_seconds is None


@pytest.mark.parametrize(
    "change",
    [
        {"status": SeriesStatus.PAUSED},
        {"status": SeriesStatus.CANCELLED},
        {"matches": 11, "priority": 7, "name": "night", "budget_seconds": 7},
    ],
)
def test_a_change_that_is_made_already_is_made_once_whatever_is_expected(
    database: Database, change: dict[str, Any]
) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    changed = jobs.change(OWNER, made.id, is_expected=is_new, **change)
    assert changed.revision == 2
    jobs.clock.ms += 1
    assert jobs.change(OWNER, made.id, is_expected=is_new, **change) == changed
    assert jobs.get(OWNER, made.id) == changed


def test_a_series_that_nobody_has_begun_goes_on_as_it_is(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin()
    assert jobs.change(OWNER, made.id, is_expected=lambda _: False, status=SeriesStatus.RUNNING) == made


def test_a_spent_budget_pauses_a_series_and_a_larger_one_lets_it_go_on(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=400, budget_seconds=3)
    jobs.play_all(seconds=2.0)
    paused = jobs.get(OWNER, made.id)
    assert (paused.status, paused.status_reason) == (SeriesStatus.PAUSED, "budget_spent")
    assert paused.worker_seconds == 4.0
    jobs.change(OWNER, made.id, budget_seconds=None, status=SeriesStatus.RUNNING)
    jobs.play_all()
    ended = jobs.get(OWNER, made.id)
    assert (ended.status, ended.status_reason, ended.settled) == (SeriesStatus.FINISHED, "", 400)


def test_the_quota_counts_what_has_not_ended_and_not_admins(database: Database) -> None:
    jobs = Jobs(database, limits=SeriesLimits(open_series=2))
    jobs.begin("series_a")
    jobs.begin("series_b")
    with pytest.raises(Refusal) as refused:
        jobs.begin("series_c")
    assert reason(refused) is Reason.QUOTA_EXCEEDED
    assert refused.value.metadata == {"quota": "open_series", "limit": "2", "used": "2"}
    assert (jobs.use(OWNER, "p_1").limit, jobs.use(OWNER, "p_1").used) == (2, 2)
    jobs.begin("series_b")  # once more, not one more
    jobs.change(OWNER, "series_a", status=SeriesStatus.CANCELLED)
    jobs.begin("series_c")
    for number in range(3):
        jobs.begin(f"series_d{number}", caller=ADMIN)
    assert (jobs.use(ADMIN, "p_3").limit, jobs.use(ADMIN, "p_3").used) == (None, 3)


def test_the_quota_holds_for_creations_at_once(database: Database) -> None:
    jobs = Jobs(database, limits=SeriesLimits(open_series=3))

    def attempt(number: int) -> bool:
        try:
            jobs.begin(f"series_{number}")
        except Refusal as refusal:
            return refusal.reason is not Reason.QUOTA_EXCEEDED
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(attempt, range(12))) == 3


def test_the_time_that_is_left_is_estimated_while_it_runs(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)
    assert made.seconds_left(jobs.clock.ms) is None
    claim = jobs.take()
    jobs.clock.ms += 10_000
    jobs.play(claim)
    assert jobs.get(OWNER, made.id).seconds_left(jobs.clock.ms) == 30.0
    jobs.play_all()
    assert jobs.get(OWNER, made.id).seconds_left(jobs.clock.ms) == 0.0


def test_time_in_which_nothing_was_to_be_played_does_not_count_in_the_estimate(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=8)

    def seconds_left() -> float | None:
        return jobs.get(OWNER, made.id).seconds_left(jobs.clock.ms)

    def play_for(seconds: int) -> None:
        claim = jobs.take()
        jobs.clock.ms += 1000 * seconds
        assert len(claim.matches) == 2
        assert jobs.play(claim)

    play_for(10)
    interrupted = jobs.take()
    jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED)
    jobs.clock.ms += 1_000_000
    jobs.play(interrupted)  # 4 of 8
    jobs.change(OWNER, made.id, name="night")
    assert seconds_left() is None
    jobs.change(OWNER, made.id, status=SeriesStatus.RUNNING)
    assert seconds_left() is None
    play_for(20)  # 6 of 8
    assert seconds_left() == 20.0
    play_for(20)
    jobs.play_all()
    assert seconds_left() == 0.0
    jobs.clock.ms += 1_000_000
    jobs.change(OWNER, made.id, matches=14)
    play_for(5)  # 10 of 14
    assert seconds_left() == 10.0


def test_a_pause_is_no_death_of_the_workers_that_heed_it(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=2)
    for _ in range(5):
        claim = jobs.take()
        jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED)
        assert jobs.keep(claim) is None
        jobs.clock.ms += 60_000
        jobs.change(OWNER, made.id, status=SeriesStatus.RUNNING)
        assert not jobs.play(claim)
    assert jobs.play(jobs.take())
    jobs.play_all()
    assert jobs.get(OWNER, made.id).status is SeriesStatus.FINISHED


def test_a_paused_series_ends_with_the_last_part_that_was_being_played(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=2)
    claim = jobs.take()
    jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED)
    jobs.play(claim)
    jobs.play_all()
    assert jobs.get(OWNER, made.id).status is SeriesStatus.FINISHED


def test_a_series_may_be_extended_while_it_is_paused_or_played(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=4)
    jobs.play(jobs.take())
    claim = jobs.take()
    assert jobs.change(OWNER, made.id, matches=8).status is SeriesStatus.RUNNING
    assert jobs.change(OWNER, made.id, status=SeriesStatus.PAUSED, matches=12).status is SeriesStatus.PAUSED
    assert jobs.change(OWNER, made.id, matches=12).revision == jobs.get(OWNER, made.id).revision
    jobs.play(claim)
    jobs.play_all()
    assert (jobs.get(OWNER, made.id).status, jobs.get(OWNER, made.id).settled) == (SeriesStatus.PAUSED, 4)
    jobs.change(OWNER, made.id, status=SeriesStatus.RUNNING)
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 12)


def test_a_series_that_is_cancelled_keeps_its_results_up_to_the_first_gap(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40)
    first, _gap, third = jobs.take(), jobs.take(), jobs.take()
    jobs.play(first)
    jobs.play(third)
    jobs.change(OWNER, made.id, status=SeriesStatus.CANCELLED)
    assert jobs.get(OWNER, made.id).played == 4
    assert jobs.is_work()
    jobs.play_all()
    cancelled = jobs.get(OWNER, made.id)
    assert (cancelled.status, cancelled.matches, cancelled.played, cancelled.settled) == (
        SeriesStatus.CANCELLED,
        40,
        2,
        2,
    )
    assert b"".join(jobs.results(OWNER, made.id)) == all_lines(made.document, 0, 2)
    assert not jobs.is_work()


def test_results_are_read_as_they_are_asked_for(database: Database) -> None:
    jobs = Jobs(database)
    made = jobs.begin(matches=40_000)
    lines = all_lines(made.document, 0, 40_000).splitlines(keepends=True)
    while (claim := jobs.claim("worker")) is not None:
        jobs.complete(claim, b"".join(lines[claim.matches.start : claim.matches.stop]), 0.001 * len(claim.matches))
        jobs.settle()
    jobs.play_all()
    assert b"".join(jobs.results(OWNER, made.id)) == b"".join(lines)
    reading = jobs.results(OWNER, made.id)
    pieces = [next(reading)]
    with database.begin() as connection:
        connection.execute(delete(series_chunks).where(series_chunks.c.first >= 20_000))
    pieces += reading
    matches = [piece.count(b"\n") for piece in pieces]
    assert max(matches) <= 2_000
    assert 20_000 <= sum(matches) <= 22_000
    assert b"".join(pieces) == b"".join(lines[: sum(matches)])
