"""Parts of series for workers: handed out, kept, given back, and their results stored.

A claim is a lease: who does not prolong it loses it to the next worker, which plays the same matches to the same
results. Only the claim that a chunk has now can store them, once.
"""

import math
import secrets
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

from services.database import Database
from services.database.leases import has_passed
from services.database.tables import series, series_chunks
from services.series.designs import Schedule
from services.series.document import SeriesDocument, SprtStop
from services.stored_series.rows import CLAIMED, FREE, PLAYED, cached_document, promises_of
from services.stored_series.series_record import ACTIVE, BUDGET_SPENT, UNFINISHED, ChunkClaim, SeriesStatus

LEASE_MS: Final = 60_000
CHUNK_SECONDS: Final = 5.0
"""How long a chunk is to take."""
MAX_CHUNK: Final = 2_000
"""How many matches a chunk has at most, but for the rest of its last deal."""
MAX_DEATHS: Final = 3
"""How often a chunk is handed out in vain before its series fails."""

PERSON: Final = func.coalesce(series.c.counts_for, series.c.owner_id)
"""For whom a row of ``series`` counts."""

_CLAIM_LOCK: Final = 0x7365726965730001  # "series", 1
# At the end chunks get smaller, so that several workers end together: the fourth part of what is left, or this long.
_LEFT: Final = 4
_LEAST_SECONDS: Final = 0.5
_FREED: Final = {"status": FREE, "lease_ms": 0}
_NEEDED: Final = tuple(column for column in series.c if column.name != "summary")
_PART: Final = tuple(column for column in series_chunks.c if column.name != "results")


def can_be_claimed(now_ms: int) -> ColumnElement[bool]:
    """Whether a row of ``series`` has something that a worker plays by itself."""
    is_bare = series.c.live_concurrency.is_(None)
    return and_(series.c.status.in_(ACTIVE), is_bare, or_(series.c.dealt < series.c.matches, _has_free_chunk(now_ms)))


def claim(
    database: Database, worker: str, versions: Mapping[tuple[str, str], str] | None, now_ms: int
) -> ChunkClaim | None:
    """See :meth:`services.stored_series.jobs.SeriesJobs.claim`."""
    with database.begin() as connection:
        database.lock(connection, _CLAIM_LOCK)
        for candidate in _candidates(connection, versions, now_ms):
            if (found := _claim_of(connection, candidate, worker, versions, now_ms)) is not None:
                return found
    return None


def keep(database: Database, claim: ChunkClaim, now_ms: int) -> ChunkClaim | None:
    """See :meth:`services.stored_series.jobs.SeriesJobs.keep`."""
    is_active = exists().where(series.c.id == claim.series_id, series.c.status.in_(ACTIVE))
    with database.begin() as connection:
        kept = connection.execute(
            update(series_chunks).where(_is(claim), is_active).values(lease_ms=now_ms + LEASE_MS)
        ).rowcount
    return replace(claim, lease_ms=now_ms + LEASE_MS) if kept else None


def release(database: Database, claim: ChunkClaim) -> None:
    """See :meth:`services.stored_series.jobs.SeriesJobs.release`."""
    with database.begin() as connection:
        connection.execute(update(series_chunks).where(_is(claim)).values(_FREED))


def complete(database: Database, claim: ChunkClaim, lines: bytes, seconds: float, now_ms: Callable[[], int]) -> bool:
    """See :meth:`services.stored_series.jobs.SeriesJobs.complete`."""
    if lines.count(b"\n") != len(claim.matches) or not lines.endswith(b"\n"):
        raise ValueError("there must be a line for each match")
    results = zlib.compress(lines)
    here = series.c.id == claim.series_id
    with database.begin() as connection:
        # First the series, then its chunk, as everywhere: nobody waits in a circle.
        status = connection.execute(select(series.c.status).where(here).with_for_update()).scalar_one_or_none()
        if status not in UNFINISHED:
            return False
        stored = update(series_chunks).where(_is(claim)).values(status=PLAYED, lease_ms=0, results=results)
        if not connection.execute(stored).rowcount:
            return False
        connection.execute(
            update(series)
            .where(here)
            .values(
                played=series.c.played + len(claim.matches),
                worker_ms=series.c.worker_ms + max(0, round(seconds * 1000)),
                revision=series.c.revision + 1,
                changed_ms=now_ms(),
            )
        )
        return True


