"""URLs of Redis Clusters, and what a platform on one wants besides."""

import pytest

from services.redis_clients import live_state, queues
from services.redis_clients.addresses import BadAddress, ClusterAddress, is_cluster, parse_cluster_url
from services.redis_clients.tls import tls_options
from services.settings import BadSetting, read_settings
from workers.app import create_worker

ON_CLUSTER = {"PLAYHALL_REDIS_URL": "redis+cluster://redis.example.com"}
WANTED = "PLAYHALL_BROKER_URL must be given where the live state lies on a Redis Cluster"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis+cluster://one", ClusterAddress((("one", 6379),), is_tls=False)),
        ("redis+cluster://one:7000,[::1]:7001", ClusterAddress((("one", 7000), ("::1", 7001)), is_tls=False)),
        (
            "rediss+cluster://ann:p%40ss@one,two:7001/",
            ClusterAddress((("one", 6379), ("two", 7001)), is_tls=True, user="ann", password="p@ss"),
        ),
        ("redis+cluster://:secret@one", ClusterAddress((("one", 6379),), is_tls=False, password="secret")),
    ],
)
def test_some_servers_of_the_cluster_are_enough(url: str, address: ClusterAddress) -> None:
    assert is_cluster(url)
    assert parse_cluster_url(url) == address


@pytest.mark.parametrize(
    "url", ["redis+cluster://one/1", "redis+cluster://one?db=0", "redis+cluster://", "redis+cluster://one:port"]
)
def test_a_cluster_has_neither_databases_nor_options(url: str) -> None:
    with pytest.raises(BadAddress):
        parse_cluster_url(url)


def test_a_url_that_cannot_be_read_is_refused_without_being_quoted() -> None:
    settings = read_settings({"PLAYHALL_REDIS_URL": "redis+cluster://:secret@one:port"})
    with pytest.raises(BadSetting, match="PLAYHALL_REDIS_URL names a server whose host or port cannot be read") as told:
        live_state(settings.redis)
    assert "secret" not in str(told.value)


def test_the_queues_want_a_server_of_their_own() -> None:
    settings = read_settings(ON_CLUSTER)
    with pytest.raises(BadSetting, match=WANTED):
        queues(settings.redis)
    with pytest.raises(BadSetting, match=WANTED):
        create_worker(settings)
    given = read_settings(ON_CLUSTER | {"PLAYHALL_BROKER_URL": "redis://broker.example.com/1"})
    assert create_worker(given).conf.broker_url == "redis://broker.example.com/1"


def test_a_gateway_needs_no_broker_and_connects_when_it_is_asked_for_something() -> None:
    live_state(read_settings(ON_CLUSTER).redis)  # there is no such server


def test_the_queues_cannot_lie_on_a_cluster() -> None:
    with pytest.raises(BadSetting, match="PLAYHALL_BROKER_URL must be one server or Sentinels"):
        read_settings({"PLAYHALL_BROKER_URL": "redis+cluster://one"})


def test_certificates_are_checked_as_with_one_server() -> None:
    settings = read_settings({"PLAYHALL_REDIS_URL": "rediss+cluster://one", "PLAYHALL_REDIS_CA_FILE": __file__})
    assert tls_options(settings.redis.redis_url, settings.redis) == {
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": True,
        "ssl_ca_certs": __file__,
    }
