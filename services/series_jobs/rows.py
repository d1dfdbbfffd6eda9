"""Rows of the tables as series, and what both sides ask of them."""

import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, select

from services.database.tables import series, series_chunks
from services.series.document import SeriesDocument
from services.series_jobs.model import Series, SeriesStatus

PLAYED: Final = "played"
CLAIMED: Final = "claimed"
FREE: Final = "free"

SHOWN: Final = tuple(
    column for column in series.c if column.name not in ("summary", "dealt", "claimed_ms", "settled_ms")
)
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
    fields["status"] = SeriesStatus(fields["status"])
    fields["worker_seconds"] = fields.pop("worker_ms") / 1000
    return Series(**fields)


@lru_cache(maxsize=64)
def cached_document(data: bytes) -> SeriesDocument:
    """A document from its JSON. Documents never change."""
    return SeriesDocument.read(data)


def played_lines(connection: Connection, series_id: str, first: int, stop: int, chunks: int) -> list[tuple[int, bytes]]:
    """The results of the chunks that hold the matches from ``first`` on, before ``stop``: of each the number of its
    first match and its lines. At most so many chunks, and none after a gap."""
    wanted = (
        select(series_chunks.c.first, series_chunks.c.stop, series_chunks.c.results)
        .where(
            series_chunks.c.series_id == series_id,
            series_chunks.c.stop > first,
            series_chunks.c.first < stop,
            series_chunks.c.status == PLAYED,
        )
        .order_by(series_chunks.c.first)
        .limit(chunks)
    )
    return list(_without_gap(connection.execute(wanted), first))


def _without_gap(rows: Any, first: int) -> Iterator[tuple[int, bytes]]:  # noqa: ANN401 - rows of three columns
    for row in rows:
        if row.first > first:
            return
        yield row.first, zlib.decompress(row.results)
        first = row.stop
