"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Any, Final

from services.bots.levels import LevelSettings, levels
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import AnyRuleset, Budget
from services.engine.ruleset import Bot
from services.rulesets.duels.bots import GreedyBot
from services.rulesets.duels.expert import ExpertBot

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=24), turns=14, candidates=3, certainty=1.5),
}
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=192), turns=14, candidates=3, certainty=1.5),
}


def search_levels(rules: AnyRuleset) -> dict[str, Bot[Any]]:
    """The bots that search. The others are taken for experts or for greedy, each as likely."""
    policies = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
    return levels(rules, policies, search=SEARCH, search_deep=SEARCH_DEEP)
