"""What must happen after a commit: written by the commit itself, and handed on at least once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final, TypeAlias

from redis import Redis
from redis.exceptions import ResponseError

from services.matches.redis_keys import SHARDS, outbox_key
from services.redis_clients.slots import together

GROUP: Final = "relay"

Pages: TypeAlias = list[tuple[bytes, list[tuple[bytes, dict[bytes, bytes]]]]]
"""Entries by stream, as Redis gives them."""


class OutboxKind(Enum):
    """What must happen to a match, and who does it."""

    TURN = "turn"  # House.play_turns
    THINK = "think"  # House.play_turns, by a worker whose bots may take their time
    OVERDUE = "overdue"  # House.play_overdue
    SCORE = "score"  # Scoring.score
    EXPIRE = "expire"  # IdleMatches.expire
    CALL = "call"  # WebhookCalls.request
    SEARCH = "search"  # Searching.work: what somebody who analyses a position has asked for


_KINDS: Final = frozenset(kind.value.encode() for kind in OutboxKind)


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """One thing that must happen. ``rev`` grows with each commit of the match, so that match, rev and kind make a name
    for the task. Whoever does it looks at the match as it is by then. ``owner``: for whom the match
    counts. ``trace``: see :mod:`services.telemetry.tracing`. Of ``SEARCH``, ``match_id`` is the id of the request, and
    ``owner`` for whom who sent it counts."""

    shard: int
    id: str
    kind: OutboxKind
    match_id: str
    rev: int
    trace: str = ""
    owner: str = ""


def outboxes(redis: Redis) -> "list[Outbox]":
    """Outboxes that have all shards between them: one, or on a Redis Cluster one for each shard."""
    shards = {outbox_key(shard): shard for shard in range(SHARDS)}
    return [Outbox(redis, [shards[key] for key in keys]) for keys in together(redis, shards)]


class Outbox:
    """The outboxes of some shards, read by relays as one consumer group.

    ``shards``: all by default. One command reads them, so on a Redis Cluster, where it may name keys of one slot only,
    :func:`outboxes` is to be read; everything else works there as well.
    """

    def __init__(self, redis: Redis, shards: Sequence[int] = range(SHARDS)) -> None:
        self._redis = redis
        self._shards = {outbox_key(shard): shard for shard in shards}
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command

    def read(self, consumer: str, *, block_ms: int, count: int) -> list[OutboxEntry]:
        """Up to ``count`` new entries of each shard, after waiting up to ``block_ms`` for the first; 0 does not
        wait. They are this consumer's until they are :meth:`done`."""
        keys = list(self._shards)
        how: list[str | int] = ["GROUP", GROUP, consumer, "COUNT", count]
        if block_ms > 0:  # to Redis, 0 means for ever
            how += ["BLOCK", block_ms]

        def pages() -> Pages:
            return self._command("XREADGROUP", *how, "STREAMS", *keys, *[">"] * len(keys)) or []

        return self._grouped(pages)

    def reclaim(self, consumer: str, *, idle_ms: int, count: int) -> list[OutboxEntry]:
        """Up to ``count`` entries that another consumer got more than ``idle_ms`` ago and that are not done: they are
        this one's now."""
        entries: list[OutboxEntry] = []
        for key in self._shards:
            left = count - len(entries)
            if left <= 0:
                break
            entries += self._grouped(partial(self._claimed, key, consumer, idle_ms, left))
        return entries

    def done(self, entries: Iterable[OutboxEntry]) -> None:
        """The entries were handed on: forget them."""
        ids: dict[str, list[str]] = {}
        for entry in entries:
            ids.setdefault(outbox_key(entry.shard), []).append(entry.id)
        with self._redis.pipeline(transaction=False) as pipe:
            for key, of_shard in ids.items():
                pipe.xack(key, GROUP, *of_shard)
                pipe.xdel(key, *of_shard)
            pipe.execute()

    def depth(self) -> int:
        """How many entries wait or are being handed on."""
        with self._redis.pipeline(transaction=False) as pipe:
            for key in self._shards:
                pipe.xlen(key)
            return sum(pipe.execute())

    def _claimed(self, key: str, consumer: str, idle_ms: int, count: int) -> Pages:
        answer = self._command("XAUTOCLAIM", key, GROUP, consumer, idle_ms, "0-0", "COUNT", count)
        return [(key.encode(), answer[1])]

    def _grouped(self, read: Callable[[], Pages]) -> list[OutboxEntry]:
        """What a reading of the group gives. On a new or emptied server the group is made first."""
        try:
            answer = read()
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            self._make_groups()
            answer = read()
        # What only a later release knows is left to it: it takes it over from us when it has lain for a while.
        return [
            self._entry(key.decode(), id, fields)
            for key, page in answer
            for id, fields in page
            if fields[b"kind"] in _KINDS
        ]

    def _make_groups(self) -> None:
        for key in self._shards:
            try:
                self._redis.xgroup_create(key, GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise

    def _entry(self, key: str, id: bytes, fields: dict[bytes, bytes]) -> OutboxEntry:
        return OutboxEntry(
            shard=self._shards[key],
            id=id.decode(),
            kind=OutboxKind(fields[b"kind"].decode()),
            match_id=fields[b"match"].decode(),
            rev=int(fields[b"rev"]),
            trace=fields.get(b"trace", b"").decode(),
            owner=fields.get(b"owner", b"").decode(),
        )
