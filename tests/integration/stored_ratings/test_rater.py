"""Results are taken as they come, in any order, by any number of raters that may die."""

import random
from functools import partial

import pytest
from sqlalchemy import func, insert, select

from services.archive.rated_results import AS_PLAYED, VOID, Correction, add_missing_results, correct_result
from services.database import Database
from services.database.tables import players, rated_results, rating_history
from services.ratings.rating_records import Population
from services.ratings.rules import RatingRules, Season
from services.stored_ratings.due import is_rating_due, is_upkeep_due
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_ratings.rater import Rater
from services.stored_ratings.upkeep import RatingUpkeep
from tests.integration.database.processes import at_once
from tests.integration.stored_ratings.played import (
    ALL_RULES,
    HOUR_MS,
    NOW_MS,
    Died,
    MortalDatabase,
    archived,
    expected,
    match,
    now,
    pool,
    random_matches,
    rate_all,
    stored,
    without_end,
)


def exclusions(database: Database) -> dict[str, tuple[str | None, str]]:
    with database.read() as connection:
        rows = connection.execute(select(rated_results)).all()
    return {row.match_id: (row.population, row.exclusion) for row in rows}


def test_a_first_match_is_rated(database: Database) -> None:
    archived(database, match(1, "p_ann", "p_bob"))

    rate_all(database)

    board = Leaderboards(database).page(pool(), 10)
    assert [(entry.player_id, entry.place, round(entry.mu, 3), entry.games) for entry in board] == [
        ("p_ann", None, 27.635, 1),
        ("p_bob", None, 22.365, 1),
    ]


@pytest.mark.parametrize("rules", [RatingRules(), ALL_RULES], ids=["defaults", "all rules"])
def test_ratings_that_are_kept_are_bit_for_bit_what_a_replay_gives(database: Database, rules: RatingRules) -> None:
    played = random_matches(1, 300)
    for start in range(0, 300, 30):
        archived(database, *sorted(played, key=lambda each: each.match["ended_ms"])[start : start + 30])
        rate_all(database, rules)

    assert stored(database) == expected(database, rules)
    assert len(stored(database)[0]) == 4


@pytest.mark.parametrize("rules", [RatingRules(), ALL_RULES], ids=["defaults", "all rules"])
def test_the_order_in_which_matches_are_archived_does_not_matter(database: Database, rules: RatingRules) -> None:
    played = random_matches(2, 200)
    random.Random(3).shuffle(played)
    for start in range(0, 200, 20):
        archived(database, *played[start : start + 20])
        rate_all(database, rules)

    assert stored(database) == expected(database, rules)


def test_a_result_that_is_taken_back_leaves_no_rating_behind(database: Database) -> None:
    archived(database, match(5, "p_ann", "p_bob"), match(6, "p_cat", "p_dan"))
    rate_all(database)
    archived(database, match(4, "p_bob", "p_ann"))

    rate_all(database)

    assert stored(database) == expected(database)
    board = Leaderboards(database).pools()
    assert [(each.players, each.results) for each in board] == [(4, 3)]


def test_a_rater_killed_at_any_write_loses_and_doubles_nothing(database: Database, database_url: str) -> None:
    played = random_matches(4, 40, people=6)
    archived(database, *played[:30])
    deaths = 0
    for committed in (False, True):
        for at in range(1, 4):
            mortal = MortalDatabase(database_url, at, committed=committed)
            try:
                rate_all(mortal, ALL_RULES)
            except Died:
                deaths += 1
            finally:
                mortal.close()
    archived(database, *played[30:])
    rate_all(database, ALL_RULES)

    assert deaths >= 4
    assert stored(database) == expected(database, ALL_RULES)


def rate_in_a_process(url: str) -> None:
    own = Database(url)
    rate_all(own, ALL_RULES)
    own.close()


@pytest.mark.slow
def test_two_raters_at_once_count_each_match_once(database: Database, database_url: str) -> None:
    archived(database, *random_matches(5, 150))

    at_once(2, rate_in_a_process, database_url)
    rate_all(database, ALL_RULES)

    assert stored(database) == expected(database, ALL_RULES)


def test_a_match_archived_twice_counts_once(database: Database) -> None:
    archived(database, match(1, "p_ann", "p_bob"), match(1, "p_bob", "p_ann"))
    rate_all(database)
    archived(database, match(1, "p_ann", "p_bob"))
    rate_all(database)

    assert [entry.games for entry in Leaderboards(database).page(pool(), 10)] == [1, 1]


def test_results_wait_some_seconds_for_those_that_ended_before_them(database: Database) -> None:
    archived(database, match(1, "p_ann", "p_bob", ended_ms=NOW_MS - 2_000))

    assert Rater(database, RatingRules(), now).rate() is False
    assert Rater(database, RatingRules(), lambda: NOW_MS + 1_000).rate() is True


