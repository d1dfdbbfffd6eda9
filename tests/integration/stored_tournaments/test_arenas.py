"""Arenas that are hosted: whoever is free is paired again, until time is over."""

import csv
import io
import json
from itertools import pairwise
from typing import Any

from services.engine.clocks import Forfeit, PerDecision
from services.errors import Reason
from services.identity import Caller
from services.matches.accounts import Accounts, Cursor
from services.matches.match import Status
from services.stored_tournaments.export import read_export
from services.tournaments.folding import fold
from services.tournaments.log import GameEnded, LoggedHappening, ResultSet, TablePaired
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_state import RoundState
from services.tournaments.settings import ArenaStage, EliminationStage, EntryRules
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import Tournament, TournamentStatus
from services.tournaments.trf import TrfVersion
from tests.integration.matches.harness import refused
from tests.integration.stored_tournaments.hall import ID, TournamentHall

MINUTE = PerDecision(seconds=60)


def begun(hall: TournamentHall, bots: int, *stages: ArenaStage | EliminationStage) -> None:
    """An arena of so many bots, of which the first tables are paired."""
    hall.announce(*stages)
    hall.enter_bots(bots)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()


def opened(hall: TournamentHall, *names: str, seconds: int = 600) -> list[Caller]:
    """People who sit at the first tables of an arena."""
    stage = ArenaStage(duration_seconds=seconds)
    hall.announce(stage, entry=EntryRules(), time_control=MINUTE, on_time_out=Forfeit())
    return hall.begun(*names)


def state(hall: TournamentHall) -> Tournament:
    return hall.tournaments.state(hall.host, ID)


def arena(hall: TournamentHall) -> RoundState:
    return state(hall).rounds[0]


def free(hall: TournamentHall) -> list[str]:
    """Who waits for a table."""
    found = arena(hall).arena
    assert found is not None
    return list(found.free)


def ends_ms(hall: TournamentHall) -> int:
    found = arena(hall).arena
    assert found is not None
    return found.ends_ms


def entries(hall: TournamentHall) -> list[LoggedHappening]:
    return list(hall.tournaments.log(hall.host, ID, limit=10_000))


def told(hall: TournamentHall, person: Caller) -> list[dict[str, Any]]:
    """What a player was told last, of the tournament."""
    found = Accounts(hall.world.redis, now_ms=hall.world.clock).entries(person.player_id, Cursor(hall.world.clock()))
    assert found is not None
    events = [json.loads(entry.event) for entry in found]
    return [event for event in events if event.get("tournament") == ID]


def play(hall: TournamentHall, *people: Caller) -> None:
    """Play the live matches of some people to their end."""
    by_id = {person.player_id: person for person in people}
    for match in hall.live():
        seated = [by_id[seat.player_id] for seat in match.seats if seat.player_id in by_id]
        if len(seated) == len(match.seats):
            hall.world.finish(match.id, seated)
    hall.play_bots()


def test_bots_play_an_arena_to_its_end(hall: TournamentHall) -> None:
    begun(hall, 7, ArenaStage(duration_seconds=10))
    assert (len(arena(hall).tables), free(hall)) == (3, [left_out(hall)])
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED
    played = arena(hall)
    assert len(played.tables) >= 24
    assert all(table.result is not None and len(table.reasons) > 0 for table in played.tables)
    ended = {what.table: entry.number for entry in entries(hall) if isinstance(what := entry.what, GameEnded)}
    for own in played.tables_of.values():
        assert len(own) >= 5
        assert all(ended[one] < played.tables[other - 1].entry for one, other in pairwise(own))
    assert played.ended_ms is not None
    assert played.ended_ms >= ends_ms(hall) == played.paired_ms + 10_000
    assert max(table.paired_ms for table in played.tables) < ends_ms(hall)
    rows = hall.standings()
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert sum(float(row["points"]) for row in rows) == 2 * len(played.tables)
    matches, _ = hall.world.matches.list(hall.host, status=Status.FINISHED, limit=1000)
    assert len({match.id for match in matches}) == len(played.tables)


def left_out(hall: TournamentHall) -> str:
    """The one that the others leave out."""
    seated = {entrant for table in arena(hall).tables for entrant in table.entrants}
    (left,) = {f"e{number}" for number in range(1, 8)} - seated
    return left


def test_tables_of_fours_and_threes_and_then_a_final(hall: TournamentHall) -> None:
    begun(
        hall,
        7,
        ArenaStage(duration_seconds=8, seats=4, max_wait_seconds=2, advance=2),
        EliminationStage(format="single_elimination"),
    )
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED
    sizes = {len(table.entrants) for table in arena(hall).tables}
    assert sizes == {3, 4}
    first, final = state(hall).stages
    assert first.order is not None
    assert set(final.seeding) == set(first.order[:2])


