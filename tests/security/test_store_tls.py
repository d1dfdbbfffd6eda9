"""Redis, the queues and PostgreSQL by TLS: the server is who it says it is, or nothing is sent; the client, too."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError

from gateway.bootstrap import services_from
from services.database import Database
from services.database.database import DatabaseUnreachable
from services.fairness.signing import create_key_file
from services.matches.redis_keys import SHARDS, tag
from services.redis_clients import live_state
from services.redis_clients.slots import servers
from services.settings import PREFIX, Settings, read_settings
from tests.certificates import Authority, Pair
from tests.cluster.valkey_cluster import cluster_of
from tests.e2e.platform import Platform
from tests.manifests import container, environment, needs_kubectl, rendered, workloads
from tests.postgres import NOT_FOUND, find_binaries
from tests.security.tls_stores import HOST, native, postgres, redis_server, terminating
from tests.valkey import RealValkey
from tests.waiting import wait_until
from workers.app import create_worker
from workers.processes import backlog_of

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Site:
    """A Redis that is served by TLS, and what a client needs."""

    port: int
    folder: Path
    authority: Authority
    client: Pair

    def environment(self) -> dict[str, str]:
        return {
            "PLAYHALL_DATA_DIR": str(self.folder),
            "PLAYHALL_REDIS_URL": f"rediss://{HOST}:{self.port}/0",
            "PLAYHALL_REDIS_CA_FILE": str(self.authority.certificate),
            "PLAYHALL_REDIS_CERT_FILE": str(self.client.certificate),
            "PLAYHALL_REDIS_KEY_FILE": str(self.client.key),
        }

    def settings(self, **changes: str) -> Settings:
        changed = {f"PLAYHALL_{name.upper()}": value for name, value in changes.items()}
        return read_settings(self.environment() | changed)


@pytest.fixture(params=["behind a proxy", "by itself"])
def site(request: pytest.FixtureRequest, tmp_path: Path, real_valkey: RealValkey) -> Iterator[Site]:
    authority = Authority(tmp_path / "certificates")
    server = authority.issue("redis", HOST)
    client = authority.issue("playhall")
    if request.param == "behind a proxy":
        running = terminating(real_valkey.path, server, authority)
    else:
        program = redis_server()
        if program is None:
            pytest.skip("no redis-server or valkey-server on this machine")
        running = native(program, tmp_path, authority, server)
    create_key_file(tmp_path / "signing-keys.json")
    with running as port:
        yield Site(port, tmp_path, authority, client)


def ask_everything(settings: Settings) -> list[str]:
    """Who gets through: the gateway, the workers' live state, what measures the queues, and Celery."""
    reached = []
    if services_from(settings).readiness.look(seconds=20.0).parts["redis"]:
        reached.append("gateway")
    try:
        live_state(settings.redis).ping()
        reached.append("live state")
    except RedisConnectionError:
        pass
    try:
        backlog_of(settings)[1]()
        reached.append("backlog")
    except RedisConnectionError:
        pass
    try:
        with create_worker(settings).connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0)
        reached.append("queues")
    except (OperationalError, RedisConnectionError):
        pass
    return reached


def test_all_get_through_with_the_right_certificates(site: Site) -> None:
    assert ask_everything(site.settings()) == ["gateway", "live state", "backlog", "queues"]


def test_nobody_gets_through_without_tls(site: Site) -> None:
    files = {"redis_ca_file": "", "redis_cert_file": "", "redis_key_file": ""}
    url = f"redis://{HOST}:{site.port}"
    plain = site.settings(redis_url=f"{url}/0", broker_url=f"{url}/1", **files)
    assert ask_everything(plain) == []


def test_a_server_of_another_authority_is_not_believed(site: Site, tmp_path: Path) -> None:
    other = Authority(tmp_path / "other", "Other Authority")
    assert ask_everything(site.settings(redis_ca_file=str(other.certificate))) == []
    assert ask_everything(site.settings(redis_ca_file="")) == []


def test_an_impostor_who_lets_everybody_in_is_not_believed(tmp_path: Path, real_valkey: RealValkey) -> None:
    """Celery would send it the password and the tasks, with nothing but a warning, if it were not told to check."""
    ours, theirs = Authority(tmp_path / "ours"), Authority(tmp_path / "theirs", "Other Authority")
    with terminating(real_valkey.path, theirs.issue("redis", HOST), None) as port:
        create_key_file(tmp_path / "signing-keys.json")
        site = Site(port, tmp_path, ours, ours.issue("playhall"))
        assert ask_everything(site.settings()) == []
        believed = site.settings(redis_ca_file=str(theirs.certificate))
        assert ask_everything(believed) == ["gateway", "live state", "backlog", "queues"]
        without_files = site.settings(redis_ca_file="", redis_cert_file="", redis_key_file="")
        assert ask_everything(without_files) == []


def test_a_server_of_another_name_is_not_believed(site: Site) -> None:
    elsewhere = site.settings(
        redis_url=f"rediss://localhost:{site.port}/0", broker_url=f"rediss://localhost:{site.port}/1"
    )
    assert ask_everything(elsewhere) == []


def test_a_client_without_a_certificate_of_the_authority_is_not_let_in(site: Site, tmp_path: Path) -> None:
    stranger = Authority(tmp_path / "other", "Other Authority").issue("stranger")
    strange = site.settings(redis_cert_file=str(stranger.certificate), redis_key_file=str(stranger.key))
    assert ask_everything(strange) == []
    assert ask_everything(site.settings(redis_cert_file="", redis_key_file="")) == []


