"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Final

from services.bots.levels import LevelSettings
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import Budget
from services.rulesets.standoff.expert import ExpertBot

POLICIES: Final = Policies(ExpertBot(), (ExpertBot(),))
"""All are taken for experts: greedy takes several times as long over a turn."""

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=44), turns=4, candidates=6, certainty=1.5),
}
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=90), turns=12, candidates=8, certainty=1.5),
}
"""Playouts that are three times as long tell more than nine times as many."""
