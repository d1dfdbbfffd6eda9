"""Whether a worker, a relay or a ticker does its work now: whether it has begun, goes on, and reaches what it needs."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import structlog

from services.matches.readiness import check_writable
from services.matches.work_queues import WorkQueue
from services.redis_clients import live_state, queues
from services.settings import Settings
from services.telemetry.causes import cause_of
from services.telemetry.health import Heartbeat

log = structlog.get_logger("workers")

_NEEDS_SQL = (WorkQueue.SERIES, WorkQueue.WEBHOOKS, WorkQueue.SCORING, WorkQueue.MAINTENANCE)


class Readiness:
    """Asked by the operations server. Safe to call from several threads. Only changes are logged."""

    def __init__(self, heartbeat: Heartbeat, checks: Mapping[str, Callable[[], object]]) -> None:
        """``checks``: what the process needs, by name; each raises when it is down."""
        self._heartbeat = heartbeat
        self._checks = checks
        self._down: frozenset[str] = frozenset()

    def __call__(self) -> bool:
        """Whether the process does its work."""
        if not self._heartbeat.ready:
            return False
        down = {name: error for name, check in self._checks.items() if (error := _failure(check)) is not None}
        if self._down != down.keys():
            self._down = frozenset(down)
            if down:
                log.warning("not ready", **down)
            else:
                log.info("ready again")
        return not down


def _failure(check: Callable[[], object]) -> str | None:
    try:
        check()
    except Exception as error:  # whatever it raises, it is not ready; the log must not say more
        return cause_of(error)
    return None


def relay_checks(settings: Settings) -> dict[str, Callable[[], object]]:
    """What a relay and a ticker need: Redis and the broker. Connects to nothing yet."""
    return {"redis": partial(check_writable, live_state(settings)), "broker": queues(settings).ping}


def worker_checks(settings: Settings, work_queues: Sequence[WorkQueue]) -> dict[str, Callable[[], object]]:
    """What a worker needs besides, for its queues: the database with its tables. Not the engines, of which it can do
    without one. Connects to nothing yet."""
    checks = relay_checks(settings)
    if any(queue in _NEEDS_SQL for queue in work_queues):
        from services.database import Database

        checks["database"] = Database(settings.database_url, connections=settings.database_connections).check
    return checks
