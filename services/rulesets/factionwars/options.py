"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.ruleset import Option, OptionType, OptionValue
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
    Option(
        name="fewer_battles",
        title="Fewer battles",
        type=OptionType.BOOL,
        default=False,
        summary="Line-up and bid cards are one more than the players.",
    ),
    Option(
        name="conscript_values",
        title="Conscripts' values",
        type=OptionType.INT_LIST,
        default=[1, 2, 3],
        minimum=0,
        maximum=9,
        length=CONSCRIPTS_EACH,
        summary="Battle values of each player's conscripts. Not used with conscript_rps.",
    ),
    Option(
        name="faction_bonus_location",
        title="Where factions' bonus cards are",
        type=OptionType.CHOICE,
        default="recruit_deck",
        choices=("recruit_deck", "display"),
        summary="Whether Gatling Gun, Kuji-kiri, Fair Winds and Odin's Favor are recruits that a player owns, or bonus "
        "cards that score for everybody when they are on display.",
    ),
    Option(
        name="reshuffle_timing",
        title="When the recruit deck is reshuffled",
        type=OptionType.CHOICE,
        default="on_demand",
        choices=("on_demand", "immediate"),
        summary="Whether an empty recruit deck is shuffled anew when a card is needed, or at once.",
    ),
    Option(
        name="final_pass",
        title="Final pass",
        type=OptionType.CHOICE,
        default="Dth",
        choices=("Dth", "after_D"),
        summary="Whether the last pass through the recruit deck is the one printed (the second for 2 or 3 players, the "
        "third for 4 or 5), or one more.",
    ),
    Option(
        name="action_card_to",
        title="Where used actions go",
        type=OptionType.CHOICE,
        default="recruit_discard",
        choices=("recruit_discard", "removed"),
        summary="Whether used action cards go to the recruit discard pile or out of the game.",
    ),
    Option(
        name="tiebreak",
        title="Tiebreak",
        type=OptionType.CHOICE,
        default="shared",
        choices=("shared", "fewest_bystanders_then_recruits"),
        summary="Whether equal scores share the win, or the fewest bystanders and then the most recruits decide.",
    ),
    Option(
        name="conscript_rps",
        title="Rock, paper, scissors",
        type=OptionType.BOOL,
        default=False,
        summary="Conscripts all have battle value 1 and rock, paper or scissors, which breaks ties among them.",
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
    key = tuple(tuple(value) if isinstance(value, list) else value for value in (options[o.name] for o in OPTIONS))
    return _rules_for(seats, key)


@lru_cache(maxsize=64)
def _rules_for(seats: int, values: tuple[bool | int | str | tuple[int, ...], ...]) -> Rules:
    option: dict[str, OptionValue] = {
        spec.name: list(value) if isinstance(value, tuple) else value
        for spec, value in zip(OPTIONS, values, strict=True)
    }
    on_display = option["faction_bonus_location"] == "display"
    rules = Rules()
    rules.seats = seats
    rules.everyone = (1 << seats) - 1
    rules.options = option
    rules.positions = seats + int(option["fewer_battles"] is True)  # FW-061
    rules.final_pass = _PRINTED_DEPLETIONS[seats] + _MORE_PASSES[str(option["final_pass"])]
    rules.deck = sorted(STAND_IN_OF.get(card, card) if on_display else card for card in RECRUIT_DECK)
    rules.conscripts = [conscripts_of(seat) for seat in range(seats)]
    rules.bonus_cards = DISPLAY_BONUS if on_display else PRINTED_BONUS
    rules.power = _power(rules, _conscript_values(option))
    rules.symbol = [
        symbol if conscript and option["conscript_rps"] is True else NO_SYMBOL
        for symbol, conscript in zip(SYMBOL, IS_CONSCRIPT, strict=True)
    ]
    rules.break_tie = battle.rock_paper_scissors if option["conscript_rps"] is True else battle.all_stay_tied
    rules.draw = _DRAW[str(option["reshuffle_timing"])]
    rules.put_away_actions = _PUT_AWAY_ACTIONS[str(option["action_card_to"])]
    rules.tie_key = _TIE_KEY[str(option["tiebreak"])]
    return rules


def _conscript_values(option: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """The battle values of a player's conscripts, number 1 first (FW-R04)."""
    values = option["conscript_values"]
    if option["conscript_rps"] is True or not isinstance(values, list):
        return _RPS_VALUES
    return tuple(values)


def _power(rules: Rules, conscript_values: tuple[int, ...]) -> list[int]:
    """What each card is worth in battle (FW-R24, FW-R25)."""
    power = [2 * battle + beats for battle, beats in zip(BATTLE, BEATS_EQUALS, strict=True)]
    for conscripts in rules.conscripts:
        for card, value in zip(conscripts, conscript_values, strict=True):
            power[card] = 2 * value
    return power
