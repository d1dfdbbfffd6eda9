"""What each player may hope for, judged from everything that lies on the table."""

from math import sqrt
from typing import Final

from services.bots.exact_math import exp
from services.rulesets.faceoff.cards.cards import NO_SET
from services.rulesets.faceoff.cards.vocabulary import KIND_POWER, KIND_SCRUB
from services.rulesets.faceoff.play.draw_phase import HAND_LIMIT
from services.rulesets.faceoff.play.ending import outcome, owned
from services.rulesets.faceoff.play.scoring import power_card_bonus
from services.rulesets.faceoff.power.totals import army_parts
from services.rulesets.faceoff.table.rules import SET_SIZE
from services.rulesets.faceoff.table.state import (
    PHASE_ABILITY,
    PHASE_AVIATOR,
    PHASE_BID,
    PHASE_BUILD_UP,
    PHASE_DESTINATION,
    PHASE_EQUIPMENT,
    PHASE_FACEOFF_REWARD,
    PHASE_HQ_REWARD,
    PHASE_PERSONALITY,
    State,
)

# By a conditional logit regression on 36,199 positions of 1,650 matches of 2 to 5 players, each an expert or greedy.
POINTS: Final = 0.50
DECK: Final = 0.31
ARMY: Final = 1.03
PERMANENT: Final = 0.09
READY: Final = 0.16
ASSAULT_SHARE: Final = 0.38
"""The share of rounds that are HQ Assaults."""
LEAD_NOW: Final = 0.6
LEAD_LATER: Final = 0.03
"""How uncertain it is that the lead in a set will hold, in pieces: at the end, and more for each round until then."""
AVERAGE_PAIR: Final = 8
"""The power of the best pair in a full hand, about."""
ALL_BUT_ONE: Final = 4.0
"""What it is worth, in points, to lack one card of a set: with the last one the match is won."""

_FIGHTING: Final = (
    PHASE_PERSONALITY,
    PHASE_EQUIPMENT,
    PHASE_ABILITY,
    PHASE_FACEOFF_REWARD,
    PHASE_AVIATOR,
    PHASE_BUILD_UP,
    PHASE_BID,
    PHASE_DESTINATION,
    PHASE_HQ_REWARD,
)


def evaluate(state: State) -> list[float] | None:
    """Each seat's share of the win, as expected; at the end as it is. None while a Face Off or an HQ Assault is being
    fought: what was committed to it is spent, and what it will bring is not there yet."""
    if state.phase in _FIGHTING:
        return None
    seats = state.rules.seats
    result = outcome(state)
    if result is not None:
        winners = [seat.seat for seat in result.results if seat.rank == 1]
        return [(seat in winners) / len(winners) for seat in range(seats)]
    hopes = [exp(hope) for hope in _hopes(state)]
    total = sum(hopes)
    return [hope / total for hope in hopes]


def _hopes(state: State) -> list[float]:
    return [
        POINTS * points + DECK * deck + ARMY * army + PERMANENT * permanent + READY * ready
        for points, deck, army, permanent, ready in features(state)
    ]


def features(state: State) -> list[tuple[float, float, float, float, float]]:
    """For each seat, what it has, each figure as far ahead of the others and as sure as it counts."""
    seats = range(state.rules.seats)
    rounds = rounds_left(state)
    doubt = sqrt(1.0 + rounds)
    holdings = [_Holding(state, seat) for seat in seats]
    points = _points(state, holdings, rounds)
    until = _until_crack(state)
    armies = [sum(army_parts(state, seat)) for seat in seats]
    return [
        (
            points[seat] / doubt,
            holdings[seat].strength * rounds / doubt,
            armies[seat] / (2.0 + until) / doubt,
            len(state.perms[seat]) * rounds / doubt,
            _best_pair(state, seat) / doubt,
        )
        for seat in seats
    ]


def _best_pair(state: State, seat: int) -> int:
    """The power of the best personality in hand with the equipment that fits it best; of a hand that has
    still to be filled up, at least what is usual."""
    cards, hand = state.rules.cards, state.hands[seat]
    power = cards.power
    best = 0 if len(hand) >= HAND_LIMIT else AVERAGE_PAIR
    equipment = [card for card in hand if cards.is_equipment[card]]
    for card in hand:
        if cards.is_personality[card]:
            pairs = cards.pair[card]
            gains = [power[other] + pairs[other] for other in equipment if other != card]
            best = max(best, power[card] + max(gains, default=0))
    return best


class _Holding:
    """What a player owns. The lists have one entry for each set."""

    __slots__ = ("counts", "pieces", "points", "power_cards", "strength", "values")

    def __init__(self, state: State, seat: int) -> None:
        cards = state.rules.cards
        sets = len(cards.factions)
        self.pieces, self.values, self.counts = [0] * sets, [0] * sets, [0] * sets
        self.power_cards = 0
        self.points = float(state.vp[seat])
        """What is there whatever the others own; then what the sets will score, about, too."""
        power = fighters = 0
        for card in owned(state, seat):
            of = cards.set_of[card]
            if of != NO_SET:
                self.pieces[of] += cards.pieces[card]
                self.values[of] += cards.value[card]
                self.counts[of] += 1
                continue
            self.points += cards.vp[card]
            if cards.is_personality[card] or cards.is_equipment[card]:
                power += cards.power[card]
                fighters += 1
                self.power_cards += cards.kind[card] == KIND_POWER
            elif cards.kind[card] == KIND_SCRUB:
                fighters += 1
            else:
                self.points += cards.value[card]
        self.strength = power / max(1, fighters)


def _points(state: State, holdings: list[_Holding], rounds: float) -> list[float]:
    """About what each player will score with what is there."""
    doubt = 2.0 * (LEAD_NOW + LEAD_LATER * rounds)
    ahead = 1.8 / len(holdings) - 0.2
    for of in range(len(state.rules.cards.factions)):
        pieces = [holding.pieces[of] for holding in holdings]
        second, first = sorted(pieces)[-2:]
        if not first:
            continue
        for holding, own in zip(holdings, pieces, strict=True):
            count = holding.counts[of]
            if count:
                lead = (own - (second if own == first else first) + ahead) / doubt
                leads = 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)
                holding.points += leads * holding.values[of] + (1.0 - leads) * count
                if count == SET_SIZE - 1:
                    holding.points += ALL_BUT_ONE
    bonus = power_card_bonus([holding.power_cards for holding in holdings])
    return [holding.points + more for holding, more in zip(holdings, bonus, strict=True)]


def rounds_left(state: State) -> float:
    """About how many rounds are still to be played."""
    value = state.rules.cards.value
    assaults = sum([value[card] for card in state.rules.timing if card not in state.removed]) - len(state.assaults)
    clock = len(state.clock_row) + len(state.clock_mid) + len(state.clock_deck)
    return min(assaults / ASSAULT_SHARE, float(clock))


def _until_crack(state: State) -> int:
    return max(0, state.rules.cards.value[state.timing] - len(state.assaults))
