"""A search that plays the equilibrium of what two seats decide at the same time."""

import itertools
from collections import Counter

import pytest

from services.bots.equilibrium_search import EquilibriumSearchBot, EquilibriumSettings, restricted_response
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutBot, RolloutSettings
from services.bots.thinking import Budget
from services.engine.chance import FastChance
from tests.unit.bots.games import Always, AnyChoice, Nim, RockPaperScissors, started

ROCK_PAPER_SCISSORS = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
BUDGET = Budget(iterations=90)


def test_each_is_as_likely_where_none_is_better() -> None:
    own, theirs = restricted_response(ROCK_PAPER_SCISSORS, None, 0.0)

    assert own == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=0.01)
    assert theirs == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=0.01)


def test_the_worse_a_risk_the_less_it_is_taken() -> None:
    """2 p = 1 - p where the first action is worth 2 against the first answer, and the second 1 against the second."""
    own, theirs = restricted_response([[2.0, 0.0], [0.0, 1.0]], None, 0.0)

    assert own == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert theirs == pytest.approx([1 / 3, 2 / 3], abs=0.01)


def test_a_habit_that_is_certain_is_answered_with_what_is_best() -> None:
    own, theirs = restricted_response(ROCK_PAPER_SCISSORS, [1.0, 0.0, 0.0], 1.0)

    assert own == pytest.approx([0.0, 1.0, 0.0], abs=0.01)
    assert theirs == [1.0, 0.0, 0.0]


def test_a_habit_that_is_doubtful_is_used_as_far_as_it_is_safe() -> None:
    """Rock half of the time, what is best otherwise. Paper with 2/3 and rock with 1/3 take a third of the win against
    paper and against scissors, so that the other gains nothing by either of them."""
    own, theirs = restricted_response(ROCK_PAPER_SCISSORS, [1.0, 0.0, 0.0], 0.5)

    assert own == pytest.approx([1 / 3, 2 / 3, 0.0], abs=0.01)
    assert theirs == pytest.approx([1 / 2, 1 / 6, 1 / 3], abs=0.01)


def test_what_it_chooses_cannot_be_foreseen() -> None:
    """300 choices: each of three with a standard deviation of 8."""
    game = RockPaperScissors()
    bot = EquilibriumSearchBot(
        game, Policies(AnyChoice(), (AnyChoice(),)), EquilibriumSettings(Budget(iterations=18), trust=0.0)
    )
    state = started(game)

    chosen = Counter(bot.choose(game.observe(state, 0), [0, 1, 2], FastChance(seed)) for seed in range(300))

    assert set(chosen) == {0, 1, 2}
    assert all(68 < number < 132 for number in chosen.values())


def test_what_is_told_of_an_action_is_its_value_against_the_answers() -> None:
    """Rock is certain: paper wins, rock ties, scissors lose; each was tried against three answers in ten worlds."""
    game = RockPaperScissors()
    policies = Policies(AnyChoice(), (Always(0),))
    bot = EquilibriumSearchBot(game, policies, EquilibriumSettings(BUDGET, trust=1.0))

    found = bot.explain(game.observe(started(game), 0), [0, 1, 2], FastChance(0))

    assert found.iterations == 90
    assert [(each.action, each.visits) for each in found.reports] == [(1, 30), (0, 30), (2, 30)]
    assert [each.value for each in found.reports] == pytest.approx([1.0, 0.5, 0.0])


def test_only_what_is_preferred_is_tried() -> None:
    game = RockPaperScissors()
    bot = EquilibriumSearchBot(
        game, Policies(Always(2), (Always(0),)), EquilibriumSettings(Budget(iterations=40), candidates=2)
    )

    reports = bot.explain(game.observe(started(game), 0), [0, 1, 2], FastChance(0)).reports

    assert sorted(each.action for each in reports) == [0, 1, 2]
    assert [each.visits for each in reports] == [20, 20, 0]
    assert 2 in {each.action for each in reports[:2]}


def test_what_a_seat_decides_alone_is_searched_by_rollouts() -> None:
    game = Nim()
    state = started(game)
    state.pile = 6
    policies = Policies(AnyChoice(), (AnyChoice(),))
    bot = EquilibriumSearchBot(game, policies, EquilibriumSettings(BUDGET, certainty=0.0))
    alone = RolloutBot(game, policies, RolloutSettings(BUDGET, certainty=0.0))

    found, expected = (each.explain(game.observe(state, 0), [1, 2, 3], FastChance(7)) for each in (bot, alone))

    assert (found.choice, found.reports) == (expected.choice, expected.reports)


def test_a_budget_of_time_is_not_overdrawn() -> None:
    """A clock that goes on 3 ms with each look: once for each world of nine playouts, and where it begins and ends."""
    looks = itertools.count()
    bot = EquilibriumSearchBot(
        RockPaperScissors(),
        Policies(AnyChoice(), (AnyChoice(),)),
        EquilibriumSettings(Budget(milliseconds=100)),
        clock=lambda: 0.003 * next(looks),
    )

    found = bot.explain(RockPaperScissors().observe(started(RockPaperScissors()), 0), [0, 1, 2], FastChance(0))

    assert found.iterations % 9 == 0
    assert 180 <= found.iterations <= 300
    assert found.seconds <= 0.12
