"""What each player may hope for."""

import pytest
from hypothesis import given, settings

from services.engine.ruleset import OptionValue
from services.rulesets.duels.ruleset import RULESET
from tests.unit.duels.games import OPTION_SETS, decisions, start
from tests.unit.duels.scenario import Scenario
from tests.unit.rulesets.random_matches import SEEDS


@settings(max_examples=10, deadline=None)
@given(SEEDS, OPTION_SETS)
def test_the_shares_add_up_to_one_and_at_the_end_are_the_outcome(seed: int, options: dict[str, OptionValue]) -> None:
    state, _ = start(seed, options)
    for seat, action in decisions(state, seed):
        shares = RULESET.evaluate(state)
        assert sum(shares) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in shares)
        RULESET.play(state, seat, action)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    winners = [result.seat for result in outcome.results if result.rank == 1]
    assert RULESET.evaluate(state) == [(seat in winners) / len(winners) for seat in range(2)]


def test_a_draw_is_shared() -> None:
    assert RULESET.evaluate(Scenario().game_over().begin().state) == [0.5, 0.5]


def test_equal_players_may_hope_for_the_same() -> None:
    table = Scenario().placing().begin()
    assert RULESET.evaluate(table.state) == [0.5, 0.5]
    ahead = Scenario().placing().round(2).won("A", "CV7", "NV7").won("B", "CV6").begin()
    behind = Scenario().placing().round(2).won("B", "CV7", "NV7").won("A", "CV6").begin()
    assert RULESET.evaluate(ahead.state) == pytest.approx(RULESET.evaluate(behind.state)[::-1])


def test_who_is_ahead_in_points_may_hope_for_more_the_later_the_more() -> None:
    hopes = []
    for number in (2, 3):
        table = Scenario().placing().round(number).won("A", "CV7", "NV7").begin()
        hopes.append(RULESET.evaluate(table.state)[0])
    assert 0.5 < hopes[0] < hopes[1] < 1.0


def test_a_strong_card_is_worth_something() -> None:
    table = Scenario().placing().in_hand_too("A", "Future Self").begin()
    assert RULESET.evaluate(table.state)[0] > 0.5


def test_a_line_up_that_wins_its_duels_is_worth_something() -> None:
    order = ("P7", "P6", "P5", "P5", "P4", "P3", "P2")
    shifted = ("P2", "P7", "P6", "P5", "P5", "P4", "P3")
    table = Scenario().line_up("A", *shifted).line_up("B", *order).begin()
    assert RULESET.evaluate(table.state)[0] > 0.5
