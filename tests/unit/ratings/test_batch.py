"""Strengths of bots from all their matches at once."""

import random

import pytest

from services.ratings.batch import Strength, strengths_of
from services.ratings.book import ConflictingResultsError
from services.ratings.rating_records import Population, RatedResult
from tests.unit.ratings.results import pool, result


def table(number: int, players: tuple[str, ...], ranks: tuple[int, ...]) -> RatedResult:
    return RatedResult(f"m{number:04}", number, pool(len(players), Population.BOTS), players, ranks)


def random_tables(seed: int, tables: int) -> list[RatedResult]:
    """Bots a to h, each a little stronger than the one before, at tables of two to five."""
    pick = random.Random(seed)
    log = []
    for number in range(tables):
        seated = pick.sample("abcdefgh", pick.randint(2, 5))
        points = [round("abcdefgh".index(name) / 2 + pick.gauss(0, 1)) for name in seated]
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        log.append(table(number, tuple(seated), ranks))
    return log


def by_name(rows: list[Strength]) -> dict[str, Strength]:
    return {row.player: row for row in rows}


def test_three_wins_of_four_are_191_elo() -> None:
    """As often as it takes for the imaginary tie to be of no weight."""
    rows = strengths_of([table(n, ("a", "b"), (1, 2) if n % 4 else (2, 1)) for n in range(4000)])
    assert [row.player for row in rows] == ["a", "b"]
    assert rows[0].elo.value - rows[1].elo.value == pytest.approx(190.8, abs=0.3)
    assert [row.matches for row in rows] == [4000, 4000]


def test_order_and_repetition_do_not_matter_to_the_last_bit() -> None:
    log = random_tables(1, 300)
    expected = strengths_of(log)
    random.Random(2).shuffle(log)
    assert strengths_of(log + log[:40]) == expected
    assert all(row.elo.low is not None for row in expected)


def test_the_strongest_come_first_and_intervals_hold_what_is_estimated() -> None:
    rows = strengths_of(random_tables(3, 2000))
    assert "".join(row.player for row in rows) == "hgfedcba"
    for row in rows:
        assert row.elo.low is not None
        assert row.elo.high is not None
        assert row.elo.low < row.elo.value < row.elo.high < row.elo.low + 100


def test_aborted_matches_and_seats_of_one_bot_compare_nobody() -> None:
    rows = by_name(strengths_of([table(1, ("a", "a"), (1, 2)), result(2, "a c", aborted=True), result(3, "a b=d")]))
    assert {name: row.matches for name, row in rows.items()} == {"a": 1, "b": 1, "d": 1}
    assert rows["a"].elo.value > rows["b"].elo.value == pytest.approx(rows["d"].elo.value)
    assert by_name(strengths_of([table(1, ("a", "a", "b"), (1, 2, 3))]))["a"].matches == 1


def test_few_deals_have_no_intervals_however_many_matches() -> None:
    """Eighteen seatings of nine deals."""
    log = [table(n, ("a", "b") if n % 2 else ("b", "a"), (1, 2)) for n in range(18)]
    in_deals = strengths_of(log, deal_of=lambda each: str(each.ended_ms // 2))
    assert [(row.elo.low, row.elo.high) for row in in_deals] == [(None, None)] * 2
    assert all(row.elo.low is not None for row in strengths_of(log))


def test_intervals_of_very_many_bots_are_for_those_who_can_wait() -> None:
    log = random_tables(4, 100)
    assert all(row.elo.low is None for row in strengths_of(log, max_pairs=27))
    assert strengths_of(log, max_pairs=28) == strengths_of(log)  # eight bots are 28 pairs


def test_nothing_played_is_an_empty_leaderboard() -> None:
    assert strengths_of([]) == []


def test_two_results_of_a_match_are_refused() -> None:
    with pytest.raises(ConflictingResultsError):
        strengths_of([table(1, ("a", "b"), (1, 2)), table(1, ("a", "b"), (2, 1))])
