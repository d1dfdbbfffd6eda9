from dataclasses import replace

import pytest

from services.engine.clocks import Clock, PerDecision
from services.engine.engine import EventShares
from services.engine.ruleset import Outcome, SeatResult
from services.matches.commit import deadline_changes, required_deadlines
from services.matches.match import Match, Seat, SeatStatus, StartRule, Status
from services.matches.match_lifecycle import Change, Move, aborted, created, played, resigned, seated, started
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.outbox import OutboxKind
from tests.unit.matches.builders import bot, match_of, person, step_to, stored_of

SEEN_BY_ALL = EventShares(b'{"public":1}', {})
SEED = bytes(32)


def live(*seats: Seat, pending: tuple[int, ...], **more: object) -> MatchRecord:
    match = match_of(*seats, **more)
    step = step_to(pending, SEEN_BY_ALL, seats=len(seats))
    return started(stored_of(match), SEED, step, 2000, by_platform=False).after


def move(seat: int, decision: int = 1) -> Move:
    return Move(seat, decision, "go", b'{"go":{}}', None)


def play(
    before: MatchRecord, seat: int, pending: tuple[int, ...], *events: EventShares, by_platform: bool = False
) -> Change:
    number = before.match.decisions[seat]
    assert number is not None
    step = step_to(pending, *events, seats=len(before.match.seats))
    return played(LoadedMatch(before, {}), move(seat, number), step, 3000, by_platform=by_platform)


def test_the_start_asks_each_pending_seat_its_first_decision_and_shows_all_something() -> None:
    after = live(person(0), person(1), person(2), pending=(0, 2))
    assert after.match.decisions == (1, None, 1)
    assert after.match.revisions == (1, 1, 1, 1)
    assert (after.match.status, after.match.started_ms, after.version) == (Status.LIVE, 2000, 2000)


def test_a_version_is_the_time_of_its_commit_and_greater_than_the_one_before() -> None:
    before = live(person(0), person(1), pending=(0, 1))
    assert play(before, 0, (0, 1)).after.version == 3000
    assert play(before._replace(version=3000), 0, (0, 1)).after.version == 3001


def test_who_goes_on_thinking_keeps_its_decision() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1, 2))
    assert play(before, 1, (0, 2)).after.match.decisions == (1, None, 1)


def test_who_has_answered_and_must_decide_again_is_asked_the_next() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1))
    after = play(before, 0, (0, 1)).after
    assert after.match.decisions == (2, 1, None)
    after = play(after, 1, (2,)).after
    assert after.match.decisions == (None, None, 1)
    assert play(after, 2, (0, 1)).after.match.decisions == (3, 2, None)


def test_a_step_counts_for_those_who_are_shown_something() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1))
    private = EventShares(None, {0: b'{"card":1}', 2: b'{"card":1}'})
    change = play(before, 0, (0, 1), private)
    assert change.after.match.revisions == (1, 2, 1, 2)
    assert change.notified == [0, 2]
    assert change.entry is not None
    assert change.entry.shown == (1, 2, 1, 2)


def test_a_step_that_shows_nothing_counts_for_the_seat_that_is_asked_anew() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1))
    assert play(before, 0, (0, 1)).after.match.revisions == (1, 2, 1, 1)


def test_who_must_decide_is_public_so_its_change_counts_for_all() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1))
    assert play(before, 0, (1,)).after.match.revisions == (2, 2, 2, 2)


def test_a_clock_starts_with_the_turn_and_goes_on_while_others_decide() -> None:
    before = live(person(0), person(1), bot(2), pending=(0, 1, 2), time_control=PerDecision(seconds=10))
    assert before.match.clocks == (Clock(None, 12_000), Clock(None, 12_000), None)
    after = play(before, 0, (0, 1, 2)).after
    assert after.match.clocks == before.match.clocks  # its answer showed nobody anything
    after = play(after, 1, (0, 2)).after
    assert after.match.clocks == (Clock(None, 12_000), Clock(None), None)
    assert play(after, 0, (0, 1)).after.match.clocks == (Clock(None, 12_000), Clock(None, 13_000), None)


def test_without_a_time_limit_there_is_no_clock() -> None:
    assert live(person(0), person(1), pending=(0, 1)).match.clocks == (None, None)


def test_who_resigns_has_no_clock_and_calls_the_house() -> None:
    before = live(person(0), person(1), person(2), pending=(0, 1), time_control=PerDecision(seconds=10))
    change = resigned(before, 1, 5000, ends=False)
    assert change.after.match.clocks == (Clock(None, 12_000), None, Clock(None))
    assert change.tasks == (OutboxKind.TURN,)
    assert change.notified == [-1, 0, 1, 2]
    assert change.after.match.decisions == (1, 1, None)
    assert resigned(before, 2, 5000, ends=False).tasks == ()


def test_who_has_resigned_stays_resigned_when_another_does() -> None:
    first = resigned(live(person(0), person(1), person(2), pending=(0, 1)), 1, 5000, ends=False).after
    assert [seat.resigned for seat in first.match.seats] == [False, True, False]
    second = resigned(first, 0, 6000, ends=False).after
    assert [seat.resigned for seat in second.match.seats] == [True, True, False]


