"""The options of a match, and the rules that they make.

An option is turned into data or swaps a function, once, when a match starts; the phases do not ask for it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from services.engine.ruleset import Option, OptionType, OptionValue
from services.rulesets.commanders import bonuses, phases, skirmish
from services.rulesets.commanders.table import Rules

OPTIONS: Final = (
    # FC-P06 says why `first_player`, `suits` and `units` have the second value that they have.
    Option(
        name="first_player",
        title="First player",
        type=OptionType.CHOICE,
        default="roll",
        choices=("roll", "seat_0"),
        summary="Whether a d20 decides who goes first, or seat 0 does.",
    ),
    Option(
        name="suits",
        title="How suits are given out",
        type=OptionType.CHOICE,
        default="chosen",
        choices=("chosen", "by_seat"),
        summary="Whether players choose their suits, or get them by seat: spades, hearts, diamonds, clubs.",
    ),
    Option(
        name="two_player_last_four",
        title="Last four cards of two players",
        type=OptionType.CHOICE,
        default="until_empty",
        choices=("until_empty", "one_each"),
        summary="Whether two players draw the last four cards one at a time, or one each and leave two undrawn.",
    ),
    Option(
        name="units",
        title="Units open or face down",
        type=OptionType.CHOICE,
        default="open",
        choices=("open", "face_down"),
        summary="Whether all see units as they are drawn, or only their owner until their commander fights.",
    ),
    Option(
        name="base_die",
        title="Base die",
        type=OptionType.CHOICE,
        default="d20",
        choices=("d20", "d10", "d6", "none"),
        summary="The die that every commander rolls besides its bonus dice.",
    ),
    Option(
        name="match",
        title="Dice for matching numbers",
        type=OptionType.CHOICE,
        default="groups",
        choices=("groups", "extra_cards", "pairs"),
        summary="Whether a matching number gives a die, a die for each card beyond the first, or one for each pair.",
    ),
    Option(  # a word, not a number (FC-P01)
        name="small_straight_die",
        title="Die of a small straight",
        type=OptionType.CHOICE,
        default="d20",
        choices=("d20", "d10"),
        summary="The die of a small straight.",
    ),
    Option(
        name="min_units_entire",
        title="Fewest units of one color or suit",
        type=OptionType.INT,
        default=2,
        minimum=1,
        maximum=3,
        summary="The fewest units that can be entirely of one color or suit.",
    ),
    Option(
        name="s1_counts_commander",
        title="Commander counts among five of a suit",
        type=OptionType.BOOL,
        default=False,
        summary="The commander counts among five matching suit cards.",
    ),
    Option(
        name="stacking",
        title="Bonuses of one kind",
        type=OptionType.CHOICE,
        default="ladder",
        choices=("ladder", "literal"),
        summary="Whether a higher bonus replaces the lower ones of its kind, or every line is a bonus of its own.",
    ),
    Option(
        name="auto_bonus",
        title="Bonuses selected for players",
        type=OptionType.BOOL,
        default=False,
        summary="The bonuses with the highest average are selected for the players.",
    ),
    Option(
        name="reroll_scope",
        title="How often a die may be rerolled",
        type=OptionType.CHOICE,
        default="skirmish",
        choices=("skirmish", "game"),
        summary="Whether the True Synergetic Advantage allows a reroll in each skirmish, or once in all.",
    ),
    Option(
        name="final_tiebreak",
        title="Tie in victories",
        type=OptionType.CHOICE,
        default="mandatory",
        choices=("mandatory", "optional"),
        summary="Whether a tie in victories is always fought out, or shared if a tied player declines.",
    ),
    Option(
        name="tiebreak_commit",
        title="How tied players put commanders forward",
        type=OptionType.CHOICE,
        default="simultaneous",
        choices=("simultaneous", "sequential"),
        summary="Whether tied players put commanders forward at once and in secret, or openly in turn.",
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
    return _rules_for(seats, tuple(str(options[option.name]) for option in OPTIONS))


@lru_cache(maxsize=128)
def _rules_for(seats: int, words: tuple[str, ...]) -> Rules:
    option = {spec.name: word for spec, word in zip(OPTIONS, words, strict=True)}
    rules = Rules()
    rules.seats = seats
    rules.everyone = (1 << seats) - 1
    rules.options = {spec.name: _value(spec, option[spec.name]) for spec in OPTIONS}
    rules.order = [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    rules.own_suits = option["suits"] == "chosen"
    rules.roll_first = option["first_player"] == "roll"
    rules.single_draws = _SINGLE_DRAWS[seats]
    rules.undrawn = 2 if seats == 2 and option["two_player_last_four"] == "one_each" else 0
    rules.open_units = option["units"] == "open"
    rules.base = (
        [] if option["base_die"] == "none" else [bonuses.die(bonuses.BASE_SOURCE, _DIE_SIDES[option["base_die"]])]
    )
    rules.bonus_dice = bonuses.bonus_dice(_DIE_SIDES[option["small_straight_die"]])
    rules.matching = bonuses.matching_die()
    rules.match_dice = _MATCH_DICE[option["match"]]
    rules.min_units = int(option["min_units_entire"])
    rules.five_with_commander = int(option["s1_counts_commander"] == str(True))
    rules.selections = _SELECTION_RULES[option["stacking"]]
    rules.offered = skirmish.offer_best if option["auto_bonus"] == str(True) else skirmish.offer_all
    rules.reroll_once = option["reroll_scope"] == "game"
    rules.settle_tie = _SETTLE_TIE[option["final_tiebreak"]]
    rules.secret_champions = option["tiebreak_commit"] == "simultaneous"
    return rules


def _value(spec: Option, word: str) -> OptionValue:
    if spec.type is OptionType.BOOL:
        return word == str(True)
    return int(word) if spec.type is OptionType.INT else word
