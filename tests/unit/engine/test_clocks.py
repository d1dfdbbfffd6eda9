import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from services.engine.clocks import (
    NO_CLOCKS,
    Bronstein,
    Clock,
    Correspondence,
    Fischer,
    PerDecision,
    TimeControl,
    after_step,
    all_ended,
    credited,
    first_deadline_ms,
    is_over,
    new_clock,
    read_on_time_out,
    read_time_control,
    turn_began,
    turn_began_ms,
    turn_ended,
    without,
)

BLITZ = Fischer(bank_seconds=60, increment_seconds=5)
DELAYED = Bronstein(bank_seconds=60, delay_seconds=10)
BANKS = st.builds(Fischer, bank_seconds=st.integers(1, 600), increment_seconds=st.integers(0, 60)) | st.builds(
    Bronstein, bank_seconds=st.integers(1, 600), delay_seconds=st.integers(0, 60)
)
TURNS = st.lists(st.tuples(st.integers(0, 90_000), st.integers(0, 200_000)), max_size=20)
"""How long the seat waits, and then thinks."""


def began(control: TimeControl, at_ms: int, clock: Clock | None = None) -> Clock:
    clock = clock or new_clock(control)
    assert clock is not None
    return turn_began(control, clock, at_ms)


def test_a_turn_has_the_seconds_or_the_days_of_its_time_control() -> None:
    assert new_clock(NO_CLOCKS) is None
    assert began(PerDecision(seconds=30), 1000) == Clock(None, 31_000)
    assert began(Correspondence(days=3), 1000) == Clock(None, 259_201_000)
    assert turn_ended(Clock(None, 31_000), 2000) == Clock(None)


def test_with_an_increment_a_turn_begins_with_more_and_keeps_what_it_does_not_take() -> None:
    clock = began(BLITZ, 0)
    assert clock == Clock(65_000, 65_000)
    clock = turn_ended(clock, 3_000)
    assert clock == Clock(62_000)
    clock = began(BLITZ, 10_000, clock)
    assert clock == Clock(67_000, 77_000)
    assert turn_ended(clock, 77_000) == Clock(0)
    assert began(BLITZ, 80_000, Clock(0)) == Clock(5_000, 85_000)


def test_with_a_delay_the_bank_runs_when_the_delay_has_passed_and_never_grows() -> None:
    clock = began(DELAYED, 0)
    assert clock == Clock(60_000, 70_000)
    assert turn_ended(clock, 9_000) == Clock(60_000)
    assert turn_ended(clock, 10_001) == Clock(59_999)
    assert turn_ended(clock, 80_000) == Clock(0)
    assert began(DELAYED, 80_000, Clock(0)) == Clock(0, 90_000)


def test_an_empty_bank_without_an_increment_gives_no_time_at_all() -> None:
    control = Fischer(bank_seconds=1, increment_seconds=0)
    assert is_over(began(control, 5_000, Clock(0)), 0, 5_000)


def test_time_is_over_when_the_grace_is_over() -> None:
    clock = Clock(None, 10_000)
    assert [is_over(clock, 250, at_ms) for at_ms in (9_999, 10_249, 10_250)] == [False, False, True]
    assert not is_over(Clock(5), 250, 10_250)
    assert not is_over(None, 250, 10_250)


def step(clocks: tuple[Clock | None, ...], before: list[int | None], after: list[int | None], **more: object) -> object:
    told = {"seat": 0, "all_shown": True, "at_ms": 20_000, **more}
    return after_step(PerDecision(seconds=30), clocks, before=before, after=after, **told)  # type: ignore[arg-type]


def test_a_turn_lasts_while_its_seat_is_pending() -> None:
    resting, running = Clock(None), Clock(None, 31_000)
    assert step((resting, resting, None), [None] * 3, [1, None, 1], seat=None) == (Clock(None, 50_000), resting, None)
    assert step((running, running), [1, 1], [None, 1]) == (resting, running)
    assert step((running, resting), [1, None], [None, 1]) == (resting, Clock(None, 50_000))


@pytest.mark.parametrize(
    ("before", "seat", "all_shown", "is_new"),
    [
        ([1, None], 0, True, True),
        ([1, None], 0, False, False),  # somebody was shown nothing: a private step
        ([1, 1], 0, True, False),  # nobody can tell which of two has acted
        ([1, None], None, True, False),
    ],
)
def test_a_seat_that_decides_again_has_a_new_turn_only_if_all_know_that_it_has_acted(
    before: list[int | None], seat: int | None, all_shown: bool, is_new: bool
) -> None:
    running = Clock(None, 31_000)
    after = [2, before[1]]
    made = step((running, running), before, after, seat=seat, all_shown=all_shown)
    assert isinstance(made, tuple)
    assert made[0] == (Clock(None, 50_000) if is_new else running)


