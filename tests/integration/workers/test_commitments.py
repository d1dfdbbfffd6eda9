"""Commitments on their way into the public log, on real processes that are killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.database import Database
from services.fairness.commitment_log import CommitmentLog
from services.fairness.hash_chain import checked
from services.matches.commitment_queue import CommitmentQueue
from services.matches.creation_request import NewMatch, parse_seats
from tests.integration.workers.test_processes import BotTurns
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def platform(mortal_valkey: RealValkey, tmp_path: Path) -> Iterator[BotTurns]:
    made = BotTurns(mortal_valkey, tmp_path)
    yield made
    made.close()


def test_every_commitment_is_logged_once_whichever_process_is_killed(platform: BotTurns) -> None:
    log = CommitmentLog(Database(platform.settings.database.database_url))
    queue = CommitmentQueue(platform.redis)
    worker = ("--queues", "maintenance", "--processes", "2")
    platform.start("ticker")
    platform.start("worker", *worker)
    made: list[str] = []
    for _ in range(4):
        made += [commitment_of(platform) for _ in range(20)]
        wait_until(lambda: log.head().size > 0, "the first commitments", 60)
        platform.kill("worker")  # in the middle of it, or before
        made += [commitment_of(platform) for _ in range(20)]
        platform.kill("ticker")
        platform.start("ticker")
        platform.start("worker", *worker)
    wait_until(lambda: queue.depth() == 0, "an empty queue", 90)
    entries = log.entries(0, 1_000)
    assert list(checked(entries)) == entries
    assert sorted(entry.digest.hex() for entry in entries) == sorted(made)
    assert len(made) == 160


def test_a_commitment_is_logged_within_seconds(platform: BotTurns) -> None:
    log = CommitmentLog(Database(platform.settings.database.database_url))
    platform.start_all()
    first = commitment_of(platform)
    wait_until(lambda: log.find(bytes.fromhex(first)), "the processes", 60)
    second = commitment_of(platform)
    wait_until(lambda: log.find(bytes.fromhex(second)), "the second commitment", 15)


def commitment_of(platform: BotTurns) -> str:
    """The commitment of a new match that waits for players."""
    new = NewMatch("factionwars", parse_seats(["me", "open"]), {})
    return platform.matches.create(platform.operator, new).commitment
