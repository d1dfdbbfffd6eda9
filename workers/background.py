"""A relay, a ticker, and a worker for results and maintenance in one process: on one machine all three mostly wait.

Each does what it does in a process of its own. When one of them fails the process ends, and all three start again.
"""

import signal
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import structlog
from redis import Redis

from services.matches.work_queues import WorkQueue
from services.redis_clients import UNAVAILABLE
from services.redis_clients import queues as redis_queues
from services.settings import Settings
from services.telemetry.causes import cause_of
from services.telemetry.health import Heartbeat
from workers.processes import run_relay, run_ticker, run_worker
from workers.relay import WhenAll

log = structlog.get_logger("workers")

QUEUES: Final = (WorkQueue.SCORING, WorkQueue.MAINTENANCE)
THREADS: Final = 2
"""While one looks after a large tournament the other scores matches and looks after others. Nothing that they do
outlasts the time limits of Redis and SQL, so no process need be killed for it."""
LOOK_SECONDS: Final = 0.25
"""How often there is a look at queues whose workers do not run yet."""


@dataclass(frozen=True, slots=True)
class Heartbeats:
    """Of the three loops."""

    relay: Heartbeat = field(default_factory=Heartbeat)
    ticker: Heartbeat = field(default_factory=Heartbeat)
    worker: Heartbeat = field(default_factory=Heartbeat)

    @property
    def alive(self) -> bool:
        """Whether all go on."""
        return self.relay.alive and self.ticker.alive and self.worker.alive

    @property
    def ready(self) -> bool:
        """Whether all work."""
        return self.relay.ready and self.ticker.ready and self.worker.ready


def run_background(
    settings: Settings,
    relay_name: str,
    ticker_name: str,
    ready: Callable[[], None] = lambda: None,
    *,
    heartbeats: Heartbeats | None = None,
    on_demand: Collection[WorkQueue] = (),
    need: Callable[[WorkQueue], None] = lambda _: None,
) -> int:
    """Run all three until SIGTERM. ``relay_name``, ``ticker_name``: see :func:`workers.processes.run_relay` and
    :func:`workers.processes.run_ticker`. ``ready`` is called when all work. ``need`` is called with each of the
    queues ``on_demand`` once tasks wait in it.

    Returns:
        The exit code.
    """
    beats = heartbeats or Heartbeats()
    stop = threading.Event()
    is_ready = WhenAll(3, ready)
    with ThreadPoolExecutor(3, "background") as threads:
        loops = [
            threads.submit(run_relay, settings, relay_name, stop, partial(is_ready, 0), heartbeat=beats.relay),
            threads.submit(run_ticker, settings, ticker_name, stop, partial(is_ready, 1), heartbeat=beats.ticker),
            threads.submit(watch_demand, redis_queues(settings.redis), on_demand, need, stop),
        ]
        for loop in loops:
            loop.add_done_callback(partial(_stop_worker_after_failure, stop))
        try:
            code = run_worker(settings, QUEUES, THREADS, partial(is_ready, 2), heartbeat=beats.worker, threads=True)
        finally:
            stop.set()
    for loop in loops:
        loop.result()
    return code


def watch_demand(
    broker: Redis, queues: Collection[WorkQueue], need: Callable[[WorkQueue], None], stop: threading.Event
) -> None:
    """Call ``need`` with each queue once tasks wait in it, until that has happened for all, or ``stop`` is set."""
    waiting = list(queues)
    while waiting and not stop.wait(LOOK_SECONDS):
        try:
            found = [queue for queue in waiting if broker.llen(queue.value)]
        except (*UNAVAILABLE, OSError) as error:
            log.debug("broker unavailable", error=cause_of(error))  # the relay says so, too
            continue
        for queue in found:
            need(queue)
            waiting.remove(queue)


def _stop_worker_after_failure(stop: threading.Event, loop: "Future[None]") -> None:
    if loop.exception() is not None and not stop.is_set():
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
