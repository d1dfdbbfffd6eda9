"""Any order of anything: a state machine that creates, joins, starts, plays, resigns, aborts, crashes and archives, and
checks after each step what must always hold."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from redis import Redis

from services.engine import replay
from services.engine.clocks import NO_CLOCKS, PerDecision
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.matches.deadlines import move_due
from services.matches.match import Match, StartRule, Status
from services.matches.outbox import OutboxKind
from tests.integration.matches.harness import World
from tests.marks import slow_unless

PLAYERS = 4
_EXPECTED = {
    Reason.MATCH_NOT_OPEN,
    Reason.MATCH_NOT_LIVE,
    Reason.MATCH_ENDED,
    Reason.SEAT_TAKEN,
    Reason.ALREADY_SEATED,
    Reason.SEATS_NOT_FILLED,
    Reason.NOT_THE_CREATOR,
    Reason.NOT_YOUR_SEAT,
    Reason.DECISION_NOT_ASKED,
    Reason.DECISION_ALREADY_ANSWERED,
    Reason.TIME_RAN_OUT,
    Reason.ILLEGAL_ACTION,
    Reason.NOT_FOUND,
    Reason.INVALID_FIELD,
}


class Life(RuleBasedStateMachine):
    """``redis`` and ``database`` are set by the test. The model is what no step may ever take back: statuses only go
    forward, seats stay taken, answers stay the same."""

    redis: Redis
    database: Path
    ids = Bundle("ids")

    @initialize()
    def begin(self) -> None:
        self.redis.flushall()
        self.folder = Path(tempfile.mkdtemp(prefix="life-"))
        copy = self.folder / "world.db"
        shutil.copy(self.database, copy)
        self.world = World(self.redis, copy)
        self.people = [self.world.caller(f"P{n}") for n in range(PLAYERS)]
        self.admin = self.world.caller("Root", Scope.ADMIN)
        self.seen: dict[str, Match] = {}
        self.answers: dict[tuple[str, int, int, str], bytes] = {}
        self.archived: set[str] = set()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            for match_id in self.seen:
                self.come_to_an_end(match_id)
            self.world.database.close()
            shutil.rmtree(self.folder)

    @rule(
        target=ids,
        who=st.integers(0, PLAYERS - 1),
        others=st.lists(st.sampled_from(["open", "bot:random", "bot:greedy"]), min_size=1, max_size=3),
        start_rule=st.sampled_from(StartRule),
        seconds=st.sampled_from([None, 10]),
    )
    def create(self, who: int, others: list[str], start_rule: StartRule, seconds: int | None) -> str:
        self.world.clock.advance(1)
        caller = self.people[who]
        return self.world.create(
            caller,
            "me",
            *others,
            start_rule=start_rule,
            time_control=PerDecision(seconds=seconds) if seconds else NO_CLOCKS,
        ).id

    @rule(match_id=ids, who=st.integers(0, PLAYERS - 1), seat=st.sampled_from([None, 0, 1, 2, 3]))
    def join(self, match_id: str, who: int, seat: int | None) -> None:
        self.try_(lambda: self.world.matches.join(self.people[who], match_id, seat=seat))

    @rule(match_id=ids, who=st.integers(0, PLAYERS - 1))
    def start(self, match_id: str, who: int) -> None:
        self.try_(lambda: self.world.matches.start(self.people[who], match_id))

    @rule(match_id=ids, who=st.integers(0, PLAYERS - 1))
    def resign(self, match_id: str, who: int) -> None:
        self.try_(lambda: self.world.matches.resign(self.people[who], match_id))

    @rule(match_id=ids, who=st.sampled_from([0, 1, -1]))
    def abort(self, match_id: str, who: int) -> None:
        self.try_(lambda: self.world.matches.abort(self.admin if who < 0 else self.people[who], match_id))

    @rule(match_id=ids, who=st.integers(0, PLAYERS - 1), number=st.integers(0, 9), card=st.integers(1, 5))
    def decide(self, match_id: str, who: int, number: int, card: int) -> None:
        """Answer some decision, mostly the wrong one."""
        self.answer(match_id, self.people[who], number, f"place {card}")

    @rule(match_id=ids, which=st.integers(0, 6))
    def play(self, match_id: str, which: int) -> None:
        """Everybody who must decide does."""
        for person in self.people:
            match = self.world.matches.get(person, match_id)
            seat = match.seat_of(person.player_id)
            if seat is None or match.seats[seat].resigned:
                continue
            look = self.world.matches.view(person, match_id, seat)
            if look.decision is not None:
                legal = json.loads(look.legal)
                self.answer(match_id, person, look.decision, legal[which % len(legal)]["notation"])

    def answer(self, match_id: str, person: Caller, number: int, action: str) -> None:
        seat = self.world.matches.get(person, match_id).seat_of(person.player_id)
        if seat is None:
            return
        try:
            told = self.world.matches.decide(person, match_id, seat, number, action)
        except Refusal as refusal:
            self.expect(refusal)
            return
        assert self.answers.setdefault((match_id, seat, number, action), told) == told
        others = [key for key in self.answers if key[:3] == (match_id, seat, number)]
        assert others == [(match_id, seat, number, action)]

    @rule()
    def work(self) -> None:
        """The workers do what the outbox says."""
        for task in self.world.tasks():
            if task.kind is OutboxKind.TURN:
                self.world.bot_turns.play_turns(task.match_id, max_decisions=3)
            elif task.kind is OutboxKind.OVERDUE:
                self.world.bot_turns.play_overdue(task.match_id)
            elif self.world.scoring.score(task.match_id):
                self.archived.add(task.match_id)

    @rule(seconds=st.sampled_from([1, 10, 15]))
    def time_passes(self, seconds: int) -> None:
        self.world.clock.advance(seconds)
        move_due(self.world.redis, self.world.clock.now_ms)

    @rule()
    def workers_die(self) -> None:
        """What was taken from the outbox is lost; the deadlines bring it back."""
        self.world.tasks()

    @rule()
    def archived_matches_expire(self) -> None:
        for match_id in self.archived:
            self.world.expire(match_id)

    @rule()
    def restart(self) -> None:
        self.world.open(self.redis)

    @invariant()
    def all_is_well(self) -> None:
        if not hasattr(self, "world"):
            return
        listed, _ = self.world.matches.list(self.admin, limit=200)
        assert [match.id for match in listed] == sorted((match.id for match in listed), reverse=True)
        for match in listed:
            before = self.seen.get(match.id)
            if before is not None:
                self.check_forward(before, match)
            self.seen[match.id] = match
            if self.world.store.match(match.id) is not None:
                self.world.check_whole(match.id)
            else:
                assert match.id in self.archived
        assert {match.id for match in listed} == self.seen.keys()

    def check_forward(self, before: Match, match: Match) -> None:
        order = [Status.OPEN, Status.LIVE, Status.FINISHED, Status.ABORTED]
        assert order.index(match.status) >= order.index(before.status)
        assert not (before.status is Status.FINISHED and match.status is Status.ABORTED)
        assert match.revision(SPECTATOR) >= before.revision(SPECTATOR)
        for old, new in zip(before.seats, match.seats, strict=True):
            assert old.player_id in (None, new.player_id)
            assert new.resigned or not old.resigned
        players = [seat.player_id for seat in match.seats if seat.bot is None and seat.player_id is not None]
        assert len(set(players)) == len(players)
        assert match.status is Status.OPEN or match.full or match.status is Status.ABORTED

    def come_to_an_end(self, match_id: str) -> None:
        """Whatever happened, the match can be ended, archived and executed again, and every answer is what it was."""
        while not (match := self.world.matches.get(self.admin, match_id)).status.ended:
            if match.status is Status.OPEN:
                self.world.matches.abort(self.admin, match_id)
            self.world.bot_turns.play_overdue(match_id)
            self.world.bot_turns.play_turns(match_id)
            self.play(match_id, 0)
        self.world.scoring.score(match_id)
        self.world.expire(match_id)
        if match.status is Status.FINISHED:
            read = replay.read(self.world.matches.replay(self.admin, match_id))
            replay.re_execute(read, self.world.engines.engine("sealed"))
        for (id, seat, number, action), told in self.answers.items():
            if id == match_id:
                (person,) = (p for p in self.people if p.player_id == match.seats[seat].player_id)
                assert self.world.matches.decide(person, id, seat, number, action) == told

    def try_(self, call: object) -> None:
        assert callable(call)
        try:
            call()
        except Refusal as refusal:
            self.expect(refusal)

    def expect(self, refusal: Refusal) -> None:
        if refusal.reason not in _EXPECTED:
            raise refusal


@pytest.mark.timeout(300)
@pytest.mark.parametrize("lives", slow_unless(lambda lives: lives == 10, [10, 40]))
def test_whatever_happens_in_whatever_order_all_is_well(redis_client: Redis, empty_database: Path, lives: int) -> None:
    class Here(Life):
        redis = redis_client
        database = empty_database

    limits = settings(
        max_examples=lives,
        stateful_step_count=40,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    run_state_machine_as_test(Here, settings=limits)
