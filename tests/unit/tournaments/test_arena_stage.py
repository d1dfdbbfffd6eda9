"""An arena as a stage of a tournament: what its log says, and what that makes."""

import json
from typing import Any

import pytest

from services.tournaments import due_times, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.log import (
    Entered,
    GameEnded,
    GameVoid,
    Happening,
    KeptApart,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundEnded,
    TablePaired,
    Withdrawn,
)
from services.tournaments.round_document import round_document
from services.tournaments.settings import ArenaStage, ArenaStreaks, RoundTimes
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import NotPossible, Tournament
from tests.unit.tournaments.logs import SEED, Told, round_of, settings

FOUR = ("ann", "bob", "cy", "dee")


def opened(*names: str, stage: ArenaStage | None = None, times: RoundTimes | None = None) -> Told:
    """An arena that is open: no table is paired yet."""
    told = Told(settings(stage or ArenaStage(duration_seconds=600), times=times)).started(*(names or FOUR))
    return told.tell(round_of(1))


def seated(told: Told, *tables: str) -> Told:
    """The next tables, as ``ann bob``."""
    for table in tables:
        number = len(told.tournament.rounds[0].tables) + 1
        told.tell(TablePaired(round=1, table=number, entrants=tuple(table.split())))
    return told


def ended(told: Told, table: int, *places: int, forfeits: tuple[str, ...] = (), by: str | None = None) -> Told:
    """A match of a table; places in the order of its entrants."""
    found = told.tournament.table(1, table)
    return told.tell(
        GameEnded(
            round=1,
            table=table,
            game=found.next_game,
            match=f"m{len(told.entries)}",
            entrants=found.seated(found.next_game),
            places=places,
            forfeits=forfeits,
        ),
        by=by,
    )


def free(told: Told) -> set[str]:
    arena = told.tournament.open_arena
    assert arena is not None
    return set(arena.free)


def happening(told: Told) -> list[Happening]:
    return [what for what, _ in steps.next_steps(told.tournament, Lots(SEED), told.now_ms)]


def points(tournament: Tournament) -> dict[str, str]:
    return {row["entrant"]: row["points"] for row in rows(tournament)}


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(standings_document(tournament))["stages"][0]["rows"]
    return found


def refused(told: Told, what: Happening) -> str:
    with pytest.raises(NotPossible) as error:
        told.tell(what)
    return str(error.value)


def test_an_arena_opens_without_tables_and_then_pairs_all_who_are_free() -> None:
    told = Told(settings(ArenaStage(duration_seconds=600))).started(*FOUR)
    assert happening(told) == [round_of(1)]
    told.tell(round_of(1))
    tables = happening(told)
    assert [(each.kind, each.table) for each in tables if isinstance(each, TablePaired)] == [
        ("table_paired", 1),
        ("table_paired", 2),
    ]
    told.tell(*tables)
    assert (free(told), happening(told)) == (set(), [])


def test_whose_table_has_ended_is_free_again_and_whoever_withdraws_is_not() -> None:
    told = seated(opened(), "ann bob", "cy dee")
    ended(told, 1, 1, 2)
    assert free(told) == {"ann", "bob"}
    told.tell(Withdrawn(entrant="bob"), Withdrawn(entrant="cy"))
    ended(told, 2, 1, 2)
    assert free(told) == {"ann", "dee"}
    told.tell(Returned(entrant="cy"))
    assert free(told) == {"ann", "cy", "dee"}


def test_nobody_who_is_not_free_is_seated() -> None:
    told = seated(opened(), "ann bob")
    for table in ("ann cy", "cy cy", "cy eve"):
        entrants = tuple(table.split())
        assert refused(told, TablePaired(round=1, table=2, entrants=entrants)) in (
            "somebody of this table is not free: it sits at another, or is not there",
            "a table of 1 cannot be",
        )
    assert refused(told, TablePaired(round=1, table=3, entrants=("cy", "dee"))) == "another table is the next"
    assert refused(told, round_of(1)) == "an arena pairs by itself, whoever is free"
    told.skipped_ms = 600_000
    assert refused(told, TablePaired(round=1, table=2, entrants=("cy", "dee"))) == "its time is over"


def test_it_ends_after_its_time_when_the_last_table_has_a_result() -> None:
    told = seated(opened("ann", "bob"), "ann bob")
    assert refused(told, RoundEnded(round=1)) == "a table has no result yet"
    told.skipped_ms = 600_000
    assert happening(told) == []
    ended(told, 1, 1, 2)
    assert happening(told) == [RoundEnded(round=1)]
    told.tell(RoundEnded(round=1))
    assert [what.kind for what in happening(told)] == ["stage_ended"]


