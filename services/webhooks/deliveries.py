"""The log of deliveries in SQL: a row for each attempt to call a bot."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, func, select

from services.database import Database
from services.database.tables import webhook_deliveries as table
from services.identity.ids import new_id, wall_clock_ms
from services.webhooks.model import Call, Delivery, FailureCount, Outcome

KEPT: Final = 1_000
"""How many deliveries of each bot are kept, or a few more."""
_PRUNED_EACH: Final = 50
"""After so many deliveries of a bot those beyond ``KEPT`` are removed."""
_DAY_MS: Final = 24 * 3600 * 1000

_SHORT: Final = [column for column in table.c if column.name not in ("request", "answer")]


class DeliveryLog:
    """The deliveries. Safe to use from several threads. Every method raises ``BUSY`` when the database cannot be
    reached."""

    def __init__(self, database: Database, days: int = 7, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        """``days``: how long deliveries are kept."""
        self._database = database
        self._days = days
        self._now_ms = now_ms
        self._written: dict[str, int] = {}

    def new_id(self) -> str:
        """The id of a delivery that is made now."""
        return new_id("dlv_", self._now_ms())

    def write(self, delivery: Delivery) -> None:
        """Keep a delivery. With the same id again nothing changes."""
        call = delivery.call
        row = {
            "id": delivery.id,
            **call._asdict(),
            "attempt": delivery.attempt,
            "at_ms": delivery.at_ms,
            "ms": delivery.ms,
            "outcome": delivery.outcome.value,
            "code": delivery.code,
            "status": delivery.status,
            "request": zlib.compress(delivery.request, 1),
            "answer": zlib.compress(delivery.answer, 1),
            "version": delivery.version or None,
        }
        with self._database.begin() as connection:
            connection.execute(self._database.insert(table).on_conflict_do_nothing(), row)
        written = self._written.pop(call.player_id, 0) + 1
        if written < _PRUNED_EACH:
            self._written[call.player_id] = written
            return
        self._prune(call.player_id)

    def list(self, player_id: str, limit: int, before: str | None = None) -> "list[Delivery]":
        """Up to ``limit`` deliveries of a player, the newest first, those before the id ``before``; without bodies."""
        statement = select(*_SHORT).where(table.c.player_id == player_id).order_by(table.c.id.desc()).limit(limit)
        if before is not None:
            statement = statement.where(table.c.id < before)
        with self._database.read() as connection:
            return [_delivery(row) for row in connection.execute(statement)]

    def find(self, player_id: str, delivery_id: str) -> Delivery | None:
        """A delivery of a player, with its bodies."""
        statement = select(table).where(table.c.player_id == player_id, table.c.id == delivery_id)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            return None
        return _delivery(row)._replace(request=zlib.decompress(row.request), answer=zlib.decompress(row.answer))

    def failures(self, player_id: str) -> Sequence[FailureCount]:
        """How often calls of a bot have failed, by kind and version, among those that are kept."""
        kinds = [outcome.value for outcome in Outcome if outcome.is_failure]
        statement = (
            select(table.c.outcome, table.c.version, func.count().label("count"), func.max(table.c.at_ms).label("last"))
            .where(table.c.player_id == player_id, table.c.outcome.in_(kinds))
            .group_by(table.c.outcome, table.c.version)
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return [FailureCount(kind, version or "", count, last) for kind, version, count, last in rows]

    def remove_old(self) -> int:
        """Remove what has been kept long enough; returns how many."""
        oldest = new_id("dlv_", self._now_ms() - self._days * _DAY_MS, 0)
        return self._remove(table.c.id < oldest)

    def _prune(self, player_id: str) -> None:
        own = table.c.player_id == player_id
        beyond = select(table.c.id).where(own).order_by(table.c.id.desc()).offset(KEPT).limit(1)
        with self._database.read() as connection:
            last = connection.execute(beyond).scalar_one_or_none()
        if last is not None:
            self._remove(own & (table.c.id <= last))

    def _remove(self, which: ColumnElement[bool]) -> int:
        with self._database.begin() as connection:
            return int(connection.execute(table.delete().where(which)).rowcount)


def _delivery(row: Row[*tuple[Any, ...]]) -> Delivery:
    return Delivery(
        id=row.id,
        call=Call(row.player_id, row.match_id, row.seat, row.decision),
        attempt=row.attempt,
        at_ms=row.at_ms,
        ms=row.ms,
        outcome=Outcome(row.outcome),
        code=row.code,
        status=row.status,
        version=row.version or "",
    )
