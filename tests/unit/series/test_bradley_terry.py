"""Bradley-Terry strengths against published and computed ones."""

import math

import pytest

from services.engine.chance import FastChance
from services.series.bradley_terry import Blocks, strengths, strengths_with_intervals
from services.series.intervals import SeriesEstimate
from services.series.pair_counts import Comparisons, PairCounts, count_pairs, total_pairs
from services.series.results import MatchResult


def counts(**scores: tuple[float, int]) -> PairCounts:
    """``a_b=(score of a, count)``, entrants being letters."""
    found = {}
    for names, (score, count) in scores.items():
        first, second = (ord(name) - ord("a") for name in names.split("_"))
        found[first, second] = Comparisons(score, count)
    return found


def match(entrants: tuple[int, ...], ranks: tuple[int, ...]) -> MatchResult:
    return MatchResult(number=0, deal=0, entrants=entrants, ranks=ranks)


def elo_of(estimate: SeriesEstimate | None) -> float:
    assert estimate is not None
    return estimate.value


def test_a_match_of_four_is_six_comparisons() -> None:
    assert count_pairs([match((2, 0, 1, 3), (1, 2, 2, 4))]) == counts(
        a_c=(0, 1), b_c=(0, 1), c_d=(1, 1), a_b=(0.5, 1), a_d=(1, 1), b_d=(1, 1)
    )


def test_nobody_is_compared_with_themselves_nor_by_a_match_that_failed() -> None:
    failed = MatchResult(number=1, deal=0, entrants=(0, 1), error="bot_failed")
    assert count_pairs([match((0, 0, 1), (1, 3, 2)), failed]) == counts(a_b=(1, 2))


def test_two_strengths_are_elo_s_formula() -> None:
    """75 of 100 is a strength three times the other's: 190.85 points."""
    first, second = strengths(2, counts(a_b=(75, 100)), given_ties=0)
    assert first == pytest.approx(95.424, abs=1e-2)
    assert second == pytest.approx(-95.424, abs=1e-2)


def test_strengths_of_four_are_the_published_ones() -> None:
    """The worked example of the encyclopaedia's article on the model: 0.640, 1.043, 0.660 and 2.270."""
    found = strengths(4, counts(a_b=(2, 5), a_d=(1, 5), b_c=(5, 8), c_d=(1, 4)), given_ties=0)
    published = [400 * math.log10(strength) for strength in (0.640, 1.043, 0.660, 2.270)]
    assert found == pytest.approx(published, abs=0.5)


def test_who_wins_everything_has_a_finite_strength() -> None:
    first, second = strengths(2, counts(a_b=(10, 10)))
    assert first is not None
    assert second is not None
    assert 200 < first - second < 1000


def test_who_was_not_compared_has_no_strength() -> None:
    assert strengths(3, counts(a_c=(1, 2))) == [pytest.approx(0), None, pytest.approx(0)]
    assert strengths(2, {}) == [None, None]
    assert strengths_with_intervals(2, []) == [None, None]


def test_a_few_deals_have_no_intervals() -> None:
    few = strengths_with_intervals(2, [counts(a_b=(1, 2))] * 9)
    assert [(each.low, each.high) for each in few if each] == [(None, None)] * 2


def test_blocks_hold_every_comparison_of_however_many_deals() -> None:
    blocks = Blocks()
    for deal in range(5000):
        blocks.add(counts(a_b=(deal % 2, 1)))
    assert 128 <= len(blocks.blocks) <= 256
    assert total_pairs(blocks.blocks) == counts(a_b=(2500, 5000))
    sizes = {block[0, 1].count for block in blocks.blocks[:-1]}
    assert sizes == {32}


def test_intervals_are_the_same_every_time() -> None:
    deals = [_deal(FastChance(deal), (50.0, 0.0, -50.0)) for deal in range(40)]
    assert strengths_with_intervals(3, deals) == strengths_with_intervals(3, deals)


def test_deals_that_all_went_the_same_way_are_no_certainty() -> None:
    """Ten matches won by one of two: 580 points between them, with an interval from 226 to 934."""
    won = strengths_with_intervals(2, [counts(a_b=(1, 1))] * 10)[0]
    assert won is not None
    assert won.low is not None
    assert won.high is not None
    assert [round(each) for each in (won.low, won.value, won.high)] == [113, 290, 467]


def test_who_was_compared_in_few_deals_has_a_wider_interval_or_none() -> None:
    deals = [counts(a_b=(n % 2, 1)) for n in range(30)]
    few = [counts(a_c=(n % 2, 1)) for n in range(4)]
    _, often, seldom = strengths_with_intervals(3, deals + few)
    assert often is not None
    assert seldom is not None
    assert often.low is not None
    assert seldom.low is not None
    assert [round(often.value - often.low), round(seldom.value - seldom.low)] == [159, 398]
    once = strengths_with_intervals(3, deals + few[:1])[2]
    assert once is not None
    assert once.low is None


@pytest.mark.slow
@pytest.mark.parametrize("number", [10, 100])
def test_intervals_hold_the_truth_19_times_in_20(number: int) -> None:
    """Three entrants 80 points apart: a deal is a match of each pair, and both of its rotations go the same way."""
    chance = FastChance(4)
    truth = (80.0, 0.0, -80.0)
    held = 0
    for _ in range(50):
        deals = [_deal(chance, truth) for _ in range(number)]
        found = strengths_with_intervals(3, deals)
        assert elo_of(found[0]) + elo_of(found[1]) + elo_of(found[2]) == pytest.approx(0, abs=1e-6)
        for estimate, elo in zip(found, truth, strict=True):
            assert estimate is not None
            held += not estimate.excludes(elo)
    assert 134 <= held <= 149


def _deal(chance: FastChance, truth: tuple[float, ...]) -> PairCounts:
    deal = {}
    for first, second in ((0, 1), (0, 2), (1, 2)):
        expected = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
        deal[first, second] = Comparisons(2.0 * (chance.below("", 1000) < 1000 * expected), 2)
    return deal


def test_groups_that_never_met_are_comparable_after_a_million_matches() -> None:
    """Each group's strengths lie around the imaginary entrant's: 9 to 1 is 381.7 points."""
    million = 1_000_000
    found = strengths(4, counts(a_b=(0.9 * million, million), c_d=(0.1 * million, million)))
    assert found == [pytest.approx(each, abs=0.01) for each in (190.85, -190.85, -190.85, 190.85)]
