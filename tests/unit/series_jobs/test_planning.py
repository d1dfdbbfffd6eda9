"""From what a client asks for to the document of a series."""

from dataclasses import replace
from typing import Any

import pytest

from services.engine.fairness import sha256_hex
from services.errors import Reason, Refusal
from services.series.designs import Schedule
from services.series.document import Entrant, FixedStop, SeriesDocument, SprtStop, check_playable
from services.series_jobs import SeriesRequest, plan_document
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