@pytest.fixture(scope="module")
def postgres_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Authority, Pair]]:
    """The URL without TLS parameters, the authority, a client's pair."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    authority = Authority(tmp_path_factory.mktemp("postgres"))
    client = authority.issue("playhall")
    with postgres(binaries, authority) as server:
        yield f"postgresql://{server.user}@{HOST}:{server.port}/postgres", authority, client


def by_tls(url: str, authority: Authority, client: Pair) -> str:
    files = f"sslrootcert={authority.certificate}&sslcert={client.certificate}&sslkey={client.key}"
    return f"{url}?sslmode=verify-full&{files}"


def test_the_database_is_reached_by_mutual_tls(postgres_site: tuple[str, Authority, Pair]) -> None:
    database = Database(by_tls(*postgres_site))
    database.upgrade()
    database.check()
    with database.read() as connection:
        encrypted = connection.exec_driver_sql("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert encrypted.scalar_one() is True
    assert str(postgres_site[2].key) not in repr(database)


def test_the_database_is_not_reached_in_any_other_way(
    postgres_site: tuple[str, Authority, Pair], tmp_path: Path
) -> None:
    url, authority, client = postgres_site
    other = Authority(tmp_path, "Other Authority")
    stranger = other.issue("stranger")
    refused = {
        f"{url}?sslmode=disable": "no pg_hba.conf entry",
        by_tls(url, other, client): "certificate verify failed",
        by_tls(url, authority, stranger): "unknown ca",
        f"{url}?sslmode=verify-full&sslrootcert={authority.certificate}": "certificate",
        by_tls(url.replace(HOST, "localhost"), authority, client): "does not match host name",
    }
    for unfit, why in refused.items():
        with pytest.raises(DatabaseUnreachable, match=why):
            Database(unfit).check()


@needs_kubectl
def test_the_manifests_variables_are_enough_to_reach_the_database_by_mutual_tls(
    postgres_site: tuple[str, Authority, Pair], tmp_path: Path
) -> None:
    url, authority, client = postgres_site
    job = workloads(rendered("prod", "store-client-tls"))["migrate"]
    given = {name: value for name, value in environment(job).items() if name.startswith("PGSSL")}

    def migrate(accepted: Path) -> "subprocess.CompletedProcess[str]":
        files = {
            "/etc/playhall/store-tls/ca.crt": accepted,
            "/etc/playhall/store-client-tls/tls.crt": client.certificate,
            "/etc/playhall/store-client-tls/tls.key": client.key,
        }
        variables = {name: str(files.get(value, value)) for name, value in given.items()}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        ours = {"PLAYHALL_DATABASE_URL": url, "PLAYHALL_DATA_DIR": str(tmp_path)}
        return subprocess.run(
            (sys.executable, "-P", "-m", "cli", *container(job)["args"]),
            env=kept | ours | variables,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    refused = migrate(Authority(tmp_path, "Other Authority").certificate)
    assert refused.returncode == 1
    assert "DatabaseUnreachable" in refused.stderr
    migrated = migrate(authority.certificate)
    assert (migrated.returncode, migrated.stderr) == (0, "")


class EncryptedPlatform(Platform):
    """`playhall up` with stores elsewhere."""

    def __init__(self, stores: dict[str, str]) -> None:
        super().__init__()
        self._stores = stores

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | self._stores


@pytest.mark.parametrize("site", ["behind a proxy"], indirect=True)
def test_a_match_is_played_over_encrypted_stores(
    site: Site, postgres_site: tuple[str, Authority, Pair], real_valkey: RealValkey
) -> None:
    with real_valkey.client() as empty:
        empty.flushall()
    stores = site.environment() | {"PLAYHALL_DATABASE_URL": by_tls(*postgres_site)}
    stores["PLAYHALL_ENGINES"] = "factionwars=local"
    del stores["PLAYHALL_DATA_DIR"]
    platform = EncryptedPlatform(stores)
    try:
        platform.start()
        rest = platform.rest()
        match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:random", "bot:random"]})
        wait_until(lambda: rest.get(f"/v1/matches/{match['id']}")["status"] == "finished", "the match's end", 60)
        assert rest.get(f"/v1/matches/{match['id']}/replay")["outcome"]
    finally:
        platform.close()


def test_each_server_of_a_cluster_is_who_it_says_it_is(tmp_path: Path) -> None:
    """It is known by its own address, which no URL holds but the cluster tells."""
    program = redis_server()
    if program is None:
        pytest.skip("no redis-server or valkey-server on this machine")
    authority = Authority(tmp_path / "certificates")
    server, client = authority.issue("redis", HOST), authority.issue("playhall")
    options = {
        "tls-cert-file": str(server.certificate),
        "tls-key-file": str(server.key),
        "tls-ca-cert-file": str(authority.certificate),
        "tls-auth-clients": "yes",
        "tls-cluster": "yes",  # without it the servers tell of their other ports
    }
    with cluster_of(3, 0, Path(program), **options) as cluster:
        trusted = {
            "PLAYHALL_REDIS_URL": cluster.tls_url,
            "PLAYHALL_REDIS_CA_FILE": str(authority.certificate),
            "PLAYHALL_REDIS_CERT_FILE": str(client.certificate),
            "PLAYHALL_REDIS_KEY_FILE": str(client.key),
        }
        with live_state(read_settings(trusted).redis) as redis:
            assert all(redis.set(f"{tag(shard)}:key", "x") for shard in range(SHARDS))
            assert set(servers(redis)) == {f"{HOST}:{node.tls_port}" for node in cluster.nodes}
        stranger = Authority(tmp_path / "others", "Others")
        with (
            live_state(read_settings(trusted | {"PLAYHALL_REDIS_CA_FILE": str(stranger.certificate)}).redis) as redis,
            pytest.raises(RedisConnectionError),
        ):
            redis.get("key")
