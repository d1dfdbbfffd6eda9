"""What is rated, and in which pool."""

import pytest

from services.ratings.rating_records import Participant, Pool, Population, RatedResult, Rating, pool_of
from tests.unit.ratings.results import pool

ANN = Participant("ann", is_bot=False)
BEN = Participant("ben", is_bot=False, rated_with_bots=True)
BOT = Participant("bot", is_bot=True)


def test_people_and_bots_are_rated_apart_and_by_seats() -> None:
    assert pool_of("standoff", [ANN, BEN]) == Pool("standoff", 2, Population.HUMANS)
    assert pool_of("standoff", [ANN, BEN, ANN]) == Pool("standoff", 3, Population.HUMANS)
    assert pool_of("standoff", [BOT, BOT]) == Pool("standoff", 2, Population.BOTS)


def test_people_are_rated_with_bots_only_if_all_of_them_agreed() -> None:
    assert pool_of("standoff", [BEN, BOT, BOT]) == Pool("standoff", 3, Population.MIXED)
    assert pool_of("standoff", [BEN, ANN, BOT]) is None
    assert pool_of("standoff", [ANN, BOT]) is None


def test_the_ordinal_is_three_sigma_below_the_mean() -> None:
    assert Rating(27.5, 2.5).ordinal == 20.0


def test_a_result_must_fit_its_pool() -> None:
    with pytest.raises(ValueError, match="3 players in a pool for 2"):
        RatedResult("m", 1, pool(2), ("a", "b", "c"), (1, 2, 3))
    with pytest.raises(ValueError, match="6 players"):
        RatedResult("m", 1, pool(6), tuple("abcdef"), (1, 2, 3, 4, 5, 6))
    with pytest.raises(ValueError, match="1 ranks for 2 players"):
        RatedResult("m", 1, pool(2), ("a", "b"), (1,))
    assert RatedResult("m", 1, pool(2), ("a", "b"), (), aborted=True).ranks == ()
