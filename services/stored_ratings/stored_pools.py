"""Pools, ratings and history as they are stored. Whoever writes has the lock (:func:`locked`)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, bindparam, delete, func, insert, select, tuple_, update

from services.database import Database
from services.database.tables import pool_ratings, rating_history, rating_pools, rating_runs
from services.ratings.book import Moment
from services.ratings.rating_records import MatchChanges, Pool, Population, Rating
from services.ratings.rules import RatingRules, at_time
from services.stored_ratings.board_records import RATINGS_LOCK, ReplayReason, StoredPool
from services.unreadable import Found, read_each

_pools: Final = rating_pools.c
_ratings: Final = pool_ratings.c
_history: Final = rating_history.c
_SHOWN: Final = tuple(column for column in rating_pools.c if column.name != "strengths")
_IN: Final = 1_000
"""How many values stand in one statement."""


@contextmanager
def locked(database: Database) -> Iterator[Connection]:
    """A transaction in which nobody else changes ratings.

    Raises:
        Refusal: ``BUSY``.
    """
    with database.begin() as connection:
        database.lock(connection, RATINGS_LOCK)
        yield connection


# -- pools -------------------------------------------------------------------------------------------------------------


def find_pool(connection: Connection, pool: Pool) -> StoredPool | None:
    """A pool; None: it has no results yet."""
    row = connection.execute(select(*_SHOWN).where(*is_pool(pool))).mappings().one_or_none()
    return None if row is None else stored_pool(row)


def all_pools(connection: Connection) -> Found[StoredPool]:
    """Every pool, by ruleset, seats and population."""
    statement = select(*_SHOWN).order_by(_pools.ruleset, _pools.seats, _pools.population)
    found = connection.execute(statement).mappings()
    return read_each(
        "leaderboard", found, stored_pool, lambda row: f"{row['ruleset']}:{row['seats']}:{row['population']}"
    )


def make_pool(connection: Connection, pool: Pool, rules_sha256: str, now_ms: int, listed_ms: int) -> StoredPool:
    """A pool without results. ``listed_ms``: as of when its ratings are listed."""
    made = StoredPool(pool, new_run(connection, now_ms), rules_sha256, 0, 0, 0, 0, "", listed_ms, None, 0, 0, 0)
    row = {
        "ruleset": pool.ruleset,
        "seats": pool.seats,
        "population": pool.population.value,
        "run": made.run,
        "rules_sha256": rules_sha256,
        "revision": 0,
        "results": 0,
        "players": 0,
        "last_ended_ms": 0,
        "last_match_id": "",
        "season_ms": listed_ms,
        "replayed_ms": 0,
        "strengths_results": 0,
        "strengths_due_ms": 0,
    }
    connection.execute(insert(rating_pools), row)
    return made


def change_pool(connection: Connection, pool: Pool, **values: object) -> None:
    """Change columns of a pool."""
    reason = values.get("replay_reason")
    if isinstance(reason, ReplayReason):
        values["replay_reason"] = reason.value
    connection.execute(update(rating_pools).where(*is_pool(pool)).values(**values))


def new_run(connection: Connection, now_ms: int) -> int:
    """A number for another computation of a pool."""
    last = connection.execute(select(func.max(rating_runs.c.id))).scalar_one_or_none() or 0
    connection.execute(insert(rating_runs), {"id": last + 1, "begun_ms": now_ms})
    return last + 1


def is_pool(pool: Pool) -> tuple[ColumnElement[bool], ...]:
    """Which row is a pool's."""
    return _pools.ruleset == pool.ruleset, _pools.seats == pool.seats, _pools.population == pool.population.value


def stored_pool(row: RowMapping) -> StoredPool:
    """A pool from its row."""
    fields: dict[str, Any] = dict(row)
    key = Pool(fields.pop("ruleset"), fields.pop("seats"), Population(fields.pop("population")))
    reason = fields.pop("replay_reason")
    return StoredPool(key, replay_reason=None if reason is None else ReplayReason(reason), **fields)


# -- ratings -----------------------------------------------------------------------------------------------------------


def ratings_of(connection: Connection, run: int, players: Collection[str]) -> dict[str, Rating]:
    """The ratings that some players have."""
    found: dict[str, Rating] = {}
    for some in _chunks(sorted(players)):
        statement = select(_ratings.player_id, *_NUMBERS).where(_ratings.run == run, _ratings.player_id.in_(some))
        found.update((row.player_id, _rating(row)) for row in connection.execute(statement))
    return found


