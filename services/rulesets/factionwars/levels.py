"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Final

from services.bots.levels import LevelSettings
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import Budget
from services.rulesets.factionwars.bots import GreedyBot
from services.rulesets.factionwars.expert import ExpertBot

POLICIES: Final = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
"""The others are taken for experts or for greedy, each as likely."""

# Of the bids of a round several are about as good, and little is lost by a wrong choice between them: no certainty is
# wanted that another bid is better than the policy's.
SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=260), turns=4, candidates=4, certainty=0.0),
    3: RolloutSettings(Budget(iterations=200), turns=4, candidates=4, certainty=0.0),
    4: RolloutSettings(Budget(iterations=140), turns=4, candidates=4, certainty=0.0),
    5: RolloutSettings(Budget(iterations=100), turns=4, candidates=4, certainty=0.0),
}
# More of the same playouts find the same: at 260 the worth of a bid is known to within a hundredth. Longer ones lean
# less on the evaluation.
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=1000), turns=10, candidates=4, certainty=0.0),
    3: RolloutSettings(Budget(iterations=760), turns=12, candidates=4, certainty=0.0),
    4: RolloutSettings(Budget(iterations=520), turns=14, candidates=4, certainty=0.0),
    5: RolloutSettings(Budget(iterations=400), turns=16, candidates=4, certainty=0.0),
}
