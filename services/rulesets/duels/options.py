"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.ruleset import Option, OptionType, OptionValue
from services.rulesets.duels import phases, scoring
from services.rulesets.duels.cards import POWER_CARDS
from services.rulesets.duels.notation import ACTION_DECLINE, ACTION_PASS, ACTION_TAKE_POWER, ACTION_TAKE_VC
from services.rulesets.duels.table import Rules

STALL_LIMIT_MAX: Final = 40

OPTIONS: Final = (
    Option(
        name="power_deck",
        title="Cards in the Power deck",
        type=OptionType.INT,
        default=POWER_CARDS,
        minimum=0,
        maximum=POWER_CARDS,
        summary="Cards in the Power deck. The others stay out of the match, and nobody knows which they are.",
    ),
    Option(
        name="allow_decline",
        title="Prizes may be declined",
        type=OptionType.BOOL,
        default=False,
        summary="The winner of a duel may take nothing.",
    ),
    Option(
        name="power_discard",
        title="How Power cards are discarded",
        type=OptionType.CHOICE,
        default="face_up",
        choices=("face_up", "face_down"),
        summary="Whether everybody sees the Power card that a player discards, or that player alone.",
    ),
    Option(
        name="first_player",
        title="First player",
        type=OptionType.CHOICE,
        default="random",
        choices=("random", "seat_0", "seat_1"),
        summary="Who begins the match.",
    ),
    Option(
        name="round_start",
        title="Who begins rounds 2 and 3",
        type=OptionType.CHOICE,
        default="alternate",
        choices=("alternate", "loser", "first"),
        summary="Who begins rounds 2 and 3: turns go on alternating, or the player who won fewer duels in the round "
        "before (if equal, turns go on alternating), or the player who began the match.",
    ),
    Option(
        name="allow_pass",
        title="Passing allowed",
        type=OptionType.BOOL,
        default=False,
        summary="A player may do nothing on a turn. It counts as a quiet turn.",
    ),
    Option(
        name="stall_limit",
        title="Quiet turns in a row",
        type=OptionType.INT,
        default=14,
        minimum=0,
        maximum=STALL_LIMIT_MAX,
        summary="Turns in a row without an action or a duel, after which the next turn must be one of these.",
    ),
    Option(
        name="final_tie",
        title="Equal scores",
        type=OptionType.CHOICE,
        default="draw",
        choices=("draw", "most_vc"),
        summary="Whether equal scores are a draw, or more VC cards win.",
    ),
)

_FIRST_PLAYER: Final = {"random": phases.at_random, "seat_0": phases.always(0), "seat_1": phases.always(1)}
_ROUND_START: Final = {"alternate": phases.alternate, "loser": phases.the_loser, "first": phases.the_first}
_TIE_KEY: Final = {"draw": scoring.share_the_win, "most_vc": scoring.most_victory_cards}


def rules_for(options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a match. ``options`` is complete and checked."""
    return _rules_for(tuple(options[option.name] for option in OPTIONS))


@lru_cache(maxsize=64)
def _rules_for(values: tuple[OptionValue, ...]) -> Rules:
    option = {spec.name: value for spec, value in zip(OPTIONS, values, strict=True)}
    or_nothing = [ACTION_DECLINE] if option["allow_decline"] is True else []
    rules = Rules()
    rules.options = option
    rules.power_deck = _number(option["power_deck"])
    rules.prizes = [[ACTION_TAKE_VC, *or_nothing], [ACTION_TAKE_VC, ACTION_TAKE_POWER, *or_nothing]]
    rules.turn_words = [ACTION_PASS] if option["allow_pass"] is True else []
    rules.show_discards = option["power_discard"] == "face_up"
    rules.stall_limit = _number(option["stall_limit"])
    rules.first_player = _FIRST_PLAYER[str(option["first_player"])]
    rules.next_to_begin = _ROUND_START[str(option["round_start"])]
    rules.tie_key = _TIE_KEY[str(option["final_tie"])]
    return rules


def _number(value: OptionValue) -> int:
    assert isinstance(value, int)
    return value
