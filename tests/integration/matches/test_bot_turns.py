import json
from functools import partial
from typing import Any

import pytest

from services.engine import replay
from services.engine.clocks import PerDecision
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.bot_turns import BotTurns, TurnsPlayed
from services.matches.deadlines import move_due
from services.matches.judge import AutomaticPlayer, Judge
from services.matches.match import Status
from services.matches.match_record import LoadedMatch
from services.matches.reconciler import reconcile
from services.matches.store import MatchStore
from tests.integration.matches.harness import NUDGE_SECONDS, World, at_once, refused
from tests.rulesets import sealed


def test_a_match_of_bots_is_played_to_its_end(world: World) -> None:
    for number in range(5):
        match = world.create(world.caller(), "bot:greedy", *["bot:random"] * (1 + number % 3))
        turns = world.bot_turns.play_turns(match.id)
        ended = world.matches.get(world.caller(), match.id)
        assert ended.status is Status.FINISHED
        assert turns == TurnsPlayed(played=world.store.read_log(match.id)[-1].rev, more=False)
        assert world.bot_turns.play_turns(match.id) == TurnsPlayed(0, more=False)
        world.check_whole(match.id)
        read = replay.read(world.matches.replay(world.caller(), match.id))
        replay.re_execute(read, world.engines.engine("sealed"))


def test_the_house_plays_its_seats_and_waits_for_the_others(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "bot:greedy", "bot:random")
    assert world.bot_turns.play_turns(match.id) == TurnsPlayed(6, more=False)
    assert world.matches.get(ann, match.id).pending == (0,)
    world.tasks()
    for action in ("place 1", "place 2"):
        world.decide(ann, match.id, action)
        assert world.tasks() == []
    world.decide(ann, match.id, "place 3")
    assert [task.kind.value for task in world.tasks()] == ["turn"]
    world.check_whole(match.id)


def test_when_its_budget_is_spent_the_house_asks_to_be_called_again(world: World) -> None:
    match = world.create(world.caller(), "bot:greedy", "bot:greedy")
    world.tasks()
    assert world.bot_turns.play_turns(match.id, max_decisions=4) == TurnsPlayed(4, more=True)
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("turn", match.id)]
    assert world.bot_turns.play_turns(match.id, budget_seconds=0) == TurnsPlayed(0, more=True)
    assert world.bot_turns.play_turns(match.id).more is False
    assert [task.kind.value for task in world.tasks()] == ["turn", "score"]


def test_two_workers_at_one_match_play_it_once(world: World) -> None:
    for _ in range(5):
        match = world.create(world.caller(), "bot:random", "bot:random", "bot:random")
        turns = at_once([partial(world.bot_turns.play_turns, match.id)] * 4)
        rev = world.store.read_log(match.id)[-1].rev
        assert sum(turn.played for turn in turns) == rev
        assert world.matches.get(world.caller(), match.id).status is Status.FINISHED
        world.check_whole(match.id)


