"""The leaderboard, and a player's history."""

from services.ratings.book import replay
from services.ratings.history import history_of
from services.ratings.leaderboard import leaderboard
from services.ratings.rating_records import FIRST_RATING, MatchChanges, Rating, RatingVerdict
from services.ratings.rules import DAY_MS, NO_DISCOUNTS, RatingRules, Season
from tests.unit.ratings.results import HOUR_MS, pool, result


def test_places_go_by_ordinal_and_are_shared() -> None:
    ratings = {"eve": Rating(30.0, 5.0), "dan": Rating(24.0, 3.0), "cat": Rating(27.0, 4.0), "ben": Rating(20.0, 1.0)}
    rows = leaderboard(ratings.items(), 0, RatingRules())
    assert [(row.place, row.player, row.rating.ordinal) for row in rows] == [
        (1, "ben", 17.0),
        (2, "cat", 15.0),
        (2, "dan", 15.0),
        (2, "eve", 15.0),
    ]


def test_who_is_little_known_has_no_place_and_comes_last() -> None:
    ratings = {"new": Rating(60.0, 5.1), "old": Rating(10.0, 5.0), "last": Rating(5.0, 1.0)}
    rows = leaderboard(ratings.items(), 0, RatingRules())
    assert [(row.place, row.player) for row in rows] == [(1, "last"), (2, "old"), (None, "new")]
    stricter = leaderboard(ratings.items(), 0, RatingRules(provisional_sigma=3.0))
    assert [(row.place, row.player) for row in stricter] == [(1, "last"), (None, "new"), (None, "old")]


def test_who_has_not_played_for_long_has_no_place() -> None:
    ratings = {"ann": Rating(40.0, 2.0, 500, 0), "ben": Rating(20.0, 2.0, 50, 300 * DAY_MS)}
    rows = leaderboard(ratings.items(), 400 * DAY_MS, RatingRules())
    assert [(row.place, row.player) for row in rows] == [(1, "ben"), (None, "ann")]


def test_a_new_season_makes_ratings_provisional() -> None:
    rules = RatingRules(seasons=(Season("spring", 100, 4.0),))
    ratings = {"ann": Rating(30.0, 4.0, 50, 10)}
    assert [leaderboard(ratings.items(), now, rules)[0].place for now in (99, 100)] == [1, None]


def test_a_history_tells_each_match_with_its_change_and_opponents() -> None:
    told: list[MatchChanges] = []
    replay(
        [result(1, "a b c"), result(2, "b c d"), result(3, "b a d", aborted=True), result(4, "c a=b")],
        NO_DISCOUNTS,
        told.append,
    )
    entries = list(history_of("a", told))
    assert [(entry.match_id, entry.ended_ms // HOUR_MS, entry.verdict) for entry in entries] == [
        ("m001", 1, RatingVerdict.COUNTED),
        ("m003", 3, RatingVerdict.ABORTED),
        ("m004", 4, RatingVerdict.COUNTED),
    ]
    first, aborted, last = entries
    assert first.change is not None
    assert last.change is not None
    assert (first.change.rank, round(first.change.mu, 3), first.change.before) == (1, 2.635, FIRST_RATING)
    assert (aborted.change, aborted.opponents) == (None, ())
    assert last.change.before == first.change.after
    assert [(each.player, each.rank) for each in last.opponents] == [("c", 1), ("b", 2)]
    assert last.opponents[1].mu > 25.0
    assert pool(3).seats == 3
