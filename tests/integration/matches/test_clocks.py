"""Clocks of matches: what runs, what happens when time is over, who is told what, and what adversaries try."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from services.engine import replay
from services.engine.clocks import (
    Bronstein,
    Clock,
    Correspondence,
    Fischer,
    Forfeit,
    OnTimeOut,
    PerDecision,
    PlayByBot,
    PlayDefault,
    TakeOver,
    TimeControl,
    bot_of,
)
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.deadlines import move_due
from services.matches.event_log import LogEntryKind
from services.matches.match import Match, Status
from services.matches.redis_keys import TICKER_BEAT_KEY
from services.matches.replays import entries_of
from services.matches.ticker_gaps import TickerBeats
from services.matches.time_credits import give_back_to_all
from services.moments import moment, parse_moment
from tests.integration.matches.harness import NUDGE_SECONDS, World, at_once, refused
from tests.rulesets.playing import EVERY_RULESET, SHORTER

CONTROLS: Final = (
    PerDecision(seconds=10),
    Fischer(bank_seconds=20, increment_seconds=3),
    Bronstein(bank_seconds=20, delay_seconds=3),
    Correspondence(days=1),
)
RULES: Final = (PlayDefault(), PlayByBot(bot="greedy"), TakeOver(bot="random"), Forfeit())
BLITZ: Final = Fischer(bank_seconds=60, increment_seconds=5)


def by_kind(rule: TimeControl | OnTimeOut) -> str:
    return rule.kind


def clocks(world: World, match_id: str) -> tuple[Clock | None, ...]:
    match = world.store.match(match_id)
    assert match is not None
    return match.clocks


def told(world: World, who: Caller, match_id: str, viewer: int) -> list[dict[str, Any]]:
    return [json.loads(event.line) for event in world.matches.events(who, match_id, viewer, since=0, limit=500)]


def notices(world: World, who: Caller, match_id: str, viewer: int = SPECTATOR) -> list[dict[str, Any]]:
    """The notices of a viewer, without their sentences."""
    found = [dict(line["notice"]) for line in told(world, who, match_id, viewer) if "notice" in line]
    assert all(notice.pop("text") for notice in found)
    return found


def run_down(world: World, match_id: str) -> None:
    """Let time pass until the match has ended, the platform doing what is due."""
    for _ in range(2_000):
        match = world.store.match(match_id)
        assert match is not None
        if match.status.ended:
            return
        if match.time_out_ms is not None:
            world.clock.now_ms = max(world.clock.now_ms, match.time_out_ms)
        move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
        for task in world.tasks():
            if task.kind.value == "overdue":
                world.bot_turns.play_overdue(task.match_id)
        world.bot_turns.play_turns(match_id)
    raise AssertionError("the match goes on for ever")


def verified(world: World, who: Caller, match_id: str) -> replay.Execution:
    """The replay, read strictly, its clocks included, and played again."""
    return replay.re_execute(replay.read(world.matches.replay(who, match_id)), world.engines.engine("sealed"))


# -- whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=by_kind)
@pytest.mark.parametrize("control", CONTROLS, ids=by_kind)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_in_which_nobody_answers_comes_to_its_end(
    world: World, control: TimeControl, rule: OnTimeOut, seats: int
) -> None:
    match, people = world.table(seats, time_control=control, on_time_out=rule)
    run_down(world, match.id)
    ended = world.matches.get(people[0], match.id)
    assert ended.status is Status.FINISHED
    assert all(clock is None or clock.deadline_ms is None for clock in ended.clocks)
    world.check_whole(match.id)
    assert verified(world, people[0], match.id).decisions == len(
        [entry for entry in world.store.read_log(match.id) if entry.kind is LogEntryKind.PLAY]
    )
    before = [told(world, people[0], match.id, viewer) for viewer in (SPECTATOR, 0)]
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert [told(world, people[0], match.id, viewer) for viewer in (SPECTATOR, 0)] == before
    assert world.matches.get(people[0], match.id) == ended


def test_a_replay_alone_tells_the_same_clocks(world: World) -> None:
    """What the archive's pages tell follows from the times and the decisions that a replay has."""
    match, people = world.table(3, time_control=BLITZ, on_time_out=TakeOver(bot="greedy"))
    TickerBeats(world.redis).beat(world.clock.now_ms)
    world.clock.advance(7)
    world.decide(people[0], match.id, "place 2")
    assert give_back_to_all(world.store, range(16), world.clock.now_ms) == 0  # it was, before the answer was judged
    world.redis.delete(TICKER_BEAT_KEY)
    world.clock.advance(1)
    world.matches.resign(people[1], match.id)
    run_down(world, match.id)
    ended = world.store.match(match.id)
    assert ended is not None
    data = replay.read(world.matches.replay(people[0], match.id))
    log = world.store.read_log(match.id)  # a replay has the events without their texts
    told = [
        entry._replace(events=tuple(event._replace(text="", private_texts={}) for event in entry.events))
        for entry in log
    ]
    assert entries_of(ended, data) == told
    kinds = {entry.kind for entry in world.store.read_log(match.id)}
    assert kinds == {kind for kind in LogEntryKind if kind is not LogEntryKind.ABORTED}


