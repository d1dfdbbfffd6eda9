"""What front ends are told of the table."""

from typing import Final

from services.engine.layout import for_match
from services.engine.ruleset import OptionValue
from services.rulesets.factionwars.ruleset import RULESET

DESCRIPTION: Final = RULESET.describe()
DEFAULTS: Final[dict[str, OptionValue]] = {option.name: option.default for option in DESCRIPTION.options}


def positions(seats: int, *, fewer_battles: bool) -> int:
    """How many positions the line-up has."""
    told = for_match(DESCRIPTION.layout, seats, {**DEFAULTS, "fewer_battles": fewer_battles})
    (line_up,) = (zone for zone in told["zones"] if zone["id"] == "line_up")
    capacity: int = line_up["capacity"]
    return capacity


def test_the_line_up_has_a_position_for_each_player_and_one_more_with_fewer_battles() -> None:
    """FW-010, FW-061."""
    assert [positions(seats, fewer_battles=False) for seats in (2, 3, 4, 5)] == [2, 3, 4, 5]
    assert [positions(seats, fewer_battles=True) for seats in (2, 3, 4, 5)] == [3, 4, 5, 6]


def test_three_bonus_cards_are_displayed_and_the_recruit_deck_holds_59() -> None:
    """FW-002: three of five; FW-R01."""
    capacities = {zone["id"]: zone.get("capacity") for zone in DESCRIPTION.layout["zones"]}
    assert (capacities["bonus_display"], capacities["recruit_deck"]) == (3, 59)


def test_the_four_factions_have_a_colour_and_a_symbol_each() -> None:
    looks = DESCRIPTION.layout["looks"][0]
    assert looks["field"] == "/faction"
    assert [look["title"] for look in looks["values"]] == ["Cowboys", "Ninjas", "Pirates", "Vikings"]
    assert len({look["colour"] for look in looks["values"]}) == 4


def faces(**options: OptionValue) -> list[tuple[str, str | None]]:
    """The fields on a conscript's face, and the option that has other values."""
    told = for_match(DESCRIPTION.layout, 2, {**DEFAULTS, **options})
    (conscript,) = (kind for kind in told["kinds"] if kind["kind"] == "conscript")
    return [(fact["field"], fact.get("replaced_by", {}).get("option")) for fact in conscript["facts"]]


def test_a_conscripts_face_is_that_of_the_match() -> None:
    """FW-P02: with symbols all have the value 1."""
    assert faces() == [("/battle", "conscript_values")]
    assert faces(conscript_values=[2, 2, 2]) == [("/battle", "conscript_values")]
    assert faces(conscript_rps=True) == [("/symbol", None)]