def test_a_very_late_result_has_its_pool_replayed(database: Database) -> None:
    archived(database, *(match(each, "p_ann", "p_bob") for each in range(10, 20)))
    rate_all(database)
    archived(database, match(9, "p_bob", "p_ann"))
    rater = Rater(database, RatingRules(), now, most_taken_back=9)

    assert rater.rate() is True  # it asks for the replay
    assert rater.rate() is False
    assert is_upkeep_due(database, RatingRules(), NOW_MS, 4) is True
    assert RatingUpkeep(database, RatingRules(), 4, now).work() is True

    assert stored(database) == expected(database)
    assert is_upkeep_due(database, RatingRules(), NOW_MS, 4) is False
    assert is_rating_due(database, RatingRules(), NOW_MS) is False


def test_which_matches_are_rated(database: Database) -> None:
    archived(
        database,
        match(1, "p_ann", "p_bob"),
        match(2, "bot_factionwars_greedy", "b_eve"),
        match(3, "p_ann", "bot_factionwars_greedy"),
        match(4, "p_ann", "p_bob", rated=False),
        match(5, "p_ann"),
        match(6, *(f"p_{each}" for each in range(6))),
        without_end(match(7, "p_ann", "p_bob", aborted=True)),
        match(8, "p_ann", "p_bob", aborted=True),
    )

    assert exclusions(database) == {
        "m_000001": ("humans", ""),
        "m_000002": ("bots", ""),
        "m_000003": (None, "no_consent"),
        "m_000004": (None, "unrated"),
        "m_000005": (None, "seats"),
        "m_000006": (None, "seats"),
        "m_000007": (None, "never_started"),
        "m_000008": ("humans", ""),
    }


def test_who_leaves_without_a_decision_has_forfeited_and_who_resigns_a_lost_position_has_not(
    database: Database,
) -> None:
    archived(
        database,
        match(1, "p_ann", "p_bob", resigned="p_bob", left_after=0),
        match(2, "p_ann", "p_bob", resigned="p_bob", left_after=1),
        match(3, "p_bob", "p_ann", resigned="p_ann", left_after=4),
    )

    with database.read() as connection:
        rows = connection.execute(select(rated_results).order_by(rated_results.c.match_id)).all()
    assert [row.forfeited for row in rows] == [["p_bob"], [], []]


def test_an_aborted_match_and_one_with_a_seat_twice_change_nothing_and_are_in_the_history(database: Database) -> None:
    archived(database, match(1, "p_ann", "p_bob", aborted=True))
    archived(database, match(2, "bot_a", "bot_a", "bot_b"))
    rate_all(database)

    with database.read() as connection:
        rows = connection.execute(select(rating_history).order_by(rating_history.c.player_id)).all()
    assert [(row.player_id, row.verdict, row.rank) for row in rows] == [
        ("bot_a", "seated_twice", None),
        ("bot_b", "seated_twice", None),
        ("p_ann", "aborted", None),
        ("p_bob", "aborted", None),
    ]
    assert Leaderboards(database).page(pool(3, Population.BOTS), 10) == []


def test_matches_archived_by_a_release_without_a_log_are_added(database: Database) -> None:
    archived(database, *(match(each, "p_ann", "p_bob") for each in range(1, 8)))
    with database.begin() as connection:
        connection.execute(rated_results.delete().where(rated_results.c.match_id != "m_000004"))

    after: str | None = ""
    added = 0
    while after is not None:
        more, after = add_missing_results(database, after, 3)
        added += more

    assert added == 6
    rate_all(database)
    assert stored(database) == expected(database)
    with database.read() as connection:
        assert connection.execute(select(func.count()).select_from(rated_results)).scalar_one() == 7


def test_who_beats_an_accomplice_over_and_over_gains_little(database: Database) -> None:
    for each in range(1, 61):
        archived(database, match(each, "p_cheat", "p_friend"))
    honest = 200
    for each in range(60):
        archived(database, match(honest + each, "p_honest", f"p_{each:02}"))
    rules = ALL_RULES
    rate_all(database, rules)

    mu = {entry.player_id: entry.mu for entry in Leaderboards(database).page(pool(), 100)}
    assert mu["p_honest"] - mu["p_cheat"] > 4


def test_certainty_that_fades_is_listed_day_by_day(database: Database) -> None:
    for each in range(64):
        table = ("p_ann", f"p_{each % 16}")
        archived(database, match(each + 1, *table[:: 1 if each % 2 else -1]))
    rules = RatingRules()
    day = 24 * HOUR_MS
    sigmas = []
    for days in (3, 10, 50, 600):
        now_ms = days * day + HOUR_MS
        rater = Rater(database, rules, partial(int, now_ms))
        while rater.rate():
            pass
        assert is_rating_due(database, rules, now_ms) is False
        assert is_rating_due(database, rules, (days + 1) * day) is True
        ann = next(entry for entry in Leaderboards(database).page(pool(), 100) if entry.player_id == "p_ann")
        sigmas.append((round(ann.sigma, 2), ann.place))

    assert sigmas == [(4.64, 1), (4.68, 1), (4.92, 1), (7.48, None)]
    assert stored(database) == expected(database, rules)


