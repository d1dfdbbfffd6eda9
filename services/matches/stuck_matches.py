"""Matches that stand still though the platform should act: what the nudges that each match gets did not help.

Reconciliation, which looks at every match, counts them shard by shard; the counts lie in Redis, for whoever tells the
figures.
"""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import Final

from redis import Redis

from services.matches.match import Match
from services.matches.match_lifecycle import awaits_platform
from services.matches.redis_keys import SHARDS, stuck_key
from services.matches.spectator_delay import delay_ms

STUCK_AFTER_MS: Final = 600_000
"""After so long without progress a match counts as stuck: longer than any nudge is put off."""

_KEPT_SECONDS: Final = 300
"""How long a count is told. Reconciliation runs each minute; a count that is older says nothing."""


class StuckOn(Enum):
    """What a stuck match waits for."""

    BOT_TURN = "bot_turn"
    CLOCK = "clock"
    ARCHIVE = "archive"


def stuck_on(match: Match, changed_ms: int, now_ms: int) -> StuckOn | None:
    """What a match waits for in vain, if it does. ``changed_ms``: when something was last committed to it."""
    late_ms = now_ms - STUCK_AFTER_MS
    if match.status.ended:
        ended_ms = changed_ms if match.ended_ms is None else match.ended_ms
        return StuckOn.ARCHIVE if ended_ms + delay_ms(match) < late_ms else None
    if match.time_out_ms is not None and match.time_out_ms < late_ms:
        return StuckOn.CLOCK
    return StuckOn.BOT_TURN if awaits_platform(match) and max(changed_ms, match.created_ms) < late_ms else None


def keep_counts(redis: Redis, shard: int, stuck: Iterable[StuckOn]) -> None:
    """Keep how many matches of a shard are stuck now.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    counts = dict.fromkeys(StuckOn, 0)
    for waits_for in stuck:
        counts[waits_for] += 1
    key = stuck_key(shard)
    with redis.pipeline(transaction=True) as pipe:
        pipe.hset(key, mapping={waits_for.value: count for waits_for, count in counts.items()})
        pipe.expire(key, _KEPT_SECONDS)
        pipe.execute()


def read_counts(redis: Redis) -> dict[str, int]:
    """How many matches are stuck on what, in the shards that were counted lately; empty if none was.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    with redis.pipeline(transaction=False) as pipe:
        for shard in range(SHARDS):
            pipe.hgetall(stuck_key(shard))
        counted: list[dict[bytes, bytes]] = pipe.execute()
    stuck = Counter[str]()
    for counts in counted:
        stuck.update({name.decode(): int(count) for name, count in counts.items()})
    return dict(stuck)
