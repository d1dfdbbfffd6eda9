"""Replays find what differs from the log and put it right, whoever is killed when."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select, update

from services.database import Database
from services.database.tables import pool_ratings, rated_results, rating_history, rating_pools, rating_runs
from services.ratings.rating_records import Population
from services.ratings.rules import Forfeits, RatingRules
from services.stored_ratings.board_records import LEASE_MS, ReplayReason
from services.stored_ratings.due import is_upkeep_due, last_night
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_ratings.rater import Rater
from services.stored_ratings.upkeep import RatingUpkeep, Replayed
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
)


def upkeep(database: Database, rules: RatingRules = ALL_RULES, now_ms: Callable[[], int] = now) -> RatingUpkeep:
    return RatingUpkeep(database, rules, 4, now_ms, page=30)


def replayed(database: Database, rules: RatingRules = ALL_RULES) -> list[Replayed]:
    done = upkeep(database, rules).replay_all()
    assert done is not None
    return done


def reasons(done: list[Replayed]) -> set[ReplayReason | None]:
    return {each.reason for each in done}


def rated(database: Database, number: int = 120) -> None:
    archived(database, *random_matches(7, number))
    rate_all(database, ALL_RULES)


def test_a_replay_finds_ratings_that_were_kept_to_be_the_same(database: Database) -> None:
    rated(database)
    before = stored(database)

    done = replayed(database)

    assert reasons(done) == {None}
    assert sum(each.results for each in done) == 120
    assert stored(database) == before


def _nudge_rating(database: Database) -> Any:
    one = select(pool_ratings.c.player_id).limit(1).scalar_subquery()
    return update(pool_ratings).where(pool_ratings.c.player_id == one).values(mu=pool_ratings.c.mu + 2**-40)


def _nudge_history(database: Database) -> Any:
    return update(rating_history).where(rating_history.c.number == 2).values(sigma=rating_history.c.sigma + 2**-40)


def _lose_entries(database: Database) -> Any:
    return rating_history.delete().where(rating_history.c.number == 3)


def _lose_ratings(database: Database) -> Any:
    return pool_ratings.delete().where(pool_ratings.c.player_id == "p_3")


def _change_result(database: Database) -> Any:
    return update(rated_results).where(rated_results.c.seats == 2).values(ranks=[1, 1])


def _miscount(database: Database) -> Any:
    return update(rating_pools).values(results=rating_pools.c.results + 1)


@pytest.mark.parametrize(
    "damage", [_nudge_rating, _nudge_history, _lose_entries, _lose_ratings, _change_result, _miscount]
)
def test_whatever_differs_is_found_and_put_right(database: Database, damage: Callable[[Database], Any]) -> None:
    rated(database)
    with database.begin() as connection:
        connection.execute(damage(database))

    assert ReplayReason.DIFFERENCE in reasons(replayed(database))

    assert stored(database) == expected(database, ALL_RULES)
    assert reasons(replayed(database)) == {None}


def test_new_rules_have_everything_computed_anew(database: Database) -> None:
    rated(database)
    rules = RatingRules(forfeits=Forfeits.VOID)

    assert is_upkeep_due(database, rules, NOW_MS, 4) is True
    assert upkeep(database, rules).work() is True

    assert stored(database) == expected(database, rules)
    assert is_upkeep_due(database, rules, NOW_MS, 4) is False


def test_results_that_come_while_rules_change_wait_for_the_replay(database: Database) -> None:
    rated(database)
    archived(database, match(900, "p_1", "p_2"))
    rules = RatingRules(forfeits=Forfeits.VOID)

    rate_all(database, rules)
    assert upkeep(database, rules).work() is True
    archived(database, match(901, "p_1", "p_2"))
    rate_all(database, rules)

    assert stored(database) == expected(database, rules)


def test_many_results_at_once_are_taken_by_a_replay(database: Database) -> None:
    archived(database, *random_matches(8, 200))
    rater = Rater(database, ALL_RULES, now, most_waiting=40)
    while rater.rate():
        pass
    assert upkeep(database).work() is True

    assert stored(database) == expected(database, ALL_RULES)


@pytest.mark.slow
def test_upkeep_killed_at_any_write_is_finished_by_the_next(database: Database, database_url: str) -> None:
    archived(database, *(match(each, *("p_1", "p_2", "p_3")[: 2 + each % 2]) for each in range(1, 100)))
    rate_all(database, ALL_RULES)
    deaths, later_ms, has_died = 0, NOW_MS, True
    while has_died:
        has_died = False
        for committed in (False, True):
            with database.begin() as connection:
                connection.execute(update(pool_ratings).values(mu=0.0))
            mortal = MortalDatabase(database_url, 1 + deaths // 2, committed=committed)
            later_ms += LEASE_MS + 1
            try:
                upkeep(mortal, now_ms=lambda at_ms=later_ms: at_ms).replay_all()  # type: ignore[misc]
            except Died:
                deaths, has_died = deaths + 1, True
            finally:
                mortal.close()
    later_ms += LEASE_MS + 1

    assert upkeep(database, now_ms=lambda: later_ms).replay_all() is not None

    assert deaths > 20
    assert stored(database) == expected(database, ALL_RULES)
    archived(database, match(900, "p_1", "p_2"))
    rate_all(database, ALL_RULES)
    assert stored(database) == expected(database, ALL_RULES)


def test_one_process_at_a_time_replays(database: Database) -> None:
    rated(database, 20)
    first, second = upkeep(database), upkeep(database)

    with first._lease():
        assert second.work() is False
        assert second.replay_all() is None
        assert is_upkeep_due(database, ALL_RULES, NOW_MS, 4) is False

    assert second.work() is True


def test_who_took_it_by_a_clock_that_was_ahead_locks_nobody_out(database: Database) -> None:
    """An adversary: a process of an earlier release, whose host was a day ahead, and which died."""
    rated(database, 20)
    ahead, right = upkeep(database, now_ms=lambda: NOW_MS + 24 * HOUR_MS), upkeep(database)
    assert ahead.work() is True
    with ahead._lease():
        assert is_upkeep_due(database, ALL_RULES, NOW_MS, 4) is True
        assert right.work() is True
        assert is_upkeep_due(database, ALL_RULES, NOW_MS, 4) is False


def test_a_process_that_stops_leaves_the_rest_to_another(database: Database) -> None:
    rated(database)
    stopping = RatingUpkeep(database, ALL_RULES, 4, now, is_stopping=lambda: True)

    assert stopping.work() is False
    assert is_upkeep_due(database, ALL_RULES, NOW_MS, 4) is True
    assert upkeep(database).work() is True


def test_upkeep_is_due_once_a_day_at_its_hour(database: Database) -> None:
    rated(database, 10)
    midnight = NOW_MS - NOW_MS % (24 * HOUR_MS)
    assert upkeep(database, now_ms=lambda: midnight).work() is True

    assert last_night(midnight, 4) == midnight - 20 * HOUR_MS
    assert is_upkeep_due(database, ALL_RULES, midnight + 4 * HOUR_MS - 1, 4) is False
    assert is_upkeep_due(database, ALL_RULES, midnight + 4 * HOUR_MS, 4) is True


def test_runs_that_were_replaced_go_after_a_while(database: Database) -> None:
    rated(database)
    upkeep(database, RatingRules()).work()
    later = NOW_MS + 24 * HOUR_MS

    assert upkeep(database, RatingRules(), lambda: later).work() is True

    with database.read() as connection:
        shown = set(connection.execute(select(rating_pools.c.run)).scalars())
        for table in (rating_history, pool_ratings):
            assert set(connection.execute(select(table.c.run).distinct()).scalars()) == shown
        assert connection.execute(select(func.count()).select_from(rating_runs)).scalar_one() == len(shown)


def test_strengths_of_bots_are_estimated_from_all_matches_and_not_at_every_look(database: Database) -> None:
    for each in range(40):
        first, second = ("bot_strong", "b_weak") if each % 4 else ("b_weak", "bot_strong")
        archived(database, match(each + 1, first, second))
    rate_all(database)
    bots = pool(2, Population.BOTS)
    boards = Leaderboards(database)
    assert boards.strengths(bots).bots == ()

    assert upkeep(database, RatingRules()).work() is True

    found = boards.strengths(bots)
    assert (found.computed_ms, found.results) == (NOW_MS, 40)
    assert [(bot.player_id, bot.version, bot.matches) for bot in found.bots] == [
        ("bot_strong", "1.0.0", 40),
        ("b_weak", "", 40),
    ]
    best = found.bots[0]
    assert best.low is not None
    assert best.high is not None
    assert best.low < best.elo < best.high
    archived(database, match(99, "b_weak", "bot_strong"))
    rate_all(database)
    assert is_upkeep_due(database, RatingRules(), NOW_MS, 4) is False
    assert is_upkeep_due(database, RatingRules(), NOW_MS + 11 * 60_000, 4) is True
