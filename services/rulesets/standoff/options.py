"""The options of a match, and the rules that they make.

An option is turned into data, once, when a match starts.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.options import Values, choice, flag, number
from services.engine.ruleset import OptionValue
from services.rulesets.standoff.board import ZIRCONIA
from services.rulesets.standoff.cards import Cards
from services.rulesets.standoff.table import Rules

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
ROUND_LIMIT_MAX: Final = 500

OPTIONS: Final = (
    choice("board", "Board", (ZIRCONIA.id,), "The board: a hexagon of 169 hexes with eight gates."),
    choice(
        "first_player",
        "First player",
        ("seat0", "random"),
        "Who has the first turn: seat 0, or each seat as likely. Turns go on in seat order.",
    ),
    number(
        "first_player_hand",
        "First player's first hand",
        "Cards that the first player begins with. The others begin with 5: who begins has an edge.",
        default=3,
        minimum=3,
        maximum=5,
    ),
    choice(
        "well_timing",
        "When wells pay",
        ("upkeep", "immediate"),
        "Whether a well pays at its controller's upkeep alone, or at the moment when it is taken, too.",
    ),
    number(
        "forcefield_radius",
        "Reach of forcefields",
        "How many steps a forcefield reaches.",
        default=1,
        minimum=1,
        maximum=2,
    ),
    flag(
        "early_majority",
        "Majority ends the match",
        "The match ends as soon as a player has more than half of the red zone, filled or not.",
        default=False,
    ),
    flag(
        "wells_indestructible",
        "Wells cannot be destroyed",
        "What destroys a tile and its improvement leaves a well in place.",
        default=False,
    ),
    choice(
        "horse_to",
        "Where a Horse goes",
        ("deck", "discard"),
        "Whether a Horse is shuffled into the opponent's deck, or laid on the opponent's discard pile.",
    ),
    choice(
        "temporary_set",
        "Cards of the temporary market",
        ("full", "core"),
        "The cards of the temporary market: all, or the core set, which has no satellites.",
    ),
    number(
        "round_limit",
        "Most rounds",
        "Rounds after which the match ends and is decided by the board as it is.",
        default=200,
        minimum=1,
        maximum=ROUND_LIMIT_MAX,
    ),
    choice(
        "placement_api",
        "How groups are placed",
        ("stepwise", "macro"),
        "Whether a group is placed tile by tile, or in one decision. The game is the same.",
    ),
)

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_PRINTED_STEPS: Final = 1
"""The steps that the forcefields of the catalogue reach, so that the option says how many more (ST-R50)."""


def rules_for(seats: int, options: Mapping[str, OptionValue], cards: Cards) -> Rules:
    """The rules of a match. ``options`` is complete and checked."""
    return _rules_for(seats, Values(options, OPTIONS), cards)


@lru_cache(maxsize=64)
def _rules_for(seats: int, values: Values, cards: Cards) -> Rules:
    rules = Rules()
    rules.seats = seats
    rules.options = values.options()
    rules.options_json = _ENCODE(rules.options)
    rules.cards = cards
    full = values.word("temporary_set") == "full"
    kinds = [card for card in cards.temporary if full or cards.core[card]]
    rules.draft = [card for card in kinds for _ in range(cards.copies[card])]
    rules.totals = [0] * len(cards.ids)
    for card in [*cards.piles, *kinds]:
        rules.totals[card] = cards.copies[card]
    for card in cards.starting:
        rules.totals[card] += seats
    rules.random_first = values.word("first_player") == "random"
    rules.first_hand = values.number("first_player_hand")
    rules.immediate_wells = values.word("well_timing") == "immediate"
    rules.forcefield_steps = values.number("forcefield_radius") - _PRINTED_STEPS
    rules.early_majority = values.flag("early_majority")
    rules.indestructible = 0
    if values.flag("wells_indestructible"):
        rules.indestructible = sum([1 << token for token, well in enumerate(cards.wells) if well])
    rules.horse_to_deck = values.word("horse_to") == "deck"
    rules.round_limit = values.number("round_limit")
    rules.macro = values.word("placement_api") == "macro"
    return rules
