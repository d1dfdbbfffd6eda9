"""The task of the queue ``series``: matches between bots that are played whole, in the worker's own process.

What is to be played, and by whom, is in SQL. A task says only that a process has time: one too many finds nothing to
do, and one that is lost is replaced by the ticker.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from celery import Celery

from services.matches.work_queues import SENT_AT_HEADER, WorkQueue
from services.platform_time import platform_ms
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, Unreachable, guarded
from workers.task_limits import UNLIMITED

PLAY: Final = "series.play"
QUEUE: Final = WorkQueue.SERIES.value
BUDGET_SECONDS: Final = 5.0
"""How long a task goes on to take chunks."""
WAITING_TASKS: Final = 20
"""How many tasks wait for workers as long as there is something to play: by them, more workers are started."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the task to the application."""

    # A match may take an hour, and a chunk of several so long.
    @app.task(name=PLAY, base=GuardedTask, shared=False, **UNLIMITED)
    def play() -> None:
        """Play chunks of series for some seconds, and ask for another task if there is more to do."""
        with suppress(Unreachable), guarded(PLAY):  # the ticker asks again when the database is back
            if services().series.work(BUDGET_SECONDS):
                request_play(app)


def request_play(app: Celery) -> None:
    """Send a task.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    app.send_task(PLAY, queue=QUEUE, retry=False, headers={SENT_AT_HEADER: platform_ms()})
