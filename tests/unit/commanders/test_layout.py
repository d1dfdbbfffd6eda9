"""What front ends are told of the table."""

from typing import Final

from services.engine.layout import for_match
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.ruleset import RULESET

DESCRIPTION: Final = RULESET.describe()
DEFAULTS: Final[dict[str, OptionValue]] = {option.name: option.default for option in DESCRIPTION.options}


def test_36_units_and_16_commanders_have_the_colours_of_their_suits() -> None:
    """FC-001, FC-002."""
    kinds = [card["kind"] for card in DESCRIPTION.cards]
    assert (kinds.count("unit"), kinds.count("commander"), kinds.count("bonus")) == (36, 16, 9)
    suits = {
        look["value"]: (look["colour"], look["symbol"]["glyph"]) for look in DESCRIPTION.layout["looks"][0]["values"]
    }
    assert [glyph for _, glyph in suits.values()] == ["♠", "♥", "♦", "♣"]
    assert suits["hearts"][0] == suits["diamonds"][0] != suits["spades"][0] == suits["clubs"][0]


def test_units_are_public_unless_they_lie_face_down() -> None:
    """FC-R08."""
    for units, visibility in (("open", "public"), ("face_down", "owner")):
        zones = for_match(DESCRIPTION.layout, 2, {**DEFAULTS, "units": units})["zones"]
        armies = [zone for zone in zones if zone["id"].startswith("army_")]
        assert [zone["title"].split()[-1] for zone in armies] == ["Ace", "King", "Queen", "Jack"]
        assert {zone["visibility"] for zone in armies} == {visibility}
        assert {zone["capacity"] for zone in armies} == {36}
