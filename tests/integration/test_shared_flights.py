"""Commands of several requests in one flight, on a real server."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, ResponseError
from redis.retry import Retry

from services.shared_flights import SharedFlights
from services.shared_thread import SharedThread
from tests.waiting import wait_until

Command = tuple[str, ...]


def sent(
    redis: Redis, *commands: Command, others_wait: bool = True, before: Callable[[], object] = lambda: None
) -> list[Any]:
    """What is answered to commands of as many requests of one thread, or raised. ``before`` is called when all have
    said what they want."""
    flights = SharedFlights(redis)
    answers: list[Any] = [None] * len(commands)

    def serve(number: int) -> None:
        try:
            answers[number] = flights.execute_command(*commands[number])
        except RedisError as error:
            answers[number] = error

    def work() -> None:
        shared = SharedThread(serve, lambda: others_wait)
        for number in range(len(commands)):
            shared.serve(number)
        before()
        shared.finish()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result(timeout=20)
    return answers


def test_who_is_alone_is_answered_at_once(redis_client: Redis) -> None:
    flights = SharedFlights(redis_client)
    assert flights.execute_command("SET", "text", "x") == b"OK"
    assert flights.execute_command("GET", "text") == b"x"
    assert flights.execute_command("GET", "nothing") is None


def test_those_put_aside_are_sent_together_and_each_has_its_own_answer(redis_client: Redis) -> None:
    counted: list[object] = []
    answers = sent(
        redis_client,
        *[("ECHO", "a"), ("INCR", "count"), ("ECHO", "b"), ("INCR", "count")],
        before=lambda: counted.append(redis_client.get("count")),
    )
    assert counted == [None]
    assert answers == [b"a", 1, b"b", 2]


def test_one_connection_carries_all(redis_client: Redis) -> None:
    assert len(set(sent(redis_client, *[("CLIENT", "ID")] * 5))) == 1


def test_what_a_server_would_not_read_at_once_goes_by_several_connections(redis_client: Redis) -> None:
    large = "x" * 20_000
    first, echo, last = sent(redis_client, ("CLIENT", "ID"), ("ECHO", large), ("CLIENT", "ID"))
    assert echo == large.encode()
    assert first != last


def test_the_next_flight_departs_when_the_one_before_has_landed(redis_client: Redis) -> None:
    """Where nobody else waits the first departs at once. Those who come while it is under way go together."""
    seen: list[object] = []

    def look() -> None:
        wait_until(lambda: redis_client.get("count"), "the first command has arrived")
        seen.append(redis_client.get("count"))

    answers = sent(redis_client, *[("INCR", "count")] * 3, others_wait=False, before=look)
    assert seen == [b"1"]
    assert answers[:3] == [1, 2, 3]


def test_an_error_is_raised_for_who_made_it_and_for_nobody_else(redis_client: Redis) -> None:
    redis_client.set("text", "x")
    first, wrong, last = sent(redis_client, ("GET", "text"), ("HGET", "text", "a"), ("ECHO", "b"))
    assert (first, last) == (b"x", b"b")
    assert isinstance(wrong, ResponseError)
    assert str(wrong).startswith("WRONGTYPE")
    assert redis_client.ping()


def test_a_flight_that_is_cut_off_is_flown_again(redis_client: Redis) -> None:
    connection = SharedFlights(redis_client).execute_command("CLIENT", "ID")
    answers = sent(
        redis_client,
        *[("ECHO", "a"), ("ECHO", "b")],
        before=lambda: redis_client.client_kill_filter(_id=str(connection)),
    )
    assert answers == [b"a", b"b"]


def test_a_server_that_is_gone_is_an_error_for_each() -> None:
    nowhere = Redis(port=1, retry=Retry(NoBackoff(), 0))
    assert [type(answer) for answer in sent(nowhere, ("PING",), ("PING",))] == [ConnectionError] * 2


def test_nothing_is_lost_or_mixed_up_in_many_threads(redis_client: Redis) -> None:
    """Eight threads with 40 requests at a time each, half of which are put aside."""
    turn = iter(range(1_000_000))
    flights = SharedFlights(redis_client)

    def work(thread: int) -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = []
        shared = SharedThread[str](
            lambda text: found.append((text, flights.execute_command("ECHO", text))), lambda: next(turn) % 2 == 0
        )
        for number in range(400):
            shared.serve(f"{thread}:{number}")
            if number % 40 == 39:
                shared.go_on()
        shared.finish()
        return found

    with ThreadPoolExecutor(8) as pool:
        found = [pair for pairs in pool.map(work, range(8)) for pair in pairs]
    assert sorted(text for text, _ in found) == sorted(
        f"{thread}:{number}" for thread in range(8) for number in range(400)
    )
    assert all(answer == text.encode() for text, answer in found)
