"""Matches in Redis: reading them in one round trip, committing a change in another."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import islice
from typing import Any, Final

import redis.exceptions
from redis import Redis

from services.engine.engine import Situation
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity.people import GUESTS
from services.matches import spectator_delay, stored_log
from services.matches.assistance import unassisted
from services.matches.called_bots import CalledBots
from services.matches.commit import COMMIT_LUA, commit_arguments, index_scores
from services.matches.event_log import LogEntryKind, MatchLogEntry
from services.matches.expiry import NEVER, Expiry
from services.matches.ids import is_match_id
from services.matches.match import Match, Status
from services.matches.match_lifecycle import Change
from services.matches.match_record import (
    PUBLIC_FIELDS,
    SECRET_FIELDS,
    SITUATIONS_FIELD,
    LivePresence,
    LoadedMatch,
    MatchRecord,
    read_live_presence,
    read_match,
    read_record,
    read_situations,
)
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import (
    SHARDS,
    confirmed_key,
    created_key,
    deadlines_key,
    delayed_key,
    index_key,
    log_key,
    match_key,
    match_key_pattern,
    match_keys,
    outbox_key,
    player_key,
    released_key,
    rematch_key,
    shard_of,
    unassisted_key,
)
from services.matches.shard_walk import id_batches
from services.matches.spectator_delay import DelayedMatch
from services.matches.ticker_gaps import Gap, TickerBeats
from services.platform_time import PlatformClock
from services.redis_clients import busy_if_unavailable
from services.redis_clients.replication import Replication
from services.telemetry import metrics, tracing
from services.unreadable import read_each

_LUA: Final = files(__package__) / "lua"
_PUBLIC: Final = len(PUBLIC_FIELDS)
_KNOWN: Final = _PUBLIC + len(SECRET_FIELDS)
_RECENT: Final = stored_log.PAGE_ENTRIES + 1
REMATCH_SECONDS: Final = 30 * 24 * 3600
"""For so long all who ask for a rematch are given the same match, since the first of them did."""
_VOID_MS: Final = 24 * 3600 * 1000
_NOT_YET: Final = -1
"""Instead of an answer of ``commit.lua``: the change is said to be made at a moment that is not yet."""
_AHEAD_MS: Final = 1_000
"""See ``commit.lua``."""
_BEHIND_SECONDS: Final = 60.0
"""For so long it is remembered by how much a shard's server is behind."""
_SCANNED: Final = 1_000
"""Keys that one SCAN looks at: a millisecond's work for the server."""


