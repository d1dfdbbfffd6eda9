"""Leaderboards, places of players and histories, as callers may know them."""

import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, func, or_, select, tuple_

from services.database import Database
from services.database.tables import (
    match_seats,
    matches,
    players,
    pool_ratings,
    rated_results,
    rating_history,
    rating_pools,
    result_corrections,
)
from services.errors import Reason, Refusal
from services.identity import Caller
from services.ratings.rating_records import Pool, Population, RatingVerdict
from services.stored_ratings import stored_pools
from services.stored_ratings.board_records import (
    BotStrengthDetails,
    LeaderboardEntry,
    PlayerStanding,
    RatedOpponent,
    RatingChangeDetails,
    RatingHistoryEntry,
    ResultCorrection,
    StoredPool,
    Strengths,
)
from services.unreadable import Found, read_each

_ratings: Final = pool_ratings.c
_history: Final = rating_history.c
_ENTRY: Final = (
    _ratings.run,
    _ratings.player_id,
    players.c.name,
    _ratings.mu,
    _ratings.listed_sigma,
    _ratings.ordinal,
    _ratings.games,
    _ratings.provisional,
    _ratings.updated_ms,
)


class Leaderboards:
    """What there is to read of ratings. Every method raises ``BUSY`` when the database cannot be reached."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pools(self) -> Found[StoredPool]:
        """All pools in which somebody has a rating or a match, by ruleset, seats and population."""
        with self._database.read() as connection:
            return stored_pools.all_pools(connection)

    def page(self, pool: Pool, limit: int, after: tuple[bool, float, str] | None = None) -> list[LeaderboardEntry]:
        """Up to ``limit`` players of a pool: those with a place, the highest ordinal first, then the provisional ones.
        ``after``: of the last entry of the page before: whether it is provisional, its ordinal and its player.

        Raises:
            Refusal: ``NOT_FOUND``: nobody has a rating there.
        """
        with self._database.read() as connection:
            run = _found(connection, pool).run
            statement = _entries().where(_ratings.run == run)
            if after is not None:
                provisional, ordinal, player = after
                lower = or_(_ratings.ordinal < ordinal, and_(_ratings.ordinal == ordinal, _ratings.player_id > player))
                same = and_(_ratings.provisional == provisional, lower)
                statement = statement.where(same if provisional else or_(same, _ratings.provisional))
            order = (_ratings.provisional, _ratings.ordinal.desc(), _ratings.player_id)
            rows = connection.execute(statement.order_by(*order).limit(limit)).all()
            return _placed(connection, run, rows)

    def of_player(self, player_id: str) -> Found[PlayerStanding]:
        """A player's ratings with its places, by ruleset, seats and population."""
        columns = rating_pools.c
        key = (columns.ruleset, columns.seats, columns.population)
        statement = _entries().add_columns(*key).join(rating_pools, columns.run == _ratings.run)
        with self._database.read() as connection:
            rows = connection.execute(statement.where(_ratings.player_id == player_id).order_by(*key)).all()
            return read_each(
                "rating",
                rows,
                lambda row: PlayerStanding(
                    Pool(row.ruleset, row.seats, Population(row.population)), _placed(connection, row.run, [row])[0]
                ),
                lambda row: f"{row.ruleset}:{row.seats}:{row.population}",
            )

    def history(
        self, caller: Caller, player_id: str, pool: Pool, limit: int, before: int | None = None
    ) -> Found[RatingHistoryEntry]:
        """Up to ``limit`` matches of a player in a pool, the newest first, those before the number ``before``. Which
        match it was, and who else played, is told of matches that everybody may see, and to those who took part.

        Raises:
            Refusal: ``NOT_FOUND``: nobody has a rating there.
        """
        with self._database.read() as connection:
            run = _found(connection, pool).run
            statement = select(rating_history).where(_history.run == run, _history.player_id == player_id)
            if before is not None:
                statement = statement.where(_history.number < before)
            rows = connection.execute(statement.order_by(_history.number.desc()).limit(limit)).all()
            known = _known_to(connection, caller, [row.match_id for row in rows])
            opponents = _opponents(connection, run, player_id, [row for row in rows if row.match_id in known])
            corrections = _corrections(connection, player_id, [row.match_id for row in rows])
        return read_each(
            "rated match",
            rows,
            lambda row: RatingHistoryEntry(
                number=row.number,
                match_id=row.match_id if row.match_id in known else None,
                ended_at=row.ended_ms,
                verdict=RatingVerdict(row.verdict),
                change=_change(row),
                opponents=() if row.rank is None else tuple(opponents.get(row.match_id, ())),
                corrections=tuple(corrections.get(row.match_id, ())),
            ),
            lambda row: f"{row.number}",
        )

    def strengths(self, pool: Pool) -> Strengths:
        """The strengths of a pool's bots, as they were estimated last.

        Raises:
            Refusal: ``NOT_FOUND``: it is no pool of bots, or nobody has a rating there.
        """
        if pool.population is not Population.BOTS:
            raise Refusal(Reason.NOT_FOUND, "Only pools of bots have strengths.")
        with self._database.read() as connection:
            _found(connection, pool)
            stored = select(rating_pools.c.strengths).where(*stored_pools.is_pool(pool))
            data = connection.execute(stored).scalar_one_or_none()
            if data is None:
                return Strengths(0, 0, Found())
            document = json.loads(zlib.decompress(data))
            names = _names(connection, {bot["player_id"] for bot in document["bots"]})
        bots = read_each(
            "strength",
            document["bots"],
            lambda bot: BotStrengthDetails(
                **{**bot, "player_name": names.get(bot["player_id"], ""), "version": bot["version"] or None}
            ),
            lambda bot: str(bot["player_id"]),
        )
        return Strengths(document["computed_ms"], document["results"], bots)


