"""Statistics that are kept: results go into a series' summary in the order of the matches, and end it.

Any process may settle any series. What it has added up it keeps, and goes on from there with what others have settled
meanwhile; a process that has nothing reads the results from the first one on. Only who knew how far the series was
moves it on.
"""

import zlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from services.database import Database
from services.database.leases import WRONG_MS, has_passed
from services.database.tables import series, series_chunks
from services.errors import Refusal
from services.series.folder import read_result
from services.series.sprt import SprtVerdict
from services.series.statistics import Tally, deals_of
from services.stored_series.rows import cached_document, played_results
from services.stored_series.series_record import UNFINISHED, SeriesStatus

SETTLE_MS: Final = 2_000
"""How often the summary of a series that goes on is made anew."""
OTHERS_MS: Final = 10_000
"""How long a series that needs it is left to a process that has most of it added up."""
MUCH: Final = 20_000
"""How many matches a process does not add up again just because it could."""

_TALLIES: Final = 8
_CHUNKS: Final = 8
_CHUNKS_AT_ONCE: Final = 400
"""How many chunks are read before the summary is written: whoever begins anew shows how far it is."""
_CHOICE: Final = 20


def can_be_settled(now_ms: int) -> ColumnElement[bool]:
    """Whether a row of ``series`` has results beyond its summary, and it is time for them; or has ended early, with
    results that wait for others which do not come."""
    is_next = exists().where(
        series_chunks.c.series_id == series.c.id,
        series_chunks.c.first == series.c.settled,
        series_chunks.c.results.is_not(None),
    )
    is_time = or_(has_passed(series.c.settled_ms, now_ms - SETTLE_MS, SETTLE_MS), series.c.played >= series.c.matches)
    has_ended = series.c.status.not_in(UNFINISHED)
    return and_(series.c.played > series.c.settled, or_(has_ended, and_(is_time, is_next.correlate(series))))


def _is_wrong(settled_ms: int, now_ms: int) -> bool:
    return settled_ms > now_ms + WRONG_MS


class Settling:
    """The sums of some series in this process."""

    def __init__(self, database: Database, now_ms: Callable[[], int]) -> None:
        self._database = database
        self._now_ms = now_ms
        self._tallies: OrderedDict[str, Tally] = OrderedDict()

    def settle(self) -> bool:
        """See :meth:`services.stored_series.jobs.SeriesJobs.settle`."""
        row = self._chosen()
        if row is None:
            return False
        # Whoever takes the moment settles it now. If that fails, somebody else does two seconds later.
        now_ms = self._now_ms()
        moment = update(series).where(series.c.id == row.id, series.c.settled_ms == row.settled_ms)
        with self._database.begin() as connection:
            settled_ms = now_ms if _is_wrong(row.settled_ms, now_ms) else max(now_ms, row.settled_ms + 1)
            taken = connection.execute(moment.values(settled_ms=settled_ms)).rowcount
        if taken:
            self._settle(row)
        return True

    def _chosen(self) -> Any | None:  # noqa: ANN401 - a row
        """The series that has waited longest, of those that this process is to settle."""
        now_ms = self._now_ms()
        columns = series.c
        wanted = (columns.id, columns.document, columns.matches, columns.status, columns.settled, columns.settled_ms)
        due = select(*wanted).where(can_be_settled(now_ms)).order_by(columns.settled_ms).limit(_CHOICE)
        with self._database.read() as connection:
            for row in connection.execute(due):
                tally = self._tallies.get(row.id)
                missing = row.settled - (tally.matches if tally else 0)
                is_late = row.settled_ms <= now_ms - OTHERS_MS or _is_wrong(row.settled_ms, now_ms)
                if missing <= MUCH or is_late:
                    return row
        return None

    def _settle(self, row: Any) -> None:  # noqa: ANN401 - a row
        tally = self._tallies.pop(row.id, None)
        if tally is None or tally.matches > row.settled:
            tally = Tally(cached_document(bytes(row.document)))
        try:
            is_all = self._add_results(row, tally)
            has_ended = self._move_on(row, tally, is_all=is_all)
        except Refusal:  # the database does not answer; what is added up is right all the same
            self._keep(row.id, tally)
            raise
        if not has_ended:
            self._keep(row.id, tally)

    def _keep(self, series_id: str, tally: Tally) -> None:
        self._tallies[series_id] = tally
        while len(self._tallies) > _TALLIES:
            self._tallies.popitem(last=False)

    def _add_results(self, row: Any, tally: Tally) -> bool:  # noqa: ANN401 - a row
        """Add results up to the verdict, a gap, or enough for now. False: there may be more."""
        added = 0
        while added < _CHUNKS_AT_ONCE or tally.matches <= row.settled:
            with self._database.read() as connection:
                chunks = played_results(connection, row.id, tally.matches, row.matches, _CHUNKS)
            for _, results in chunks:
                for deal in deals_of(map(read_result, zlib.decompress(results).splitlines(keepends=True))):
                    tally.add_deal(deal)
                    if tally.verdict is not SprtVerdict.NONE:
                        return True
            added += len(chunks)
            if len(chunks) < _CHUNKS:
                return True
        return False

    def _move_on(self, row: Any, tally: Tally, *, is_all: bool) -> bool:  # noqa: ANN401 - a row
        """Write how far the series is now. True: nobody has to settle it any more."""
        summary = tally.summary()
        written: dict[str, Any] = {
            "settled": tally.matches,
            "failed": summary.failed,
            "summary": zlib.compress(summary.to_json()) if tally.matches else None,
            "revision": series.c.revision + 1,
        }
        is_decided = tally.verdict is not SprtVerdict.NONE
        with self._database.begin() as connection:
            wanted = (series.c.status, series.c.matches, series.c.settled)
            found = connection.execute(select(*wanted).where(series.c.id == row.id).with_for_update()).one()
            if found.settled != row.settled:  # somebody else has settled it meanwhile
                return is_decided
            now_ms = self._now_ms()
            written["changed_ms"] = now_ms
            is_open = found.status in UNFINISHED
            if is_open and (is_decided or tally.matches == found.matches):
                written |= {"status": SeriesStatus.FINISHED.value, "status_reason": "", "ended_ms": now_ms}
                written |= {"matches": tally.matches}
                is_open = False
            # Of a series that had ended before its results were read, nobody stores more.
            if is_decided or (is_all and row.status not in UNFINISHED):
                _cut(connection, row.id, tally.matches)
                written |= {"dealt": tally.matches, "played": tally.matches}
            connection.execute(update(series).where(series.c.id == row.id).values(**written))
        return not is_open


def _cut(connection: Connection, series_id: str, matches: int) -> None:
    """Remove what was played beyond the verdict, or beyond a gap that stays: it does not count."""
    here = series_chunks.c.series_id == series_id
    connection.execute(delete(series_chunks).where(here, series_chunks.c.first >= matches))
    last = and_(here, series_chunks.c.first < matches, series_chunks.c.stop > matches)
    row = connection.execute(select(series_chunks.c.first, series_chunks.c.results).where(last)).one_or_none()
    if row is not None:
        lines = zlib.decompress(row.results).splitlines(keepends=True)
        kept = zlib.compress(b"".join(lines[: matches - row.first]))
        connection.execute(update(series_chunks).where(last).values(stop=matches, results=kept))
