"""Tasks of the queue ``maintenance``: commitments into their log, matches that expire, and reconciliation, which finds
what every finer net has missed."""

from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

APPEND: Final = "maintenance.append_commitments"
EXPIRE: Final = "maintenance.expire"
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

    @app.task(name=RECONCILE, base=GuardedTask, shared=False)
    def reconcile() -> None:
        """Give matches the deadlines that got lost: those with bot seats that must decide while nothing happens, and
        matches that ended and were never scored. Append commitments that are missing in their log."""
        with guarded(RECONCILE):
            services().reconcile()
            services().commitments.reconcile()
