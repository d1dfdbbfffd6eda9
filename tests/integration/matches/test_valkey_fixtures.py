import pytest
from redis import Redis
from redis.exceptions import RedisClusterException

from tests.valkey import RealValkey


def test_what_a_killed_server_acknowledged_is_there_after_its_restart(mortal_valkey: RealValkey) -> None:
    client = mortal_valkey.client()
    client.set("a", "1")
    mortal_valkey.kill()
    mortal_valkey.restart()
    assert client.get("a") == b"1"
    client.close()


def test_a_cluster_refuses_keys_of_two_slots(cluster_client: Redis) -> None:
    cluster_client.mset({"{s00}:a": "1", "{s00}:b": "2"})
    with pytest.raises(RedisClusterException, match="same key slot"):
        cluster_client.mset({"{s00}:a": "1", "{s01}:b": "2"})


def test_every_test_starts_with_an_empty_database(redis_client: Redis, real_valkey: RealValkey) -> None:
    assert list(redis_client.scan_iter()) == []
    with real_valkey.client() as other:
        other.set("left", "behind")
    assert redis_client.get("left") == b"behind"
