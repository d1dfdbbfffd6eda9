"""The bots. Each sees a seat's view and nothing else."""

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.commanders.heuristics import Heuristics
from services.rulesets.commanders.table import (
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    View,
)


class GreedyBot(Bot[View]):
    """Plays what makes it most likely to win its skirmishes, as far as it can tell; chance decides between equals."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        heuristics = Heuristics(view)
        if view.phase == PHASE_PLACE:
            worth = heuristics.placements(legal)
        elif view.phase == PHASE_SELECT:
            worth = heuristics.selections(legal)
        elif view.phase == PHASE_REROLL:
            worth = heuristics.rerolls(legal)
        elif view.phase == PHASE_CHAMPION:
            worth = heuristics.champions(legal)
        elif view.phase == PHASE_AGREE:
            worth = heuristics.answers(legal)
        else:
            worth = [0.0] * len(legal)  # one suit is as good as another
        return best(legal, worth, chance)
