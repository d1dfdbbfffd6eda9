"""The log of deliveries in SQL: a row for each attempt to post an entry."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, select

from services.database import Database
from services.database.tables import tournament_deliveries as table
from services.identity.ids import new_id, wall_clock_ms
from services.tournament_webhooks.model import TournamentDelivery
from services.webhooks.model import Outcome

KEPT: Final = 1_000
"""How many deliveries of each tournament are kept, or a few more."""
ANSWER_BYTES: Final = 1_024
"""So much of an answer is kept."""
_PRUNED_EACH: Final = 50
_DAY_MS: Final = 24 * 3600 * 1000


class TournamentDeliveries:
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

    def write(self, delivery: TournamentDelivery) -> None:
        """Keep a delivery. With the same id again nothing changes."""
        row = delivery._replace(answer=delivery.answer[:ANSWER_BYTES])._asdict() | {"outcome": delivery.outcome.value}
        with self._database.begin() as connection:
            connection.execute(self._database.insert(table).on_conflict_do_nothing(), row)
        written = self._written.pop(delivery.tournament_id, 0) + 1
        if written < _PRUNED_EACH:
            self._written[delivery.tournament_id] = written
        else:
            self._prune(delivery.tournament_id)

    def list(self, tournament_id: str, limit: int, before: str | None = None) -> "list[TournamentDelivery]":
        """Up to ``limit`` deliveries of a tournament, the newest first, those before the id ``before``."""
        statement = select(table).where(table.c.tournament_id == tournament_id).order_by(table.c.id.desc())
        if before is not None:
            statement = statement.where(table.c.id < before)
        with self._database.read() as connection:
            return [_delivery(row) for row in connection.execute(statement.limit(limit))]

    def remove_old(self) -> int:
        """Remove what has been kept long enough; returns how many."""
        return self._remove(table.c.id < new_id("dlv_", self._now_ms() - self._days * _DAY_MS, 0))

    def _prune(self, tournament_id: str) -> None:
        own = table.c.tournament_id == tournament_id
        beyond = select(table.c.id).where(own).order_by(table.c.id.desc()).offset(KEPT).limit(1)
        with self._database.read() as connection:
            last = connection.execute(beyond).scalar_one_or_none()
        if last is not None:
            self._remove(own & (table.c.id <= last))

    def _remove(self, which: ColumnElement[bool]) -> int:
        with self._database.begin() as connection:
            return int(connection.execute(table.delete().where(which)).rowcount)


def _delivery(row: Row[*tuple[Any, ...]]) -> TournamentDelivery:
    fields = dict(row._mapping)
    return TournamentDelivery(**fields | {"outcome": Outcome(row.outcome), "answer": bytes(row.answer)})