def _found(connection: Connection, pool: Pool) -> StoredPool:
    found = stored_pools.find_pool(connection, pool)
    if found is None:
        raise Refusal(Reason.NOT_FOUND, "There is no such leaderboard.")
    return found


def _entries() -> Any:  # noqa: ANN401 - SQLAlchemy's types of selected columns are long
    return select(*_ENTRY).select_from(pool_ratings.outerjoin(players, players.c.id == _ratings.player_id))


def _placed(connection: Connection, run: int, rows: Iterable[Row[Any]]) -> list[LeaderboardEntry]:
    """Entries of a run with their places, sorted as the leaderboard is."""
    found: list[LeaderboardEntry] = []
    at = 0
    for row in rows:
        place: int | None = None
        if not row.provisional:
            if not found:
                higher = (_ratings.run == run, ~_ratings.provisional, _ratings.ordinal > row.ordinal)
                place = at = 1 + connection.execute(select(func.count()).where(*higher)).scalar_one()
                before = (*higher[:2], _ratings.ordinal == row.ordinal, _ratings.player_id < row.player_id)
                at += connection.execute(select(func.count()).where(*before)).scalar_one()
            else:
                at += 1
                place = found[-1].place if found[-1].ordinal == row.ordinal else at
        found.append(
            LeaderboardEntry(
                place,
                row.player_id,
                row.name or "",
                row.mu,
                row.listed_sigma,
                row.ordinal,
                row.games,
                row.provisional,
                row.updated_ms,
            )
        )
    return found


def _known_to(connection: Connection, caller: Caller, match_ids: Collection[str]) -> set[str]:
    """Those of some matches that are public, or in which the caller had a seat, or that it created; all for admins."""
    if caller.is_admin:
        return set(match_ids)
    is_shown = ~matches.c.private
    if not caller.is_anonymous:
        seat = select(match_seats.c.match_id).where(
            match_seats.c.match_id == matches.c.id, match_seats.c.player_id == caller.player_id
        )
        is_shown = or_(is_shown, matches.c.creator_id == caller.player_id, seat.exists())
    statement = select(matches.c.id).where(matches.c.id.in_(match_ids), is_shown)
    return set(connection.execute(statement).scalars())


def _opponents(
    connection: Connection, run: int, player_id: str, rows: Collection[Row[Any]]
) -> Mapping[str, list[RatedOpponent]]:
    """Whom a player was compared with in some matches, by match."""
    moments = [(row.ended_ms, row.match_id) for row in rows if row.rank is not None]
    if not moments:
        return {}
    statement = select(rating_history).where(
        _history.run == run,
        tuple_(_history.ended_ms, _history.match_id).in_(moments),
        _history.player_id != player_id,
        _history.rank.is_not(None),
    )
    others = connection.execute(statement.order_by(_history.rank, _history.player_id)).all()
    names = _names(connection, {row.player_id for row in others})
    found: dict[str, list[RatedOpponent]] = {}
    for row in others:
        opponent = RatedOpponent(
            player_id=row.player_id,
            player_name=names.get(row.player_id, ""),
            rank=row.rank,
            mu=row.mu_before,
            sigma=row.sigma_before,
        )
        found.setdefault(row.match_id, []).append(opponent)
    return found


def _corrections(
    connection: Connection, player_id: str, match_ids: Collection[str]
) -> Mapping[str, list[ResultCorrection]]:
    """How the results of some matches of a player were corrected, by match."""
    log, corrections = rated_results.c, result_corrections.c
    statement = (
        select(log.match_id, log.players, log.ranks, corrections.ranks.label("set"), corrections.at_ms)
        .add_columns(corrections.is_void)
        .join(result_corrections, corrections.match_id == log.match_id)
        .where(log.match_id.in_(match_ids))
        .order_by(corrections.revision)
    )
    found: dict[str, list[ResultCorrection]] = {}
    for row in connection.execute(statement):
        seat = row.players.index(player_id)
        place = None if row.is_void else (row.set or row.ranks)[seat]
        found.setdefault(row.match_id, []).append(
            ResultCorrection(corrected_at=row.at_ms, place_before=row.ranks[seat], place=place)
        )
    return found


def _names(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    statement = select(players.c.id, players.c.name).where(players.c.id.in_(sorted(ids)))
    return {row.id: row.name for row in connection.execute(statement)}


def _change(row: Any) -> RatingChangeDetails | None:  # noqa: ANN401 - a row
    if row.rank is None:
        return None
    return RatingChangeDetails.model_validate(row, from_attributes=True)
