"""The tasks of the queues ``turns`` and ``thinking``: bots play, and the clock where time is up; positions are searched
for those who analyse them.

Whoever searches does so in the queue ``thinking``, which has workers of its own: nobody's quick bot waits behind it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import redis
from celery import Celery, Task

from services.matches.outbox import OutboxKind
from services.matches.turn_queue import Turn
from services.telemetry import tracing
from workers.services import NextTurn, Search, Turns, TurnServices
from workers.task_errors import GuardedTask, guarded, translated

PLAY: Final = "turns.play"
THINK: Final = "turns.think"
OVERDUE: Final = "turns.overdue"
SEARCH: Final = "analysis.search"
BUDGET_SECONDS: Final = 0.5
"""How long one task plays on. Short, so that all matches move on together, the next owner's turn comes soon, and a
worker stops quickly. A turn that is not over by then waits in line once more."""
MAX_DECISIONS: Final = 400


def register(app: Celery, services: Callable[[], TurnServices]) -> None:
    """Add the tasks to the application."""

    # bind: the task's id says what it has taken. The arguments are what releases before the fair queue sent: which turn
    # is played is not the sender's to say.
    @app.task(name=PLAY, base=GuardedTask, shared=False, bind=True)
    def play(task: Task[..., None], *_: object) -> None:
        """Play the next turn: every bot seat of a match that must decide, or the default action for the seats whose
        time is up. It looks at the match as it is now, so a late or repeated turn does no harm."""
        _play_next(PLAY, str(task.request.id), services().turn_queue, services().bot_turns, thinks=False)

    @app.task(name=THINK, base=GuardedTask, shared=False, bind=True)
    def think(task: Task[..., None], *_: object) -> None:
        """Play the next turn of a match in which a bot searches. Bots that do not search are played along."""
        _play_next(THINK, str(task.request.id), services().thinking_queue, services().bot_turns, thinks=True)

    @app.task(name=SEARCH, base=GuardedTask, shared=False, bind=True)
    def search(task: Task[..., None], *_: object) -> None:
        """Make the next search that somebody has asked for who analyses a position."""
        _search_next(str(task.request.id), services().search_queue, services().searching)


@contextmanager
def taken(name: str, task_id: str, queue: NextTurn) -> Iterator[Turn | None]:
    """What a task has to do; None: nothing is left, since what was asked for twice was done once."""
    with translated(name, {"id": task_id}):
        turn = queue.take(task_id)
    yield turn
    if turn is not None:
        with suppress(redis.RedisError):  # what it has taken expires, too
            queue.done(task_id)


def _play_next(name: str, task_id: str, queue: NextTurn, bot_turns: Turns, *, thinks: bool) -> None:
    with taken(name, task_id, queue) as turn:
        if turn is None:
            return
        overdue = turn.kind is OutboxKind.OVERDUE
        with tracing.following(turn.trace), guarded(OVERDUE if overdue else name, match=turn.match_id, rev=turn.rev):
            if overdue:
                bot_turns.play_overdue(turn.match_id, thinks=thinks)
            else:
                bot_turns.play_turns(
                    turn.match_id, budget_seconds=BUDGET_SECONDS, max_decisions=MAX_DECISIONS, thinks=thinks
                )


def _search_next(task_id: str, queue: NextTurn, searching: Search) -> None:
    with taken(SEARCH, task_id, queue) as asked:
        if asked is not None:
            with tracing.following(asked.trace), guarded(SEARCH):
                searching.work(asked.match_id)
