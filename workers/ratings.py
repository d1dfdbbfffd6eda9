"""The tasks of ratings: in the queue ``maintenance`` results are taken as they come, and in the queue ``series``, whose
workers may compute for minutes, pools are replayed and strengths estimated.

What is to be done, and who does it, is in SQL. A task says only that a process has time: one too many finds nothing to
do, and one that is lost is replaced by the ticker.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from celery import Celery

from workers import series
from workers.expiring_tasks import send_expiring
from workers.services import WorkerServices
from workers.task_errors import GuardedTask, Unreachable, guarded
from workers.task_limits import UNLIMITED

RATE: Final = "ratings.rate"
UPKEEP: Final = "ratings.upkeep"
BUDGET_SECONDS: Final = 5.0
"""How long a task goes on to take results."""
REQUEST_SECONDS: Final = 5
"""A task that no worker has begun after so long is dropped: others have been requested since."""
UPKEEP_PAUSE_SECONDS: Final = 60
"""How often upkeep is requested while it is due."""
UPKEEP_REQUEST_SECONDS: Final = 600
"""The same of upkeep, which may wait for series."""


def register(app: Celery, services: Callable[[], WorkerServices]) -> None:
    """Add the tasks to the application."""

    @app.task(name=RATE, base=GuardedTask, shared=False)
    def rate() -> None:
        """Take results that wait, for some seconds."""
        until = time.monotonic() + BUDGET_SECONDS
        with guarded(RATE):
            while services().ratings.rate() and time.monotonic() < until:
                pass

    # A replay takes longer than Celery's limits allow, and gives up by itself when its worker is to stop.
    @app.task(name=UPKEEP, base=GuardedTask, shared=False, **UNLIMITED)
    def upkeep() -> None:
        """Replay pools and estimate strengths, as far as that is due."""
        with suppress(Unreachable), guarded(UPKEEP):  # the ticker asks again when the database is back
            services().rating_upkeep.work()


def request_rating(app: Celery) -> None:
    """Send the task that takes results.

    Raises:
        kombu.exceptions.OperationalError: the broker cannot be reached.
    """
    send_expiring(app, RATE, app.conf.task_default_queue, REQUEST_SECONDS)


class UpkeepRequests:
    """Sends the task of upkeep, at most once a minute."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._next = 0.0

    def missing(self) -> int:
        """How many tasks should wait that do not, if there is something to do."""
        return int(time.monotonic() >= self._next)

    def request(self) -> None:
        """Send one.

        Raises:
            kombu.exceptions.OperationalError: the broker cannot be reached.
        """
        send_expiring(self._app, UPKEEP, series.QUEUE, UPKEEP_REQUEST_SECONDS)
        self._next = time.monotonic() + UPKEEP_PAUSE_SECONDS
