"""What each player may hope for, judged from everything that lies on the table."""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from services.bots.exact_math import logistic
from services.rulesets.duels.cards import IS_PERSONALITY, NO_CARD, PIECES, POWER, ROUNDS, SEATS, SET, SETS, SLOTS, VALUE
from services.rulesets.duels.scoring import outcome
from services.rulesets.duels.table import SLOTS_OF, State

TAKEN: Final = 0.35
"""The share of the VC cards still to be fought for that each player takes, about: some go for Power cards."""
PIECES_IN_DOUBT: Final = 1.4
LEAST_DOUBT: Final = 0.6
"""How much the pieces still to be fought for count in how uncertain it is who will have most of a set, and what is
uncertain with the last of them."""

# By logistic regression on 27,390 positions of 1,500 matches between experts and greedy players.
POINTS: Final = 1.60
PEOPLE_LATER: Final = 0.44
PEOPLE_NOW: Final = 0.51
EQUIPMENT: Final = 1.01
LINE_UP: Final = 6.95
LAST_DUELS: Final = 0.5
EMPTY: Final = 6
"""A personality opposite none counts like one that is so far ahead."""
_KEPT: Final = 512


class SetStanding:
    """A set of VC cards, as it stands between a player and the other."""

    __slots__ = (
        "count",
        "lead",
        "left",
        "left_count",
        "left_squares",
        "left_value",
        "other_count",
        "other_value",
        "value",
    )

    def __init__(self) -> None:
        self.lead = 0
        """Puzzle pieces ahead of the other player."""
        self.value = self.other_value = 0
        self.count = self.other_count = 0
        self.left = self.left_value = self.left_count = 0
        """Puzzle pieces, value and number of the cards still to be fought for."""
        self.left_squares = 0
        """The squares of the puzzle pieces of each of those cards, added up."""

    def ahead(self, card: int, to: int) -> float:
        """How many points ahead in this set the player may expect to be, once ``card``, one of those left, has gone to
        the player (1), to the other (-1) or to nobody (0). ``NO_CARD``: as it is."""
        lead, left, squares = self.lead, self.left, self.left_squares
        own, other = float(self.value), float(self.other_value)
        own_count, other_count = float(self.count), float(self.other_count)
        rest, rest_count = float(self.left_value), float(self.left_count)
        if card != NO_CARD:
            pieces, value = PIECES[card], VALUE[card]
            left -= pieces
            squares -= pieces * pieces
            rest -= value
            rest_count -= 1.0
            lead += to * pieces
            if to > 0:
                own += value
                own_count += 1.0
            elif to < 0:
                other += value
                other_count += 1.0
        most, most_of_other = _odds_of_most(lead, left, squares)
        own, other = own + TAKEN * rest, other + TAKEN * rest
        own_count, other_count = own_count + TAKEN * rest_count, other_count + TAKEN * rest_count
        return most * own + (1.0 - most) * own_count - most_of_other * other - (1.0 - most_of_other) * other_count


def _odds_of_most(lead: int, left: int, squares: int) -> tuple[float, float]:
    """How likely each player is to have at least as many pieces as the other at the end (FD-046, FD-047)."""
    if lead > left:
        return 1.0, 0.0
    if lead < -left:
        return 0.0, 1.0
    if not left:
        return 1.0, 1.0
    far = lead / sqrt(PIECES_IN_DOUBT * squares + LEAST_DOUBT)
    most = 0.5 + 0.5 * far / sqrt(1.0 + far * far)
    return most, 1.0 - most


def standings(won: Sequence[int], lost: Sequence[int], left: Sequence[int]) -> list[SetStanding]:
    """Each set as it stands for a player: with the VC cards ``won``, those that the other player has won, and those in
    the line-up (``NO_CARD`` counts for nothing) and the Victory deck, in any order."""
    found = [SetStanding() for _ in SETS]
    for card in won:
        standing = found[SET[card]]
        standing.lead += PIECES[card]
        standing.value += VALUE[card]
        standing.count += 1
    for card in lost:
        standing = found[SET[card]]
        standing.lead -= PIECES[card]
        standing.other_value += VALUE[card]
        standing.other_count += 1
    for card in left:
        if card != NO_CARD:
            standing = found[SET[card]]
            standing.left += PIECES[card]
            standing.left_squares += PIECES[card] * PIECES[card]
            standing.left_value += VALUE[card]
            standing.left_count += 1
    return found


@lru_cache(maxsize=_KEPT)
def takings(
    won: tuple[int, ...], lost: tuple[int, ...], line: tuple[int, ...], vc_deck: tuple[int, ...]
) -> dict[int, tuple[float, float]]:
    """For each VC card in the line-up how many points further ahead the player may expect to be once it has gone to
    the player, and to the other: see :func:`standings`. Kept for the next decisions, since most of them win nothing.
    Never changed."""
    found = {}
    sets = standings(won, lost, (*line, *vc_deck))
    for card in line:
        if card != NO_CARD:
            standing = sets[SET[card]]
            nobody = standing.ahead(card, 0)
            found[card] = standing.ahead(card, 1) - nobody, standing.ahead(card, -1) - nobody
    return found


def evaluate(state: State) -> list[float]:
    """Each seat's share of the win, as expected from the sets, the strength of the cards and the line-up; at the end as
    it is."""
    result = outcome(state)
    if result is not None:
        winners = [seat.seat for seat in result.results if seat.rank == 1]
        return [(seat in winners) / len(winners) for seat in range(SEATS)]
    rounds = ROUNDS - state.round
    live = state.live.bit_count()
    duels = SLOTS * rounds + live
    sets = standings(state.won[0], state.won[1], state.line + state.vc_deck)
    points = sum([standing.ahead(NO_CARD, 0) for standing in sets])
    people, equipment = [one - two for one, two in zip(_strength(state, 0), _strength(state, 1), strict=True)]
    strength = PEOPLE_LATER * people * rounds
    strength += (PEOPLE_NOW * people * live + EQUIPMENT * equipment * min(duels, SLOTS)) / SLOTS
    doubt = duels + LAST_DUELS
    first = logistic(POINTS * points / doubt + (strength + LINE_UP * _line_up(state)) / sqrt(doubt))
    return [first, 1.0 - first]


def _strength(state: State, seat: int) -> tuple[int, int]:
    """The power of a player's personalities and of the equipment, in hand and line-up."""
    people = equipment = 0
    for cards in (state.hands[seat], state.cards[seat]):
        for card in cards:
            if card != NO_CARD:
                if IS_PERSONALITY[card]:
                    people += POWER[card]
                else:
                    equipment += POWER[card]
    return people, equipment


def _line_up(state: State) -> float:
    """By how much the first seat is ahead in the slots with a VC card, once both players have placed."""
    ahead = 0.0
    if min(state.placed) == SLOTS:
        for slot in SLOTS_OF[state.live]:
            one, two = _power(state, 0, slot), _power(state, 1, slot)
            lead = one - two if one and two else EMPTY * ((one > 0) - (two > 0))
            ahead += lead / (2 + abs(lead))
    return ahead


def _power(state: State, seat: int, slot: int) -> int:
    card = state.cards[seat][slot]
    return POWER[card] + state.bonus[seat][slot] if card != NO_CARD and IS_PERSONALITY[card] else 0
