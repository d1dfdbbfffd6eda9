"""Transactions: all or nothing, whoever else writes, whatever breaks."""

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from services.database import Database
from services.database import database as module
from services.database.tables import api_keys, players
from services.errors import Reason, Refusal
from tests.integration.database.processes import DiesBeforeCommit, at_once, killed_when_told


def add(database: Database, player_id: str) -> None:
    with database.begin() as connection:
        connection.execute(players.insert(), row(player_id))


def row(player_id: str) -> dict[str, object]:
    return {"id": player_id, "kind": "person", "name": player_id, "created_ms": 0}


def ids(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.execute(select(players.c.id).order_by(players.c.id)).scalars())


def test_what_was_committed_is_there_for_everybody(database: Database, database_url: str) -> None:
    add(database, "p_1")

    assert ids(Database(database_url)) == ["p_1"]


def test_a_block_that_raises_changes_nothing(database: Database) -> None:
    def add_and_fail() -> None:
        with database.begin() as connection:
            connection.execute(players.insert(), row("p_1"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        add_and_fail()

    assert ids(database) == []


def test_what_is_not_committed_is_seen_by_nobody_else_and_keeps_no_reader_waiting(database: Database) -> None:
    with database.begin() as connection:
        connection.execute(players.insert(), row("p_1"))
        assert ids(database) == []

    assert ids(database) == ["p_1"]


def test_postgresql_is_asked_for_no_more_connections_than_allowed_however_many_want_one(postgres_url: str) -> None:
    database = Database(postgres_url, connections=2)
    open_now = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"

    def ask(_: int) -> int:
        with database.read() as connection:
            connection.execute(text("SELECT pg_sleep(0.02)"))
            found: int = connection.execute(text(open_now)).scalar_one()
            return found

    with ThreadPoolExecutor(8) as pool:
        assert max(pool.map(ask, range(24))) == 2


def test_a_key_without_a_player_is_refused_by_the_database(database: Database) -> None:
    key = {"id": "k1", "player_id": "p_none", "name": "x", "scopes": "admin", "secret_sha256": b"", "created_ms": 0}

    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), database.begin() as connection:
        connection.execute(api_keys.insert(), key)


def test_an_error_repeats_no_values(database: Database) -> None:
    add(database, "p_secret")

    with pytest.raises(DBAPIError) as error:
        add(database, "p_secret")

    assert "SQL parameters hidden" in str(error.value)


def count_up(url_or_database: str | Database, times: int) -> None:
    """Read, then write what follows from it: the transactions of others must not come between."""
    database = Database(url_or_database) if isinstance(url_or_database, str) else url_or_database
    for _ in range(times):
        with database.begin() as connection:
            read = select(players.c.created_ms).where(players.c.id == "p_1").with_for_update()
            counted = connection.execute(read).scalar_one()
            connection.execute(players.update().where(players.c.id == "p_1").values(created_ms=counted + 1))


def counted(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(select(players.c.created_ms)).scalar_one())


def test_writers_in_many_threads_wait_for_their_turn(database: Database) -> None:
    add(database, "p_1")

    with ThreadPoolExecutor(8) as pool:
        for result in [pool.submit(count_up, database, 10) for _ in range(8)]:
            result.result()

    assert counted(database) == 80


@pytest.mark.slow
def test_writers_in_many_processes_wait_for_their_turn(database: Database, database_url: str) -> None:
    add(database, "p_1")

    at_once(3, count_up, database_url, 30)

    assert counted(database) == 90


def test_a_writer_that_waits_too_long_is_refused_as_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.05)
    database = Database(f"sqlite:///{tmp_path / 'test.db'}")
    database.upgrade()

    with database.begin(), pytest.raises(Refusal) as refused:
        add(database, "p_1")

    assert refused.value.reason is Reason.BUSY
    add(database, "p_1")


def test_a_database_that_cannot_be_reached_is_busy(tmp_path: Path) -> None:
    gone = Database(f"postgresql://ann@/playhall?host={tmp_path}")

    for use in (gone.read, gone.begin):
        with pytest.raises(Refusal) as refused, use():
            pytest.fail("there is no connection")
        assert refused.value.reason is Reason.BUSY


def test_a_wrong_statement_is_not_busy(database: Database) -> None:
    with pytest.raises(DBAPIError), database.read() as connection:
        connection.execute(text("SELECT nothing FROM nowhere"))


def end_sessions(url: str) -> None:
    """What a restart of the server does to its clients."""
    with Database(url).read() as connection:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = "
        connection.execute(text(end + "current_database()"))


def test_a_server_restarted_while_a_connection_was_idle_costs_no_request(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(postgres_url)
    database.upgrade()
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.0)

    end_sessions(postgres_url)

    add(database, "p_1")
    assert ids(database) == ["p_1"]


def test_a_server_restarted_in_the_middle_costs_the_requests_of_that_moment(postgres_url: str) -> None:
    database = Database(postgres_url)
    database.upgrade()

    def write_while_the_server_restarts() -> None:
        with database.begin() as connection:
            connection.execute(players.insert(), row("p_1"))
            end_sessions(postgres_url)
            connection.execute(players.insert(), row("p_2"))

    with pytest.raises(Refusal) as refused:
        write_while_the_server_restarts()

    assert refused.value.reason is Reason.BUSY
    assert ids(database) == []


def write_and_die(die: Callable[[], None], url: str) -> None:
    add(DiesBeforeCommit(url, die), "p_1")


def test_a_process_killed_within_a_transaction_leaves_nothing_and_holds_nobody_up(
    database: Database, database_url: str
) -> None:
    killed_when_told(write_and_die, database_url)

    assert ids(database) == []
    add(database, "p_1")
    assert ids(database) == ["p_1"]


def commit_and_die(die: Callable[[], None], url: str) -> None:
    add(Database(url), "p_1")
    die()


def test_what_was_committed_outlives_a_process_that_is_killed_the_moment_after(database_url: str) -> None:
    Database(database_url).upgrade()

    killed_when_told(commit_and_die, database_url)

    assert ids(Database(database_url)) == ["p_1"]


def in_a_fork(work: Callable[[], None]) -> None:
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_a_database_can_be_used_on_both_sides_of_a_fork(database: Database) -> None:
    add(database, "p_1")

    in_a_fork(lambda: add(database, "p_2"))
    add(database, "p_3")

    assert ids(database) == ["p_1", "p_2", "p_3"]


def test_a_fork_in_the_middle_of_a_transaction_leaves_that_to_the_parent(database: Database) -> None:
    def look() -> None:
        assert ids(database) == []

    with database.begin() as connection:
        connection.execute(players.insert(), row("p_1"))
        in_a_fork(look)
        connection.execute(players.insert(), row("p_2"))

    assert ids(database) == ["p_1", "p_2"]


class CannotCloseInTime(Database):
    """Another thread gives a connection back after the idle ones were closed and before the process forks."""

    def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", [Database, CannotCloseInTime])
def test_parent_and_child_never_share_a_session(postgres_url: str, kind: type[Database]) -> None:
    database = kind(postgres_url)
    database.upgrade()

    def session() -> int:
        with database.read() as connection:
            return int(connection.execute(select(func.pg_backend_pid())).scalar_one())

    def report() -> None:
        os.write(theirs, str(session()).encode())

    before = session()
    mine, theirs = os.pipe()
    in_a_fork(report)

    assert int(os.read(mine, 100)) not in (before, session())
    os.close(mine)
    os.close(theirs)
