"""Chunks of series, played in this process.

A chunk is leased. A thread prolongs its lease while it is played, and says so when the chunk counts no more: another
worker has it, its series was paused or cancelled, or this worker stops. A process that dies leaves its chunk to the
next one when the lease has run out; its results are the same.
"""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Final, NoReturn, Protocol

import structlog

from services import gc_tuning
from services.engine import registry
from services.engine.registry import AnyRuleset
from services.errors import Reason, Refusal
from services.series.designs import Schedule
from services.series.document import UnplayableSeries
from services.series.folder import result_line
from services.series.local import MATCH_SECONDS
from services.series.playing import Player
from services.stored_series import ChunkClaim
from services.telemetry import metrics
from services.telemetry.causes import cause_of
from workers.backoff import Backoff

log = structlog.get_logger("workers")

KEEP_SECONDS: Final = 10.0
"""How often a lease is prolonged."""
LOOK_SECONDS: Final = 0.5
"""How soon a process that plays notices that its worker stops."""
KEPT_PLAYERS: Final = 8
"""Of so many series a process keeps what it needs to play them."""
STUCK_EXIT_CODE: Final = 70


class Jobs(Protocol):
    """See :class:`services.stored_series.SeriesJobs`."""

    def claim(self, worker: str, versions: Mapping[tuple[str, str], str] | None = None) -> ChunkClaim | None: ...

    def keep(self, claim: ChunkClaim) -> ChunkClaim | None: ...

    def complete(self, claim: ChunkClaim, lines: bytes, seconds: float) -> bool: ...

    def release(self, claim: ChunkClaim) -> None: ...

    def settle(self) -> bool: ...

    def is_work(self) -> bool: ...


def _end_process() -> NoReturn:
    os._exit(STUCK_EXIT_CODE)


class Lease(AbstractContextManager["Lease"]):
    """The lease of a chunk, prolonged by a thread until the end of the block.

    A match that does not end cannot be interrupted, so after ``MATCH_SECONDS`` the process is ended: the next one that
    tries has the same fate, and the third is the series' end.
    """

    def __init__(
        self,
        jobs: Jobs,
        claim: ChunkClaim,
        is_stopping: Callable[[], bool],
        *,
        match_seconds: float = MATCH_SECONDS,
        end_process: Callable[[], object] = _end_process,
    ) -> None:
        self._jobs = jobs
        self._claim = claim
        self._is_stopping = is_stopping
        self._match_seconds = match_seconds
        self._end_process = end_process
        self._over = threading.Event()
        self._lost = threading.Event()
        self._match: int | None = None
        self._match_began = time.monotonic()
        self._thread = threading.Thread(target=self._keep, name="series lease", daemon=True)

    def __enter__(self) -> "Lease":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    @property
    def claim(self) -> ChunkClaim:
        """As it was prolonged last."""
        return self._claim

    @property
    def is_lost(self) -> bool:
        """Whether the chunk counts no more: stop playing it."""
        return self._lost.is_set()

    def match_begins(self, number: int) -> None:
        """A match of the chunk is played from now on."""
        self._match_began = time.monotonic()
        self._match = number

    def matches_over(self) -> None:
        """All matches of the chunk are played."""
        self._match = None

    def _keep(self) -> None:
        due = time.monotonic() + KEEP_SECONDS
        while not self._over.wait(LOOK_SECONDS):
            if self._is_stopping():
                self._lost.set()
                self._release()
                return
            if self._match is not None and time.monotonic() - self._match_began > self._match_seconds:
                log.error("match does not end", series=self._claim.series_id, number=self._match)
                self._end_process()
                return
            if time.monotonic() < due:
                continue
            try:
                kept = self._jobs.keep(self._claim)
            except Refusal as refusal:  # the lease lasts for some more tries
                log.warning("lease not prolonged", series=self._claim.series_id, reason=refusal.reason.name)
                continue
            if kept is None:
                self._lost.set()
                return
            self._claim = kept
            due = time.monotonic() + KEEP_SECONDS

    def _release(self) -> None:
        """Let another worker have the chunk at once: this process may be ended before its match is."""
        try:
            self._jobs.release(self._claim)
        except Refusal as refusal:  # it will be taken over when the lease has run out
            log.warning("chunk not released", series=self._claim.series_id, reason=refusal.reason.name)


