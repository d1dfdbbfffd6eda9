"""Searches on games whose best action is known."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.bots.equilibrium_search import EquilibriumSearchBot, EquilibriumSettings
from services.bots.levels import LevelBot
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutBot, RolloutSettings
from services.bots.thinking import AnyRuleset, Budget, ThinkingBot, fast_chance
from services.bots.tree_search import TreeSearchBot, TreeSettings
from services.engine.chance import Chance, FastChance, SeededChance
from services.engine.ruleset import Bot, Explanation
from tests.unit.bots.games import (
    Always,
    AnyChoice,
    HiddenDie,
    JudgedNim,
    Nim,
    RockPaperScissors,
    Table,
    TinyGame,
    started,
)

ANY = Policies(AnyChoice(), (AnyChoice(),))
Search = Callable[[AnyRuleset, Policies, Budget], ThinkingBot[Any]]


def rollouts(rules: AnyRuleset, policies: Policies, budget: Budget) -> ThinkingBot[Any]:
    return RolloutBot(rules, policies, RolloutSettings(budget))


def tree(rules: AnyRuleset, policies: Policies, budget: Budget) -> ThinkingBot[Any]:
    return TreeSearchBot(rules, policies, TreeSettings(budget))


def equilibrium(rules: AnyRuleset, policies: Policies, budget: Budget) -> ThinkingBot[Any]:
    return EquilibriumSearchBot(rules, policies, EquilibriumSettings(budget, trust=1.0))


every_search = pytest.mark.parametrize("search", [rollouts, tree, equilibrium])


def chance(number: int = 0) -> SeededChance:
    return SeededChance(number.to_bytes(32, "big"))


def choose(bot: Bot[Any], game: TinyGame, state: Any, number: int = 0) -> int:
    seat = game.pending(state)[0]
    return bot.choose(game.observe(state, seat), game.legal(state, seat), chance(number))


@pytest.mark.parametrize(
    ("search", "pile", "take"), [(rollouts, 5, 1), (rollouts, 6, 2), (tree, 6, 2), (tree, 7, 3), (tree, 9, 1)]
)
def test_it_leaves_a_multiple_of_four(search: Search, pile: int, take: int) -> None:
    state = started(Nim())
    state.pile = pile
    assert choose(search(Nim(), ANY, Budget(iterations=1_500)), Nim(), state) == take


@every_search
def test_it_takes_the_last_ones_among_three_players(search: Search) -> None:
    state = started(Nim(), seats=3)
    state.pile = 3
    assert choose(search(Nim(), ANY, Budget(iterations=300)), Nim(), state) == 3


@every_search
def test_nobody_guesses_a_die_that_nobody_sees(search: Search) -> None:
    """600 dice: 100 are guessed right by chance, with a standard deviation of 9."""
    game = HiddenDie()
    bot = search(game, ANY, Budget(iterations=60))
    right = 0
    for number in range(600):
        state = started(game, seed=number)
        right += choose(bot, game, state, number) == state.hidden
    assert 64 < right < 136


@every_search
def test_the_same_view_and_chance_give_the_same_explanation(search: Search) -> None:
    game = HiddenDie()
    bot = search(game, ANY, Budget(iterations=90))
    found = [
        bot.explain(game.observe(started(game, seed=seed), 0), [0, 1, 2, 3, 4, 5], chance(4)) for seed in range(12)
    ]
    assert len({(each.choice, each.reports, each.iterations) for each in found}) == 1


@every_search
def test_it_answers_what_the_others_are_thought_to_choose(search: Search) -> None:
    game = RockPaperScissors()
    for expected, answer in ((0, 1), (1, 2), (2, 0)):
        bot = search(game, Policies(AnyChoice(), (Always(expected),)), Budget(iterations=200))
        assert choose(bot, game, started(game)) == answer


@every_search
def test_it_does_not_know_what_was_chosen_in_secret(search: Search) -> None:
    game = RockPaperScissors()
    bot = search(game, Policies(AnyChoice(), (Always(0),)), Budget(iterations=120))
    choices = set()
    for secret in (0, 1, 2):
        state = started(game)
        game.play(state, 0, secret)
        choices.add(choose(bot, game, state))
    assert choices == {1}


def test_rollouts_keep_to_the_policy_where_nothing_is_better() -> None:
    game = HiddenDie()
    for favourite in range(6):
        bot = RolloutBot(
            game, Policies(Always(favourite), (AnyChoice(),)), RolloutSettings(Budget(iterations=120), certainty=4.0)
        )
        assert choose(bot, game, started(game), favourite) == favourite


def test_a_playout_that_is_cut_is_judged_by_the_ruleset() -> None:
    """With a perfect judgement one decision is enough to find the best action of a long game."""
    game = JudgedNim()
    state = started(game)
    state.pile = 90
    cut = RolloutBot(game, ANY, RolloutSettings(Budget(iterations=12), turns=0))
    report = cut.explain(game.observe(state, 0), [1, 2, 3], chance())
    assert report.choice == 2
    assert [each.value for each in report.reports if each.action == 2] == [1.0]


def test_the_reports_hold_every_legal_action_once_and_all_iterations() -> None:
    state = started(Nim())
    for search in (rollouts, tree):
        found = search(Nim(), ANY, Budget(iterations=64)).explain(Nim().observe(state, 0), [1, 2, 3], chance())
        assert sorted(report.action for report in found.reports) == [1, 2, 3]
        assert found.reports[0].action == found.choice
        assert sum(report.visits for report in found.reports) == found.iterations <= 64


def test_the_principal_line_of_a_tree_goes_on_from_the_action() -> None:
    state = started(Nim())
    state.pile = 6
    found = tree(Nim(), ANY, Budget(iterations=2_000)).explain(Nim().observe(state, 0), [1, 2, 3], chance())
    assert found.reports[0].line[0] == (0, 2)
    assert [seat for seat, _ in found.reports[0].line[:3]] == [0, 1, 0]


def test_only_what_is_preferred_is_tried_where_there_is_too_much() -> None:
    game = HiddenDie()
    policies = Policies(Always(5), (AnyChoice(),))
    bot = RolloutBot(game, policies, RolloutSettings(Budget(iterations=40), candidates=2))
    found = bot.explain(game.observe(started(game), 0), [0, 1, 2, 3, 4, 5], chance())
    assert sum(report.visits > 0 for report in found.reports) == 2
    wide = TreeSearchBot(game, policies, TreeSettings(Budget(iterations=9), widening=0.5))
    reports = wide.explain(game.observe(started(game), 0), [0, 1, 2, 3, 4, 5], chance()).reports
    assert sorted(report.action for report in reports if report.visits)[-1] == 5
    assert sum(report.visits > 0 for report in reports) == 2


def ticks(seconds: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += seconds


@pytest.mark.parametrize("maker", [RolloutBot, TreeSearchBot])
def test_a_budget_of_time_is_not_overdrawn(maker: Any) -> None:
    """A clock that goes on 3 ms with each look: an iteration takes 3 ms, and 100 ms are enough for 33 of them."""
    clock = ticks(0.003)
    settings = {RolloutBot: RolloutSettings, TreeSearchBot: TreeSettings}[maker](Budget(milliseconds=100))
    found = maker(Nim(), ANY, settings, lambda: next(clock)).explain(
        Nim().observe(started(Nim()), 0), [1, 2, 3], chance()
    )
    assert 20 <= found.iterations <= 33
    assert found.seconds <= 0.12


class Clock:
    """A clock that stands still until somebody takes his time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class SlowChoice(AnyChoice):
    """Takes 30 ms for each choice and for its preferences."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def choose(self, view: Table, legal: list[int], chance: Chance) -> int:
        self._clock.now += 0.03
        return super().choose(view, legal, chance)

    def preferences(self, view: Table, legal: list[int]) -> list[float]:
        self._clock.now += 0.03
        return [0.0] * len(legal)


class SlowNim(JudgedNim):
    """A copy of a state takes no time, an action 2 ms, and each eleventh ``more`` seconds more."""

    def __init__(self, clock: Clock, more: float = 0.01) -> None:
        self._clock = clock
        self._more = more
        self._played = 0

    def play(self, state: Table, seat: int, action: int) -> list[int]:
        self._played += 1
        self._clock.now += 0.002 + self._more * (self._played % 11 == 0)
        return super().play(state, seat, action)


def timed(maker: Any, clock: Clock, policies: Policies, milliseconds: int, more: float = 0.01) -> Explanation:
    """A decision of a search whose playouts have one action each."""
    game = SlowNim(clock, more)
    settings = {RolloutBot: RolloutSettings, TreeSearchBot: TreeSettings}[maker]
    bot = maker(game, policies, settings(Budget(milliseconds=milliseconds), turns=0), clock)
    found = bot.explain(game.observe(started(game), 0), [1, 2, 3], chance())
    assert isinstance(found, Explanation)
    return found


@pytest.mark.parametrize("maker", [RolloutBot, TreeSearchBot])
@pytest.mark.parametrize("milliseconds", [50, 100, 300])
def test_a_budget_of_time_is_kept_where_iterations_differ(maker: Any, milliseconds: int) -> None:
    clock = Clock()
    found = timed(maker, clock, ANY, milliseconds)
    assert found.seconds == clock.now
    assert 0.8 * milliseconds <= 1_000 * found.seconds <= 1.2 * milliseconds


@pytest.mark.parametrize("maker", [RolloutBot, TreeSearchBot])
def test_a_search_that_was_held_up_once_leaves_the_time_for_it_to_happen_again(maker: Any) -> None:
    for milliseconds in range(160, 320, 8):
        found = timed(maker, Clock(), ANY, milliseconds, more=0.03)
        assert 0.8 * milliseconds <= 1_000 * found.seconds <= milliseconds + 1e-6


def test_no_more_than_a_fifth_of_the_time_is_left_for_what_may_hold_it_up() -> None:
    for milliseconds in range(120, 320, 8):
        found = timed(RolloutBot, Clock(), ANY, milliseconds, more=0.09)
        assert 1_000 * found.seconds >= 0.8 * milliseconds


def test_time_runs_while_candidates_are_chosen() -> None:
    """60 of the 100 ms go to the policy's choice and its preferences."""
    clock = Clock()
    found = timed(RolloutBot, clock, Policies(SlowChoice(clock), (AnyChoice(),)), 100)
    assert 0.08 <= clock.now <= 0.12
    assert 6 <= found.iterations <= 20


