"""What SQL knows of the live matches of series: which are under way, and when somebody looks after them next."""

import zlib
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from services.database import Database
from services.database.leases import has_passed
from services.database.tables import series, series_chunks, series_live_matches
from services.engine.engine import RulesetVersion
from services.engine.fairness import SeriesReference, deal_seed
from services.identity.idempotent_creation import Creation
from services.matches.ids import PREFIX
from services.matches.match_creation import SharedDeal
from services.series.document import SeriesDocument
from services.series.promises import SeriesSeeds
from services.stored_series import chunks
from services.stored_series.rows import CLAIMED, PLAYED, cached_document, promises_of
from services.stored_series.series_record import ACTIVE, UNFINISHED, SeriesStatus

LOOK_MS: Final = 1_000
"""How long after a look the next one is due."""
_DEALT: Final = tuple(series.c[name] for name in ("id", "status", "dealt", "matches", "revision", "live_concurrency"))
_TAKEN: Final = ("id", "owner_id", "document", "series_seed", "promises", "matches", "status", "live_due_ms")
_NEVER_MS: Final = (1 << 63) - 1
"""The lease of a live match: nobody plays it a second time."""


@dataclass(frozen=True, slots=True)
class LiveSeries:
    """A series whose live matches somebody looks after now. ``matches``: how many of them have a seed in ``seeds``:
    what it was extended by since then, somebody else begins."""

    id: str
    owner_id: str
    document: SeriesDocument
    seeds: SeriesSeeds
    matches: int
    is_ended: bool


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A live match that is under way, or about to be made. ``begun_ms``: when it was handed out."""

    number: int
    match_id: str
    begun_ms: int


def live_columns(document: SeriesDocument, now_ms: int) -> dict[str, Any]:
    """What a new or changed series says of its live matches: they are to be looked after at once."""
    return {} if document.live is None else {"live_concurrency": document.live.concurrency, "live_due_ms": now_ms}


def is_live_due(now_ms: int) -> ColumnElement[bool]:
    """Whether the live matches of a row of ``series`` are to be looked after."""
    return has_passed(series.c.live_due_ms, now_ms, LOOK_MS)


def take(database: Database, now_ms: int) -> LiveSeries | None:
    """The series that has waited longest for somebody to look after its live matches. It is the caller's alone for
    ``LOOK_MS``."""
    columns = series.c
    wanted = [columns[name] for name in _TAKEN]
    with database.begin() as connection:
        due = select(*wanted).where(is_live_due(now_ms)).order_by(columns.live_due_ms).limit(1)
        row = connection.execute(due).one_or_none()
        if row is None:
            return None
        mine = update(series).where(columns.id == row.id, columns.live_due_ms == row.live_due_ms)
        if not connection.execute(mine.values(live_due_ms=now_ms + LOOK_MS)).rowcount:
            return None
    document = cached_document(bytes(row.document))
    seeds = SeriesSeeds.of(document, bytes(row.series_seed), promises_of(row.promises).extensions)
    return LiveSeries(row.id, row.owner_id, document, seeds, row.matches, row.status not in UNFINISHED)


def under_way(database: Database, series_id: str) -> list[LiveMatch]:
    """The live matches of a series, in their order."""
    columns = series_live_matches.c
    wanted = select(columns.number, columns.match_id, columns.begun_ms).where(columns.series_id == series_id)
    with database.read() as connection:
        return [LiveMatch(*row) for row in connection.execute(wanted.order_by(columns.number))]


def creation_of(found: LiveSeries, number: int, begun_ms: int) -> Creation:
    """What a live match is made of: its id follows from the seed of its deal, so it is made once however often that is
    attempted. The moment enters the id alone."""
    return Creation(begun_ms, deal_seed(found.seeds.of_match(number), number))


def deal_of(found: LiveSeries, number: int) -> SharedDeal:
    """From what a live match is dealt: a deal of its own, which follows from the series' seed and the match's number
    and from nothing else, so whoever knows the seed when the series has ended can tell that no cards were chosen."""
    document = found.document
    return SharedDeal(
        server_seed=deal_seed(found.seeds.of_match(number), number),
        reference=SeriesReference(sha256=document.digest().hex(), match=number, deal=number),
        pin=RulesetVersion(document.ruleset, document.ruleset_version, document.catalogue_sha256 or ""),
    )


def deal(database: Database, found: LiveSeries, now_ms: int) -> list[LiveMatch]:
    """Hand out the next matches of a series, as many as may be played beside those that are: none of one that is
    paused or has ended."""
    with database.begin() as connection:
        here = series.c.id == found.id
        row = connection.execute(select(*_DEALT).where(here).with_for_update()).one()
        if row.status not in ACTIVE:
            return []
        busy = select(func.count()).where(series_live_matches.c.series_id == found.id)
        room = row.live_concurrency - int(connection.execute(busy).scalar_one())
        numbers = range(row.dealt, min(row.matches, found.matches, row.dealt + max(0, room)))
        dealt = [LiveMatch(each, creation_of(found, each, now_ms).id(PREFIX), now_ms) for each in numbers]
        if not dealt:
            return []
        for match in dealt:
            _insert(connection, found.id, match)
        chunks.hand_out(connection, row, row.dealt + len(dealt), now_ms)
        return dealt


def complete(database: Database, series_id: str, number: int, line: bytes | None, now_ms: int) -> None:
    """A live match is over: its result is stored, once. ``line``: None if nothing of it counts; nor does it where the
    series was cut off before it."""
    columns = series_live_matches.c
    with database.begin() as connection:
        # First the series, then its chunk, as everywhere: nobody waits in a circle.
        connection.execute(select(series.c.id).where(series.c.id == series_id).with_for_update())
        over = delete(series_live_matches).where(columns.series_id == series_id, columns.number == number)
        if not connection.execute(over).rowcount or line is None:
            return
        chunk = series_chunks.c
        mine = (chunk.series_id == series_id, chunk.first == number, chunk.results.is_(None))
        stored = {"status": PLAYED, "lease_ms": 0, "results": zlib.compress(line)}
        if connection.execute(update(series_chunks).where(*mine).values(**stored)).rowcount:
            counted = {"played": series.c.played + 1, "revision": series.c.revision + 1, "changed_ms": now_ms}
            connection.execute(update(series).where(series.c.id == series_id).values(**counted))


def fail(database: Database, series_id: str, why: str, now_ms: int) -> None:
    """A series cannot go on. ``why``: its ``status_reason``. What was played stays."""
    with database.begin() as connection:
        status = connection.execute(select(series.c.status).where(series.c.id == series_id).with_for_update())
        if status.scalar_one() in UNFINISHED:
            chunks.end(connection, series_id, now_ms, SeriesStatus.FAILED, why)
            chunks.forget_all(connection, series_id)


def rest(database: Database, series_id: str) -> None:
    """Nobody looks after a series that has ended, and of which no match is under way, until it is changed. Its seeds
    are shown from now on."""
    busy = select(series_live_matches.c.number).where(series_live_matches.c.series_id == series_id).exists()
    is_over = series.c.status.not_in(UNFINISHED)
    with database.begin() as connection:
        done = update(series).where(series.c.id == series_id, is_over, ~busy)
        connection.execute(done.values(live_due_ms=None, revision=series.c.revision + 1))


def _insert(connection: Connection, series_id: str, match: LiveMatch) -> None:
    connection.execute(
        series_chunks.insert().values(
            series_id=series_id,
            first=match.number,
            stop=match.number + 1,
            status=CLAIMED,
            token=match.match_id[:64],
            lease_ms=_NEVER_MS,
            deaths=0,
        )
    )
    fields = {"number": match.number, "match_id": match.match_id, "begun_ms": match.begun_ms}
    connection.execute(series_live_matches.insert().values(series_id=series_id, **fields))