def correct(database: Database, match_id: str, wanted: Correction, at_ms: int = NOW_MS - HOUR_MS) -> bool:
    with database.begin() as connection:
        return correct_result(connection, match_id, wanted, "t_1", at_ms)


@pytest.mark.parametrize("rules", [RatingRules(), ALL_RULES], ids=["defaults", "all rules"])
def test_a_corrected_result_counts_as_if_it_had_been_so_from_the_beginning(
    database: Database, rules: RatingRules
) -> None:
    archived(database, *random_matches(5, 60, people=5))
    two = [match(each, "p_1", "p_2", match_id=f"n_{each}") for each in (3, 20, 29, 90)]
    archived(database, *two)
    rate_all(database, rules)
    as_played = stored(database)

    assert correct(database, "n_3", Correction((2, 1))) is True
    assert correct(database, "n_20", VOID) is True
    assert correct(database, "n_90", Correction((1, 1))) is True  # the last of its pool
    assert [correct(database, *said) for said in (("n_3", Correction((2, 1))), ("n_20", VOID))] == [False, False]
    rate_all(database, rules)

    corrected = stored(database)
    assert corrected == expected(database, rules)
    assert corrected != as_played
    assert {row[4] for row in corrected[1][pool()] if row[2] == "n_20"} == {"void"}
    upkeep = RatingUpkeep(database, rules, 4, now)
    assert [each.reason for each in upkeep.replay_all() or ()] == [None] * 4

    for each in ("n_90", "n_3", "n_20"):
        assert correct(database, each, AS_PLAYED) is True
    rate_all(database, rules)
    assert stored(database) == as_played


def test_a_correction_waits_for_the_ratings_and_is_no_difference_of_theirs(database: Database) -> None:
    archived(database, *(match(each, "p_1", "p_2") for each in range(1, 20)))
    rate_all(database)
    assert correct(database, "m_000004", Correction((2, 1))) is True

    assert [each.reason for each in RatingUpkeep(database, RatingRules(), 4, now).replay_all() or ()] == [None]
    rate_all(database)

    assert stored(database) == expected(database)
    (board,) = Leaderboards(database).pools()
    assert (board.results, board.players) == (19, 2)


def test_what_is_corrected_long_after_has_its_pool_replayed(database: Database) -> None:
    archived(database, *(match(each, "p_1", "p_2") for each in range(1, 20)))
    rate_all(database)
    correct(database, "m_000004", VOID)
    rater = Rater(database, RatingRules(), now, most_taken_back=9)
    while rater.rate():
        pass

    assert RatingUpkeep(database, RatingRules(), 4, now).work() is True
    assert stored(database) == expected(database)


def test_matches_that_are_not_rated_are_not_corrected(database: Database) -> None:
    archived(database, match(1, "p_1", "p_2", rated=False), match(2, "p_1", "p_2", aborted=True))
    assert [correct(database, each, VOID) for each in ("m_000001", "m_000002", "m_000003")] == [False] * 3


def test_bots_of_one_person_are_not_compared(database: Database) -> None:
    with database.begin() as connection:
        rows = [
            {"id": each, "kind": "bot", "name": each, "created_ms": 1, "owner_id": owner}
            for each, owner in (("b_1", "p_ann"), ("b_2", "p_ann"), ("b_3", "p_bob"))
        ]
        connection.execute(insert(players), rows)
    archived(database, match(1, "b_1", "b_2"), match(2, "b_1", "b_3"))
    rate_all(database)

    entries = Leaderboards(database).page(pool(2, Population.BOTS), 10)
    assert [(entry.player_id, entry.games) for entry in entries] == [("b_1", 1), ("b_3", 1)]


def test_a_new_season_widens_what_is_listed_and_leaves_what_is_stored(database: Database) -> None:
    archived(database, *(match(each, "p_ann", "p_bob") for each in range(1, 40)))
    starts_ms = 50 * HOUR_MS
    rules = RatingRules(seasons=(Season("spring", starts_ms, 3.0),))
    before = Rater(database, rules, lambda: starts_ms - 1)
    while before.rate():
        pass
    narrow = [entry.sigma for entry in Leaderboards(database).page(pool(), 10)]
    kept = stored(database)

    after = Rater(database, rules, lambda: starts_ms + 1)
    assert after.rate() is True
    assert after.rate() is False

    wide = [entry.sigma for entry in Leaderboards(database).page(pool(), 10)]
    assert all(new > old for new, old in zip(wide, narrow, strict=True))
    assert stored(database) == kept
