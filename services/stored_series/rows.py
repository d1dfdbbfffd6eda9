"""Rows of the tables as series, and what both sides ask of them."""

from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, func, select

from services.database.tables import series, series_chunks
from services.series.document import SeriesDocument
from services.stored_series.series_record import NO_PROMISES, Promises, Series, SeriesStatus

PLAYED: Final = "played"
CLAIMED: Final = "claimed"
FREE: Final = "free"

_NOT_SHOWN: Final = (
    "ruleset",
    "ruleset_version",
    "summary",
    "dealt",
    "claimed_ms",
    "settled_ms",
    "live_concurrency",
    "counts_for",
)
SHOWN: Final = tuple(column for column in series.c if column.name not in _NOT_SHOWN)
"""The columns that :func:`series_of` takes."""


def find(connection: Connection, series_id: str, *, for_update: bool = False) -> Series | None:
    """A series by its id."""
    statement = select(*SHOWN).where(series.c.id == series_id)
    row = connection.execute(statement.with_for_update() if for_update else statement).mappings().one_or_none()
    return None if row is None else series_of(row)


def series_of(row: RowMapping) -> Series:
    """A series from its row."""
    fields: dict[str, Any] = dict(row)
    fields["document"] = cached_document(bytes(fields["document"]))
    fields["series_seed"] = bytes(fields["series_seed"])
    fields["promises"] = promises_of(fields["promises"])
    fields["status"] = SeriesStatus(fields["status"])
    fields["worker_seconds"] = fields.pop("worker_ms") / 1000
    return Series(**fields)


@lru_cache(maxsize=64)
def cached_document(data: bytes) -> SeriesDocument:
    """A document from its JSON. Documents never change."""
    return SeriesDocument.read(data)


def promises_of(stored: bytes | None) -> Promises:
    """What a row keeps of its series' promises."""
    return NO_PROMISES if stored is None else Promises.model_validate_json(bytes(stored))


def played_results(
    connection: Connection, series_id: str, first: int, stop: int, chunks: int
) -> list[tuple[int, bytes]]:
    """The results of the chunks that hold the matches from ``first`` on, before ``stop``: of each the number of its
    first match and its lines, compressed. At most so many chunks, and none after a gap."""
    columns = series_chunks.c
    here = columns.series_id == series_id
    # The chunk that holds the first match, found by the primary key however many chunks precede it.
    begin = select(func.coalesce(func.max(columns.first), 0)).where(here, columns.first <= first).scalar_subquery()
    wanted = (
        select(columns.first, columns.stop, columns.results)
        .where(here, columns.first >= begin, columns.first < stop)
        .order_by(columns.first)
        .limit(chunks)
    )
    found = []
    for row in connection.execute(wanted):
        if row.results is None or not row.first <= first < row.stop:
            break
        found.append((row.first, row.results))
        first = row.stop
    return found
