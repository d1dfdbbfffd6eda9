"""What happens when a task fails.

A failure of transport is tried again, with a growing pause. Any other failure ends the task: it is logged by its ids,
the exception's type and the place, never by the exception's text, which may quote a position and so somebody's hand.
The match's nudge or the reconciler brings the work back.
"""

import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import structlog
from celery import Task, current_task
from celery.exceptions import SoftTimeLimitExceeded

from services.errors import Reason, Refusal
from services.redis_clients import UNAVAILABLE
from services.telemetry import metrics
from services.telemetry.causes import cause_of
from workers.expiring_tasks import is_too_late

log = structlog.get_logger("workers")

_TRANSPORT: Final = (*UNAVAILABLE, OSError)
_ELSEWHERE: Final = frozenset({Reason.BUSY, Reason.UNSUPPORTED_VERSION})
"""Refusals that another worker may not meet, or this one later: while versions are replaced, not every worker knows
every one."""
_PAST: Final = frozenset({Reason.NOT_FOUND, Reason.MATCH_NOT_LIVE, Reason.MATCH_ENDED, Reason.MATCH_NOT_FINISHED})


class Unreachable(Exception):
    """Redis, the database or an engine could not be reached. The work can be tried again."""


class TaskFailed(Exception):
    """The task failed for good. Names only the type of the failure."""


class GuardedTask(Task[Any, None]):
    """A task that is tried again when something was unreachable."""

    autoretry_for = (Unreachable,)
    retry_backoff = 1
    retry_backoff_max = 4
    retry_jitter = True
    max_retries = 20
    # Logged here; Celery would log the traceback with the exception's text.
    throws = (Unreachable, TaskFailed)

    def __call__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Celery's own
        """Called by Celery to run the task."""
        if is_too_late(self.request.headers):
            log.info("dropped", task=self.name, id=self.request.id)
            return
        super().__call__(*args, **kwargs)

    def on_failure(
        self, exc: Exception, task_id: str, args: tuple[Any, ...], kwargs: dict[str, Any], einfo: object
    ) -> None:
        """Called by Celery when no further try follows."""
        if isinstance(exc, Unreachable):
            log.error("given up", task=self.name, id=task_id)


@contextmanager
def guarded(task: str, **ids: str | int) -> Iterator[None]:
    """Run a task's work, and say in the log what became of it. ``ids``: what it is about.

    A refusal that says the match has moved on is no failure: the task came late or twice.

    Raises:
        Unreachable: try again.
        TaskFailed: do not.
    """
    began = time.perf_counter()
    if current_task:
        ids["id"] = str(current_task.request.id)
    with metrics.task_run(task), translated(task, ids):
        yield
        log.info("done", task=task, ms=round((time.perf_counter() - began) * 1000, 1), **ids)


@contextmanager
def translated(task: str, ids: Mapping[str, str | int]) -> Iterator[None]:
    """What can fail in here fails as :func:`guarded` has it; success goes unsaid.

    Raises:
        Unreachable: try again.
        TaskFailed: do not.
    """
    try:
        yield
    except _TRANSPORT as error:
        log.warning("unreachable, will try again", task=task, error=cause_of(error), **ids)
        raise Unreachable(type(error).__name__) from None
    except SoftTimeLimitExceeded:
        log.error("out of time", task=task, **ids)
        raise TaskFailed("out of time") from None
    except Refusal as refusal:
        _judge(refusal, task, ids)
    except Exception as error:  # whatever it is, its text must not reach the log
        log.error("failed", task=task, error=cause_of(error), place=_place(error), **ids)
        raise TaskFailed(type(error).__name__) from None


def _judge(refusal: Refusal, task: str, ids: Mapping[str, str | int]) -> None:
    reason = refusal.reason
    if reason in _PAST:
        log.info("nothing to do", task=task, reason=reason.name, **ids)
    elif reason in _ELSEWHERE:
        log.warning("unreachable, will try again", task=task, error=cause_of(refusal), **ids)
        raise Unreachable(reason.name) from None
    else:
        log.error("refused", task=task, reason=reason.name, place=_place(refusal), **ids)
        raise TaskFailed(reason.name) from None


def _place(error: BaseException) -> str:
    """The calls that led to the error, innermost first: code, no values."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in reversed(frames))
