"""What the greedy bot thinks its choices are worth, from what its seat may know."""

from typing import Final

from services.rulesets.commanders.bonuses import applicable, average, has_synergy, pool, sides_of
from services.rulesets.commanders.cards import COMMANDERS
from services.rulesets.commanders.notation import (
    ACTION_CHAMPION,
    ACTION_FIGHT,
    ACTION_KEEP,
    ACTION_PLACE,
    ACTION_REROLL,
    ACTION_SELECT,
)
from services.rulesets.commanders.phases import contenders
from services.rulesets.commanders.skirmish import fighters
from services.rulesets.commanders.table import View, standing

_TIED: Final = 0.5
_A_LITTLE: Final = 1e-9


class Heuristics:
    """Judges the choices of the seat that sees a view. Every method gives a number for each legal action."""

    __slots__ = ("seat", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.viewer

    def placements(self, legal: list[int]) -> list[float]:
        """What each commander gains by the next drawn card: on average now, and in hope of one more."""
        card = self.view.drawn[0]
        worth = []
        for action in legal:
            army = self.army(self.seat, action - ACTION_PLACE)
            worth.append(self.promise([*army, card]) - self.promise(army))
        return worth

    def promise(self, units: list[int]) -> float:
        """An army's average total as it is, and once more with any one of the unseen cards if that betters it."""
        now = self.strength(self.seat, units)
        hope = [max(now, self.strength(self.seat, [*units, card])) for card in self.view.unseen]
        return now + (sum(hope) / len(hope) if hope else now)

    def selections(self, legal: list[int]) -> list[float]:
        """The average total with each selection of bonuses."""
        units = self.army(self.seat, self.view.fielded[self.seat])
        return [average(self.view.rules, units, action - ACTION_SELECT) for action in legal]

    def rerolls(self, legal: list[int]) -> list[float]:
        """How likely the seat is ahead after each reroll, by what all dice show now; if all the same, it keeps them."""
        view, seat = self.view, self.seat
        others = [other for other in fighters(view) if other != seat]
        # Twice the points, and one more for who has the True Synergetic Advantage: so has this seat.
        best_other = max([2 * sum(view.rolls[other]) + has_synergy(view.selected[other]) for other in others])
        total = sum(view.rolls[seat])
        chances = [_ahead(2 * total + 1, best_other) + _A_LITTLE]
        for shown, code in zip(view.rolls[seat], pool(view, seat), strict=True):
            values = range(1, sides_of(code) + 1)
            after = [_ahead(2 * (total - shown + value) + 1, best_other) for value in values]
            chances.append(sum(after) / len(after))
        return [chances[0 if action == ACTION_KEEP else action - ACTION_REROLL] for action in legal]

    def champions(self, legal: list[int]) -> list[float]:
        """The strength of each commander that may be put forward."""
        return [self.strength(self.seat, self.army(self.seat, action - ACTION_CHAMPION)) for action in legal]

    def answers(self, legal: list[int]) -> list[float]:
        """To fight a tie out is worth it to the seat with the strongest commander; others rather share the win."""
        best = {seat: self.strongest(seat) for seat in contenders(self.view)}
        fights = best[self.seat] == max(best.values())
        return [float((action == ACTION_FIGHT) == fights) for action in legal]

    # -- armies ------------------------------------------------------------------------------------------------------

    def army(self, seat: int, commander: int) -> list[int]:
        """The units under a commander."""
        return self.view.armies[COMMANDERS * seat + commander]

    def strength(self, seat: int, units: list[int]) -> float:
        """The average total of a seat's units with the bonuses that are best on average."""
        rules = self.view.rules
        possible = rules.selections[applicable(rules, units, self.view.suits[seat])]
        return max([average(rules, units, bonuses) for bonuses in possible])

    def strongest(self, seat: int) -> float:
        """The strength of a seat's strongest commander in the war."""
        left = standing(self.view, seat)
        return max([self.strength(seat, self.army(seat, c)) for c in range(COMMANDERS) if left >> c & 1])


def _ahead(mine: int, best_other: int) -> float:
    return _TIED if mine == best_other else float(mine > best_other)
