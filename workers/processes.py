"""The workers' processes: a worker, a relay, a ticker."""

import ctypes
import gc
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

import redis
import structlog
from celery import Celery, signals

from services.matches.commitment_queue import CommitmentQueue
from services.matches.deadlines import move_due
from services.matches.outbox import outboxes
from services.matches.ticker_gaps import TickerBeats
from services.matches.work_queues import WorkQueue
from services.platform_time import PlatformClock, followed, platform_ms
from services.redis_clients import live_state
from services.redis_clients import queues as redis_queues
from services.settings import Settings
from services.telemetry.health import Heartbeat
from services.telemetry.redis_metrics import RedisCollector
from workers import maintenance, ratings, series, tournament_webhooks, tournaments
from workers.app import AnyServices, create_worker
from workers.bootsteps import ReconnectStep, consumer_class, heartbeat_step
from workers.relay import Publisher, Relay, run_relays
from workers.task_watch import TaskWatch
from workers.ticker import Lease, Ticker, TickerTasks

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

    from services.database import Database
    from services.matches.backlog_metrics import Backlog
    from services.stored_series import SeriesJobs

log = structlog.get_logger("workers")

SHUTDOWN_SECONDS: Final = 20.0
"""How long a worker that was asked to stop waits for its tasks before it puts them back."""


