"""The Celery application: its queues, its settings and its tasks."""

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from celery import Celery
from kombu import Queue

from services.matches.work_queues import WorkQueue
from services.settings import Settings
from workers import maintenance, ratings, scoring, series, tournament_webhooks, tournaments, turns, webhooks
from workers.broker import broker_address, use_checked_connections
from workers.per_process import PerProcess
from workers.services import CallServices, ScoringServices, TurnServices, WorkerServices

AnyServices: TypeAlias = TurnServices | ScoringServices | CallServices
S = TypeVar("S", TurnServices, ScoringServices, CallServices, WorkerServices)

SOFT_LIMIT_SECONDS: Final = 45
HARD_LIMIT_SECONDS: Final = 60
VISIBILITY_SECONDS: Final = 120
"""After this long an unacknowledged message is delivered again. No task that is acknowledged late runs, and no retry
waits, that long."""


def create_worker(settings: Settings, services: Callable[[Settings], AnyServices] | None = None) -> Celery:
    """The Celery application with all tasks registered.

    ``services`` makes what the tasks of the worker's queues call. None for a process that sends tasks and runs none. It
    is called once in each process that runs a task, when its first task comes: connections and channels must not cross
    a fork.
    """
    use_checked_connections()
    broker = broker_address(settings)
    app = Celery("playhall", broker=broker.url, set_as_current=False)
    app.conf.update(
        # A task is acknowledged when it is done. A worker that dies in the middle leaves it to another.
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        # Nobody asks for results: what a task did is in the match.
        task_ignore_result=True,
        result_backend=None,
        task_soft_time_limit=SOFT_LIMIT_SECONDS,
        task_time_limit=HARD_LIMIT_SECONDS,
        task_serializer="json",
        accept_content=["json"],
        task_queues=[Queue(queue.value) for queue in WorkQueue],
        task_default_queue=WorkQueue.MAINTENANCE.value,
        task_create_missing_queues=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        # A broker that refuses a command (its memory or disk is full) is waited for, like one that is away.
        broker_channel_error_retry=True,
        broker_use_ssl=broker.tls,
        broker_transport_options={
            **broker.transport_options,
            "visibility_timeout": VISIBILITY_SECONDS,
            # A task whose worker died comes back with the match's next nudge; this is for when that fails too.
            "unacked_restore_interval": 15,
            "unacked_restore_throttle": 1,
            "socket_keepalive": True,
            "health_check_interval": 3,  # a broker that hangs, or whose machine is gone, is noticed in seconds
        },
        # No broadcasts: they cost a pub/sub connection per worker and nobody listens.
        worker_send_task_events=False,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
    )

    def make() -> AnyServices:
        if services is None:
            raise RuntimeError("this application sends tasks and runs none")
        return services(settings)

    here = PerProcess(make)

    def here_as(kind: type[S]) -> Callable[[], S]:
        def find() -> S:
            found = here()
            if not isinstance(found, kind):
                raise TypeError(f"this worker has no {kind.__name__}: it is not of the task's queue")
            return found

        return find

    turns.register(app, here_as(TurnServices))
    scoring.register(app, here_as(ScoringServices))
    for calling in (webhooks, tournament_webhooks):
        calling.register(app, here_as(CallServices))
    for tasks in (series, maintenance, tournaments, ratings):
        tasks.register(app, here_as(WorkerServices))
    return app
