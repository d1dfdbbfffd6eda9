"""Commands in few steps answer as redis-py's client does, also when connections break."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, ResponseError
from redis.retry import Retry

from services.quick_redis import MOST_IDLE, QuickRedis


@pytest.fixture
def quick(redis_client: Redis) -> QuickRedis:
    return QuickRedis(redis_client)


def test_answers_are_numbers_bytes_nothing_lists_and_dictionaries(quick: QuickRedis) -> None:
    assert quick.execute_command("HSET", "h", "a", b"\x00\xff", "b", 7) == 2
    assert quick.execute_command("HGET", "h", "a") == b"\x00\xff"
    assert quick.execute_command("HGET", "h", "none") is None
    assert quick.execute_command("HMGET", "h", "b", "none", "a") == [b"7", None, b"\x00\xff"]
    assert quick.execute_command("HGETALL", "h") == {b"a": b"\x00\xff", b"b": b"7"}
    quick.execute_command("XADD", "s", "1-0", "entry", "x")
    assert quick.execute_command("XRANGE", "s", "-", "+") == [[b"1-0", [b"entry", b"x"]]]


def test_an_error_is_raised_and_the_connection_goes_on(quick: QuickRedis) -> None:
    quick.execute_command("SET", "text", "x")
    for _ in range(3):
        with pytest.raises(ResponseError, match="WRONGTYPE"):
            quick.execute_command("HGET", "text", "a")
        assert quick.execute_command("GET", "text") == b"x"


def test_one_after_the_other_use_one_connection(quick: QuickRedis, redis_client: Redis) -> None:
    numbers = {quick.execute_command("CLIENT", "ID") for _ in range(5)}
    assert len(numbers) == 1


def test_many_who_use_one_pool_share_its_connections(redis_client: Redis) -> None:
    numbers = {QuickRedis(redis_client).execute_command("CLIENT", "ID") for _ in range(200)}
    assert len(numbers) == 1


def test_many_threads_leave_few_connections_behind(quick: QuickRedis, redis_client: Redis) -> None:
    with ThreadPoolExecutor(40) as pool:
        assert list(pool.map(lambda n: quick.execute_command("ECHO", n), range(400))) == [
            str(n).encode() for n in range(400)
        ]
    assert len(quick._connections._idle) <= MOST_IDLE
    assert redis_client.ping()


def test_a_connection_that_was_cut_is_replaced(quick: QuickRedis, redis_client: Redis) -> None:
    first = quick.execute_command("CLIENT", "ID")
    redis_client.client_kill_filter(_id=str(first))
    assert quick.execute_command("PING") in (b"PONG", True)
    assert quick.execute_command("CLIENT", "ID") != first


def test_threads_have_their_own_answers(quick: QuickRedis) -> None:
    wrong: list[object] = []

    def ask(text: str) -> None:
        wrong.extend(found for _ in range(200) if (found := quick.execute_command("ECHO", text)) != text.encode())

    threads = [threading.Thread(target=ask, args=(f"thread {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_child_does_not_use_its_parents_connection(quick: QuickRedis) -> None:
    before = quick.execute_command("CLIENT", "ID")
    child = os.fork()
    if child == 0:
        other = quick.execute_command("CLIENT", "ID")
        os._exit(0 if other != before else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert quick.execute_command("CLIENT", "ID") == before


def test_a_server_that_is_away_is_the_clients_affair() -> None:

    nowhere = Redis.from_url("unix:///nonexistent/valkey.sock", retry=Retry(NoBackoff(), 0))
    with pytest.raises(ConnectionError):
        QuickRedis(nowhere).execute_command("PING")