# -- what happens when time is over ------------------------------------------------------------------------------------


def test_a_bot_that_decides_for_a_seat_leaves_it_to_its_player(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10), on_time_out=PlayByBot(bot="greedy"))
    for card in (1, 2, 3):
        world.decide(people[1], match.id, f"place {card}")
    world.clock.advance(10)
    assert world.bot_turns.play_overdue(match.id) == 3
    assert notices(world, people[1], match.id) == [{"kind": "time_ran_out", "seat": 0}]
    seen = world.matches.get(people[0], match.id)
    assert [seat.taken_over_by for seat in seen.seats] == [None, None]
    assert clocks(world, match.id)[0] is not None


def test_a_seat_that_is_taken_over_is_played_by_the_bot_to_the_end(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=10), on_time_out=TakeOver(bot="greedy"))
    for seat in (0, 1):
        for card in (1, 2, 3):
            world.decide(people[seat], match.id, f"place {card}")
    world.clock.advance(10)
    assert world.bot_turns.play_overdue(match.id) == 1
    assert world.bot_turns.play_overdue(match.id) == 0
    assert notices(world, people[0], match.id) == [{"kind": "taken_over", "seat": 2}]
    assert world.matches.get(people[0], match.id).seats[2].taken_over_by == "greedy"
    assert clocks(world, match.id)[2] is None
    refusal = refused(partial(world.matches.decide, people[2], match.id, 2, 1, "place 1"))
    assert refusal.reason is Reason.NOT_YOUR_SEAT
    assert world.bot_turns.play_turns(match.id).played >= 3
    run_down(world, match.id)
    assert verified(world, people[0], match.id).bots > 0


def test_a_seat_that_forfeits_resigns_and_all_are_told_why(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=10), on_time_out=Forfeit())
    world.clock.advance(10)
    assert world.bot_turns.play_overdue(match.id) == 3
    resigned = [{"kind": "resigned", "seat": seat, "reason": "time_ran_out"} for seat in range(3)]
    assert notices(world, people[0], match.id) == resigned
    assert world.matches.resign(people[0], match.id).seats[0].resigned


def test_a_forfeit_ends_a_match_where_a_resignation_does(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10), on_time_out=Forfeit())
    for card in (1, 2, 3):
        world.decide(people[0], match.id, f"place {card}")
    world.clock.advance(10)
    assert world.bot_turns.play_overdue(match.id) == 1
    ended = world.matches.get(people[0], match.id)
    ends = 2 in world.engines.engine("sealed").describe().resignation_ends_at
    assert (ended.status is Status.FINISHED) == ends


def test_house_bots_have_no_clocks_and_peoples_bots_have(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "bot:greedy", time_control=BLITZ)
    assert clocks(world, match.id)[1] is None
    assert clocks(world, match.id)[0] == Clock(65_000, world.clock.now_ms + 65_000)


# -- grace, and who comes first ----------------------------------------------------------------------------------------


def with_grace(world: World, grace_ms: int, **more: Any) -> tuple[Match, list[Caller]]:
    world.open(world.redis, clock_grace_ms=grace_ms)
    return world.table(2, **more)


