"""Makes Redis and the archive agree again, after one of them was restored from an older copy."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from services.archive import Archive
from services.errors import Reason, Refusal
from services.identity import Player, PlayerKind, Players
from services.matches.commitment_appending import CommitmentAppending
from services.matches.judge import ATTEMPTS
from services.matches.match import Match
from services.matches.match_lifecycle import aborted
from services.matches.scoring import Scoring
from services.matches.spectator_delay import is_delayed
from services.matches.store import MatchStore
from services.platform_time import platform_ms

_BATCH: Final = 200
_AT_ONCE: Final = 0
"""A moment that has passed by every clock."""


@dataclass(slots=True)
class Repaired:
    """What was looked at and what was done. ``archived``: ended matches that the archive did not have. ``withdrawn``:
    matches that went on in Redis although the archive has their end. ``delayed``: ended matches that are not archived
    before their spectators have seen the end. ``players``: who had seats and was not known any more. ``commitments``:
    those of matches in Redis that were not in the public log."""

    matches: int = 0
    archived: int = 0
    withdrawn: int = 0
    delayed: int = 0
    players: int = 0
    commitments: int = 0


class ArchiveRepair:
    """Goes through all matches in Redis. May be done again, at any time, beside everything else."""

    def __init__(
        self,
        store: MatchStore,
        archive: Archive,
        scoring: Scoring,
        players: Players,
        commitments: CommitmentAppending,
        *,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        self._store = store
        self._archive = archive
        self._scoring = scoring
        self._players = players
        self._commitments = commitments
        self._now_ms = now_ms

    def repair(self) -> Repaired:
        """Archive the ended matches in Redis that the archive lacks, those included that are about to leave; withdraw
        those that go on there although the archive has their end; make the players again who have seats.

        Raises:
            Refusal: ``BUSY``. What was done until then is done.
        """
        done = Repaired(commitments=self._commitments.reconcile())
        for batch in _batches(self._store.stored_ids()):
            matches = self._store.matches(batch)
            archived = self._archive.known([match.id for match in matches])
            done.matches += len(matches)
            done.players += self._players.restore(_players_of(matches))
            for match in matches:
                if match.id not in archived and match.status.ended:
                    done.delayed += is_delayed(match, self._now_ms())
                    done.archived += self._scoring.score(match.id)
                elif match.id in archived and not match.status.ended:
                    done.withdrawn += self._withdraw(match.id)
        return done

    def _withdraw(self, match_id: str) -> bool:
        """Take a match out of Redis; who follows it is told that it was aborted, and who asks for it gets the end that
        it had."""
        for _ in range(ATTEMPTS):
            loaded = self._store.load(match_id)
            if loaded is None:
                return False
            match = loaded.match
            if not match.status.ended:
                change = aborted(loaded.stored, self._now_ms())
                if not self._store.commit(change):
                    continue
                match = change.after.match
            return self._store.release(match, now_ms=self._now_ms(), expire_at_ms=_AT_ONCE)
        raise Refusal(Reason.BUSY)


def _players_of(matches: Iterable[Match]) -> list[Player]:
    """Who has a seat, as far as the match tells."""
    return [
        Player(seat.player_id, PlayerKind(seat.player_kind), seat.player_name, match.created_ms)
        for match in matches
        for seat in match.seats
        if seat.player_id is not None and seat.player_name is not None and seat.player_kind is not None
    ]


def _batches(ids: Iterator[str]) -> Iterator[Sequence[str]]:
    while batch := list(islice(ids, _BATCH)):
        yield batch
