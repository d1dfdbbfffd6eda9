"""Commitments on their way into the public log."""

from collections.abc import Iterable
from typing import Final

from services.fairness.commitment_log import CommitmentLog
from services.matches.commitment_queue import CommitmentQueue
from services.matches.match import Match
from services.matches.redis_keys import SHARDS
from services.matches.store import MatchStore

BATCH: Final = 32
"""How many matches of each shard are appended in one transaction at most."""
_MOST_BATCHES: Final = 20
"""What one call works off: few enough that it ends within a task's time."""


class CommitmentAppending:
    """Appends what waits. Any number of processes may do so at once."""

    def __init__(self, store: MatchStore, queue: CommitmentQueue, log: CommitmentLog) -> None:
        self._store = store
        self._queue = queue
        self._log = log

    def append_waiting(self) -> int:
        """Append the commitments of the matches that wait, oldest first. Doing so again changes nothing.

        Returns:
            How many were appended.

        Raises:
            Refusal: ``BUSY``.
        """
        self._queue.begin()
        appended = 0
        for _ in range(_MOST_BATCHES):
            match_ids = self._queue.read(BATCH)
            if not match_ids:
                break
            appended += self._log.append(map(digest_of, self._store.matches(match_ids)))
            self._queue.remove(match_ids)
        return appended

    def reconcile(self, shards: Iterable[int] = range(SHARDS)) -> int:
        """Append what waits, and the commitments of all matches of some shards that are neither in the log nor wait for
        it. There should be none, but for matches created before there was a log, and after the database was restored
        from an older copy.

        Returns:
            How many were appended.

        Raises:
            Refusal: ``BUSY``.
        """
        appended = self.append_waiting()
        for shard in shards:
            for match_ids in self._store.id_batches(shard):
                digests = [digest_of(match) for match in self._store.matches(match_ids)]
                appended += self._log.append(self._log.missing(digests))
        return appended


def digest_of(match: Match) -> bytes:
    """What stands in the log for a match."""
    return bytes.fromhex(match.commitment)
