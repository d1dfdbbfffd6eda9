"""Commands of several threads in one flight, on a real server."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from services.shared_flights import MOST_TOGETHER, SharedFlights

FOREVER = 60.0


class Company:
    """Says that others come, and knows who was told so."""

    def __init__(self) -> None:
        self.told = threading.Semaphore(0)
        self.leave: Callable[[], None] = lambda: None

    def put_off(self, leave: Callable[[], None]) -> bool:
        self.leave = leave
        self.told.release()
        return True

    def wait_for(self, number: int) -> None:
        for _ in range(number):
            assert self.told.acquire(timeout=10)


@pytest.fixture
def company() -> Company:
    return Company()


def asked(pool: ThreadPoolExecutor, flights: SharedFlights, *commands: tuple[str, ...]) -> list[Future[Any]]:
    return [pool.submit(flights.execute_command, *command) for command in commands]


def test_who_is_alone_is_answered_at_once(redis_client: Redis) -> None:
    flights = SharedFlights(redis_client, longest_seconds=FOREVER)
    assert flights.execute_command("SET", "text", "x") == b"OK"
    assert flights.execute_command("GET", "text") == b"x"
    assert flights.execute_command("GET", "nothing") is None


def test_those_who_wait_are_sent_together_when_it_is_time_and_each_has_its_own_answer(
    redis_client: Redis, company: Company
) -> None:
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=FOREVER)
    with ThreadPoolExecutor(4) as pool:
        answers = asked(pool, flights, ("ECHO", "a"), ("ECHO", "b"), ("INCR", "count"), ("CLIENT", "ID"))
        company.wait_for(4)
        assert redis_client.get("count") is None
        company.leave()
        first, second, count, _ = (answer.result(timeout=10) for answer in answers)
    assert (first, second, count) == (b"a", b"b", 1)


def test_one_connection_carries_all(redis_client: Redis, company: Company) -> None:
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=FOREVER)
    with ThreadPoolExecutor(5) as pool:
        answers = asked(pool, flights, *[("CLIENT", "ID")] * 5)
        company.wait_for(5)
        company.leave()
        assert len({answer.result(timeout=10) for answer in answers}) == 1


def test_a_full_flight_does_not_wait(redis_client: Redis, company: Company) -> None:
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=FOREVER)
    with ThreadPoolExecutor(MOST_TOGETHER) as pool:
        answers = asked(pool, flights, *[("INCR", "count")] * MOST_TOGETHER)
        assert {answer.result(timeout=10) for answer in answers} == set(range(1, MOST_TOGETHER + 1))


def test_a_promise_that_is_not_kept_holds_nobody_up_for_long(redis_client: Redis, company: Company) -> None:
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=0.05)
    with ThreadPoolExecutor(3) as pool:
        answers = asked(pool, flights, *[("INCR", "count")] * 3)
        assert {answer.result(timeout=10) for answer in answers} == {1, 2, 3}


def test_an_error_is_raised_for_who_made_it_and_for_nobody_else(redis_client: Redis, company: Company) -> None:
    redis_client.set("text", "x")
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=FOREVER)
    with ThreadPoolExecutor(3) as pool:
        answers = asked(pool, flights, ("GET", "text"), ("HGET", "text", "a"), ("ECHO", "b"))
        company.wait_for(3)
        company.leave()
        assert answers[0].result(timeout=10) == b"x"
        with pytest.raises(ResponseError, match="WRONGTYPE"):
            answers[1].result(timeout=10)
        assert answers[2].result(timeout=10) == b"b"
    assert redis_client.ping()


def test_a_flight_that_is_cut_off_is_flown_again(redis_client: Redis, company: Company) -> None:
    alone = SharedFlights(redis_client)
    connection = alone.execute_command("CLIENT", "ID")
    flights = SharedFlights(redis_client, put_off=company.put_off, longest_seconds=FOREVER)
    redis_client.client_kill_filter(_id=str(connection))
    with ThreadPoolExecutor(2) as pool:
        answers = asked(pool, flights, ("ECHO", "a"), ("ECHO", "b"))
        company.wait_for(2)
        company.leave()
        assert [answer.result(timeout=10) for answer in answers] == [b"a", b"b"]


def test_nothing_is_lost_or_mixed_up_when_many_come_and_go(redis_client: Redis) -> None:
    """Half of them are told to wait, and somebody says now and then that it is time."""
    turn = iter(range(1_000_000))
    flights = SharedFlights(redis_client, put_off=lambda _leave: next(turn) % 2 == 0, longest_seconds=0.002)
    over = threading.Event()

    def call() -> None:
        while not over.is_set():
            flights.leave()
            time.sleep(0.0005)

    caller = threading.Thread(target=call)
    caller.start()
    with ThreadPoolExecutor(24) as pool:
        texts = [f"text {number}" for number in range(3_000)]
        found = list(pool.map(lambda text: flights.execute_command("ECHO", text), texts))
    over.set()
    caller.join()
    assert found == [text.encode() for text in texts]
