"""How long deliveries are kept in SQL: some days, and the last thousand of each receiver."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, select

from services.database import Database
from services.identity.ids import new_id
from services.platform_time import platform_ms

KEPT: Final = 1_000
"""How many deliveries of each receiver are kept, or a few more."""
_PRUNED_EACH: Final = 50
"""After so many deliveries to a receiver those beyond ``KEPT`` are removed."""
_DAY_MS: Final = 24 * 3600 * 1000


class KeptDeliveries:
    """A log of deliveries: a row for each attempt, whose id begins with its time. Safe to use from several threads.
    Every method raises ``BUSY`` when the database cannot be reached."""

    def __init__(
        self,
        database: Database,
        table: Table,
        receiver: "Column[str]",
        days: int = 7,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``receiver``: the column that says to whom a delivery went. ``days``: how long deliveries are kept."""
        self._database = database
        self._table = table
        self._receiver = receiver
        self._days = days
        self._now_ms = now_ms
        self._written: dict[str, int] = {}

    def new_id(self) -> str:
        """The id of a delivery that is made now."""
        return new_id("dlv_", self._now_ms())

    def remove_old(self) -> int:
        """Remove what has been kept long enough; returns how many."""
        return self._remove(self._table.c.id < new_id("dlv_", self._now_ms() - self._days * _DAY_MS, 0))

    def _keep(self, row: Mapping[str, Any]) -> None:
        """Keep a delivery. With the same id again nothing changes."""
        with self._database.begin() as connection:
            connection.execute(self._database.insert(self._table).on_conflict_do_nothing(), row)
        receiver = row[self._receiver.name]
        written = self._written.pop(receiver, 0) + 1
        if written < _PRUNED_EACH:
            self._written[receiver] = written
        else:
            self._prune(receiver)

    def _prune(self, receiver: str) -> None:
        id_, own = self._table.c.id, self._receiver == receiver
        beyond = select(id_).where(own).order_by(id_.desc()).offset(KEPT).limit(1)
        with self._database.read() as connection:
            last = connection.execute(beyond).scalar_one_or_none()
        if last is not None:
            self._remove(own & (id_ <= last))

    def _remove(self, which: ColumnElement[bool]) -> int:
        with self._database.begin() as connection:
            return int(connection.execute(self._table.delete().where(which)).rowcount)
