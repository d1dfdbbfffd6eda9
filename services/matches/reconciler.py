"""The reconciler: looks at every match that should go on and gives it the deadline it lacks.

Nothing should ever lack one: a commit sets its deadlines with everything else. The reconciler is for what no commit
foresees, such as a deadline that was removed by hand.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

from redis import Redis

from services.matches.commit import required_deadlines
from services.matches.expiry import NEVER, Expiry
from services.matches.match_record import PUBLIC_FIELDS, read_match
from services.matches.model import Status
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, deadlines_key, index_key, match_key

_RECONCILE: Final = (files(__package__) / "lua" / "reconcile.lua").read_text()
_BATCH: Final = 200


def reconcile(redis: Redis, now_ms: int, *, idle_seconds: int, expiry: Expiry = NEVER) -> int:
    """Give each match its missing deadlines, due after ``idle_seconds`` unless something happens by itself until then;
    when it expires, if it does, at the time for that. Returns how many were missing."""
    due_ms = now_ms + idle_seconds * 1000
    return sum(
        _reconcile_batch(redis, shard, match_ids, due_ms, expiry)
        for shard in range(SHARDS)
        for status in Status
        for match_ids in _batches(redis, index_key(shard, status.value, None))
    )


def _batches(redis: Redis, key: str) -> Iterator[list[str]]:
    """The matches of a list, in batches."""
    command: Callable[..., Any] = redis.execute_command
    start = "-"
    while ids := [id.decode() for id in command("ZRANGEBYLEX", key, start, "+", "LIMIT", 0, _BATCH)]:
        yield ids
        start = f"({ids[-1]}"


def _reconcile_batch(redis: Redis, shard: int, match_ids: Sequence[str], due_ms: int, expiry: Expiry) -> int:
    with redis.pipeline(transaction=False) as pipe:
        for match_id in match_ids:
            pipe.hmget(match_key(match_id), PUBLIC_FIELDS)
        found: list[list[bytes | None]] = pipe.execute()
    wanted: list[tuple[str, bytes, str, int]] = []
    for match_id, values in zip(match_ids, found, strict=True):
        match, version = read_match(values), values[0]
        if match is not None and version is not None:
            expires = expiry.due_ms(match, int(version))
            for kind in required_deadlines(match, expiry):
                due = expires if kind is OutboxKind.EXPIRE and expires is not None else due_ms
                wanted.append((match_id, version, f"{kind.value}:{match_id}", due))
    if not wanted:
        return 0
    command: Callable[..., Any] = redis.execute_command
    there = command("ZMSCORE", deadlines_key(shard), *(member for _, _, member, _ in wanted))
    add_deadline = redis.register_script(_RECONCILE)
    # The deadlines were read after the matches: one that has got its deadline meanwhile has another version by now.
    return sum(
        add_deadline([match_key(match_id), deadlines_key(shard)], [version, member, due])
        for (match_id, version, member, due), score in zip(wanted, there, strict=True)
        if score is None
    )
