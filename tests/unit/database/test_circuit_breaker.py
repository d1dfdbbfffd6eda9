"""When uses of the database are refused."""

import threading
from collections.abc import Callable

import pytest

from services.database.circuit_breaker import CircuitBreaker
from services.errors import Reason, Refusal
from tests.waiting import wait_until


class Server:
    """Answers a probe when it may."""

    def __init__(self) -> None:
        self.is_up = False
        self.probed = 0

    def __call__(self) -> None:
        self.probed += 1
        if not self.is_up:
            raise ConnectionError


def is_open(breaker: CircuitBreaker) -> bool:
    try:
        breaker.check()
    except Refusal as refusal:
        return refusal.reason is Reason.BUSY
    return False


def probe_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "database probe"]


def test_open_it_refuses_until_the_server_answers() -> None:
    server = Server()
    breaker = CircuitBreaker(server)
    assert not is_open(breaker)
    breaker.open(TimeoutError())
    wait_until(lambda: server.probed >= 2, "two probes")
    assert is_open(breaker)
    server.is_up = True
    wait_until(lambda: not is_open(breaker), "the breaker is closed")
    wait_until(lambda: not probe_threads(), "the thread's end")


def test_one_thread_probes_whoever_opens_it() -> None:
    breaker = CircuitBreaker(Server())
    for _ in range(5):
        breaker.open(TimeoutError())
    assert len(probe_threads()) == 1
    breaker.close()
    wait_until(lambda: not probe_threads(), "the thread's end")


@pytest.mark.parametrize(
    "again", [CircuitBreaker.close, lambda breaker: breaker.open(TimeoutError()) or breaker.close()]
)
def test_closed_by_hand_it_lets_the_next_use_find_out(again: Callable[[CircuitBreaker], object]) -> None:
    breaker = CircuitBreaker(Server())
    breaker.open(TimeoutError())
    again(breaker)
    assert not is_open(breaker)