def test_a_bot_plays_the_same_whoever_plays_it_and_when(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = world.create(world.caller(), "bot:random", "bot:random")
    chosen: dict[tuple[bytes, bytes], set[str]] = {}
    choose = InProcessEngine.choose

    def noting(engine: Any, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        action = choose(engine, bot, view, legal, seed)
        chosen.setdefault((view, seed), set()).add(action)
        return action

    monkeypatch.setattr(InProcessEngine, "choose", noting)
    monkeypatch.setattr(world.store, "commit", lambda change: False)
    for _ in range(3):
        with pytest.raises(Refusal, match="BUSY"):
            world.bot_turns.play_turns(match.id)
    monkeypatch.setattr(world.store, "commit", partial(MatchStore.commit, world.store))
    world.bot_turns.play_turns(match.id)
    assert len(chosen) > 10
    assert all(len(actions) == 1 for actions in chosen.values())


def test_a_bot_is_given_its_seats_view_and_legal_actions_and_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = world.create(world.caller(), "bot:random", "bot:random", "bot:random")
    choose = InProcessEngine.choose
    asked = []

    def check(engine: Any, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        loaded = world.store.load(match.id, range(SPECTATOR, 3))
        assert loaded is not None
        seat = json.loads(view)["viewer"]
        assert view == loaded.situations[seat].view
        assert legal == [action["notation"] for action in json.loads(loaded.situations[seat].legal)]
        assert seed not in (loaded.stored.seed, loaded.stored.server_seed)
        asked.append((seat, seed))
        return choose(engine, bot, view, legal, seed)

    monkeypatch.setattr(InProcessEngine, "choose", check)
    world.bot_turns.play_turns(match.id)
    assert len(set(asked)) == len(asked) > 15


def test_between_its_own_moves_the_house_reads_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = world.create(world.caller(), "bot:greedy", "bot:greedy")
    reads: list[str] = []
    load_all, load = world.store.load_all, sealed.Sealed.load

    def counted_hold(match_id: str) -> LoadedMatch | None:
        reads.append("match")
        return load_all(match_id)

    def counted_load(*args: Any) -> sealed.State:
        reads.append("position")
        return load(*args)

    monkeypatch.setattr(world.store, "load_all", counted_hold)
    monkeypatch.setattr(sealed.Sealed, "load", counted_load)
    assert world.bot_turns.play_turns(match.id).played > 10
    assert reads == ["match"]


def test_time_that_is_over_plays_the_default_action(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=60))
    world.tasks()
    world.clock.advance(30)
    world.decide(people[0], match.id, "place 4")  # a private step goes on the same clock
    world.clock.advance(29.999)
    assert move_due(world.redis, world.clock.now_ms) == 0
    assert world.bot_turns.play_overdue(match.id) == 0
    world.clock.advance(0.001)
    assert move_due(world.redis, world.clock.now_ms) == 1
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("overdue", match.id)]
    assert world.bot_turns.play_overdue(match.id) == 8
    assert world.bot_turns.play_overdue(match.id) == 0
    log = world.store.read_log(match.id)
    rows = [[entry.notation for entry in log[1:] if entry.seat == seat] for seat in range(3)]
    assert rows == [["place 4", "place 1", "place 2"], *[["place 1", "place 2", "place 3"]] * 2]
    late = world.matches.decide(people[1], match.id, 1, 1, "place 1")
    assert json.loads(late)["next_decision"] == 2
    world.check_whole(match.id)


def notices(world: World, caller: Caller, match_id: str, viewer: int) -> list[dict[str, Any] | None]:
    """The notice of each line that a viewer was shown after the start."""
    lines = [json.loads(line.line) for line in world.matches.events(caller, match_id, viewer, since=1)]
    return [line.get("notice") for line in lines]


def test_all_are_told_that_time_ran_out_on_a_decision_that_all_saw_asked(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=60))
    for high, low in zip((5, 4, 3), (1, 2, 3), strict=True):
        world.decide(people[0], match.id, f"place {high}")
        world.decide(people[1], match.id, f"place {low}")
    assert world.matches.get(people[0], match.id).pending == (0,)  # it alone took the most points
    viewers = [(people[0], 0), (people[1], 1), (world.caller("Eve"), SPECTATOR)]
    told = [notices(world, who, match.id, viewer) for who, viewer in viewers]
    assert not any(any(lines) for lines in told)
    world.clock.advance(60)
    assert world.bot_turns.play_overdue(match.id) == 1
    for (who, viewer), before in zip(viewers, told, strict=True):
        assert notices(world, who, match.id, viewer) == [
            *before,
            {"kind": "time_ran_out", "seat": 0, "text": "Player 0's time runs out."},
        ]


