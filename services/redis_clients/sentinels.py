"""Which server Sentinels name as the primary.

A primary that Sentinels have replaced goes on for about ten seconds as if nothing had happened: it takes writes, says
that it is the primary, and forgets all of it when a Sentinel makes it a replica. Only the Sentinels know.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import redis.exceptions
import structlog
from redis.sentinel import MasterNotFoundError, Sentinel

from services.redis_clients.connections import CHECK_SECONDS
from services.telemetry.causes import cause_of

KEEP_SECONDS: Final = 30.0
"""For how long the last answer holds while no Sentinel answers. Then nobody is the primary: another may be by now."""

_log = structlog.get_logger(__name__)


class Sentinels(Sentinel):
    """The Sentinels of one service. One is asked, at most once a second: that which answered last, or else the next."""

    def __init__(
        self,
        sentinels: Sequence[tuple[str, int]],
        sentinel_kwargs: dict[str, Any],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        make: Callable[..., None] = super().__init__  # which redis-py gives no types
        make(sentinels, sentinel_kwargs=sentinel_kwargs)
        self._now = now
        self._lock = threading.Lock()
        self._primary: tuple[str, int] | None = None
        self._named_at = self._asked_at = -math.inf

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Host and port of the primary, as a Sentinel has named it within the last second.

        Raises:
            MasterNotFoundError: no Sentinel names one, and the last to be named has been for too long.
        """
        with self._lock:
            if self._now() - self._asked_at >= CHECK_SECONDS:
                self._ask(service_name)
            if self._primary is None:
                raise MasterNotFoundError(f"no Sentinel names a primary of {service_name}")
            return self._primary

    def _ask(self, service: str) -> None:
        failures = []
        for number, sentinel in enumerate(self.sentinels):
            command: Callable[..., Any] = sentinel.execute_command
            try:
                # Unlike SENTINEL MASTERS, this names the next primary as soon as it is one, and not when all other
                # replicas follow it.
                found = command("SENTINEL GET-MASTER-ADDR-BY-NAME", service)
            except redis.exceptions.RedisError as error:
                failures.append(cause_of(error))
                continue
            if found:
                host, port = found
                self._primary = (host.decode() if isinstance(host, bytes) else host, int(port))
                self._named_at = self._asked_at = self._now()
                self.sentinels = self.sentinels[number:] + self.sentinels[:number]
                return
            failures.append("unknown service")
        self._asked_at = self._now()
        if self._asked_at - self._named_at >= KEEP_SECONDS:
            self._primary = None
        _log.warning("sentinels_do_not_answer", service=service, errors=failures, is_kept=self._primary is not None)
