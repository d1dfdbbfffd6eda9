"""How the recruit phase may go on: quick play of all seats to the last placement, for the evaluation of what a search
imagines.

Armies are sets of cards as bit masks. Each turn is planned once, as the expert plans it.
"""

from math import sqrt
from typing import Final

from services.rulesets.commanders.armies import figures, growing, spread_of
from services.rulesets.commanders.cards import BIT, COMMANDERS, card_set
from services.rulesets.commanders.expert import SHARES, decisive
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
    grown = growing(to_come)
    spread = spread_of(to_come)
    square = spread * spread
    base, suit = COMMANDERS * seat, suits[seat]
    own = armies[base : base + COMMANDERS]
    rivals = []
    for c in range(COMMANDERS):
        of_rank = []
        for other in range(rules.seats):
            if other != seat:
                now, growth = figures(rules, armies[COMMANDERS * other + c], suits[other])
                of_rank.append(now + growth * grown)
        rivals.append(of_rank)
    grown_now = growing(to_come + len(drawn))
    wins = []
    for c in range(COMMANDERS):
        now, growth = figures(rules, own[c], suit)
        total = now + growth * grown_now
        win = 1.0
        for rival in rivals[c]:
            x = total - rival
            win *= 0.5 + 0.5 * x / sqrt(square + x * x)
        wins.append(win)
    weights = decisive(wins, SHARES[rules.seats])
    sets = [0]
    for card in drawn:
        sets += [cards | BIT[card] for cards in sets]
    worth = []
    for c in range(COMMANDERS):
        army, weight, of_rank = own[c], weights[c], rivals[c]
        line = []
        for cards in sets:
            now, growth = figures(rules, army | cards, suit)
            total = now + growth * grown
            win = weight
            for rival in of_rank:
                x = total - rival
                win *= 0.5 + 0.5 * x / sqrt(square + x * x)
            line.append(win)
        worth.append(line)
    low, low_parts = _shared(worth[0], worth[1])
    high, high_parts = _shared(worth[2], worth[3])
    everything = len(sets) - 1
    best = max(range(len(sets)), key=lambda cards: low[cards] + high[everything ^ cards])
    one = low_parts[best]
    two = high_parts[everything ^ best]
    armies[base] |= sets[one]
    armies[base + 1] |= sets[best ^ one]
    armies[base + 2] |= sets[two]
    armies[base + 3] |= sets[everything ^ best ^ two]


_PARTS: Final = [[part for part in range(cards + 1) if part & cards == part] for cards in range(1 << CARDS_A_TURN)]


def _shared(one: list[float], other: list[float]) -> tuple[list[float], list[int]]:
    """For each set of cards the most that two commanders make of it, and the part that goes to the first."""
    best = []
    parts = []
    for cards in range(len(one)):
        most = -1.0
        for part in _PARTS[cards]:
            worth = one[part] + other[cards ^ part]
            if worth > most:
                most = worth
                first = part
        best.append(most)
        parts.append(first)
    return best, parts
