"""Which bots have a webhook, where commits can see it: work is queued for those alone.

Webhooks are in SQL, which no move asks. So each shard has a set of the bots that have one. Who sets a webhook adds the
bot before its matches are looked through, so of each decision either the commit that asks for it knows, or who looks.
Reconciliation makes the sets what SQL says. A set that was never made whole, as after a loss of Redis, says nothing:
then work is queued for every bot.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

from redis import Redis

from services.matches.redis_keys import SHARDS, called_key
from services.redis_clients import busy_if_unavailable

WHOLE: Final = ""
"""Is a member of a set that has all bots with webhooks. No bot has this id."""


class CalledBots:
    """The sets. Safe to use from several threads and processes. Every method raises ``BUSY`` when Redis cannot be
    reached."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command

    def add(self, player_id: str) -> None:
        """A bot has a webhook now."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.sadd(called_key(shard), player_id)
            pipe.execute()

    def remove(self, player_id: str) -> None:
        """A bot has no webhook any more."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.srem(called_key(shard), player_id)
            pipe.execute()

    def of_shard(self, shard: int) -> Collection[str] | None:
        """The bots with a webhook; None: not all of them are known."""
        with busy_if_unavailable():
            found = {member.decode() for member in self._command("SMEMBERS", called_key(shard))}
        return found if WHOLE in found else None

    def update(self, shard: int, players: Callable[[], Collection[str]]) -> None:
        """Make a set what SQL says. ``players``: asks it. What is added meanwhile stays."""
        with busy_if_unavailable():
            before = {member.decode() for member in self._command("SMEMBERS", called_key(shard))}
            now = {WHOLE, *players()}
            if new := now - before:
                self._command("SADD", called_key(shard), *sorted(new))
            if gone := before - now:
                self._command("SREM", called_key(shard), *sorted(gone))
