"""Walks through the matches of a shard, however many there are."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from redis import Redis

from services.matches.match import Status
from services.matches.redis_keys import index_key

BATCH: Final = 200


def id_batches(redis: Redis, shard: int, status: Status | None) -> Iterator[list[str]]:
    """Ids of a shard's matches that have a status, or any, oldest first, ``BATCH`` in each round trip. What comes or
    leaves meanwhile may be missing."""
    command: Callable[..., Any] = redis.execute_command
    key = index_key(shard, None if status is None else status.value, None)
    start = "-"
    while ids := [id.decode() for id in command("ZRANGEBYLEX", key, start, "+", "LIMIT", 0, BATCH)]:
        yield ids
        start = f"({ids[-1]}"
