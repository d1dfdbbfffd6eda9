"""The archive: where matches go when they have ended."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Table, case, exists, or_, select

from services.archive.archived_match import ArchivedMatch, FinishedMatch, LogPage, PageEnd, Statistics
from services.archive.rated_results import write_result
from services.archive.statistics import statistics_of, version_statistics_of
from services.database import Database
from services.database.tables import match_log, match_seats, match_views, matches, statistics, version_statistics
from services.engine.ruleset import JsonObject
from services.unreadable import Found, read_each

_SUMS: Final = ("played", "wins", "shared_wins", "resignations", "rank_sum", "score_sum")


class Archive:
    """Ended matches and the statistics of their players. It knows SQL alone: matches in play are elsewhere."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def store(self, finished: FinishedMatch) -> bool:
        """Keep a match, count it and put its result into the log for ratings, in one transaction. False: it was there
        already and nothing has changed, so this may be called any number of times, also at once.

        Raises:
            ValueError: a taken seat of a finished match has no rank or no score.
        """
        counted, by_version = statistics_of(finished), version_statistics_of(finished)
        replay = zlib.compress(finished.replay)
        with self._database.begin() as connection:
            if not self._insert(connection, finished, replay):
                return False
            if finished.seats:
                connection.execute(match_seats.insert(), _seat_rows(finished))
            self._insert_views(connection, finished.match["id"], finished.views)
            self._insert_log(connection, finished.match["id"], finished.log)
            write_result(self._database, connection, finished)
            if counted:
                self._count(connection, statistics, [asdict(entry) for entry in counted])
            if by_version:
                rows = [{"version": version, **asdict(entry)} for version, entry in by_version]
                self._count(connection, version_statistics, rows)
            return True

    def known(self, match_ids: Sequence[str]) -> set[str]:
        """Those of the ids whose matches are here."""
        with self._database.read() as connection:
            return set(connection.execute(select(matches.c.id).where(matches.c.id.in_(match_ids))).scalars())

    def find(self, match_id: str) -> ArchivedMatch | None:
        """A match with its replay; None if it is not here."""
        statement = select(matches.c.document, matches.c.replay).where(matches.c.id == match_id)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else ArchivedMatch(row.document, zlib.decompress(row.replay))

    def match(self, match_id: str) -> JsonObject | None:
        """A match resource without the replay; None if it is not here."""
        document: JsonObject | None = self._scalar(select(matches.c.document).where(matches.c.id == match_id))
        return document

    def replay(self, match_id: str) -> bytes | None:
        """A match's replay, empty when there is none; None if the match is not here."""
        replay = self._scalar(select(matches.c.replay).where(matches.c.id == match_id))
        return None if replay is None else zlib.decompress(replay)

    def view(self, match_id: str, viewer: int) -> bytes | None:
        """What a viewer saw at the end; None if it is not here."""
        here = (match_views.c.match_id == match_id, match_views.c.viewer == viewer)
        view = self._scalar(select(match_views.c.view).where(*here))
        return None if view is None else zlib.decompress(view)

    def page_ends(self, match_id: str) -> list[PageEnd]:
        """Where the pages of a match's log end, in order; none if they are not here."""
        statement = select(match_log.c.shown, match_log.c.answered).where(match_log.c.match_id == match_id)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(match_log.c.page)).all()
        return [PageEnd(tuple(row.shown), tuple(row.answered)) for row in rows]

    def page(self, match_id: str, number: int) -> bytes:
        """The entries of a page of a match's log, which is here; the first one's number is 0."""
        here = (match_log.c.match_id == match_id, match_log.c.page == number)
        return zlib.decompress(self._scalar(select(match_log.c.entries).where(*here)))

    def add_views(self, match_id: str, views: Mapping[int, bytes]) -> None:
        """Keep the last views of a match that was stored without them. May be called any number of times."""
        with self._database.begin() as connection:
            self._insert_views(connection, match_id, views)

    def add_log(self, match_id: str, log: Sequence[LogPage]) -> None:
        """Keep the log of a match that was stored without it. May be called any number of times."""
        with self._database.begin() as connection:
            self._insert_log(connection, match_id, log)

    def statistics(self, player_id: str, version: str | None = None) -> list[Statistics]:
        """How a player has fared, by ruleset and number of seats; empty for one that never finished a match.
        ``version``: only in seats that it took when it had stated this version of its program."""
        table = statistics if version is None else version_statistics
        columns = [column for column in table.c if column.name != "version"]
        statement = select(*columns).where(table.c.player_id == player_id).order_by(table.c.ruleset, table.c.seats)
        if version is not None:
            statement = statement.where(version_statistics.c.version == version)
        with self._database.read() as connection:
            return [Statistics(**row) for row in connection.execute(statement).mappings()]

    def list(
        self,
        *,
        limit: int,
        before: str | None = None,
        status: str | None = None,
        player: str | None = None,
        ruleset: str | None = None,
        creator: str | None = None,
        seen_by: str | None = None,
    ) -> Found[JsonObject]:
        """Up to ``limit`` match resources, newest first by id, those before the id ``before``.

        ``status``: ``finished`` or ``aborted``. ``player``: id of somebody who held or was kept a seat. ``creator``: id
        of who created them. ``seen_by``: leave out private and unlisted matches with which this player has nothing to
        do; None: leave out nothing.
        """
        statement = select(matches.c.id, matches.c.document)
        match_id = matches.c.id
        if player is not None:  # the player's seats lead the way: by their index, newest first, whoever else played
            match_id = match_seats.c.match_id
            statement = statement.join(match_seats, match_id == matches.c.id)
            statement = statement.where(match_seats.c.player_id == player, ~match_seats.c.again)
        if before is not None:
            statement = statement.where(match_id < before)
        if status is not None:
            statement = statement.where(matches.c.status == status)
        if ruleset is not None:
            statement = statement.where(matches.c.ruleset == ruleset)
        if creator is not None:
            statement = statement.where(matches.c.creator_id == creator)
        if seen_by is not None:
            statement = statement.where(_may_be_seen_by(seen_by))
        with self._database.read() as connection:
            found = connection.execute(statement.order_by(match_id.desc()).limit(limit))
            return read_each("match", found, _document, lambda row: row.id)

    def _insert(self, connection: Connection, finished: FinishedMatch, replay: bytes) -> bool:
        """Whether the match is new. A second transaction with the same match waits here for the first one's end."""
        row = {
            "id": finished.match["id"],
            "ruleset": finished.match["ruleset"],
            "status": finished.match["status"],
            "private": finished.match["visibility"] == "private",
            "creator_id": finished.match["creator_id"],
            "document": finished.match,
            "replay": replay,
        }
        statement = self._database.insert(matches).on_conflict_do_nothing().returning(matches.c.id)
        return connection.execute(statement, row).one_or_none() is not None

    def _insert_views(self, connection: Connection, match_id: str, views: Mapping[int, bytes]) -> None:
        rows = [{"match_id": match_id, "viewer": viewer, "view": zlib.compress(view)} for viewer, view in views.items()]
        if rows:
            connection.execute(self._database.insert(match_views).on_conflict_do_nothing(), rows)

    def _insert_log(self, connection: Connection, match_id: str, log: Sequence[LogPage]) -> None:
        rows = [
            {
                "match_id": match_id,
                "page": number,
                "shown": page.end.shown,
                "answered": page.end.answered,
                "entries": zlib.compress(page.entries),
            }
            for number, page in enumerate(log)
        ]
        if rows:
            connection.execute(self._database.insert(match_log).on_conflict_do_nothing(), rows)

    def _scalar(self, statement: Select[Any]) -> Any:  # noqa: ANN401 - whatever is selected
        with self._database.read() as connection:
            return connection.execute(statement).scalar_one_or_none()

    def _count(self, connection: Connection, table: Table, counted: Sequence[Mapping[str, object]]) -> None:
        """Add to the statistics. ``counted`` is sorted by player: transactions that touch the same players lock them in
        the same order and never wait for each other in a circle."""
        statement = self._database.insert(table)
        new = statement.excluded
        old = table.c
        changes: dict[str, ColumnElement[Any]] = {name: old[name] + new[name] for name in _SUMS}
        changes["best_score"] = case((new.best_score > old.best_score, new.best_score), else_=old.best_score)
        changes["worst_score"] = case((new.worst_score < old.worst_score, new.worst_score), else_=old.worst_score)
        key = [column.name for column in table.primary_key]
        connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changes), list(counted))


def _seat_rows(finished: FinishedMatch) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    seen: set[str | None] = set()
    for seat in sorted(finished.seats, key=lambda seat: seat.seat):
        row = {"match_id": finished.match["id"], "again": seat.player_id in seen, **asdict(seat)}
        del row["version"]  # it stands in the document
        rows.append(row)
        seen.add(seat.player_id)
    return rows


def _may_be_seen_by(player_id: str) -> ColumnElement[bool]:
    seat = match_seats.alias()
    seated = exists().where(seat.c.match_id == matches.c.id, seat.c.player_id == player_id)
    return or_(~matches.c.private, matches.c.creator_id == player_id, seated)


def _document(row: Any) -> JsonObject:  # noqa: ANN401 - a row
    """A match as it is kept.

    Raises:
        ValueError: it is another's, or none.
    """
    document: JsonObject = row.document
    if not isinstance(document, dict) or document.get("id") != row.id:
        raise ValueError
    return document
