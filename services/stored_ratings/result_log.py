"""Reads the log of results."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, exists, func, select, tuple_, update

from services.database.tables import rated_results, rating_pools, result_corrections
from services.ratings.book import Moment
from services.ratings.rating_records import Pool, Population, RatedResult
from services.stored_ratings.board_records import SETTLE_MS

_log: Final = rated_results.c
_corrected: Final = result_corrections.c


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
    statement = results().where(*in_pool(pool), _log.due_ms <= now_ms - SETTLE_MS)
    rows = connection.execute(statement.order_by(_log.due_ms, _log.match_id).limit(limit))
    return [result_of(row) for row in rows]


def taken_after(connection: Connection, pool: Pool, moment: Moment, limit: int) -> list[RatedResult]:
    """Up to ``limit`` results that a pool has taken and that come after a moment, in their order."""
    return page(connection, pool, moment, limit, taken=True)[0]


def page(
    connection: Connection, pool: Pool, after: Moment | None, limit: int, *, taken: bool = False, until_ms: int = 2**62
) -> tuple[list[RatedResult], list[RatedResult]]:
    """Up to ``limit`` results of a pool after a moment, in their order, of matches that ended by ``until_ms``; and
    those among them that the ratings do not have yet. ``taken``: without these."""
    statement = results().where(*in_pool(pool), _log.ended_ms <= until_ms)
    if after is not None:
        statement = statement.where(tuple_(_log.ended_ms, _log.match_id) > tuple_(*after))
    if taken:
        statement = statement.where(_log.due_ms.is_(None))
    rows = connection.execute(statement.order_by(_log.ended_ms, _log.match_id).limit(limit)).all()
    return [result_of(row) for row in rows], [result_of(row) for row in rows if row.due_ms is not None]


def newest(connection: Connection, pool: Pool, limit: int) -> list[tuple[RatedResult, tuple[str, ...]]]:
    """Up to ``limit`` results that a pool has taken, the newest first, with the versions of the programs by seat."""
    statement = results().where(*in_pool(pool), _log.due_ms.is_(None))
    rows = connection.execute(statement.order_by(_log.ended_ms.desc(), _log.match_id.desc()).limit(limit))
    return [(result_of(row), tuple(row.versions)) for row in rows]


def count_waiting(connection: Connection, now_ms: int) -> int:
    """How many results wait."""
    return connection.execute(select(func.count()).where(_log.due_ms <= now_ms - SETTLE_MS)).scalar_one()


def is_corrected(connection: Connection, pool: Pool) -> bool:
    """Whether a result was corrected and the ratings do not have that yet."""
    waiting = select(_log.match_id).where(*in_pool(pool), _log.due_ms.is_not(None), _log.revision > 0).limit(1)
    return connection.execute(waiting).one_or_none() is not None


def mark_taken(connection: Connection, taken: Sequence[RatedResult]) -> None:
    """The ratings have these results. One that was corrected meanwhile waits on."""
    for start in range(0, len(taken), 1_000):
        some = [(result.match_id, result.revision) for result in taken[start : start + 1_000]]
        waiting = update(rated_results).where(tuple_(_log.match_id, _log.revision).in_(some))
        connection.execute(waiting.values(due_ms=None))


def results() -> Select[Any]:
    """Results with the correction that is in force."""
    in_force = (_corrected.match_id == _log.match_id) & (_corrected.revision == _log.revision)
    columns = (rated_results, _corrected.ranks.label("set_ranks"), _corrected.is_void)
    return select(*columns).select_from(rated_results.outerjoin(result_corrections, in_force))


def result_of(row: Row[*tuple[Any, ...]]) -> RatedResult:
    """A result from its row, as it counts now."""
    return RatedResult(
        row.match_id,
        row.ended_ms,
        Pool(row.ruleset, row.seats, Population(row.population)),
        tuple(row.players),
        tuple(row.set_ranks or row.ranks),
        row.aborted,
        tuple(row.forfeited),
        tuple(row.persons or ()),
        bool(row.is_void),
        row.revision,
    )
