"""Who comes to its table, who never comes, and who leaves it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from services.database.tables import rated_results
from services.engine.clocks import PerDecision
from services.identity import Caller, PlayerKind
from services.matches.match import Status
from services.tournaments.log import TableLeft, Withdrawn
from services.tournaments.settings import (
    EliminationStage,
    EntryRules,
    PodsStage,
    PresenceRule,
    RoundTimes,
    Stage,
    SwissStage,
)
from services.tournaments.table_decision import DecidedBy, TableResult
from services.tournaments.tournament import TournamentStatus
from tests.integration.matches.harness import caller_of
from tests.integration.stored_tournaments.hall import ID, TournamentHall

QUICK = PerDecision(seconds=2)
SLOW = PerDecision(seconds=3_600)
RULE = PresenceRule(grace_seconds=30)


def begun(hall: TournamentHall, stage: Stage, *names: str, rule: PresenceRule = RULE, **more: Any) -> list[Caller]:
    """People who sit at their first tables; who is named first has the better seed."""
    hall.announce(stage, entry=EntryRules(), presence=rule, time_control=more.pop("time_control", SLOW), **more)
    people = [hall.person(name, 2_000 - place) for place, name in enumerate(names)]
    for person in people:
        hall.tournaments.entrants.enter(person, ID)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    return people


def come(hall: TournamentHall, *people: Caller) -> None:
    """They look at their seats, and do nothing else."""
    for match in hall.live():
        for person in people:
            seat = match.seat_of(person.player_id)
            if seat is not None:
                hall.world.matches.view(person, match.id, seat)


def after(hall: TournamentHall, seconds: float) -> None:
    hall.world.clock.advance(seconds)
    hall.look()


def result(hall: TournamentHall, round_number: int = 1, table: int = 1) -> TableResult:
    found = hall.tournaments.state(hall.host, ID).table(round_number, table).result
    assert found is not None
    return found


def is_decided(hall: TournamentHall) -> bool:
    return hall.tournaments.state(hall.host, ID).table(1, 1).result is not None


def points(hall: TournamentHall) -> dict[str, str]:
    return {row["name"]: row["points"] for row in hall.standings()}


def run_out(hall: TournamentHall, seconds: float, times: int, playing: Sequence[Caller] = ()) -> None:
    """Clocks run out, so many times, while some people play on."""
    for _ in range(times):
        for match in hall.live():
            for person in playing:
                if match.seat_of(person.player_id) is not None:
                    hall.decide_all(person, match.id)
        hall.world.clock.advance(seconds)
        for match in hall.live():
            hall.world.bot_turns.play_overdue(match.id)
    hall.play_bots()


def test_four_who_never_come_lose_to_four_who_play_and_none_of_it_is_rated(hall: TournamentHall) -> None:
    names = [*(f"Player {number}" for number in range(4)), *(f"Absent {number}" for number in range(4))]
    people = begun(hall, SwissStage(rounds=1), *names, time_control=QUICK)
    for _ in range(30):
        run_out(hall, 3, 1, people[:4])
        hall.look()
    hall.play_bots()
    hall.look()
    assert points(hall) == {name: "1" if name.startswith("Player") else "0" for name in names}
    assert hall.hosted().status is TournamentStatus.FINISHED
    with hall.world.database.read() as connection:
        assert connection.execute(select(rated_results.c.due_ms).where(rated_results.c.due_ms.is_not(None))).all() == []


def test_who_has_not_come_when_the_grace_is_over_forfeits_and_its_match_is_called_off(hall: TournamentHall) -> None:
    ann, _ = begun(hall, SwissStage(rounds=1), "Ann", "Bob")
    come(hall, ann)
    after(hall, 27)
    assert not is_decided(hall)
    (match,) = hall.live()
    after(hall, 2)
    found = result(hall)
    assert (found.places, found.forfeits, found.decided_by) == ((1, 2), ("e2",), DecidedBy.PLATFORM)
    assert found.why == "Did not come within 30 seconds."
    assert hall.world.matches.get(hall.host, match.id).status is Status.ABORTED
    kinds = hall.kinds()
    assert kinds[kinds.index("game_called_off") :] == [
        "game_called_off",
        "table_left",
        "round_ended",
        "stage_ended",
        "finished",
    ]


def test_who_comes_at_the_last_second_plays(hall: TournamentHall) -> None:
    people = begun(hall, SwissStage(rounds=1), "Ann", "Bob")
    come(hall, people[0])
    after(hall, 27)
    come(hall, people[1])
    after(hall, 3_000)
    assert not is_decided(hall)


def test_where_nobody_comes_all_lose(hall: TournamentHall) -> None:
    begun(hall, SwissStage(rounds=1), "Ann", "Bob")
    after(hall, 31)
    assert result(hall).forfeits == ("e1", "e2")
    assert points(hall) == {"Ann": "0", "Bob": "0"}


def test_a_match_that_ends_without_anybody_counts_for_nobody_and_its_deal_is_spent(hall: TournamentHall) -> None:
    begun(hall, SwissStage(rounds=1), "Ann", "Bob", time_control=QUICK)
    while hall.live():
        run_out(hall, 3, 1)
    hall.look()
    assert result(hall).forfeits == ("e1", "e2")
    assert result(hall).why == "None of them was there when the match ended."
    state = hall.tournaments.state(hall.host, ID)
    assert [each.dealt for each in state.meetings.values()] == [1]
    assert points(hall) == {"Ann": "0", "Bob": "0"}


def test_a_final_to_which_nobody_comes_has_no_winner(hall: TournamentHall) -> None:
    begun(hall, EliminationStage(format="single_elimination"), "Ann", "Bob")
    after(hall, 31)
    assert hall.hosted().status is TournamentStatus.FINISHED
    assert [(row["name"], row["rank"], row["is_joint"], row["points"]) for row in hall.standings()] == [
        ("Ann", 1, True, "0"),
        ("Bob", 1, True, "0"),
    ]


def test_who_misses_a_table_of_an_elimination_is_out_and_nobody_waits_for_it_again(hall: TournamentHall) -> None:
    people = begun(hall, EliminationStage(format="double_elimination"), "Ann", "Bob", "Cy", "Di")
    come(hall, *people[:2])
    after(hall, 31)
    assert sorted(withdrawn(hall)) == [("e3", "Has missed a table."), ("e4", "Has missed a table.")]
    state = hall.tournaments.state(hall.host, ID)
    assert [table.entrants for table in state.rounds[1].tables] == [("e1", "e2")]


def test_the_others_of_a_table_of_four_play_anew(hall: TournamentHall) -> None:
    people = begun(hall, PodsStage(rounds=1, seats=4), "Ann", "Bob", "Cy", "Di")
    (before,) = hall.live()
    come(hall, *people[:3])
    after(hall, 31)
    (match,) = hall.live()
    assert match.id != before.id
    assert {seat.player_id for seat in match.seats} == {person.player_id for person in people[:3]}
    come(hall, *people[:2])
    after(hall, 31)
    assert not hall.live()  # two are too few
    assert set(result(hall).forfeits) == {"e3", "e4"}
    worth = points(hall)
    assert worth["Ann"] == worth["Bob"] != "0"
    assert worth["Cy"] == worth["Di"] == "0"


def with_one_who_leaves(hall: TournamentHall, rule: PresenceRule) -> None:
    """Ann plays on; Bob has played, and then plays no more."""
    people = begun(hall, SwissStage(rounds=2), "Ann", "Bob", time_control=QUICK, rule=rule)
    (match,) = hall.live()
    hall.world.decide(people[1], match.id, "place 1")
    for _ in range(8):
        run_out(hall, 3, 1, people[:1])
        hall.look()
        if hall.tournaments.state(hall.host, ID).table(1, 1).result is not None:
            return


def withdrawn(hall: TournamentHall) -> list[tuple[str, str]]:
    log = hall.tournaments.log(hall.host, ID, limit=1_000)
    return [(entry.what.entrant, entry.reason) for entry in log if isinstance(entry.what, Withdrawn)]


def test_who_plays_and_leaves_resigns_and_its_match_is_rated(hall: TournamentHall) -> None:
    with_one_who_leaves(hall, PresenceRule(grace_seconds=30, time_outs=1, out_after=1))
    assert (result(hall).places, result(hall).forfeits) == ((1, 2), ())
    assert (
        hall.world.matches.get(hall.host, hall.tournaments.state(hall.host, ID).table(1, 1).games[0].match)
        .seats[1]
        .resigned
    )
    assert withdrawn(hall) == [("e2", "Has missed a table. It may return.")]
    with hall.world.database.read() as connection:
        row = connection.execute(select(rated_results)).one()
    assert (row.exclusion, row.forfeited) == ("", [])


def test_who_comes_and_never_decides_forfeits(hall: TournamentHall) -> None:
    rule = PresenceRule(grace_seconds=30, time_outs=1)
    people = begun(hall, SwissStage(rounds=1), "Ann", "Bob", time_control=QUICK, rule=rule)
    come(hall, people[1])
    run_out(hall, 3, 1, people[:1])
    hall.look()
    assert result(hall).forfeits == ("e2",)
    assert result(hall).why == "Left: its time ran out in 1 turn running."


def test_a_host_can_have_those_who_leave_played_for(hall: TournamentHall) -> None:
    with_one_who_leaves(hall, PresenceRule(grace_seconds=30, time_outs=1, out_after=1, leaving="played_for"))
    table = hall.tournaments.state(hall.host, ID).table(1, 1)
    assert table.games[0].left == ("e2",)
    assert not any(seat.resigned for seat in hall.world.matches.get(hall.host, table.games[0].match).seats)
    assert withdrawn(hall) == [("e2", "Has missed a table. It may return.")]


def test_a_bot_that_does_not_answer_is_late_when_it_has_missed_a_turn(hall: TournamentHall) -> None:
    """One with a webhook cannot come before it is asked."""
    hall.announce(
        SwissStage(rounds=1), entry=EntryRules(bots="allowed"), presence=RULE, time_control=PerDecision(seconds=60)
    )
    ann, robo = hall.person("Ann", 2_000), caller_of(hall.world.players.create("Robo", PlayerKind.BOT))
    for player in (ann, robo):
        hall.tournaments.entrants.enter(player, ID)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    come(hall, ann)
    after(hall, 58)
    assert not is_decided(hall)
    run_out(hall, 3, 1, [ann])
    hall.look()
    assert result(hall).forfeits == ("e2",)


def test_while_a_tournament_is_paused_nobody_has_to_come(hall: TournamentHall) -> None:
    (ann, _) = begun(hall, SwissStage(rounds=1), "Ann", "Bob")
    come(hall, ann)
    after(hall, 19)
    hall.tournaments.control.pause(hall.host, ID)
    after(hall, 3_000)
    hall.tournaments.control.resume(hall.host, ID)
    after(hall, 7)
    assert not is_decided(hall)
    after(hall, 3)
    assert result(hall).forfeits == ("e2",)


def test_who_withdraws_during_a_round_loses_its_table_to_who_is_there(hall: TournamentHall) -> None:
    ann, _ = begun(hall, SwissStage(rounds=1), "Ann", "Bob")
    hall.tournaments.entrants.withdraw(hall.host, ID, "e2", reason="Cheated")
    after(hall, 1)
    assert not is_decided(hall)  # as long as Ann has not come
    come(hall, ann)
    after(hall, 1)
    assert (result(hall).places, result(hall).forfeits) == ((1, 2), ("e2",))
    assert result(hall).why == "Withdrew during the round."


def test_a_host_can_have_tables_played_on_by_who_has_withdrawn(hall: TournamentHall) -> None:
    rule = PresenceRule(grace_seconds=30, withdrawing="played_on")
    people = begun(hall, SwissStage(rounds=1), "Ann", "Bob", rule=rule)
    come(hall, *people)
    hall.tournaments.entrants.withdraw(people[1], ID)
    after(hall, 3_000)
    assert not is_decided(hall)


def test_bots_of_the_house_are_always_there(hall: TournamentHall) -> None:
    hall.announce(SwissStage(rounds=2), presence=RULE, times=RoundTimes(round_seconds=3_600))
    hall.enter_bots(4)
    hall.tournaments.control.start(hall.host, ID)
    for _ in range(3):
        after(hall, 60)
    assert not is_decided(hall)
    hall.play_to_the_end()
    assert not any(
        isinstance(entry.what, TableLeft | Withdrawn) for entry in hall.tournaments.log(hall.host, ID, limit=1_000)
    )


def test_a_host_takes_back_that_somebody_did_not_come(hall: TournamentHall) -> None:
    """As when a venue's network was down: the table is played after all, with another match."""
    people = begun(hall, SwissStage(rounds=1), "Ann", "Bob", "Cy", "Di")
    before = {match.id for match in hall.live()}
    come(hall, *people[:3])
    after(hall, 31)
    (left,) = [entry for entry in hall.tournaments.log(hall.host, ID, limit=99) if isinstance(entry.what, TableLeft)]
    hall.tournaments.control.undo(hall.host, ID, left.number, reason="The network was down")
    after(hall, 1)
    (anew,) = {match.id for match in hall.live()} - before
    come(hall, *people)
    after(hall, 3_000)
    assert anew in {match.id for match in hall.live()}
    assert hall.tournaments.state(hall.host, ID).missed == {}
