"""PostgreSQL is killed, or answers nobody: who uses it is refused soon, and served as soon as it is back."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
import structlog.testing
from sqlalchemy import text

from services.database import Database
from services.errors import Reason, Refusal
from tests.cluster.databases import MortalPostgres, mortal_postgres
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def postgres() -> Iterator[MortalPostgres]:
    with mortal_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: MortalPostgres) -> Iterator[Database]:
    database = Database(postgres.url)
    yield database
    database.close()


def answers(database: Database) -> bool:
    try:
        with database.read() as connection:
            return bool(connection.execute(text("SELECT 1")).scalar_one() == 1)
    except Refusal as refusal:
        if refusal.reason is not Reason.BUSY:
            raise
        return False


def seconds_of(use: Callable[[], object]) -> float:
    began = time.monotonic()
    use()
    return time.monotonic() - began


def test_after_a_kill_every_use_is_refused_at_once_until_the_server_is_back(
    postgres: MortalPostgres, database: Database
) -> None:
    assert answers(database)
    postgres.kill()
    assert seconds_of(lambda: [answers(database) for _ in range(20)]) < 10.0
    assert not answers(database)
    postgres.start()
    assert answers(database)


def test_a_server_that_hangs_is_waited_for_once(postgres: MortalPostgres, database: Database) -> None:
    assert answers(database)
    postgres.hang()
    time.sleep(1.1)  # connections that were used a moment ago are trusted
    assert 0.9 < seconds_of(lambda: answers(database)) < 4.0
    assert seconds_of(lambda: [answers(database) for _ in range(100)]) < 10.0
    assert not answers(database)
    postgres.go_on()
    wait_until(lambda: answers(database), "the database is used again", 15)


def test_a_server_that_hangs_when_it_is_called_first_is_waited_for_once(
    postgres: MortalPostgres, database: Database
) -> None:
    postgres.hang()
    assert 1.0 < seconds_of(lambda: answers(database)) < 6.0
    assert seconds_of(lambda: [answers(database) for _ in range(20)]) < 10.0
    postgres.go_on()
    wait_until(lambda: answers(database), "the database is used again", 15)


def test_all_threads_together_wait_no_longer_than_one(postgres: MortalPostgres, database: Database) -> None:
    assert answers(database)
    postgres.hang()
    time.sleep(1.1)
    threads = [threading.Thread(target=answers, args=(database,)) for _ in range(40)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - began < 6.0


def test_a_use_in_the_middle_of_which_the_server_hangs_is_given_up(
    postgres: MortalPostgres, database: Database
) -> None:
    def read() -> None:
        with database.read(1.0) as connection:
            connection.execute(text("SELECT 1"))
            postgres.hang()
            connection.execute(text("SELECT 2"))

    with pytest.raises(Refusal) as refused:
        read()
    assert refused.value.reason is Reason.BUSY
    with pytest.raises(Refusal), database.begin():
        pytest.fail("nobody is to wait again")
    postgres.go_on()
    wait_until(lambda: answers(database), "the database is used again", 15)


def test_a_statement_that_takes_too_long_is_refused_and_the_others_go_on(
    postgres: MortalPostgres, database: Database
) -> None:
    def sleep() -> None:
        with database.read(0.3) as connection:
            connection.execute(text("SELECT pg_sleep(5)"))

    with pytest.raises(Refusal), structlog.testing.capture_logs() as logged:
        sleep()
    wait_until(lambda: answers(database), "the database is used again", 15)
    assert [line["event"] for line in logged][:1] == ["database_away"]


def test_a_full_server_refuses_new_connections_and_serves_those_that_are_open(
    postgres: MortalPostgres, database: Database
) -> None:
    postgres.execute("ALTER DATABASE playhall CONNECTION LIMIT 1")
    postgres.execute("CREATE ROLE ann LOGIN")  # a superuser is let in all the same
    limited = Database(f"postgresql://ann@{postgres.url.partition('@')[2]}")
    wait_until(lambda: answers(limited), "the server has closed the connections of the statements above", 15)
    with limited.read() as connection:
        assert not answers(limited)  # another connection is one too many
        assert connection.execute(text("SELECT 1")).scalar_one() == 1
    assert answers(limited)
    limited.close()
