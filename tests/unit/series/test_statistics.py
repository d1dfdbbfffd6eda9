"""Summaries of series, against results that can be counted by hand."""

import json

import pytest

from services.series.document import SprtStop
from services.series.results import MatchResult
from services.series.sprt import SprtVerdict
from services.series.statistics import Tally, summarise
from services.series.summary import IntervalMethod, ScoreBin, SeriesLength, SeriesSummary
from tests.unit.series.documents import document
from tests.unit.series.played import drawn, failed, result

ONE_EACH = document("a", "b", design="round_robin")
"""Matches of two entrants, each with a deal of its own."""


def summary_of(*results: MatchResult) -> SeriesSummary:
    return summarise(ONE_EACH, results)


def test_wins_shared_wins_and_shares_are_counted() -> None:
    summary = summary_of(
        result(0, 0, (0, 1), (5, 3)),
        result(1, 1, (1, 0), (2, 4)),
        result(2, 2, (0, 1), (4, 4)),
        result(3, 3, (1, 0), (9, 0)),
    )
    first, second = summary.entrants
    assert (first.bot, first.matches, first.wins, first.shared_wins) == ("a", 4, 2, 1)
    assert (second.bot, second.matches, second.wins, second.shared_wins) == ("b", 4, 1, 1)
    assert first.share is not None
    assert first.share.value == 2.5 / 4
    assert first.fair_share == 0.5
    assert first.win_rate is None, "with a shared win it is no proportion"
    assert first.rank is not None
    assert first.rank.value == 1.25
    assert first.score is not None
    assert first.score.value == 13 / 4


def test_independent_matches_have_wilson_s_interval_of_wins() -> None:
    summary = summary_of(*(result(n, n, (0, 1), (1, 0) if n < 70 else (0, 1)) for n in range(100)))
    assert summary.interval_method is IntervalMethod.INDEPENDENT
    rate = summary.entrants[0].win_rate
    assert rate is not None
    assert (rate.low, rate.high) == pytest.approx((0.6042, 0.7811), abs=1e-4)


