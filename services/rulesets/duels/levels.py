"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Final

from services.bots.levels import LevelSettings
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import Budget
from services.rulesets.duels.bots import GreedyBot
from services.rulesets.duels.expert import ExpertBot

POLICIES: Final = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
"""The other player is taken for an expert or for greedy, each as likely."""

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=60), turns=14, candidates=3),
}
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=360), turns=14, candidates=9, certainty=2.0),
}
"""Most is to be won while both players place, by cards that the expert would not lay there: so more are tried."""
