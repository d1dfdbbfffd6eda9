"""The log of deliveries in SQL: a row for each attempt to post an entry."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Row, select

from services.database import Database
from services.database.tables import tournament_deliveries as table
from services.platform_time import platform_ms
from services.tournament_webhooks.tournament_webhook import TournamentDeliveryDetails
from services.unreadable import Found, read_each
from services.webhooks.kept_deliveries import KeptDeliveries
from services.webhooks.webhook import Outcome

ANSWER_BYTES: Final = 1_024
"""So much of an answer is kept."""


class TournamentDeliveries(KeptDeliveries):
    """The deliveries to hosts."""

    def __init__(self, database: Database, days: int = 7, now_ms: Callable[[], int] = platform_ms) -> None:
        """``days``: how long deliveries are kept."""
        super().__init__(database, table, table.c.tournament_id, days, now_ms)

    def write(self, tournament_id: str, delivery: TournamentDeliveryDetails) -> None:
        """Keep a delivery. With the same id again nothing changes."""
        kept = {
            "tournament_id": tournament_id,
            "at_ms": delivery.at,
            "outcome": delivery.outcome.value,
            "answer": delivery.answer[:ANSWER_BYTES],
        }
        self._keep(delivery.model_dump(exclude={"at"}) | kept)

    def list(self, tournament_id: str, limit: int, before: str | None = None) -> "Found[TournamentDeliveryDetails]":
        """Up to ``limit`` deliveries of a tournament, the newest first, those before the id ``before``."""
        statement = select(table).where(table.c.tournament_id == tournament_id).order_by(table.c.id.desc())
        if before is not None:
            statement = statement.where(table.c.id < before)
        with self._database.read() as connection:
            return read_each("delivery", connection.execute(statement.limit(limit)), _delivery, lambda row: row.id)


def _delivery(row: Row[*tuple[Any, ...]]) -> TournamentDeliveryDetails:
    fields = dict(row._mapping)
    return TournamentDeliveryDetails(**fields | {"at": row.at_ms, "outcome": Outcome(row.outcome)})