def test_the_end_stops_every_clock_and_a_seat_that_the_platform_plays_has_none() -> None:
    clocks = (Clock(9_000, 30_000), Clock(7_000), None)
    assert all_ended(clocks, 25_000) == (Clock(5_000), Clock(7_000), None)
    assert without(clocks, 0) == (None, Clock(7_000), None)
    assert first_deadline_ms(clocks) == 30_000
    assert first_deadline_ms(without(clocks, 0)) is None


@pytest.mark.parametrize(
    ("from_ms", "to_ms", "deadline_ms"),
    [
        (5_000, 8_000, 43_000),  # in the midst of the turn
        (0, 8_000, 41_000),  # the turn began in the gap, at 7,000
        (0, 7_000, 40_000),  # before the turn
        (40_250, 90_000, 40_000),  # the time was over before
        (40_249, 90_000, 89_751),  # in the grace it was not
    ],
)
def test_a_turn_gets_back_what_of_a_gap_fell_into_it(from_ms: int, to_ms: int, deadline_ms: int) -> None:
    control = Fischer(bank_seconds=28, increment_seconds=5)
    start_ms = 7_000
    clock = began(control, start_ms)
    assert clock == Clock(33_000, 40_000)
    if from_ms == 5_000:
        from_ms, to_ms = 15_000, 18_000
    assert credited(control, clock, 250, from_ms, to_ms) == Clock(33_000, deadline_ms)


def test_what_stands_gets_nothing_back() -> None:
    assert credited(BLITZ, Clock(9_000), 250, 0, 5_000) == Clock(9_000)
    assert credited(BLITZ, None, 250, 0, 5_000) is None


@given(control=BANKS, turns=TURNS)
def test_a_bank_is_never_negative_and_loses_what_was_taken(
    control: Fischer | Bronstein, turns: list[tuple[int, int]]
) -> None:
    clock, now_ms = new_clock(control), 0
    assert clock is not None
    for waits_ms, thinks_ms in turns:
        now_ms += waits_ms
        before = clock.bank_ms
        clock = turn_began(control, clock, now_ms)
        assert clock.deadline_ms is not None
        assert turn_began_ms(control, clock) == now_ms
        now_ms += thinks_ms
        clock = turn_ended(clock, now_ms)
        assert before is not None
        assert clock.bank_ms is not None
        if isinstance(control, Fischer):
            assert clock.bank_ms == max(0, before + control.increment_seconds * 1000 - thinks_ms)
        else:
            assert clock.bank_ms == max(0, before - max(0, thinks_ms - control.delay_seconds * 1000))
        assert clock.bank_ms >= 0


@given(control=BANKS, gaps=st.lists(st.tuples(st.integers(0, 20_000), st.integers(1, 20_000)), max_size=5))
def test_gaps_cost_no_time_however_many_there_are(control: Fischer | Bronstein, gaps: list[tuple[int, int]]) -> None:
    """A turn that begins at 0 and thinks a second in all, with gaps after that second."""
    clock = began(control, 0)
    now_ms = 500
    for pause_ms, gap_ms in gaps:
        now_ms += min(pause_ms, 100)
        made = credited(control, clock, 250, now_ms, now_ms + gap_ms)
        assert made is not None
        clock = made
        now_ms += gap_ms
    lost_ms = now_ms - sum(gap_ms for _, gap_ms in gaps)
    assert turn_ended(clock, now_ms) == turn_ended(began(control, 0), lost_ms)


@pytest.mark.parametrize(
    "document",
    [
        {"kind": "per_decision", "seconds": 0},
        {"kind": "per_decision", "seconds": 2_592_001},
        {"kind": "per_decision", "seconds": 60.0},
        {"kind": "per_decision", "seconds": True},
        {"kind": "fischer", "bank_seconds": 60},
        {"kind": "fischer", "bank_seconds": 60, "increment_seconds": -1},
        {"kind": "bronstein", "bank_seconds": 60, "delay_seconds": 86_401},
        {"kind": "correspondence", "days": 31},
        {"kind": "none", "seconds": 60},
        {"kind": "hourglass", "seconds": 60},
        {"seconds": 60},
    ],
)
def test_a_time_control_that_there_is_not_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read_time_control(document)


@pytest.mark.parametrize(
    "document", [{"kind": "bot"}, {"kind": "forfeit", "bot": "greedy"}, {"kind": "bot", "bot": ""}]
)
def test_a_rule_for_time_out_names_a_bot_where_it_needs_one(document: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read_on_time_out(document)
