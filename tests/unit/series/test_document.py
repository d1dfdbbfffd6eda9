"""The document of a series: what it may say, and its one form."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from services.engine.options import complete
from services.engine.registry import ruleset
from services.series.document import SeriesDocument, UnplayableSeries, check_playable, check_seed
from tests.marks import each_row
from tests.unit.series.documents import SEED, document


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(document("greedy", "random", "greedy").to_bytes()), **fields})


def test_a_document_is_read_as_it_was_written() -> None:
    made = document("greedy", "random")
    assert SeriesDocument.read(made.to_bytes()) == made
    assert SeriesDocument.read(made.to_bytes()).digest() == made.digest()


def test_the_document_in_canonical_json() -> None:
    assert document("greedy").to_bytes() == (
        b'{"design":"duplicate","entrants":[{"bot":"greedy","version":"1.0.0"}],"format":"playhall.series/1",'
        b'"options":{},"ruleset":"commanders","ruleset_version":"1.0.0","seats":[2],'
        b'"series_seed_sha256":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",'
        b'"stop":{"matches":8,"rule":"fixed"}}'
    )


SPRT = {
    "rule": "sprt",
    "entrants": [0, 1],
    "elo0": "0",
    "elo1": "5",
    "alpha": "0.05",
    "beta": "0.05",
    "max_matches": 100,
}


def test_a_sequential_test_is_a_way_to_stop() -> None:
    assert SeriesDocument.read(changed(stop=SPRT)).max_matches == 100


@each_row(
    ("fields", "complaint"),
    [
        ({"seats": [3, 2]}, "ascending"),
        ({"seats": [2, 2]}, "each size once"),
        ({"seats": []}, "at least 1"),
        ({"entrants": []}, "at least 1"),
        ({"design": "gauntlet", "entrants": [{"bot": "greedy", "version": "1.0.0"}]}, "at least 2 entrants"),
        ({"design": "paired", "entrants": [{"bot": "greedy", "version": "1.0.0"}] * 2}, "at least 3 entrants"),
        ({"design": "swiss"}, "Input should be"),
        ({"stop": {"rule": "fixed", "matches": 0}}, "greater than or equal to 1"),
        ({"stop": {"rule": "fixed", "matches": 8.0}}, "valid integer"),
        ({"stop": {**SPRT, "elo1": 5}}, "valid string"),
        ({"stop": {**SPRT, "elo1": "05"}}, "pattern"),
        ({"stop": {**SPRT, "elo1": "-1"}}, "`elo0` must be less"),
        ({"stop": {**SPRT, "alpha": "0.5"}}, "between 0 and 0.5"),
        ({"stop": {**SPRT, "entrants": [1, 1]}}, "against itself"),
        ({"stop": {**SPRT, "entrants": [0, 3]}}, "entrant that there is not"),
        ({"name": "mine"}, "Extra inputs"),
    ],
)
def test_a_document_that_contradicts_itself_is_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        SeriesDocument.read(changed(**fields))


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"ruleset": "duels"}, "the series is of duels 1.0.0, and here is commanders 1.0.0"),
        ({"ruleset_version": "1.1.0"}, "the series is of commanders 1.1.0"),
        (
            {"entrants": [{"bot": "oracle", "version": "1.0.0"}]},
            "commanders has no bot 'oracle'; it has expert, greedy, random, search, search-deep",
        ),
        ({"entrants": [{"bot": "greedy", "version": "2.0.0"}]}, "is of version 2.0.0, here is 1.0.0"),
        ({"seats": [2, 5]}, "commanders is for 2 to 4 players, not 5"),
        ({"options": {"units": "secret"}}, "options/units: must be one of"),
        ({"options": {}}, "an option is missing"),
    ],
)
def test_a_series_that_the_ruleset_cannot_play_is_refused(fields: dict[str, Any], complaint: str) -> None:
    rules = ruleset("commanders").describe()
    playable = {"options": complete({}, rules.options)}
    check_playable(SeriesDocument.read(changed(**playable)), rules)
    with pytest.raises(UnplayableSeries, match=complaint):
        check_playable(SeriesDocument.read(changed(**{**playable, **fields})), rules)


def test_a_seed_that_was_not_committed_to_is_refused() -> None:
    check_seed(document("greedy"), SEED)
    with pytest.raises(UnplayableSeries, match="not the one"):
        check_seed(document("greedy"), bytes(32))