@dataclass(frozen=True, slots=True)
class _Table:
    player: Player
    schedule: Schedule


class ChunkPlayer:
    """Plays chunks of whatever series come next. One in a process."""

    def __init__(
        self,
        jobs: Jobs,
        worker: str,
        *,
        is_stopping: Callable[[], bool] = lambda: False,
        advance: Callable[[], bool] = lambda: False,
        find_ruleset: Callable[[str], AnyRuleset] = registry.ruleset,
        versions: Callable[[], Mapping[tuple[str, str], str]] = registry.installed_versions,
    ) -> None:
        """``worker``: a name for people. ``is_stopping``: whether the worker was asked to stop: chunks are then given
        back. ``advance``: see :meth:`services.stored_series.live.LiveMatches.advance`. ``versions``: the rulesets that
        are here, their versions, and the SHA-256 of their cards: series of others are left to other workers."""
        self._jobs = jobs
        self._worker = worker
        self._is_stopping = is_stopping
        self._advance = advance
        self._find_ruleset = find_ruleset
        self._versions = versions
        self._tables: OrderedDict[tuple[str, int], _Table] = OrderedDict()

    def work(self, seconds: float) -> bool:
        """Play chunk after chunk, look after live matches, and settle what has been played, until so many seconds have
        passed; the last chunk is played to its end.

        Returns:
            Whether there is more to do now.

        Raises:
            Refusal: ``BUSY``: the database does not answer.
        """
        ends = time.monotonic() + seconds
        while not self._is_stopping():
            has_played = self._play_next()
            has_advanced = self._advance()
            has_settled = self._jobs.settle()
            if not (has_played or has_advanced or has_settled):
                return False
            if time.monotonic() >= ends:
                return self._jobs.is_work()
        return False

    def _play_next(self) -> bool:
        """Whether there was a chunk."""
        claim = self._jobs.claim(self._worker, self._versions())
        if claim is None:
            return False
        ruleset = claim.document.ruleset
        try:
            table = self._table(claim)
        except (KeyError, UnplayableSeries) as error:
            # No worker can: its bots or options are not those of its version. The third attempt ends the series.
            log.error("series cannot be played here", series=claim.series_id, error=cause_of(error))
            metrics.series_chunk_done(ruleset, "unplayable", 0)
            return True
        with Lease(self._jobs, claim, self._is_stopping) as lease:
            began = time.perf_counter()
            lines = _played(table, lease)
            is_stored = self._store(lease, lines, time.perf_counter() - began) if lines is not None else False
        metrics.series_chunk_done(ruleset, "stored" if is_stored else "dropped", len(claim.matches))
        return True

    def _table(self, claim: ChunkClaim) -> _Table:
        """What is needed to play a series. One that was extended since has another seed for what was added."""
        key = (claim.series_id, len(claim.extensions))
        found = self._tables.pop(key, None)
        if found is None:
            rules = self._find_ruleset(claim.document.ruleset)
            player = Player(rules, claim.document, claim.series_seed, extensions=claim.extensions)
            found = _Table(player, Schedule(claim.document))
            if not self._tables:
                gc_tuning.freeze_startup_objects()
        self._tables[key] = found
        if len(self._tables) > KEPT_PLAYERS:
            self._tables.popitem(last=False)
        return found

    def _store(self, lease: Lease, lines: bytes, seconds: float) -> bool:
        """Whether the results count. While the database does not answer they are kept for it."""
        pause = Backoff()
        while not lease.is_lost:
            try:
                return self._jobs.complete(lease.claim, lines, seconds)
            except Refusal as refusal:
                if refusal.reason is not Reason.BUSY:
                    raise
                wait = pause.next()
                log.warning("results wait for the database", series=lease.claim.series_id, seconds=round(wait, 1))
                time.sleep(wait)
        return False


def _played(table: _Table, lease: Lease) -> bytes | None:
    """The results of a chunk; None: it counts no more."""
    lines = []
    for number in lease.claim.matches:
        if lease.is_lost:
            return None
        lease.match_begins(number)
        lines.append(result_line(table.player.play(table.schedule.table(number))))
    lease.matches_over()
    return b"".join(lines)
