"""The levels above the expert: searches in which the expert plays on, for a tenth of a second and for a second."""

from typing import Any, Final

from services.bots.levels import LevelSettings, levels
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import AnyRuleset, Budget
from services.engine.ruleset import Bot
from services.rulesets.faceoff.bots.expert import ExpertBot
from services.rulesets.faceoff.bots.greedy import GreedyBot

SEARCH: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=120), turns=0, candidates=6),
    3: RolloutSettings(Budget(iterations=72), turns=0, candidates=6),
    4: RolloutSettings(Budget(iterations=48), turns=0, candidates=6),
    5: RolloutSettings(Budget(iterations=36), turns=0, candidates=6),
}
"""Playouts end with the Face Off or HQ Assault that is being fought: the evaluation says nothing before."""

# Such playouts leave little to chance: more of them find the same. Those of six more turns find something else.
SEARCH_DEEP: Final[LevelSettings] = {
    2: RolloutSettings(Budget(iterations=400), turns=6, candidates=8, certainty=2.0),
    3: RolloutSettings(Budget(iterations=300), turns=6, candidates=8, certainty=2.0),
    4: RolloutSettings(Budget(iterations=240), turns=6, candidates=8, certainty=2.0),
    5: RolloutSettings(Budget(iterations=180), turns=6, candidates=8, certainty=2.0),
}


def search_levels(rules: AnyRuleset) -> dict[str, Bot[Any]]:
    """The bots that search. The others are taken for experts or for greedy, each as likely."""
    policies = Policies(ExpertBot(), (ExpertBot(), GreedyBot()))
    return levels(rules, policies, search=SEARCH, search_deep=SEARCH_DEEP)
