"""Tasks of the queue ``scoring``: a match that has ended goes into the archive."""

from collections.abc import Callable
from typing import Final

from celery import Celery, Task

from services.telemetry import tracing
from workers.services import ScoringServices
from workers.task_errors import GuardedTask, guarded
from workers.turns import taken

SCORE: Final = "scoring.score"


def register(app: Celery, services: Callable[[], ScoringServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=SCORE, base=GuardedTask, shared=False, bind=True)
    def score(task: Task[..., None], match_id: str, rev: int) -> None:
        """Write the archive row with the replay and the statistics of the next match in line, then let it leave Redis.
        Twice is as good as once. ``match_id``, ``rev``: of the match for which the task was sent, which is scored where
        none waits: releases before there was a line put none there."""
        with taken(SCORE, str(task.request.id), services().scoring_queue) as ended:
            trace = "" if ended is None else ended.trace
            named = (match_id, rev) if ended is None else (ended.match_id, ended.rev)
            with tracing.following(trace), guarded(SCORE, match=named[0], rev=named[1]):
                services().scoring.score(named[0])
