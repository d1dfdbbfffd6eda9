"""The statistics that the suite judges by."""

import math
from collections import Counter

import pytest

from services.engine.conformance.frequencies import alike, as_expected, balanced, upper_gamma


@pytest.mark.parametrize(("degrees", "statistic"), [(1, 3.841459), (2, 5.991465), (5, 11.070498), (10, 18.307038)])
def test_the_tables_of_the_chi_square_distribution_are_reproduced(degrees: int, statistic: float) -> None:
    assert upper_gamma(degrees / 2, statistic / 2) == pytest.approx(0.05, rel=1e-5)


@pytest.mark.parametrize("x", [0.1, 1.0, 3.0, 10.0, 60.0, 300.0])
def test_whole_shapes_agree_with_the_closed_form(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-9)
    assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-9)


def test_even_counts_are_no_surprise_and_uneven_ones_are() -> None:
    assert as_expected([10, 10, 10], [10, 10, 10]) == 1.0
    assert as_expected([30, 0, 0], [10, 10, 10]) == pytest.approx(math.exp(-30))


def test_a_coin_that_always_shows_heads_is_not_fair() -> None:
    assert balanced(50, 100) == 1.0
    assert balanced(100, 100) < 1e-20


def test_two_samples_with_no_value_in_common_are_not_alike() -> None:
    assert alike(Counter({1: 50, 2: 50}), Counter({1: 100, 2: 100})) == pytest.approx(1.0)
    assert alike(Counter({1: 50}), Counter({2: 50})) < 1e-20
