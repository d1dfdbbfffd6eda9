"""What is to be done for ratings now. It needs the database and nothing else: a ticker asks it."""

from typing import Final

from sqlalchemy import func, or_, select

from services.database import Database
from services.database.leases import WRONG_MS, has_passed
from services.database.tables import rated_results, rating_pools, rating_upkeep
from services.ratings.rating_records import Population
from services.ratings.rules import RatingRules
from services.stored_ratings import result_log
from services.stored_ratings.board_records import LEASE_MS
from services.stored_ratings.rules_file import rules_sha256

_DAY_MS: Final = 24 * 3_600_000
_HOUR_MS: Final = 3_600_000


def is_rating_due(database: Database, rules: RatingRules, now_ms: int) -> bool:
    """Whether results wait to be taken, or a day or a season has begun that is not in the lists yet.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        if result_log.waiting_pool(connection, now_ms) is not None:
            return True
        pools = rating_pools.c
        behind = (pools.season_ms < rules.listed_as_of(now_ms)) & (pools.rules_sha256 == rules_sha256(rules))
        return connection.execute(select(pools.ruleset).where(behind).limit(1)).one_or_none() is not None


def is_upkeep_due(database: Database, rules: RatingRules, now_ms: int, hour: int) -> bool:
    """Whether ratings are to be replayed or strengths estimated, and nobody does it. ``hour``: of the day, in UTC, when
    all pools are replayed. Never where there is no pool.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    columns, pools = rating_upkeep.c, rating_pools.c
    is_bots = pools.population == Population.BOTS.value
    stale = is_bots & (pools.strengths_results != pools.results) & (pools.strengths_due_ms <= now_ms)
    with database.read() as connection:
        is_free = has_passed(columns.lease_ms, now_ms, LEASE_MS).label("is_free")
        row = connection.execute(select(columns.nightly_ms, is_free)).one_or_none()
        if row is None or not row.is_free:
            return False
        is_old = pools.rules_sha256 != rules_sha256(rules)
        wanted = select(pools.ruleset).limit(1)
        if not is_night_due(row.nightly_ms, now_ms, hour):
            wanted = wanted.where(or_(pools.replay_reason.is_not(None), is_old, stale))
        return connection.execute(wanted).one_or_none() is not None


def last_night(now_ms: int, hour: int) -> int:
    """When the hour of the day has begun last."""
    begins = now_ms - now_ms % _DAY_MS + hour * _HOUR_MS
    return begins if begins <= now_ms else begins - _DAY_MS


def is_night_due(nightly_ms: int, now_ms: int, hour: int) -> bool:
    """Whether what is done each night was not done in the last one. ``nightly_ms``: the last for which it was; one that
    is well ahead was written by a clock that was wrong."""
    return not last_night(now_ms, hour) <= nightly_ms <= now_ms + WRONG_MS


def waiting_since_ms(database: Database) -> int | None:
    """When the match ended whose result has waited longest; None: none waits.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        oldest: int | None = connection.execute(select(func.min(rated_results.c.due_ms))).scalar_one_or_none()
    return oldest
