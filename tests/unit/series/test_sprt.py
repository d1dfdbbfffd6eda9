"""Sequential tests: their arithmetic, and how often they are wrong."""

import math

import pytest

from services.engine.chance import FastChance
from services.series.document import SprtStop
from services.series.intervals import DealMean
from services.series.results import MatchResult
from services.series.sprt import Sprt, SprtVerdict, compare_in_deal, expected_score, log_likelihood_ratio


def stop(elo0: str = "0", elo1: str = "50", alpha: str = "0.05", beta: str = "0.05") -> SprtStop:
    return SprtStop(rule="sprt", entrants=(0, 1), elo0=elo0, elo1=elo1, alpha=alpha, beta=beta, max_matches=1_000_000)


def match(entrants: tuple[int, ...], ranks: tuple[int, ...], deal: int = 0) -> MatchResult:
    return MatchResult(number=0, deal=deal, entrants=entrants, ranks=ranks)


WIN, LOSS, TIE = match((0, 1), (1, 2)), match((0, 1), (2, 1)), match((0, 1), (1, 1))
ROTATED_WIN, ROTATED_LOSS = match((1, 0), (2, 1)), match((1, 0), (1, 2))


def exact_log_likelihood_ratio(frequencies: dict[float, int], elo0: float, elo1: float) -> float:
    """The generalised ratio itself, without the normal approximation: for both hypotheses the most likely distribution
    of scores that has the mean, found by bisection of its Lagrange multiplier."""

    def log_likelihood(mean: float) -> float:
        total = sum(frequencies.values())
        low, high = -1 / (max(frequencies) - mean) + 1e-9, 1 / (mean - min(frequencies)) - 1e-9
        for _ in range(200):
            multiplier = (low + high) / 2
            slope = sum(n * (a - mean) / (1 + multiplier * (a - mean)) for a, n in frequencies.items())
            low, high = (multiplier, high) if slope > 0 else (low, multiplier)
        return sum(n * math.log(n / total / (1 + multiplier * (a - mean))) for a, n in frequencies.items())

    return log_likelihood(expected_score(elo1)) - log_likelihood(expected_score(elo0))


def test_the_bounds_are_wald_s() -> None:
    test = Sprt(stop(), "duplicate")
    assert (test.lower, test.upper) == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    test = Sprt(stop(alpha="0.01", beta="0.1"), "duplicate")
    assert (test.lower, test.upper) == pytest.approx((-2.2925, 4.4998), abs=1e-4)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (190.8485, 0.75)])
def test_the_expected_score_is_elo_s(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=1e-6)


@pytest.mark.parametrize(
    "frequencies",
    [
        {0.0: 4100, 0.5: 1500, 1.0: 4400},
        {0.0: 350, 1.0: 450},
        {0.0: 300, 0.25: 2400, 0.5: 4500, 0.75: 2700, 1.0: 350},
    ],
    ids=["trinomial", "binomial", "pentanomial"],
)
def test_the_normal_approximation_is_near_the_exact_ratio(frequencies: dict[float, int]) -> None:
    scores = DealMean()
    for score, times in frequencies.items():
        for _ in range(times):
            scores.add(score, 1)
    exact = exact_log_likelihood_ratio(frequencies, 0, 10)
    assert abs(exact) > 0.5
    assert log_likelihood_ratio(scores, 0, 10) == pytest.approx(exact, rel=0.02)


def test_the_ratio_by_hand() -> None:
    """60 wins of 100, two imaginary deals, 6 % for few deals: variance 1.06 x 24.5 / 10000; 0 against 400 points."""
    scores = DealMean()
    for deal in range(100):
        scores.add(float(deal < 60), 1)
    by_hand = (10 / 11 - 0.5) * (1.2 - 0.5 - 10 / 11) / (2 * 1.06 * 24.5 / 10000)
    assert log_likelihood_ratio(scores, 0, 400) == pytest.approx(by_hand)


def test_a_few_wins_in_a_row_are_no_verdict() -> None:
    test = Sprt(stop(), "duplicate")
    assert [test.add_deal([WIN, ROTATED_WIN]) for _ in range(5)] == [SprtVerdict.NONE] * 5


def test_a_verdict_stays_whatever_comes_after() -> None:
    test = Sprt(stop(), "duplicate")
    deals = 0
    while test.add_deal([WIN, ROTATED_WIN]) is SprtVerdict.NONE:
        deals += 1
    state = test.state()
    assert state.verdict is SprtVerdict.H1
    assert state.deals == deals + 1
    for _ in range(1000):
        test.add_deal([LOSS, ROTATED_LOSS])
    assert test.state() == state


def test_deals_that_split_cancel_the_luck_of_the_cards() -> None:
    """Equal entrants whose every deal is won by the same seat: the pairs know at once what single matches cannot."""
    pairs, singles = Sprt(stop(), "duplicate"), Sprt(stop(), "round_robin")
    for _ in range(60):
        pairs.add_deal([WIN, ROTATED_LOSS])
        singles.add_deal([WIN])
        singles.add_deal([ROTATED_LOSS])
    assert pairs.verdict is SprtVerdict.H0
    assert singles.verdict is SprtVerdict.NONE


def test_who_is_compared_in_a_deal() -> None:
    table_of_three = match((1, 2, 0), (1, 2, 3))
    assert compare_in_deal([WIN, TIE, table_of_three], 0, 1, "duplicate") == (1.5, 3)
    assert compare_in_deal([WIN, TIE, table_of_three], 1, 0, "duplicate") == (1.5, 3)
    assert compare_in_deal([table_of_three], 0, 3, "duplicate") == (0.0, 0)


def test_a_paired_deal_compares_what_the_two_reached_in_the_same_seat() -> None:
    second_of_three, third_of_three = match((0, 2, 3), (2, 1, 3)), match((1, 2, 3), (3, 1, 2))
    assert compare_in_deal([second_of_three, third_of_three], 0, 1, "paired") == (1.0, 1)
    assert compare_in_deal([second_of_three, match((1, 2, 3), (2, 1, 3))], 0, 1, "paired") == (0.5, 1)
    failed = MatchResult(number=1, deal=0, entrants=(1, 2, 3), error="too_long")
    assert compare_in_deal([second_of_three, failed], 0, 1, "paired") == (0.0, 0)


def test_deals_that_do_not_compare_the_two_are_not_counted() -> None:
    test = Sprt(stop(), "round_robin")
    test.add_deal([match((2, 3), (1, 2))])
    assert test.state().deals == 0
    assert test.state().llr == 0
    assert test.state().score is None


@pytest.mark.parametrize(("elo", "wrong"), [(0, SprtVerdict.H1), (100, SprtVerdict.H0)])
def test_a_test_is_wrong_at_most_as_often_as_it_promises(elo: float, wrong: SprtVerdict) -> None:
    """1000 tests each of 0 against 100 points with errors of 5 %, a tenth of the deals split: at most 7 %, which is
    three standard errors more. Every test ends, after some 70 matches on average."""
    chance = FastChance(7)
    decided = 1000 * (expected_score(elo) - 0.05) / 0.9
    wrongs = deals = 0
    for _ in range(1000):
        test = Sprt(stop(elo1="100"), "duplicate")
        while test.verdict is SprtVerdict.NONE:
            if chance.below("", 10) == 0:
                test.add_deal([TIE])
            else:
                test.add_deal([WIN] if chance.below("", 1000) < decided else [LOSS])
        wrongs += test.verdict is wrong
        deals += test.state().deals
    assert wrongs <= 70
    assert 50_000 < deals < 150_000