def test_the_house_is_called_once_for_each_decision() -> None:
    before = live(person(0), bot(1), bot(2), pending=(0, 1))
    assert play(before, 0, (0, 1)).tasks == ()
    assert play(before, 0, (0, 1, 2)).tasks == (OutboxKind.TURN,)
    assert play(before, 1, (0, 2), by_platform=True).tasks == ()
    assert play(before, 1, (0, 1), by_platform=False).tasks == (OutboxKind.TURN,)


@pytest.mark.parametrize("by_platform", [True, False])
def test_the_end_calls_for_the_score(by_platform: bool) -> None:
    before = live(person(0), bot(1), pending=(0,))
    outcome = Outcome((SeatResult(0, 1, 5, (("cards", 5),)), SeatResult(1, 2, 3)), "over")
    end = step_to((), SEEN_BY_ALL, seats=2, outcome=outcome)
    change = played(LoadedMatch(before, {}), move(0), end, 3000, by_platform=by_platform)
    assert change.tasks == (OutboxKind.SCORE,)
    match = change.after.match
    assert (match.status, match.ended_ms, match.pending, match.decisions) == (Status.FINISHED, 3000, (), (None, None))
    assert match.outcome == {
        "results": [
            {"seat": 0, "rank": 1, "score": 5, "breakdown": [{"item": "cards", "points": 5}]},
            {"seat": 1, "rank": 2, "score": 3, "breakdown": []},
        ],
        "reason": "over",
    }


def test_log_ids_only_grow() -> None:
    first = started(stored_of(match_of(person(0), person(1))), SEED, step_to((0, 1), seats=2), 1, by_platform=False)
    second = resigned(first.after, 0, 1, ends=False)
    third = play(second.after, 1, (0, 1))
    fourth = resigned(third.after, 1, 1, ends=False)
    fifth = aborted(fourth.after, 1)
    entries = [change.entry for change in (first, second, third, fourth, fifth)]
    assert [entry.id for entry in entries if entry is not None] == ["0-1", "0-2", "1-0", "1-1", "1-2"]


def test_a_full_match_that_starts_by_itself_calls_the_house_only_if_it_is_not_started_soon() -> None:
    open_seat = Seat(1, SeatStatus.OPEN)
    before = stored_of(match_of(person(0), open_seat))
    assert created(before).tasks == ()
    full = seated(before, person(1), 2000)
    assert full.tasks == ()
    assert deadline_changes(full, 15_000) == [(OutboxKind.TURN, 17_000)]
    waiting = before._replace(match=before.match._replace(start_rule=StartRule.BY_CREATOR))
    assert deadline_changes(seated(waiting, person(1), 2000), 15_000) == []


def test_a_match_is_played_by_the_version_that_deals_it() -> None:
    before = stored_of(match_of(person(0), person(1), ruleset_version="0.9.0"))
    after = started(before, SEED, step_to((0,), seats=2), 1, by_platform=False).after
    assert after.match.ruleset_version == "1.0.0"
    assert after.position.version == "1.0.0"


def test_what_a_change_is_made_of_is_not_changed() -> None:
    before = live(person(0), person(1), pending=(0, 1))
    copy: Match = before.match._replace()
    play(before, 0, (1,))
    aborted(before, 9)
    resigned(before, 0, 9, ends=True)
    assert before.match == copy


def caller(number: int) -> Seat:
    """A seat of a bot that is nobody's of the house."""
    return replace(person(number), player_kind="bot")


def test_bots_of_their_own_are_called_for_each_decision_once_whoever_moves() -> None:
    first = started(
        stored_of(match_of(person(0), caller(1), bot(2))), SEED, step_to((0, 1, 2), seats=3), 2000, by_platform=True
    )
    assert first.tasks == (OutboxKind.CALL,)
    before = first.after
    assert play(before, 0, (0, 1, 2)).tasks == ()
    assert play(before, 2, (0, 1, 2), by_platform=True).tasks == ()
    assert play(before, 1, (0, 2)).tasks == ()
    assert play(before, 1, (0, 1, 2)).tasks == (OutboxKind.CALL,)
    assert play(before, 1, (0, 1), by_platform=True).tasks == (OutboxKind.CALL,)
    assert started(
        stored_of(match_of(caller(0), bot(1))), SEED, step_to((0, 1), seats=2), 2000, by_platform=False
    ).tasks == (OutboxKind.TURN, OutboxKind.CALL)


def test_a_call_is_asked_for_again_until_it_is_answered_and_no_other_move_puts_that_off() -> None:
    first = started(stored_of(match_of(person(0), caller(1))), SEED, step_to((0, 1), seats=2), 2000, by_platform=False)
    assert deadline_changes(first, 100) == [(OutboxKind.TURN, None), (OutboxKind.CALL, 2100)]
    assert deadline_changes(play(first.after, 0, (0, 1)), 100) == []
    assert deadline_changes(play(first.after, 1, (0, 1)), 100) == [(OutboxKind.CALL, 3100)]
    assert deadline_changes(play(first.after, 1, (0,)), 100) == [(OutboxKind.CALL, None)]
    assert required_deadlines(first.after.match) == [OutboxKind.CALL]
    gone = resigned(first.after, 1, 5000, ends=False)
    assert gone.tasks == (OutboxKind.TURN,)
    assert deadline_changes(gone, 100) == [(OutboxKind.TURN, 5100), (OutboxKind.CALL, None)]
    assert deadline_changes(aborted(first.after, 5000), 100) == [(OutboxKind.CALL, None), (OutboxKind.SCORE, 5100)]
