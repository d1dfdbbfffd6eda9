"""Making the tables and bringing them up to date."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text

from services.database import Database, DatabaseUnreachable, SchemaNotCurrent, schema
from services.database.tables import metadata, players
from tests.integration.database.processes import at_once
from tests.integration.stored_series.jobs import Jobs

TABLES = [
    "alembic_version",
    "api_keys",
    "blocks",
    "bot_versions",
    "commitment_log",
    "crash_reports",
    "guest_invitations",
    "match_log",
    "match_seats",
    "match_views",
    "matches",
    "players",
    "pool_ratings",
    "rated_results",
    "rating_consents",
    "rating_history",
    "rating_pools",
    "rating_runs",
    "rating_upkeep",
    "ratings",
    "result_corrections",
    "ruleset_versions",
    "schema_support",
    "series",
    "series_chunks",
    "series_live_matches",
    "statistics",
    "tournament_deliveries",
    "tournament_entrants",
    "tournament_guests",
    "tournament_hosts",
    "tournament_log",
    "tournament_matches",
    "tournament_webhooks",
    "tournaments",
    "version_statistics",
    "webhook_deliveries",
    "webhooks",
]


def tables(database: Database) -> list[str]:
    with database.read() as connection:
        return sorted(inspect(connection).get_table_names())


def test_an_upgrade_makes_the_tables(database_url: str) -> None:
    database = Database(database_url)

    database.upgrade()

    assert tables(database) == TABLES
    database.check()
    database.close()


def test_a_second_upgrade_changes_nothing(database: Database) -> None:
    with database.begin() as connection:
        connection.execute(players.insert(), {"id": "p_1", "kind": "person", "name": "Ann", "created_ms": 1})

    database.upgrade()

    with database.read() as connection:
        assert connection.execute(select(players.c.name)).scalars().all() == ["Ann"]


def upgrade_and_count(url: str) -> int:
    database = Database(url)
    database.upgrade()
    database.check()
    with database.read() as connection:
        return len(connection.execute(text("SELECT version_num FROM alembic_version")).all())


@pytest.mark.slow
def test_processes_that_upgrade_at_once_do_it_once(database_url: str) -> None:
    assert at_once(4, upgrade_and_count, database_url) == [1, 1, 1, 1]


def test_an_upgrade_that_fails_leaves_nothing(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(database_url)
    whole = schema.upgrade

    def upgrade_and_fail(connection: Connection) -> None:
        whole(connection)
        raise ZeroDivisionError

    monkeypatch.setattr(schema, "upgrade", upgrade_and_fail)
    with pytest.raises(ZeroDivisionError):
        database.upgrade()
    assert tables(database) == []

    monkeypatch.undo()
    database.upgrade()
    assert tables(database) == TABLES
    database.close()


def test_a_database_without_tables_is_not_current(database_url: str) -> None:
    with pytest.raises(SchemaNotCurrent, match=r"has schema revision none, .* run `playhall migrate`"):
        Database(database_url).check()


def test_asking_for_an_sqlite_file_that_is_not_there_does_not_make_it(tmp_path: Path) -> None:
    with pytest.raises(SchemaNotCurrent):
        Database(f"sqlite:///{tmp_path / 'none.db'}").check()

    assert list(tmp_path.iterdir()) == []


def make_newer(database: Database, oldest: str) -> None:
    """As a later release leaves the tables, which works beside releases that need the revision ``oldest``."""
    with database.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text(f"UPDATE schema_support SET oldest_revision = '{oldest}'"))


def test_tables_of_a_later_release_serve_one_that_they_support(database: Database) -> None:
    make_newer(database, "0006")
    database.check()
    database.upgrade()
    database.check()
    with database.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "9999"


def test_tables_that_do_not_support_the_code_are_left_alone(database: Database) -> None:
    make_newer(database, "9998")
    with pytest.raises(SchemaNotCurrent, match=r"has schema revision 9999, .* update playhall"):
        database.check()
    with pytest.raises(SchemaNotCurrent, match=r"has schema revision 9999, .* update playhall"):
        database.upgrade()


def test_an_upgrade_makes_the_folder_for_sqlite_and_lets_nobody_else_in(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new folder' / '100%' / 'playhall.db'}")

    database.upgrade()

    database.check()
    assert (tmp_path / "new folder" / "100%").stat().st_mode & 0o777 == 0o700


def test_a_server_that_is_not_there_is_unreachable(tmp_path: Path) -> None:
    database = Database(f"postgresql://ann:hunter2@/playhall?host={tmp_path}")

    for ask in (database.upgrade, database.check):
        with pytest.raises(DatabaseUnreachable, match="No such file or directory") as unreachable:
            ask()
        assert "hunter2" not in str(unreachable.value)


def test_an_sqlite_file_that_cannot_be_opened_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "playhall.db").mkdir()

    with pytest.raises(DatabaseUnreachable, match="unable to open database file"):
        Database(f"sqlite:///{tmp_path / 'playhall.db'}").upgrade()


def test_the_tables_of_the_code_and_of_the_migrations_agree(database: Database) -> None:
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})

        assert compare_metadata(context, metadata) == []


def test_the_constraints_and_collations_of_the_code_and_of_the_migrations_agree(database: Database) -> None:
    by_migrations = described(database)
    with database.begin() as connection:
        metadata.drop_all(connection)
        metadata.create_all(connection)

    assert described(database) == by_migrations
    assert by_migrations["players"]["checks"] != []


def described(database: Database) -> dict[str, dict[str, list[str]]]:
    with database.read() as connection:
        inspector = inspect(connection)
        return {
            table: {
                "columns": sorted(map(repr, inspector.get_columns(table))),
                "checks": sorted(map(repr, inspector.get_check_constraints(table))),
                "foreign": sorted(map(repr, inspector.get_foreign_keys(table))),
                "indexes": sorted(repr(_with_text(index)) for index in inspector.get_indexes(table)),
                "primary": [repr(inspector.get_pk_constraint(table))],
            }
            for table in metadata.tables
        }


def _with_text(index: Any) -> dict[str, Any]:
    """An index with its condition as text."""
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return {**index, "dialect_options": options}


def test_a_database_of_the_last_release_keeps_what_it_has_and_takes_series(database_url: str) -> None:
    database = Database(database_url)
    with database.begin() as connection:
        schema.upgrade(connection, "0006")
        connection.execute(players.insert(), {"id": "p_1", "kind": "person", "name": "Ann", "created_ms": 1})
    assert "series" not in tables(database)
    with pytest.raises(SchemaNotCurrent, match="has schema revision 0006"):
        database.check()

    database.upgrade()

    database.check()
    assert tables(database) == TABLES
    with database.read() as connection:
        assert connection.execute(select(players.c.name)).scalars().all() == ["Ann"]
        assert connection.execute(text("SELECT oldest_revision FROM schema_support")).scalars().all() == ["0006"]
    made = Jobs(database).begin("series_a")
    assert Jobs(database).take().series_id == made.id
    database.close()


def test_ids_are_listed_byte_by_byte_everywhere(database: Database) -> None:
    ids = ["p_10", "p_1", "p_a", "bot_b", "bot-a", "P_1", "p_B", "é"]
    with database.begin() as connection:
        for player_id in ids:
            row = {"id": player_id, "kind": "person", "name": "x", "created_ms": 1}
            connection.execute(players.insert(), row)

    with database.read() as connection:
        listed = connection.execute(select(players.c.id).order_by(players.c.id)).scalars().all()

    assert listed == ["P_1", "bot-a", "bot_b", "p_1", "p_10", "p_B", "p_a", "é"]


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'playhall.db'}")
    database.upgrade()

    with database.read() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}

    # synchronous 2 is FULL: the log is on the disk before a commit returns.
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15_000}


def test_another_program_can_read_the_sqlite_file(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'playhall.db'}")
    database.upgrade()

    with sqlite3.connect(tmp_path / "playhall.db") as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(schema.head(),)]