def test_matches_that_share_a_deal_have_clustered_intervals() -> None:
    """Every deal goes to one entrant in both rotations: twice the matches tell no more than half of them."""
    twice = document("a", "b", design="duplicate")
    pairs = [result(n, n // 2, (n % 2, 1 - n % 2), (1, 0) if (n // 2 + n) % 2 else (0, 1)) for n in range(200)]
    clustered = summarise(twice, pairs)
    halved = summary_of(*(result(n, n, (0, 1), (1, 0) if n % 2 else (0, 1)) for n in range(100)))
    assert clustered.interval_method is IntervalMethod.CLUSTERED
    assert clustered.entrants[0].win_rate is None
    shares = clustered.entrants[0].share, halved.entrants[0].share
    assert shares[0] is not None
    assert shares[1] is not None
    assert [shares[0].low, shares[0].high] == pytest.approx([shares[1].low, shares[1].high])


def test_matches_that_failed_count_by_their_kind_and_for_nobody() -> None:
    summary = summary_of(
        result(0, 0, (0, 1), (5, 3)),
        failed(1, 1, (0, 1), "too_long"),
        failed(2, 2, (0, 1), "bot_failed"),
        failed(3, 3, (0, 1), "bot_failed"),
    )
    assert (summary.matches, summary.failed) == (4, 3)
    assert summary.errors == (("bot_failed", 2), ("too_long", 1))
    assert summary.entrants[0].matches == 1
    assert summary.reasons == (("score", 1),)


def test_a_series_without_a_result_has_a_summary() -> None:
    for summary in (summary_of(), summary_of(failed(0, 0, (0, 1), "too_long"))):
        assert summary.entrants[0].share is None
        assert summary.length is None
        assert summary.pairs == ()
        json.loads(summary.to_json())


def test_the_fair_share_is_that_of_the_tables_where_an_entrant_sat() -> None:
    mixed = document("a", "b", "c", "d", seats=(2, 4), design="random_tables")
    summary = summarise(mixed, [result(0, 0, (0, 1), (5, 3)), result(1, 1, (0, 1, 2, 3), (5, 3, 2, 9))])
    assert [entrant.fair_share for entrant in summary.entrants] == [0.375, 0.375, 0.25, 0.25]
    assert [(size, share.value) for size, share in summary.entrants[0].share_by_size] == [(2, 1.0), (4, 0.0)]
    assert [(seat.size, seat.seat, seat.share.value) for seat in summary.seats] == [
        (2, 0, 1.0),
        (2, 1, 0.0),
        (4, 0, 0.0),
        (4, 1, 0.0),
        (4, 2, 0.0),
        (4, 3, 1.0),
    ]


def test_an_entrant_in_two_seats_plays_one_match_twice() -> None:
    summary = summarise(document("a", "b", seats=(3,)), [result(0, 0, (0, 0, 1), (5, 3, 4))])
    first = summary.entrants[0]
    assert (first.matches, first.seats, first.wins) == (1, 2, 1)
    assert first.share is not None
    assert first.share.value == 0.5


def test_pairs_say_who_finished_before_whom() -> None:
    three = document("a", "b", "c", seats=(3,))
    summary = summarise(three, [result(0, 0, (2, 0, 1), (1, 7, 7)), result(1, 0, (1, 2, 0), (3, 2, 1))])
    assert [(pair.first, pair.second, pair.comparisons, pair.score.value) for pair in summary.pairs] == [
        (0, 1, 2, 0.25),
        (0, 2, 2, 0.5),
        (1, 2, 2, 1.0),
    ]


def test_scores_have_quartiles_bins_and_parts() -> None:
    parts = ((("cards", 4), ("coins", 1)), (("cards", 2), ("coins", 6)))
    summary = summary_of(
        result(0, 0, (0, 1), (5, 8), parts=parts),
        result(1, 1, (0, 1), (105, 8), parts=parts),
        result(2, 2, (0, 1), (6, 8), parts=parts),
    )
    scores = summary.entrants[0].scores
    assert scores is not None
    assert (scores.lowest, scores.quartiles, scores.highest) == (5, (5, 6, 105), 105)
    assert (scores.bin_width, scores.bins) == (3, (ScoreBin(start=5, count=2), ScoreBin(start=104, count=1)))
    assert summary.entrants[0].parts == (("cards", 4.0), ("coins", 1.0))
    assert summary.entrants[1].parts == (("cards", 2.0), ("coins", 6.0))


def test_the_length_of_matches() -> None:
    summary = summary_of(*(result(n, n, (0, 1), (1, 0), decisions=n + 1) for n in range(100)))
    assert summary.length == SeriesLength(mean=50.5, median=50, percentile_95=95, longest=100)


def test_a_paired_series_compares_two_entrants_in_the_same_seats() -> None:
    paired = document("a", "b", "field", design="paired")
    deals = [((9, 1), (2, 5)), ((9, 1), (6, 5)), ((1, 9), (6, 5)), ((9, 1), (3, 5))]
    results = []
    for deal, (first, second) in enumerate(deals):
        results += [result(2 * deal, deal, (0, 2), first), result(2 * deal + 1, deal, (1, 2), second)]
    found = summarise(paired, [*results, failed(8, 4, (0, 2), "too_long"), result(9, 4, (1, 2), (9, 1))]).paired
    assert found is not None
    assert (found.deals, found.better, found.worse, found.same) == (4, 2, 1, 1)
    assert found.share.value == 0.25
    assert found.rank.value == -0.25
    assert found.score is not None
    assert found.score.value == (28 - 17) / 4
    assert found.sign_test == 1.0


def test_the_sequential_test_is_part_of_the_summary() -> None:
    stop = SprtStop(rule="sprt", entrants=(0, 1), elo0="0", elo1="50", alpha="0.05", beta="0.05", max_matches=9999)
    tested = document("a", "b").model_copy(update={"stop": stop})
    tally = Tally(tested)
    results = drawn(tested, 600, advantage=3)
    decided_after = 0
    for first in range(0, 600, 2):
        tally.add_deal(results[first : first + 2])
        decided_after += tally.verdict is SprtVerdict.NONE
    state = tally.summary().sprt
    assert state is not None
    assert state.verdict is SprtVerdict.H1
    assert state.deals == decided_after + 1
    assert 10 < state.deals < 200


def test_the_same_results_have_the_same_bytes() -> None:
    duplicate = document("a", "b", "c", seats=(2, 3), design="duplicate")
    results = drawn(duplicate, 300, advantage=2)
    written = summarise(duplicate, results).to_json()
    assert summarise(duplicate, iter(results)).to_json() == written
    assert json.loads(written)["format"] == "playhall.series-summary/1"


def test_convergence_is_followed_at_a_hundred_points_at_most() -> None:
    points = summarise(ONE_EACH, drawn(ONE_EACH, 20_000)).convergence
    assert points[0].matches == 10
    assert [point.matches for point in points] == sorted({point.matches for point in points})
    assert 50 < len(points) < 100
    last = points[-1].shares[0]
    assert last is not None
    assert last.value == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("matches", [10, 100, 301, 1_000])
def test_convergence_ends_with_what_all_matches_show(matches: int) -> None:
    summary = summarise(ONE_EACH, drawn(ONE_EACH, matches))
    last = summary.convergence[-1]
    assert last.matches == matches
    assert last.shares == tuple(entrant.share for entrant in summary.entrants)
    assert summarise(ONE_EACH, drawn(ONE_EACH, 9)).convergence == ()
