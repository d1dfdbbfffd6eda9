"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Any, Final

from services.bots.levels import LevelSettings, levels
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import AnyRuleset, Budget
from services.engine.ruleset import Bot
from services.rulesets.commanders.bots import GreedyBot
from services.rulesets.commanders.expert import ExpertBot

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=40), turns=2, candidates=6),
    4: RolloutSettings(Budget(iterations=30), turns=4, candidates=6),
}
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=320), turns=2, candidates=6),
    4: RolloutSettings(Budget(iterations=240), turns=4, candidates=6),
}


def search_levels(rules: AnyRuleset) -> dict[str, Bot[Any]]:
    """The bots that search. The others are taken for experts or for greedy, each as likely."""
    policies = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
    return levels(rules, policies, search=SEARCH, search_deep=SEARCH_DEEP)
