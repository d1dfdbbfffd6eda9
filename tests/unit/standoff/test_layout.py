"""What front ends are told of the table."""

from typing import Final

from services.engine.layout import for_match
from services.engine.ruleset import OptionValue
from services.rulesets.standoff.ruleset import RULESET

DESCRIPTION: Final = RULESET.describe()
DEFAULTS: Final[dict[str, OptionValue]] = {option.name: option.default for option in DESCRIPTION.options}


def cells(region: str) -> list[str]:
    """The names of a region's hexes."""
    (board,) = DESCRIPTION.layout["boards"]
    return [cell["id"] for cell in board["cells"] if region in cell.get("regions", ())]


def test_the_board_has_169_hexes_of_which_19_are_red_and_8_are_gates() -> None:
    """ST-008, ST-R01, ST-R08, ST-R12."""
    (board,) = DESCRIPTION.layout["boards"]
    assert (board["id"], board["radius"], board["grid"], len(board["cells"])) == ("zirconia169", 7, "hex_pointy", 169)
    assert (len(cells("red")), len(cells("rim")), len(cells("wall"))) == (19, 42, 52)
    assert cells("gate") == ["-3,-4", "7,-4", "-4,-3", "7,-3", "-7,3", "4,3", "-7,4", "3,4"]
    assert "0,0" in cells("red")


def test_the_temporary_market_has_eight_slots() -> None:
    """ST-006."""
    zones = {zone["id"]: zone for zone in for_match(DESCRIPTION.layout, 4, DEFAULTS)["zones"]}
    assert (zones["temporary_market"]["capacity"], zones["tiles"]["board"]) == (8, "zirconia169")
