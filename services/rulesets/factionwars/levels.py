"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Final

from services.bots.levels import LevelSettings, deeper
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import Budget
from services.rulesets.factionwars.bots import GreedyBot
from services.rulesets.factionwars.expert import ExpertBot

POLICIES: Final = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
"""The others are taken for experts or for greedy, each as likely."""

# Of the few bids of a round several are about as good, and what is lost by a wrong choice between them is little: without
# certainty the search took 32 of 40 matches of two against greedy, with a certainty of one standard error 74 of 114.
SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=260), turns=4, candidates=4, certainty=0.0),
    3: RolloutSettings(Budget(iterations=200), turns=4, candidates=4, certainty=0.0),
    4: RolloutSettings(Budget(iterations=140), turns=4, candidates=4, certainty=0.0),
    5: RolloutSettings(Budget(iterations=100), turns=4, candidates=4, certainty=0.0),
}
SEARCH_DEEP: Final = deeper(SEARCH, 7)
