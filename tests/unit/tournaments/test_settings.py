"""What settings of tournaments refuse, and what they tell hosts."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from services.tournaments.settings import (
    ApartRule,
    ArenaStage,
    ArenaStreaks,
    EliminationStage,
    EntryRules,
    LadderStage,
    PodsStage,
    RoundRobinStage,
    SwissStage,
    TableEliminationStage,
    TournamentSettings,
)
from services.tournaments.tie_break_rules import Format, TieBreakRules
from services.tournaments.tie_breaks import TIE_BREAKS, TieBreakUnusableError, tie_break_value
from tests.marks import each_row
from tests.unit.tournaments.events import pods
from tests.unit.tournaments.logs import settings

INVITED = {"bots": "only", "registration": "invited"}


def refused(stages: list[dict[str, Any]], entry: dict[str, Any] | None = None, **more: Any) -> str:
    """Why settings with these stages are none."""
    told = settings().model_dump(mode="json") | more
    told["stages"] = stages
    told["entry"] = {"bots": "only"} | (entry or {})
    with pytest.raises(ValidationError) as error:
        TournamentSettings.read(json.dumps(told))
    return "; ".join(each["msg"] for each in error.value.errors())


SWISS = {"format": "swiss", "rounds": 3}
PODS = {"format": "pods", "rounds": 3, "seats": 4}
ROUND_ROBIN = {"format": "round_robin"}
LADDER = {"format": "ladder", "seasons": 3}
TABLES = {"format": "table_elimination", "seats": 4}
ARENA = {"format": "arena", "duration_seconds": 600}


@each_row(
    ("stages", "entry", "told"),
    [
        ([ROUND_ROBIN], {"late_until_round": 2}, "must be 0: the schedule of the first stage depends"),
        ([TABLES], {"late_until_round": 2}, "must be 0: the schedule of the first stage depends"),
        ([ROUND_ROBIN | {"games": 2}], None, "`games` of two seats is odd"),
        ([SWISS | {"games": 4}], None, "`games` of two seats is odd"),
        ([SWISS | {"deals": "duplicate", "games": 3}], INVITED, "a table plays as many matches as it has seats"),
        ([SWISS | {"deals": "duplicate"}], {"registration": "open"}, "only bots of the house play duplicate deals"),
        ([SWISS | {"deals": "duplicate"}], {"bots": "only"}, "only bots of the house play duplicate deals"),
        ([ROUND_ROBIN | {"tie_breaks": ["buchholz"]}], None, "buchholz says nothing where everybody meets everybody"),
        ([LADDER | {"tie_breaks": ["buchholz_cut_1"]}], None, "buchholz_cut_1 says nothing"),
        ([TABLES | {"tie_breaks": ["wins"]}], None, "places of an elimination follow from the bracket"),
        ([ROUND_ROBIN | {"seats": 5, "place_points": [3, 2, 1]}], None, "`place_points` must name the points"),
        ([ROUND_ROBIN | {"seats": 3, "place_points": [1, 2, 3]}], None, "a better place is not worth less"),
        ([LADDER | {"largest_division": 8, "smallest_division": 6}], None, "`smallest_division` is too large"),
        ([LADDER | {"seats": 4, "smallest_division": 3, "largest_division": 9}], None, "does not fill a table"),
        ([SWISS | {"advance": 2}, TABLES], None, "must be from 3 to 5000: for so many the next stage is"),
        ([SWISS | {"advance": 65}, ROUND_ROBIN], None, "must be from 2 to 64: for so many the next stage is"),
        ([ARENA], {"late_until_round": 1}, "must be 0: an arena says itself whether it takes late entries"),
        ([ARENA | {"tie_breaks": ["buchholz"]}], None, "buchholz says nothing where not all have as many tables"),
        ([ARENA | {"seats": 5, "place_points": [3, 2, 1]}], None, "`place_points` must name the points"),
        ([ARENA | {"duration_seconds": 0}], None, "greater than or equal to 1"),
        ([ARENA | {"streaks": {"factor": 1}}], None, "greater than or equal to 2"),
        ([PODS | {"games": 9}], None, "less than or equal to 8"),
        ([PODS | {"wager": {"stake": 0}}], None, "greater than or equal to 1"),
    ],
)
def test_what_does_not_fit_is_refused(stages: list[dict[str, Any]], entry: dict[str, Any] | None, told: str) -> None:
    assert told in refused(stages, entry)


def test_a_rule_that_keeps_apart_needs_a_stage_that_can() -> None:
    assert "no stage keeps anybody apart" in refused([ROUND_ROBIN], apart={"who": "same_owner"})
    assert "no stage keeps anybody apart" in refused([PODS | {"system": "power"}], apart={"rounds": 2})


def test_settings_of_every_format_are_read_as_they_were_written() -> None:
    told = settings(
        ArenaStage(duration_seconds=600, seats=3, streaks=ArenaStreaks(), advance=32),
        SwissStage(rounds=2, advance=16),
        PodsStage(rounds=2, seats=4, advance=12),
        RoundRobinStage(seats=3, advance=9),
        LadderStage(seasons=2, advance=9),
        TableEliminationStage(seats=3, advance=4),
        EliminationStage(format="single_elimination"),
        entry=EntryRules(bots="only", registration="invited"),
    ).model_copy(update={"apart": ApartRule(rounds=2)})
    assert TournamentSettings.read(told.to_bytes()) == told


def test_a_round_robin_has_room_for_64() -> None:
    assert settings(RoundRobinStage()).places == 64
    assert settings(RoundRobinStage(), entry=EntryRules(bots="only", capacity=8)).places == 8
    assert settings(LadderStage(seasons=1)).places == 5_000


@each_row("name", TIE_BREAKS)
@each_row(("format_", "stage"), [(Format.ROUND_ROBIN, ROUND_ROBIN), (Format.ARENA, ARENA)])
def test_a_tie_break_that_a_format_cannot_use_is_refused_and_others_are_not(
    name: str, format_: Format, stage: dict[str, Any]
) -> None:
    event = pods("a b c | d e f", "a d e | b c f")
    rules = TieBreakRules(format=format_, seats=3, win=500, ratings={})
    wanted = stage | {"tie_breaks": [name]}
    try:
        tie_break_value(name, event[0], event, rules)
    except TieBreakUnusableError:
        assert "says nothing" in refused([wanted])
    else:
        told = settings().model_dump(mode="json") | {"stages": [wanted]}
        assert TournamentSettings.read(json.dumps(told)).stages[0].tie_breaks == (name,)
