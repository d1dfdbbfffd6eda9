"""From what a client asks for to the document of a series."""

from dataclasses import replace
from typing import Any

import pytest

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, PerDecision
from services.engine.fairness import sha256_hex
from services.errors import Reason, Refusal
from services.series.designs import Schedule
from services.series.document import Entrant, FixedStop, SeriesDocument, SprtStop, check_playable
from services.stored_series import SeriesRequest, plan_document
from tests.rulesets.sealed import RULESET
from tests.unit.series.documents import SEED

ABOUT = RULESET.describe()
REQUEST = SeriesRequest(ruleset=ABOUT.id, entrants=("greedy", f"random@{ABOUT.version}"))


def planned(**changes: Any) -> SeriesDocument:
    return plan_document(replace(REQUEST, **changes), ABOUT, SEED)


def sprt(**changes: Any) -> SprtStop:
    words: dict[str, Any] = {"entrants": (0, 1), "elo0": "0", "elo1": "10", "alpha": "0.05", "beta": "0.05"}
    return SprtStop(**{"rule": "sprt", "max_matches": 1001, **words, **changes})


def test_a_request_is_completed_and_committed_to_its_seed() -> None:
    made = planned()
    check_playable(made, ABOUT)
    assert made.entrants == (
        Entrant(bot="greedy", version=ABOUT.version),
        Entrant(bot="random", version=ABOUT.version),
    )
    assert made.seats == (ABOUT.min_seats,)
    assert (made.design, made.max_matches) == ("duplicate", 1000)
    assert made.options.keys() == {option.name for option in ABOUT.options}
    assert made.series_seed_sha256 == sha256_hex(SEED)


@pytest.mark.parametrize(
    ("stop", "matches"),
    [(FixedStop(rule="fixed", matches=7), 8), (FixedStop(rule="fixed", matches=8), 8), (sprt(), 1002)],
)
def test_a_series_is_rounded_up_to_whole_deals(stop: Any, matches: int) -> None:
    made = planned(stop=stop)
    assert made.max_matches == matches
    assert Schedule(made).cluster(made.max_matches - 1).stop == made.max_matches


def test_the_longest_series_is_rounded_down() -> None:
    stop = FixedStop(rule="fixed", matches=1_000_000_000)
    made = planned(entrants=("greedy", "random", "greedy"), seats=(3,), stop=stop)
    assert made.max_matches == 999_999_999
    assert SeriesDocument.read(made.to_bytes()) == made


@pytest.mark.parametrize(
    ("changes", "reason", "pointer"),
    [
        ({"version": "0.0.9"}, Reason.UNSUPPORTED_VERSION, "/version"),
        ({"entrants": ("greedy", "nobody")}, Reason.UNKNOWN_BOT, "/entrants/1"),
        ({"entrants": ("greedy@0.0.9", "random")}, Reason.UNSUPPORTED_VERSION, "/entrants/0"),
        ({"entrants": ()}, Reason.INVALID_FIELD, "/entrants"),
        ({"seats": ()}, Reason.INVALID_FIELD, "/seats"),
        ({"seats": (2, 99)}, Reason.SEATS_OUT_OF_RANGE, "/seats/1"),
        ({"options": {"moon": True}}, Reason.UNKNOWN_OPTION, "/options/moon"),
        ({"design": "paired"}, Reason.INVALID_FIELD, ""),
        ({"stop": sprt(entrants=(0, 2))}, Reason.INVALID_FIELD, ""),
        ({"entrants": ("greedy",) * 500, "seats": (2, 3)}, Reason.INVALID_FIELD, "/design"),
    ],
)
def test_what_cannot_be_planned_is_refused_and_named(changes: dict[str, Any], reason: Reason, pointer: str) -> None:
    with pytest.raises(Refusal) as refused:
        planned(**changes)
    assert refused.value.reason is reason
    assert [error.pointer for error in refused.value.errors] == [pointer]


LIVE = {"entrants": ("player:p_1", "greedy")}


def planned_live(**changes: Any) -> SeriesDocument:
    return plan_document(replace(REQUEST, **{**LIVE, **changes}), ABOUT, SEED, {"p_1": "2.1", "p_2": "unknown"})


def test_a_series_with_a_bot_that_lives_elsewhere_is_a_round_robin_under_clocks() -> None:
    made = planned_live()
    assert made.entrants[0] == Entrant(bot="player:p_1", version="2.1")
    assert made.design == "round_robin"
    assert made.live is not None
    assert made.live.model_dump() == {
        "time_control": {"kind": "per_decision", "seconds": 30},
        "on_time_out": {"kind": "default_action"},
        "concurrency": 8,
    }
    assert SeriesDocument.read(made.to_bytes()) == made


def test_a_series_between_house_bots_says_nothing_of_live_matches() -> None:
    assert b"live" not in planned().to_bytes()


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"series_seed": SEED}, "/seed"),
        ({"budget_seconds": 60}, "/budget_seconds"),
        ({"time_control": NO_CLOCKS}, "/time_control"),
        ({"design": "duplicate"}, ""),
        ({"design": "gauntlet"}, ""),
        ({"entrants": ("player:p_1", "player:p_1")}, ""),
        ({"entrants": ("player:p_1", "player:p_2"), "seats": (3,)}, ""),
        ({"entrants": ("greedy", "random"), "concurrency": 2}, "/concurrency"),
        (
            {"entrants": ("greedy", "random"), "time_control": PerDecision(kind="per_decision", seconds=5)},
            "/time_control",
        ),
        ({"entrants": ("greedy", "random"), "on_time_out": PLAY_DEFAULT}, "/on_time_out"),
    ],
)
def test_what_a_bot_could_cheat_or_hang_by_is_refused(changes: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Refusal) as refused:
        planned_live(**changes)
    assert refused.value.reason is Reason.INVALID_FIELD
    assert [error.pointer for error in refused.value.errors] == [pointer]