def test_before_its_time_is_over_it_does_not_end() -> None:
    told = opened("ann", "bob")
    assert refused(told, RoundEnded(round=1)) == "its time is not over"


def test_while_it_is_paused_its_time_stands_still_and_nobody_waits() -> None:
    told = seated(opened(), "ann bob")
    told.tell(Paused())
    paused_ms = told.entries[-1].at_ms
    ended(told, 1, 1, 2)
    assert happening(told) == []
    told.skipped_ms = 1_000_000
    assert refused(told, RoundEnded(round=1)) == "its time is not over"
    told.tell(Resumed())
    length_ms = told.entries[-1].at_ms - paused_ms
    arena = told.tournament.open_arena
    assert arena is not None
    opened_ms = told.tournament.rounds[0].paired_ms
    assert arena.ends_ms == opened_ms + 600_000 + length_ms
    assert arena.free == {
        "cy": opened_ms + length_ms,
        "dee": opened_ms + length_ms,
        "ann": told.entries[-1].at_ms,
        "bob": told.entries[-1].at_ms,
    }


def test_who_has_not_come_is_withdrawn_but_for_bots_of_the_house() -> None:
    told = Told(settings(ArenaStage(duration_seconds=600)))
    told.tell(Entered(entrant="eve", name="Eve", player="p_eve"))
    told.entered("ann")
    told.tell(steps.start(told.tournament, Lots(SEED)))
    told.tell(*happening(told)).tell(round_of(1))
    seated(told, "eve ann")
    ended(told, 1, 2, 1, forfeits=("eve", "ann"))
    ((what, why),) = steps.next_steps(told.tournament, Lots(SEED), told.now_ms)
    assert (what, why) == (Withdrawn(entrant="eve"), "Has not come to table 1. It may return.")
    told.tell(what)
    assert (happening(told), free(told)) == ([], {"ann"})
    told.tell(Returned(entrant="eve"))
    assert [what.kind for what in happening(told)] == ["table_paired"]


def test_whom_a_host_lets_forfeit_is_not_withdrawn() -> None:
    told = Told(settings(ArenaStage(duration_seconds=600)))
    for name in ("eve", "fay"):
        told.tell(Entered(entrant=name, name=name, player=f"p_{name}"))
    told.tell(steps.start(told.tournament, Lots(SEED)))
    told.tell(*happening(told)).tell(round_of(1))
    seated(told, "eve fay")
    told.tell(ResultSet(round=1, table=1, places=(2, 1), forfeits=("eve",)), by="p_host")
    assert [what.kind for what in happening(told)] == ["table_paired"]


def test_a_table_that_waits_for_its_host_keeps_nobody_from_playing() -> None:
    told = seated(opened("ann", "bob"), "ann bob")
    for _ in range(3):
        told.tell(GameVoid(round=1, table=1, game=1, match="void"))
    assert told.tournament.table(1, 1).waits_for_host
    assert free(told) == {"ann", "bob"}
    told.skipped_ms = 600_000
    assert happening(told) == []
    told.tell(ResultSet(round=1, table=1, places=(1, 1)), by="p_host")
    assert happening(told) == [RoundEnded(round=1)]


def test_a_table_whose_pairing_is_taken_back_is_called_off_and_keeps_its_number() -> None:
    told = seated(opened(), "ann bob", "cy dee")
    pairing = told.entries[-2].number
    told.undo(pairing, by="p_host")
    first, second = told.tournament.rounds[0].tables
    assert (first.is_called_off, second.is_called_off) == (True, False)
    assert free(told) == {"ann", "bob"}
    seated(told, "ann bob")
    assert told.tournament.table(1, 3).entrants == ("ann", "bob")
    shown = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert [(each.number, each.is_called_off, each.entry) for each in shown] == [
        (1, True, pairing),
        (2, False, pairing + 1),
        (3, False, pairing + 3),
    ]


def test_a_table_with_a_result_or_whose_entrants_play_on_is_not_called_off() -> None:
    told = seated(opened(), "ann bob")
    pairing = told.entries[-1].number
    ended(told, 1, 1, 2)
    with pytest.raises(NotPossible, match="this table was called off"):
        told.undo(pairing)


def test_a_result_is_not_taken_back_when_somebody_sits_elsewhere_by_now() -> None:
    told = seated(opened(), "ann bob")
    told.tell(ResultSet(round=1, table=1, places=(1, 2)), by="p_host")
    number = told.entries[-1].number
    seated(told, "ann cy")
    with pytest.raises(NotPossible, match="somebody of this table is not free"):
        told.undo(number)


