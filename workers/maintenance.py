"""Tasks of the queue ``maintenance``: commitments into their log, matches that expire, rounds of pairing, and
reconciliation, which finds what every finer net has missed."""

from collections.abc import Callable
from typing import Final

from celery import Celery

from services.matches.redis_keys import SHARDS
from workers.expiring_tasks import send_expiring
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

APPEND: Final = "maintenance.append_commitments"
EXPIRE: Final = "maintenance.expire"
PAIR: Final = "maintenance.pair_tickets"
PAIR_SECONDS: Final = 5
"""A round of pairing that no worker has begun after so long is dropped: others have been requested since."""
RECONCILE: Final = "maintenance.reconcile"
RECONCILE_SECONDS: Final = 60
"""How often the ticker requests reconciliation."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=APPEND, base=GuardedTask, shared=False)
    def append_commitments() -> None:
        """Append the commitments of new matches to the public log."""
        with guarded(APPEND):
            services().commitments.append_waiting()

    @app.task(name=EXPIRE, base=GuardedTask, shared=False)
    def expire(match_id: str, rev: int) -> None:
        """Abort a match in which nothing has happened for too long, if that is still so."""
        with guarded(EXPIRE, match=match_id, rev=rev):
            services().expire(match_id)

    @app.task(name=PAIR, base=GuardedTask, shared=False)
    def pair_tickets() -> None:
        """Pair tickets that wait, and make the matches of those that are paired."""
        with guarded(PAIR):
            services().pairing.run()

    @app.task(name=RECONCILE, base=GuardedTask, shared=False)
    def reconcile(shard: int | None = None) -> None:
        """Give matches of a shard the deadlines that got lost: those with bot seats that must decide while nothing
        happens, and matches that ended and were never scored. Append commitments that are missing in their log. With
        the first shard, remove deliveries and crash reports that have been kept long enough.
        Without a shard, as an earlier release requests it: of all."""
        shards = range(SHARDS) if shard is None else (shard,)
        with guarded(RECONCILE):
            services().give_time_back(shards)
            services().reconcile(shards)
            services().commitments.reconcile(shards)
            if 0 in shards:
                services().remove_old_deliveries()


def request_pairing(app: Celery) -> None:
    """Send the task that pairs tickets.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    send_expiring(app, PAIR, app.conf.task_default_queue, PAIR_SECONDS)


def request_reconciliation(app: Celery) -> None:
    """Send the tasks that look at every match, one for each shard, so that workers share them. What no worker has begun
    until they are sent again is dropped.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    for shard in range(SHARDS):
        send_expiring(app, RECONCILE, app.conf.task_default_queue, RECONCILE_SECONDS, (shard,))
