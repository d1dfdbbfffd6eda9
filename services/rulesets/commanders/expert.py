"""The expert bot: it places units to win skirmishes against the armies that the others have, not to roll high.

Its sums are made of operations that give the same on every machine: what it chooses can be played again anywhere.
"""

from itertools import pairwise
from math import sqrt
from typing import Final

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.commanders.armies import figures, growing, promise, promise_of, spread_of
from services.rulesets.commanders.cards import BIT, COMMANDERS, card_set
from services.rulesets.commanders.heuristics import Heuristics
from services.rulesets.commanders.notation import ACTION_PLACE
from services.rulesets.commanders.table import (
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    Rules,
    View,
)

SHARES: Final = {2: (0.0, 0.0, 0.5, 1.0, 1.0), 3: (0.0, 0.0, 0.75, 1.0, 1.0), 4: (0.0, 0.05, 0.85, 1.0, 1.0)}
"""About the share of the win that 0 to 4 victories bring, by number of players."""
_EVEN: Final = 0.1
"""What a skirmish counts besides what it decides."""


class ExpertBot(Bot[View]):
    """Plays what makes it most likely to win the war; chance decides between equals.

    The cards of a turn are placed with a plan for all of them, by what each army promises against its rivals. All other
    choices are those of greedy, which sees what matters there.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        worth = self.preferences(view, legal)
        return best(legal, worth, chance)

    def preferences(self, view: View, legal: list[int]) -> list[float]:
        if view.phase == PHASE_PLACE:
            return placements(view, [action - ACTION_PLACE for action in legal])
        heuristics = Heuristics(view)
        if view.phase == PHASE_SELECT:
            return heuristics.selections(legal)
        if view.phase == PHASE_REROLL:
            return heuristics.rerolls(legal)
        if view.phase == PHASE_CHAMPION:
            return heuristics.champions(legal)
        if view.phase == PHASE_AGREE:
            return heuristics.answers(legal)
        return [0.0] * len(legal)  # one suit is as good as another


def placements(view: View, commanders: list[int]) -> list[float]:
    """What it is worth to place the next drawn card under each of the commanders, the others of the turn as is best."""
    seat, rules = view.viewer, view.rules
    to_come = view.deck / rules.seats
    others = [other for other in range(rules.seats) if other != seat]
    rivals = [[promise(view, other, c, to_come) for other in others] for c in range(COMMANDERS)]
    own = [card_set(army) for army in view.armies[COMMANDERS * seat : COMMANDERS * (seat + 1)]]
    worth = prospects(rules, view.suits[seat], own, rivals, subsets(view.drawn), to_come)
    pairs = [_shared(worth[0], worth[1]), _shared(worth[2], worth[3])]
    return [_best_plan(worth[c], worth[c ^ 1], pairs[1 - (c >> 1)]) for c in commanders]


def subsets(drawn: list[int]) -> list[int]:
    """All sets of the drawn cards: bit 0 of a set's place in the list stands for the next card."""
    sets = [0]
    for card in drawn:
        sets += [cards | BIT[card] for cards in sets]
    return sets


def prospects(
    rules: Rules, suit: int, own: list[int], rivals: list[list[float]], sets: list[int], to_come: float
) -> list[list[float]]:
    """For each commander what it is worth to add each of the sets of drawn cards to its army.

    ``own``: the armies as sets of cards; ``rivals``: what those that they are going to fight promise; ``to_come``: how
    many cards are to come to each player after these.
    """
    spread = spread_of(to_come)
    drawn = len(sets).bit_length() - 1
    now = [
        _wins([promise_of(rules, army, suit, to_come + drawn)], against, spread)[0]
        for army, against in zip(own, rivals, strict=True)
    ]
    grown = growing(to_come)
    worth = []
    for army, against, weight in zip(own, rivals, decisive(now, SHARES[rules.seats]), strict=True):
        armies = [figures(rules, army | cards, suit) for cards in sets]
        totals = [average + growth * grown for average, growth in armies]
        worth.append([weight * win for win in _wins(totals, against, spread)])
    return worth


def _wins(totals: list[float], rivals: list[float], spread: float) -> list[float]:
    """How likely each total beats those of all rivals."""
    wins = []
    for total in totals:
        odds = 1.0
        for rival in rivals:
            x = (total - rival) / spread
            odds *= 0.5 + 0.5 * x / sqrt(1.0 + x * x)
        wins.append(odds)
    return wins


def decisive(wins: list[float], shares: tuple[float, ...]) -> list[float]:
    """What it is worth to win each skirmish, given how likely each of them is won: what one victory more brings, with
    as many of the others won as may be."""
    gains = [after - before for before, after in pairwise(shares)]
    result = []
    for number in range(len(wins)):
        one, two, three = wins[:number] + wins[number + 1 :]
        none, both = (1.0 - one) * (1.0 - two), one * two
        single = 1.0 - none - both
        lost = 1.0 - three
        odds = (none * lost, none * three + single * lost, single * three + both * lost, both * three)
        result.append(_EVEN + sum([part * gain for part, gain in zip(odds, gains, strict=True)]))
    return result


def _shared(one: list[float], other: list[float]) -> list[float]:
    """For each set of cards the most that two commanders make of it."""
    best = []
    for cards in range(len(one)):
        most = one[0] + other[cards]
        part = cards
        while part:
            most = max(most, one[part] + other[cards ^ part])
            part = (part - 1) & cards
        best.append(most)
    return best


def _best_plan(first: list[float], beside: list[float], others: list[float]) -> float:
    """The most that can be made of all cards if the next one goes to the first commander. ``others``: what the two
    commanders of the other pair make of a set."""
    everything = len(first) - 1
    return max([first[mine] + _most(beside, others, everything ^ mine) for mine in range(1, everything + 1, 2)])


def _most(one: list[float], pair: list[float], cards: int) -> float:
    """The most that a commander and a pair of others make of a set of cards."""
    most = one[0] + pair[cards]
    part = cards
    while part:
        most = max(most, one[part] + pair[cards ^ part])
        part = (part - 1) & cards
    return most
