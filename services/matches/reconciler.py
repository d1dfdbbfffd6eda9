"""The reconciler: looks at every match that should go on, gives it the deadline it lacks, and counts those that are
stuck.

Nothing should ever lack one: a commit sets its deadlines with everything else. The reconciler is for what no commit
foresees, such as a deadline that was removed by hand.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, Final

from redis import Redis

from services.errors import Refusal
from services.matches.accounts import read_versions
from services.matches.called_bots import CalledBots
from services.matches.commit import required_deadlines
from services.matches.expiry import NEVER, Expiry
from services.matches.match import Match, Status
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, deadlines_key, match_key
from services.matches.shard_walk import id_batches
from services.matches.stuck_matches import StuckOn, keep_counts, stuck_on
from services.redis_clients.slots import run_each

_RECONCILE: Final = (files(__package__) / "lua" / "reconcile.lua").read_text()


def reconcile(
    redis: Redis,
    now_ms: int,
    *,
    idle_seconds: int,
    expiry: Expiry = NEVER,
    shards: Iterable[int] = range(SHARDS),
    webhooks: Callable[[], Collection[str]] | None = None,
) -> int:
    """Give each match of some shards its missing deadlines, due after ``idle_seconds`` unless something happens by
    itself until then; when it expires, if it does, at the time for that. Count the matches that are stuck: see
    :mod:`services.matches.stuck_matches`. Returns how many deadlines were missing. ``webhooks``: asks which bots have
    one, for commits to know (:mod:`services.matches.called_bots`); while it cannot be asked they know what they knew.

    A batch of matches is held at a time, and takes three round trips, or four if deadlines are missing.
    """
    return sum(
        _reconcile_shard(redis, shard, now_ms, now_ms + idle_seconds * 1000, expiry, webhooks) for shard in shards
    )


def _reconcile_shard(
    redis: Redis,
    shard: int,
    now_ms: int,
    due_ms: int,
    expiry: Expiry,
    webhooks: Callable[[], Collection[str]] | None,
) -> int:
    missing, stuck, bots = 0, dict[str, StuckOn](), CalledBots(redis)
    if webhooks is not None:
        with suppress(Refusal):
            bots.update(shard, webhooks)
    called = bots.of_shard(shard)
    for status in Status:
        for match_ids in id_batches(redis, shard, status):
            found = read_versions(redis, match_ids)
            missing += _add_missing(redis, shard, found, due_ms, expiry, called)
            # One that spectators see with a delay stands in two lists.
            stuck |= {
                match.id: waits_for
                for match, changed_ms in found
                if (waits_for := stuck_on(match, changed_ms, now_ms)) is not None
            }
    keep_counts(redis, shard, stuck.values())
    return missing


def _add_missing(
    redis: Redis,
    shard: int,
    found: Sequence[tuple[Match, int]],
    due_ms: int,
    expiry: Expiry,
    called: Collection[str] | None,
) -> int:
    wanted: list[tuple[str, int, str, int]] = []
    for match, version in found:
        expires = expiry.due_ms(match, version)
        for kind in required_deadlines(match, expiry, called):
            due = expires if kind is OutboxKind.EXPIRE and expires is not None else due_ms
            wanted.append((match.id, version, f"{kind.value}:{match.id}", due))
    if not wanted:
        return 0
    command: Callable[..., Any] = redis.execute_command
    there = command("ZMSCORE", deadlines_key(shard), *(member for _, _, member, _ in wanted))
    calls = [
        ([match_key(match_id), deadlines_key(shard)], [version, member, due])
        for (match_id, version, member, due), score in zip(wanted, there, strict=True)
        if score is None
    ]
    # The deadlines were read after the matches: one that has got its deadline meanwhile has another version by now.
    return sum(run_each(redis, redis.register_script(_RECONCILE), calls))
