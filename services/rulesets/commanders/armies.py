"""How strong armies are and are going to be, and how likely one is ahead of another while cards are still to come."""

from functools import lru_cache
from math import sqrt
from typing import Final

from services.rulesets.commanders.bonuses import (
    SMALL_STRAIGHT,
    applicable_to,
    bonus_dice,
    has_matching,
    has_synergy,
    matching_dice_of,
    sides_of,
)
from services.rulesets.commanders.cards import COMMANDERS, NUMBERS, SUITS, card_set
from services.rulesets.commanders.dice_odds import Pool
from services.rulesets.commanders.table import FACE_DOWN, Rules, Table

ADVANTAGE: Final = 10
"""Points that the True Synergetic Advantage is worth on average: the lowest of several dice is rolled again."""


def _averages(small_straight_sides: int) -> list[float]:
    """The average of each set of bonuses without those for matching numbers, the advantage included."""
    return [
        sum([(1 + sides_of(code)) / 2 for code in dice]) + (ADVANTAGE if has_synergy(bonuses) else 0.0)
        for bonuses, dice in enumerate(bonus_dice(small_straight_sides))
    ]


_AVERAGES: Final = {sides: _averages(sides) for sides in (10, 20)}
"""By the sides of a small straight's die."""

# -- kinds of armies -------------------------------------------------------------------------------------------------

_EMPTY: Final = 0
_OWN_SUIT: Final = 1
_SUIT_OF_OWN_COLOR: Final = 2
_SUIT_OF_OTHER_COLOR: Final = 3
_OWN_COLOR: Final = 4
_OTHER_COLOR: Final = 5
_MIXED: Final = 6

_BLACK: Final = (True, False, False, True)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = [((1 << NUMBERS) - 1) << NUMBERS * suit for suit in range(len(SUITS))]


def _kind(suits: int, suit: int) -> int:
    """What kind of army units of these suits, a bit mask, are under a commander of a suit."""
    held = [other for other in range(len(SUITS)) if suits >> other & 1]
    if not held:
        return _EMPTY
    if held == [suit]:
        return _OWN_SUIT
    if any(_BLACK[other] != _BLACK[held[0]] for other in held):
        return _MIXED
    of_own_color = _BLACK[held[0]] == _BLACK[suit]
    if len(held) == 1:
        return _SUIT_OF_OWN_COLOR if of_own_color else _SUIT_OF_OTHER_COLOR
    return _OWN_COLOR if of_own_color else _OTHER_COLOR


_KINDS: Final = [[_kind(suits, suit) for suits in range(1 << len(SUITS))] for suit in range(len(SUITS))]

# Averages of what such armies gained in matches of the expert against itself, smoothed by hand; the other figures were
# found by matches against greedy.
_GROWTH: Final = (
    (48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0),
    (60.0, 68.0, 0.0, 7.0, 15.0, 15.0, 15.0),
    (50.0, 53.0, 0.0, 2.5, 9.0, 12.0, 12.0),
    (40.0, 42.0, 0.0, 2.0, 4.0, 10.0, 10.0),
    (3.0, 3.0, 2.0, 4.0, 5.0, 3.0, 3.0),
    (18.0, 18.0, 14.0, 18.0, 20.0, 20.0, 20.0),
    (30.0, 30.0, 16.0, 22.0, 28.0, 30.0, 30.0),
)
"""For each kind of army, and 0 to 6 units or more: how many points of its average total are to come, if ever so many
cards are to come to its player."""
_MOST_UNITS: Final = 6
_HALF: Final = 9.0
"""With so many cards to come, an army gains half of that."""
_UNSEEN: Final = 40.0
"""The average total that is expected of units that lie face down."""

# -- how likely ------------------------------------------------------------------------------------------------------

_DICE: Final = 400.0
"""How far the difference of two totals is from its average, squared: by the dice alone."""
_CHANGE: Final = 64.0
"""The same for each card that is to come to each player."""


def spread_of(to_come: float) -> float:
    """How far the difference of two totals may be from its average, when so many cards are to come to each player."""
    return sqrt(_DICE + _CHANGE * to_come)


# -- armies ----------------------------------------------------------------------------------------------------------


def promise(table: Table, seat: int, commander: int, to_come: float) -> float:
    """The average total that a commander's units are going to have, when so many cards are to come to the player."""
    units = table.armies[COMMANDERS * seat + commander]
    if FACE_DOWN in units:
        return _UNSEEN
    return promise_of(table.rules, card_set(units), table.suits[seat], to_come)


def promise_of(rules: Rules, cards: int, suit: int, to_come: float) -> float:
    """The same for a set of units, a bit mask, under a commander of a suit."""
    now, growth = figures(rules, cards, suit)
    return now + growth * growing(to_come)


def growing(to_come: float) -> float:
    """What part of its growth an army gains by so many cards to come to its player."""
    return to_come / (to_come + _HALF)


@lru_cache(maxsize=1 << 16)
def figures(rules: Rules, cards: int, suit: int) -> tuple[float, float]:
    """The average total of a set of units under a commander of a suit, with the bonuses that are best on average, and
    how much it is going to grow. The True Synergetic Advantage counts as points."""
    average, _ = _best(rules, applicable_to(rules, cards, suit), matching_dice_of(rules, cards))
    suits = (cards & _SPADES and 1) | (cards & _HEARTS and 2) | (cards & _DIAMONDS and 4) | (cards & _CLUBS and 8)
    return average, _GROWTH[_KINDS[suit][suits]][min(cards.bit_count(), _MOST_UNITS)]


@lru_cache(maxsize=1 << 14)
def pool_of(rules: Rules, cards: int, suit: int) -> Pool:
    """What a set of units under a commander of a suit rolls, with these bonuses."""
    _, pool = _best(rules, applicable_to(rules, cards, suit), matching_dice_of(rules, cards))
    return pool


@lru_cache(maxsize=1 << 12)
def _best(rules: Rules, lines: int, matching: int) -> tuple[float, Pool]:
    """The selection that is best on average, where these lines of the table apply and so many numbers match."""
    of_bonuses = _AVERAGES[sides_of(rules.bonus_dice[SMALL_STRAIGHT][0])]
    for_matching = (1 + sides_of(rules.matching)) / 2 * matching
    base = (1 + sides_of(rules.base[0])) / 2 if rules.base else 0.0
    averages = [
        base + (of_bonuses[bonuses] + (for_matching if has_matching(bonuses) else 0.0))
        for bonuses in rules.selections[lines]
    ]
    best = averages.index(max(averages))
    bonuses = rules.selections[lines][best]
    return averages[best], pool_with(rules, bonuses, matching)


def pool_with(rules: Rules, bonuses: int, matching: int) -> Pool:
    """What an army rolls with these bonuses, where so many numbers match."""
    dice = rules.base + rules.bonus_dice[bonuses] + [rules.matching] * (matching if has_matching(bonuses) else 0)
    return Pool(tuple(sorted([sides_of(code) for code in dice])), has_synergy(bonuses))
