"""Which tournaments somebody must look after, and when. A ticker asks it, which has the database and nothing else."""

from typing import Final

from sqlalchemy import case, func, select, update

from services.database import Database
from services.database.tables import tournaments

PERSON: Final = func.coalesce(tournaments.c.counts_for, tournaments.c.owner_id)
"""For whom a row of ``tournaments`` counts."""


def is_due(database: Database, now_ms: int) -> bool:
    """Whether there is one to look after.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        due = select(tournaments.c.id).where(tournaments.c.due_ms <= now_ms).limit(1)
        return connection.execute(due).one_or_none() is not None


def is_due_for_others(database: Database, now_ms: int, person: str) -> bool:
    """Whether there is one to look after that counts for somebody else.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        due = select(tournaments.c.id).where(tournaments.c.due_ms <= now_ms, PERSON.not_in((person,))).limit(1)
        return connection.execute(due).one_or_none() is not None


def take(database: Database, now_ms: int, lease_ms: int) -> str | None:
    """The tournament to look after next; nobody else takes it for ``lease_ms``. None: there is none, or somebody else
    was quicker. People take turns, however many tournaments each of them holds and however large they are: first comes
    the one of whose tournaments none was taken for longest, and of them the one that has been due longest. Nobody comes
    last for long by a wrong clock: what was taken in the future counts as not taken.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    columns = tournaments.c
    last = (
        select(PERSON.label("person"), func.max(columns.served_ms).label("served_ms"))
        .where(columns.due_ms.is_not(None))
        .group_by(PERSON)
        .subquery()
    )
    due = (
        select(columns.id, columns.due_ms)
        .join(last, last.c.person == PERSON)
        .where(columns.due_ms <= now_ms)
        .order_by(case((last.c.served_ms <= now_ms, last.c.served_ms), else_=0), columns.due_ms, columns.id)
        .limit(1)
    )
    with database.begin() as connection:
        row = connection.execute(due).one_or_none()
        if row is None:
            return None
        mine = update(tournaments).where(columns.id == row.id, columns.due_ms == row.due_ms)
        taken = connection.execute(mine.values(due_ms=now_ms + lease_ms, served_ms=now_ms)).rowcount
    return str(row.id) if taken else None