@pytest.mark.parametrize(("late_ms", "counts"), [(0, True), (249, True), (250, False)])
def test_an_answer_counts_in_the_grace_and_the_bank_is_empty_then(world: World, late_ms: int, counts: bool) -> None:
    match, people = with_grace(world, 250, time_control=BLITZ)
    for card in (1, 2):
        world.decide(people[0], match.id, f"place {card}")
    world.clock.advance(65 + late_ms / 1000)
    if counts:
        assert move_due(world.redis, world.clock.now_ms) == 0
        world.decide(people[0], match.id, "place 3")
        assert world.bot_turns.play_overdue(match.id) == 0
        assert clocks(world, match.id)[0] == Clock(0)
    else:
        assert refused(partial(world.decide, people[0], match.id, "place 3")).reason is Reason.TIME_RAN_OUT
        assert move_due(world.redis, world.clock.now_ms) == 1
        assert world.bot_turns.play_overdue(match.id) == 4


def test_two_connections_that_answer_at_the_last_millisecond_make_one_answer(world: World) -> None:
    match, people = with_grace(world, 250, time_control=BLITZ)
    world.clock.advance(65.249)
    calls: list[Callable[[], Any]] = [
        partial(world.matches.decide, people[0], match.id, 0, 1, f"place {card}") for card in (1, 2, 1, 2)
    ]
    answers = at_once(calls)
    won = [answer for answer in answers if isinstance(answer, bytes)]
    assert len(set(won)) == 1
    assert {answer for answer in answers if not isinstance(answer, bytes)} <= {Reason.DECISION_ALREADY_ANSWERED}
    world.check_whole(match.id)


def test_an_answer_that_comes_as_the_clock_acts_stands_or_is_refused(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10))
    world.clock.advance(9.999)
    late = partial(world.matches.decide, people[0], match.id, 0, 1, "place 5")

    def overdue() -> int:
        world.clock.advance(0.001)
        return world.bot_turns.play_overdue(match.id)

    answer, _ = at_once([late, overdue])
    first = next(entry for entry in world.store.read_log(match.id) if entry.seat == 0)
    if isinstance(answer, bytes):
        assert first.notation == "place 5"
        assert late() == answer
    else:
        assert answer in (Reason.TIME_RAN_OUT, Reason.DECISION_ALREADY_ANSWERED)
        assert first.notation == "place 1"
        assert refused(late).reason is Reason.DECISION_ALREADY_ANSWERED
    assert world.bot_turns.play_overdue(match.id) == 0 or not isinstance(answer, bytes)
    world.check_whole(match.id)


def test_the_same_answer_again_gains_no_increment(world: World) -> None:
    match, people = world.table(2, time_control=BLITZ)
    for high, low in zip((5, 4, 3), (1, 2, 3), strict=True):
        world.decide(people[0], match.id, f"place {high}")
        world.decide(people[1], match.id, f"place {low}")
    world.clock.advance(8)
    assert world.matches.get(people[0], match.id).pending == (0,)
    number = world.matches.get(people[0], match.id).decisions[0]
    assert number is not None
    answer = world.matches.decide(people[0], match.id, 0, number, "keep")
    after = clocks(world, match.id)
    for _ in range(5):
        world.clock.advance(1)
        assert world.matches.decide(people[0], match.id, 0, number, "keep") == answer
    assert clocks(world, match.id) == after
    assert after[0] is not None
    assert after[0].bank_ms == 65_000 + 5_000 - 8_000 + 5_000  # of three turns; the first and the third took nothing


def test_a_seat_that_resigns_on_its_last_second_has_resigned_and_no_clock(world: World) -> None:
    match, people = world.table(3, time_control=PerDecision(seconds=10), on_time_out=Forfeit())
    for seat in (1, 2):
        for card in (1, 2, 3):
            world.decide(people[seat], match.id, f"place {card}")
    world.clock.advance(9.999)
    world.matches.resign(people[0], match.id)
    world.clock.advance(0.001)
    assert world.bot_turns.play_overdue(match.id) == 0
    assert notices(world, people[1], match.id) == [{"kind": "resigned", "seat": 0}]


