"""The task of the queue ``turns``: bots play, and the clock where time is up."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import redis
from celery import Celery, Task

from services.matches.outbox import OutboxKind
from services.telemetry import tracing
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, guarded, translated

PLAY: Final = "turns.play"
OVERDUE: Final = "turns.overdue"
BUDGET_SECONDS: Final = 0.5
"""How long one task plays on. Short, so that all matches move on together, the next owner's turn comes soon, and a
worker stops quickly. A turn that is not over by then waits in line once more."""
MAX_DECISIONS: Final = 400


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the task to the application."""

    # bind: the task's id says what it has taken. The arguments are what releases before the fair queue sent: which turn
    # is played is not the sender's to say.
    @app.task(name=PLAY, base=GuardedTask, shared=False, bind=True)
    def play(task: Task[..., None], *_: object) -> None:
        """Play the next turn: every bot seat of a match that must decide, or the default action for the seats whose
        time is up. It looks at the match as it is now, so a late or repeated turn does no harm."""
        task_id = str(task.request.id)
        with translated(PLAY, {"id": task_id}):
            turn = services().turn_queue.take(task_id)
        if turn is None:  # a turn that was asked for twice was played once
            return
        name = PLAY if turn.kind is OutboxKind.TURN else OVERDUE
        with tracing.following(turn.trace), guarded(name, match=turn.match_id, rev=turn.rev):
            if turn.kind is OutboxKind.TURN:
                services().bot_turns.play_turns(
                    turn.match_id, budget_seconds=BUDGET_SECONDS, max_decisions=MAX_DECISIONS
                )
            else:
                services().bot_turns.play_overdue(turn.match_id)
            with suppress(redis.RedisError):  # what it has taken expires, too
                services().turn_queue.done(task_id)
