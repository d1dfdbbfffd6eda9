"""Tasks of the queue ``scoring``: a match that has ended goes into the archive."""

from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

SCORE: Final = "scoring.score"


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=SCORE, base=GuardedTask, shared=False)
    def score(match_id: str, rev: int) -> None:
        """Write the archive row with the replay and the statistics, then let the match leave Redis. Twice is as
        good as once."""
        with guarded(SCORE, match=match_id, rev=rev):
            services().scoring.score(match_id)
