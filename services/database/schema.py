"""The migrations: what revision the tables have, and bringing them to this code's.

Two releases work side by side while one replaces the other, and a release may be taken back. So tables may be newer
than the code: they say which revision the code must need at least (``schema_support``).
"""

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, column, inspect, select, table

from services.database.tables import schema_support

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_version: Final = table("alembic_version", column("version_num"))
"""Where Alembic keeps the revision that the tables have."""

UPGRADE_LOCK: Final = 0x706C617968616C6C
"""Key of PostgreSQL's advisory lock: "playhall" in ASCII."""

_one_at_a_time: Final = threading.Lock()  # Alembic's migration context is one per process


class SchemaNotCurrent(Exception):
    """The tables are not those this code needs."""

    def __init__(self, revision: str | None) -> None:
        super().__init__(
            f"the database has schema revision {revision or 'none'}, this version needs {head()}: "
            + ("run `playhall migrate`" if revision is None or revision in known() else "it is newer; update playhall")
        )
        self.revision = revision


def is_current(connection: Connection) -> bool:
    """Whether the tables have this code's revision."""
    return _revision(connection) == head()


def check(connection: Connection) -> None:
    """Raise :class:`SchemaNotCurrent` unless the tables have this code's revision, or a newer one that supports it."""
    revision = _revision(connection)
    if revision != head() and not _is_newer_and_supported(connection, revision):
        raise SchemaNotCurrent(revision)


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run what is missing, up to a revision, within the transaction of ``connection``, whose caller keeps other
    processes out.

    Raises:
        SchemaNotCurrent: the tables are newer than this code, and do not support it.
    """
    revision = _revision(connection)
    if _is_newer_and_supported(connection, revision):
        return
    if revision is not None and revision not in known():
        raise SchemaNotCurrent(revision)
    from alembic import command  # only who migrates needs Alembic, and everybody asks for the revision

    config = _config()
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, to)


def head() -> str:
    """The revision this code needs."""
    return max(known())


@cache
def known() -> frozenset[str]:
    """Every revision there has been, up to this code's. They are numbered, and each has a file of its own."""
    return frozenset(file.stem.removeprefix("revision_") for file in _MIGRATIONS.glob("versions/revision_*.py"))


def _is_newer_and_supported(connection: Connection, revision: str | None) -> bool:
    if revision is None or revision in known():
        return False
    return connection.execute(select(schema_support.c.oldest_revision)).scalar_one_or_none() in known()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_version.name):
        return None
    revision: str | None = connection.execute(select(_version.c.version_num)).scalar_one_or_none()
    return revision


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
