"""The task of tournaments' webhooks, in the queue ``webhooks``: what has happened is posted to their hosts.

What is to be posted, and when, is in SQL. A task says only that a worker has time: one too many finds nothing to do,
and one that is lost is replaced by the ticker a second later.
"""

from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.expiring_tasks import send_expiring
from workers.services import CallServices
from workers.task_errors import GuardedTask, guarded
from workers.webhooks import BUDGET_SECONDS, QUEUE

POST: Final = "tournament_webhooks.post"
REQUEST_SECONDS: Final = 5
"""A task that no worker has begun after so long is dropped: others have been requested since."""


def register(app: Celery, services: Callable[[], CallServices]) -> None:
    """Add the task to the application."""

    @app.task(name=POST, base=GuardedTask, shared=False)
    def post() -> None:
        """Post what is due, for some seconds."""
        with guarded(POST):
            if services().tournament_webhooks.work(BUDGET_SECONDS):
                request_post(app)


def request_post(app: Celery) -> None:
    """Send a task.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    send_expiring(app, POST, QUEUE, REQUEST_SECONDS)