def test_a_search_whose_time_went_to_the_candidates_keeps_to_the_policy() -> None:
    clock = Clock()
    found = timed(RolloutBot, clock, Policies(SlowChoice(clock), (AnyChoice(),)), 50)
    assert found.iterations == 0
    assert clock.now == 0.06


def test_a_world_that_is_cut_short_counts_for_no_action() -> None:
    """Of three actions two were tried in 4 ms when the time was over."""
    found = timed(RolloutBot, Clock(), ANY, 4)
    assert found.iterations == 2
    assert [report.visits for report in found.reports] == [0, 0, 0]


def test_a_search_without_time_still_chooses() -> None:
    clock = ticks(5.0)
    budget = Budget(milliseconds=1)
    bots: list[ThinkingBot[Any]] = [
        RolloutBot(Nim(), ANY, RolloutSettings(budget), lambda: next(clock)),
        TreeSearchBot(Nim(), ANY, TreeSettings(budget), lambda: next(clock)),
    ]
    assert {choose(bot, Nim(), started(Nim())) for bot in bots} <= {1, 2, 3}


def test_a_budget_limits_something() -> None:
    for wrong in ({}, {"iterations": 0}, {"milliseconds": 0}):
        with pytest.raises(ValueError, match="budget"):
            Budget(**wrong)


def test_the_only_legal_action_needs_no_search() -> None:
    assert rollouts(Nim(), ANY, Budget(iterations=1)).choose(Nim().observe(started(Nim()), 0), [2], chance()) == 2


def test_a_level_has_settings_for_each_number_of_seats() -> None:
    level = LevelBot(Nim(), ANY, {2: RolloutSettings(Budget(iterations=30)), 3: TreeSettings(Budget(iterations=50))})
    spent = []
    for seats in (2, 3):
        state = started(Nim(), seats=seats)
        spent.append(level.explain(Nim().observe(state, 0), [1, 2, 3], chance()).iterations)
    more = level.with_budget(Budget(iterations=80)).explain(Nim().observe(started(Nim()), 0), [1, 2, 3], chance())
    assert 28 <= spent[0] <= 30
    assert spent[1] == 50
    assert 70 <= more.iterations <= 80


def test_a_fast_generator_is_seeded_from_the_whole_of_the_slow_one() -> None:
    drawn = {fast_chance(chance(number)).below("x", 1 << 32) for number in range(200)}
    assert len(drawn) == 200
    assert isinstance(fast_chance(chance()), FastChance)
