"""The tasks of the queue ``webhooks``: bots that live behind a URL are called.

The workers of this queue wait for others most of the time, so they are threads. Which call a task makes is decided when
it begins, in turn between people: see :mod:`services.webhooks.line`.
"""

from collections.abc import Callable
from typing import Final

from celery import Celery

from services.matches.work_queues import SENT_AT_HEADER, WorkQueue
from services.platform_time import platform_ms
from workers.services import CallServices
from workers.task_errors import GuardedTask, guarded

QUEUE: Final = WorkQueue.WEBHOOKS.value
REQUEST: Final = "webhooks.request"
CALL: Final = "webhooks.call"
BUDGET_SECONDS: Final = 5.0
"""After this long a task makes no further call, and the next task does: a worker stops quickly."""


def register(app: Celery, services: Callable[[], CallServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=REQUEST, base=GuardedTask, shared=False)
    def request(match_id: str, rev: int) -> None:
        """Find which bots are to be called for a match, and send a task for each call. It looks at the match as it is
        now, so a late or repeated request does no harm."""
        with guarded(REQUEST, match=match_id, rev=rev):
            for _ in range(services().webhook_calls.request(match_id)):
                _send_call(app)

    @app.task(name=CALL, base=GuardedTask, shared=False)
    def call() -> None:
        """Make the next calls. One task too many finds nothing to do."""
        with guarded(CALL):
            if services().webhook_calls.work(BUDGET_SECONDS):
                _send_call(app)


def _send_call(app: Celery) -> None:
    app.send_task(CALL, queue=QUEUE, retry=False, headers={SENT_AT_HEADER: platform_ms()})
