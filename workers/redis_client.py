"""The connection to the live state."""

from typing import Final

import redis

from services.settings import Settings

TIMEOUT_SECONDS: Final = 10.0
"""A server that hangs is noticed after this long; longer than any wait that we ask it for."""


def plain_url(broker_url: str) -> str:
    """A broker's address as a Redis client reads it: Celery writes that of a Unix socket in a way of its own."""
    if not broker_url.startswith("redis+socket://"):
        return broker_url
    path, _, host = broker_url.removeprefix("redis+socket://").partition("?virtual_host=")
    return f"unix://{path}?db={host or 0}"


def live_state(settings: Settings) -> "redis.Redis":
    """A client, connected when it is first used."""
    return redis.Redis.from_url(settings.redis_url, socket_timeout=TIMEOUT_SECONDS, health_check_interval=30)
