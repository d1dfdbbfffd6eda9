"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.options import Values, choice, flag, number
from services.engine.ruleset import OptionValue
from services.rulesets.duels import phases, scoring
from services.rulesets.duels.cards import POWER_CARDS
from services.rulesets.duels.notation import ACTION_DECLINE, ACTION_PASS, ACTION_TAKE_POWER, ACTION_TAKE_VC
from services.rulesets.duels.table import Rules

STALL_LIMIT_MAX: Final = 40

OPTIONS: Final = (
    number(
        "power_deck",
        "Cards in the Power deck",
        "Cards in the Power deck. The others stay out of the match, and nobody knows which they are.",
        default=POWER_CARDS,
        minimum=0,
        maximum=POWER_CARDS,
    ),
    flag("allow_decline", "Prizes may be declined", "The winner of a duel may take nothing.", default=False),
    choice(
        "power_discard",
        "How Power cards are discarded",
        ("face_up", "face_down"),
        "Whether everybody sees the Power card that a player discards, or that player alone.",
    ),
    choice("first_player", "First player", ("random", "seat_0", "seat_1"), "Who begins the match."),
    choice(
        "round_start",
        "Who begins rounds 2 and 3",
        ("alternate", "loser", "first"),
        "Who begins rounds 2 and 3: turns go on alternating, or the player who won fewer duels in the round "
        "before (if equal, turns go on alternating), or the player who began the match.",
    ),
    flag(
        "allow_pass", "Passing allowed", "A player may do nothing on a turn. It counts as a quiet turn.", default=False
    ),
    number(
        "stall_limit",
        "Quiet turns in a row",
        "Turns in a row without an action or a duel, after which the next turn must be one of these.",
        default=14,
        minimum=0,
        maximum=STALL_LIMIT_MAX,
    ),
    choice("final_tie", "Equal scores", ("draw", "most_vc"), "Whether equal scores are a draw, or more VC cards win."),
)

_FIRST_PLAYER: Final = {"random": phases.at_random, "seat_0": phases.always(0), "seat_1": phases.always(1)}
_ROUND_START: Final = {"alternate": phases.alternate, "loser": phases.the_loser, "first": phases.the_first}
_TIE_KEY: Final = {"draw": scoring.share_the_win, "most_vc": scoring.most_victory_cards}


def rules_for(options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a match. ``options`` is complete and checked."""
    return _rules_for(Values(options, OPTIONS))


@lru_cache(maxsize=64)
def _rules_for(values: Values) -> Rules:
    or_nothing = [ACTION_DECLINE] if values.flag("allow_decline") else []
    rules = Rules()
    rules.options = values.options()
    rules.power_deck = values.number("power_deck")
    rules.prizes = [[ACTION_TAKE_VC, *or_nothing], [ACTION_TAKE_VC, ACTION_TAKE_POWER, *or_nothing]]
    rules.turn_words = [ACTION_PASS] if values.flag("allow_pass") else []
    rules.show_discards = values.word("power_discard") == "face_up"
    rules.stall_limit = values.number("stall_limit")
    rules.first_player = _FIRST_PLAYER[values.word("first_player")]
    rules.next_to_begin = _ROUND_START[values.word("round_start")]
    rules.tie_key = _TIE_KEY[values.word("final_tie")]
    return rules