def test_a_worker_that_dies_at_the_time_out_is_followed_by_another(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10), on_time_out=TakeOver(bot="greedy"))
    world.clock.advance(10)
    assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
    assert [task.kind.value for task in world.tasks()] == ["overdue"]  # and who took it dies
    world.clock.advance(NUDGE_SECONDS)
    assert move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
    at_once([partial(world.bot_turns.play_overdue, match.id)] * 3)
    assert notices(world, people[0], match.id) == [{"kind": "taken_over", "seat": seat} for seat in (0, 1)]
    world.check_whole(match.id)


# -- secrecy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule", [PlayDefault(), PlayByBot(bot="greedy"), TakeOver(bot="greedy"), Forfeit()], ids=by_kind
)
@pytest.mark.parametrize("control", CONTROLS, ids=by_kind)
def test_how_many_private_steps_a_seat_has_taken_shows_in_no_clock_and_no_time_out(
    world: World, control: TimeControl, rule: OnTimeOut
) -> None:
    """Worlds that differ in how many cards seat 0 has laid, and when: what others get is the same, byte for byte, until
    the row is complete; when that happens, and what they are told of it, is the same, too."""
    worlds = []
    for placed in (0, 1, 2):
        began = world.clock.now_ms
        match, people = world.table(3, time_control=control, on_time_out=rule)
        for card in range(1, placed + 1):
            world.clock.advance(1)
            world.decide(people[0], match.id, f"place {card}")
        world.clock.now_ms = began + 5_000
        for seat in (1, 2):
            for card in (1, 2, 3):
                world.decide(people[seat], match.id, f"place {card}")
        seen = []
        for seat in (1, 2, SPECTATOR):
            look = world.matches.view(people[max(seat, 1)], match.id, seat)
            seen.append((look.clocks, look.deadline_ms, look.pending, look.revision))
        stored = world.store.match(match.id)
        assert stored is not None
        assert stored.time_out_ms is not None
        world.clock.now_ms = stored.time_out_ms
        assert world.bot_turns.play_overdue(match.id) > 0
        world.bot_turns.play_turns(match.id)
        after = []
        for seat in (1, 2, SPECTATOR):
            for line in told(world, people[max(seat, 1)], match.id, seat):
                line.pop("events")  # which cards are turned up, and drawn, may differ
                line.pop("outcome", None)
                after.append(line)
        text = json.dumps([seen, after]).replace(match.id, "")
        shift = began - 1_800_000_000_000
        worlds.append(_shifted(text, shift))
        world.clock.now_ms = began + 3 * 24 * 3600 * 1000
    assert worlds[0] == worlds[1] == worlds[2]


