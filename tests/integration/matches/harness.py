"""A platform of its own for each test: real Valkey, real SQL, rulesets in process, a clock that the test sets."""

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.archive import Archive
from services.database import Database
from services.engine.clocks import PLAY_DEFAULT, bot_of
from services.engine.engine import EventShares
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import SPECTATOR
from services.errors import Refusal
from services.fairness.commitment_log import CommitmentLog
from services.identity import Caller, Player, Players, Scope
from services.identity.blocks import Blocks
from services.matches.admission import MatchAdmission
from services.matches.bot_turns import BotTurns
from services.matches.commitment_appending import CommitmentAppending
from services.matches.commitment_queue import CommitmentQueue
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.event_log import LogEntryKind
from services.matches.expiry import NEVER, Expiry
from services.matches.invitations import InvitationLimits, Invitations
from services.matches.match import Match, Status
from services.matches.matches import Matches
from services.matches.outbox import Outbox, OutboxEntry, outboxes
from services.matches.redis_keys import match_key
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.platform_time import PlatformClock
from services.redis_clients.replication import Replication
from tests.rulesets import sealed
from tests.signing import SIGNING_KEYS

NO_LIMITS = InvitationLimits()
TTL_SECONDS = 1000
NUDGE_SECONDS = 15


class Clock:
    """Milliseconds that go on only when told to."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    def advance(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1000)


class World:
    """The services, and shortcuts to what tests do all the time."""

    def __init__(
        self, redis: Redis, database: Path | str, *, clock: Clock | None = None, platform: PlatformClock | None = None
    ) -> None:
        """``database``: an SQLite file, or the URL of a database; with its tables. ``clock``: by which everything goes;
        ``platform``: by which its commits are checked."""
        self.redis = redis
        self.clock = clock or Clock()
        self._platform = platform
        self._database = database
        self.database = Database(database if isinstance(database, str) else f"sqlite:///{database}")
        self.engines = EngineDirectory({"sealed": InProcessEngine(sealed.RULESET)})
        self.players = Players(self.database)
        self.blocks = Blocks(self.database, self.clock)
        self.archive = Archive(self.database)
        self.open(redis)

    @property
    def database_path(self) -> Path:
        """The SQLite file that it was made with."""
        assert isinstance(self._database, Path)
        return self._database

    def open(
        self,
        redis: Redis,
        replication: Replication | None = None,
        *,
        clock_grace_ms: int = 0,
        invitations: InvitationLimits = NO_LIMITS,
        expiry: Expiry = NEVER,
    ) -> None:
        """Work with a client, as a process does that has just started."""
        self.redis = redis
        self.store = MatchStore(
            redis, nudge_seconds=NUDGE_SECONDS, replication=replication, expiry=expiry, clock=self._platform
        )
        self.commitment_log = CommitmentLog(self.database, now_ms=self.clock)
        self.fairness: Any = {"signing_keys": SIGNING_KEYS, "commitments": self.commitment_log}
        self.matches = Matches(
            self.store,
            self.engines,
            self.players,
            self.archive,
            now_ms=self.clock,
            clock_grace_ms=clock_grace_ms,
            admission=MatchAdmission(self.blocks),
            invitations=Invitations(redis, invitations, now_ms=self.clock),
            **self.fairness,
        )
        self.bot_turns = BotTurns(self.store, self.engines, now_ms=self.clock)
        self.outbox = Outbox(redis)
        self.outboxes = outboxes(redis)
        self.commitments = CommitmentAppending(self.store, CommitmentQueue(redis), self.commitment_log)
        self.scoring = Scoring(
            self.store, self.archive, finished_ttl_seconds=TTL_SECONDS, now_ms=self.clock, **self.fairness
        )

    def caller(self, name: str = "Ann", *scopes: Scope) -> Caller:
        """A new player with a key."""
        return caller_of(self.players.create(name), *scopes)

    def create(self, caller: Caller, *seats: str, **more: Any) -> Match:
        """A match of Sealed Rows. In one that is rated no bot of the house plays for whose time is over."""
        more.setdefault("rated", bot_of(more.get("on_time_out", PLAY_DEFAULT)) is None)
        return self.matches.create(caller, NewMatch("sealed", parse_seats(seats), more.pop("options", {}), **more))

    def table(self, seats: int, **more: Any) -> tuple[Match, list[Caller]]:
        """A live match between people, and who sits in its seats."""
        people = [self.caller(f"Player {seat}") for seat in range(seats)]
        match = self.create(people[0], "me", *["open"] * (seats - 1), **more)
        for person in people[1:]:
            match = self.matches.join(person, match.id)
        assert match.status is Status.LIVE
        return match, people

    def decide(self, caller: Caller, match_id: str, action: str | dict[str, Any]) -> dict[str, Any]:
        """Answer the caller's pending decision."""
        match = self.matches.get(caller, match_id)
        seat = match.seat_of(caller.player_id)
        assert seat is not None
        number = match.decisions[seat]
        assert number is not None
        answer: dict[str, Any] = json.loads(self.matches.decide(caller, match_id, seat, number, action))
        return answer

    def finish(self, match_id: str, people: Sequence[Caller]) -> None:
        """Play a match to its end, everybody taking the first legal action."""
        while True:
            for seat, person in enumerate(people):
                look = self.matches.view(person, match_id, seat)
                if look.status is not Status.LIVE:
                    return
                if look.decision is not None:
                    first = json.loads(look.legal)[0]["notation"]
                    self.matches.decide(person, match_id, seat, look.decision, first)

    def tasks(self) -> list[OutboxEntry]:
        """What the outbox holds; taken off."""
        entries = self.take("test")
        self.outbox.done(entries)
        return entries

    def take(self, consumer: str) -> list[OutboxEntry]:
        """What the outbox holds; it is the consumer's until it is done."""
        return [entry for outbox in self.outboxes for entry in outbox.read(consumer, block_ms=0, count=1000)]

    def expire(self, match_id: str) -> None:
        """Let the time pass after which an archived match is gone from Redis."""
        for key in self.redis.scan_iter(f"*{match_id}*"):
            assert self.redis.pttl(key) > 0
            self.redis.delete(key)

    def check_whole(self, match_id: str) -> None:
        """Everything that Redis holds of a match fits together: position, views, log, revisions, answers. What was
        committed was committed in a whole."""
        loaded = self.store.load_all(match_id)
        assert loaded is not None
        stored, match = loaded.stored, loaded.match
        entries = self.store.read_log(match_id)
        actions = [entry for entry in entries if entry.kind is LogEntryKind.PLAY]
        assert [entry.rev for entry in actions] == list(range(1, stored.rev + 1))
        for entry in actions:
            assert entry.seat is not None
            assert entry.decision is not None
            assert self.store.find_answer(match_id, entry.seat, entry.decision) == entry
        if entries:
            assert (entries[-1].rev, entries[-1].notice) == (stored.rev, stored.notice)
            assert entries[-1].shown == match.revisions
            assert entries[-1].next == match.decisions
        for viewer in range(SPECTATOR, len(match.seats)):
            found = self.store.events(match_id, viewer, 0, 10_000)
            assert found is not None
            assert [entry.shown[viewer + 1] for entry in found[1]] == list(range(1, match.revision(viewer) + 1))
        if stored.seed is not None:
            self._check_position(match_id)

    def _check_position(self, match_id: str) -> None:
        loaded = self.store.load_all(match_id)
        assert loaded is not None
        assert loaded.stored.seed is not None
        match = loaded.match
        engine = self.engines.pinned(match.pin)
        step = engine.start(len(match.seats), match.options, loaded.stored.seed)
        told: list[tuple[EventShares, ...]] = [step.events]
        entries = self.store.read_log(match_id)
        for entry in entries:
            if entry.kind is LogEntryKind.PLAY:
                assert entry.seat is not None
                assert entry.notation is not None
                _, step = engine.play(step.position, entry.seat, entry.notation)
                told.append(step.events)
        kept = [entry.events for entry in entries if entry.events]
        assert [list(map(_shares, events)) for events in kept] == [list(map(_shares, events)) for events in told]
        if any(event.text for event in kept[0]):  # the start is not from a release without texts
            assert kept == told
        assert loaded.stored.position == step.position
        assert [loaded.situations[situation.viewer] for situation in step.situations] == list(step.situations)
        if match.status is Status.LIVE:
            assert match.pending == step.pending
        archived = self.redis.hexists(match_key(match_id), "archived")
        assert self.redis.hlen(match_key(match_id)) == 5 + 3 + 1 + int(archived)


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each call returns, or the reason for which it is refused; all called at the same moment."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal.reason

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def refused(call: Callable[[], object]) -> Refusal:
    """The refusal that a call meets."""
    with pytest.raises(Refusal) as raised:
        call()
    return raised.value


def caller_of(player: Player, *scopes: Scope) -> Caller:
    """A player's key; by default one for playing."""
    granted = scopes or (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE)
    return Caller(player.id, player.name, player.kind, "k_test", frozenset(granted), "", player.person)


def _texts(fields: Any) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in fields.items()}


def _shares(event: EventShares) -> tuple[bytes | None, dict[int, bytes]]:
    """An event without its texts."""
    return event.public, dict(event.private)
