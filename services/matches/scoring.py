"""The end of a match: its archive row with the replay, the players' statistics, and then its way out of Redis."""

from collections.abc import Callable

from services.archive import Archive, FinishedMatch, FinishedSeat
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.matches.archived_log import log_pages
from services.matches.ids import is_match_id
from services.matches.match import Match, Seat, match_to_json
from services.matches.match_record import LoadedMatch
from services.matches.replays import ReplayWriter
from services.matches.retention import release
from services.matches.spectator_delay import is_delayed
from services.matches.store import MatchStore
from services.platform_time import platform_ms


class Scoring:
    """Archives ended matches. ``finished_ttl_seconds``: how long they stay in Redis afterwards. ``signing_keys``: sign
    their replays. ``commitments``: the public log, for their place in it."""

    def __init__(
        self,
        store: MatchStore,
        archive: Archive,
        *,
        finished_ttl_seconds: int,
        signing_keys: SigningKeys,
        commitments: CommitmentLog,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        self._store = store
        self._archive = archive
        self._ttl_seconds = finished_ttl_seconds
        self._replays = ReplayWriter(signing_keys, commitments)
        self._now_ms = now_ms

    def score(self, match_id: str) -> bool:
        """Archive an ended match, then let its keys expire. Doing so again changes nothing; what was left undone is
        done.

        Returns:
            Whether this call wrote the archive row. False also for a match that has not ended or is not in Redis.

        Raises:
            Refusal: ``BUSY``.
        """
        loaded = self._store.load_all(match_id) if is_match_id(match_id) else None
        if loaded is None or not loaded.match.status.ended:
            return False
        if is_delayed(loaded.match, self._now_ms()):  # its deadline comes again
            return False
        written = self._archive_match(loaded)
        release(self._store, loaded.match, now_ms=self._now_ms(), ttl_seconds=self._ttl_seconds)
        return written

    def _archive_match(self, loaded: LoadedMatch) -> bool:
        match_id = loaded.match.id
        # SQL comes first: while it is away, nobody should take matches apart again and again in vain.
        if self._archive.known([match_id]):
            return False
        finished = self._finished(loaded)
        if self._store.match(match_id) is None:  # its time was over while it was read: something may be missing
            return False
        return self._archive.store(finished)

    def _finished(self, loaded: LoadedMatch) -> FinishedMatch:
        match = loaded.match
        entries = self._store.read_log(match.id)
        return FinishedMatch(
            match_to_json(match),
            self._replays.make(loaded.stored, entries),
            tuple(_seat(match, seat) for seat in match.seats),
            views={viewer: situation.view for viewer, situation in loaded.situations.items()},
            log=tuple(log_pages(entries)),
        )


def _seat(match: Match, seat: Seat) -> FinishedSeat:
    result = None if match.outcome is None else match.outcome["results"][seat.number]
    return FinishedSeat(
        seat=seat.number,
        player_id=seat.player_id,
        kind=seat.player_kind,
        rank=None if result is None else result["rank"],
        score=None if result is None else result["score"],
        resigned=seat.resigned,
        version=seat.version or "",
    )
