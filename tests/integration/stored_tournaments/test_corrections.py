"""What hosts correct while a tournament runs and after it: the log, the matches and who may do it."""

import json
from functools import partial

from services.errors import Reason
from services.matches.match import Status
from services.matches.replay_checks import Evidence, check
from services.stored_tournaments.hosted_tournament import HostRole
from services.tournaments.corrections import TableFate
from services.tournaments.log import ResultSet, Undone
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.settings import EliminationStage, EntryRules, RoundTimes, SwissStage
from services.tournaments.tournament import TournamentStatus
from tests.integration.matches.harness import refused
from tests.integration.stored_tournaments.hall import BOTS_ONLY, ID, TournamentHall

KNOCK_OUT = EliminationStage(format="single_elimination")


def semifinals(hall: TournamentHall) -> None:
    """Eight bots, of whom the better seeds have won round 1; the matches of round 2 are live."""
    hall.announce(KNOCK_OUT)
    hall.enter_bots(8)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    for number in range(1, 5):
        set_result(hall, ResultSet(round=1, table=number, places=(1, 2)))
    hall.look()


def set_result(hall: TournamentHall, result: ResultSet, reason: str = "seen") -> None:
    hall.tournaments.rounds.set_result(hall.host, ID, result, reason=reason)


def round_two(hall: TournamentHall) -> list[tuple[str, ...]]:
    return [table.entrants for table in hall.tournaments.state(hall.host, ID).rounds[1].tables]


def live_ids(hall: TournamentHall) -> set[str]:
    return {match.id for match in hall.live()}


def test_a_wrong_knock_out_result_is_replayed_and_the_others_play_on(hall: TournamentHall) -> None:
    semifinals(hall)
    (first, second), before = round_two(hall), live_ids(hall)
    wrong = ResultSet(round=1, table=1, places=(2, 1))
    refusal = refused(lambda: set_result(hall, wrong))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.NOT_POSSIBLE_NOW, "/then")
    told, follows = hall.tournaments.rounds.preview(hall.host, ID, [wrong])
    assert (follows.then, [(each.table, each.fate) for each in follows.tables]) == (
        ("replay", "stand"),
        [(1, TableFate.LOST), (2, TableFate.STANDS)],
    )
    assert len(json.loads(told)["stages"][0]["rows"]) == 8
    revision = hall.hosted().revision
    replay = wrong.model_copy(update={"then": "replay"})
    set_result(hall, replay)
    assert hall.kinds()[revision:] == ["game_called_off", "result_set", "round_paired"]
    hall.look()
    out = hall.tournaments.state(hall.host, ID).rounds[0].tables[0].entrants
    assert round_two(hall) == [(out[1], first[1]), second]
    assert len(before & live_ids(hall)) == 1
    assert [hall.world.matches.get(hall.host, each).status for each in before - live_ids(hall)] == [Status.ABORTED]
    set_result(hall, replay)  # sent twice
    assert hall.hosted().revision == revision + 3
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED


def test_every_match_of_a_corrected_event_agrees_with_its_log(hall: TournamentHall) -> None:
    """A table that stands goes on with its next match; one that falls deals nothing again."""
    hall.announce(EliminationStage(format="single_elimination", games=3))
    hall.enter_bots(8)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    for number in range(1, 5):
        set_result(hall, ResultSet(round=1, table=number, places=(1, 2)))
    hall.look()
    hall.play_bots()
    hall.look()
    games = [len(table.games) for table in hall.tournaments.state(hall.host, ID).rounds[1].tables]
    set_result(hall, ResultSet(round=1, table=1, places=(2, 1), then="replay"))
    again = hall.tournaments.state(hall.host, ID).rounds[1].tables
    assert [len(table.games) for table in again] == [0, games[1]] == [0, 1]
    hall.play_to_the_end()
    assert checked(hall) > 6


def checked(hall: TournamentHall) -> int:
    """How many matches have ended with a result, each of which is held against the event's log."""
    export = json.loads(hall.tournaments.export(hall.host, ID))
    played = [each["what"]["match"] for each in export["log"] if each["what"]["kind"] == "game_ended"]
    for match in played:
        data = hall.world.matches.replay(hall.host, match)
        check(data, hall.world.engines.engine("sealed"), Evidence(event=(export,)))
    return len(played)


def test_who_went_on_stays_and_a_finished_event_is_not_reopened(hall: TournamentHall) -> None:
    semifinals(hall)
    set_result(hall, ResultSet(round=1, table=1, places=(2, 1), then="stand"), "It was the other one.")
    hall.play_to_the_end()
    table = hall.tournaments.view(hall.host, ID).round(1).tables[0]
    assert table.result is not None
    assert (table.result.places, table.result.why) == ((2, 1), "It was the other one.")
    assert [each.id for each in table.went_on] == [table.entrants[0].id]
    assert hall.hosted().shown_seed is not None
    last = hall.hosted().revision
    refusal = refused(lambda: set_result(hall, ResultSet(round=1, table=2, places=(2, 1), then="replay")))
    assert refusal.detail.startswith("The tournament is over and its cards may be known")
    undo = partial(hall.tournaments.control.undo, hall.host, ID, last, reason="more", with_what_follows=True)
    assert refused(undo).detail.startswith("It is over and its seed is shown")
    set_result(hall, ResultSet(round=1, table=2, places=(2, 1), then="stand"))
    assert hall.hosted().status is TournamentStatus.FINISHED