def _shifted(text: str, shift_ms: int) -> Any:
    """A document whose times are told from its world's beginning."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: walk(item) for name, item in value.items()}
        if isinstance(value, list):
            return [walk(item) for item in value]
        if isinstance(value, str) and value.endswith("Z"):
            return moment(parse_moment(value) - shift_ms)
        if isinstance(value, int) and value > 1_700_000_000_000:
            return value - shift_ms
        return value

    return walk(json.loads(text))


# -- gaps --------------------------------------------------------------------------------------------------------------


def test_a_stop_of_the_platform_costs_no_time_and_all_are_told(world: World) -> None:
    match, people = world.table(2, time_control=BLITZ)
    beats = TickerBeats(world.redis)
    for _ in range(10):
        world.clock.advance(1)
        assert not beats.beat(world.clock.now_ms)
    world.clock.advance(100)
    assert beats.beat(world.clock.now_ms)
    assert world.bot_turns.play_overdue(match.id) == 0
    assert clocks(world, match.id) == (Clock(65_000, world.clock.now_ms + 55_000),) * 2
    assert notices(world, people[0], match.id) == [{"kind": "time_credited", "seconds": 100}]
    world.clock.advance(1)
    assert not beats.beat(world.clock.now_ms)
    assert world.bot_turns.play_overdue(match.id) == 0
    assert give_back_to_all(world.store, range(16), world.clock.now_ms) == 0
    assert len(notices(world, people[0], match.id)) == 1


def test_an_answer_that_comes_before_the_first_beat_after_a_stop_counts(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10))
    TickerBeats(world.redis).beat(world.clock.now_ms)
    world.clock.advance(3600)
    assert world.decide(people[0], match.id, "place 5")["decision"] == 1
    assert notices(world, people[0], match.id) == [{"kind": "time_credited", "seconds": 3600}]
    world.clock.advance(3600)  # still no ticker
    assert world.decide(people[1], match.id, "place 5")["decision"] == 1
    assert notices(world, people[0], match.id) == [{"kind": "time_credited", "seconds": 3600}] * 2
    world.redis.delete(TICKER_BEAT_KEY)
    run_down(world, match.id)
    assert verified(world, people[0], match.id)


def test_several_tickers_and_workers_that_start_at_once_credit_once(world: World) -> None:
    tables = [world.table(2, time_control=BLITZ) for _ in range(3)]
    TickerBeats(world.redis).beat(world.clock.now_ms)
    world.clock.advance(40)
    now_ms = world.clock.now_ms
    calls: list[Callable[[], Any]] = [partial(TickerBeats(world.redis).beat, now_ms) for _ in range(3)]
    calls += [partial(give_back_to_all, world.store, range(16), now_ms) for _ in range(3)]
    at_once(calls)
    give_back_to_all(world.store, range(16), now_ms)
    for match, people in tables:
        assert notices(world, people[0], match.id) == [{"kind": "time_credited", "seconds": 40}]
        assert clocks(world, match.id) == (Clock(65_000, now_ms + 65_000),) * 2


def test_who_is_killed_while_it_credits_leaves_the_rest_to_the_next(world: World) -> None:
    tables = [world.table(2, time_control=BLITZ) for _ in range(4)]
    TickerBeats(world.redis).beat(world.clock.now_ms)
    world.clock.advance(40)
    given = give_back_to_all(world.store, range(8), world.clock.now_ms)  # and then it dies
    assert given + give_back_to_all(world.store, range(16), world.clock.now_ms) == 4
    for match, _ in tables:
        assert clocks(world, match.id) == (Clock(65_000, world.clock.now_ms + 65_000),) * 2


def test_a_time_that_was_over_before_the_stop_is_over(world: World) -> None:
    match, people = world.table(2, time_control=PerDecision(seconds=10))
    world.clock.advance(11)
    TickerBeats(world.redis).beat(world.clock.now_ms)
    world.clock.advance(100)
    assert TickerBeats(world.redis).beat(world.clock.now_ms)
    assert world.bot_turns.play_overdue(match.id) == 6
    assert all(notice["kind"] == "time_ran_out" for notice in notices(world, people[0], match.id))


def test_a_short_pause_of_a_ticker_is_no_gap(world: World) -> None:
    beats = TickerBeats(world.redis)
    assert [beats.beat(now_ms) for now_ms in (10_000, 13_000, 16_001, 16_500)] == [False, False, True, False]
    assert beats.gaps(17_000) == ((13_000, 16_001),)
    assert beats.gaps(30_000) == ((13_000, 16_001), (16_500, 30_000))
    assert beats.gaps(40_000) == ((13_000, 16_001), (16_500, 40_000))


@pytest.mark.parametrize(("control", "rule"), list(zip(CONTROLS, RULES, strict=True)), ids=by_kind)
@pytest.mark.parametrize("id", sorted(EVERY_RULESET))
def test_every_ruleset_is_played_to_its_end_for_a_seat_that_never_answers(
    world: World, id: str, control: TimeControl, rule: OnTimeOut
) -> None:
    described = EVERY_RULESET[id].describe()
    world.engines = EngineDirectory({id: InProcessEngine(EVERY_RULESET[id])})
    world.open(world.redis)
    ann = world.caller()
    bot = "bot:random"
    rule = rule if bot_of(rule) is None else rule.model_copy(update={"bot": "random"})
    seats = parse_seats(["me", *[bot] * (described.min_seats - 1)])
    new = NewMatch(id, seats, dict(SHORTER.get(id, {})), time_control=control, on_time_out=rule, rated=False)
    match = world.matches.create(ann, new)
    run_down(world, match.id)
    assert world.matches.get(ann, match.id).status is Status.FINISHED
    data = replay.read(world.matches.replay(ann, match.id))
    assert replay.re_execute(data, world.engines.engine(id)).decisions == len(data.steps)