class MatchStore:
    """Reads and commits matches. Safe to use from several threads.

    ``nudge_seconds``: after how long without progress a bot's turn is sent to the workers again. ``expiry``: when
    matches expire in which nothing happens. ``replication``: which replicas must have a commit, by default none.
    ``clock``: by which changes are dated; while it is ahead of Redis' nothing is committed. None: nobody checks that.
    Servers of a Redis Cluster may differ: where one is behind what was measured just now, that is allowed for.

    Every method raises ``BUSY`` when Redis cannot be reached.
    """

    def __init__(
        self,
        redis: Redis,
        *,
        nudge_seconds: int = 15,
        expiry: Expiry = NEVER,
        replication: Replication | None = None,
        clock: PlatformClock | None = None,
    ) -> None:
        self._redis = redis
        self._clock = clock
        self._behind: dict[int, tuple[float, int]] = {}  # of a shard: until when it is remembered, milliseconds
        self._replication = replication or Replication(redis)
        # The client's own methods are typed for every way to configure it, also for those that nobody here uses.
        self._command: Callable[..., Any] = redis.execute_command
        self._commit = redis.register_script(COMMIT_LUA)
        self.called = CalledBots(redis)
        (
            self._read_events,
            self._release,
            self._set_deadline,
            self._seal_page,
            self._claim_rematch,
            self._void,
        ) = (
            redis.register_script((_LUA / name).read_text())
            for name in (
                "read_events.lua",
                "release.lua",
                "set_deadline.lua",
                "seal_page.lua",
                "claim_rematch.lua",
                "void_match.lua",
            )
        )
        self._beats = TickerBeats(redis)
        self.expiry = expiry
        self._nudge_ms = nudge_seconds * 1000

    # -- reading -----------------------------------------------------------------------------------------------------

    def match(self, match_id: str) -> Match | None:
        """A match without its secrets."""
        return read_match(self._fields(match_id, PUBLIC_FIELDS))

    def matches(self, match_ids: Sequence[str]) -> list[Match]:
        """Several matches without their secrets; those that are not there, or cannot be read, are left out."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hmget(match_key(match_id), PUBLIC_FIELDS)
            kept = zip(match_ids, pipe.execute(), strict=True)
        # Who may see a match stands in it: of one that cannot be read nobody but the log is told.
        found = read_each("match", kept, lambda each: read_match(each[1]), lambda each: each[0])
        return [match for match in found if match is not None]

    def presences(self, match_ids: Sequence[str]) -> dict[str, LivePresence]:
        """Who has been there in some matches, by their ids: of those that are live and keep note of it."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.hget(match_key(match_id), "progress")
            kept = zip(match_ids, pipe.execute(), strict=True)
        found = read_each("match", kept, lambda each: (each[0], read_live_presence(each[1])), lambda each: each[0])
        return {match_id: presence for match_id, presence in found if presence is not None}

    def view(self, match_id: str, viewer: int) -> tuple[Match, Situation | None] | None:
        """A match without its secrets, and a viewer's situation."""
        values = self._fields(match_id, [*PUBLIC_FIELDS, SITUATIONS_FIELD])
        match = read_match(values[:_PUBLIC])
        return None if match is None else (match, read_situations(values[_PUBLIC]).get(viewer))

    def load(self, match_id: str, viewers: Sequence[int] = ()) -> LoadedMatch | None:
        """A match with its secrets, to make a change of it, and the situations of some viewers."""
        if not viewers:
            stored = self._record(self._fields(match_id, [*PUBLIC_FIELDS, *SECRET_FIELDS]))
            return None if stored is None else LoadedMatch(stored, {})
        loaded = self.load_all(match_id)
        if loaded is None:
            return None
        situations = loaded.situations
        return LoadedMatch(loaded.stored, {viewer: situations[viewer] for viewer in viewers if viewer in situations})

    def load_all(self, match_id: str) -> LoadedMatch | None:
        """A match with its secrets and every viewer's situation."""
        values = self._fields(match_id, [*PUBLIC_FIELDS, *SECRET_FIELDS, SITUATIONS_FIELD])
        stored = self._record(values)
        return None if stored is None else LoadedMatch(stored, read_situations(values[_KNOWN]))

    def find_answer(self, match_id: str, seat: int, decision: int) -> MatchLogEntry | None:
        """The log entry that answered a decision."""
        for first in (-_RECENT, 0):  # mostly it is one of the last; meanwhile pages may have been put together
            for page in reversed(self._pages(match_id, first)):
                for entry in stored_log.entries_of_page(page):
                    if (entry.seat, entry.decision) == (seat, decision):
                        return entry
        return None

    def events(self, match_id: str, viewer: int, since: int, limit: int) -> tuple[Match, list[MatchLogEntry]] | None:
        """A match without its secrets, and what a viewer was shown after a revision, oldest first."""
        keys = [match_key(match_id), log_key(match_id)]
        with busy_if_unavailable():
            values, pages = self._read_events(keys, [viewer - SPECTATOR + 1, since, *PUBLIC_FIELDS])
        match = read_match(values)
        return None if match is None else (match, list(islice(stored_log.shown_after(pages, viewer, since), limit)))

    def delayed(self, match: Match, until_ms: int) -> DelayedMatch:
        """What spectators could see of a match, which they see with a delay, at a moment."""
        key = delayed_key(match.id)
        with busy_if_unavailable():
            found = self._command("ZREVRANGEBYSCORE", key, until_ms, "-inf", "LIMIT", 0, 1)
        return spectator_delay.decode(match, found[0] if found else None)

    def read_log(self, match_id: str) -> list[MatchLogEntry]:
        """Everything that happened, oldest first."""
        return [entry for page in self._pages(match_id, 0) for entry in stored_log.entries_of_page(page)]

    def rematches(self, match_ids: Sequence[str]) -> dict[str, str]:
        """The ids of the matches that are to be played after ended ones, by theirs. They may not be there yet."""
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for match_id in match_ids:
                pipe.get(rematch_key(match_id))
            found: list[bytes | None] = pipe.execute()
        return {each: after.decode() for each, after in zip(match_ids, found, strict=True) if after is not None}

    def newest_ids(
        self,
        *,
        status: Status | None,
        player: str | None,
        ruleset: str | None,
        before: str | None,
        limit: int,
        creator: str | None = None,
    ) -> list[str]:
        """Ids of up to ``limit`` matches, newest first, those before the id ``before``. With ``player`` or ``creator``,
        matches of any status and ruleset are among them; with both, those of the player."""
        first = "+" if before is None else f"({before}"
        name = None if status is None else status.value
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                if player is not None:
                    key = player_key(shard, player)
                elif creator is not None:
                    key = created_key(shard, creator)
                else:
                    key = index_key(shard, name, ruleset)
                pipe.zrevrangebylex(key, first, "-", start=0, num=limit)
            pages: list[list[bytes]] = pipe.execute()
        return sorted((id.decode() for page in pages for id in page), reverse=True)[:limit]

    def id_batches(self, shard: int) -> Iterator[list[str]]:
        """Ids of the matches of a shard that have not been released, oldest first, in batches."""
        with busy_if_unavailable():
            yield from id_batches(self._redis, shard, None)

    def live_matches(self, shard: int) -> Iterator[Match]:
        """A shard's live matches without their secrets, oldest first, in batches."""
        with busy_if_unavailable():
            for match_ids in id_batches(self._redis, shard, Status.LIVE):
                yield from self.matches(match_ids)

    def bars_help(self, person: str, ruleset: str) -> list[Match]:
        """The live matches of a ruleset in which a person sits, or a bot of theirs, and in which the platform helps
        nobody; none: they may have help. One round trip then. A host could ask, or play, as a guest of its own."""
        host = person.removeprefix(GUESTS)
        people = {host, GUESTS + host}
        with busy_if_unavailable(), self._redis.pipeline(transaction=False) as pipe:
            for each in people:
                for shard in range(SHARDS):
                    pipe.zrange(unassisted_key(shard, ruleset, each), 0, -1)
            pages: list[list[bytes]] = pipe.execute()
        ids = [id.decode() for page in pages for id in page]
        # A release that knows nothing of this list leaves matches in it that have ended.
        return [match for match in self.matches(ids) if match.bars_help and people & unassisted(match)] if ids else []

    def gaps(self, now_ms: int) -> tuple[Gap, ...]:
        """When no ticker lived until now, oldest first."""
        with busy_if_unavailable():
            return self._beats.gaps(now_ms)

    def stored_ids(self) -> Iterator[str]:
        """Ids of all matches in Redis, those included that are about to leave and stand in no list. In no order, and
        one may come twice. What comes or leaves meanwhile may be missing."""
        found: Iterator[bytes] = self._redis.scan_iter(match=match_key_pattern(), count=_SCANNED, _type="hash")
        with busy_if_unavailable():
            for key in found:
                match_id = key.decode().rpartition(":")[2]
                if is_match_id(match_id):
                    yield match_id

    # -- writing -----------------------------------------------------------------------------------------------------

    def commit(self, change: Change) -> bool:
        """Write a change, all of it. False if the match was changed since it was read: nothing was written.

        Raises:
            Refusal: ``BUSY``; also if the change is made and fewer replicas have it than must. Whoever tries again
                finds it made, and asks :meth:`confirm`.
        """
        shard = shard_of(change.after.match.id)
        behind_ms = self._behind_ms(shard)
        result = self._try_to_commit(change, behind_ms)
        if result < 0 and self._clock is not None:
            with busy_if_unavailable():
                self._clock.measure()
            result = self._try_to_commit(change, behind_ms)
            if result < _NOT_YET:  # of a Redis Cluster: the time is right, and this shard's server is behind it
                behind_ms -= result
                self._behind[shard] = time.monotonic() + _BEHIND_SECONDS, behind_ms
                result = self._try_to_commit(change, behind_ms)
        if result < 0:
            raise Refusal(Reason.BUSY, "The clock of this process is being set.")
        is_committed = result == 1
        is_play = change.entry is not None and change.entry.kind is LogEntryKind.PLAY
        if is_committed and is_play and change.after.rev % stored_log.PAGE_ENTRIES == 0:
            for entries in (stored_log.PAGE_ENTRIES, *stored_log.LONGER_PAGES):
                if change.after.rev % entries == 0:
                    self._seal_last_page(change.after.match.id, entries)
        return is_committed

    def _try_to_commit(self, change: Change, behind_ms: int) -> int:
        """What the script answers, or ``_NOT_YET``. ``behind_ms``: by how much the shard's server is known to be."""
        clock, server_ms = self._clock, None
        if clock is not None:
            if clock.server_ms() is None:  # it goes by its host's clock so far
                with busy_if_unavailable():
                    clock.measure()
            before = change.before
            pinned_ms = 0 if before is None else max(before.last_ms, before.match.created_ms)
            if change.at_ms > max(clock.now_ms() + _AHEAD_MS, pinned_ms):
                return _NOT_YET
            server_ms = clock.server_ms()
            if server_ms is not None:
                server_ms -= behind_ms
        keys, args = commit_arguments(change, self._nudge_ms, tracing.current(), self.expiry, server_ms)
        began = time.perf_counter()
        try:
            with busy_if_unavailable():
                return int(self._replication.run(self._commit, keys, args))
        finally:
            metrics.commit_run(change.after.match.ruleset, time.perf_counter() - began)

    def _behind_ms(self, shard: int) -> int:
        until, behind_ms = self._behind.get(shard, (0.0, 0))
        return behind_ms if time.monotonic() < until else 0

    def void(self, match_id: str) -> bool:
        """See to it that a match is never created, not even by who began with it long ago; for a day. False if it was
        created."""
        with busy_if_unavailable():
            return bool(self._void([match_key(match_id)], [_VOID_MS]) == 1)

    def confirm(self, match_id: str) -> None:
        """Refuse with ``BUSY`` while fewer replicas than must have what was committed to a match before."""
        with busy_if_unavailable():
            self._replication.confirm(confirmed_key(shard_of(match_id)))

    def claim_rematch(self, match_id: str, rematch_id: str, instead_of: str = "") -> str:
        """Say that a match is to be played after an ended one, if nobody has said so before. ``instead_of``: what may
        have been said before, and counts no more.

        Returns:
            The id of the match that is to be played: this one, or the one that was named before.

        Raises:
            Refusal: ``BUSY``, as for :meth:`commit`.
        """
        args: list[str | bytes | int] = [rematch_id, instead_of, REMATCH_SECONDS * 1000]
        with busy_if_unavailable():
            there: bytes = self._replication.run(self._claim_rematch, [rematch_key(match_id)], args)
        return there.decode()

    def request_bot_turn(self, stored: MatchRecord, kind: OutboxKind = OutboxKind.TURN) -> None:
        """Write an outbox entry that asks for the match's bots once more. ``kind``: ``TURN``, ``THINK``, ``CALL``."""
        match = stored.match
        fields: tuple[str | int, ...] = ("kind", kind.value, "match", match.id, "rev", stored.version)
        fields += ("owner", match.person)
        if trace := tracing.current():
            fields += ("trace", trace)
        with busy_if_unavailable():
            self._command("XADD", outbox_key(shard_of(match.id)), "*", *fields)

    def set_deadline(self, stored: MatchRecord, kind: OutboxKind, due_ms: int | None) -> None:
        """Move a deadline of a match, or take it away, unless the match was changed since it was read."""
        match_id = stored.match.id
        keys = [match_key(match_id), deadlines_key(shard_of(match_id))]
        with busy_if_unavailable():
            self._set_deadline(keys, [stored.version, f"{kind.value}:{match_id}", "" if due_ms is None else due_ms])

    def hasten_deadline(self, stored: MatchRecord, kind: OutboxKind, due_ms: int) -> None:
        """Let a deadline of a match come at this moment if it comes later, unless the match was changed since it was
        read."""
        match_id = stored.match.id
        keys = [match_key(match_id), deadlines_key(shard_of(match_id))]
        with busy_if_unavailable():
            self._set_deadline(keys, [stored.version, f"{kind.value}:{match_id}", due_ms, "LT"])

    def release(self, match: Match, *, now_ms: int, expire_at_ms: int) -> bool:
        """Let an archived match leave. False if it has been released before."""
        own, *others = match_keys(match.id)
        if match.has_spectator_delay:
            others.append(delayed_key(match.id))
        shard = shard_of(match.id)
        keys = [own, deadlines_key(shard), released_key(shard), *others, *index_scores(match)]
        deadlines = [f"{kind.value}:{match.id}" for kind in OutboxKind]
        with busy_if_unavailable():
            return bool(self._release(keys, [match.id, now_ms, expire_at_ms, len(others), *deadlines]) == 1)

    @staticmethod
    def _record(values: Sequence[bytes | None]) -> MatchRecord | None:
        return read_record(values[:_PUBLIC], values[_PUBLIC:_KNOWN])

    def _seal_last_page(self, match_id: str, entries: int) -> None:
        """Put the log's last pages together into one of so many entries. What fails is done with the next page."""
        key = log_key(match_id)
        with suppress(redis.exceptions.RedisError):  # whatever it is: the commit is made
            with self._redis.pipeline(transaction=True) as pipe:
                pipe.llen(key)
                pipe.lrange(key, -2 * _RECENT, -1)
                size, recent = pipe.execute()
            loose = stored_log.loose_pages(recent, entries)
            if loose:
                whole = stored_log.joined(loose)
                self._seal_page([key], [size - len(loose), len(loose), loose[0], loose[-1], whole])

    def _pages(self, match_id: str, first: int) -> list[bytes]:
        """The pages of a log from a place on, which is counted from the end where it is negative."""
        with busy_if_unavailable():
            pages: list[bytes] = self._command("LRANGE", log_key(match_id), first, -1)
        return pages

    def _fields(self, match_id: str, fields: Sequence[str]) -> list[bytes | None]:
        with busy_if_unavailable():
            values: list[bytes | None] = self._command("HMGET", match_key(match_id), *fields)
        return values
