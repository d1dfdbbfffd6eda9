"""Matches in which nothing happens come to an end, once, whoever dies on the way."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from redis import Redis

from services.engine.clocks import Correspondence, Fischer, PerDecision
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.bot_turns import BotTurns
from services.matches.deadlines import move_due
from services.matches.expiry import NEVER, Expiry
from services.matches.idle_matches import IdleMatches
from services.matches.match import AbortReason, Match, Status
from services.matches.matches import Matches
from services.matches.outbox import OutboxKind
from services.matches.quotas import QuotaLimits, Quotas
from services.matches.reconciler import reconcile
from services.matches.redis_keys import SHARDS, deadlines_key
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.matches.stuck_matches import stuck_on
from tests.integration.matches.harness import NUDGE_SECONDS, TTL_SECONDS, World, at_once, refused
from tests.rulesets.sealed import Sealed

RULE = Expiry(open_seconds=3600, idle_seconds=7200)


class Idle:
    """A world with a rule for matches in which nothing happens."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rule(RULE)

    def rule(self, expiry: Expiry) -> None:
        """The operator's rule, after a restart of everything."""
        world = self.world
        world.store = MatchStore(world.redis, nudge_seconds=NUDGE_SECONDS, expiry=expiry)
        world.matches = Matches(
            world.store, world.engines, world.players, world.archive, now_ms=world.clock, **world.fairness
        )
        world.bot_turns = BotTurns(world.store, world.engines, now_ms=world.clock)
        world.scoring = Scoring(
            world.store, world.archive, finished_ttl_seconds=TTL_SECONDS, now_ms=world.clock, **world.fairness
        )
        self.matches = IdleMatches(world.store, expiry, now_ms=world.clock)
        self.expiry = expiry

    def tick(self) -> list[str]:
        """What the ticker finds and the workers do; which matches were told to expire."""
        world = self.world
        move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
        expired: list[str] = []
        for task in world.tasks():
            if task.kind is OutboxKind.EXPIRE:
                expired.append(task.match_id)
                self.matches.expire(task.match_id)
        return expired

    def deadlines(self, match: Match) -> list[int]:
        """When the match expires: one entry or none."""
        command: Callable[..., Any] = self.world.redis.execute_command
        member = f"{OutboxKind.EXPIRE.value}:{match.id}"
        found = (command("ZSCORE", deadlines_key(shard), member) for shard in range(SHARDS))
        return [int(float(score)) for score in found if score is not None]

    def status(self, match: Match, caller: Caller) -> tuple[Status, AbortReason | None]:
        """How the match stands."""
        found = self.world.matches.get(caller, match.id)
        return found.status, found.abort_reason


@pytest.fixture
def idle(world: World) -> Idle:
    return Idle(world)


def test_an_open_match_that_nobody_fills_expires(idle: Idle) -> None:
    ann = idle.world.caller("Ann")
    match = idle.world.create(ann, "me", "open")
    idle.world.clock.advance(3599)
    assert idle.tick() == []
    assert idle.status(match, ann) == (Status.OPEN, None)
    idle.world.clock.advance(1)
    assert idle.tick() == [match.id]
    assert idle.status(match, ann) == (Status.ABORTED, AbortReason.EXPIRED)
    assert refused(lambda: idle.world.matches.join(idle.world.caller("Bob"), match.id)).reason is Reason.MATCH_NOT_OPEN
    assert idle.deadlines(match) == []


def test_its_players_are_told_why_also_from_the_archive(idle: Idle) -> None:
    ann = idle.world.caller("Ann")
    match = idle.world.create(ann, "me", "open")
    idle.world.clock.advance(3600)
    idle.tick()

    def told() -> Any:
        (line,) = idle.world.matches.events(ann, match.id, 0, since=0)
        assert line.last
        return json.loads(line.line)

    live = told()
    assert (live["status"], live["notice"]) == (
        "aborted",
        {"kind": "aborted", "reason": "expired", "text": "The match is called off: it was not filled in time."},
    )
    assert idle.world.scoring.score(match.id)
    idle.world.expire(match.id)
    assert told() == live
    assert idle.status(match, ann) == (Status.ABORTED, AbortReason.EXPIRED)


