"""The reconciler: looks at every match that should go on, gives it the deadline it lacks, and counts those that are
stuck.

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
from services.matches.model import Match, Status
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, deadlines_key, index_key, match_key
from services.matches.stuck_matches import StuckOn, keep_counts, stuck_on

_RECONCILE: Final = (files(__package__) / "lua" / "reconcile.lua").read_text()
_BATCH: Final = 200


def reconcile(redis: Redis, now_ms: int, *, idle_seconds: int, expiry: Expiry = NEVER) -> int:
    """Give each match its missing deadlines, due after ``idle_seconds`` unless something happens by itself until then;
    when it expires, if it does, at the time for that. Count the matches that are stuck: see
    :mod:`services.matches.stuck_matches`. Returns how many deadlines were missing."""
    due_ms = now_ms + idle_seconds * 1000
    missing, stuck = 0, dict[str, StuckOn]()
    for shard in range(SHARDS):
        for status in Status:
            for match_ids in _batches(redis, index_key(shard, status.value, None)):
                found = _read(redis, match_ids)
                missing += _add_missing(redis, shard, found, due_ms, expiry)
                # One that spectators see with a delay stands in two lists.
                stuck |= {
                    match.id: waits_for
                    for match, changed_ms in found
                    if (waits_for := stuck_on(match, changed_ms, now_ms)) is not None
                }
    keep_counts(redis, stuck.values())
    return missing


def _batches(redis: Redis, key: str) -> Iterator[list[str]]:
    """The matches of a list, in batches."""
    command: Callable[..., Any] = redis.execute_command
    start = "-"
    while ids := [id.decode() for id in command("ZRANGEBYLEX", key, start, "+", "LIMIT", 0, _BATCH)]:
        yield ids
        start = f"({ids[-1]}"


def _read(redis: Redis, match_ids: Sequence[str]) -> list[tuple[Match, int]]:
    """Matches that are there, each with its version."""
    with redis.pipeline(transaction=False) as pipe:
        for match_id in match_ids:
            pipe.hmget(match_key(match_id), PUBLIC_FIELDS)
        found: list[list[bytes | None]] = pipe.execute()
    read = ((read_match(values), values[0]) for values in found)
    return [(match, int(version)) for match, version in read if match is not None and version is not None]


def _add_missing(redis: Redis, shard: int, found: Sequence[tuple[Match, int]], due_ms: int, expiry: Expiry) -> int:
    wanted: list[tuple[str, int, str, int]] = []
    for match, version in found:
        expires = expiry.due_ms(match, version)
        for kind in required_deadlines(match, expiry):
            due = expires if kind is OutboxKind.EXPIRE and expires is not None else due_ms
            wanted.append((match.id, version, f"{kind.value}:{match.id}", due))
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
