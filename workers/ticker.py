"""The ticker: looks at the clock for all matches.

It turns deadlines that have passed into outbox entries, and requests reconciliation now and then. Several tickers may
run. A lease keeps all but one quiet, which saves work; the moves themselves are atomic, so two tickers at once do no
harm.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import redis
import structlog

from services.telemetry import metrics
from workers.backoff import Backoff
from workers.relay import UNREACHABLE

log = structlog.get_logger("ticker")

LEASE_KEY: Final = "playhall:ticker:lease"
RECONCILE_KEY: Final = "playhall:ticker:reconcile"

# Take the lease, or prolong one's own when half of it is over; answers 1 if it is ours now. Prolonged at each tick, it
# would keep the disk of an idle machine busy.
_ACQUIRE: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
if not holder or redis.call('PTTL', KEYS[1]) * 2 < tonumber(ARGV[2]) then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1
"""
_RELEASE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"


class Lease:
    """The right to tick, loaded for a few seconds at a time."""

    MILLISECONDS: Final = 5_000

    def __init__(self, client: "redis.Redis", holder: str) -> None:
        """``holder``: a name that no other living ticker has."""
        self._client = client
        self._holder = holder

    def acquire(self) -> bool:
        """Take or prolong the lease. False while another ticker has it."""
        return bool(self._client.eval(_ACQUIRE, 1, LEASE_KEY, self._holder, str(self.MILLISECONDS)) == 1)

    def release(self) -> None:
        """Let another ticker go on at once."""
        self._client.eval(_RELEASE, 1, LEASE_KEY, self._holder)


@dataclass(frozen=True, slots=True)
class TickerTasks:
    """What a ticker does.

    ``move_due(now_ms, limit)``: move deadlines that have passed, at most ``limit`` of each shard; returns how many.
    ``reconcile()``: request the reconciliation task. ``must_append()``: whether commitments wait for their log that
    nobody was asked to append; ``append()``: request it.
    """

    move_due: Callable[[int, int], int]
    reconcile: Callable[[], object]
    must_append: Callable[[], bool]
    append: Callable[[], object]


class Ticker:
    """One ticker."""

    TICK_SECONDS: Final = 0.25
    BATCH: Final = 200

    def __init__(self, client: "redis.Redis", lease: Lease, tasks: TickerTasks, *, reconcile_seconds: int) -> None:
        self._client = client
        self._lease = lease
        self._tasks = tasks
        self._reconcile_seconds = reconcile_seconds

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
                if self._lease.acquire():
                    self.tick(int(time.time() * 1000))
                wait = self.TICK_SECONDS
                pause.reset()
            except UNREACHABLE as error:
                wait = pause.next()
                log.warning("unreachable", error=type(error).__name__, going_on_in_seconds=round(wait, 1))
            else:
                if not announced:
                    ready()
                    announced = True
            stop.wait(wait)
        self._leave()

    def tick(self, now_ms: int) -> None:
        """One look at the clock: move all that is due, request reconciliation if it is time for it, and that new
        commitments are appended to their log."""
        moved = self.BATCH
        while moved >= self.BATCH:
            moved = self._tasks.move_due(now_ms, self.BATCH)
            metrics.deadlines_moved(moved)
        # The key is the schedule: whoever sets it again after it has expired requests the task.
        if self._client.set(RECONCILE_KEY, "1", nx=True, ex=self._reconcile_seconds):
            self._tasks.reconcile()
        if self._tasks.must_append():
            self._tasks.append()

    def _leave(self) -> None:
        try:
            self._lease.release()
        except UNREACHABLE as error:
            log.warning("lease not released", error=type(error).__name__)
