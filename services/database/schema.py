"""The migrations: what revision the tables have, and bringing them to this code's.

Two releases work side by side while one replaces the other, and a release may be taken back. So tables may be newer
than the code: they say which revision the code must need at least (``schema_support``).
"""

import threading
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select

from services.database.tables import schema_support

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
    config = _config()
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, to)


@cache
def head() -> str:
    """The revision this code needs."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


@cache
def known() -> frozenset[str]:
    """Every revision there has been, up to this code's."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _is_newer_and_supported(connection: Connection, revision: str | None) -> bool:
    if revision is None or revision in known():
        return False
    return connection.execute(select(schema_support.c.oldest_revision)).scalar_one_or_none() in known()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
