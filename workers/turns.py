"""Tasks of the queue ``turns``: bots play, and the clock where time is up."""

from collections.abc import Callable
from typing import Final

from celery import Celery

from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded

PLAY: Final = "turns.play"
OVERDUE: Final = "turns.overdue"
BUDGET_SECONDS: Final = 2.0
"""How long one task plays on. Short, so that all matches move on together and a worker stops quickly."""
MAX_DECISIONS: Final = 400


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=PLAY, base=GuardedTask, shared=False)
    def play(match_id: str, rev: int) -> None:
        """Play every bot seat of a match that must decide. ``rev`` is the revision that asked for it: the task
        looks at the match as it is now, so a late or repeated task does no harm."""
        with guarded(PLAY, match=match_id, rev=rev):
            services().bot_turns.play_turns(match_id, budget_seconds=BUDGET_SECONDS, max_decisions=MAX_DECISIONS)

    @app.task(name=OVERDUE, base=GuardedTask, shared=False)
    def overdue(match_id: str, rev: int) -> None:
        """Play the default action for the seats whose time is up."""
        with guarded(OVERDUE, match=match_id, rev=rev):
            services().bot_turns.play_overdue(match_id)
