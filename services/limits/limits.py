"""Takes requests out of clients' buckets."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import redis.exceptions
import structlog
from redis import Redis

from services.limits.policy import Policy
from services.scripts import Script

MOST_CLIENTS: Final = 20_000
"""Of so many clients a process remembers what it took for them, about 200 bytes each. Of more, it forgets those that it
has not heard of for longest: they lose what they had left of what was taken, no more."""

_TAKE: Final = Script(__package__, "take")
_OUT_OF_REACH: Final = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError, redis.exceptions.ResponseError)

log = structlog.get_logger("limits")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a request. ``remaining``: how many more may be sent at once. ``full_seconds``: until the bucket
    is full again. ``retry_seconds``: None if the request may pass; otherwise until one may."""

    policy: Policy
    remaining: int
    full_seconds: float
    retry_seconds: float | None


@dataclass(slots=True)
class _Share:
    """What a process has taken for a client and not spent yet. ``left``: what the bucket held besides."""

    taken: int
    left: int
    full_at: float
    drop_at: float


class Limits:
    """The buckets of all clients. Safe to use from several threads and processes."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._clock = clock
        self._shares: OrderedDict[tuple[str, str], _Share] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, policy: Policy, client: str) -> Verdict:
        """Let a client's request pass, or not. Most requests cost no round trip, none more than one."""
        now = self._clock()
        with self._lock:
            share = self._shares.get((policy.name, client))
            if share is not None and now < share.drop_at:
                if share.taken > 0:
                    share.taken -= 1
                    return _verdict(policy, share, now)
                if share.left == 0:
                    return _refused(policy, share, now)
        return self._spend_fresh(policy, client, now)

    def _spend_fresh(self, policy: Policy, client: str, now: float) -> Verdict:
        try:
            taken, left, full_us = _TAKE(
                self._redis, [f"limit:{policy.name}:{client}"], [policy.burst, policy.interval_us, policy.share]
            )
        except _OUT_OF_REACH as error:
            log.warning("limits_out_of_reach", error=type(error).__qualname__)
            return Verdict(policy, policy.burst, 0, None)
        full_seconds = full_us / 1e6
        # An empty bucket is looked at again as soon as there is one in it; what was taken may wait as long as the
        # bucket would need to get it back.
        drop_after = policy.window_seconds if left else _until_one(policy, full_seconds)
        share = _Share(max(0, taken - 1), left, now + full_seconds, now + drop_after)
        with self._lock:
            known = self._shares.get((policy.name, client))
            if known is not None and now < known.drop_at:  # another thread has taken meanwhile
                share.taken += known.taken
            self._shares[policy.name, client] = share
            self._shares.move_to_end((policy.name, client))
            while len(self._shares) > MOST_CLIENTS:
                self._shares.popitem(last=False)
            return _verdict(policy, share, now) if taken else _refused(policy, share, now)


def _until_one(policy: Policy, full_seconds: float) -> float:
    """How long until there is one request in the bucket."""
    return max(0.0, full_seconds - (policy.burst - 1) * policy.interval_us / 1e6)


def _verdict(policy: Policy, share: _Share, now: float) -> Verdict:
    return Verdict(policy, share.taken + share.left, max(0.0, share.full_at - now), None)


def _refused(policy: Policy, share: _Share, now: float) -> Verdict:
    full_seconds = max(0.0, share.full_at - now)
    return Verdict(policy, 0, full_seconds, _until_one(policy, full_seconds))
