"""What the searches have in common: how they are set, and how a decision begins and ends."""

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from services.bots.playouts import Playouts, Policies
from services.bots.thinking import (
    AnyRuleset,
    AnyState,
    Budget,
    SeatView,
    Spending,
    ThinkingBot,
    drawn_seed,
    fast_chance,
)
from services.engine.chance import Chance, FastChance
from services.engine.ruleset import ActionReport, Explanation


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a search is set.

    ``turns``: how many turns a playout has until the ruleset's evaluation judges it; None: to the end.
    """

    budget: Budget
    turns: int | None = None


S = TypeVar("S", bound=SearchSettings)


class SearchBot(ThinkingBot[SeatView], Generic[S]):
    """Imagines worlds that its view allows, and lets its policies play them on."""

    def __init__(
        self,
        rules: AnyRuleset,
        policies: Policies,
        settings: S,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``clock``: seconds, for budgets of time."""
        self._rules = rules
        self._policies = policies
        self._settings = settings
        self._clock = clock
        self._playouts = Playouts(rules, policies, settings.turns)

    def with_budget(self, budget: Budget) -> "SearchBot[S]":
        return type(self)(self._rules, self._policies, replace(self._settings, budget=budget), self._clock)

    def explain(self, view: SeatView, legal: list[int], chance: Chance) -> Explanation:
        spending = Spending(self._settings.budget, self._clock)
        reports = self._search(view, legal, fast_chance(chance), spending)
        return Explanation(reports[0].action, reports, spending.iterations, spending.seconds())

    @abstractmethod
    def _search(
        self, view: SeatView, legal: list[int], fast: FastChance, spending: Spending
    ) -> tuple[ActionReport, ...]:
        """A report for each legal action, the choice first."""

    def _world(self, view: SeatView, fast: FastChance) -> AnyState:
        """A world that the view allows, in which the others choose anew what they chose in secret."""
        world = self._rules.imagine(view, FastChance(drawn_seed(fast)))
        self._rules.reopen(world, view.viewer)
        return world
