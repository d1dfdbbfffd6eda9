"""The log of commitments on real databases: one chain, whoever appends and whoever is killed."""

import hashlib
from collections.abc import Callable

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from services.database import Database
from services.database.tables import commitment_log
from services.fairness.commitment_log import CommitmentLog
from services.fairness.hash_chain import EMPTY, BrokenChain, ChainEntry, Head, checked
from services.fairness.signing import SigningKeys
from tests.integration.database.processes import DiesBeforeCommit, at_once, killed_when_told


def digest(number: int) -> bytes:
    return hashlib.sha256(b"commitment %d" % number).digest()


class Clock:
    def __init__(self) -> None:
        self.now_ms = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now_ms


def everything(log: CommitmentLog) -> list[ChainEntry]:
    entries = log.entries(0, 100_000)
    assert list(checked(entries)) == entries
    return entries


def test_commitments_stand_in_the_order_in_which_they_were_appended(database: Database) -> None:
    log = CommitmentLog(database)
    assert log.append([digest(2), digest(1)]) == 2
    assert log.append([digest(3)]) == 1
    assert [entry.digest for entry in everything(log)] == [digest(2), digest(1), digest(3)]


def test_what_is_appended_again_stands_there_once(database: Database) -> None:
    log = CommitmentLog(database)
    log.append([digest(1), digest(1), digest(2)])
    before = everything(log)
    assert log.append([digest(2), digest(1)]) == 0
    assert everything(log) == before
    assert log.append([]) == 0


def test_a_commitment_is_found_by_its_digest(database: Database) -> None:
    log = CommitmentLog(database)
    log.append([digest(1), digest(2)])
    found = log.find(digest(2))
    assert found is not None
    assert (found.index, found.digest, found.previous) == (1, digest(2), log.entries(0, 1)[0].hash)
    assert log.find(digest(3)) is None
    assert log.missing([digest(3), digest(1)]) == [digest(3)]
    assert log.missing([]) == []


def test_whoever_asks_for_the_place_of_a_commitment_appends_it(database: Database) -> None:
    log = CommitmentLog(database)
    log.append([digest(1)])
    place = log.place(digest(2))
    assert (place.index, place.digest) == (1, digest(2))
    assert log.place(digest(2)) == place
    assert [entry.digest for entry in everything(log)] == [digest(1), digest(2)]


def test_entries_are_read_from_an_index_on(database: Database) -> None:
    log = CommitmentLog(database)
    log.append([digest(number) for number in range(5)])
    assert [entry.index for entry in log.entries(1, 3)] == [1, 2, 3]
    assert [entry.index for entry in log.entries(4, 3)] == [4]
    assert log.entries(5, 3) == []


def test_the_head_of_an_empty_log_says_so(database: Database) -> None:
    assert CommitmentLog(database, now_ms=Clock()).head() == Head(0, EMPTY, 1_000_000_000_000)


def test_the_head_is_the_last_entry_and_its_time_moves_in_steps(database: Database) -> None:
    clock, keys = Clock(), SigningKeys.generate()
    log = CommitmentLog(database, now_ms=clock)
    clock.now_ms += 3_000
    log.append([digest(1)])
    (only,) = log.entries(0, 10)
    clock.now_ms += 6_999
    first = log.signed_head(keys)
    assert first.head == Head(1, only.hash, 1_000_000_003_000)
    first.verify(keys.public)
    assert log.signed_head(keys) == first
    clock.now_ms += 1
    assert log.head() == Head(1, only.hash, 1_000_000_010_000)


def test_the_clock_of_an_appender_that_is_behind_dates_nothing_back(database: Database) -> None:
    clock = Clock()
    log = CommitmentLog(database, now_ms=clock)
    log.append([digest(1)])
    clock.now_ms -= 60_000
    log.append([digest(2)])
    assert [entry.time_ms for entry in everything(log)] == [1_000_000_000_000, 1_000_000_000_000]


def test_the_database_refuses_a_second_entry_in_one_place(database: Database) -> None:
    CommitmentLog(database).append([digest(1)])
    row = {"index": 0, "digest": digest(2), "time_ms": 0, "previous": EMPTY, "hash": EMPTY}
    with pytest.raises(IntegrityError), database.begin() as connection:
        connection.execute(commitment_log.insert(), row)


def append_some(url: str, numbers: list[int]) -> int:
    database = Database(url)
    log = CommitmentLog(database)
    appended = sum(log.append([digest(number), digest(number + 1)]) for number in numbers)
    database.close()
    return appended


@pytest.mark.slow
def test_several_appenders_make_one_chain(database: Database, database_url: str) -> None:
    # Each of four processes appends the same forty commitments, two at a time.
    appended = at_once(4, append_some, database_url, list(range(40)))
    assert sum(appended) == 41
    entries = everything(CommitmentLog(database))
    assert sorted(entry.digest for entry in entries) == sorted(digest(number) for number in range(41))


def append_and_die(die: Callable[[], None], url: str) -> None:
    CommitmentLog(DiesBeforeCommit(url, die)).append([digest(1), digest(2)])


def test_an_appender_that_is_killed_leaves_nothing_and_holds_up_nobody(database: Database, database_url: str) -> None:
    log = CommitmentLog(database)
    log.append([digest(0)])
    killed_when_told(append_and_die, database_url)
    assert [entry.digest for entry in everything(log)] == [digest(0)]
    assert log.append([digest(1), digest(2)]) == 2
    assert [entry.digest for entry in everything(log)] == [digest(0), digest(1), digest(2)]


def test_a_row_that_was_changed_is_found(database: Database) -> None:
    log = CommitmentLog(database)
    log.append([digest(1), digest(2)])
    with database.begin() as connection:
        connection.execute(update(commitment_log).where(commitment_log.c.index == 0).values(digest=digest(3)))
    with pytest.raises(BrokenChain, match="entry 0 has another hash than its content"):
        everything(log)
