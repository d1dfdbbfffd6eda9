"""The relay: moves what matches have put into the outbox to Celery.

An entry is taken off the outbox only after its task is published, so a relay that dies publishes it again, or another
relay does. The task looks at its match before it acts: delivered at least once, it takes effect once.

A relay waits for the outboxes that one command can read. On a Redis Cluster that is one shard's, so a process runs a
relay for each shard.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import redis
import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from services.matches.outbox import OutboxEntry, OutboxKind
from services.matches.turn_queue import QUEUES, TurnQueue
from services.matches.work_queues import SENT_AT_HEADER, WorkQueue
from services.platform_time import platform_ms
from services.telemetry import metrics, tracing
from services.telemetry.causes import cause_of
from workers import maintenance, scoring, turns, webhooks
from workers.backoff import Backoff

log = structlog.get_logger("relay")

UNREACHABLE: Final = (redis.RedisError, OperationalError, OSError)
"""What says that Redis or the broker is away, or not itself yet."""


@dataclass(frozen=True, slots=True)
class Route:
    """The task that an outbox entry becomes."""

    task: str
    queue: WorkQueue


ROUTES: Final[Mapping[OutboxKind, Route]] = {
    OutboxKind.TURN: Route(turns.PLAY, WorkQueue.TURNS),
    OutboxKind.THINK: Route(turns.THINK, WorkQueue.THINKING),
    OutboxKind.OVERDUE: Route(turns.PLAY, WorkQueue.TURNS),
    OutboxKind.SEARCH: Route(turns.SEARCH, WorkQueue.THINKING),
    OutboxKind.SCORE: Route(scoring.SCORE, WorkQueue.SCORING),
    OutboxKind.CALL: Route(webhooks.REQUEST, WorkQueue.WEBHOOKS),
    OutboxKind.EXPIRE: Route(maintenance.EXPIRE, WorkQueue.MAINTENANCE),
}


class Source(Protocol):
    """What the relay reads: see :class:`services.matches.outbox.Outbox`."""

    def read(self, consumer: str, *, block_ms: int, count: int) -> Sequence[OutboxEntry]: ...

    def reclaim(self, consumer: str, *, idle_ms: int, count: int) -> Sequence[OutboxEntry]: ...

    def done(self, entries: Sequence[OutboxEntry]) -> None: ...


class Relay:
    """One relay. Several may run: each entry is handed to one of them, and to another when that one is silent."""

    BATCH: Final = 32
    """How many entries of each shard are taken at once: few enough that they are published long before they are taken
    for left behind."""
    BLOCK_MS: Final = 1_000
    RECLAIM_SECONDS: Final = 5.0
    IDLE_MS: Final = 10_000
    """How long an entry may lie with a relay before another takes it over."""

    def __init__(self, outbox: Source, publish: Callable[[OutboxEntry], None], consumer: str) -> None:
        """``consumer``: its name in the group. Relays that share one do no harm; a name that stays the same leaves no
        trace of earlier ones in the outbox."""
        self._outbox = outbox
        self._publish = publish
        self._consumer = consumer
        self._held: deque[OutboxEntry] = deque()
        self._reclaim_due = 0.0

    def run(
        self,
        stop: threading.Event,
        ready: Callable[[], None] = lambda: None,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        """Move entries until ``stop`` is set. ``ready`` is called when the outbox was reached for the first time,
        ``beat`` in each round."""
        pause = Backoff()
        announced = False
        while not stop.is_set():
            beat()
            try:
                self.step(block_ms=self.BLOCK_MS if announced else 0)  # who is ready at once says so at once
            except UNREACHABLE as error:
                seconds = pause.next()
                log.warning("unreachable", error=cause_of(error), going_on_in_seconds=round(seconds, 1))
                stop.wait(seconds)
                continue
            pause.reset()
            if not announced:
                ready()
                announced = True

    def step(self, *, block_ms: int = BLOCK_MS) -> int:
        """Take what there is, waiting so long for it, and publish it.

        Returns:
            How many entries were published.
        """
        if not self._held:
            self._held.extend(self._take(block_ms))
        published: list[OutboxEntry] = []
        try:
            while self._held:
                self._publish(self._held[0])
                published.append(self._held.popleft())
        finally:
            # Also after a failure: what was published should not be published again.
            if published:
                self._outbox.done(published)
        return len(published)

    def _take(self, block_ms: int) -> Sequence[OutboxEntry]:
        now = time.monotonic()
        if now >= self._reclaim_due:
            left = self._outbox.reclaim(self._consumer, idle_ms=self.IDLE_MS, count=self.BATCH)
            # A full batch means that there may be more: look again at once.
            self._reclaim_due = now if len(left) == self.BATCH else now + self.RECLAIM_SECONDS
            if left:
                return left
        return self._outbox.read(self._consumer, block_ms=block_ms, count=self.BATCH)


def run_relays(
    relays: Sequence[Relay],
    stop: threading.Event,
    ready: Callable[[], None] = lambda: None,
    beat: Callable[[], None] = lambda: None,
) -> None:
    """Run relays, each in a thread of its own, until ``stop`` is set; it is set where one of them fails. ``ready`` is
    called when each of them has reached its outbox, ``beat`` whenever each has gone on."""
    all_ready, all_beat = WhenAll(len(relays), ready), WhenAll(len(relays), beat)
    with ThreadPoolExecutor(len(relays), "relay") as pool:
        running = [
            pool.submit(relay.run, stop, partial(all_ready, number), partial(all_beat, number))
            for number, relay in enumerate(relays)
        ]
        wait(running, return_when=FIRST_EXCEPTION)
        stop.set()
    for relay in running:
        relay.result()


class WhenAll:
    """Calls something whenever each of several callers has called."""

    def __init__(self, callers: int, call: Callable[[], None]) -> None:
        self._callers = frozenset(range(callers))
        self._called: set[int] = set()
        self._call = call
        self._lock = threading.Lock()

    def __call__(self, caller: int) -> None:
        with self._lock:
            self._called.add(caller)
            if self._called != self._callers:
                return
            self._called.clear()
        self._call()


class Publisher:
    """Sends outbox entries as Celery tasks. Turns go into queues that are fair between owners, and a task is sent to
    play the next of them: see :mod:`services.matches.turn_queue`. ``broker``: where Celery keeps its queues."""

    def __init__(self, app: Celery, live: redis.Redis, broker: redis.Redis) -> None:
        self._app = app
        self._broker: Any = broker
        lines = {name: TurnQueue(live, name) for name in set(QUEUES.values())}
        self._line_of = {kind: lines[name] for kind, name in QUEUES.items()}
        self._lines: dict[WorkQueue, set[TurnQueue]] = {}
        for kind, line in self._line_of.items():
            self._lines.setdefault(ROUTES[kind].queue, set()).add(line)

    def __call__(self, entry: OutboxEntry) -> None:
        """Publish one entry's task.

        Raises:
            redis.RedisError: the turn could not be queued.
            kombu.exceptions.OperationalError: the broker cannot be reached.
        """
        route = ROUTES[entry.kind]
        line = self._line_of.get(entry.kind)
        # One that waits already is asked for again by nudges. The task that was sent for it may have been lost: it gets
        # another one if there are fewer tasks than turns.
        if line is not None and not line.add(entry) and self._has_a_task_for_each(route.queue, line):
            return
        # Which match is scored the line says, as of turns. It is named for workers of before there was one.
        is_named = line is None or entry.kind is OutboxKind.SCORE
        with tracing.following(entry.trace):
            self._app.send_task(
                route.task,
                args=(entry.match_id, entry.rev) if is_named else (),
                task_id=None if line is not None else f"{entry.match_id}:{entry.rev}:{entry.kind.value}",
                queue=route.queue.value,
                retry=False,
                headers={SENT_AT_HEADER: platform_ms()},
            )
        metrics.outbox_published(entry.kind.value)

    def _has_a_task_for_each(self, queue: WorkQueue, line: TurnQueue) -> bool:
        """Whether there is a task for each turn that waits. Nobody can tell in a queue that has tasks of other lines,
        too."""
        is_alone = len(self._lines[queue]) == 1
        return is_alone and bool(self._broker.llen(queue.value) >= line.depth())
