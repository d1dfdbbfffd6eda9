"""The task of the queue ``series``: matches between bots that are played whole, in the worker's own process.

What is to be played, and by whom, is in SQL. A task says only that a process has time: one too many finds nothing to
do, and one that is lost is replaced by the ticker.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from celery import Celery

from services.matches.backlog_metrics import SENT_AT_HEADER
from workers.backoff import Backoff
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, Unreachable, guarded

log = structlog.get_logger("ticker")

PLAY: Final = "series.play"
QUEUE: Final = "series"
BUDGET_SECONDS: Final = 5.0
"""How long a task goes on to take chunks."""
WAITING_TASKS: Final = 20
"""How many tasks wait for workers as long as there is something to play: by them, more workers are started."""
LOOK_SECONDS: Final = 1.0
"""How often the ticker looks for series."""
_NO_LIMIT_SECONDS: Final = 30 * 24 * 3600
"""A match may take an hour, and a chunk of several so long; who plays it sees to it that it ends. Celery's soft limit
raises an exception wherever the process is: in a match it would count as a failure of the rules."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the task to the application."""

    # The task is acknowledged when it begins: its chunks come back by their leases, and not with it.
    @app.task(
        name=PLAY,
        base=GuardedTask,
        shared=False,
        acks_late=False,
        autoretry_for=(),
        soft_time_limit=_NO_LIMIT_SECONDS,
        time_limit=_NO_LIMIT_SECONDS,
    )
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
    app.send_task(PLAY, queue=QUEUE, retry=False, headers={SENT_AT_HEADER: int(time.time() * 1000)})


class SeriesWatch:
    """Looks for series that have something to play, and has tasks wait for workers as long as there are some.

    In a thread of its own: clocks do not wait for SQL.
    """

    def __init__(self, is_work: Callable[[], bool], waiting: Callable[[], int], request: Callable[[], object]) -> None:
        """``is_work``: whether there is something to do. ``waiting``: how many tasks wait. ``request``: send one."""
        self._is_work = is_work
        self._waiting = waiting
        self._request = request
        self._asked = threading.Event()
        self._due = 0.0
        self._pause = Backoff()

    def start(self) -> None:
        """Begin to look when asked to."""
        threading.Thread(target=self._run, name="series watch", daemon=True).start()

    def ask(self) -> None:
        """Have it look, if it has not within the last second. Returns at once."""
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + LOOK_SECONDS
            self._asked.set()

    def look(self) -> int:
        """Send the tasks that are missing now, and return how many.

        Raises:
            Refusal: ``BUSY``: the database does not answer.
            kombu.exceptions.OperationalError, redis.RedisError: the broker does not.
        """
        missing = WAITING_TASKS - self._waiting()
        if missing <= 0 or not self._is_work():
            return 0
        for _ in range(missing):
            self._request()
        return missing

    def _run(self) -> None:
        while True:
            self._asked.wait()
            self._asked.clear()
            try:
                self.look()
                self._pause.reset()
            except Exception as error:  # whatever it is, series are looked for again
                seconds = self._pause.next()
                log.warning("series not looked for", error=type(error).__name__, again_in_seconds=round(seconds, 1))
                time.sleep(seconds)