def test_people_are_told_of_their_tables_one_after_the_other(hall: TournamentHall) -> None:
    people = opened(hall, "Ann", "Bob")
    started, paired, table = told(hall, people[0])
    assert (started["type"], paired["type"], paired["place"]) == ("tournament_started", "round_paired", "free")
    assert paired["deadline_at"] == "2027-01-15T08:10:01.000Z"
    assert (table["type"], table["table"], table["deadline_at"]) == ("your_table", 1, None)
    assert table["reasons"] == list(arena(hall).tables[0].reasons)
    play(hall, *people)
    hall.look()
    result, another = told(hall, people[0])[3:]
    assert (result["type"], result["table"], len(result["results"])) == ("table_result", 1, 2)
    assert sum(float(each["points"]) for each in result["results"]) == 2
    assert float(result["standing"]["points"]) <= 2
    assert (another["type"], another["table"]) == ("your_table", 2)
    (own,) = Accounts(hall.world.redis, now_ms=hall.world.clock).tournaments(people[0].player_id)
    assert json.loads(own.own)["table"] == 2


def test_who_withdraws_rests_and_who_comes_late_plays(hall: TournamentHall) -> None:
    ann, bob = opened(hall, "Ann", "Bob")
    hall.tournaments.entrants.withdraw(ann, ID)
    play(hall, ann, bob)
    hall.look()
    assert (len(arena(hall).tables), free(hall)) == (1, ["e2"])
    cem = hall.person("Cem")
    hall.tournaments.entrants.enter(cem, ID)
    assert state(hall).members["e3"].first_round == 1
    hall.look()
    assert set(arena(hall).tables[1].entrants) == {"e2", "e3"}
    hall.tournaments.entrants.come_back(ann, ID)
    hall.look()
    assert free(hall) == ["e1"]
    play(hall, bob, cem)
    hall.look()
    assert "e1" in arena(hall).tables[2].entrants
    assert len(arena(hall).tables) == 3


def test_when_time_is_over_nobody_enters_and_tables_are_played_to_their_end(hall: TournamentHall) -> None:
    people = opened(hall, "Ann", "Bob", seconds=30)
    hall.world.clock.advance(30)
    hall.look()
    dee = hall.person("Dee")
    assert refused(lambda: hall.tournaments.entrants.enter(dee, ID)).reason is Reason.NOT_POSSIBLE_NOW
    assert arena(hall).ended_ms is None
    play(hall, *people)
    hall.look()
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert sum(float(row["points"]) for row in hall.standings()) == 2


def test_who_does_not_come_is_withdrawn_and_may_return(hall: TournamentHall) -> None:
    ann, bob = opened(hall, "Ann", "Bob")
    (match,) = hall.live()
    hall.decide_all(ann, match.id)
    hall.world.clock.advance(61)
    hall.world.bot_turns.play_overdue(match.id)
    while hall.world.matches.get(hall.host, match.id).status is Status.LIVE:
        hall.decide_all(ann, match.id)
        hall.play_bots()
    hall.play_bots()
    hall.look()
    withdrawn = entries(hall)[-1]
    assert (withdrawn.what.kind, withdrawn.by, withdrawn.reason) == (
        "withdrawn",
        None,
        "Has not come to table 1. It may return.",
    )
    assert free(hall) == ["e1"]
    hall.tournaments.entrants.come_back(bob, ID)
    hall.look()
    assert set(arena(hall).tables[1].entrants) == {"e1", "e2"}


def test_while_it_is_paused_no_table_is_paired_and_its_time_stands_still(hall: TournamentHall) -> None:
    begun(hall, 4, ArenaStage(duration_seconds=60))
    before_ms = ends_ms(hall)
    hall.tournaments.control.pause(hall.host, ID, reason="coffee")
    hall.play_bots()
    hall.look()
    hall.world.clock.advance(600)
    hall.look()
    assert (len(arena(hall).tables), arena(hall).is_decided, arena(hall).ended_ms) == (2, True, None)
    hall.tournaments.control.resume(hall.host, ID)
    hall.look()
    assert len(arena(hall).tables) == 4
    assert ends_ms(hall) == before_ms + 602_000