def test_points_are_doubled_after_two_wins_and_with_the_first_table_that_is_not_won() -> None:
    told = opened("ann", "bob", stage=ArenaStage(duration_seconds=600, streaks=ArenaStreaks()))
    for number, (own, other) in enumerate([(1, 2), (1, 2), (1, 2), (1, 1), (1, 2), (2, 1)], 1):
        ended(seated(told, "ann bob"), number, own, other)
    shown = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert [each.result.points[0] for each in shown if each.result is not None] == ["2", "2", "4", "2", "2", "0"]
    assert points(told.tournament) == {"ann": "12", "bob": "3"}
    wins = {row["entrant"]: row["tie_breaks"][0] for row in rows(told.tournament)}
    assert {entrant: each["value"] for entrant, each in wins.items()} == {"ann": "4", "bob": "1"}
    assert [term["round"] for term in wins["ann"]["terms"]] == [1, 2, 3, 5]


def test_a_correction_changes_the_streaks_that_follow() -> None:
    told = opened("ann", "bob", stage=ArenaStage(duration_seconds=600, streaks=ArenaStreaks(after=1, factor=3)))
    for number in range(1, 4):
        ended(seated(told, "ann bob"), number, 1, 2)
    assert points(told.tournament) == {"ann": "14", "bob": "0"}
    told.tell(ResultSet(round=1, table=2, places=(1, 2), forfeits=("ann",)), by="p_host")
    assert points(told.tournament) == {"ann": "4", "bob": "0"}


def test_larger_tables_count_by_place_also_where_they_are_smaller() -> None:
    stage = ArenaStage(duration_seconds=600, seats=4, place_points=(500, 300, 100, 0), streaks=ArenaStreaks(after=1))
    told = opened("ann", "bob", "cy", "dee", stage=stage)
    ended(seated(told, "ann bob cy dee"), 1, 1, 2, 3, 4)
    ended(seated(told, "ann bob cy"), 2, 1, 1, 3)
    assert points(told.tournament) == {"ann": "13", "bob": "7", "cy": "2", "dee": "0"}


def test_a_table_has_as_long_as_the_rounds_of_the_tournament() -> None:
    told = seated(opened(times=RoundTimes(round_seconds=60)), "ann bob")
    first = told.tournament.table(1, 1)
    told.skipped_ms = 30_000
    seated(told, "cy dee")
    second = told.tournament.table(1, 2)
    now_ms = first.paired_ms + 60_000
    assert (steps.overdue(told.tournament, first, now_ms), steps.overdue(told.tournament, second, now_ms)) == (
        True,
        False,
    )


def test_entry_is_possible_until_its_time_is_over_unless_the_settings_say_no() -> None:
    late = Entered(entrant="eve", name="Eve", bot="greedy", is_bot=True)
    told = opened("ann", "bob").tell(late)
    assert (told.tournament.members["eve"].first_round, "eve" in free(told)) == (1, True)
    told = opened("ann", "bob")
    told.skipped_ms = 600_000
    assert refused(told, late) == "registration is over"
    closed = opened("ann", "bob", stage=ArenaStage(duration_seconds=600, late_entry=False))
    assert refused(closed, late) == "registration is over"


def test_whom_hosts_keep_apart_in_the_round_that_is_open_wait_for_others() -> None:
    told = opened("ann", "bob", "cy")
    told.tell(KeptApart(entrants=("ann", "bob"), until_round=1))
    (table,) = happening(told)
    assert isinstance(table, TablePaired)
    assert "cy" in table.entrants


def test_an_arena_wakes_by_itself_when_its_time_is_over() -> None:
    told = opened("ann", "bob")
    arena = told.tournament.open_arena
    assert arena is not None
    assert due_times.due_ms(told.tournament, 0, 0) == arena.ends_ms
    told.tell(Paused())
    assert due_times.due_ms(told.tournament, 5, 0) == 5 + due_times.ABANDONED_MS  # nothing but its host wakes it


def test_a_copy_goes_its_own_way() -> None:
    told = seated(opened(), "ann bob")
    other = told.tournament.copy()
    before = standings_document(other)
    ended(told, 1, 1, 2)
    told.tell(Withdrawn(entrant="cy"), KeptApart(entrants=("ann", "bob")))
    assert standings_document(other) == before
    assert other.open_arena is not None
    assert (set(other.open_arena.free), other.rounds[0].open, other.kept_apart) == ({"cy", "dee"}, {1}, [])
    assert not other.members["cy"].is_withdrawn
