"""Which of several Sentinels is believed, and for how long."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis.exceptions
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError

from services.redis_clients.clients import sentinel_pool
from services.redis_clients.connections import CheckedSentinelConnection
from services.redis_clients.errors import NotPrimary
from services.redis_clients.sentinels import KEEP_SECONDS, Sentinels
from tests.cluster.servers import HOST, SERVICE, Server

OPTIONS: dict[str, Any] = {"socket_timeout": 1.0, "retry": Retry(NoBackoff(), 0)}


class Watchers:
    """Two Sentinels, who are told what the primary's port is, and a clock."""

    def __init__(self) -> None:
        self.time = 1_000.0
        self.servers = [Server(sentinel=["sentinel deny-scripts-reconfig yes"]) for _ in range(2)]
        addresses = [(HOST, server.port) for server in self.servers]
        self.asked = Sentinels(addresses, OPTIONS, now=lambda: self.time)

    def name(self, port: int) -> None:
        """Let all who run say that a port is the primary's."""
        for server in self.servers:
            if server.runs():
                if server.command("SENTINEL", "MASTERS"):
                    server.command("SENTINEL", "REMOVE", SERVICE)
                server.command("SENTINEL", "MONITOR", SERVICE, HOST, port, 1)

    def named(self) -> int:
        host, port = self.asked.discover_master(SERVICE)
        assert host == HOST
        return port


@pytest.fixture
def watchers() -> Iterator[Watchers]:
    made = Watchers()
    yield made
    for server in made.servers:
        server.close()


def test_an_answer_is_believed_for_a_second(watchers: Watchers) -> None:
    watchers.name(1001)
    assert watchers.named() == 1001
    watchers.name(1002)
    watchers.time += 0.9
    assert watchers.named() == 1001
    watchers.time += 0.2
    assert watchers.named() == 1002


def test_where_one_does_not_answer_the_next_is_asked(watchers: Watchers) -> None:
    watchers.name(1001)
    assert watchers.named() == 1001
    watchers.servers[0].kill()
    watchers.name(1002)
    watchers.time += 1.0
    assert watchers.named() == 1002


def test_the_last_answer_holds_for_half_a_minute_while_nobody_answers(watchers: Watchers) -> None:
    watchers.name(1001)
    assert watchers.named() == 1001
    for server in watchers.servers:
        server.kill()
    watchers.time += KEEP_SECONDS - 1
    assert watchers.named() == 1001
    watchers.time += 1
    with pytest.raises(MasterNotFoundError):
        watchers.named()
    watchers.servers[1].start()
    watchers.time += 0.9  # asked again after a second
    with pytest.raises(MasterNotFoundError):
        watchers.named()
    watchers.time += 0.1
    assert watchers.named() == 1001


def test_who_never_got_an_answer_knows_no_primary(watchers: Watchers) -> None:
    with pytest.raises(MasterNotFoundError, match="no Sentinel names a primary of playhall"):
        watchers.named()


def test_an_answer_that_does_not_come_in_time_is_not_taken_for_the_next_ones(watchers: Watchers) -> None:
    primary = Server()
    try:
        watchers.name(primary.port)
        pool = sentinel_pool(
            SERVICE,
            watchers.asked,
            connection_class=CheckedSentinelConnection,
            socket_timeout=1.0,
            retry=Retry(NoBackoff(), 1, supported_errors=(NotPrimary,)),
        )
        with Redis.from_pool(pool) as client:
            client.set("known", "1")
            with pytest.raises(redis.exceptions.TimeoutError):
                client.blpop(["nothing"], 3)
            assert client.get("known") == b"1"
    finally:
        primary.close()
