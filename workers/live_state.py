"""The connection to the live state."""

from typing import Final

import redis

from services.settings import Settings

TIMEOUT_SECONDS: Final = 10.0
"""A server that hangs is noticed after this long; longer than any wait that we ask it for."""


def live_state(settings: Settings) -> "redis.Redis":
    """A client, connected when it is first used."""
    return redis.Redis.from_url(settings.redis_url, socket_timeout=TIMEOUT_SECONDS, health_check_interval=30)