def test_what_a_person_calls_off_has_no_reason(idle: Idle) -> None:
    ann = idle.world.caller("Ann")
    match = idle.world.create(ann, "me", "open")
    idle.world.matches.abort(ann, match.id)
    (line,) = idle.world.matches.events(ann, match.id, 0, since=0)
    assert json.loads(line.line)["notice"] == {"kind": "aborted", "text": "The match is called off."}
    assert idle.status(match, ann) == (Status.ABORTED, None)


def test_whoever_joins_and_leaves_does_not_keep_it_open(idle: Idle) -> None:
    ann, bob = idle.world.caller("Ann"), idle.world.caller("Bob")
    match = idle.world.create(ann, "me", "open", "open")
    for _ in range(6):
        idle.world.clock.advance(600)
        idle.tick()
        if idle.status(match, ann)[0] is Status.OPEN:
            idle.world.matches.join(bob, match.id)
            idle.world.matches.leave(bob, match.id)
    assert idle.status(match, ann) == (Status.ABORTED, AbortReason.EXPIRED)


def test_a_match_that_was_filled_is_played_on(idle: Idle) -> None:
    match, (ann, _) = idle.world.table(2, time_control=PerDecision(seconds=60))
    assert idle.deadlines(match) == []
    idle.world.clock.advance(100_000)
    idle.matches.expire(match.id)  # a task that came late
    assert idle.status(match, ann)[0] is Status.LIVE


def test_a_match_that_is_full_from_its_creation_does_not_expire_before_it_starts(idle: Idle) -> None:
    """Its creation and its start are two commits, and a ticker may look between them."""

    class Busy(InProcessEngine[Any, Any, Any]):
        def start(self, *_: object) -> Any:
            raise Refusal(Reason.BUSY)

    world = idle.world
    ann = world.caller()
    world.engines = EngineDirectory({"sealed": Busy(Sealed())})
    idle.rule(RULE)
    match = world.create(ann, "bot:random", "bot:random")
    assert idle.tick() == []
    assert idle.status(match, ann) == (Status.OPEN, None)
    assert stuck_on(match, 1, world.clock.now_ms) is None
    world.clock.advance(3600)
    assert idle.tick() == [match.id]


def test_a_full_match_whose_ruleset_was_updated_does_not_wait_for_ever(idle: Idle) -> None:
    """It was committed to a version that nobody serves any more; nobody can leave it."""

    class Updated(Sealed):
        def describe(self) -> Any:
            return replace(super().describe(), version="2.0.0")

    world = idle.world
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open")
    world.engines = EngineDirectory({"sealed": InProcessEngine(Updated())})
    idle.rule(RULE)
    world.clock.advance(3599)
    assert world.matches.join(ben, match.id).status is Status.OPEN
    assert refused(lambda: world.bot_turns.play_turns(match.id)).reason is Reason.UNSUPPORTED_VERSION
    world.clock.advance(3599)
    assert idle.tick() == []
    world.clock.advance(1)
    assert idle.tick() == [match.id]
    assert idle.status(match, ben) == (Status.ABORTED, AbortReason.EXPIRED)
    assert json.loads(world.matches.replay(ben, match.id))["status"] == "aborted"


def test_a_live_match_without_a_clock_in_which_nobody_moves_ends_by_the_operators_rule(idle: Idle) -> None:
    match, (ann, bob) = idle.world.table(2)
    idle.world.clock.advance(7000)
    idle.world.decide(ann, match.id, "place 1")
    idle.world.clock.advance(7199)
    idle.tick()
    assert idle.status(match, ann) == (Status.LIVE, None)
    idle.world.clock.advance(1)
    assert idle.tick() == [match.id]
    assert idle.status(match, bob) == (Status.ABORTED, AbortReason.IDLE)
    (*_, last) = idle.world.matches.events(bob, match.id, 1, since=0)
    assert json.loads(last.line)["notice"] == {
        "kind": "aborted",
        "reason": "idle",
        "text": "The match is called off: nobody moved for too long.",
    }
    idle.world.check_whole(match.id)


DAY = 24 * 3600
TWO_WEEKS = Expiry(idle_seconds=14 * DAY)


def days(idle: Idle, match: Match, number: int) -> Status:
    """So many days pass, and the clocks act; how the match stands then."""
    idle.world.clock.advance(number * DAY)
    idle.world.bot_turns.play_overdue(match.id)
    loaded = idle.world.store.load(match.id)
    assert loaded is not None
    return loaded.match.status


def lay_a_row(idle: Idle, caller: Caller, match: Match) -> None:
    for card in (1, 2, 3):
        idle.world.decide(caller, match.id, f"place {card}")


