"""Bulkheads: who waits for a slot, and who is refused."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.engine.bulkhead import Bulkhead, share
from services.errors import Reason, Refusal


class Clock:
    """Seconds that go on only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(bulkhead: Bulkhead) -> bool:
    try:
        with bulkhead.slot():
            return False
    except Refusal as refusal:
        return refusal.reason is Reason.BUSY


def test_a_call_beyond_the_limit_is_refused_at_once_when_those_before_it_are_slow() -> None:
    clock = Clock()
    bulkhead = Bulkhead(2, patience_seconds=60, clock=clock)
    with bulkhead.slot():
        clock.now = 30
        with bulkhead.slot():
            assert bulkhead.is_full
            clock.now = 60
            assert refused(bulkhead)
        assert not refused(bulkhead)
    assert not bulkhead.is_full


def test_calls_to_a_quick_engine_take_turns() -> None:
    bulkhead = Bulkhead(1, patience_seconds=30)
    at_once, most = 0, 0

    def call(_: int) -> None:
        nonlocal at_once, most
        with bulkhead.slot():
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.002)
            at_once -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(call, range(40)))
    assert most == 1


def test_who_waits_for_a_call_that_turns_out_slow_is_refused_when_patience_ends() -> None:
    bulkhead = Bulkhead(1, patience_seconds=0.05)
    end = threading.Event()
    with ThreadPoolExecutor(1) as pool:

        def slow() -> None:
            with bulkhead.slot():
                end.wait(30)

        call = pool.submit(slow)
        while not bulkhead.is_full:
            time.sleep(0.001)
        began = time.perf_counter()
        assert refused(bulkhead)
        assert time.perf_counter() - began < 5
        end.set()
        call.result()
    assert not refused(bulkhead)


def test_several_bulkheads_share_what_they_are_within() -> None:
    clock = Clock()
    whole = Bulkhead(3, patience_seconds=1, clock=clock)
    one, other = (Bulkhead(2, patience_seconds=1, within=whole, clock=clock) for _ in range(2))
    with one.slot(), one.slot(), other.slot():
        clock.now = 2
        assert refused(other)
    assert not refused(other)


def test_a_slot_is_free_again_after_a_call_that_failed() -> None:
    bulkhead = Bulkhead(1, patience_seconds=0)
    with pytest.raises(ValueError, match="failed"), bulkhead.slot():
        raise ValueError("failed")
    assert not refused(bulkhead)


@pytest.mark.parametrize(("whole", "expected"), [(1, 1), (2, 1), (4, 3), (8, 6)])
def test_a_share_is_one_at_least(whole: int, expected: int) -> None:
    assert share(whole, 3, 4) == expected
