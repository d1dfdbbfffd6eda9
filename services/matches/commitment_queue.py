"""The matches whose commitment is not in the public log yet.

A match enters with the commit that creates it and leaves when the log's transaction is committed, so that whoever dies
in between loses nothing: what is appended again stands in the log once.
"""

from collections.abc import Sequence
from typing import Final

from redis import Redis

from services.matches.redis_keys import SHARDS, shard_of, unlogged_key
from services.platform_time import Gate

REQUESTED_KEY: Final = "playhall:commitments:requested"
REQUEST_SECONDS: Final = 30
"""After how long the work is requested again if nobody has begun it."""


class CommitmentQueue:
    """What waits, and who was asked to work it off. Safe to use from several threads."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._requested = Gate(redis, REQUESTED_KEY)

    def depth(self) -> int:
        """How many matches wait."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.zcard(unlogged_key(shard))
            return sum(pipe.execute())

    def must_request(self) -> bool:
        """Whether something waits that nobody has been asked to work off. Whoever asks is to request it: the next
        answer is no, for a while."""
        if self.depth() == 0:
            return False
        return self._requested.passes(REQUEST_SECONDS * 1000)

    def begin(self) -> None:
        """Somebody works off what waits now: what comes later is to be requested anew."""
        self._requested.open()

    def read(self, count: int) -> list[str]:
        """Up to ``count`` ids of each shard, all in the order in which the matches were created."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.zrange(unlogged_key(shard), 0, count - 1)
            return sorted(match_id.decode() for page in pipe.execute() for match_id in page)

    def remove(self, match_ids: Sequence[str]) -> None:
        """The commitments of these matches are in the log."""
        of_shards: dict[int, list[str]] = {}
        for match_id in match_ids:
            of_shards.setdefault(shard_of(match_id), []).append(match_id)
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, ids in of_shards.items():
                pipe.zrem(unlogged_key(shard), *ids)
            pipe.execute()
