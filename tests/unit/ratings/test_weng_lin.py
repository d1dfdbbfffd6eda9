"""The update by the places of one match."""

import math
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart

from services.ratings.rating_records import FIRST_RATING, Rating
from services.ratings.weng_lin import TAU, WengLin
from tests.marks import each_row

MODEL = WengLin()


def weak_orders(seats: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many players can finish, with joint ranks, the best first: 1, 1, 2 and so on."""
    for steps in product((0, 1), repeat=seats - 1):
        yield tuple(1 + sum(steps[:at]) for at in range(seats))


ALL_ORDERS = [order for seats in (2, 3, 4, 5) for order in weak_orders(seats)]


def test_a_first_win_of_two_is_the_published_formula() -> None:
    """c² = 2 (sigma² + tau²) + 2 beta²; mu rises by (sigma² + tau²) / c x 1/2; sigma² shrinks by
    gamma (sigma² + tau²) / c² x 1/4 of itself, gamma being sqrt(sigma² + tau²) / c."""
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = math.sqrt(2 * variance + 2 * (25 / 6) ** 2)
    sigma = math.sqrt(variance * (1 - math.sqrt(variance) / c * variance / c**2 / 4))
    (winner, winner_sigma), (loser, loser_sigma) = MODEL.new_values([FIRST_RATING] * 2, (1, 2))
    assert [winner, loser] == pytest.approx([25 + variance / c / 2, 25 - variance / c / 2])
    assert [winner_sigma, loser_sigma] == pytest.approx([sigma, sigma])
    assert (round(winner, 4), round(loser, 4), round(sigma, 4)) == (27.6354, 22.3646, 8.0659)


def test_four_who_finish_one_after_another() -> None:
    values = MODEL.new_values([FIRST_RATING] * 4, (1, 2, 3, 4))
    assert [round(mu, 4) for mu, _ in values] == [27.6354, 25.8785, 24.1215, 22.3646]
    assert [round(sigma, 4) for _, sigma in values] == [8.0659] * 4


@each_row("ranks", ALL_ORDERS)
def test_joint_ranks_gain_equally_and_a_better_rank_gains_more(ranks: tuple[int, ...]) -> None:
    gains = [mu - 25 for mu, _ in MODEL.new_values([FIRST_RATING] * len(ranks), ranks)]
    for (one, gained), (other, others_gain) in permutations(zip(ranks, gains, strict=True), 2):
        if one == other:
            assert gained == pytest.approx(others_gain, abs=1e-12)
        elif one < other:
            assert gained > others_gain + 0.1
    assert sum(gains) == pytest.approx(0, abs=1e-12)


@each_row("ranks", ALL_ORDERS)
def test_only_the_order_of_ranks_matters(ranks: tuple[int, ...]) -> None:
    """Competition ranks 1, 1, 3 are the dense ranks 1, 1, 2."""
    ratings = [Rating(20 + 3 * seat, 3 + seat) for seat in range(len(ranks))]
    competition = [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert MODEL.new_values(ratings, ranks) == MODEL.new_values(ratings, competition)


means = st.floats(-60, 110)
deviations = st.floats(0.5, 25 / 3)


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    seats = draw(st.integers(2, 5))
    ratings = [Rating(draw(means), draw(deviations)) for _ in range(seats)]
    return ratings, [draw(st.integers(1, seats)) for _ in range(seats)]


@given(matches())
def test_sigma_grows_by_no_more_than_tau_and_stays_positive(match: tuple[list[Rating], list[int]]) -> None:
    ratings, ranks = match
    for before, (_, sigma) in zip(ratings, MODEL.new_values(ratings, ranks), strict=True):
        assert 0 < sigma <= math.sqrt(before.sigma**2 + TAU**2)


@given(matches())
def test_it_is_openskill_to_the_last_bit(match: tuple[list[Rating], list[int]]) -> None:
    """As its documentation calls it, with ratings of its own for each match."""
    ratings, ranks = match
    model = BradleyTerryPart()
    rated = model.rate(
        [[model.rating(mu=each.mu, sigma=each.sigma)] for each in ratings], ranks=[float(rank) for rank in ranks]
    )
    assert MODEL.new_values(ratings, ranks) == [(each.mu, each.sigma) for (each,) in rated]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_only_two_to_five_are_compared(players: int) -> None:
    with pytest.raises(ValueError, match="two to five"):
        MODEL.new_values([FIRST_RATING] * players, range(players))
