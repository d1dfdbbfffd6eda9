"""The options of a match, and the rules that they make.

An option is turned into data, once, when a match starts.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.ruleset import Option, OptionType, OptionValue
from services.rulesets.standoff.board import ZIRCONIA
from services.rulesets.standoff.cards import Cards
from services.rulesets.standoff.table import Rules

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
ROUND_LIMIT_MAX: Final = 500

OPTIONS: Final = (
    Option(
        name="board",
        title="Board",
        type=OptionType.CHOICE,
        default=ZIRCONIA.id,
        choices=(ZIRCONIA.id,),
        summary="The board: a hexagon of 169 hexes with eight gates.",
    ),
    Option(
        name="first_player",
        title="First player",
        type=OptionType.CHOICE,
        default="seat0",
        choices=("seat0", "random"),
        summary="Who has the first turn: seat 0, or each seat as likely. Turns go on in seat order.",
    ),
    Option(
        name="first_player_hand",
        title="First player's first hand",
        type=OptionType.INT,
        default=3,
        minimum=3,
        maximum=5,
        summary="Cards that the first player begins with. The others begin with 5: who begins has an edge.",
    ),
    Option(
        name="well_timing",
        title="When wells pay",
        type=OptionType.CHOICE,
        default="upkeep",
        choices=("upkeep", "immediate"),
        summary="Whether a well pays at its controller's upkeep alone, or at the moment when it is taken, too.",
    ),
    Option(
        name="forcefield_radius",
        title="Reach of forcefields",
        type=OptionType.INT,
        default=1,
        minimum=1,
        maximum=2,
        summary="How many steps a forcefield reaches.",
    ),
    Option(
        name="early_majority",
        title="Majority ends the match",
        type=OptionType.BOOL,
        default=False,
        summary="The match ends as soon as a player has more than half of the red zone, filled or not.",
    ),
    Option(
        name="wells_indestructible",
        title="Wells cannot be destroyed",
        type=OptionType.BOOL,
        default=False,
        summary="What destroys a tile and its improvement leaves a well in place.",
    ),
    Option(
        name="horse_to",
        title="Where a Horse goes",
        type=OptionType.CHOICE,
        default="deck",
        choices=("deck", "discard"),
        summary="Whether a Horse is shuffled into the opponent's deck, or laid on the opponent's discard pile.",
    ),
    Option(
        name="temporary_set",
        title="Cards of the temporary market",
        type=OptionType.CHOICE,
        default="full",
        choices=("full", "core"),
        summary="The cards of the temporary market: all, or the core set, which has no satellites.",
    ),
    Option(
        name="round_limit",
        title="Most rounds",
        type=OptionType.INT,
        default=200,
        minimum=1,
        maximum=ROUND_LIMIT_MAX,
        summary="Rounds after which the match ends and is decided by the board as it is.",
    ),
    Option(
        name="placement_api",
        title="How groups are placed",
        type=OptionType.CHOICE,
        default="stepwise",
        choices=("stepwise", "macro"),
        summary="Whether a group is placed tile by tile, or in one decision. The game is the same.",
    ),
)

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_PRINTED_STEPS: Final = 1
"""The steps that the forcefields of the catalogue reach, so that the option says how many more (ST-R50)."""


def rules_for(seats: int, options: Mapping[str, OptionValue], cards: Cards) -> Rules:
    """The rules of a match. ``options`` is complete and checked."""
    return _rules_for(seats, tuple(options[option.name] for option in OPTIONS), cards)


@lru_cache(maxsize=64)
def _rules_for(seats: int, values: tuple[OptionValue, ...], cards: Cards) -> Rules:
    option = {spec.name: value for spec, value in zip(OPTIONS, values, strict=True)}
    rules = Rules()
    rules.seats = seats
    rules.options = option
    rules.options_json = _ENCODE(option)
    rules.cards = cards
    full = option["temporary_set"] == "full"
    kinds = [card for card in cards.temporary if full or cards.core[card]]
    rules.draft = [card for card in kinds for _ in range(cards.copies[card])]
    rules.totals = [0] * len(cards.ids)
    for card in [*cards.piles, *kinds]:
        rules.totals[card] = cards.copies[card]
    for card in cards.starting:
        rules.totals[card] += seats
    rules.random_first = option["first_player"] == "random"
    rules.first_hand = _number(option["first_player_hand"])
    rules.immediate_wells = option["well_timing"] == "immediate"
    rules.forcefield_steps = _number(option["forcefield_radius"]) - _PRINTED_STEPS
    rules.early_majority = option["early_majority"] is True
    rules.indestructible = 0
    if option["wells_indestructible"] is True:
        rules.indestructible = sum([1 << token for token, well in enumerate(cards.wells) if well])
    rules.horse_to_deck = option["horse_to"] == "deck"
    rules.round_limit = _number(option["round_limit"])
    rules.macro = option["placement_api"] == "macro"
    return rules


def _number(value: OptionValue) -> int:
    assert isinstance(value, int)
    return value
