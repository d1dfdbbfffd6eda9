"""What front ends are told of the table."""

from typing import Final

from services.engine.layout import for_match
from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.ruleset import RULESET

DESCRIPTION: Final = RULESET.describe()
DEFAULTS: Final[dict[str, OptionValue]] = {option.name: option.default for option in DESCRIPTION.options}


def test_trees_have_rows_of_three_and_middles_of_two() -> None:
    """FO-047, FO-048."""
    zones = {zone["id"]: zone for zone in for_match(DESCRIPTION.layout, 2, DEFAULTS)["zones"]}
    sizes = [zones[id]["capacity"] for id in ("clock_row", "clock_middle", "power_row", "power_middle")]
    assert sizes == [3, 2, 3, 2]
    assert (zones["clock_middle"]["visibility"], zones["dealt"]["capacity"]) == ("public", 2)


def test_face_down_middles_are_known_to_nobody() -> None:
    """FO-R12."""
    told = for_match(DESCRIPTION.layout, 5, {**DEFAULTS, "tree_middle": "face_down"})
    middles = [zone for zone in told["zones"] if zone["id"].endswith("_middle")]
    assert [(zone["visibility"], zone["blank"]) for zone in middles] == [("count", "hidden")] * 2


def test_every_faction_has_a_look() -> None:
    """FO-014, FO-R02."""
    titles = [look["title"] for look in DESCRIPTION.layout["looks"][0]["values"]]
    assert titles == ["Cowboys", "Ninjas", "Monsters", "Pirates", "Robots", "Heathen House"]
