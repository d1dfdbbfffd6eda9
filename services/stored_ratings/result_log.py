"""Reads the log of results."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, exists, func, select, tuple_, update

from services.database.tables import rated_results, rating_pools
from services.ratings.book import Moment
from services.ratings.rating_records import Pool, Population, RatedResult
from services.stored_ratings.board_records import SETTLE_MS

_log: Final = rated_results.c


def in_pool(pool: Pool) -> tuple[ColumnElement[bool], ...]:
    """Which results are a pool's."""
    return _log.ruleset == pool.ruleset, _log.seats == pool.seats, _log.population == pool.population.value


def waiting_pool(connection: Connection, now_ms: int) -> Pool | None:
    """The pool of the result that has waited longest, among the pools that take results as they come."""
    table = rating_pools.c
    is_paused = exists().where(
        table.ruleset == _log.ruleset,
        table.seats == _log.seats,
        table.population == _log.population,
        table.replay_reason.is_not(None),
    )
    first = select(_log.ruleset, _log.seats, _log.population).where(_log.due_ms <= now_ms - SETTLE_MS, ~is_paused)
    row = connection.execute(first.order_by(_log.due_ms).limit(1)).one_or_none()
    return None if row is None else Pool(row.ruleset, row.seats, Population(row.population))


def due(connection: Connection, pool: Pool, now_ms: int, limit: int) -> list[RatedResult]:
    """Up to ``limit`` results that wait for a pool, in their order."""
    statement = select(rated_results).where(*in_pool(pool), _log.due_ms <= now_ms - SETTLE_MS)
    rows = connection.execute(statement.order_by(_log.due_ms, _log.match_id).limit(limit))
    return [result_of(row) for row in rows]


def taken_after(connection: Connection, pool: Pool, moment: Moment, limit: int) -> list[RatedResult]:
    """Up to ``limit`` results that a pool has taken and that come after a moment, in their order."""
    return page(connection, pool, moment, limit, taken=True)[0]


def page(
    connection: Connection, pool: Pool, after: Moment | None, limit: int, *, taken: bool = False, until_ms: int = 2**62
) -> tuple[list[RatedResult], list[str]]:
    """Up to ``limit`` results of a pool after a moment, in their order, of matches that ended by ``until_ms``; and the
    ids of those among them that the ratings have not yet. ``taken``: without these."""
    statement = select(rated_results).where(*in_pool(pool), _log.ended_ms <= until_ms)
    if after is not None:
        statement = statement.where(tuple_(_log.ended_ms, _log.match_id) > tuple_(*after))
    if taken:
        statement = statement.where(_log.due_ms.is_(None))
    rows = connection.execute(statement.order_by(_log.ended_ms, _log.match_id).limit(limit)).all()
    return [result_of(row) for row in rows], [row.match_id for row in rows if row.due_ms is not None]


def newest(connection: Connection, pool: Pool, limit: int) -> list[tuple[RatedResult, tuple[str, ...]]]:
    """Up to ``limit`` results that a pool has taken, the newest first, with the versions of the programs by seat."""
    statement = select(rated_results).where(*in_pool(pool), _log.due_ms.is_(None))
    rows = connection.execute(statement.order_by(_log.ended_ms.desc(), _log.match_id.desc()).limit(limit))
    return [(result_of(row), tuple(row.versions)) for row in rows]


def count_waiting(connection: Connection, now_ms: int) -> int:
    """How many results wait."""
    return connection.execute(select(func.count()).where(_log.due_ms <= now_ms - SETTLE_MS)).scalar_one()


def mark_taken(connection: Connection, match_ids: Sequence[str]) -> None:
    """The ratings have these results."""
    for start in range(0, len(match_ids), 1_000):
        some = match_ids[start : start + 1_000]
        connection.execute(update(rated_results).where(_log.match_id.in_(some)).values(due_ms=None))


def result_of(row: Row[*tuple[Any, ...]]) -> RatedResult:
    """A result from its row."""
    return RatedResult(
        row.match_id,
        row.ended_ms,
        Pool(row.ruleset, row.seats, Population(row.population)),
        tuple(row.players),
        tuple(row.ranks),
        row.aborted,
        tuple(row.forfeited),
    )
