"""The log of deliveries in SQL: a row for each attempt to call a bot."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import Row, func, select

from services.database import Database
from services.database.tables import webhook_deliveries as table
from services.platform_time import platform_ms
from services.unreadable import Found, read_each
from services.webhooks.kept_deliveries import KeptDeliveries
from services.webhooks.webhook import Call, Delivery, FailureCount, Outcome

_SHORT: Final = [column for column in table.c if column.name not in ("request", "answer")]


class DeliveryLog(KeptDeliveries):
    """The deliveries to bots."""

    def __init__(self, database: Database, days: int = 7, now_ms: Callable[[], int] = platform_ms) -> None:
        """``days``: how long deliveries are kept."""
        super().__init__(database, table, table.c.player_id, days, now_ms)

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
        self._keep(row)

    def list(self, player_id: str, limit: int, before: str | None = None) -> "Found[Delivery]":
        """Up to ``limit`` deliveries of a player, the newest first, those before the id ``before``; without bodies."""
        statement = select(*_SHORT).where(table.c.player_id == player_id).order_by(table.c.id.desc()).limit(limit)
        if before is not None:
            statement = statement.where(table.c.id < before)
        with self._database.read() as connection:
            return read_each("delivery", connection.execute(statement), _delivery, lambda row: row.id)

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