def hand_out(connection: Connection, row: Any, dealt: int, now_ms: int) -> None:  # noqa: ANN401 - a row
    """A part of a series was handed out: the matches before ``dealt`` are in parts now. With the first it has begun.
    ``row``: id, status and revision of the series."""
    begun = {"status": SeriesStatus.RUNNING.value, "started_ms": now_ms, "resumed_ms": now_ms, "changed_ms": now_ms}
    begun |= {"revision": row.revision + 1}
    connection.execute(
        update(series)
        .where(series.c.id == row.id)
        .values(dealt=dealt, claimed_ms=now_ms, **(begun if row.status == SeriesStatus.QUEUED.value else {}))
    )


def free_all(connection: Connection, series_id: str) -> None:
    """Whoever plays parts of a series need not go on: they are free for the next worker, and nobody has died."""
    connection.execute(
        update(series_chunks)
        .where(series_chunks.c.series_id == series_id, series_chunks.c.results.is_(None))
        .values(_FREED)
    )


def forget_all(connection: Connection, series_id: str) -> None:
    """Nobody's claims of a series count any more."""
    is_left = series_chunks.c.results.is_(None)
    connection.execute(delete(series_chunks).where(series_chunks.c.series_id == series_id, is_left))


def _is(claim: ChunkClaim) -> ColumnElement[bool]:
    """Whether a row of ``series_chunks`` is the claim's, and still claimed."""
    return and_(
        series_chunks.c.series_id == claim.series_id,
        series_chunks.c.first == claim.matches.start,
        series_chunks.c.token == claim.token,
        series_chunks.c.status == CLAIMED,
    )


def _is_free(now_ms: int) -> ColumnElement[bool]:
    """Given back, or its lease has run out. As the index of chunks without results has it. Of a series without live
    matches, whose rows are nobody's for ever."""
    return and_(series_chunks.c.results.is_(None), has_passed(series_chunks.c.lease_ms, now_ms, LEASE_MS))


def _has_free_chunk(now_ms: int) -> ColumnElement[bool]:
    return exists().where(series_chunks.c.series_id == series.c.id, _is_free(now_ms)).correlate(series)


def _candidates(connection: Connection, versions: Collection[tuple[str, str]] | None, now_ms: int) -> list[Any]:
    """The series that have something to play, in the order in which they are to be served: first the person for whom
    the fewest chunks are in work, or who was served longest ago; then priority; then age."""
    columns = series.c
    wanted = (columns.id, PERSON.label("person"), columns.priority, columns.claimed_ms)
    found = connection.execute(select(*wanted, columns.ruleset, columns.ruleset_version).where(can_be_claimed(now_ms)))
    rows = [row for row in found if versions is None or (row.ruleset, row.ruleset_version) in versions]
    if len(rows) < 2:
        return rows
    busy = (
        select(PERSON, func.count())
        .join(series_chunks, series_chunks.c.series_id == columns.id)
        .where(series_chunks.c.results.is_(None), series_chunks.c.lease_ms > now_ms)
        .group_by(PERSON)
    )
    last = select(PERSON, func.max(columns.claimed_ms)).where(columns.status.in_(UNFINISHED))
    in_work: dict[str, int] = {person: chunks for person, chunks in connection.execute(busy)}  # noqa: C416
    served: dict[str, int] = {person: moment for person, moment in connection.execute(last.group_by(PERSON))}  # noqa: C416

    def served_ms(person: str) -> int:
        moment = served.get(person, 0)
        return moment if moment <= now_ms else 0  # by a wrong clock: nobody comes last for long by that

    return sorted(rows, key=lambda row: (in_work.get(row.person, 0), served_ms(row.person), -row.priority, row.id))


