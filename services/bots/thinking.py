"""Bots that search: what they may spend on a decision, and what they tell of it."""

import math
import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from services.engine.chance import Chance, FastChance
from services.engine.ruleset import Bot, Explanation, Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]
"""A ruleset whose states, views and events the search passes through."""
AnyState: TypeAlias = Any

_RESERVE: Final = 0.2
"""The part of a budget of time that a search leaves at most, so that one slow iteration does not overdraw it."""
_WORD: Final = 1 << 32


class SeatView(Protocol):
    """What a search asks of a view: whose it is."""

    viewer: int


V = TypeVar("V", bound=SeatView)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: ``iterations`` (playouts), with which the same view and chance give the same answer on
    every machine, or ``milliseconds`` of elapsed time, with which they need not. With both, whichever is spent
    first."""

    iterations: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        limits = [limit for limit in (self.iterations, self.milliseconds) if limit is not None]
        if not limits or min(limits) < 1:
            raise ValueError("a budget is at least one iteration or millisecond")


class Spending:
    """How much of a budget is left. The clock runs from when it is made."""

    __slots__ = ("_began", "_clock", "_first", "_last", "_most", "_seconds", "_slowest", "iterations")

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.perf_counter) -> None:
        self.iterations = 0
        self._most = budget.iterations
        self._seconds = None if budget.milliseconds is None else budget.milliseconds / 1_000
        self._clock = clock
        self._began = clock()
        self._first = 0.0
        """Seconds until the first iteration began."""
        self._last = 0.0
        self._slowest = 0.0
        """Most seconds from one look at the clock to the next, since the first iteration began: those of an iteration,
        or for which the kernel let others run."""

    def spend(self) -> None:
        """An iteration is done."""
        self.iterations += 1

    def seconds(self) -> float:
        """How long it has been."""
        seconds = self._clock() - self._began
        if self.iterations:
            self._slowest = max(self._slowest, seconds - self._last)
        self._last = seconds
        return seconds

    def spent(self) -> float:
        """The part of the budget that is spent, from 0 to 1."""
        iterations = 0.0 if self._most is None else self.iterations / self._most
        return iterations if self._seconds is None else max(iterations, self.seconds() / self._seconds)

    def is_left(self, iterations: int = 1) -> bool:
        """Whether this many further iterations fit: in time if they take as long as those before did on average, and
        one as long as the slowest of them, for which a fifth of the budget is kept at most."""
        if self._most is not None and self.iterations + iterations > self._most:
            return False
        if self._seconds is None:
            return True
        seconds = self.seconds()
        if not self.iterations:
            self._first = seconds
            return seconds < self._seconds
        slowest = min(self._slowest, _RESERVE * self._seconds)
        return seconds + max(slowest, iterations * (seconds - self._first) / self.iterations) <= self._seconds


class ThinkingBot(Bot[V]):
    """A bot that can tell why. It keeps nothing between decisions: whatever it knows, its view says."""

    @abstractmethod
    def explain(self, view: V, legal: list[int], chance: Chance) -> Explanation:
        """The choice among ``legal`` (not empty) with what led to it. ``choice`` is that of :meth:`choose` for the same
        arguments, wherever the budget is in iterations."""

    @abstractmethod
    def with_budget(self, budget: Budget) -> "ThinkingBot[V]":
        """The same bot with another budget."""

    def explain_within(
        self, view: V, legal: list[int], chance: Chance, *, iterations: int, milliseconds: int
    ) -> Explanation:
        return self.with_budget(Budget(iterations, milliseconds)).explain(view, legal, chance)

    def choose(self, view: V, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        return self.explain(view, legal, chance).choice


def standard_error(total: float, squared: float, count: int) -> float:
    """The standard error of a mean of several values, from their sum and the sum of their squares."""
    return math.sqrt(max(0.0, (squared - total * total / count) / (count - 1)) / count)


def fast_chance(chance: Chance) -> FastChance:
    """A fast generator whose seed is drawn from a slow one: 64 bits."""
    return FastChance(drawn_seed(chance))


def drawn_seed(chance: Chance) -> int:
    """A seed for a fast generator, 64 bits."""
    return chance.below("search", _WORD) << 32 | chance.below("search", _WORD)
