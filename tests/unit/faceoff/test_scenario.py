"""Laying out positions: what is not in the match is refused."""

import pytest

from tests.unit.faceoff.scenario import Scenario


def test_a_timing_card_must_be_in_the_match() -> None:
    """FO-055: two players use 2, 3 and 4, one of each."""
    with pytest.raises(ValueError, match="timing: 1: must be one of 2, 3, 4, which are in the match"):
        Scenario(2).timing(1)
    assert Scenario(2, timing="shorter").timing(1).document()["timing"] == ["timing_1a"]


def test_the_timing_card_may_be_named_again() -> None:
    document = Scenario(2).timing(4).timing(3).document()
    assert (document["timing"], sorted(document["timing_deck"])) == (["timing_3a"], ["timing_2a", "timing_4a"])


@pytest.mark.parametrize("faction", ["monsters", "heathen", "dragons"])
def test_an_hq_must_be_that_of_a_faction_in_the_match(faction: str) -> None:
    with pytest.raises(ValueError, match="must be one of cowboys, ninjas, which are played"):
        Scenario(2).hq(faction, timing=3)


@pytest.mark.parametrize("done", [0, 3])
def test_an_hq_follows_that_of_heathen_house_and_others_of_the_match(done: int) -> None:
    with pytest.raises(ValueError, match="done: must be 1 to 2"):
        Scenario(2).hq("cowboys", timing=3, done=done)


def test_the_hq_may_be_named_again() -> None:
    document = Scenario(2).hq("cowboys", timing=4).hq("ninjas", timing=3).document()
    assert document["hq"] == ["the_hidden_village"]
    assert document["hq_deck"] == ["the_long_branch_saloon"]
    Scenario(2).hq("cowboys", timing=4).hq("ninjas", timing=3).begin()