def test_a_host_calls_a_table_off_by_taking_back_its_pairing(hall: TournamentHall) -> None:
    ann, bob = opened(hall, "Ann", "Bob")
    number = entries(hall)[-1].number
    (match,) = hall.live()
    hall.tournaments.control.undo(hall.host, ID, number, reason="wrong room")
    assert told(hall, ann)[-1]["type"] == "your_table"
    hall.look()
    off, again = arena(hall).tables
    assert (off.is_called_off, off.result, again.entrants) == (True, None, off.entrants)
    assert [each["type"] for each in told(hall, bob)[-2:]] == ["tournament_corrected", "your_table"]
    assert told(hall, bob)[-2]["change"] == "pairing_taken_back"
    (other,) = hall.live()
    assert other.id != match.id
    set_result = hall.tournaments.rounds.set_result
    refusal = refused(lambda: set_result(hall.host, ID, ResultSet(round=1, table=1, places=(1, 2)), reason="late"))
    assert refusal.detail == "This is not possible now: this table was called off."
    play(hall, ann, bob)
    hall.look()
    entry = next(
        entry.number for entry in entries(hall) if isinstance(entry.what, TablePaired) and entry.what.table == 2
    )
    assert (
        refused(lambda: hall.tournaments.control.undo(hall.host, ID, entry, reason="?")).reason
        is Reason.NOT_POSSIBLE_NOW
    )


def test_a_result_that_is_set_frees_its_entrants_and_falls_with_the_tables_at_which_they_sit_then(
    hall: TournamentHall,
) -> None:
    opened(hall, "Ann", "Bob")
    (match,) = hall.live()
    hall.tournaments.rounds.set_result(hall.host, ID, ResultSet(round=1, table=1, places=(2, 1)), reason="seen")
    number = entries(hall)[-1].number
    hall.look()
    assert hall.world.matches.get(hall.host, match.id).status is Status.ABORTED
    assert len(arena(hall).tables) == 2
    refusal = refused(lambda: hall.tournaments.control.undo(hall.host, ID, number, reason="unseen"))
    assert [error.pointer for error in refusal.errors] == ["/with_what_follows"]
    hall.tournaments.control.undo(hall.host, ID, number, reason="unseen", with_what_follows=True)
    assert [table.is_called_off for table in arena(hall).tables] == [False, True]


def test_hosts_pair_nothing_in_an_arena(hall: TournamentHall) -> None:
    begun(hall, 4, ArenaStage(duration_seconds=60))
    tournaments, host = hall.tournaments, hall.host
    one, other = arena(hall).tables[0].entrants
    for attempt in (
        lambda: tournaments.rounds.pair_next(host, ID),
        lambda: tournaments.rounds.preview_next(host, ID),
        lambda: tournaments.rounds.pair_by_hand(host, ID, HandPairing(1, ((one, other),)), reason="so"),
        lambda: tournaments.rounds.swap(host, ID, 1, one, other, reason="so"),
    ):
        refusal = refused(attempt)
        assert (refusal.reason, refusal.detail) == (
            Reason.NOT_POSSIBLE_NOW,
            "This is not possible now: an arena pairs by itself, whoever is free.",
        )
    refusal = refused(lambda: tournaments.entrants.request_bye(host, ID, 2, "e1"))
    assert refusal.detail.endswith("no stage to come has byes that are asked for: Swiss and pods do.")


def test_who_is_kept_apart_does_not_meet(hall: TournamentHall) -> None:
    hall.announce(ArenaStage(duration_seconds=60))
    hall.enter_bots(2)
    hall.tournaments.rounds.keep_apart(hall.host, ID, ["e1", "e2"], until_round=1, reason="brothers")
    hall.tournaments.control.start(hall.host, ID)
    for _ in range(30):
        hall.look()
    assert arena(hall).tables == []
    hall.enter_bots(3)
    hall.look()
    hall.play_bots()
    assert hall.play_to_the_end().status is TournamentStatus.FINISHED
    assert all("e3" in table.entrants for table in arena(hall).tables)
    assert len(arena(hall).tables) > 10


def test_an_export_computes_to_the_same_standings_and_has_no_report_file(hall: TournamentHall) -> None:
    begun(hall, 4, ArenaStage(duration_seconds=5))
    hall.play_to_the_end()
    settings, log = read_export(hall.tournaments.export(hall.host, ID))
    assert standings_document(fold(settings, log)) == hall.tournaments.standings(hall.host, ID)
    view = hall.tournaments.view(hall.host, ID)
    lines = list(csv.DictReader(io.StringIO(view.results_csv())))
    assert len(lines) == 2 * len(arena(hall).tables)
    assert [line["table"] for line in lines[:4]] == ["1", "1", "2", "2"]
    assert refused(lambda: view.report(TrfVersion.TRF16)).reason is Reason.FORMAT_UNSUPPORTED
    card = view.card(view.entrant("e1"))
    assert [each.table for each in card.rounds] == list(arena(hall).tables_of["e1"])
    row = next(row for row in hall.standings() if row["entrant"] == "e1")
    assert card.rounds[-1].total == row["points"]
    line = next(line for line in view.cross_table().lines if line.entrant.id == "e1")
    assert [(cell.round, cell.table) for cell in line.cells] == [(1, number) for number in arena(hall).tables_of["e1"]]
