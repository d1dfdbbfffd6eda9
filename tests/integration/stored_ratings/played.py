"""Archived matches in few words, and databases that die."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import sqlalchemy
from sqlalchemy import select

from services.archive import Archive, FinishedMatch, FinishedSeat
from services.database import Database
from services.database.tables import pool_ratings, rated_results, rating_history, rating_pools
from services.ratings.book import replay
from services.ratings.rating_records import MatchChanges, Pool, Population, RatedResult, Rating
from services.ratings.rules import Forfeits, RatingRules, RepeatedMeetings, Season
from services.stored_ratings import result_log
from services.stored_ratings.rater import Rater

HOUR_MS = 3_600_000
NOW_MS = 1_000_000 * HOUR_MS
"""Long after all matches."""
ALL_RULES = RatingRules(
    forfeits=Forfeits.LEAVE_OUT,
    repeated_meetings=RepeatedMeetings(window_ms=30 * HOUR_MS, full=2, factor=0.7),
    seasons=(Season("spring", 40 * HOUR_MS, 2.0), Season("summer", 90 * HOUR_MS, 1.0)),
)


def now() -> int:
    return NOW_MS


def pool(seats: int = 2, population: Population = Population.HUMANS) -> Pool:
    return Pool("factionwars", seats, population)


def match(
    number: int,
    *players: str,
    ranks: Sequence[int] | None = None,
    ended_ms: int | None = None,
    visibility: str = "public",
    creator: str = "p_host",
    resigned: str = "",
    aborted: bool = False,
    match_id: str = "",
    left_after: int = 0,
    **more: object,
) -> FinishedMatch:
    """The match of that number, one an hour. Players are named in the order of their places; those that begin with
    ``bot_`` are of the house, with ``b_`` bots of their own. Who resigned did so after so many steps (``left_after``);
    the house has played on."""
    places = list(ranks or range(1, len(players) + 1))
    end = number * HOUR_MS if ended_ms is None else ended_ms
    seats = tuple(
        FinishedSeat(
            seat,
            player,
            "bot" if player.startswith("b") else "person",
            None if aborted else places[seat],
            None if aborted else 0,
            player == resigned,
        )
        for seat, player in enumerate(players)
    )
    document = {
        "id": match_id or f"m_{number:06}",
        "ruleset": "factionwars",
        "ruleset_version": "1.0.0",
        "status": "aborted" if aborted else "finished",
        "visibility": visibility,
        "creator_id": creator,
        "started_ms": end - HOUR_MS // 2,
        "ended_ms": end,
        "seats": [
            {
                "number": seat.seat,
                "player_id": seat.player_id,
                "bot": seat.player_id[4:] if seat.player_id and seat.player_id.startswith("bot_") else None,
                "resigned": seat.resigned,
            }
            for seat in seats
        ],
        **more,
    }
    gone = [{"seat": seat.seat, "rev": left_after} for seat in seats if seat.resigned]
    steps = [{"rev": rev, "seat": rev % len(players)} for rev in range(1, 20)]
    replay = {"resignations": gone, "steps": steps} if gone else {}
    return FinishedMatch(document, json.dumps(replay).encode(), seats)


def random_matches(seed: int, number: int, people: int = 12) -> list[FinishedMatch]:
    """Matches of two to five people, with joint places, resignations, aborted ones, and ends at the same moment."""
    pick = random.Random(seed)
    made = []
    for each in range(number):
        seats = pick.choice((2, 2, 3, 4, 5))
        players = pick.sample([f"p_{name}" for name in range(people)], seats)
        ranks = sorted(pick.randint(1, seats) for _ in players)
        made.append(
            match(
                each,
                *players,
                ranks=[1 + sum(other < rank for other in ranks) for rank in ranks],
                ended_ms=HOUR_MS + pick.randrange(number // 2) * HOUR_MS // 2,
                resigned=pick.choice(players) if pick.random() < 0.1 else "",
                aborted=pick.random() < 0.05,
                match_id=f"m_{pick.randrange(10**9):09}",
            )
        )
    return made


def archived(database: Database, *played: FinishedMatch) -> None:
    archive = Archive(database)
    for each in played:
        archive.store(each)


def rate_all(database: Database, rules: RatingRules | None = None) -> None:
    rater = Rater(database, rules or RatingRules(), now)
    while rater.rate():
        pass


Stored = tuple[dict[Pool, dict[str, Rating]], dict[Pool, list[tuple[object, ...]]]]


def stored(database: Database) -> Stored:
    """All ratings and all history that are shown, by pool."""
    ratings: dict[Pool, dict[str, Rating]] = {}
    history: dict[Pool, list[tuple[object, ...]]] = {}
    with database.read() as connection:
        for row in connection.execute(select(rating_pools)).all():
            key = Pool(row.ruleset, row.seats, Population(row.population))
            found = connection.execute(select(pool_ratings).where(pool_ratings.c.run == row.run)).all()
            ratings[key] = {each.player_id: Rating(each.mu, each.sigma, each.games, each.updated_ms) for each in found}
            assert row.players == len(found)
            columns = [column for column in rating_history.c if column.name != "run"]
            entries = select(*columns).where(rating_history.c.run == row.run)
            history[key] = sorted((tuple(entry) for entry in connection.execute(entries)), key=lambda each: each[:2])
    return ratings, history


def expected(database: Database, rules: RatingRules | None = None) -> Stored:
    """What the log gives by the pure functions, without any of the code that stores it."""
    with database.read() as connection:
        rows = connection.execute(result_log.results().where(rated_results.c.population.is_not(None))).all()
    log = [result_log.result_of(row) for row in rows]
    told: list[MatchChanges] = []
    book = replay(log, rules, told.append)
    history: dict[Pool, list[tuple[object, ...]]] = {each.pool: [] for each in log}
    numbers: dict[tuple[Pool, str], int] = {}
    for changes in told:
        result: RatedResult = changes.result
        for player in dict.fromkeys(result.players):
            number = numbers[result.pool, player] = numbers.get((result.pool, player), 0) + 1
            own = next((each for each in changes.changes if each.player == player), None)
            moved: tuple[object, ...] = (None,) * 7
            if own is not None:
                before, after = own.before, own.after
                moved = (own.rank, own.weight, before.mu, before.sigma, after.mu, after.sigma, after.games)
            entry = (player, number, result.match_id, result.ended_ms, changes.verdict.value, *moved)
            history[result.pool].append(entry)
    ratings = {each: dict(book.ratings.get(each, {})) for each in history}
    return ratings, {each: sorted(found, key=lambda entry: entry[:2]) for each, found in history.items()}


class Died(BaseException):
    """The process is gone."""


class MortalDatabase(Database):
    """Dies at one of its transactions: before it is committed, or after. Then nothing more is written."""

    def __init__(self, url: str, at: int, *, committed: bool) -> None:
        super().__init__(url)
        self._left = at
        self._committed = committed

    @contextmanager
    def begin(self) -> Iterator[sqlalchemy.Connection]:
        if self._left == 0:
            raise Died
        self._left -= 1
        dies = self._left == 0
        with super().begin() as connection:
            yield connection
            if dies and not self._committed:
                raise Died
        if dies:
            raise Died


def without_end(finished: FinishedMatch) -> FinishedMatch:
    """As it is archived that never began."""
    return replace(finished, match={**finished.match, "started_ms": None})
