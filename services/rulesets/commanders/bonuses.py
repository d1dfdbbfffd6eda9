"""The bonuses: which apply to an army, how they may be selected, and the dice they add (FC-003, FC-016 to FC-020).

A set of bonuses is a bit mask over the lines of the table. All tables here are made once.
"""

from itertools import combinations
from typing import Final

from services.rulesets.commanders.cards import (
    BONUSES,
    CATEGORIES,
    COMMANDERS,
    NUMBERS,
    SUIT_WORDS,
    WANTS_MATCHING_NUMBERS,
    WANTS_ONE_COLOR,
    WANTS_ONE_SUIT,
    WANTS_SAME_SUIT,
    WANTS_STRAIGHT,
    card_set,
    line_for,
)
from services.rulesets.commanders.table import Rules, Table

# A die is a whole number: what it is rolled for, times 32, plus its sides.
BASE_SOURCE: Final = 0
SUDDEN_DEATH_SOURCE: Final = len(BONUSES) + 1
_MORE_THAN_SIDES: Final = 32


def die(source: int, sides: int) -> int:
    """A die. ``source``: ``BASE_SOURCE``, a line of the table counted from 1, or ``SUDDEN_DEATH_SOURCE``."""
    return source * _MORE_THAN_SIDES + sides


def source_of(code: int) -> int:
    """What a die is rolled for."""
    return code // _MORE_THAN_SIDES


def sides_of(code: int) -> int:
    """How many sides a die has."""
    return code % _MORE_THAN_SIDES


# -- which apply -----------------------------------------------------------------------------------------------------

_MATCHING: Final[int] = line_for(WANTS_MATCHING_NUMBERS, 0)
_ONE_COLOR: Final[int] = line_for(WANTS_ONE_COLOR, 0)
_COMMANDERS_COLOR: Final[int] = line_for(WANTS_ONE_COLOR, 1)
_ONE_SUIT: Final[int] = line_for(WANTS_ONE_SUIT, 0)
_COMMANDERS_SUIT: Final[int] = line_for(WANTS_ONE_SUIT, 1)
_FIVE: Final[int] = next(line.measure for line in BONUSES if line.wants == WANTS_SAME_SUIT)
_FIVE_OF_A_SUIT: Final[int] = line_for(WANTS_SAME_SUIT, _FIVE)

_ROW: Final = (1 << NUMBERS) - 1
_BLACK: Final[list[bool]] = [word in ("spades", "clubs") for word in SUIT_WORDS]


def _straights(numbers: int) -> int:
    """The straights among a set of numbers (FC-R12): consecutive, suits and duplicates do not count, no wrap."""
    found = 0
    for place, line in enumerate(BONUSES):
        window = (1 << line.measure) - 1
        if line.wants == WANTS_STRAIGHT and any(numbers >> low & window == window for low in range(NUMBERS)):
            found |= 1 << place
    return found


_STRAIGHTS: Final[list[int]] = [_straights(numbers) for numbers in range(_ROW + 1)]


def _entirely(suits: int, suit: int) -> int:
    """The lines for units that are entirely of one color or suit, under a commander of a suit. ``suits``: those of the
    units, as a bit mask."""
    held = [other for other in range(len(SUIT_WORDS)) if suits >> other & 1]
    if len({_BLACK[other] for other in held}) != 1:
        return 0
    found = _ONE_COLOR
    if _BLACK[held[0]] == _BLACK[suit]:
        found |= _COMMANDERS_COLOR
    if len(held) == 1:
        found |= _ONE_SUIT
        if held == [suit]:
            found |= _COMMANDERS_SUIT
    return found


_ENTIRELY: Final = [
    [_entirely(suits, suit) for suits in range(1 << len(SUIT_WORDS))] for suit in range(len(SUIT_WORDS))
]


def applicable(rules: Rules, units: list[int], suit: int) -> int:
    """Every line of the table that applies to units under a commander of a suit."""
    return applicable_to(rules, card_set(units), suit)


def applicable_to(rules: Rules, cards: int, suit: int) -> int:
    """The same for a set of units as a bit mask."""
    units = cards.bit_count()
    spades, hearts, diamonds, clubs = cards & _ROW, cards >> 9 & _ROW, cards >> 18 & _ROW, cards >> 27
    numbers = spades | hearts | diamonds | clubs
    found = _STRAIGHTS[numbers]
    if numbers.bit_count() < units:
        found |= _MATCHING
    if units >= rules.min_units:  # FC-R14
        found |= _ENTIRELY[suit][(spades and 1) | (hearts and 2) | (diamonds and 4) | (clubs and 8)]
    if units + rules.five_with_commander >= _FIVE:  # FC-R15
        of_suit = [spades.bit_count(), hearts.bit_count(), diamonds.bit_count(), clubs.bit_count()]
        of_suit[suit] += rules.five_with_commander
        if max(of_suit) >= _FIVE:
            found |= _FIVE_OF_A_SUIT
    return found


# -- how they may be selected ----------------------------------------------------------------------------------------

_OF_CATEGORY: Final[list[int]] = [
    sum(1 << place for place, line in enumerate(BONUSES) if line.category == category)
    for category in range(len(CATEGORIES))
]
_MOST: Final = len(CATEGORIES)
_MOST_OF_ONE: Final = 2  # FC-018
_SETS: Final = 1 << len(BONUSES)


