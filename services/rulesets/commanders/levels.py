"""The levels above the expert: searches that imagine the cards to come, for a twentieth and for a third of a second.

The expert's choice is the one to beat. What follows a turn is judged by the evaluation alone, which plays the recruit
phase to its end: a position in the middle of it says too little.
"""

from typing import Any, Final

from services.bots.levels import LevelSettings, levels
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutSettings
from services.bots.thinking import AnyRuleset, Budget
from services.engine.ruleset import Bot
from services.rulesets.commanders.expert import ExpertBot

SEARCH: Final[LevelSettings] = {2: RolloutSettings(Budget(iterations=80), turns=0)}
SEARCH_DEEP: Final[LevelSettings] = {2: RolloutSettings(Budget(iterations=640), turns=0)}


def search_levels(rules: AnyRuleset) -> dict[str, Bot[Any]]:
    """The bots that search."""
    policies = Policies(ExpertBot(), (ExpertBot(),))
    return levels(rules, policies, search=SEARCH, search_deep=SEARCH_DEEP)
