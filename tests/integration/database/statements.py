"""What is sent to databases, for tests of how many statements and by which index."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from services.database import Database


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """The statements that this process sends meanwhile, with their parameters."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        sent.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def plan(database: Database, statement: str, parameters: Any) -> list[str]:
    """The steps by which SQLite would execute a statement."""
    with database.read() as connection:
        return [step.detail for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
