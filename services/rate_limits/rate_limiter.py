"""Counts clients' requests in Redis, by the generic cell rate algorithm."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import redis.exceptions
import structlog
from redis import Redis

from services.rate_limits.policy import Policy
from services.telemetry.causes import cause_of

_GCRA: Final = (files(__package__) / "lua" / "gcra.lua").read_text()
_UNREACHABLE: Final = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError, redis.exceptions.ResponseError)

log = structlog.get_logger("rate_limits")


@dataclass(frozen=True, slots=True)
class RateLimitResult:
    """Whether a request may pass. ``remaining``: how many more may be sent at once. ``reset_seconds``: until as many as
    the policy's burst may be sent again. ``retry_after_seconds``: None if the request may pass; otherwise until one
    may."""

    policy: Policy
    remaining: int
    reset_seconds: float
    retry_after_seconds: float | None


class RateLimiter:
    """The limits of all clients. Safe to use from several threads and processes."""

    def __init__(self, redis: Redis) -> None:
        self._gcra = redis.register_script(_GCRA)

    def hit(self, policy: Policy, client: str) -> RateLimitResult:
        """Count a client's request and say whether it may pass, in one round trip. While Redis cannot be reached every
        request may."""
        return self.hit_first([(policy, client)])

    def hit_first(self, buckets: Sequence[tuple[Policy, str]]) -> RateLimitResult:
        """The same, counted in the first of several buckets that has room for it, each a policy and a client. In a
        cluster of Redis they must lie together: names of clients have the same part in braces."""
        keys = [f"rate_limit:{policy.name}:{client}" for policy, client in buckets]
        rates = [number for policy, _ in buckets for number in (policy.burst, policy.interval_us)]
        try:
            bucket, remaining, reset_us, retry_us = self._gcra(keys, rates)
        except _UNREACHABLE as error:
            log.warning("rate_limiter_unreachable", error=cause_of(error))
            policy = buckets[0][0]
            return RateLimitResult(policy, policy.burst, 0, None)
        policy = buckets[bucket - 1][0]
        return RateLimitResult(policy, remaining, reset_us / 1e6, retry_us / 1e6 if retry_us else None)