def run_worker(
    settings: Settings,
    queues: Sequence[WorkQueue],
    processes: int,
    ready: Callable[[], None] = lambda: None,
    *,
    services: Callable[[Settings], AnyServices] | None = None,
    shutdown_seconds: float = SHUTDOWN_SECONDS,
    heartbeat: Heartbeat | None = None,
    threads: bool = False,
) -> int:
    """Tasks on the queues with a pool of processes until SIGTERM; of threads if asked for: their tasks have no time
    limit.

    A stop takes no new task and ends when the last one has ended. Celery's soft shutdown would sleep through its whole
    time even if the tasks end at once; so the stop is a warm one, with a deadline after which the tasks that still run
    are put back into their queue.

    ``ready`` is called when the worker takes tasks. ``services`` makes what the tasks call, by default the real ones.

    Returns:
        The exit code.
    """
    if services is None:
        services = _services_for(settings, queues, processes)
    app = create_worker(settings, services)
    _keep_our_logging()
    _ready_signal(ready)
    app.steps["consumer"].add(ReconnectStep)
    if heartbeat is not None:
        _ready_signal(heartbeat.begin)
        app.steps["consumer"].add(heartbeat_step(heartbeat))
    _shutdown_deadline(shutdown_seconds)
    beat = heartbeat.beat if heartbeat is not None else lambda: None
    app.conf.worker_consumer = consumer_class(redis_queues(settings.redis), beat)
    worker = app.Worker(
        hostname=f"{'-'.join(queue.value for queue in queues)}-{os.getpid()}@{socket.gethostname()}",
        queues=[queue.value for queue in queues],
        concurrency=processes,
        pool="threads" if threads else "prefork",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    # What exists now stays: the collector need not look at it in the pool's processes, where each look would copy it.
    gc.freeze()
    worker.start()
    return int(worker.exitcode or 0)


def _services_for(settings: Settings, queues: Sequence[WorkQueue], processes: int) -> Callable[[Settings], AnyServices]:
    """What makes the services of each process of a worker: no more than its queues need. It is imported here, before
    the pool is forked, so that its processes share the memory of it."""
    if set(queues) == {WorkQueue.SCORING}:
        from workers.scoring_bootstrap import scoring_services

        return scoring_services
    if set(queues) == {WorkQueue.WEBHOOKS}:
        from workers.call_bootstrap import call_services

        return partial(call_services, threads=processes)

    from workers.turn_bootstrap import bulkhead_of, turn_services

    bulkhead = bulkhead_of(settings, processes)
    if set(queues) <= {WorkQueue.TURNS, WorkQueue.THINKING}:
        return partial(turn_services, bulkhead=bulkhead)

    from workers.bootstrap import worker_services

    is_stopping = _stop_flag()
    return partial(worker_services, bulkhead=bulkhead, is_stopping=lambda: is_stopping.value, queues=queues)


def run_relay(
    settings: Settings,
    name: str,
    stop: threading.Event,
    ready: Callable[[], None] = lambda: None,
    *,
    heartbeat: Heartbeat | None = None,
) -> None:
    """Move outbox entries to the queues until ``stop`` is set. ``name``: the relay's in the outbox's group."""
    app = create_worker(settings)
    heartbeat = heartbeat or Heartbeat()
    client = live_state(settings.redis)
    publisher = Publisher(app, client, redis_queues(settings.redis))
    relays = [Relay(outbox, publisher, name) for outbox in outboxes(client)]
    run_relays(relays, stop, _all([ready, heartbeat.begin]), heartbeat.beat)


def backlog_of(settings: Settings) -> "tuple[redis.Redis, Callable[[], Backlog]]":
    """The live state, and what measures the backlog there and in the queues. Connects to nothing yet."""
    from services.matches.backlog_metrics import BacklogMeter

    live = live_state(settings.redis)
    return live, BacklogMeter(live, redis_queues(settings.redis)).measure


def backlog_collector(settings: Settings) -> "Collector":
    """The backlog for Prometheus, each time it asks."""
    from services.matches.backlog_metrics import BacklogCollector

    return BacklogCollector(backlog_of(settings)[1], (redis.RedisError, OSError))


def redis_collector(settings: Settings) -> RedisCollector:
    """What the Redis servers say of themselves, each time Prometheus asks."""
    return RedisCollector({"live": live_state(settings.redis), "broker": redis_queues(settings.redis)})


def series_collector(settings: Settings) -> "Collector":
    """What there is of series, each time Prometheus asks."""
    from workers.series_metrics import SeriesCollector

    return SeriesCollector(_series_jobs(settings).backlog)


def webhook_collector(settings: Settings) -> "Collector":
    """Bots that are not called for a while, each time Prometheus asks."""
    from services.webhooks.line import CallLine
    from workers.webhook_metrics import WebhookCollector

    return WebhookCollector(CallLine(live_state(settings.redis)).count_offline)


def run_ticker(
    settings: Settings,
    name: str,
    stop: threading.Event,
    ready: Callable[[], None] = lambda: None,
    *,
    heartbeat: Heartbeat | None = None,
) -> None:
    """Watch the deadlines until ``stop`` is set. ``name``: one that no other living ticker has."""
    # Not above: it comes with SQL, of which a relay has none.
    from services.quick_pairing.store import store_from

    heartbeat = heartbeat or Heartbeat()
    app = create_worker(settings)
    client = live_state(settings.redis)
    watches = [
        _series_watch(settings, app),
        _tournament_watch(settings, app),
        _posting_watch(settings, app),
        *_rating_watches(settings, app),
    ]
    tasks = TickerTasks(
        time=(followed() or PlatformClock(client)).measure,
        move_due=lambda now_ms, limit, shards: move_due(
            client, now_ms, limit, nudge_seconds=settings.matches.nudge_seconds, shards=shards
        ),
        reconcile=lambda: maintenance.request_reconciliation(app),
        must_append=CommitmentQueue(client).must_request,
        append=lambda: app.send_task(maintenance.APPEND, queue=WorkQueue.MAINTENANCE.value, retry=False),
        must_pair=store_from(settings.tickets, client).must_pair,
        pair=lambda: maintenance.request_pairing(app),
        watch=_all(each.ask for each in watches),
        beat=TickerBeats(client).beat,
    )
    for each in watches:
        each.start()
    Ticker(client, Lease(client, name), tasks, reconcile_seconds=maintenance.RECONCILE_SECONDS).run(
        stop, _all([ready, heartbeat.begin]), heartbeat.beat
    )


def _series_watch(settings: Settings, app: Celery) -> TaskWatch:
    """What looks for series that have something to play. Connects to nothing yet."""
    broker = redis_queues(settings.redis)
    return TaskWatch(
        "series",
        _series_jobs(settings).is_work,
        lambda: series.WAITING_TASKS - int(broker.llen(series.QUEUE)),
        partial(series.request_play, app),
    )


def _tournament_watch(settings: Settings, app: Celery) -> TaskWatch:
    """What looks for tournaments that are due. Connects to nothing yet."""
    from services.stored_tournaments.due import is_due

    database = _database(settings)
    return TaskWatch(
        "tournaments", lambda: is_due(database, platform_ms()), lambda: 1, partial(tournaments.request_advance, app)
    )


def _posting_watch(settings: Settings, app: Celery) -> TaskWatch:
    """What looks for webhooks of tournaments to which something is to be posted. Connects to nothing yet."""
    from services.tournament_webhooks.store import is_due

    database = _database(settings)
    request = partial(tournament_webhooks.request_post, app)
    return TaskWatch("webhooks of tournaments", lambda: is_due(database, platform_ms()), lambda: 1, request)


def _rating_watches(settings: Settings, app: Celery) -> tuple[TaskWatch, TaskWatch]:
    """What looks for results that wait for the ratings, and for replays that are due. Connects to nothing yet."""
    from services.stored_ratings.due import is_rating_due, is_upkeep_due
    from services.stored_ratings.rules_file import rules_from

    database, rules, hour = _database(settings), rules_from(settings.ratings), settings.ratings.ratings_replay_hour
    upkeep = ratings.UpkeepRequests(app)
    return (
        TaskWatch(
            "ratings",
            lambda: is_rating_due(database, rules, platform_ms()),
            lambda: 1,
            partial(ratings.request_rating, app),
        ),
        TaskWatch(
            "rating upkeep",
            lambda: is_upkeep_due(database, rules, platform_ms(), hour),
            upkeep.missing,
            upkeep.request,
        ),
    )


def _series_jobs(settings: Settings) -> "SeriesJobs":
    from services.stored_series import SeriesJobs

    return SeriesJobs(_database(settings))


@lru_cache(maxsize=1)
def _database(settings: Settings) -> "Database":
    """One for whoever asks in this process: its connections are counted."""
    # Not above: a relay needs no SQL.
    from services.database import Database

    return Database(settings.database.database_url, connections=settings.database.database_connections)


def _all(functions: Iterable[Callable[[], None]]) -> Callable[[], None]:
    called = tuple(functions)

    def call() -> None:
        for function in called:
            function()

    return call


def _keep_our_logging() -> None:
    def nothing(**_: object) -> None:
        """Celery sets up no logging when somebody listens to this signal."""

    signals.setup_logging.connect(nothing, weak=False)


def _ready_signal(ready: Callable[[], None]) -> None:
    def tell(**_: object) -> None:
        ready()

    signals.worker_ready.connect(tell, weak=False)


def _stop_flag() -> "ctypes.c_bool":
    """Set in all processes of the worker when it is asked to stop. To be made before they are forked."""
    flag: ctypes.c_bool = multiprocessing.RawValue(ctypes.c_bool)

    def stop(**_: object) -> None:
        flag.value = True

    signals.worker_shutting_down.connect(stop, weak=False)
    return flag


def _shutdown_deadline(shutdown_seconds: float) -> None:
    def begin(**_: object) -> None:
        log.info("stopping")
        threading.Thread(target=wait_and_put_back, name="stop deadline", daemon=True).start()

    def wait_and_put_back() -> None:
        time.sleep(shutdown_seconds)
        log.warning("tasks still run and are put back", seconds=shutdown_seconds)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGQUIT)

    signals.worker_shutting_down.connect(begin, weak=False)
