"""Takes results into the ratings as they come.

A batch of one pool's results is one transaction: ratings, history, and the mark that the results are taken. So a rater
that is killed leaves all of it or nothing, and raters stand in line at the lock. A result that comes late takes back
what the pool has taken after it, which is taken again in its order; one that is very late has the pool replayed.
"""

from collections.abc import Callable
from typing import Final

import structlog
from sqlalchemy import Connection

from services.database import Database
from services.platform_time import platform_ms
from services.ratings.book import Moment, RatingBook, moment
from services.ratings.rating_records import MatchChanges, Pool, RatedResult, Rating
from services.ratings.rules import RatingRules
from services.stored_ratings import result_log, stored_pools
from services.stored_ratings.board_records import ReplayReason, StoredPool
from services.stored_ratings.rules_file import rules_sha256
from services.telemetry import metrics

BATCH: Final = 500
"""How many results are taken in one transaction."""
MOST_WAITING: Final = 5_000
"""A pool for which more wait is replayed: that is done in parts, without the lock."""
MOST_TAKEN_BACK: Final = 1_000
"""A result that is late by more results than this has its pool replayed."""
WIDENED_AT_ONCE: Final = 1_000
"""So many listed ratings are widened for a new day or season in one transaction."""

_log = structlog.get_logger("services.leaderboards.rater")


