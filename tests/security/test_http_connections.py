"""Crowds of idle and slow connections without a key: everybody else is served, and who is refused is told why."""

import contextlib
import http.client
import json
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.database import Database
from tests.integration.gateway.test_server import Gateway
from tests.security.crowd import Attack, attacking
from tests.valkey import RealValkey
from tests.waiting import LISTEN, tcp_sockets, wait_until

pytestmark = pytest.mark.slow

CROWD = 1_500
FILES = 1_024
NORMAL = "127.0.1.1"
PLACES = [f"127.0.0.{number}" for number in range(11, 16)]

Open = Callable[..., Gateway]


@pytest.fixture(autouse=True)
def _allow_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < 2 * CROWD:
        pytest.skip(f"needs {2 * CROWD} open files")


@contextlib.contextmanager
def opening(folder: Path, redis_url: str) -> Iterator[Open]:
    database = folder / "playhall.db"
    sql = Database(f"sqlite:///{database}")
    sql.upgrade()
    sql.close()
    opened: list[Gateway] = []

    def start(**settings: str | int) -> Gateway:
        opened.append(Gateway(folder, redis_url, database, **settings))  # type: ignore[arg-type]
        return opened[-1]

    yield start
    for gateway in opened:
        gateway.end()


@pytest.fixture
def open_gateway(tmp_path: Path, redis_url: str) -> Iterator[Open]:
    with opening(tmp_path, redis_url) as start:
        yield start


@pytest.fixture(scope="module")
def small_gateway(tmp_path_factory: pytest.TempPathFactory, real_valkey: RealValkey) -> Iterator[Gateway]:
    """A gateway that cannot hold a crowd; one comes after the other."""
    with opening(tmp_path_factory.mktemp("small"), real_valkey.url) as start:
        yield start(open_files=FILES)


def connect(gateway: Gateway, source: str = NORMAL) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=20, source_address=(source, 0))


def ask(connection: http.client.HTTPConnection, key: str | None = None) -> tuple[int, http.client.HTTPMessage, bytes]:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    connection.request("GET", "/v1/matches" if key else "/livez", headers=headers)
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def ask_again(connection: http.client.HTTPConnection, key: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """As clients ask who are sent away while they are idle: they connect anew."""
    try:
        return ask(connection, key)
    except http.client.RemoteDisconnected:
        return ask(connection, key)


def held(gateway: Gateway) -> int:
    """How many connections of clients the gateway holds, to be asked until it is as expected: the kernel lists them
    while they come and go. (A client that does not read notices late that it has been sent away.)"""
    own = [each for each in tcp_sockets(gateway.process.pid) if each.port == gateway.port]
    return sum(each.state != LISTEN for each in own)


def serves_two(gateway: Gateway) -> bool:
    """Whether two new connections are kept and answered beside each other."""
    first, second = connect(gateway), connect(gateway)
    try:
        return [ask(each)[0] for each in (first, second, first)] == [200, 200, 200]
    except (http.client.HTTPException, OSError):
        return False
    finally:
        first.close()
        second.close()


@pytest.mark.usefixtures("redis_client")  # which is empty: nobody has asked for anything in this minute
@pytest.mark.parametrize("attack", list(Attack), ids=lambda attack: attack.name.lower())
def test_normal_requests_are_answered_beside_a_crowd_larger_than_the_process_can_hold(
    small_gateway: Gateway, attack: Attack
) -> None:
    gateway = small_gateway
    wait_until(lambda: held(gateway) == 0, "nobody is left of the crowd before")
    kept = connect(gateway)
    assert ask(kept, gateway.ada)[0] == 200
    with attacking(gateway.port, attack, CROWD, PLACES, reopens=False) as crowd:
        wait_until(lambda: crowd.look()[1].opened == CROWD, "the crowd has come")
        time.sleep(2.5)  # by now an unfinished request may be given up
        if attack is Attack.SLOW_READER:  # an answer may, when it has been unread for so long; until then who is idle
            kept.close()
            wait_until(lambda: serves_two(gateway), "unread answers give way")
            assert ask(kept, gateway.ada)[0] == 200  # connected anew
        answered = Counter[int]()
        for _ in range(60):
            answered[(ask_again if attack is Attack.SLOW_READER else ask)(kept, gateway.ada)[0]] += 1
            new = connect(gateway)
            answered[ask(new, gateway.ada)[0]] += 1
            new.close()
        wait_until(lambda: held(gateway) <= FILES // 2, "who was sent away is gone")
        seen = crowd.look()[1]
    kept.close()
    assert answered == {200: 120}
    assert set(seen.answers) <= {200, 408, 429, 503}
    if attack is not Attack.SLOW_READER:  # who does not read is cut off, and sees its answers in pieces
        # Whoever sends on at the moment in which it is sent away may lose the answer on its way.
        assert seen.resets <= CROWD // 100
        assert seen.problems == seen.answers.total() - seen.answers[200]


def test_an_address_has_so_many_connections_and_others_are_not_concerned(open_gateway: Open) -> None:
    gateway = open_gateway(address_connections="200", address_requests_per_minute="0")
    with attacking(gateway.port, Attack.KEEP_ALIVE, 400, ["127.0.0.11"], reopens=False) as crowd:
        wait_until(lambda: crowd.look()[1].answers.total() == 400, "all are answered")
        seen = crowd.look()[1]
        assert (dict(seen.answers), seen.problems, seen.resets) == ({200: 200, 429: 200}, 200, 0)
        wait_until(lambda: held(gateway) == 200, "who was refused is gone")
        refused = connect(gateway, "127.0.0.11")
        status, headers, body = ask(refused)
        problem = json.loads(body)
        assert (status, headers["Content-Type"], problem["code"]) == (429, "application/problem+json", "RATE_LIMITED")
        assert headers["Retry-After"] == "10"
        assert problem["detail"] == "An address may have 200 connections at a time."
        refused.close()
        for _ in range(20):
            other = connect(gateway)
            assert ask(other)[0] == 200
            other.close()
    wait_until(lambda: ask(connect(gateway, "127.0.0.11"))[0] == 200, "those who left are no longer counted")


def test_a_trusted_proxy_has_as_many_connections_as_it_likes(open_gateway: Open) -> None:
    gateway = open_gateway(address_connections="50", trusted_proxies="127.0.0.11/32", address_requests_per_minute="0")
    with attacking(gateway.port, Attack.KEEP_ALIVE, 400, ["127.0.0.11"], reopens=False) as crowd:
        wait_until(lambda: crowd.look()[1].answers.total() == 400, "all are answered")
        assert crowd.look()[1].answers == {200: 400}
        wait_until(lambda: held(gateway) == 400, "all are kept")


def test_the_connection_that_was_idle_longest_makes_room_for_a_new_one(open_gateway: Open) -> None:
    gateway = open_gateway(connections="10")
    connections = [connect(gateway) for _ in range(10)]
    for connection in connections:
        assert ask(connection)[0] == 200
    assert ask(connections[0])[0] == 200  # so that the second has been idle longest
    new = connect(gateway)
    assert ask(new)[0] == 200
    alive = []
    for number, connection in enumerate(connections):
        connection.auto_open = 0
        with contextlib.suppress(http.client.HTTPException, OSError):
            alive += [number] * (ask(connection)[0] == 200)
        connection.close()
    new.close()
    assert alive == [0, 2, 3, 4, 5, 6, 7, 8, 9]
