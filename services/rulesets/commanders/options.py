"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.options import Values, choice, flag, number
from services.engine.ruleset import OptionValue
from services.rulesets.commanders import bonuses, phases, skirmish
from services.rulesets.commanders.table import Rules

OPTIONS: Final = (
    # FC-P06 says why `first_player`, `suits` and `units` have the second value that they have.
    choice("first_player", "First player", ("roll", "seat_0"), "Whether a d20 decides who goes first, or seat 0 does."),
    choice(
        "suits",
        "How suits are given out",
        ("chosen", "by_seat"),
        "Whether players choose their suits, or get them by seat: spades, hearts, diamonds, clubs.",
    ),
    choice(
        "two_player_last_four",
        "Last four cards of two players",
        ("until_empty", "one_each"),
        "Whether two players draw the last four cards one at a time, or one each and leave two undrawn.",
    ),
    choice(
        "units",
        "Units open or face down",
        ("open", "face_down"),
        "Whether all see units as they are drawn, or only their owner until their commander fights.",
    ),
    choice(
        "base_die",
        "Base die",
        ("d20", "d10", "d6", "none"),
        "The die that every commander rolls besides its bonus dice.",
    ),
    choice(
        "match",
        "Dice for matching numbers",
        ("groups", "extra_cards", "pairs"),
        "Whether a matching number gives a die, a die for each card beyond the first, or one for each pair.",
    ),
    # A word, not a number (FC-P01).
    choice("small_straight_die", "Die of a small straight", ("d20", "d10"), "The die of a small straight."),
    number(
        "min_units_entire",
        "Fewest units of one color or suit",
        "The fewest units that can be entirely of one color or suit.",
        default=2,
        minimum=1,
        maximum=3,
    ),
    flag(
        "s1_counts_commander",
        "Commander counts among five of a suit",
        "The commander counts among five matching suit cards.",
        default=False,
    ),
    choice(
        "stacking",
        "Bonuses of one kind",
        ("ladder", "literal"),
        "Whether a higher bonus replaces the lower ones of its kind, or every line is a bonus of its own.",
    ),
    flag(
        "auto_bonus",
        "Bonuses selected for players",
        "The bonuses with the highest average are selected for the players.",
        default=False,
    ),
    choice(
        "reroll_scope",
        "How often a die may be rerolled",
        ("skirmish", "game"),
        "Whether the True Synergetic Advantage allows a reroll in each skirmish, or once in all.",
    ),
    choice(
        "final_tiebreak",
        "Tie in victories",
        ("mandatory", "optional"),
        "Whether a tie in victories is always fought out, or shared if a tied player declines.",
    ),
    choice(
        "tiebreak_commit",
        "How tied players put commanders forward",
        ("simultaneous", "sequential"),
        "Whether tied players put commanders forward at once and in secret, or openly in turn.",
    ),
)

_LAST_CARDS: Final = 4  # FC-013
_SINGLE_DRAWS: Final = {2: _LAST_CARDS, 3: 0, 4: _LAST_CARDS}  # FC-R05
_DIE_SIDES: Final = {"d20": 20, "d10": 10, "d6": 6}
_MATCH_DICE: Final = {"groups": [1, 0, 0], "extra_cards": [1, 1, 1], "pairs": [1, 2, 3]}  # FC-R11
_SELECTION_RULES: Final = {"ladder": bonuses.LADDER, "literal": bonuses.LITERAL}  # FC-R16
_SETTLE_TIE: Final = {"mandatory": phases.fight_it_out, "optional": phases.ask_whether_to_fight}  # FC-R26


def rules_for(seats: int, options: Mapping[str, OptionValue]) -> Rules:
    """The rules of a match with this many players. ``options`` is complete and checked."""
    return _rules_for(seats, Values(options, OPTIONS))


@lru_cache(maxsize=128)
def _rules_for(seats: int, values: Values) -> Rules:
    rules = Rules()
    rules.seats = seats
    rules.everyone = (1 << seats) - 1
    rules.options = values.options()
    rules.order = [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    rules.own_suits = values.word("suits") == "chosen"
    rules.roll_first = values.word("first_player") == "roll"
    rules.single_draws = _SINGLE_DRAWS[seats]
    rules.undrawn = 2 if seats == 2 and values.word("two_player_last_four") == "one_each" else 0
    rules.open_units = values.word("units") == "open"
    die = values.word("base_die")
    rules.base = [] if die == "none" else [bonuses.die(bonuses.BASE_SOURCE, _DIE_SIDES[die])]
    rules.bonus_dice = bonuses.bonus_dice(_DIE_SIDES[values.word("small_straight_die")])
    rules.matching = bonuses.matching_die()
    rules.match_dice = _MATCH_DICE[values.word("match")]
    rules.min_units = values.number("min_units_entire")
    rules.five_with_commander = int(values.flag("s1_counts_commander"))
    rules.selections = _SELECTION_RULES[values.word("stacking")]
    rules.offered = skirmish.offer_best if values.flag("auto_bonus") else skirmish.offer_all
    rules.reroll_once = values.word("reroll_scope") == "game"
    rules.settle_tie = _SETTLE_TIE[values.word("final_tiebreak")]
    rules.secret_champions = values.word("tiebreak_commit") == "simultaneous"
    return rules
