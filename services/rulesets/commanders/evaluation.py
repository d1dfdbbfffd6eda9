"""What each seat may hope for: how strong each army is and is going to be, who is likely to win each skirmish, and
with that the war."""

from math import sqrt
from typing import Final

from services.rulesets.commanders import scoring
from services.rulesets.commanders.bonuses import (
    SMALL_STRAIGHT,
    applicable,
    bonus_dice,
    has_matching,
    has_synergy,
    matching_dice,
    sides_of,
)
from services.rulesets.commanders.cards import COMMANDERS, NUMBERS, PLAYERS_MAX, PLAYERS_MIN, SUITS
from services.rulesets.commanders.phases import contenders
from services.rulesets.commanders.table import FACE_DOWN, PHASE_GAME_OVER, Rules, State, Table, standing

_ADVANTAGE: Final = 10.0
"""Points that the True Synergetic Advantage is worth on average: the lowest of several dice is rolled again."""


def _averages(small_straight_sides: int) -> list[float]:
    """The average of each set of bonuses without those for matching numbers, the advantage included."""
    return [
        sum([(1 + sides_of(code)) / 2 for code in dice]) + (_ADVANTAGE if has_synergy(bonuses) else 0.0)
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
_SUIT_BIT: Final = [1 << place // NUMBERS for place in range(NUMBERS * len(SUITS))]


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
_ROLLED: Final = 25.0
"""The same for dice that are rolled, of which one may be rerolled."""

_PLACE: Final = 8
"""Victories are counted in a whole number, with a digit to this base for each seat."""


def win_shares(state: State) -> list[float]:
    """Each seat's expected share of the win, by seat; they add up to 1. At the end of the match the share itself: equal
    winners have equal parts."""
    seats = state.rules.seats
    if state.phase == PHASE_GAME_OVER:
        return _split(scoring.winners(state), seats)
    if state.skirmish > COMMANDERS or sum(state.wins) == COMMANDERS:
        return _tie_break(state)
    odds = {sum([wins * _PLACE**seat for seat, wins in enumerate(state.wins)]): 1.0}
    for commander in range(sum(state.wins), COMMANDERS):
        wins = skirmish_odds(state, commander)
        after: dict[int, float] = {}
        for key, part in odds.items():
            for seat, win in enumerate(wins):
                then = key + _PLACE**seat
                after[then] = after.get(then, 0.0) + part * win
        odds = after
    shares = [0.0] * seats
    for key, part in odds.items():
        leaders = _LEADERS[seats][key]
        for seat in leaders:
            shares[seat] += part / len(leaders)
    return shares


def skirmish_odds(state: State, commander: int) -> list[float]:
    """How likely each seat is to win the skirmish of these commanders; the numbers add up to 1."""
    seats = range(state.rules.seats)
    to_come = len(state.deck) / state.rules.seats
    if commander + 1 == state.skirmish and all(state.rolls):
        totals = [float(sum(roll)) for roll in state.rolls]
        spread = sqrt(_ROLLED)
    else:
        spread = spread_of(to_come)
        totals = [
            promise(state, seat, commander, to_come + len(state.drawn) if seat == state.turn else to_come)
            for seat in seats
        ]
    odds = []
    for seat in seats:
        win = 1.0
        for other in seats:
            if other != seat:
                win *= ahead(totals[seat] - totals[other], spread)
        odds.append(win)
    total = sum(odds)
    return [win / total for win in odds]


def _tie_break(state: State) -> list[float]:
    """Who has the stronger commanders standing wins the tie-break more often."""
    weights = [0.0] * state.rules.seats
    for seat in contenders(state):
        left = standing(state, seat)
        total = sum([promise(state, seat, c, 0.0) for c in range(COMMANDERS) if left >> c & 1])
        weights[seat] = 1.0 + total * total
    total = sum(weights)
    return [weight / total for weight in weights]


def _split(winners: list[int], seats: int) -> list[float]:
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def _leaders(seats: int) -> dict[int, list[int]]:
    """Who has the most victories, for each way in which the four skirmishes may end."""
    leaders = {}
    for ended in range(seats**COMMANDERS):
        wins = [0] * seats
        for number in range(COMMANDERS):
            wins[ended // seats**number % seats] += 1
        key = sum([count * _PLACE**seat for seat, count in enumerate(wins)])
        leaders[key] = [seat for seat in range(seats) if wins[seat] == max(wins)]
    return leaders


_LEADERS: Final = {seats: _leaders(seats) for seats in range(PLAYERS_MIN, PLAYERS_MAX + 1)}


def spread_of(to_come: float) -> float:
    """How far the difference of two totals may be from its average, when so many cards are to come to each player."""
    return sqrt(_DICE + _CHANGE * to_come)


def ahead(difference: float, spread: float) -> float:
    """How likely a total is higher than another that is less by this on average."""
    x = difference / spread
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


# -- armies ----------------------------------------------------------------------------------------------------------


def promise(table: Table, seat: int, commander: int, to_come: float) -> float:
    """The average total that a commander's units are going to have, when so many cards are to come to the player."""
    units = table.armies[COMMANDERS * seat + commander]
    if FACE_DOWN in units:
        return _UNSEEN
    return promise_of(table.rules, units, table.suits[seat], to_come)


def promise_of(rules: Rules, units: list[int], suit: int, to_come: float) -> float:
    """The same for units, which are all known, under a commander of a suit."""
    now = strength(rules, units, suit)
    if not to_come:
        return now
    suits = 0
    for unit in units:
        suits |= _SUIT_BIT[unit]
    growth = _GROWTH[_KINDS[suit][suits]][min(len(units), _MOST_UNITS)]
    return now + growth * to_come / (to_come + _HALF)


def strength(rules: Rules, units: list[int], suit: int) -> float:
    """The average total of units under a commander of a suit, with the bonuses that are best on average; the True
    Synergetic Advantage counts as points."""
    base = (1 + sides_of(rules.base[0])) / 2 if rules.base else 0.0
    lines = applicable(rules, units, suit)
    if not lines:
        return base
    averages = _AVERAGES[sides_of(rules.bonus_dice[SMALL_STRAIGHT][0])]
    possible = rules.selections[lines]
    if not has_matching(lines):
        return base + max([averages[bonuses] for bonuses in possible])
    matching = (1 + sides_of(rules.matching)) / 2 * matching_dice(rules, units)
    return base + max([averages[bonuses] + (matching if has_matching(bonuses) else 0.0) for bonuses in possible])
