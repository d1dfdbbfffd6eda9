"""A series as a job of the platform, and a part of it that a worker plays."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from services.engine.fairness import Strict, canonical
from services.series.document import FixedStop, SeriesDocument
from services.series.promises import Extension, PublishedPromise

BUDGET_SPENT: Final = "budget_spent"
"""``status_reason`` of a series that was paused because workers have spent its budget on it."""


class SeriesStatus(Enum):
    """How far a series is."""

    QUEUED = "queued"
    """No part of it was handed out yet."""
    RUNNING = "running"
    PAUSED = "paused"
    """By its owner, or because its budget is spent."""
    FINISHED = "finished"
    """All matches are played, or its sequential test has decided."""
    CANCELLED = "cancelled"
    """By its owner. What was played stays."""
    FAILED = "failed"
    """Some matches ended every worker that played them, or did not end. What was played stays."""


ACTIVE: Final = (SeriesStatus.QUEUED.value, SeriesStatus.RUNNING.value)
UNFINISHED: Final = (*ACTIVE, SeriesStatus.PAUSED.value)


class Promises(Strict):
    """What is kept of a series' promises: where its document was published, and its extensions. ``published``: None of
    a series that was made before series were signed."""

    published: PublishedPromise | None = None
    extensions: tuple[Extension, ...] = ()

    def to_bytes(self) -> bytes:
        """As they are stored."""
        return canonical(self.model_dump(mode="json"))


NO_PROMISES: Final = Promises()


@dataclass(frozen=True, slots=True)
class Series:
    """A series.

    ``document`` never changes: its SHA-256 is what each match commits to. ``series_seed``: 32 bytes, not to be shown
    before :attr:`shown_seed` shows it; so it is with the seed of each extension. ``live_due_ms``: when its live matches
    are looked after next; None: none is under way. ``priority``: 0 to 9, the more the sooner among the series of one
    owner. ``budget_seconds``: of workers' time; None: as much as it takes. ``matches``: how many are to be played, in
    whole deals: those of the document, or more if it was extended. ``status_reason``: why it is paused or has failed.

    ``played``: matches whose results are stored; ``settled``: how many of them lie there from the first one on without
    a gap and are in the summary; ``failed``: those of them that ended in an error. ``worker_seconds``: spent on what
    was played. ``resumed_ms``: when it was started, or went on after a pause or its end; ``resumed_played``: what was
    played by then. ``revision`` grows with each change of anything here. Moments are milliseconds since 1970.
    """

    id: str
    owner_id: str
    name: str
    document: SeriesDocument
    series_seed: bytes = field(repr=False)
    priority: int
    budget_seconds: int | None
    matches: int
    status: SeriesStatus
    status_reason: str
    played: int
    settled: int
    failed: int
    worker_seconds: float
    revision: int
    created_ms: int
    changed_ms: int
    started_ms: int | None
    resumed_ms: int | None
    resumed_played: int
    ended_ms: int | None
    live_due_ms: int | None
    promises: Promises

    @property
    def shown_seed(self) -> str | None:
        """The series' seed, hexadecimal, if it may be shown: no match will be dealt from it, and none is under way."""
        extensions = self.promises.extensions
        end = extensions[0].document.first if extensions else self.matches
        return self.series_seed.hex() if self._is_dealt_out(end) else None

    @property
    def shown_extension_seeds(self) -> "tuple[str | None, ...]":
        """The same of each extension."""
        each = self.promises.extensions
        ends = [*(extension.document.first for extension in each[1:]), self.matches]
        return tuple(
            extension.seed if self._is_dealt_out(end) else None for extension, end in zip(each, ends, strict=False)
        )

    def _is_dealt_out(self, end: int) -> bool:
        """Whether all matches before ``end`` are over for good. A series that ended early may have some under way."""
        is_over = self.is_ended and self.live_due_ms is None
        return is_over or (isinstance(self.document.stop, FixedStop) and self.settled >= end)

    @property
    def is_ended(self) -> bool:
        """Whether nothing of it is to be played any more. A finished series may be extended all the same."""
        return self.status.value not in UNFINISHED

    def seconds_left(self, now_ms: int) -> float | None:
        """An estimate of the time until its end, at the speed since it was started or went on last; None: nobody can
        tell."""
        if self.is_ended:
            return 0.0
        played = self.played - self.resumed_played
        if self.resumed_ms is None or not played or self.status is SeriesStatus.PAUSED:
            return None
        return (now_ms - self.resumed_ms) / 1000 * (self.matches - self.played) / played


@dataclass(frozen=True, slots=True)
class ChunkClaim:
    """A part of a series, whole deals, that a worker plays. It is the worker's until ``lease_ms``. ``token`` says
    which time it was handed out."""

    series_id: str
    document: SeriesDocument
    series_seed: bytes = field(repr=False)
    matches: range
    token: str
    lease_ms: int
    extensions: tuple[Extension, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesLimits:
    """How many series that have not ended each player may have; 0: as many as it likes."""

    open_series: int = 0


NO_LIMITS: Final = SeriesLimits()


@dataclass(frozen=True, slots=True)
class SeriesQuotaUse:
    """How many series that have not ended a player has. ``limit``: None for none."""

    limit: int | None
    used: int


@dataclass(frozen=True, slots=True)
class SeriesBacklog:
    """What there is to do: the number of series by status, and the matches that are left of those that are active."""

    by_status: Mapping[SeriesStatus, int]
    matches_left: int
