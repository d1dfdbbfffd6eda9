"""Tasks of the queue ``scoring``: a match that has ended goes into the archive."""

from collections.abc import Callable
from typing import Final

from celery import Celery, Task

from services.telemetry import tracing
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded
from workers.turns import taken

SCORE: Final = "scoring.score"


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=SCORE, base=GuardedTask, shared=False, bind=True)
    def score(task: Task[..., None], match_id: str = "", rev: int = 0) -> None:
        """Write the archive row with the replay and the statistics, then let the match leave Redis. Twice is as
        good as once. ``match_id``, ``rev``: from releases before owners took turns here; else the next match."""
        if match_id:
            _score(match_id, rev)
            return
        with taken(SCORE, str(task.request.id), services().scoring_queue) as ended:
            if ended is not None:
                with tracing.following(ended.trace):
                    _score(ended.match_id, ended.rev)

    def _score(match_id: str, rev: int) -> None:
        with guarded(SCORE, match=match_id, rev=rev):
            services().scoring.score(match_id)
