"""Levels of play: the same search with more or less to spend, set for each number of seats."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from services.bots.equilibrium_search import EquilibriumSearchBot, EquilibriumSettings
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutBot, RolloutSettings
from services.bots.thinking import AnyRuleset, Budget, SeatView, ThinkingBot
from services.bots.tree_search import TreeSearchBot, TreeSettings
from services.engine.chance import Chance, FastChance
from services.engine.ruleset import Bot, BotInfo, Explanation

Settings: TypeAlias = RolloutSettings | TreeSettings | EquilibriumSettings
LevelSettings: TypeAlias = Mapping[int, Settings]
"""By the number of seats; the largest number that is not above that of the match counts."""

LEVELS: Final = (
    BotInfo("search", "Imagines what it cannot see and tries what it may do: a tenth of a second.", thinks=True),
    BotInfo("search-deep", "Imagines what it cannot see and tries what it may do: a second.", thinks=True),
)
"""The descriptions of the levels above `expert`."""


def levels(
    rules: AnyRuleset, policies: Policies, *, search: LevelSettings, search_deep: LevelSettings
) -> dict[str, Bot[Any]]:
    """The bots of :data:`LEVELS`."""
    return {"search": LevelBot(rules, policies, search), "search-deep": LevelBot(rules, policies, search_deep)}


class LevelBot(ThinkingBot[SeatView]):
    """A search whose settings depend on how many play."""

    def __init__(self, rules: AnyRuleset, policies: Policies, settings: LevelSettings) -> None:
        self._rules = rules
        self._policies = policies
        self._settings = settings
        self._bots: dict[int, ThinkingBot[SeatView]] = {
            seats: _search(rules, policies, each) for seats, each in sorted(settings.items())
        }

    def with_budget(self, budget: Budget) -> "LevelBot":
        settings = {seats: replace(each, budget=budget) for seats, each in self._settings.items()}
        return LevelBot(self._rules, self._policies, settings)

    def with_policies(self, policies: Policies) -> "LevelBot":
        """The same searches with others who play on in their playouts."""
        return LevelBot(self._rules, policies, self._settings)

    def explain(self, view: SeatView, legal: list[int], chance: Chance) -> Explanation:
        return self._bot(view).explain(view, legal, chance)

    def _bot(self, view: SeatView) -> ThinkingBot[SeatView]:
        if len(self._bots) == 1:
            return next(iter(self._bots.values()))
        seats = self._rules.seats(self._rules.imagine(view, FastChance(0)))
        fitting = [number for number in self._bots if number <= seats]
        return self._bots[max(fitting) if fitting else min(self._bots)]


def _search(rules: AnyRuleset, policies: Policies, settings: Settings) -> ThinkingBot[SeatView]:
    """The search that is set like this."""
    match settings:
        case TreeSettings():
            return TreeSearchBot(rules, policies, settings)
        case EquilibriumSettings():
            return EquilibriumSearchBot(rules, policies, settings)
        case RolloutSettings():
            return RolloutBot(rules, policies, settings)
