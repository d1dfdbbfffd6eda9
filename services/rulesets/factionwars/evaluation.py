"""What each seat may hope for: its share of the win, as expected from what lies on the table.

A player's standing is their score, and in points what their cards promise: strength in battle, bonus cards within
reach, a bystander still to come. The shares follow from the standings: a lead counts the more the fewer rounds are to
come.
"""

from dataclasses import dataclass
from typing import Final

from services.bots.exact_math import exp
from services.rulesets.factionwars import scoring
from services.rulesets.factionwars.cards import (
    AT_LEAST_5,
    AT_MOST_2,
    BONUS_CARDS,
    BYSTANDERS,
    OF_FACTION,
    BonusCard,
    Condition,
    card_set,
)
from services.rulesets.factionwars.heuristics import rounds_to_come
from services.rulesets.factionwars.table import PHASE_GAME_OVER, State


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts besides the score, in points, for one number of players. *Later*: for each ten rounds to come, which
    are forty at most."""

    battle: float
    """For each battle value of a player's cards on average."""
    battle_later: float
    near: tuple[float, float, float, float]
    """For a bonus card that is not met but nearly, times the square of the part that is: each faction, one faction,
    high and low battle values."""
    clean_later: float
    """For a bonus card met by having no bystander."""
    spread: float
    """The lead that makes a player's odds e times as great."""
    spread_later: float


# Found by regression on 26,735, 14,275, 9,859 and 5,881 positions with 2, 3, 4 and 5 players, from matches of the
# expert against itself: the weights that make those who won likeliest.
_WEIGHTS: Final = {
    2: Weights(5.4, 2.2, (3.3, 0.9, 4.0, 1.5), -0.6, 4.4, 2.4),
    3: Weights(1.7, 4.3, (6.3, 2.6, 3.3, 4.7), -3.8, 3.3, 7.2),
    4: Weights(2.2, 5.2, (3.1, 3.0, 3.1, 1.6), -6.2, 3.2, 14.2),
    5: Weights(0.1, 5.9, (5.0, 4.1, 5.1, 3.4), -8.8, 3.1, 11.0),
}
_MOST_ROUNDS: Final = 40.0


def win_shares(state: State) -> list[float]:
    """Each seat's expected share of the win, by seat; they add up to 1. At the end of the match the shares themselves:
    equal winners have equal parts."""
    seats = range(state.rules.seats)
    if state.phase == PHASE_GAME_OVER:
        ranks = scoring.ranks(state, [scoring.score(state, seat).total for seat in seats])
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    weights = _WEIGHTS[state.rules.seats]
    tens = min(rounds_to_come(state), _MOST_ROUNDS) / 10
    standings = [_standing(state, seat, weights, tens) for seat in seats]
    most = max(standings)
    spread = weights.spread + weights.spread_later * tens
    odds = [exp((standing - most) / spread) for standing in standings]
    total = sum(odds)
    return [each / total for each in odds]


def _standing(state: State, seat: int, weights: Weights, tens: float) -> float:
    """A player's score, and what their cards promise."""
    cards = state.decks[seat] + state.discards[seat]
    owned = card_set(cards)
    mean = sum(map(state.rules.power.__getitem__, cards)) / (2 * len(cards)) if cards else 0.0
    worth = scoring.score(state, seat).total + (weights.battle + weights.battle_later * tens) * mean
    for number in state.display:
        bonus = BONUS_CARDS[number]
        if bonus.condition is Condition.NO_BYSTANDERS:
            worth += 0.0 if owned & BYSTANDERS else weights.clean_later * tens
        elif bonus.condition is not Condition.OWN_CARDS_OF_FACTION:
            worth += _nearness(bonus, state.rules.seats, owned, weights)
    return worth


def _nearness(bonus: BonusCard, players: int, owned: int, weights: Weights) -> float:
    """What a bonus card that is not met promises."""
    needed = bonus.at_least[players]
    condition = bonus.condition
    if condition is Condition.EACH_FACTION_AT_LEAST:
        missing = sum([max(0, needed - (owned & cards).bit_count()) for cards in OF_FACTION])
        kind, part = 0, 1.0 - missing / (needed * len(OF_FACTION))
    elif condition is Condition.ONE_FACTION_AT_LEAST:
        kind, part = 1, max([(owned & cards).bit_count() for cards in OF_FACTION]) / needed
    elif condition is Condition.BATTLE_AT_LEAST_5_COUNT:
        kind, part = 2, (owned & AT_LEAST_5).bit_count() / needed
    else:
        kind, part = 3, (owned & AT_MOST_2).bit_count() / needed
    return weights.near[kind] * part * part if part < 1.0 else 0.0
