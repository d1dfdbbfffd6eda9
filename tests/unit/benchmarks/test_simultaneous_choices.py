"""Decisions that are made at the same time are weighed against how the other decides."""

import pytest

from services.series.own_bots import NO_OWN_BOTS
from tests.benchmarks.simultaneous_choices import AT_LEAST, AT_MOST, Moment, Trial


def test_gains_are_ahead_of_what_the_reference_does() -> None:
    payoffs = [[0.5, 0.1], [0.3, 0.9]]
    moment = Moment(payoffs, payoffs, {"usual": [1.0, 0.0], "bold": [0.0, 1.0], "torn": [0.5, 0.5]}, other=[0.5, 0.5])

    gains = moment.gains("usual")

    assert gains == {
        "usual": 0.0,
        "bold": pytest.approx(0.3),
        "torn": pytest.approx(0.15),
        AT_LEAST: pytest.approx(0.3),
        AT_MOST: pytest.approx(0.3),
    }


def test_luck_in_one_half_of_the_worlds_is_not_taken_for_knowledge() -> None:
    moment = Moment([[0.7], [0.3]], [[0.4], [0.6]], {"usual": [0.5, 0.5]}, other=[1.0])

    gains = moment.gains("usual")

    assert [gains[AT_LEAST], gains[AT_MOST]] == pytest.approx([-0.15, 0.05])


def test_bids_of_a_match_are_looked_at_and_random_ones_lose() -> None:
    trial = Trial("factionwars", ("random",), NO_OWN_BOTS, "expert", moments=6, worlds=20, turns=4, asked=4)

    moments = trial.look(0)

    assert len(moments) == 6
    assert all(sum(moment.other) == 1.0 and sum(moment.chosen["random"]) == 1.0 for moment in moments)
    assert sum(moment.gains("expert")["random"] for moment in moments) < 0.0
    assert trial.look(0) == moments


def test_where_nothing_is_decided_at_once_there_is_nothing_to_look_at() -> None:
    trial = Trial("standoff", (), NO_OWN_BOTS, "random", moments=6, worlds=1, turns=1, asked=1)

    assert trial.look(0) == []