class Rater:
    """Takes results. Any number of them may do so at once."""

    def __init__(
        self,
        database: Database,
        rules: RatingRules,
        now_ms: Callable[[], int] = platform_ms,
        *,
        most_waiting: int = MOST_WAITING,
        most_taken_back: int = MOST_TAKEN_BACK,
    ) -> None:
        self._database = database
        self._most_waiting = most_waiting
        self._most_taken_back = most_taken_back
        self._rules = rules
        self._rules_sha256 = rules_sha256(rules)
        self._now_ms = now_ms

    def rate(self) -> bool:
        """Take a batch of what waits, or list a pool's ratings as a new day or season has left them.

        Returns:
            Whether there was something to do.

        Raises:
            Refusal: ``BUSY``.
        """
        now_ms = self._now_ms()
        with self._database.read() as connection:
            pool = result_log.waiting_pool(connection, now_ms)
        if pool is None:
            return self._list_again(now_ms)
        with stored_pools.locked(self._database) as connection:
            taken = self._take(connection, pool, now_ms)
        metrics.results_rated(taken)
        return True

    def _take(self, connection: Connection, pool: Pool, now_ms: int) -> int:
        waiting = result_log.due(connection, pool, now_ms, self._most_waiting + 1)
        if not waiting:  # another rater was quicker
            return 0
        stored = stored_pools.find_pool(connection, pool)
        if stored is None:
            listed_ms = self._rules.listed_as_of(now_ms)
            stored = stored_pools.make_pool(connection, pool, self._rules_sha256, now_ms, listed_ms)
        if stored.replay_reason is not None:  # whoever replays the pool takes these as well
            return 0
        reason = self._reason_to_replay(stored, len(waiting))
        if reason is not None:
            _ask_for_replay(connection, stored, reason)
            return 0
        batch = sorted(waiting[:BATCH], key=moment)
        if stored.results and moment(batch[0]) <= (stored.last_ended_ms, stored.last_match_id):
            return self._take_late(connection, stored, batch, now_ms)
        self._store(connection, stored, batch, batch, None, now_ms)
        return len(batch)

    def _reason_to_replay(self, stored: StoredPool, waiting: int) -> ReplayReason | None:
        if stored.rules_sha256 != self._rules_sha256:
            return ReplayReason.RULES
        return ReplayReason.BACKLOG if waiting > self._most_waiting else None

    def _take_late(self, connection: Connection, stored: StoredPool, batch: list[RatedResult], now_ms: int) -> int:
        first = moment(batch[0])
        later = result_log.taken_after(connection, stored.pool, first, self._most_taken_back + 1)
        if len(later) > self._most_taken_back:
            _ask_for_replay(connection, stored, ReplayReason.LATE_RESULT)
            return 0
        back = stored_pools.take_back(connection, stored.run, first)
        _log.info("results taken again", pool=_name(stored.pool), late=batch[0].match_id, again=len(later))
        again = sorted([*batch, *later], key=moment)
        self._store(connection, stored, batch, again, back, now_ms)
        return len(batch)

    def _store(
        self,
        connection: Connection,
        stored: StoredPool,
        batch: list[RatedResult],
        results: list[RatedResult],
        back: stored_pools.TakenBack | None,
        now_ms: int,
    ) -> None:
        """Rate ``results``: the batch, and what was taken back for it."""
        earlier, gone, taken_back = back or stored_pools.TakenBack({}, 0, 0)
        players = {player for result in results for player in result.players}
        before = stored_pools.ratings_of(connection, stored.run, players - earlier.keys()) | earlier
        changes = self._rated(connection, stored, results, before)
        after = {each.player: each.after for change in changes for each in change.changes}
        new = sum(player not in before for player in after)
        numbers = stored_pools.numbers_of(connection, stored.run, players)
        stored_pools.add_history(connection, stored.run, stored_pools.history_rows(changes, numbers))
        stored_pools.put_ratings(self._database, connection, stored.run, earlier | after, self._rules, now_ms)
        result_log.mark_taken(connection, batch)
        ended_ms, match_id = moment(results[-1])
        stored_pools.change_pool(
            connection,
            stored.pool,
            revision=stored.revision + (back is not None),
            results=stored.results - taken_back + len(results),
            players=stored.players - gone + new,
            last_ended_ms=ended_ms,
            last_match_id=match_id,
            # A correction leaves the number of results as it is: strengths are estimated again nevertheless.
            strengths_results=-1 if any(result.revision for result in batch) else stored.strengths_results,
        )

    def _rated(
        self, connection: Connection, stored: StoredPool, results: list[RatedResult], before: dict[str, Rating]
    ) -> list[MatchChanges]:
        players = {player for result in results for player in result.players}
        meetings: list[tuple[int, tuple[str, ...]]] = []
        if self._rules.repeated_meetings is not None:
            after_ms = results[0].ended_ms - self._rules.repeated_meetings.window_ms
            meetings = stored_pools.meetings_of(connection, stored.run, players, after_ms)
        book = RatingBook(self._rules)
        book.resume(stored.pool, before, None, meetings)
        return [book.apply(result) for result in results]

    def _list_again(self, now_ms: int) -> bool:
        listed_ms = self._rules.listed_as_of(now_ms)
        with self._database.read() as connection:
            pools = stored_pools.all_pools(connection)
        for stored in pools:
            if stored.season_ms < listed_ms and stored.rules_sha256 == self._rules_sha256:
                self._widen(stored, listed_ms)
                return True
        return False

    def _widen(self, stored: StoredPool, listed_ms: int) -> None:
        after: str | None = ""
        while after is not None:
            with stored_pools.locked(self._database) as connection:
                now_ms = self._now_ms()
                after = stored_pools.widen(connection, stored.run, after, WIDENED_AT_ONCE, self._rules, now_ms)
        with stored_pools.locked(self._database) as connection:
            current = stored_pools.find_pool(connection, stored.pool)
            if current is not None and current.run == stored.run:
                stored_pools.change_pool(connection, stored.pool, season_ms=listed_ms)


def _ask_for_replay(connection: Connection, stored: StoredPool, reason: ReplayReason) -> None:
    stored_pools.change_pool(connection, stored.pool, replay_reason=reason)
    _log.info("ratings wait for a replay", pool=_name(stored.pool), reason=reason.value)


def _name(pool: Pool) -> str:
    return f"{pool.ruleset}/{pool.seats}/{pool.population.value}"


def last_of(stored: StoredPool) -> Moment | None:
    """The last result that a pool has taken."""
    return (stored.last_ended_ms, stored.last_match_id) if stored.results else None
