"""The ticker: looks at the clock for all matches.

It turns deadlines that have passed into outbox entries, and requests reconciliation now and then. Several tickers may
run, and share the shards: each has a lease that it prolongs, all see who has one, and so each knows which shards are
its own. That saves work and no more; the moves themselves are atomic, so two tickers at one shard do no harm while they
do not know of each other yet.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import redis
import structlog

from services.matches.redis_keys import SHARDS
from services.matches.ticker_gaps import BEAT_MS
from services.platform_time import Gate
from services.telemetry import metrics
from services.telemetry.causes import cause_of
from workers.backoff import Backoff
from workers.relay import UNREACHABLE

log = structlog.get_logger("ticker")

LEASES_KEY: Final = "playhall:tickers"
"""Sorted set: the names of tickers by the millisecond when their leases end, by the server's clock."""
RECONCILE_KEY: Final = "playhall:ticker:reconcile"

# Take a lease, or prolong one's own when half of it is over; answers who has one. Prolonged at each tick, it would keep
# the disk of an idle machine busy. A lease that ends later than any is from before the server's clock was set back.
_PROLONG: Final = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + ARGV[2]), '+inf')
local ends = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not ends or (ends - now) * 2 < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
end
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""


class Lease:
    """The right to a share of the shards, for a few seconds at a time."""

    MILLISECONDS: Final = 5_000

    def __init__(self, client: "redis.Redis", holder: str) -> None:
        """``holder``: a name that no other living ticker has."""
        self._client = client
        self._holder = holder
        self._prolong = client.register_script(_PROLONG)

    def shards(self) -> Sequence[int]:
        """Take or prolong the lease; the shards that are this ticker's now. Together the tickers have all shards, each
        as many as the others, or one more. With more tickers than shards, some have none."""
        holders: list[bytes] = sorted(self._prolong([LEASES_KEY], [self._holder, self.MILLISECONDS]))
        return range(holders.index(self._holder.encode()), SHARDS, len(holders))

    def release(self) -> None:
        """Let the others have this ticker's share at once."""
        self._client.zrem(LEASES_KEY, self._holder)


@dataclass(frozen=True, slots=True)
class TickerTasks:
    """What a ticker does.

    ``time()``: the platform's, from Redis itself: a ticker looks at the clocks of all matches, and believes no other.
    ``move_due(now_ms, limit, shards)``: move deadlines that have passed, at most ``limit`` of each shard, the oldest
    first; returns how many.
    ``beat(now_ms)``: note that a ticker lives; whether no ticker had for a while. ``reconcile()``: request the
    reconciliation task. ``must_append()``: whether commitments wait for their log that
    nobody was asked to append; ``append()``: request it. ``must_pair()``: whether tickets wait and no round of pairing
    was requested in the last second; ``pair()``: request it. ``watch()``: have somebody look whether series have
    something to play, tournaments or their webhooks are due, or results wait for the ratings; returns at once.
    """

    time: Callable[[], int]
    move_due: Callable[[int, int, Sequence[int]], int]
    reconcile: Callable[[], object]
    must_append: Callable[[], bool]
    append: Callable[[], object]
    must_pair: Callable[[], bool]
    pair: Callable[[], object]
    watch: Callable[[], object]
    beat: Callable[[int], bool]


class Ticker:
    """One ticker."""

    TICK_SECONDS: Final = 0.25
    BATCH: Final = 200
    """How many deadlines of each shard are moved at once: what a script does in a millisecond or two."""

    def __init__(self, client: "redis.Redis", lease: Lease, tasks: TickerTasks, *, reconcile_seconds: int) -> None:
        self._reconciling = Gate(client, RECONCILE_KEY)
        self._lease = lease
        self._tasks = tasks
        self._reconcile_seconds = reconcile_seconds
        self._beaten_ms = 0

    def run(
        self,
        stop: threading.Event,
        ready: Callable[[], None] = lambda: None,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        """Tick until ``stop`` is set. ``ready`` is called when Redis was reached for the first time, ``beat`` in each
        round."""
        pause = Backoff()
        announced = False
        while not stop.is_set():
            beat()
            try:
                is_more = self.tick(self._tasks.time(), self._lease.shards())
                wait = 0 if is_more else self.TICK_SECONDS
                pause.reset()
            except UNREACHABLE as error:
                wait = pause.next()
                log.warning("unreachable", error=cause_of(error), going_on_in_seconds=round(wait, 1))
            else:
                if not announced:
                    ready()
                    announced = True
            stop.wait(wait)
        self._leave()

    def tick(self, now_ms: int, shards: Sequence[int]) -> bool:
        """One look at the clock for some shards: note that a ticker lives, have the time given back to clocks in which
        none did, then move a batch of what is due in each. Who has the first shard also requests reconciliation if it
        is time for it, that new commitments are appended to their log and that tickets are paired, and has series
        and tournaments looked for.

        Returns:
            Whether more may be due.
        """
        if abs(now_ms - self._beaten_ms) >= BEAT_MS:
            if self._tasks.beat(now_ms):
                self._tasks.reconcile()
            self._beaten_ms = now_ms
        moved = self._tasks.move_due(now_ms, self.BATCH, shards)
        metrics.deadlines_moved(moved)
        if 0 in shards:
            if self._reconciling.passes(self._reconcile_seconds * 1000):
                self._tasks.reconcile()
            if self._tasks.must_append():
                self._tasks.append()
            if self._tasks.must_pair():
                self._tasks.pair()
            self._tasks.watch()
        return moved >= self.BATCH

    def _leave(self) -> None:
        try:
            self._lease.release()
        except UNREACHABLE as error:
            log.warning("lease not released", error=cause_of(error))