def all_ratings(connection: Connection, run: int) -> dict[str, Rating]:
    """The ratings of everybody."""
    rows = connection.execute(select(_ratings.player_id, *_NUMBERS).where(_ratings.run == run))
    return {row.player_id: _rating(row) for row in rows}


_NUMBERS: Final = (_ratings.mu, _ratings.sigma, _ratings.games, _ratings.updated_ms)


def put_ratings(
    database: Database,
    connection: Connection,
    run: int,
    ratings: Mapping[str, Rating],
    rules: RatingRules,
    now_ms: int,
) -> None:
    """Store ratings in the place of those that the players had."""
    rows = [{"run": run, "player_id": player, **_listed(rating, rules, now_ms)} for player, rating in ratings.items()]
    statement = database.insert(pool_ratings)
    changed = {name: statement.excluded[name] for name in _LISTED}
    upsert = statement.on_conflict_do_update(index_elements=["run", "player_id"], set_=changed)
    for some in _chunks(rows):
        connection.execute(upsert, some)


_LISTED: Final = ("mu", "sigma", "games", "updated_ms", "listed_sigma", "ordinal", "provisional")


def _listed(rating: Rating, rules: RatingRules, now_ms: int) -> dict[str, object]:
    now = at_time(rating, rules.listed_as_of(now_ms), rules)
    return {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "updated_ms": rating.updated_ms,
        "listed_sigma": now.sigma,
        "ordinal": now.ordinal,
        "provisional": rules.is_provisional(now),
    }


def widen(connection: Connection, run: int, after: str, limit: int, rules: RatingRules, now_ms: int) -> str | None:
    """List the ratings of the next ``limit`` players after the id ``after`` as days and seasons have left them. The id
    to go on after; None: that were all."""
    statement = select(_ratings.player_id, *_NUMBERS).where(_ratings.run == run, _ratings.player_id > after)
    rows = connection.execute(statement.order_by(_ratings.player_id).limit(limit)).all()
    mine = (_ratings.run == run) & (_ratings.player_id == bindparam("id"))
    listed = update(pool_ratings).where(mine).values({name: bindparam(name) for name in _LISTED})
    if rows:
        connection.execute(listed, [{"id": row.player_id, **_listed(_rating(row), rules, now_ms)} for row in rows])
    return rows[-1].player_id if len(rows) == limit else None


def _rating(row: Any) -> Rating:  # noqa: ANN401 - a row
    return Rating(row.mu, row.sigma, row.games, row.updated_ms)


# -- history -----------------------------------------------------------------------------------------------------------

HistoryRow = tuple[
    str,
    int,
    str,
    int,
    str,
    int | None,
    float | None,
    float | None,
    float | None,
    float | None,
    float | None,
    int | None,
]
"""Of a player: number, match, end, verdict, rank, weight, mu and sigma before, mu and sigma after, games."""
_COLUMNS: Final = (
    "player_id",
    "number",
    "match_id",
    "ended_ms",
    "verdict",
    "rank",
    "weight",
    "mu_before",
    "sigma_before",
    "mu",
    "sigma",
    "games",
)


def history_rows(changes: Iterable[MatchChanges], numbers: Counter[str]) -> list[HistoryRow]:
    """What matches changed, as it is stored. ``numbers``: how many entries each player has had; they are counted on."""
    rows: list[HistoryRow] = []
    for match in changes:
        result, verdict = match.result, match.verdict.value
        changed = {change.player: change for change in match.changes}
        for player in dict.fromkeys(result.players):
            numbers[player] += 1
            entry = (player, numbers[player], result.match_id, result.ended_ms, verdict)
            change = changed.get(player)
            if change is None:
                rows.append((*entry, None, None, None, None, None, None, None))
                continue
            before, after = change.before, change.after
            moved = (change.rank, change.weight, before.mu, before.sigma, after.mu, after.sigma, after.games)
            rows.append((*entry, *moved))
    return rows


def add_history(connection: Connection, run: int, rows: Sequence[HistoryRow]) -> None:
    """Store history."""
    values = [{"run": run, **dict(zip(_COLUMNS, row, strict=True))} for row in rows]
    for some in _chunks(values):
        connection.execute(insert(rating_history), some)