@pytest.mark.parametrize("placed", [[], ["place 1"], ["place 1", "place 2"]])
def test_others_are_told_that_time_ran_out_however_many_private_steps_a_seat_has_taken(
    world: World, placed: list[str]
) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=60))
    eve = world.caller("Eve")
    for action in placed:
        world.clock.advance(10)
        world.decide(people[0], match.id, action)
    world.clock.advance(60 - 10 * len(placed))
    assert world.bot_turns.play_overdue(match.id) == 6 - len(placed)
    ran_out, its = (
        {"kind": "time_ran_out", "seat": seat, "text": f"Player {seat}'s time runs out."} for seat in (0, 1)
    )
    assert notices(world, people[0], match.id, 0) == [None] * len(placed) + [ran_out] * (3 - len(placed)) + [its]
    assert notices(world, people[1], match.id, 1) == [ran_out, its, its, its]
    assert notices(world, eve, match.id, SPECTATOR) == [ran_out, its]


def test_an_answer_that_comes_when_time_is_over_is_refused_also_before_the_platform_acts(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=1))
    world.clock.advance(1)
    assert refused(partial(world.decide, people[0], match.id, "place 5")).reason is Reason.TIME_RAN_OUT
    assert refused(partial(world.matches.check, people[0], match.id, 1, "place 5")).reason is Reason.TIME_RAN_OUT
    assert world.bot_turns.play_overdue(match.id) == 6


def test_neither_the_house_nor_the_clock_moves_for_a_person_who_still_has_time(world: World) -> None:
    match, _ = world.table(2, time_control=PerDecision(seconds=10))
    judge = Judge(world.store, world.engines, world.clock)
    for mover in AutomaticPlayer:
        refusal = refused(partial(judge.judge, mover, match.id, 0, 1, "place 1"))
        assert refusal.reason is Reason.NOT_YOUR_SEAT
    world.clock.advance(10)
    assert judge.judge(AutomaticPlayer.CLOCK, match.id, 0, 1, "place 1") is not None
    assert refused(partial(judge.judge, AutomaticPlayer.BOT, match.id, 1, 1, "place 1")).reason is Reason.NOT_YOUR_SEAT


def test_a_match_that_nobody_plays_is_played_by_the_clock_alone(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10))
    for _ in range(20):
        world.clock.advance(10)
        move_due(world.redis, world.clock.now_ms)
        for task in world.tasks():
            if task.kind.value == "overdue":
                world.bot_turns.play_overdue(task.match_id)
    assert world.matches.get(people[0], match.id).status is Status.FINISHED
    world.check_whole(match.id)
    told = [world.matches.events(people[0], match.id, viewer, since=0) for viewer in (SPECTATOR, 0)]
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert [world.matches.events(people[0], match.id, viewer, since=0) for viewer in (SPECTATOR, 0)] == told
    replay.re_execute(replay.read(world.matches.replay(people[0], match.id)), world.engines.engine("sealed"))


def test_bots_and_resigned_seats_have_no_clock(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "bot:greedy", "open", time_control=PerDecision(seconds=10))
    ben = world.caller("Ben")
    world.matches.join(ben, match.id)
    world.matches.resign(ben, match.id)
    stored = world.store.match(match.id)
    assert stored is not None
    assert [clock is None for clock in stored.clocks] == [False, True, True]


def test_a_turn_that_was_lost_comes_back_until_it_is_played(world: World) -> None:
    match = world.create(world.caller(), "me", "bot:greedy")
    world.tasks()  # and whoever took them dies
    for pause in (NUDGE_SECONDS, NUDGE_SECONDS, 2 * NUDGE_SECONDS):
        world.clock.advance(pause - 0.001)
        assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 0
        world.clock.advance(0.001)
        assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
        assert [task.kind.value for task in world.tasks()] == ["turn"]
    world.bot_turns.play_turns(match.id)
    world.clock.advance(10 * NUDGE_SECONDS)
    assert move_due(world.redis, world.clock.now_ms) == 0


