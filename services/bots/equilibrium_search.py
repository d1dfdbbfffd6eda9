"""Search where two seats decide at the same time: each pair of their actions is tried in the same imagined worlds, with
the same chance, and the table of what they come to is a game of its own, which is solved.

The other seat is taken to play as its policies do with some likelihood, and otherwise to answer as well as it can: a
restricted Nash response (Johanson, Zinkevich and Bowling, "Computing Robust Counter-Strategies", 2007). It is found by
regret matching with regrets that never fall below nothing (Tammelin, "Solving Large Imperfect Information Games Using
CFR+", 2014). The choice is drawn by what it says: whoever knows the search does not know the choice.

What a seat decides alone is searched by rollouts.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from services.bots.playouts import Policies, by_preference
from services.bots.rollouts import RolloutBot, RolloutSettings
from services.bots.search import SearchBot
from services.bots.thinking import AnyRuleset, AnyState, SeatView, Spending, drawn_seed, standard_error
from services.engine.chance import Chance, FastChance
from services.engine.ruleset import ActionReport, Bot, Explanation

Payoffs: TypeAlias = list[list[float]]
"""The searching seat's share of the win, by its action and by the other's."""

_ROUNDS: Final = 400
"""Of regret matching: payoffs of a search are less exact than what more of them would tell apart."""
_PARTS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class EquilibriumSettings(RolloutSettings):
    """How such a search is set. ``candidates`` are those of each of the two seats.

    ``trust``: how likely the other is to play as its policies do, from 0 to 1.
    """

    trust: float = 0.5


class EquilibriumSearchBot(SearchBot[EquilibriumSettings]):
    """Plays a mixed strategy where another seat decides at the same time."""

    def __init__(
        self,
        rules: AnyRuleset,
        policies: Policies,
        settings: EquilibriumSettings,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(rules, policies, settings, clock)
        alone = RolloutSettings(settings.budget, settings.turns, settings.candidates, settings.certainty)
        self._alone = RolloutBot(rules, policies, alone, clock)

    def explain(self, view: SeatView, legal: list[int], chance: Chance) -> Explanation:
        if is_simultaneous(self._rules, self._world(view, FastChance(0))):
            return super().explain(view, legal, chance)
        return self._alone.explain(view, legal, chance)

    def _search(
        self, view: SeatView, legal: list[int], fast: FastChance, spending: Spending
    ) -> tuple[ActionReport, ...]:
        rules, seat, most = self._rules, view.viewer, self._settings.candidates
        world = self._world(view, fast)
        (other,) = (each for each in rules.pending(world) if each != seat)
        policies = self._playouts.table(seat, rules.seats(world), fast)
        ranked = by_preference(policies[seat], view, legal, fast)
        own = ranked[:most]
        theirs = by_preference(policies[other], rules.observe(world, other), rules.legal(world, other), fast)[:most]
        tables: list[Payoffs] = []
        habits = [0.0] * len(theirs)
        while not tables or spending.is_left(len(own) * len(theirs)):
            world = self._world(view, fast)
            policies = self._playouts.table(seat, rules.seats(world), fast)
            usual = policies[other].choose(rules.observe(world, other), rules.legal(world, other), fast)
            if usual in theirs:
                habits[theirs.index(usual)] += 1.0
            tables.append(self._table(world, (seat, own), (other, theirs), policies, drawn_seed(fast)))
            for _ in range(len(own) * len(theirs)):
                spending.spend()
        return self._reports(ranked, own, tables, habits, fast)

    def _table(
        self,
        world: AnyState,
        own: tuple[int, list[int]],
        theirs: tuple[int, list[int]],
        policies: Sequence[Bot[Any]],
        seed: int,
    ) -> Payoffs:
        """What each pair of actions comes to in a world. ``own``, ``theirs``: a seat and its actions."""
        rules, (seat, actions), (other, answers) = self._rules, own, theirs

        def share(action: int, answer: int) -> float:
            state = rules.clone(world)
            rules.play(state, seat, action)
            rules.play(state, other, answer)
            return self._playouts.play(state, policies, FastChance(seed), other)[seat]

        return [[share(action, answer) for answer in answers] for action in actions]

    def _reports(
        self, ranked: list[int], own: list[int], tables: list[Payoffs], habits: list[float], fast: FastChance
    ) -> tuple[ActionReport, ...]:
        """The choice, drawn, then the others by how likely they were; those that were not tried last."""
        count = len(tables)
        payoffs = [[sum(cells) / count for cells in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
        total = sum(habits)
        usual = [each / total for each in habits] if total else None
        mixed, answers = restricted_response(payoffs, usual, self._settings.trust if usual else 0.0)
        choice = _drawn(mixed, fast)
        reports = []
        for place in sorted(range(len(own)), key=lambda place: (place != choice, -mixed[place], own[place])):
            values = [dot(table[place], answers) for table in tables]
            squared = sum(value * value for value in values)
            error = standard_error(sum(values), squared, count) if count > 1 else None
            visits = count * len(answers)
            reports.append(ActionReport(own[place], visits, sum(values) / count, error))
        untried = [action for action in ranked if action not in own]
        return (*reports, *[ActionReport(action, 0, None, None) for action in untried])


def is_simultaneous(rules: AnyRuleset, state: AnyState) -> bool:
    """Whether two seats decide at the same time, and each has a choice."""
    pending = rules.pending(state)
    return len(pending) == 2 and all(len(rules.legal(state, seat)) > 1 for seat in pending)


def restricted_response(payoffs: Payoffs, usual: list[float] | None, trust: float) -> tuple[list[float], list[float]]:
    """How likely the searching seat is to take each action, and the other to give each answer, in an equilibrium of the
    game in which the other does what is ``usual`` with the likelihood ``trust`` and otherwise what is best for it."""
    answers = len(payoffs[0])
    fixed = [trust * each for each in usual] if usual else [0.0] * answers
    own, other = _Regrets(len(payoffs)), _Regrets(answers)
    for round_ in range(1, _ROUNDS + 1):
        free = other.matched()
        against = [part + (1.0 - trust) * each for part, each in zip(fixed, free, strict=True)]
        own.learn([dot(row, against) for row in payoffs], round_)
        mixed = own.matched()
        other.learn([-dot(column, mixed) for column in zip(*payoffs, strict=True)], round_)
    free = other.average()
    return own.average(), [part + (1.0 - trust) * each for part, each in zip(fixed, free, strict=True)]


class _Regrets:
    """What a seat regrets not to have done, by action, and what it did on average."""

    __slots__ = ("_regrets", "_total")

    def __init__(self, actions: int) -> None:
        self._regrets = [0.0] * actions
        self._total = [0.0] * actions

    def matched(self) -> list[float]:
        """The next strategy: in the proportion of the regrets."""
        return _scaled(self._regrets)

    def learn(self, worth: list[float], weight: int) -> None:
        """``worth``: of each action, in this round. ``weight``: how much the round counts in the average."""
        mixed = self.matched()
        had = dot(worth, mixed)
        self._regrets = [max(0.0, regret + each - had) for regret, each in zip(self._regrets, worth, strict=True)]
        self._total = [total + weight * each for total, each in zip(self._total, mixed, strict=True)]

    def average(self) -> list[float]:
        return _scaled(self._total)


def _scaled(parts: list[float]) -> list[float]:
    """The same proportions, adding up to 1; equal ones where there is nothing."""
    total = sum(parts)
    return [part / total for part in parts] if total else [1.0 / len(parts)] * len(parts)


def _drawn(mixed: list[float], fast: FastChance) -> int:
    """The place of an action, drawn."""
    left = fast.below("mixed", _PARTS) / _PARTS
    for place, part in enumerate(mixed):
        left -= part
        if left < 0.0:
            return place
    return max(range(len(mixed)), key=mixed.__getitem__)


def dot(first: Iterable[float], second: Iterable[float]) -> float:
    """The sum of the products."""
    return sum(one * two for one, two in zip(first, second, strict=True))
