"""What bots tell of failures of their own, in SQL. Nothing of a report stands in a log line: it may hold secrets."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from pydantic import Field
from sqlalchemy import ColumnElement, Row, func, select

from services.database import Database
from services.database.tables import crash_reports as table
from services.identity.idempotent_creation import Creation
from services.identity.ids import new_id
from services.platform_time import platform_ms
from services.response_model import Moment, ResponseModel
from services.unreadable import Found, read_each
from services.webhooks.webhook import CRASH, FailureCount

KEPT: Final = 200
"""How many reports of each bot are kept."""
MAX_MESSAGE: Final = 500
MAX_TRACEBACK: Final = 16_000
"""Characters."""

_DAY_MS: Final = 24 * 3600 * 1000
_SHORT: Final = [column for column in table.c if column.name != "traceback"]


class CrashDetails(ResponseModel):
    """A failure that a bot has reported."""

    id: str = Field(description="The report's id.")
    player_id: str = Field(description="The player whose program failed.")
    at: Moment = Field(description="When it was reported.")
    match: str | None = Field(description="The match, as the report says.")
    decision: int | None = Field(description="The decision, as the report says.")
    version: str | None = Field(description="The version of the program; null if unknown.")
    message: str = Field(description="What failed, as the report says.")


class WholeCrash(CrashDetails):
    """A failure that a bot has reported, with its traceback."""

    traceback: str = Field(description="Where it failed, as the report says.")


class CrashReports:
    """The reports. Safe to use from several threads. Every method raises ``BUSY`` when the database cannot be
    reached."""

    def __init__(self, database: Database, days: int = 7, now_ms: Callable[[], int] = platform_ms) -> None:
        """``days``: how long reports are kept."""
        self._database = database
        self._days = days
        self._now_ms = now_ms

    def write(
        self,
        player_id: str,
        creation: Creation,
        *,
        match_id: str | None,
        decision: int | None,
        version: str,
        message: str,
        traceback: str,
    ) -> CrashDetails:
        """Keep a report; of each bot the last ``KEPT``. With the same ``creation`` again nothing changes."""
        row: dict[str, Any] = {
            "id": creation.id("crash_"),
            "player_id": player_id,
            "at_ms": creation.at_ms,
            "match_id": match_id,
            "decision": decision,
            "version": version or None,
            "message": _bytes(message),
            "traceback": zlib.compress(_bytes(traceback), 1),
        }
        own = table.c.player_id == player_id
        beyond = select(table.c.id).where(own).order_by(table.c.id.desc()).offset(KEPT).limit(1)
        with self._database.begin() as connection:
            connection.execute(self._database.insert(table).on_conflict_do_nothing(), row)
            last = connection.execute(beyond).scalar_one_or_none()
            if last is not None:
                connection.execute(table.delete().where(own, table.c.id <= last))
        return CrashDetails(**row | {"at": creation.at_ms, "match": match_id, "message": message})

    def list(self, player_id: str, limit: int, before: str | None = None) -> "Found[CrashDetails]":
        """Up to ``limit`` reports of a bot, the newest first, those before the id ``before``; without tracebacks."""
        statement = select(*_SHORT).where(table.c.player_id == player_id).order_by(table.c.id.desc()).limit(limit)
        if before is not None:
            statement = statement.where(table.c.id < before)
        with self._database.read() as connection:
            return read_each("crash report", connection.execute(statement), _report, lambda row: row.id)

    def find(self, player_id: str, report_id: str) -> WholeCrash | None:
        """A report of a bot, with its traceback."""
        statement = select(table).where(table.c.player_id == player_id, table.c.id == report_id)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            return None
        return WholeCrash(**vars(_report(row)), traceback=zlib.decompress(row.traceback).decode())

    def failures(self, player_id: str) -> Sequence[FailureCount]:
        """How often a bot has told of a failure, by version, among the reports that are kept."""
        statement = (
            select(table.c.version, func.count().label("count"), func.max(table.c.at_ms).label("last"))
            .where(table.c.player_id == player_id)
            .group_by(table.c.version)
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return [FailureCount(CRASH, version or "", count, last) for version, count, last in rows]

    def remove_old(self) -> int:
        """Remove what has been kept long enough; returns how many."""
        oldest = new_id("crash_", self._now_ms() - self._days * _DAY_MS, 0)
        return self._remove(table.c.id < oldest)

    def _remove(self, which: ColumnElement[bool]) -> int:
        with self._database.begin() as connection:
            return int(connection.execute(table.delete().where(which)).rowcount)


def _bytes(text: str) -> bytes:
    """Text as it is kept: also one with a zero, or with half a UTF-16 pair, which no database takes as text."""
    return text.encode(errors="replace")


def _report(row: Row[*tuple[Any, ...]]) -> CrashDetails:
    return CrashDetails(
        id=row.id,
        player_id=row.player_id,
        at=row.at_ms,
        match=row.match_id,
        decision=row.decision,
        version=row.version or None,
        message=row.message.decode(),
    )
