"""How the recruit phase may go on: quick play of all seats to the last placement, for the evaluation of what a search
imagines.

Armies are sets of cards as bit masks. Each turn is planned once, as the expert plans it.
"""

from typing import Final

from services.rulesets.commanders.armies import promise_of
from services.rulesets.commanders.cards import COMMANDERS, card_set
from services.rulesets.commanders.expert import prospects, subsets
from services.rulesets.commanders.phases import CARDS_A_TURN
from services.rulesets.commanders.table import Rules, State


def play_on(state: State) -> list[int]:
    """The armies of all seats after the last placement, as sets of cards in the order of ``State.armies``."""
    rules = state.rules
    armies = [card_set(army) for army in state.armies]
    deck, drawn, seat = state.deck.copy(), state.drawn, state.turn
    while True:
        if drawn:
            place_all(rules, state.suits, armies, seat, drawn, len(deck))
        if len(deck) <= rules.undrawn:
            return armies
        seat = (seat + 1) % rules.seats
        number = 1 if len(deck) <= rules.single_draws else CARDS_A_TURN
        drawn = deck[: -number - 1 : -1]
        del deck[-number:]


def place_all(rules: Rules, suits: list[int], armies: list[int], seat: int, drawn: list[int], deck: int) -> None:
    """Place the drawn cards of a seat, in place. ``deck``: how many cards are left in it."""
    to_come = deck / rules.seats
    base = COMMANDERS * seat
    rivals = [
        [
            promise_of(rules, armies[COMMANDERS * other + c], suits[other], to_come)
            for other in range(rules.seats)
            if other != seat
        ]
        for c in range(COMMANDERS)
    ]
    sets = subsets(drawn)
    worth = prospects(rules, suits[seat], armies[base : base + COMMANDERS], rivals, sets, to_come)
    for place, cards in enumerate(_best_plan(worth)):
        armies[base + place] |= sets[cards]


def _best_plan(worth: list[list[float]]) -> list[int]:
    """Which set of the cards goes to each commander, so that all of them are placed as is best."""
    low, low_parts = _shared(worth[0], worth[1])
    high, high_parts = _shared(worth[2], worth[3])
    everything = len(low) - 1
    totals = [low[cards] + high[everything ^ cards] for cards in range(len(low))]
    of_low = totals.index(max(totals))
    one = low_parts[of_low]
    three = high_parts[everything ^ of_low]
    return [one, of_low ^ one, three, everything ^ of_low ^ three]


def _shared(one: list[float], other: list[float]) -> tuple[list[float], list[int]]:
    """For each set of cards the most that two commanders make of it, and the part that goes to the first."""
    best = []
    parts = []
    for cards in range(len(one)):
        shares = [one[part] + other[cards ^ part] for part in _PARTS[cards]]
        most = max(shares)
        best.append(most)
        parts.append(_PARTS[cards][shares.index(most)])
    return best, parts


_PARTS: Final = [[part for part in range(cards + 1) if part & cards == part] for cards in range(1 << CARDS_A_TURN)]
"""The subsets of each set, as bit masks."""
