"""The task of tournaments, in the queue ``maintenance``: results are collected, rounds paired, matches made.

What is to be done, and when, is in SQL. A task says only that a process has time: one too many finds nothing to do, and
one that is lost is replaced by the ticker a second later.
"""

import time
from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.expiring_tasks import send_expiring
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

ADVANCE: Final = "tournaments.advance"
BUDGET_SECONDS: Final = 1.0
"""How long a task goes on to look after tournaments. Its process scores matches, too, of everybody: they do not wait
longer for those who hold many tournaments."""
REQUEST_SECONDS: Final = 5
"""A task that no worker has begun after so long is dropped: others have been requested since."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the task to the application."""

    @app.task(name=ADVANCE, base=GuardedTask, shared=False)
    def advance() -> None:
        """Look after tournaments that are due, for some seconds."""
        until = time.monotonic() + BUDGET_SECONDS
        with guarded(ADVANCE):
            while services().tournaments.advance() and time.monotonic() < until:
                pass


def request_advance(app: Celery) -> None:
    """Send a task.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    send_expiring(app, ADVANCE, app.conf.task_default_queue, REQUEST_SECONDS)
