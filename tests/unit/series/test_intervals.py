"""Confidence intervals against published values, and by simulation."""

import pytest

from services.engine.chance import FastChance
from services.series.intervals import DealMean, SeriesEstimate, mean_difference, sign_test, student_quantile, wilson


def deal_mean(*deals: tuple[float, int]) -> DealMean:
    mean = DealMean()
    for total, observations in deals:
        mean.add(total, observations)
    return mean


def bounds(estimate: SeriesEstimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(70, 100, 0.6042, 0.7811), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_s_interval_is_the_published_one(successes: int, trials: int, low: float, high: float) -> None:
    """The third pair is example 1.2 of Newcombe (1998)."""
    assert bounds(wilson(successes, trials)) == pytest.approx((low, high), abs=5e-5)


def test_a_proportion_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="there is a trial"):
        wilson(0, 0)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (10**6, 1.960)],
)
def test_student_s_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(0.975, degrees) == pytest.approx(quantile, rel=2e-3)


def test_the_variance_is_that_between_deals() -> None:
    """Totals 0, 1, 2 of two matches each: mean 1/2, deviations -1, 0, 1, variance 2 x 3/2 / 36."""
    mean = deal_mean((0, 2), (1, 2), (2, 2))
    assert mean.mean == 0.5
    assert mean.variance == pytest.approx(1 / 12)
    assert mean.interval().low == pytest.approx(0.5 - 4.303 * (1 / 12) ** 0.5, abs=1e-3)


def test_matches_that_repeat_their_deal_do_not_narrow_the_interval() -> None:
    once = deal_mean(*[(deal % 2, 1) for deal in range(100)])
    four_times = deal_mean(*[(4 * (deal % 2), 4) for deal in range(100)])
    assert four_times.observations == 400
    assert bounds(four_times.share_interval()) == pytest.approx(bounds(once.share_interval()))


def test_with_one_match_a_deal_the_share_s_interval_is_wilson_s() -> None:
    mean = deal_mean(*[(1 if deal < 700 else 0, 1) for deal in range(1000)])
    assert bounds(mean.share_interval()) == pytest.approx(bounds(wilson(700, 1000)), abs=2e-4)


def test_deals_that_all_went_the_same_leave_room_for_one_that_does_not() -> None:
    """The rule of three: no success in 100 deals bounds the proportion by about 3 / 100."""
    assert bounds(deal_mean(*[(0, 2)] * 100).share_interval()) == pytest.approx((0, 0.0295), abs=1e-4)
    assert bounds(deal_mean(*[(1, 2)] * 100).share_interval()) == pytest.approx((0.4852, 0.5148), abs=1e-4)


def test_one_deal_has_no_interval_but_a_share_s() -> None:
    assert deal_mean((30, 1)).interval() == SeriesEstimate(30, None, None)
    assert bounds(deal_mean((1, 2)).share_interval()) == pytest.approx((0.025, 0.975))


@pytest.mark.parametrize(("deals", "chance_of_strong"), [(30, 50), (200, 50), (200, 10)])
def test_the_clustered_interval_holds_the_truth_19_times_in_20(deals: int, chance_of_strong: int) -> None:
    """Deals of four matches that mostly go the same way: four wins with a chance of 9 in 10, or of 1 in 10. Intervals
    that took all matches for independent would hold the truth in some 80 % of all series only."""
    chance = FastChance(20)
    truth = (chance_of_strong * 0.9 + (100 - chance_of_strong) * 0.1) / 100
    held = 0
    for _ in range(1000):
        mean = DealMean()
        for _ in range(deals):
            win = 90 if chance.below("", 100) < chance_of_strong else 10
            mean.add(sum(chance.below("", 100) < win for _ in range(4)), 4)
        low, high = bounds(mean.share_interval())
        held += low <= truth <= high
    assert 930 <= held <= 972


def test_a_difference_of_means_is_welch_s() -> None:
    """Means 2 and 1, variances of the means 1/3 each: 4 degrees of freedom."""
    difference = mean_difference(deal_mean((1, 1), (2, 1), (3, 1)), deal_mean((0, 1), (1, 1), (2, 1)))
    assert difference.value == 1
    assert difference.high == pytest.approx(1 + 2.776 * (2 / 3) ** 0.5, rel=2e-3)


@pytest.mark.parametrize(
    ("more", "fewer", "probability"),
    [(0, 0, 1.0), (5, 5, 1.0), (8, 2, 0.109375), (2, 8, 0.109375), (10, 0, 2 / 1024), (1, 0, 1.0), (60, 40, 0.0568879)],
)
def test_the_sign_test_is_exact(more: int, fewer: int, probability: float) -> None:
    assert sign_test(more, fewer) == pytest.approx(probability, rel=1e-5)


def test_the_sign_test_of_very_many_deals_is_quick_and_small() -> None:
    assert 0 < sign_test(50_500, 49_500) < 0.002
    assert sign_test(100_000, 0) == 0.0
