"""What a worker, a relay or a ticker needs, for :class:`services.readiness.ReadinessChecks`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from services.matches.readiness import check_writable
from services.matches.work_queues import WorkQueue
from services.readiness import ReadinessChecks, showing
from services.redis_clients import live_state, queues
from services.redis_clients.tls import own_certificate
from services.settings import Settings
from services.telemetry.health import Beating

_NEEDS_SQL: Final = (WorkQueue.SERIES, WorkQueue.WEBHOOKS, WorkQueue.SCORING, WorkQueue.MAINTENANCE)

Checks: TypeAlias = list[tuple[str, Callable[[], object]]]


class Readiness:
    """Asked by the operations server. Safe to call from several threads."""

    def __init__(self, heartbeat: Beating, checks: Checks) -> None:
        """``heartbeat``: of the process' loop, which must have done its work once, and go on."""
        self._heartbeat = heartbeat
        self._checks = ReadinessChecks(checks)

    def __call__(self) -> bool:
        """Whether the process does its work as soon as what all processes need is there."""
        return self._heartbeat.ready and self._checks.look().is_ready


def relay_checks(settings: Settings) -> Checks:
    """What a relay and a ticker need: Redis and the broker. Connects to nothing yet."""
    own = own_certificate(settings.redis)
    return [
        ("redis", showing(own, partial(check_writable, live_state(settings.redis)))),
        ("broker", showing(own, queues(settings.redis).ping)),
    ]


def worker_checks(settings: Settings, work_queues: Sequence[WorkQueue]) -> Checks:
    """What a worker needs besides, for its queues: the database with its tables. Not the engines, of which it can do
    without one. Connects to nothing yet."""
    checks = relay_checks(settings)
    if any(queue in _NEEDS_SQL for queue in work_queues):
        from services.database import Database

        database = Database(settings.database.database_url, connections=settings.database.database_connections)
        checks.append(("database", database.check))
    return checks