def test_a_round_that_was_played_is_taken_back_with_all_that_follows(hall: TournamentHall) -> None:
    semifinals(hall)
    ended = hall.kinds().index("round_ended") + 1
    refusal = refused(lambda: hall.tournaments.control.undo(hall.host, ID, ended, reason="early"))
    assert (refusal.reason, refusal.errors[0].pointer) == (Reason.NOT_POSSIBLE_NOW, "/with_what_follows")
    before = live_ids(hall)
    hall.tournaments.control.undo(hall.host, ID, ended, reason="early", with_what_follows=True)
    entry = hall.tournaments.log(hall.host, ID, limit=100)[-1]
    assert (entry.what, entry.reason) == (Undone(entry=ended, also=(ended + 1,)), "early")
    hall.look()  # all tables are decided: the round ends again, and the next is paired, with other matches
    assert not before & live_ids(hall)
    assert len(live_ids(hall)) == 2
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED


def test_a_start_is_taken_back_after_its_first_round_was_paired(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), times=RoundTimes(starts_ms=hall.world.clock() + 60_000))
    hall.enter_bots(4)
    hall.world.clock.advance(61)
    hall.look()
    hall.play_bots()
    hall.look()
    assert hall.hosted().round == 2
    arbiter = hall.person("Arbiter")
    hall.tournaments.hosts.name(hall.host, ID, arbiter.player_id, HostRole.ARBITER)
    start = hall.kinds().index("started") + 1
    undo = partial(hall.tournaments.control.undo, hall.host, ID, start, reason="too early")
    assert refused(undo).errors[0].pointer == "/with_what_follows"
    by_arbiter = partial(hall.tournaments.control.undo, arbiter, ID, start, reason="x", with_what_follows=True)
    assert refused(by_arbiter).reason is Reason.NOT_A_HOST
    undo(with_what_follows=True)
    hall.look()
    hosted = hall.hosted()
    assert (hosted.status, hosted.round, hosted.settings.times.starts_ms) == (TournamentStatus.REGISTRATION, 0, None)
    assert hall.live() == []
    hall.tournaments.control.start(hall.host, ID)
    assert hall.play_to_the_end().round == 2
    assert checked(hall) == 2 + 4  # what fell was dealt, and is not dealt again


def test_a_closed_tournament_is_corrected_no_more(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(2)
    close = partial(hall.tournaments.control.close, hall.host, ID)
    assert refused(close).detail == "This is not possible now: it is not over."
    hall.tournaments.control.start(hall.host, ID)
    hall.play_to_the_end()
    set_result(hall, ResultSet(round=1, table=1, places=(2, 1)))
    closed = close()
    assert (closed.closed_ms, close().revision) == (hall.world.clock(), closed.revision)
    for act in (
        partial(set_result, hall, ResultSet(round=1, table=1, places=(1, 2))),
        partial(hall.tournaments.control.undo, hall.host, ID, closed.revision - 1, reason="x"),
        partial(hall.tournaments.control.undo, hall.host, ID, closed.revision, reason="x"),
    ):
        assert refused(act).detail == "This is not possible now: it is closed."


def test_byes_for_everybody_make_a_round_without_tables_and_can_be_taken_back(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), entry=BOTS_ONLY)
    hall.enter_bots(4)
    for number in range(1, 5):
        hall.tournaments.entrants.request_bye(hall.host, ID, 1, f"e{number}")
    hall.tournaments.entrants.request_bye(hall.host, ID, 1, "e1")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert (hall.hosted().round, len(hall.live())) == (2, 2)
    refusal = refused(lambda: hall.tournaments.entrants.cancel_bye(hall.host, ID, 1, "e1"))
    assert refusal.detail == "Round 1 has been paired."
    assert hall.play_to_the_end().round == 2


def test_an_entrant_takes_its_own_request_for_a_bye_back(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), entry=EntryRules(), times=RoundTimes(round_seconds=600))
    ann, bob = hall.entered("Ann", "Bob")
    hall.tournaments.entrants.request_bye(ann, ID, 1)
    assert refused(lambda: hall.tournaments.entrants.cancel_bye(bob, ID, 1, "e1")).reason is Reason.NOT_A_HOST
    for _ in range(2):
        assert hall.tournaments.entrants.cancel_bye(ann, ID, 1).revision == 4
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert len(hall.live()) == 1


def test_a_round_that_cannot_be_paired_is_paired_by_hand_and_goes_on(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=1))
    hall.enter_bots(2)
    hall.tournaments.rounds.keep_apart(hall.host, ID, ["e1", "e2"], reason="Sisters")
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert hall.hosted().status is TournamentStatus.PAUSED
    hall.tournaments.rounds.pair_by_hand(hall.host, ID, HandPairing(1, (("e1", "e2"),)), reason="They agree.")
    hall.look()
    assert len(hall.live()) == 1
    hall.tournaments.control.resume(hall.host, ID)
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED


def test_a_round_without_a_dutch_pairing_is_paired_by_the_other_system(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2, system="dutch"))
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    set_result(hall, ResultSet(round=1, table=1, places=(1, 2)))
    hall.look()
    assert hall.hosted().status is TournamentStatus.PAUSED
    hall.tournaments.rounds.pair_next(hall.host, ID, system="matching", reason="They meet again.")
    assert len(hall.tournaments.view(hall.host, ID).round(2).notes) == 1
    hall.tournaments.control.resume(hall.host, ID)
    assert hall.play_to_the_end().round == 2
