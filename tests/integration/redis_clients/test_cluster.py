"""What the client of a Redis Cluster does with real servers: keys that move, servers that die or refuse."""

import time
from collections.abc import Iterator

import pytest
from prometheus_client import CollectorRegistry
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from services.matches.readiness import check_writable
from services.matches.redis_keys import SHARDS, tag
from services.redis_clients import UNAVAILABLE, WritesRefused
from services.redis_clients.addresses import ClusterAddress
from services.redis_clients.cluster import client_by_cluster
from services.redis_clients.errors import NotReplicated
from services.redis_clients.replication import Replication
from services.redis_clients.slots import ask_server_of, one_of_each_server, run_each, servers, together
from services.telemetry.redis_metrics import RedisCollector
from tests.cluster.servers import proxied
from tests.cluster.valkey_cluster import ValkeyCluster, cluster_of, slot_of
from tests.waiting import wait_until

KEYS = [f"{tag(shard)}:key" for shard in range(SHARDS)]
SET = "return redis.call('SET', KEYS[1], ARGV[1])"


@pytest.fixture
def mortal_cluster() -> Iterator[ValkeyCluster]:
    with cluster_of(3) as made:
        yield made


def move(cluster: ValkeyCluster, key: str, *, finish: bool) -> None:
    """Begin to move a key's slot to a server that has none yet, key after key; and finish it, or do not."""
    source, to, slot = cluster.master_of(key), cluster.add(), slot_of(key)
    to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
    source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
    for found in source.command("CLUSTER", "GETKEYSINSLOT", slot, 100):
        source.command("MIGRATE", "127.0.0.1", to.port, found, 0, 5_000)
    if finish:
        for node in (to, source):
            node.command("CLUSTER", "SETSLOT", slot, "NODE", to.id)


def test_keys_are_asked_for_together_where_they_are_of_one_slot(cluster_client: Redis) -> None:
    keys = ["{s01}:a", "{s02}:a", "{s01}:b"]
    assert together(cluster_client, keys) == [["{s01}:a", "{s01}:b"], ["{s02}:a"]]
    assert len(together(cluster_client, KEYS)) == SHARDS
    with Redis() as alone:
        assert together(alone, keys) == [keys]
    assert len(servers(cluster_client)) == len(one_of_each_server(cluster_client, KEYS)) == 3


def test_a_script_runs_on_all_servers_in_one_round_trip_also_where_it_is_unknown(
    cluster_client: Redis, real_cluster: ValkeyCluster
) -> None:
    script = cluster_client.register_script(SET)
    calls = [([key], [number]) for number, key in enumerate(KEYS)]
    assert run_each(cluster_client, script, calls) == [b"OK"] * SHARDS
    real_cluster.nodes[0].command("SCRIPT FLUSH")
    assert run_each(cluster_client, script, calls) == [b"OK"] * SHARDS
    assert [cluster_client.get(key) for key in KEYS] == [str(number).encode() for number in range(SHARDS)]


def test_no_server_is_asked_where_the_keys_of_a_command_stand(
    cluster_client: Redis, real_cluster: ValkeyCluster
) -> None:
    for node in real_cluster.nodes:
        node.command("CONFIG RESETSTAT")
    script = cluster_client.register_script(SET)
    for key in KEYS:
        cluster_client.execute_command("XREAD", "COUNT", 1, "STREAMS", f"{key}:stream", "0")  # type: ignore[no-untyped-call]
        script([key], ["x"])
    run_each(cluster_client, script, [([key], ["x"]) for key in KEYS])
    for node in real_cluster.nodes:
        assert "cmdstat_command|getkeys" not in node.command("INFO", "commandstats")


