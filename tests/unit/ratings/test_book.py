"""Ratings as a function of the log."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ratings.book import ConflictingResultsError, OutOfOrderError, RatingBook, in_order, replay
from services.ratings.rating_records import FIRST_RATING, MatchChanges, Population, RatedResult, Rating, RatingVerdict
from services.ratings.rules import DAY_MS, NO_DISCOUNTS, Forfeits, RatingRules, RepeatedMeetings, Season, at_time
from tests.unit.ratings.results import HOUR_MS, pool, result

ALL_RULES = RatingRules(
    forfeits=Forfeits.LEAVE_OUT,
    repeated_meetings=RepeatedMeetings(window_ms=20 * HOUR_MS, full=2, factor=0.7),
    seasons=(Season("spring", 40 * HOUR_MS, 2.0), Season("summer", 90 * HOUR_MS, 1.0)),
)


def mus(book: RatingBook, seats: int) -> dict[str, float]:
    """Means, rounded, by player."""
    return {player: round(rating.mu, 3) for player, rating in book.ratings[pool(seats)].items()}


def random_log(seed: int, matches: int) -> list[RatedResult]:
    """Matches of two to five, with joint ranks, forfeits, aborts and people who sit twice."""
    pick = random.Random(seed)
    log = []
    for _ in range(matches):
        seats = pick.randint(2, 5)
        players = [f"p{pick.randrange(9)}" for _ in range(seats)]
        if pick.random() < 0.9:
            players = pick.sample([f"p{n}" for n in range(9)], seats)
        log.append(
            RatedResult(
                match_id=f"m{pick.randrange(10**9):09}",
                ended_ms=pick.randrange(matches // 2 + 1) * HOUR_MS,
                pool=pool(seats, pick.choice(list(Population))),
                players=tuple(players),
                ranks=tuple(pick.randint(1, seats) for _ in players),
                aborted=pick.random() < 0.05,
                forfeited=(players[0],) if pick.random() < 0.1 else (),
                persons=tuple("ann" if player in ("p0", "p1", "p2") else player for player in players),
                is_void=pick.random() < 0.05,
            )
        )
    return log


def test_a_first_match() -> None:
    changes = RatingBook().apply(result(1, "ann ben=cat dan"))
    assert changes.verdict is RatingVerdict.COUNTED
    assert [(each.player, each.rank, round(each.mu, 3), each.weight) for each in changes.changes] == [
        ("ann", 1, 2.635, 1.0),
        ("ben", 2, 0.0, 1.0),
        ("cat", 2, 0.0, 1.0),
        ("dan", 4, -2.635, 1.0),
    ]
    assert changes.changes[0].before == FIRST_RATING
    assert changes.changes[0].after.games == 1
    assert changes.changes[0].after.updated_ms == HOUR_MS
    assert [round(each.sigma, 3) for each in changes.changes] == [-0.267] * 4


def test_pools_know_nothing_of_each_other() -> None:
    book = replay([result(1, "ann ben"), result(2, "ben ann cat")])
    assert mus(book, 2) == {"ann": 27.635, "ben": 22.365}
    assert mus(book, 3) == {"ben": 27.635, "ann": 25.0, "cat": 22.365}
    assert book.rating(pool(4), "ann", 0) == FIRST_RATING
    assert book.rating(pool(2), "cat", 0) == FIRST_RATING


@pytest.mark.parametrize("rules", [NO_DISCOUNTS, ALL_RULES], ids=["no discounts", "all rules"])
@pytest.mark.parametrize("seed", range(5))
def test_a_replay_is_bit_for_bit_what_online_updates_gave(seed: int, rules: RatingRules) -> None:
    log = random_log(seed, 400)
    online = RatingBook(rules)
    told = [online.apply(each) for each in in_order(log)]
    random.Random(seed).shuffle(log)
    history: list[MatchChanges] = []
    replayed = replay(log + log[:50], rules, history.append)
    assert replayed.ratings == online.ratings
    assert history == told
    assert {each.verdict for each in history} >= {
        RatingVerdict.COUNTED,
        RatingVerdict.ABORTED,
        RatingVerdict.SEATED_TWICE,
    }


@given(st.permutations(range(5)), st.lists(st.integers(1, 5), min_size=5, max_size=5))
def test_seats_do_not_matter_to_the_last_bit(order: list[int], ranks: list[int]) -> None:
    earlier = [result(1, "p0 p1=p2 p3 p4"), result(2, "p3 p1 p0=p2=p4")]
    players = tuple(f"p{n}" for n in range(5))
    seated = RatedResult("m003", 3 * HOUR_MS, pool(5), players, tuple(ranks))
    moved = replace(seated, players=tuple(players[n] for n in order), ranks=tuple(ranks[n] for n in order))
    assert replay([*earlier, seated]).ratings == replay([*earlier, moved]).ratings


def test_a_match_told_twice_counts_once() -> None:
    once, book = replay([result(1, "a b"), result(2, "b a")]), RatingBook()
    told = [book.apply(each) for each in (result(1, "a b"), result(1, "a b"), result(2, "b a"), result(1, "a b"))]
    assert [each.verdict for each in told] == [
        RatingVerdict.COUNTED,
        RatingVerdict.COUNTED_BEFORE,
        RatingVerdict.COUNTED,
        RatingVerdict.COUNTED_BEFORE,
    ]
    assert [len(each.changes) for each in told] == [2, 0, 2, 0]
    assert book.ratings == once.ratings


def test_a_match_with_two_different_results_is_refused_by_a_replay() -> None:
    with pytest.raises(ConflictingResultsError, match="m001"):
        replay([result(1, "a b"), result(2, "a b"), result(1, "b a")])


def test_a_late_result_is_refused_online_and_changes_nothing() -> None:
    book = replay([result(2, "a b")])
    before = dict(book.ratings[pool(2)])
    with pytest.raises(OutOfOrderError, match="m001 ended before m002"):
        book.apply(result(1, "b a"))
    assert book.ratings[pool(2)] == before
    assert book.apply(result(3, "b a")).verdict is RatingVerdict.COUNTED
    assert mus(replay([result(2, "a b"), result(1, "b a")]), 2) == mus(replay([result(1, "b a"), result(2, "a b")]), 2)


def test_a_late_result_of_another_pool_is_in_order() -> None:
    book = replay([result(2, "a b")])
    assert book.apply(result(1, "a b c")).verdict is RatingVerdict.COUNTED


def test_matches_that_ended_in_one_millisecond_are_ordered_by_id() -> None:
    first, second = (
        RatedResult(name, 5, pool(2), ("a", "b"), ranks) for name, ranks in (("m1", (1, 2)), ("m2", (2, 1)))
    )
    assert [each.match_id for each in in_order([second, first])] == ["m1", "m2"]


def test_an_aborted_match_does_not_count() -> None:
    told = RatingBook().apply(result(1, "a b", aborted=True))
    assert (told.verdict, told.changes) == (RatingVerdict.ABORTED, ())


def test_nobody_is_rated_against_themselves() -> None:
    told = RatingBook().apply(RatedResult("m", 1, pool(3), ("a", "b", "a"), (1, 2, 3)))
    assert (told.verdict, told.changes) == (RatingVerdict.SEATED_TWICE, ())


def test_a_forfeit_counts_as_the_operator_says() -> None:
    forfeit = result(1, "a b c", forfeited="c")
    counted, left_out, void = (RatingBook(RatingRules(forfeits=rule)).apply(forfeit) for rule in Forfeits)
    assert [(each.player, round(each.mu, 3)) for each in counted.changes] == [("a", 2.635), ("b", 0.0), ("c", -2.635)]
    assert [(each.player, each.rank, round(each.mu, 3)) for each in left_out.changes] == [
        ("a", 1, 2.635),
        ("b", 2, -2.635),
    ]
    assert (void.verdict, void.changes) == (RatingVerdict.FORFEITED, ())


def test_where_one_stays_there_is_nobody_to_compare() -> None:
    rules = RatingRules(forfeits=Forfeits.LEAVE_OUT)
    assert RatingBook(rules).apply(result(1, "a b", forfeited="b")).verdict is RatingVerdict.FORFEITED


def test_a_season_widens_sigma_once_and_never_moves_mu() -> None:
    seasons = replace(NO_DISCOUNTS, seasons=(Season("spring", 100, 3.0), Season("summer", 200, 4.0)))
    rating = Rating(30.0, 4.0, 10, 50)
    assert [at_time(rating, now, seasons) for now in (50, 99, 100, 150)] == [
        rating,
        rating,
        Rating(30.0, 5.0, 10, 50),
        Rating(30.0, 5.0, 10, 50),
    ]
    assert at_time(rating, 200, seasons) == Rating(30.0, math.sqrt(25 + 16), 10, 50)
    assert at_time(Rating(30.0, 4.0, 10, 100), 150, seasons).sigma == 4.0
    assert at_time(Rating(30.0, 8.0, 10, 50), 200, seasons).sigma == 25 / 3


def test_certainty_fades_with_the_days_since_the_last_match() -> None:
    rules = replace(NO_DISCOUNTS, fading=0.5)
    rating = Rating(30.0, 2.0, 10, DAY_MS)
    assert [at_time(rating, days * DAY_MS, rules).sigma for days in (0, 1, 13, 21)] == [2.0, 2.0, math.sqrt(7), 3.0]
    assert at_time(rating, 1000 * DAY_MS, rules) == Rating(30.0, 25 / 3, 10, DAY_MS)
    book = replay([result(1, "a b")], rules)
    told = book.apply(replace(result(2, "a b"), ended_ms=9 * DAY_MS))
    left = replay([result(1, "a b")], rules).ratings[pool(2)]["a"]
    assert told.changes[0].before.sigma == pytest.approx(math.sqrt(left.sigma**2 + 0.25 * (9 - 1 / 24)))


def test_who_stops_playing_has_no_place_after_about_a_year() -> None:
    rules = RatingRules()
    best = Rating(35.0, 2.0, 500, 0)
    assert [rules.is_provisional(at_time(best, days * DAY_MS, rules)) for days in (364, 365)] == [False, True]


def test_a_match_finds_the_widened_rating_and_tells_it() -> None:
    rules = replace(NO_DISCOUNTS, seasons=(Season("spring", 2 * HOUR_MS, 3.0),))
    book = replay([result(1, "a b")], rules)
    before = book.rating(pool(2), "a", 2 * HOUR_MS)
    assert before.sigma > book.ratings[pool(2)]["a"].sigma
    told = book.apply(result(3, "a b"))
    assert told.changes[0].before == before
    assert book.rating(pool(2), "a", 4 * HOUR_MS) == told.changes[0].after


def test_repeated_meetings_weigh_less_and_less() -> None:
    rules = replace(NO_DISCOUNTS, repeated_meetings=RepeatedMeetings(window_ms=10 * HOUR_MS, full=2, factor=0.5))
    book = RatingBook(rules)
    weights = [book.apply(result(number, "a b")).changes[0].weight for number in range(1, 6)]
    assert weights == [1.0, 1.0, 0.5, 0.25, 0.125]
    assert book.apply(result(13, "b a")).changes[0].weight == 0.5  # those of hour 3 and before are gone
    assert book.apply(result(30, "a b")).changes[0].weight == 1.0
    assert book.apply(result(31, "a c")).changes[0].weight == 1.0


def test_without_a_factor_a_window_is_worth_about_its_full_meetings() -> None:
    rules = replace(NO_DISCOUNTS, repeated_meetings=RepeatedMeetings(window_ms=100 * HOUR_MS, full=2))
    book = RatingBook(rules)
    weights = [book.apply(result(number, "a b")).changes[0].weight for number in range(1, 6)]
    assert weights == [1.0, 1.0, 2 / 3, 2 / 4, 2 / 5]


def test_an_opponent_less_certain_than_the_player_counts_by_the_ratio_of_variances() -> None:
    book = RatingBook(replace(NO_DISCOUNTS, discount_uncertain=True))
    book.resume(pool(2), {"known": Rating(25.0, 2.0, 99, 1)}, None)
    known, fresh = book.apply(result(1, "known fresh")).changes
    assert known.weight == pytest.approx(4 / (25 / 3) ** 2, rel=0.01)  # before the match its sigma is 2
    assert fresh.weight == 1.0


def test_beating_who_is_beyond_reach_tells_nothing() -> None:
    book = RatingBook(replace(NO_DISCOUNTS, reach=10.0))
    start = {"far": Rating(40.0, 3.0, 9, 1), "mid": Rating(31.0, 3.0, 9, 1), "low": Rating(29.9, 3.0, 9, 1)}
    book.resume(pool(3), start, None)
    weights = {each.player: each.weight for each in book.apply(result(1, "far mid low")).changes}
    assert weights == {"far": 0.5, "mid": 1.0, "low": 1.0}
    book.resume(pool(2), start, None)
    assert [each.weight for each in book.apply(result(2, "low=far")).changes] == [1.0, 1.0]
    book.resume(pool(2), start, None)
    won = book.apply(result(3, "far low")).changes[0]
    assert won.after == won.before._replace(games=won.before.games + 1, updated_ms=3 * HOUR_MS)


def test_players_behind_whom_one_person_stands_are_not_compared() -> None:
    book = RatingBook(NO_DISCOUNTS)
    own = replace(result(1, "b1 b2 x"), persons=("ann", "ann", "x"))
    assert {each.player: each.weight for each in book.apply(own).changes} == {"b1": 0.5, "b2": 0.5, "x": 1.0}
    told = book.apply(replace(result(2, "b1 b2"), persons=("ann", "ann")))
    assert (told.verdict, told.changes) == (RatingVerdict.ONE_PERSON, ())


def test_a_void_match_does_not_count() -> None:
    told = RatingBook().apply(replace(result(1, "a b"), is_void=True))
    assert (told.verdict, told.changes) == (RatingVerdict.VOID, ())


def test_a_meeting_as_old_as_the_window_is_gone() -> None:
    rules = replace(NO_DISCOUNTS, repeated_meetings=RepeatedMeetings(window_ms=HOUR_MS, full=1, factor=0.5))
    book = replay([result(1, "a b")], rules)
    assert book.apply(result(2, "a b")).changes[0].weight == 1.0


def test_the_weight_at_a_larger_table_is_the_mean_over_opponents() -> None:
    rules = replace(NO_DISCOUNTS, repeated_meetings=RepeatedMeetings(window_ms=10 * HOUR_MS, full=1, factor=0.5))
    book = replay([result(1, "a b c")], rules)
    changes = book.apply(result(2, "a b d")).changes
    assert {each.player: each.weight for each in changes} == {"a": 0.75, "b": 0.75, "d": 1.0}
    whole = replay([result(1, "a b c")], NO_DISCOUNTS).apply(result(2, "a b d")).changes
    assert changes[0].mu == pytest.approx(0.75 * whole[0].mu)
    assert changes[0].sigma == pytest.approx(0.75 * whole[0].sigma)
    assert changes[2] == whole[2]


def test_farming_one_pair_gains_little_where_repeated_meetings_count_less() -> None:
    farm = [result(number, "a b") for number in range(1, 201)]
    rules = replace(NO_DISCOUNTS, repeated_meetings=RepeatedMeetings(window_ms=1000 * HOUR_MS, full=3, factor=0.5))
    allowed, discounted = (replay(farm, each).ratings[pool(2)]["a"] for each in (NO_DISCOUNTS, rules))
    assert round(allowed.ordinal, 1) == 33.4
    assert round(discounted.ordinal, 1) == 10.1
    assert discounted.sigma > 5.0  # still provisional


@pytest.mark.parametrize(("window_ms", "full", "factor"), [(0, 1, 0.5), (1, 0, 0.5), (1, 1, 1.0), (1, 1, -0.1)])
def test_repeated_meetings_must_count_less(window_ms: int, full: int, factor: float) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        RepeatedMeetings(window_ms, full, factor)


def test_seasons_are_in_order_and_widen() -> None:
    with pytest.raises(ValueError, match="order"):
        RatingRules(seasons=(Season("b", 2, 1.0), Season("a", 1, 1.0)))
    for widening in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match="positive"):
            Season("a", 1, widening)
