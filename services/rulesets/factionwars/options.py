"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.options import Values, choice, flag, numbers
from services.engine.ruleset import OptionValue
from services.rulesets.factionwars import battle, collection, recruit_deck, scoring
from services.rulesets.factionwars.cards import (
    BATTLE,
    BEATS_EQUALS,
    CONSCRIPTS_EACH,
    DISPLAY_BONUS,
    IS_CONSCRIPT,
    NO_SYMBOL,
    PRINTED_BONUS,
    RECRUIT_DECK,
    STAND_IN_OF,
    SYMBOL,
    conscripts_of,
)
from services.rulesets.factionwars.table import Rules

OPTIONS: Final = (
    flag("fewer_battles", "Fewer battles", "Line-up and bid cards are one more than the players.", default=False),
    numbers(
        "conscript_values",
        "Conscripts' values",
        "Battle values of each player's conscripts. Not used with conscript_rps.",
        default=(1, 2, 3),
        minimum=0,
        maximum=9,
    ),
    choice(
        "faction_bonus_location",
        "Where factions' bonus cards are",
        ("recruit_deck", "display"),
        "Whether Gatling Gun, Kuji-kiri, Fair Winds and Odin's Favor are recruits that a player owns, or bonus "
        "cards that score for everybody when they are on display.",
    ),
    choice(
        "reshuffle_timing",
        "When the recruit deck is reshuffled",
        ("on_demand", "immediate"),
        "Whether an empty recruit deck is shuffled anew when a card is needed, or at once.",
    ),
    choice(
        "final_pass",
        "Final pass",
        ("Dth", "after_D"),
        "Whether the last pass through the recruit deck is the one printed (the second for 2 or 3 players, the "
        "third for 4 or 5), or one more.",
    ),
    choice(
        "action_card_to",
        "Where used actions go",
        ("recruit_discard", "removed"),
        "Whether used action cards go to the recruit discard pile or out of the game.",
    ),
    choice(
        "tiebreak",
        "Tiebreak",
        ("shared", "fewest_bystanders_then_recruits"),
        "Whether equal scores share the win, or the fewest bystanders and then the most recruits decide.",
    ),
    flag(
        "conscript_rps",
        "Rock, paper, scissors",
        "Conscripts all have battle value 1 and rock, paper or scissors, which breaks ties among them.",
        default=False,
    ),
)

_PRINTED_DEPLETIONS: Final = {2: 2, 3: 2, 4: 3, 5: 3}  # FW-027, FW-028
_MORE_PASSES: Final = {"Dth": 0, "after_D": 1}
_DRAW: Final = {"on_demand": recruit_deck.draw_on_demand, "immediate": recruit_deck.draw_and_reshuffle_at_once}
_PUT_AWAY_ACTIONS: Final = {
    "recruit_discard": collection.to_recruit_discard,
    "removed": collection.out_of_the_game,
}
_TIE_KEY: Final = {
    "shared": scoring.share_the_win,
    "fewest_bystanders_then_recruits": scoring.fewest_bystanders_then_most_recruits,
}
_RPS_VALUES: Final = (1,) * CONSCRIPTS_EACH


def rules_for(seats: int, options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a match with this many players. ``options`` is complete and checked."""
    return _rules_for(seats, Values(options, OPTIONS))


@lru_cache(maxsize=64)
def _rules_for(seats: int, values: Values) -> Rules:
    on_display = values.word("faction_bonus_location") == "display"
    rules = Rules()
    rules.seats = seats
    rules.everyone = (1 << seats) - 1
    rules.options = values.options()
    rules.positions = seats + int(values.flag("fewer_battles"))  # FW-061
    rules.final_pass = _PRINTED_DEPLETIONS[seats] + _MORE_PASSES[values.word("final_pass")]
    rules.deck = sorted(STAND_IN_OF.get(card, card) if on_display else card for card in RECRUIT_DECK)
    rules.conscripts = [conscripts_of(seat) for seat in range(seats)]
    rules.bonus_cards = DISPLAY_BONUS if on_display else PRINTED_BONUS
    rules.power = _power(rules, _conscript_values(values))
    rules.symbol = [
        symbol if conscript and values.flag("conscript_rps") else NO_SYMBOL
        for symbol, conscript in zip(SYMBOL, IS_CONSCRIPT, strict=True)
    ]
    rules.break_tie = battle.rock_paper_scissors if values.flag("conscript_rps") else battle.all_stay_tied
    rules.draw = _DRAW[values.word("reshuffle_timing")]
    rules.put_away_actions = _PUT_AWAY_ACTIONS[values.word("action_card_to")]
    rules.tie_key = _TIE_KEY[values.word("tiebreak")]
    return rules


def _conscript_values(values: Values) -> tuple[int, ...]:
    """The battle values of a player's conscripts, number 1 first (FW-R04)."""
    return _RPS_VALUES if values.flag("conscript_rps") else tuple(values.numbers("conscript_values"))


def _power(rules: Rules, conscript_values: tuple[int, ...]) -> list[int]:
    """What each card is worth in battle (FW-R24, FW-R25)."""
    power = [2 * battle + beats for battle, beats in zip(BATTLE, BEATS_EQUALS, strict=True)]
    for conscripts in rules.conscripts:
        for card, value in zip(conscripts, conscript_values, strict=True):
            power[card] = 2 * value
    return power