@pytest.mark.parametrize("finish", [False, True], ids=["while it moves", "when it has moved"])
def test_a_key_is_followed_to_a_server_that_had_none(mortal_cluster: ValkeyCluster, finish: bool) -> None:
    with mortal_cluster.client() as client:
        script = client.register_script(SET)
        key = KEYS[7]
        client.set(key, "before")
        move(mortal_cluster, key, finish=finish)
        assert client.get(key) == b"before"
        assert script([key], ["script"]) == b"OK"
        assert run_each(client, script, [([it], ["each"]) for it in KEYS]) == [b"OK"] * SHARDS
        with client.pipeline(transaction=False) as pipe:
            for it in KEYS:
                pipe.get(it)
            assert pipe.execute() == [b"each"] * SHARDS
        answers = ask_server_of(client, key, [("SET", key, "asked"), ("WAIT", 0, 10)])
        assert answers == [True, 0]
        assert client.get(key) == b"asked"
        new = mortal_cluster.nodes[-1]
        assert new.command("DBSIZE") == 1


def test_who_must_wait_for_replicas_asks_the_server_that_wrote(cluster_client: Redis) -> None:
    replication = Replication(cluster_client, replicas=1, milliseconds=10)
    with pytest.raises(NotReplicated, match="0 of 1"):
        replication.run(cluster_client.register_script(SET), [KEYS[3]], ["x"])
    assert cluster_client.get(KEYS[3]) == b"x"  # it is done, and no replica has it


def test_a_server_that_refuses_writes_is_waited_for(real_cluster: ValkeyCluster, cluster_client: Redis) -> None:
    master = real_cluster.master_of(KEYS[5])
    master.command("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        with pytest.raises(WritesRefused, match="NOREPLICAS"):
            cluster_client.set(KEYS[5], "x")
    finally:
        master.command("CONFIG", "SET", "min-replicas-to-write", 0)
    assert cluster_client.set(KEYS[5], "x")


def test_servers_that_die_are_unavailable_and_found_again(mortal_cluster: ValkeyCluster) -> None:
    with mortal_cluster.client() as client:
        victim = mortal_cluster.master_of(KEYS[0])
        other = next(key for key in KEYS if mortal_cluster.master_of(key) is not victim)
        client.set(other, "x")
        victim.kill()
        with pytest.raises(RedisConnectionError):
            client.set(KEYS[0], "x")
        check_writable(client)  # others can be played with
        with client.pipeline(transaction=False) as pipe:
            for key in KEYS:
                pipe.get(key)
            with pytest.raises(UNAVAILABLE):
                pipe.execute()
        for node in mortal_cluster.nodes:
            node.kill()
        for ask in (lambda: client.get(other), lambda: check_writable(client), lambda: list(client.scan_iter())):
            with pytest.raises(UNAVAILABLE):
                ask()
        mortal_cluster.restart()
        wait_until(lambda: works(client), "the client", 20)


def works(client: Redis) -> bool:
    try:
        return all(client.set(key, "x") for key in KEYS)
    except UNAVAILABLE:
        return False


def test_a_cluster_that_is_down_at_first_is_connected_to_later(mortal_cluster: ValkeyCluster) -> None:
    for node in mortal_cluster.nodes:
        node.kill()
    with mortal_cluster.client() as client:
        began = time.monotonic()
        with pytest.raises(UNAVAILABLE):
            client.get(KEYS[0])
        assert time.monotonic() - began < 5
        mortal_cluster.restart()
        wait_until(lambda: works(client), "the client", 20)


@pytest.mark.slow
def test_a_cluster_that_comes_back_at_other_addresses_is_found_by_the_one_that_was_given() -> None:
    with cluster_of(3) as before, cluster_of(3) as after:
        there = list(before.nodes)
        with (
            proxied(there) as port,
            client_by_cluster(ClusterAddress((("127.0.0.1", port),), is_tls=False), {}) as client,
        ):
            client.set(KEYS[0], "x")
            for node in before.nodes:
                node.kill()
            there[:] = after.nodes
            wait_until(lambda: works(client), "the client", 20)
        assert after.master_of(KEYS[0]).command("GET", KEYS[0]) == b"x"


def test_each_server_tells_its_figures(real_cluster: ValkeyCluster, cluster_client: Redis) -> None:
    registry = CollectorRegistry()
    registry.register(RedisCollector({"live": cluster_client}))
    for node in real_cluster.nodes:
        used = registry.get_sample_value("playhall_redis_memory_bytes", {"server": f"live 127.0.0.1:{node.port}"})
        assert used is not None
        assert used > 500_000