def history_between(connection: Connection, run: int, after: Moment | None, until: Moment | None) -> set[HistoryRow]:
    """The stored history of the matches after a moment, up to another, that one included; None: without an end."""
    place = tuple_(_history.ended_ms, _history.match_id)
    statement = select(*(_history[name] for name in _COLUMNS)).where(_history.run == run)
    if after is not None:
        statement = statement.where(place > tuple_(*after))
    if until is not None:
        statement = statement.where(place <= tuple_(*until))
    return {tuple(row) for row in connection.execute(statement)}


def numbers_of(connection: Connection, run: int, players: Collection[str]) -> Counter[str]:
    """How many entries each of some players has in the history."""
    found: Counter[str] = Counter()
    for some in _chunks(sorted(players)):
        counted = select(_history.player_id, func.max(_history.number)).where(
            _history.run == run, _history.player_id.in_(some)
        )
        for player, number in connection.execute(counted.group_by(_history.player_id)):
            found[player] = number
    return found


def meetings_of(
    connection: Connection, run: int, players: Collection[str], after_ms: int
) -> list[tuple[int, tuple[str, ...]]]:
    """The matches that ended after a time in which some players were compared: when they ended, and who of these
    players was compared, in their order."""
    found: dict[Moment, list[str]] = {}
    for some in _chunks(sorted(players)):
        statement = select(_history.ended_ms, _history.match_id, _history.player_id).where(
            _history.run == run,
            _history.player_id.in_(some),
            _history.ended_ms > after_ms,
            _history.rank.is_not(None),
        )
        for row in connection.execute(statement):
            found.setdefault((row.ended_ms, row.match_id), []).append(row.player_id)
    return [(moment[0], tuple(sorted(found[moment]))) for moment in sorted(found)]


class TakenBack(NamedTuple):
    """What was taken back. ``ratings``: that its players had before, to be stored again; ``gone``: how many had none.
    ``results``: of how many matches."""

    ratings: dict[str, Rating]
    gone: int
    results: int


def take_back(connection: Connection, run: int, first: Moment) -> TakenBack:
    """Take back what came at a moment and after it: its history goes, and the ratings of who had none before it."""
    is_later = tuple_(_history.ended_ms, _history.match_id) >= tuple_(*first)
    matches = select(_history.ended_ms, _history.match_id).where(_history.run == run, is_later).distinct().subquery()
    results = connection.execute(select(func.count()).select_from(matches)).scalar_one()
    touched = set(
        connection.execute(select(_history.player_id).where(_history.run == run, is_later).distinct()).scalars()
    )
    connection.execute(delete(rating_history).where(_history.run == run, is_later))
    back: dict[str, Rating] = {}
    for some in _chunks(sorted(touched)):
        mine = (_history.run == run, _history.player_id.in_(some), _history.rank.is_not(None))
        last = select(_history.player_id, func.max(_history.number).label("number")).where(*mine)
        newest = last.group_by(_history.player_id).subquery()
        statement = select(_history.player_id, _history.mu, _history.sigma, _history.games, _history.ended_ms).where(
            _history.run == run, _history.player_id == newest.c.player_id, _history.number == newest.c.number
        )
        for row in connection.execute(statement):
            back[row.player_id] = Rating(row.mu, row.sigma, row.games, row.ended_ms)
    gone = 0
    for some in _chunks(sorted(touched - back.keys())):
        without = delete(pool_ratings).where(_ratings.run == run, _ratings.player_id.in_(some))
        gone += connection.execute(without).rowcount
    return TakenBack(back, gone, results)


def remove_part_of_run(connection: Connection, run: int, players: int) -> bool:
    """Remove what is stored of some players in a run that is not shown any more. False: nothing was left."""
    for table in (rating_history, pool_ratings):
        some = select(table.c.player_id).where(table.c.run == run).order_by(table.c.player_id).distinct().limit(players)
        found = list(connection.execute(some).scalars())
        if found:
            connection.execute(delete(table).where(table.c.run == run, table.c.player_id.in_(found)))
            return True
    connection.execute(delete(rating_runs).where(rating_runs.c.id == run))
    return False


def _chunks(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), _IN):
        yield values[start : start + _IN]