def _claim_of(
    connection: Connection,
    candidate: Any,  # noqa: ANN401 - a row
    worker: str,
    versions: Mapping[tuple[str, str], str] | None,
    now_ms: int,
) -> ChunkClaim | None:
    """A chunk of this series, if it has one to play after all."""
    row = connection.execute(select(*_NEEDED).where(series.c.id == candidate.id).with_for_update()).one()
    if row.status not in ACTIVE:
        return None
    if row.budget_seconds is not None and row.worker_ms >= 1000 * row.budget_seconds:
        end(connection, row.id, now_ms, SeriesStatus.PAUSED, BUDGET_SPENT)
        return None
    document = cached_document(bytes(row.document))
    if versions is not None and document.catalogue_sha256 not in (None, versions[row.ruleset, row.ruleset_version]):
        return None  # the worker has other cards
    token = f"{worker[:40]}:{secrets.token_hex(8)}"
    handed = {"status": CLAIMED, "token": token, "lease_ms": now_ms + LEASE_MS}
    free = (
        select(*_PART)
        .where(series_chunks.c.series_id == row.id, _is_free(now_ms))
        .order_by(series_chunks.c.first)
        .limit(1)
    )
    if (chunk := connection.execute(free).one_or_none()) is not None:
        deaths = chunk.deaths + (chunk.status == CLAIMED)
        if deaths >= MAX_DEATHS:
            named = f"matches {chunk.first} to {chunk.stop - 1}: {deaths} workers did not end them"
            end(connection, row.id, now_ms, SeriesStatus.FAILED, named)
            forget_all(connection, row.id)
            return None
        matches = range(chunk.first, chunk.stop)
        here = and_(series_chunks.c.series_id == row.id, series_chunks.c.first == chunk.first)
        connection.execute(update(series_chunks).where(here).values(**handed, deaths=deaths))
        dealt = row.dealt
    elif row.dealt < row.matches:
        matches = _next_matches(row, document)
        dealt = matches.stop
        connection.execute(
            series_chunks.insert().values(series_id=row.id, first=matches.start, stop=matches.stop, deaths=0, **handed)
        )
    else:
        return None
    hand_out(connection, row, dealt, now_ms)
    extensions = promises_of(row.promises).extensions
    return ChunkClaim(row.id, document, bytes(row.series_seed), matches, token, now_ms + LEASE_MS, extensions)


def _next_matches(row: Any, document: SeriesDocument) -> range:  # noqa: ANN401 - a row
    """What is dealt out next: about ``CHUNK_SECONDS`` of work, and so little at the end that several workers end
    together."""
    wanted = 1
    if row.played:
        seconds_a_match = max(1e-5, row.worker_ms / 1000 / row.played)
        at_the_end = max(math.ceil((row.matches - row.dealt) / _LEFT), int(_LEAST_SECONDS / seconds_a_match))
        wanted = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / seconds_a_match), at_the_end))
    if isinstance(document.stop, SprtStop):
        wanted = min(wanted, max(10, row.settled))  # what is played beyond the verdict is lost
    schedule = _schedule(bytes(row.document))
    return range(row.dealt, min(row.matches, schedule.whole_clusters(row.dealt + wanted)))


def end(connection: Connection, series_id: str, now_ms: int, status: SeriesStatus, reason: str) -> None:
    """A series is paused, or has failed, for a reason that is told with it."""
    ended = {"ended_ms": now_ms} if status is SeriesStatus.FAILED else {}
    connection.execute(
        update(series)
        .where(series.c.id == series_id)
        .values(status=status.value, status_reason=reason, changed_ms=now_ms, revision=series.c.revision + 1, **ended)
    )


@lru_cache(maxsize=8)  # one of a hundred thousand groups takes megabytes
def _schedule(data: bytes) -> Schedule:
    return Schedule(cached_document(data))
