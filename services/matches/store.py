"""Matches in Redis: reading them in one round trip, committing a change in another."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final

import redis.exceptions
from redis import Redis

from services.engine.engine import Situation
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.matches import event_log, spectator_delay
from services.matches.commit import commit_arguments, index_scores
from services.matches.event_log import LogEntry
from services.matches.expiry import NEVER, Expiry
from services.matches.match_lifecycle import Change
from services.matches.match_record import (
    PUBLIC_FIELDS,
    SECRET_FIELDS,
    LoadedMatch,
    MatchRecord,
    read_match,
    read_record,
    read_situation,
    situation_fields,
)
from services.matches.model import Match, Status
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import (
    SHARDS,
    answers_key,
    deadlines_key,
    delayed_key,
    events_key,
    index_key,
    log_key,
    match_key,
    match_keys,
    outbox_key,
    player_key,
    released_key,
    shard_of,
)
from services.matches.spectator_delay import DelayedMatch
from services.telemetry import metrics, tracing

_LUA: Final = files(__package__) / "lua"
_PUBLIC: Final = len(PUBLIC_FIELDS)
_KNOWN: Final = _PUBLIC + len(SECRET_FIELDS)
_BATCH: Final = 500
_UNREACHABLE: Final = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,  # while a replica takes over
    redis.exceptions.OutOfMemoryError,
)


class MatchStore:
    """Reads and commits matches. Safe to use from several threads.

    ``nudge_seconds``: after how long without progress a bot's turn is sent to the workers again. ``expiry``: when
    matches expire in which nothing happens.

    Every method raises ``BUSY`` when Redis cannot be reached.
    """

    def __init__(self, redis: Redis, *, nudge_seconds: int = 15, expiry: Expiry = NEVER) -> None:
        self._redis = redis
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._commit, self._read_events, self._release, self._set_deadline = (
            redis.register_script((_LUA / name).read_text())
            for name in ("commit.lua", "read_events.lua", "release.lua", "set_deadline.lua")
        )
        self._expiry = expiry
        self._nudge_ms = nudge_seconds * 1000

    # -- reading -----------------------------------------------------------------------------------------------------

    def match(self, match_id: str) -> Match | None:
        """A match without its secrets."""
        return read_match(self._fields(match_id, PUBLIC_FIELDS))

    def matches(self, match_ids: Sequence[str]) -> list[Match]:
        """Several matches without their secrets; those that are not there are left out."""
        with _busy_if_unreachable(), self._redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hmget(match_key(match_id), PUBLIC_FIELDS)
            found = [read_match(values) for values in pipe.execute()]
        return [match for match in found if match is not None]

    def view(self, match_id: str, viewer: int) -> tuple[Match, Situation | None] | None:
        """A match without its secrets, and a viewer's situation."""
        values = self._fields(match_id, [*PUBLIC_FIELDS, *situation_fields(viewer)])
        match = read_match(values[:_PUBLIC])
        return None if match is None else (match, read_situation(viewer, values[_PUBLIC:]))

    def load(self, match_id: str, viewers: Sequence[int] = ()) -> LoadedMatch | None:
        """A match with its secrets, to make a change of it, and the situations of some viewers."""
        fields = [field for viewer in viewers for field in situation_fields(viewer)]
        values = self._fields(match_id, [*PUBLIC_FIELDS, *SECRET_FIELDS, *fields])
        stored = read_record(values[:_PUBLIC], values[_PUBLIC:_KNOWN])
        if stored is None:
            return None
        views = values[_KNOWN:]
        situations = (read_situation(viewer, views[2 * i : 2 * i + 2]) for i, viewer in enumerate(viewers))
        return LoadedMatch(stored, {situation.viewer: situation for situation in situations if situation is not None})

    def load_all(self, match_id: str) -> LoadedMatch | None:
        """A match with its secrets and every viewer's situation."""
        with _busy_if_unreachable():
            fields: dict[bytes, bytes] = self._command("HGETALL", match_key(match_id))
        stored = read_record(
            *([fields.get(name.encode()) for name in names] for names in (PUBLIC_FIELDS, SECRET_FIELDS))
        )
        if stored is None:
            return None
        situations: dict[int, Situation] = {}
        for viewer in range(SPECTATOR, len(stored.match.seats)):
            situation = read_situation(viewer, [fields.get(name.encode()) for name in situation_fields(viewer)])
            if situation is not None:
                situations[viewer] = situation
        return LoadedMatch(stored, situations)

    def find_answer(self, match_id: str, seat: int, decision: int) -> LogEntry | None:
        """The log entry that answered a decision."""
        with _busy_if_unreachable():
            entry_id = self._command("HGET", answers_key(match_id), f"{seat}:{decision}")
            if entry_id is None:
                return None
            found = self._command("XRANGE", log_key(match_id), entry_id, entry_id)
        return event_log.decode(found[0][1][b"entry"]) if found else None

    def events(self, match_id: str, viewer: int, since: int, limit: int) -> tuple[Match, list[LogEntry]] | None:
        """A match without its secrets, and what a viewer was shown after a revision, oldest first."""
        keys = [match_key(match_id), log_key(match_id), events_key(match_id, viewer)]
        with _busy_if_unreachable():
            values, entries = self._read_events(keys, [since, limit, *PUBLIC_FIELDS])
        match = read_match(values)
        return None if match is None else (match, [event_log.decode(entry) for entry in entries])

    def delayed(self, match: Match, until_ms: int) -> DelayedMatch:
        """What spectators could see of a match, which they see with a delay, at a moment."""
        key = delayed_key(match.id)
        with _busy_if_unreachable():
            found = self._command("ZREVRANGEBYSCORE", key, until_ms, "-inf", "LIMIT", 0, 1)
        return spectator_delay.decode(match, found[0] if found else None)

    def read_log(self, match_id: str) -> list[LogEntry]:
        """Everything that happened, oldest first."""
        entries: list[LogEntry] = []
        start = "-"
        while True:
            with _busy_if_unreachable():
                batch = self._command("XRANGE", log_key(match_id), start, "+", "COUNT", _BATCH)
            entries += (event_log.decode(fields[b"entry"]) for _, fields in batch)
            if len(batch) < _BATCH:
                return entries
            start = "(" + batch[-1][0].decode()

    def wait_for_events(self, match_id: str, viewer: int, since: int, block_ms: int) -> bool:
        """Wait until a viewer has been shown something after a revision; whether it has."""
        with _busy_if_unreachable():
            return bool(self._redis.xread({events_key(match_id, viewer): f"{since}-0"}, count=1, block=block_ms))

    def newest_ids(
        self, *, status: Status | None, player: str | None, ruleset: str | None, before: str | None, limit: int
    ) -> list[str]:
        """Ids of up to ``limit`` matches, newest first, those before the id ``before``. With ``player``, matches of any
        status and ruleset are among them."""
        first = "+" if before is None else f"({before}"
        name = None if status is None else status.value
        with _busy_if_unreachable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                key = index_key(shard, name, ruleset) if player is None else player_key(shard, player)
                pipe.zrevrangebylex(key, first, "-", start=0, num=limit)
            pages: list[list[bytes]] = pipe.execute()
        return sorted((id.decode() for page in pages for id in page), reverse=True)[:limit]

    # -- writing -----------------------------------------------------------------------------------------------------

    def commit(self, change: Change) -> bool:
        """Write a change, all of it. False if the match was changed since it was read: nothing was written."""
        keys, args = commit_arguments(change, self._nudge_ms, tracing.current(), self._expiry)
        with metrics.commit_run(change.after.match.ruleset), _busy_if_unreachable():
            return bool(self._commit(keys, args) == 1)

    def request_bot_turn(self, stored: MatchRecord) -> None:
        """Write an outbox entry that asks for the match's bots once more."""
        match = stored.match
        fields: tuple[str | int, ...] = ("kind", OutboxKind.TURN.value, "match", match.id, "rev", stored.version)
        fields += ("owner", match.creator_id)
        if trace := tracing.current():
            fields += ("trace", trace)
        with _busy_if_unreachable():
            self._command("XADD", outbox_key(shard_of(match.id)), "*", *fields)

    def set_deadline(self, stored: MatchRecord, kind: OutboxKind, due_ms: int | None) -> None:
        """Move a deadline of a match, or take it away, unless the match was changed since it was read."""
        match_id = stored.match.id
        keys = [match_key(match_id), deadlines_key(shard_of(match_id))]
        with _busy_if_unreachable():
            self._set_deadline(keys, [stored.version, f"{kind.value}:{match_id}", "" if due_ms is None else due_ms])

    def release(self, match: Match, expire_at_ms: int, now_ms: int) -> bool:
        """Let an archived match leave: its keys expire at ``expire_at_ms``. False if it has been released before."""
        own, *others = match_keys(match.id, len(match.seats))
        if match.has_spectator_delay:
            others.append(delayed_key(match.id))
        shard = shard_of(match.id)
        keys = [own, deadlines_key(shard), released_key(shard), *others, *index_scores(match)]
        deadlines = [f"{kind.value}:{match.id}" for kind in OutboxKind]
        with _busy_if_unreachable():
            return bool(self._release(keys, [match.id, expire_at_ms, now_ms, len(others), *deadlines]) == 1)

    def _fields(self, match_id: str, fields: Sequence[str]) -> list[bytes | None]:
        with _busy_if_unreachable():
            values: list[bytes | None] = self._command("HMGET", match_key(match_id), *fields)
        return values


@contextmanager
def _busy_if_unreachable() -> Iterator[None]:
    """Refuse with ``BUSY`` what fails because Redis cannot be reached."""
    try:
        yield
    except _UNREACHABLE as error:
        raise Refusal(Reason.BUSY, "The live state cannot be reached.") from error
