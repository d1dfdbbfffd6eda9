"""Two series side by side."""

import json

import pytest

from services.series.comparison import Incomparable, compare
from services.series.document import SeriesDocument
from services.series.results import MatchResult
from services.series.statistics import Tally, deals_of
from tests.unit.series.documents import document
from tests.unit.series.played import drawn


def tally(series: SeriesDocument, results: list[MatchResult]) -> Tally:
    found = Tally(series)
    for deal in deals_of(results):
        found.add_deal(deal)
    return found


def test_a_bot_that_is_better_in_the_second_series_has_a_positive_difference() -> None:
    before, after = document("greedy", "random"), document("greedy", "planner", "random", matches=400)
    compared = compare(tally(before, drawn(before, 400)), tally(after, drawn(after, 400, advantage=4)))
    greedy, rest = compared.entrants
    assert (greedy.bot, rest.bot) == ("greedy", "random")
    assert greedy.share.value > 0.1
    assert greedy.share.excludes(0)
    assert greedy.rank.value < 0
    assert greedy.score.value == pytest.approx(4, abs=0.9)
    assert json.loads(compared.to_json())["entrants"][0]["versions"] == ["1.0.0", "1.0.0"]


def test_other_conditions_are_pointed_out() -> None:
    one, other = document("a", "b"), document("a", "b", design="round_robin")
    first, second = tally(one, drawn(one, 20)), tally(other, drawn(other, 20))
    assert not compare(first, second).same_conditions
    assert compare(first, first).same_conditions


def test_what_has_nothing_in_common_is_refused() -> None:
    one, other = document("a", "b"), document("c", "d")
    with pytest.raises(Incomparable, match="no bot"):
        compare(tally(one, drawn(one, 20)), tally(other, drawn(other, 20)))
    another = document("a", "b", ruleset="faceoff")
    with pytest.raises(Incomparable, match="commanders is not compared with one of faceoff"):
        compare(tally(one, drawn(one, 20)), tally(another, drawn(another, 20)))
