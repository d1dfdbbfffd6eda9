"""Statistics that are kept: results go into a series' summary in the order of the matches, and end it.

Any process may settle any series. What it has added up it keeps, and goes on from there; a process that has nothing, or
something else than the series says, reads the results again. Only who knew how far the series was moves it on.
"""

import zlib
from collections import OrderedDict
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, true, update

from services.database import Database
from services.database.tables import series, series_chunks
from services.series.folder import read_result
from services.series.sprt import Verdict
from services.series.statistics import Tally, deals_of
from services.series_jobs.model import UNFINISHED, SeriesStatus
from services.series_jobs.rows import PLAYED, cached_document, played_lines

SETTLE_MS: Final = 2_000
"""How often the summary of a series that goes on is made anew."""

_TALLIES: Final = 8
_CHUNKS: Final = 32
_CHUNKS_AT_ONCE: Final = 400
"""How many chunks are read before the summary is written: whoever begins anew shows how far it is."""


def can_be_settled(now_ms: int) -> ColumnElement[bool]:
    """Whether a row of ``series`` has results beyond its summary, and it is time for them."""
    is_next = and_(
        series_chunks.c.series_id == series.c.id,
        series_chunks.c.first == series.c.settled,
        series_chunks.c.status == PLAYED,
    )
    is_time = or_(series.c.settled_ms <= now_ms - SETTLE_MS, series.c.played >= series.c.matches)
    return and_(is_time, exists().where(is_next).correlate(series))


class Settling:
    """The sums of some series in this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tallies: OrderedDict[str, Tally] = OrderedDict()

    def settle(self, now_ms: int) -> bool:
        """See :meth:`services.series_jobs.jobs.SeriesJobs.settle`."""
        columns = series.c
        wanted = (columns.id, columns.document, columns.matches, columns.settled, columns.settled_ms)
        statement = select(*wanted).where(can_be_settled(now_ms)).order_by(columns.settled_ms).limit(1)
        with self._database.begin() as connection:
            row = connection.execute(statement).one_or_none()
            if row is None:
                return False
            # Whoever takes the moment settles it now. If that fails, somebody else does two seconds later.
            taken = connection.execute(
                update(series)
                .where(columns.id == row.id, columns.settled_ms == row.settled_ms)
                .values(settled_ms=max(now_ms, row.settled_ms + 1))
            ).rowcount
        if taken:
            self._settle(row, now_ms)
        return True

    def _settle(self, row: Any, now_ms: int) -> None:  # noqa: ANN401 - a row
        tally = self._tallies.pop(row.id, None)
        if tally is None or tally.matches != row.settled:
            tally = Tally(cached_document(bytes(row.document)))
        is_decided = self._add_results(row, tally)
        if tally.matches <= row.settled and not is_decided:
            return  # somebody else has settled it meanwhile, or it was changed
        with self._database.begin() as connection:
            moved = self._move_on(connection, row, tally, now_ms, is_decided=is_decided)
        if moved and tally.matches < row.matches and not is_decided:
            self._tallies[row.id] = tally
            while len(self._tallies) > _TALLIES:
                self._tallies.popitem(last=False)

    def _add_results(self, row: Any, tally: Tally) -> bool:  # noqa: ANN401 - a row
        """Add what there is without a gap. True: the sequential test has decided."""
        added = 0
        while added < _CHUNKS_AT_ONCE or tally.matches <= row.settled:
            with self._database.read() as connection:
                chunks = played_lines(connection, row.id, tally.matches, row.matches, _CHUNKS)
            for _, lines in chunks:
                for deal in deals_of(map(read_result, lines.splitlines(keepends=True))):
                    tally.add_deal(deal)
                    if tally.verdict is not Verdict.NONE:
                        return True
            added += len(chunks)
            if len(chunks) < _CHUNKS:
                break
        return False

    def _move_on(self, connection: Connection, row: Any, tally: Tally, now_ms: int, *, is_decided: bool) -> bool:  # noqa: ANN401 - a row
        summary = tally.summary()
        values: dict[str, Any] = {
            "settled": tally.matches,
            "failed": summary.failed,
            "summary": zlib.compress(summary.to_json()),
            "revision": series.c.revision + 1,
            "changed_ms": now_ms,
        }
        here = and_(series.c.id == row.id, series.c.settled == row.settled)
        if not connection.execute(update(series).where(here).values(**values)).rowcount:
            return False
        if is_decided:
            self._cut(connection, row.id, tally.matches)
        is_whole = true() if is_decided else series.c.matches == tally.matches
        connection.execute(
            update(series)
            .where(series.c.id == row.id, series.c.status.in_(UNFINISHED), is_whole)
            .values(
                status=SeriesStatus.FINISHED.value,
                status_reason="",
                ended_ms=now_ms,
                **({"matches": tally.matches, "dealt": tally.matches, "played": tally.matches} if is_decided else {}),
            )
        )
        return True

    def _cut(self, connection: Connection, series_id: str, matches: int) -> None:
        """Remove what was played beyond the verdict: it does not count."""
        beyond = and_(series_chunks.c.series_id == series_id, series_chunks.c.stop > matches)
        for chunk in connection.execute(select(series_chunks).where(beyond)).all():
            here = and_(series_chunks.c.series_id == series_id, series_chunks.c.first == chunk.first)
            if chunk.first >= matches:
                connection.execute(delete(series_chunks).where(here))
                continue
            lines = zlib.decompress(chunk.results).splitlines(keepends=True)
            kept = zlib.compress(b"".join(lines[: matches - chunk.first]))
            connection.execute(update(series_chunks).where(here).values(stop=matches, results=kept))
