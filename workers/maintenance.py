"""Tasks of the queue ``maintenance``: the coarse sweep that finds what every finer net has missed."""

from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

SWEEP: Final = "maintenance.sweep"
SWEEP_SECONDS: Final = 60
"""How often the ticker asks for a sweep."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=SWEEP, base=GuardedTask, shared=False)
    def sweep() -> None:
        """Put work back into the outbox that got lost: house seats that must decide while nothing happens, and
        matches that ended and were never scored."""
        with guarded(SWEEP):
            services().sweep()
