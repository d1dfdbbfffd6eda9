"""What is done for ratings now and then: replays of the log, and strengths of bots.

Every night each pool is replayed, and what comes out is compared with what is stored, bit for bit. What differs, or
has to be computed anew for another reason, is written as another run beside the one that is shown, in small
transactions; the last one puts it in the other's place. Nobody waits for that but the pool's own new results.

One process at a time does this, under a lease. One that dies leaves its work to the next, which begins with the pool
where it was.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import structlog
from sqlalchemy import Connection, select, update

from services.archive.rated_results import add_missing_results
from services.database import Database
from services.database.leases import has_passed
from services.database.tables import rating_pools, rating_runs, rating_upkeep
from services.platform_time import platform_ms
from services.ratings.book import Moment, RatingBook, moment
from services.ratings.rating_records import MatchChanges, Pool, Population, RatedResult, Rating
from services.ratings.rules import RatingRules
from services.stored_ratings import result_log, stored_pools
from services.stored_ratings.board_records import LEASE_MS, SETTLE_MS, ReplayReason, StoredPool
from services.stored_ratings.bot_strengths import estimate_strengths
from services.stored_ratings.due import is_night_due, last_night
from services.stored_ratings.rater import last_of
from services.stored_ratings.rules_file import rules_sha256
from services.telemetry import metrics

PAGE: Final = 1_000
"""How many results are read, and written, at once."""
SPAN: Final = 10_000
"""How many archived matches are looked through at once for results that are not in the log."""
LAST_PART: Final = 100
"""The lock is taken when so few results are left."""
ATTEMPTS: Final = 5
"""So often a comparison begins again when late results have come meanwhile."""
REPLACED_MS: Final = 600_000
"""A run that was replaced stays so long, for who is reading it."""
ABANDONED_MS: Final = 24 * 3_600_000
"""A run that was begun and never shown goes after this."""
_PLAYERS_REMOVED: Final = 50

_log = structlog.get_logger("services.leaderboards.upkeep")


class LeaseLost(Exception):
    """Another process does the work now, or this one is to stop."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a pool's replay. ``results``: how many there are. ``reason``: why its ratings were computed anew;
    None: they are what the log gives."""

    pool: Pool
    results: int
    seconds: float
    reason: ReplayReason | None


class RatingUpkeep:
    """Replays pools and estimates strengths. ``hour``: of the day, in UTC, when everything is replayed."""

    def __init__(
        self,
        database: Database,
        rules: RatingRules,
        hour: int,
        now_ms: Callable[[], int] = platform_ms,
        *,
        is_stopping: Callable[[], bool] = lambda: False,
        page: int = PAGE,
    ) -> None:
        """``is_stopping``: whether the process was asked to stop: the work is then left to another. ``page``: how many
        results are read, and written, at once."""
        self._page = page
        self._last_part = min(LAST_PART, page // 2)
        self._database = database
        self._rules = rules
        self._rules_sha256 = rules_sha256(rules)
        self._hour = hour
        self._now_ms = now_ms
        self._is_stopping = is_stopping
        self._holder = ""
        self._kept_ms = 0

    def work(self) -> bool:
        """Do all that is due, unless another process does.

        Returns:
            Whether it was done.

        Raises:
            Refusal: ``BUSY``. What was done until then is done.
        """
        try:
            with self._lease() as nightly_ms:
                if nightly_ms is None:
                    return False
                now_ms = self._now_ms()
                tonight_ms, is_night = last_night(now_ms, self._hour), is_night_due(nightly_ms, now_ms, self._hour)
                if is_night:
                    self._collect()
                for stored in self._pools():
                    is_tonight = is_night and stored.replayed_ms < tonight_ms
                    if is_tonight or self._reason(stored) is not None:
                        self.replay(stored.pool)
                self._estimate()
                self._remove_old_runs()
                if is_night:
                    self._change(nightly_ms=tonight_ms)
        except LeaseLost:
            _log.warning("ratings are looked after by another process")
            return False
        return True

    def replay_all(self) -> list[Replayed] | None:
        """Replay every pool now. None: another process is at it.

        Raises:
            Refusal: ``BUSY``.
        """
        try:
            with self._lease() as nightly_ms:
                if nightly_ms is None:
                    return None
                self._collect()
                done = [self.replay(stored.pool) for stored in self._pools()]
                self._remove_old_runs()
                return done
        except LeaseLost:
            return None

    def replay(self, pool: Pool) -> Replayed:
        """Compare a pool with its log, and compute it anew if it differs or has to be. Under the lease.

        Raises:
            LeaseLost.
        """
        began = time.perf_counter()
        stored = self._stored(pool)
        reason, results = self._reason(stored), 0
        if reason is None:
            differs, results = self._differs(pool)
            if differs:
                reason = ReplayReason.DIFFERENCE
                _log.error("ratings differ from their log", pool=_name(pool))
                metrics.ratings_differ(pool.ruleset)
        if reason is not None:
            results = self._compute(pool, reason)
        with stored_pools.locked(self._database) as connection:
            stored_pools.change_pool(connection, pool, replayed_ms=self._now_ms())
        done = Replayed(pool, results, time.perf_counter() - began, reason)
        _log.info(
            "ratings replayed",
            pool=_name(pool),
            results=results,
            seconds=round(done.seconds, 1),
            computed_anew=None if reason is None else reason.value,
        )
        return done

    # -- comparing -----------------------------------------------------------------------------------------------------

    def _differs(self, pool: Pool) -> tuple[bool, int]:
        for _ in range(ATTEMPTS):
            before = self._stored(pool)
            differs, results = self._compare(before)
            after = self._stored(pool)
            with self._database.read() as connection:
                is_corrected = result_log.is_corrected(connection, pool)
            if not differs or (not is_corrected and (after.run, after.revision) == (before.run, before.revision)):
                return differs, results
        _log.warning("ratings change too fast to be compared", pool=_name(pool))
        return False, results

    def _compare(self, stored: StoredPool) -> tuple[bool, int]:
        """Whether history or ratings are others than the log gives; and how many results there are."""
        book, numbers, results = RatingBook(self._rules), Counter[str](), 0
        after: Moment | None = None
        while True:
            self._keep()
            with self._database.read() as connection:
                page, _ = result_log.page(connection, stored.pool, after, self._page, taken=True)
                if len(page) <= self._last_part:
                    break
                found = stored_pools.history_between(connection, stored.run, after, moment(page[-1]))
            if found != _history(book, page, numbers):
                return True, results
            results += len(page)
            after = moment(page[-1])
        with stored_pools.locked(self._database) as connection:
            # What has come meanwhile: as much as comes in a second.
            page, _ = result_log.page(connection, stored.pool, after, 2**31 - 1, taken=True)
            expected = _history(book, page, numbers)
            results += len(page)
            ratings = dict(book.ratings.get(stored.pool, {}))
            current = stored_pools.find_pool(connection, stored.pool)
            is_same = (
                expected == stored_pools.history_between(connection, stored.run, after, None)
                and current is not None
                and (current.results, current.players) == (results, len(ratings))
                and last_of(current) == (moment(page[-1]) if page else after)
                and stored_pools.all_ratings(connection, stored.run) == ratings
            )
        return not is_same, results

    # -- computing -----------------------------------------------------------------------------------------------------

    def _compute(self, pool: Pool, reason: ReplayReason) -> int:
        """Write another run, and show it in the place of the one that is shown. While this goes on, the pool's new
        results wait; so those that are in the new run can be marked as taken in the transactions that write them."""
        with stored_pools.locked(self._database) as connection:
            stored_pools.change_pool(connection, pool, replay_reason=reason)
            run = stored_pools.new_run(connection, self._now_ms())
        book, numbers, results = RatingBook(self._rules), Counter[str](), 0
        after: Moment | None = None
        while True:
            self._keep()
            with self._database.begin() as connection:
                page = self._write_page(connection, book, run, pool, after, numbers)[0]
            results += len(page)
            after = moment(page[-1]) if page else after
            if len(page) <= self._last_part:
                break
        season_ms = self._rules.listed_as_of(self._now_ms())
        ratings = book.ratings.get(pool, {})
        self._write_ratings(run, dict(ratings))
        while True:
            self._keep()
            with stored_pools.locked(self._database) as connection:
                page, changes = self._write_page(connection, book, run, pool, after, numbers)
                results += len(page)
                after = moment(page[-1]) if page else after
                changed = {each.player: each.after for match in changes for each in match.changes}
                stored_pools.put_ratings(self._database, connection, run, changed, self._rules, self._now_ms())
                if len(page) <= self._last_part:
                    self._show(connection, pool, run, results, len(ratings), after, season_ms)
                    return results

    def _write_page(
        self,
        connection: Connection,
        book: RatingBook,
        run: int,
        pool: Pool,
        after: Moment | None,
        numbers: Counter[str],
    ) -> tuple[list[RatedResult], list[MatchChanges]]:
        """Rate the next results and store what they change."""
        until_ms = self._now_ms() - SETTLE_MS
        page, waiting = result_log.page(connection, pool, after, self._page, until_ms=until_ms)
        changes = [book.apply(result) for result in page]
        stored_pools.add_history(connection, run, stored_pools.history_rows(changes, numbers))
        result_log.mark_taken(connection, waiting)
        return page, changes

    def _write_ratings(self, run: int, ratings: dict[str, Rating]) -> None:
        players = sorted(ratings)
        for start in range(0, len(players), self._page):
            self._keep()
            some = {player: ratings[player] for player in players[start : start + self._page]}
            with self._database.begin() as connection:
                stored_pools.put_ratings(self._database, connection, run, some, self._rules, self._now_ms())

    def _show(
        self,
        connection: Connection,
        pool: Pool,
        run: int,
        results: int,
        players: int,
        last: Moment | None,
        season_ms: int,
    ) -> None:
        old = stored_pools.find_pool(connection, pool)
        assert old is not None
        ended_ms, match_id = last or (0, "")
        stored_pools.change_pool(
            connection,
            pool,
            run=run,
            rules_sha256=self._rules_sha256,
            revision=old.revision + 1,
            results=results,
            players=players,
            last_ended_ms=ended_ms,
            last_match_id=match_id,
            season_ms=season_ms,
            replay_reason=None,
        )
        replaced = update(rating_runs).where(rating_runs.c.id == old.run)
        connection.execute(replaced.values(replaced_ms=self._now_ms()))

    # -- the rest ------------------------------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Put results into the log that were archived by a release without one."""
        after: str | None = ""
        missing = 0
        while after is not None:
            self._keep()
            added, after = add_missing_results(self._database, after, SPAN)
            missing += added
        if missing:
            _log.info("results added to the log", matches=missing)

    def _estimate(self) -> None:
        for stored in self._pools():
            is_stale = stored.strengths_results != stored.results and stored.strengths_due_ms <= self._now_ms()
            if stored.pool.population is Population.BOTS and stored.replay_reason is None and is_stale:
                self._keep()
                estimate_strengths(self._database, stored, self._now_ms)

    def _remove_old_runs(self) -> None:
        now_ms, runs = self._now_ms(), rating_runs.c
        with self._database.read() as connection:
            shown = set(connection.execute(select(rating_pools.c.run)).scalars())
            all_runs = connection.execute(select(runs.id, runs.begun_ms, runs.replaced_ms)).all()
        for run in all_runs:
            ends_ms = run.begun_ms + ABANDONED_MS if run.replaced_ms is None else run.replaced_ms + REPLACED_MS
            if run.id in shown or ends_ms > now_ms:
                continue
            is_left = True
            while is_left:
                self._keep()
                with self._database.begin() as connection:
                    is_left = stored_pools.remove_part_of_run(connection, run.id, _PLAYERS_REMOVED)

    def _pools(self) -> list[StoredPool]:
        with self._database.read() as connection:
            return stored_pools.all_pools(connection)

    def _stored(self, pool: Pool) -> StoredPool:
        with self._database.read() as connection:
            found = stored_pools.find_pool(connection, pool)
        assert found is not None  # pools are never removed
        return found

    def _reason(self, stored: StoredPool) -> ReplayReason | None:
        if stored.replay_reason is None and stored.rules_sha256 != self._rules_sha256:
            return ReplayReason.RULES
        return stored.replay_reason

    @contextmanager
    def _lease(self) -> Iterator[int | None]:
        """The right to do all this, until the end of the block, and when all was done last; None: another process has
        it."""
        columns = rating_upkeep.c
        now_ms, holder = self._now_ms(), secrets.token_hex(16)
        with self._database.begin() as connection:
            row = {"id": 1, "nightly_ms": 0, "lease_ms": 0, "holder": ""}
            connection.execute(self._database.insert(rating_upkeep).on_conflict_do_nothing(), row)
            free = update(rating_upkeep).where(has_passed(columns.lease_ms, now_ms, LEASE_MS))
            taken = connection.execute(free.values(lease_ms=now_ms + LEASE_MS, holder=holder)).rowcount
            nightly_ms = connection.execute(select(columns.nightly_ms)).scalar_one()
        if not taken:
            yield None
            return
        self._holder, self._kept_ms = holder, now_ms
        try:
            yield nightly_ms
        finally:
            self._change(lease_ms=0)

    def _keep(self) -> None:
        """Prolong the lease if it is time to.

        Raises:
            LeaseLost.
        """
        if self._is_stopping():
            raise LeaseLost
        now_ms = self._now_ms()
        if now_ms - self._kept_ms >= LEASE_MS // 6:
            if not self._change(lease_ms=now_ms + LEASE_MS):
                raise LeaseLost
            self._kept_ms = now_ms

    def _change(self, **values: int) -> bool:
        """Change the row of whoever has the lease; False: that is another."""
        mine = update(rating_upkeep).where(rating_upkeep.c.holder == self._holder)
        with self._database.begin() as connection:
            return connection.execute(mine.values(**values)).rowcount == 1


def _history(book: RatingBook, results: Iterable[RatedResult], numbers: Counter[str]) -> set[stored_pools.HistoryRow]:
    """The history that results make."""
    return set(stored_pools.history_rows([book.apply(result) for result in results], numbers))


def _name(pool: Pool) -> str:
    return f"{pool.ruleset}/{pool.seats}/{pool.population.value}"
