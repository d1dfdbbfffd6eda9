"""What front ends are told of the table."""

from typing import Final

from services.engine.layout import for_match
from services.engine.ruleset import OptionValue
from services.rulesets.duels.ruleset import RULESET

DESCRIPTION: Final = RULESET.describe()
DEFAULTS: Final[dict[str, OptionValue]] = {option.name: option.default for option in DESCRIPTION.options}


def test_a_line_up_has_seven_slots() -> None:
    """FD-007."""
    zones = {zone["id"]: zone for zone in for_match(DESCRIPTION.layout, 2, DEFAULTS)["zones"]}
    assert (zones["vc_line"]["capacity"], zones["line_up"]["capacity"]) == (7, 7)
    assert (zones["line_up"]["owner"], zones["line_up"]["visibility"]) == ("seat", "owner")
    assert (zones["power_deck"]["capacity"], zones["power_deck"]["visibility"]) == (24, "count")


def test_there_are_three_sets_of_seven_vc_cards() -> None:
    """FD-R01."""
    sets = [look["value"] for look in DESCRIPTION.layout["looks"][0]["values"]]
    assert sets == ["cowboys", "ninjas", "time_machine"]
    assert [sum(card.get("set") == name for card in DESCRIPTION.cards) for name in sets] == [7, 7, 7]
