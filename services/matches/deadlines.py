"""Deadlines: what must happen to a match at a certain time."""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from redis import Redis

from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, deadlines_key, match_key, outbox_key
from services.redis_clients.slots import run_each

_ENQUEUE_DUE: Final = (files(__package__) / "lua" / "enqueue_due.lua").read_text()

BATCH: Final = 200
MAX_BACKOFF: Final = 16
"""How many times ``nudge_seconds`` a deadline may be put off at most."""


def move_due(
    redis: Redis, now_ms: int, limit: int = BATCH, *, nudge_seconds: int = 15, shards: Sequence[int] = range(SHARDS)
) -> int:
    """Write an outbox entry for each deadline of some shards that has passed, for at most ``limit`` of each shard, the
    oldest first; returns how many. One round trip, or two if any has passed.

    A deadline comes again until a commit moves it or takes it away: whatever happens to the entry and to whoever works
    on it, the match does not stand still for ever. It comes after as long as nothing was committed, but after
    ``nudge_seconds`` at least and ``MAX_BACKOFF`` times that at most: while nobody works, the queues fill slowly. That
    a clock has run out comes after ``nudge_seconds`` each time: clocks run out long after a commit, and wait for
    nobody. Safe to run twice at once.
    """
    with redis.pipeline(transaction=False) as pipe:
        for shard in shards:
            pipe.zrangebyscore(deadlines_key(shard), "-inf", now_ms, start=0, num=limit)
        due: list[list[bytes]] = pipe.execute()
    nudge_ms = nudge_seconds * 1000
    calls: list[tuple[list[str], list[str | int]]] = []
    for shard, members in zip(shards, due, strict=True):
        if members:
            deadlines = [member.decode().partition(":") for member in members]
            keys = [deadlines_key(shard), outbox_key(shard), *(match_key(match_id) for *_, match_id in deadlines)]
            args: list[str | int] = [now_ms, nudge_ms]
            for kind, _, match_id in deadlines:
                max_pause_ms = nudge_ms if kind == OutboxKind.OVERDUE.value else MAX_BACKOFF * nudge_ms
                args += [kind, match_id, max_pause_ms]
            calls.append((keys, args))
    moved: list[int] = run_each(redis, redis.register_script(_ENQUEUE_DUE), calls)
    return sum(moved)