def _categories(bonuses: int) -> int:
    """Which categories a set of bonuses has, as a bit mask."""
    return sum(1 << category for category, lines in enumerate(_OF_CATEGORY) if bonuses & lines)


_CATEGORIES_OF: Final[list[int]] = [_categories(bonuses) for bonuses in range(_SETS)]
_ALL_CATEGORIES: Final = (1 << _MOST) - 1


def has_synergy(bonuses: int) -> bool:
    """The True Synergetic Advantage: one selected bonus of each category (FC-019, FC-R19)."""
    return bonuses >= 0 and _CATEGORIES_OF[bonuses] == _ALL_CATEGORIES


def has_matching(bonuses: int) -> bool:
    """Whether the bonus for matching numbers is in a set of bonuses."""
    return bool(bonuses & _MATCHING)


def _small_sets() -> list[int]:
    """The sets of one to three bonuses that have no third of a category, ascending."""
    sets = [
        sum(1 << place for place in places)
        for number in range(1, _MOST + 1)
        for places in combinations(range(len(BONUSES)), number)
    ]
    return sorted(s for s in sets if all((s & lines).bit_count() <= _MOST_OF_ONE for lines in _OF_CATEGORY))


SELECTABLE: Final[list[int]] = _small_sets()
"""Every set of bonuses that can ever be selected."""


def _selections(lines: int) -> list[int]:
    """The maximal selections among these lines (FC-R17): one of each category that has any, then up to three in all."""
    wanted = _CATEGORIES_OF[lines]
    fitting = [s for s in SELECTABLE if not s & ~lines and _CATEGORIES_OF[s] == wanted]
    most = max((s.bit_count() for s in fitting), default=0)
    return [s for s in fitting if s.bit_count() == most] or [0]


def _highest(lines: int) -> int:
    """Of each ladder the highest line that is reached (FC-R16): straights, colors, suits; matching stands alone."""
    kept = lines & _MATCHING
    for ladder in (_OF_CATEGORY[0] & ~_MATCHING, *_OF_CATEGORY[1:]):
        if lines & ladder:
            kept |= 1 << ((lines & ladder).bit_length() - 1)
    return kept


LITERAL: Final[list[list[int]]] = [_selections(lines) for lines in range(_SETS)]
"""The selections for each set of lines that apply, every line a bonus of its own."""
LADDER: Final[list[list[int]]] = [LITERAL[_highest(lines)] for lines in range(_SETS)]
"""Likewise, a higher line taking the place of the lower ones of its ladder."""


def selections(table: Table, seat: int) -> list[int]:
    """How a seat may select its bonuses for the commander it has fielded."""
    units = table.armies[COMMANDERS * seat + table.fielded[seat]]
    return table.rules.selections[applicable(table.rules, units, table.suits[seat])]


# -- the dice they add -----------------------------------------------------------------------------------------------


def pool(table: Table, seat: int) -> list[int]:
    """The dice of a seat in the skirmish, in the order in which they are rolled: base, Number, Color, Suit."""
    bonuses = table.selected[seat]
    units = table.armies[COMMANDERS * seat + table.fielded[seat]]
    return dice_for(table.rules, units, bonuses)


def dice_for(rules: Rules, units: list[int], bonuses: int) -> list[int]:
    """The dice that units with these bonuses roll."""
    if bonuses & _MATCHING:
        return rules.base + [rules.matching] * matching_dice(rules, units) + rules.bonus_dice[bonuses]
    return rules.base + rules.bonus_dice[bonuses]


def matching_dice(rules: Rules, units: list[int]) -> int:
    """How many dice matching numbers give (FC-R11)."""
    return matching_dice_of(rules, card_set(units))


def matching_dice_of(rules: Rules, cards: int) -> int:
    """The same for a set of units as a bit mask."""
    spades, hearts, diamonds, clubs = cards & _ROW, cards >> 9 & _ROW, cards >> 18 & _ROW, cards >> 27
    majors, minors = spades & hearts, diamonds & clubs
    one_major, one_minor = spades | hearts, diamonds | clubs
    second, third, fourth = rules.match_dice
    dice = second * (majors | minors | one_major & one_minor).bit_count()
    if third:
        dice += third * (majors & one_minor | minors & one_major).bit_count()
        dice += fourth * (majors & minors).bit_count()
    return dice


def average(rules: Rules, units: list[int], bonuses: int) -> float:
    """The average total of units with these bonuses."""
    return sum([(1 + sides_of(code)) / 2 for code in dice_for(rules, units, bonuses)])


def bonus_dice(small_straight_sides: int) -> list[list[int]]:
    """The dice of each set of bonuses in order, without those for matching numbers (FC-020, FC-R13)."""
    of_line: list[list[int]] = []
    for place, line in enumerate(BONUSES):
        sides = small_straight_sides if 1 << place == SMALL_STRAIGHT else line.sides
        of_line.append([] if 1 << place == _MATCHING else [die(place + 1, sides)] * line.dice)
    return [
        [code for place, dice in enumerate(of_line) if bonuses >> place & 1 for code in dice]
        for bonuses in range(_SETS)
    ]


def matching_die() -> int:
    """The die for each matching number."""
    place = _MATCHING.bit_length() - 1
    return die(place + 1, BONUSES[place].sides)


SMALL_STRAIGHT: Final[int] = line_for(WANTS_STRAIGHT, 4)
