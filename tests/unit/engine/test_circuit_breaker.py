"""When a service that does not answer in time is called, and when it is not."""

import pytest

from services.engine.circuit_breaker import CircuitBreaker
from services.errors import Reason, Refusal


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(5.0, clock)


def lets_through(breaker: CircuitBreaker) -> bool:
    try:
        breaker.check()
    except Refusal as refusal:
        return refusal.reason is not Reason.BUSY
    return True


def time_out(breaker: CircuitBreaker, times: int) -> None:
    for _ in range(times):
        breaker.failed(timed_out=True)


def test_it_is_closed_until_two_calls_in_a_row_time_out(breaker: CircuitBreaker) -> None:
    time_out(breaker, 1)
    assert lets_through(breaker)
    breaker.succeeded()
    time_out(breaker, 1)
    assert lets_through(breaker)
    time_out(breaker, 1)
    assert not lets_through(breaker)


def test_an_error_that_comes_at_once_does_not_open_it(breaker: CircuitBreaker) -> None:
    for _ in range(10):
        time_out(breaker, 1)
        breaker.failed(timed_out=False)
    assert lets_through(breaker)


def test_half_open_it_lets_one_call_through_at_a_time(breaker: CircuitBreaker, clock: Clock) -> None:
    time_out(breaker, 2)
    clock.seconds += 0.9
    assert not lets_through(breaker)
    clock.seconds += 0.2
    assert [lets_through(breaker) for _ in range(3)] == [True, False, False]
    clock.seconds += 5.1  # the call that tried it was never heard of again
    assert [lets_through(breaker) for _ in range(3)] == [True, False, False]


def test_a_call_that_is_answered_closes_it(breaker: CircuitBreaker, clock: Clock) -> None:
    time_out(breaker, 2)
    clock.seconds += 1.1
    assert lets_through(breaker)
    breaker.succeeded()
    assert [lets_through(breaker) for _ in range(3)] == [True, True, True]


@pytest.mark.parametrize(("timeouts", "seconds"), [(2, 1), (3, 2), (4, 4), (5, 8), (6, 16), (7, 30), (500, 30)])
def test_it_stays_open_twice_as_long_each_time_up_to_thirty_seconds(
    breaker: CircuitBreaker, clock: Clock, timeouts: int, seconds: int
) -> None:
    time_out(breaker, timeouts)
    clock.seconds += seconds - 0.1
    assert not lets_through(breaker)
    clock.seconds += 0.2
    assert lets_through(breaker)
