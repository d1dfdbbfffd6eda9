"""The connections to the live state and to the queues."""

from typing import Final

import redis

from services.redis_tls import tls_options
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
    return _client(settings.redis_url, settings)


def queues(settings: Settings) -> "redis.Redis":
    """The same to the broker, whose lists every Redis client can see."""
    return _client(plain_url(settings.broker_url), settings)


def _client(url: str, settings: Settings) -> "redis.Redis":
    tls = tls_options(url, settings)
    return redis.Redis.from_url(url, socket_timeout=TIMEOUT_SECONDS, health_check_interval=30, **tls)