def test_a_match_by_correspondence_that_everybody_has_left_ends_by_the_operators_rule(idle: Idle) -> None:
    idle.rule(TWO_WEEKS)
    match, (ann, bob) = idle.world.table(2, time_control=Correspondence(days=10))
    assert days(idle, match, 10) is Status.LIVE
    assert days(idle, match, 10) is Status.ABORTED
    assert idle.status(match, bob) == (Status.ABORTED, AbortReason.IDLE)
    (*_, last) = idle.world.matches.events(ann, match.id, 0, since=0)
    assert json.loads(last.line)["notice"] == {
        "kind": "aborted",
        "reason": "idle",
        "text": "The match is called off: nobody moved for too long.",
    }
    idle.world.check_whole(match.id)
    assert idle.world.scoring.score(match.id)
    assert json.loads(idle.world.matches.replay(ann, match.id))["abort_reason"] == "idle"


def test_it_ends_once_although_several_workers_see_that_its_time_is_over(idle: Idle) -> None:
    idle.rule(TWO_WEEKS)
    match, (ann, _) = idle.world.table(2, time_control=Correspondence(days=10))
    days(idle, match, 10)
    before = len(idle.world.matches.events(ann, match.id, 0, since=0))
    idle.world.clock.advance(10 * DAY)
    at_once([partial(idle.world.bot_turns.play_overdue, match.id)] * 8)
    assert idle.status(match, ann) == (Status.ABORTED, AbortReason.IDLE)
    assert len(idle.world.matches.events(ann, match.id, 0, since=0)) == before + 1


def test_who_comes_back_in_time_plays_on(idle: Idle) -> None:
    idle.rule(TWO_WEEKS)
    match, (ann, _) = idle.world.table(2, time_control=Correspondence(days=10))
    assert days(idle, match, 10) is Status.LIVE
    lay_a_row(idle, ann, match)
    assert days(idle, match, 10) is not Status.ABORTED


def test_a_private_step_within_a_turn_saves_no_match(idle: Idle) -> None:
    """Whether a match ends must not tell the others of it."""
    idle.rule(TWO_WEEKS)
    match, (ann, _) = idle.world.table(2, time_control=Correspondence(days=10))
    assert days(idle, match, 10) is Status.LIVE
    idle.world.decide(ann, match.id, "place 1")
    assert days(idle, match, 10) is Status.ABORTED


def test_a_short_absence_ends_no_match(idle: Idle) -> None:
    idle.rule(Expiry(idle_seconds=30 * DAY))
    match, _ = idle.world.table(2, time_control=Correspondence(days=10))
    assert days(idle, match, 10) is Status.LIVE
    assert days(idle, match, 10) is not Status.ABORTED


def test_who_has_time_left_is_waited_for(idle: Idle) -> None:
    idle.rule(Expiry(idle_seconds=5 * DAY))
    control = Fischer(bank_seconds=10 * DAY, increment_seconds=DAY)
    match, (_, bob) = idle.world.table(2, time_control=control)
    idle.world.clock.advance(DAY)
    lay_a_row(idle, bob, match)
    assert days(idle, match, 10) is Status.LIVE  # Ann is out of time, twice in a row
    assert days(idle, match, 1) is Status.LIVE
    lay_a_row(idle, bob, match)
    assert idle.status(match, bob)[1] is None


def test_without_a_rule_the_clock_plays_on_to_the_end(idle: Idle) -> None:
    idle.rule(NEVER)
    match, _ = idle.world.table(2, time_control=Correspondence(days=30))
    assert days(idle, match, 30) is Status.LIVE
    assert days(idle, match, 30) is Status.FINISHED


def test_without_a_rule_nothing_ends(idle: Idle) -> None:
    idle.rule(NEVER)
    match, (ann, _) = idle.world.table(2)
    waiting = idle.world.create(ann, "me", "open")
    idle.world.clock.advance(100_000_000)
    assert idle.tick() == []
    assert idle.status(match, ann)[0] is Status.LIVE
    assert idle.status(waiting, ann)[0] is Status.OPEN


