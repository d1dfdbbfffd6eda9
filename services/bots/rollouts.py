"""Search by rollouts: each action is tried in the same imagined worlds, and the better half is tried again.

The policy's own choice is the one to beat. It is given up only for an action that did better in the same worlds, with
the same chance, by more than chance explains: so the bot plays at least as well as its policy, but for what the worlds
get wrong. The halving is that of Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013).
"""

from dataclasses import dataclass

from services.bots.playouts import by_preference
from services.bots.search import SearchBot, SearchSettings
from services.bots.thinking import AnyState, SeatView, Spending, drawn_seed, standard_error
from services.engine.chance import FastChance
from services.engine.ruleset import ActionReport


@dataclass(frozen=True, slots=True)
class RolloutSettings(SearchSettings):
    """How a search by rollouts is set.

    ``candidates``: how many actions are tried at most.
    ``certainty``: by how many standard errors of the difference an action must be ahead of the policy's choice.
    """

    candidates: int = 16
    certainty: float = 1.0


class _Candidate:
    """An action and how it did: sums over the worlds that it was tried in, of its value and of the difference from what
    the policy's choice did in the same world."""

    __slots__ = ("action", "differences", "squared", "squared_differences", "values", "visits")

    def __init__(self, action: int) -> None:
        self.action = action
        self.visits = 0
        self.values = 0.0
        self.squared = 0.0
        self.differences = 0.0
        self.squared_differences = 0.0

    def add(self, value: float, difference: float) -> None:
        self.visits += 1
        self.values += value
        self.squared += value * value
        self.differences += difference
        self.squared_differences += difference * difference

    @property
    def advantage(self) -> float:
        """Mean difference from the policy's choice."""
        return self.differences / self.visits if self.visits else -1.0

    def is_ahead(self, certainty: float) -> bool:
        """Whether it is ahead of the policy's choice by this many standard errors."""
        if self.visits < 2:
            return False
        return self.advantage > certainty * standard_error(self.differences, self.squared_differences, self.visits)

    def report(self) -> ActionReport:
        if not self.visits:
            return ActionReport(self.action, 0, None, None)
        error = standard_error(self.values, self.squared, self.visits) if self.visits > 1 else None
        return ActionReport(self.action, self.visits, self.values / self.visits, error)


class RolloutBot(SearchBot[RolloutSettings]):
    """Tries what it may do in worlds that it imagines, and lets its policies play them on."""

    def _search(
        self, view: SeatView, legal: list[int], fast: FastChance, spending: Spending
    ) -> tuple[ActionReport, ...]:
        all_candidates = [_Candidate(action) for action in by_preference(self._policies.own, view, legal, fast)]
        alive = all_candidates[: self._settings.candidates]
        rounds = max(1, (len(alive) - 1).bit_length())
        for number in range(1, rounds + 1):
            while len(alive) > 1 and spending.is_left(len(alive)) and spending.spent() < number / rounds:
                self._try_in_a_world(view, alive, fast, spending)
            better = sorted(alive[1:], key=_by_advantage)[: max(1, len(alive) // 2 - 1)]
            alive = [alive[0], *better]
        choice = self._choice(all_candidates)
        best_first = sorted(all_candidates, key=lambda tried: (tried is not choice, *_by_advantage(tried)))
        return tuple([tried.report() for tried in best_first])

    def _try_in_a_world(self, view: SeatView, alive: list[_Candidate], fast: FastChance, spending: Spending) -> None:
        """Try each candidate in the same world. A world in which the time ran out counts for none of them."""
        rules, seat = self._rules, view.viewer
        world = self._world(view, fast)
        table = self._playouts.table(seat, rules.seats(world), fast)
        seed = drawn_seed(fast)
        values: list[float] = []
        for place, candidate in enumerate(alive):
            if place and not spending.is_left():
                return
            state: AnyState = rules.clone(world) if place + 1 < len(alive) else world
            rules.play(state, seat, candidate.action)
            values.append(self._playouts.play(state, table, FastChance(seed), seat)[seat])
            spending.spend()
        for candidate, value in zip(alive, values, strict=True):
            candidate.add(value, value - values[0])

    def _choice(self, candidates: list[_Candidate]) -> _Candidate:
        """The policy's choice, or the best of those that are ahead of it, among those tried most."""
        first = candidates[0]
        ahead = [
            tried
            for tried in candidates[1:]
            if tried.visits == first.visits and tried.is_ahead(self._settings.certainty)
        ]
        return min(ahead, key=_by_advantage, default=first)


def _by_advantage(candidate: _Candidate) -> tuple[float, int]:
    return -candidate.advantage, candidate.action
