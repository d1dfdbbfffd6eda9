"""Which tournaments somebody must look after, and when. A ticker asks it, which has the database and nothing else."""

from typing import Final

from sqlalchemy import select, update

from services.database import Database
from services.database.tables import tournaments

ABANDONED_MS: Final = 90 * 24 * 3_600_000
"""After so long without an entry in its log, a tournament in which nothing happens without its host is abandoned."""
ABANDONED: Final = "nothing has happened for 90 days"


def is_due(database: Database, now_ms: int) -> bool:
    """Whether there is one to look after.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        due = select(tournaments.c.id).where(tournaments.c.due_ms <= now_ms).limit(1)
        return connection.execute(due).one_or_none() is not None


def take(database: Database, now_ms: int, lease_ms: int) -> str | None:
    """The tournament that has been due longest; nobody else takes it for ``lease_ms``. None: there is none, or somebody
    else was quicker.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    columns = tournaments.c
    with database.begin() as connection:
        due = select(columns.id, columns.due_ms).where(columns.due_ms <= now_ms).order_by(columns.due_ms).limit(1)
        row = connection.execute(due).one_or_none()
        if row is None:
            return None
        mine = update(tournaments).where(columns.id == row.id, columns.due_ms == row.due_ms)
        taken = connection.execute(mine.values(due_ms=now_ms + lease_ms)).rowcount
    return str(row.id) if taken else None