def test_a_task_that_comes_twice_or_too_early_changes_nothing(idle: Idle) -> None:
    ann = idle.world.caller("Ann")
    match = idle.world.create(ann, "me", "open")
    assert idle.matches.expire(match.id) is False
    assert idle.deadlines(match) == [match.created_ms + 3_600_000]
    idle.world.clock.advance(3600)
    done = at_once([partial(idle.matches.expire, match.id)] * 8)
    assert sorted(done) == [False] * 7 + [True]
    assert idle.matches.expire(match.id) is False
    assert len(idle.world.matches.events(ann, match.id, 0, since=0)) == 1
    assert [task.kind for task in idle.world.tasks()] == [OutboxKind.SCORE]


def test_who_takes_the_last_seat_in_that_moment_plays_or_is_refused(idle: Idle) -> None:
    for _ in range(20):
        ann, bob = idle.world.caller("Ann"), idle.world.caller("Bob")
        match = idle.world.create(ann, "me", "open")
        idle.world.clock.advance(3600)
        joined, expired = at_once(
            [partial(idle.world.matches.join, bob, match.id), partial(idle.matches.expire, match.id)]
        )
        status = idle.status(match, ann)
        assert (joined is Reason.MATCH_NOT_OPEN) == (status[0] is Status.ABORTED) == expired
        idle.world.check_whole(match.id)


def test_it_expires_although_everything_died_on_the_way(idle: Idle, redis_client: Redis) -> None:
    ann = idle.world.caller("Ann")
    match = idle.world.create(ann, "me", "open")
    idle.world.clock.advance(3600)
    assert move_due(redis_client, idle.world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
    idle.world.tasks()  # taken off by a worker that dies
    idle.world.clock.advance(NUDGE_SECONDS * 16)
    assert idle.tick() == [match.id]
    assert idle.status(match, ann)[0] is Status.ABORTED


def test_matches_from_before_the_rule_are_found_by_the_reconciler(idle: Idle, redis_client: Redis) -> None:
    idle.rule(NEVER)
    ann = idle.world.caller("Ann")
    waiting = idle.world.create(ann, "me", "open")
    playing, _ = idle.world.table(2)
    idle.rule(RULE)
    assert reconcile(redis_client, idle.world.clock.now_ms, idle_seconds=1, expiry=RULE) == 2
    assert idle.deadlines(waiting) == [waiting.created_ms + 3_600_000]
    (due,) = idle.deadlines(playing)
    assert 7_200_000 <= due - idle.world.clock.now_ms < 7_200_010  # of several commits in one millisecond the last
    idle.world.clock.advance(7201)
    assert sorted(idle.tick()) == sorted([waiting.id, playing.id])


def test_a_rule_that_was_changed_holds_for_matches_that_are_there(idle: Idle) -> None:
    ann = idle.world.caller("Ann")
    longer = idle.world.create(ann, "me", "open")
    idle.rule(Expiry(open_seconds=10_000))
    idle.world.clock.advance(3600)
    assert idle.tick() == [longer.id]
    assert idle.deadlines(longer) == [longer.created_ms + 10_000_000]
    idle.rule(NEVER)
    idle.world.clock.advance(10_000)
    assert idle.tick() == [longer.id]
    assert idle.status(longer, ann) == (Status.OPEN, None)
    assert idle.deadlines(longer) == []


def test_what_has_expired_counts_no_more_for_its_creator(idle: Idle) -> None:
    world = idle.world
    quotas = Quotas(world.redis, QuotaLimits(open_matches=2), now_ms=world.clock)
    world.matches = Matches(
        world.store, world.engines, world.players, world.archive, now_ms=world.clock, quotas=quotas, **world.fairness
    )
    ann = world.caller("Ann")
    for _ in range(2):
        world.create(ann, "me", "open")
    assert refused(lambda: world.create(ann, "me", "open")).reason is Reason.QUOTA_EXCEEDED
    world.clock.advance(3600)
    assert len(idle.tick()) == 2
    assert world.create(ann, "me", "open").status is Status.OPEN


def test_spectators_with_a_delay_learn_later_that_nobody_moves(idle: Idle) -> None:
    idle.rule(Expiry(idle_seconds=60))
    match, (ann, _) = idle.world.table(2, spectator_delay_seconds=600)
    stranger = idle.world.caller("Stranger")
    idle.world.clock.advance(601)
    assert idle.tick() == [match.id]
    assert idle.status(match, ann) == (Status.ABORTED, AbortReason.IDLE)
    assert idle.status(match, stranger) == (Status.LIVE, None)
    idle.world.clock.advance(600)
    assert idle.status(match, stranger) == (Status.ABORTED, AbortReason.IDLE)
