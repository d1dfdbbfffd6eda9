"""Looks for work that is in SQL, and has tasks wait for workers as long as there is some."""

import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from services.telemetry.causes import cause_of
from workers.backoff import Backoff

log = structlog.get_logger("ticker")

LOOK_SECONDS: Final = 1.0
"""How often there is a look."""


class TaskWatch:
    """One kind of work. In a thread of its own: clocks do not wait for SQL."""

    def __init__(
        self, name: str, is_work: Callable[[], bool], missing: Callable[[], int], request: Callable[[], object]
    ) -> None:
        """``name``: of the work. ``is_work``: whether there is something to do. ``missing``: how many tasks should wait
        then that do not. ``request``: send one."""
        self._name = name
        self._is_work = is_work
        self._missing = missing
        self._request = request
        self._asked = threading.Event()
        self._due = 0.0
        self._pause = Backoff()

    def start(self) -> None:
        """Begin to look when asked to."""
        threading.Thread(target=self._run, name=f"{self._name} watch", daemon=True).start()

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
        missing = self._missing()
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
            except Exception as error:  # whatever it is, there is another look
                seconds = self._pause.next()
                told = {"work": self._name, "error": cause_of(error), "again_in_seconds": round(seconds, 1)}
                log.warning("work not looked for", **told)
                time.sleep(seconds)
