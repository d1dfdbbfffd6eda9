"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Any, Final

from services.bots.levels import LevelSettings, levels
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import AnyRuleset, Budget
from services.engine.ruleset import Bot
from services.rulesets.standoff.expert import ExpertBot

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=40), turns=4, candidates=6, certainty=1.5),
}
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=320), turns=4, candidates=6, certainty=1.5),
}


def search_levels(rules: AnyRuleset) -> dict[str, Bot[Any]]:
    """The bots that search. All are taken for experts: greedy takes ten times as long over a turn."""
    policies = Policies(ExpertBot(), (ExpertBot(),))
    return levels(rules, policies, search=SEARCH, search_deep=SEARCH_DEEP)