def test_a_clock_that_ran_out_comes_back_as_soon_each_time(world: World) -> None:
    match, _ = world.table(2, time_control=PerDecision(seconds=600))
    world.clock.advance(600)
    world.tasks()
    for _ in range(3):
        assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
        assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("overdue", match.id)]
        world.clock.advance(NUDGE_SECONDS - 0.001)
        assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 0
        world.clock.advance(0.001)


def test_two_tickers_move_a_deadline_once(world: World) -> None:
    matches = [world.create(world.caller(), "me", "bot:greedy") for _ in range(10)]
    world.tasks()
    world.clock.advance(NUDGE_SECONDS)
    moved = at_once([partial(move_due, world.redis, world.clock.now_ms)] * 4)
    assert sum(moved) == 10
    assert sorted(task.match_id for task in world.tasks()) == sorted(match.id for match in matches)


def test_a_deadline_of_a_match_that_is_gone_is_forgotten(world: World) -> None:
    match = world.create(world.caller(), "me", "bot:greedy")
    world.tasks()
    world.redis.delete(*list(world.redis.scan_iter(f"*match:{match.id}*")))
    world.clock.advance(NUDGE_SECONDS)
    assert move_due(world.redis, world.clock.now_ms) == 0
    assert list(world.redis.scan_iter("*deadlines")) == []


def test_the_sweep_restores_what_a_match_needs_to_go_on(world: World) -> None:
    ann = world.caller()
    bots = world.create(ann, "me", "bot:greedy")
    timed, _ = world.table(2, time_control=PerDecision(seconds=60))
    ended, people = world.table(2)
    world.matches.resign(people[0], ended.id)
    idle, _ = world.table(2)
    world.tasks()
    assert reconcile(world.redis, world.clock.now_ms, idle_seconds=5) == 0
    world.redis.delete(*list(world.redis.scan_iter("*deadlines")))
    assert reconcile(world.redis, world.clock.now_ms, idle_seconds=5) == 3
    assert reconcile(world.redis, world.clock.now_ms, idle_seconds=5) == 0
    world.clock.advance(5)
    assert move_due(world.redis, world.clock.now_ms) == 3
    kinds = {task.match_id: task.kind.value for task in world.tasks()}
    assert kinds == {bots.id: "turn", timed.id: "overdue", ended.id: "score"}
    assert idle.id not in kinds


def test_the_outbox_is_handed_on_until_it_is_done(world: World) -> None:
    made = sorted(world.create(world.caller(), "me", "bot:greedy").id for _ in range(20))
    first = world.take("first")
    assert sorted({entry.match_id for entry in first}) == made
    assert world.take("second") == []
    assert world.outbox.reclaim("second", idle_ms=60_000, count=100) == []
    again = world.outbox.reclaim("second", idle_ms=0, count=100)
    assert sorted(again, key=lambda entry: entry.match_id) == sorted(first, key=lambda entry: entry.match_id)
    assert len(world.outbox.reclaim("third", idle_ms=0, count=7)) == 7
    assert world.outbox.depth() == len(first)
    world.outbox.done(again)
    assert world.outbox.depth() == 0
    assert world.outbox.reclaim("third", idle_ms=0, count=100) == []


def test_every_entry_of_a_match_makes_another_task(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    world.create(people[0], "me", "bot:greedy")
    names = [(entry.match_id, entry.rev, entry.kind) for entry in world.tasks()]
    assert len(set(names)) == len(names)


def test_what_the_engine_refuses_reaches_the_worker(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = world.create(world.caller(), "me", "bot:greedy")

    def busy(*args: object) -> Any:
        raise Refusal(Reason.BUSY)

    monkeypatch.setattr(InProcessEngine, "choose", busy)
    with pytest.raises(Refusal, match="BUSY"):
        BotTurns(world.store, world.engines).play_turns(match.id)
    world.check_whole(match.id)
