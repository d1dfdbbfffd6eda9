"""What the benchmark measures is what it says."""

from typing import Any

import pytest

from services.engine.chance import Chance, FastChance
from services.engine.registry import installed
from services.engine.ruleset import Ruleset
from tests.benchmarks.random_play import Rate, measure_operations, play_at_random, positions_in_mid_match, seeded_chance

pytestmark = pytest.mark.slow

RULESETS = sorted(installed().items())


def test_a_rate_is_scaled_by_the_yardstick_of_its_own_run() -> None:
    assert Rate(per_second=100_000, yardstick_seconds=0.70).scaled == pytest.approx(200_000)
    assert Rate(per_second=100_000, yardstick_seconds=0.35).scaled == pytest.approx(100_000)


@pytest.mark.parametrize(("name", "rules"), RULESETS)
def test_random_play_counts_the_decisions_of_whole_matches(name: str, rules: Ruleset[Any, Any, Any]) -> None:
    made: list[int] = []

    def chance(match: int) -> Chance:
        made.append(match)
        return FastChance(match)

    decisions, used = play_at_random(rules, rules.describe().min_seats, chance, 0.001)
    assert made == list(range(len(made)))
    assert len(made) <= decisions <= len(made) * rules.describe().max_decisions
    assert used >= 0.001


@pytest.mark.parametrize(("name", "rules"), RULESETS)
def test_operations_are_measured_in_mid_match(name: str, rules: Ruleset[Any, Any, Any]) -> None:
    (state,) = positions_in_mid_match(rules, rules.describe().max_seats, 1)
    assert rules.pending(state)
    assert seeded_chance(1).word("setup") != seeded_chance(2).word("setup")
    figures = measure_operations(rules, rules.describe().max_seats, least=0.001)
    assert list(figures) == ["clone", "observe", "imagine", "dump", "load"]
    assert min(figures.values()) > 0
