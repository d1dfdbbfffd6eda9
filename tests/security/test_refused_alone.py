"""A process that a store or the engines refuse while others are let in is not ready; one from which they are away stays
ready, since then they are away for all."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import structlog.testing
from psycopg.sql import SQL, Identifier

from gateway.bootstrap import services_from
from gateway.engine_checks import engine_checks
from services.database import Database
from services.engine.access import EngineTarget
from services.engine.grpc_client import GrpcEngine
from services.engine.grpc_server import EngineServer
from services.engine.registry import EngineDirectory, ruleset
from services.fairness.signing import create_key_file
from services.grpc_serving.credentials import TlsFiles
from services.readiness import ReadinessChecks
from services.redis_clients import live_state
from services.settings import read_settings
from tests.certificates import Authority, Pair
from tests.postgres import NOT_FOUND, Cluster, find_binaries
from tests.security.tls_stores import HOST, native, postgres, redis_server
from tests.valkey import RealValkey
from tests.waiting import wait_until
from workers.readiness import relay_checks

pytestmark = pytest.mark.slow


def are_ready(*processes: ReadinessChecks) -> tuple[bool, ...]:
    """What their probes hear."""
    return tuple(process.look(seconds=10.0).is_ready for process in processes)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "ours")


@contextmanager
def sql_with(authority: Authority, password: str) -> Iterator[Cluster]:
    """A PostgreSQL that has its tables, and asks for a password, or for a certificate where there is none."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    with postgres(binaries, authority, password=password) as cluster:
        database = Database(cluster.url("postgres"))
        database.upgrade()
        database.close()
        yield cluster


def test_the_gateway_whose_own_password_was_changed_leaves_and_comes_back(
    tmp_path: Path, mortal_valkey: RealValkey, authority: Authority
) -> None:
    """An adversary: the account of one gateway of two, whose password is changed, at Redis and at PostgreSQL. As long
    as its connections hold it serves; then it answers everything with ``BUSY``, and the other would not."""
    create_key_file(tmp_path / "signing-keys.json")
    with (
        sql_with(authority, "right") as sql,
        psycopg.connect(sql.url("postgres"), autocommit=True) as host,
        mortal_valkey.client() as redis,
    ):

        def let_in(name: str, password: str) -> None:
            redis.acl_setuser(
                name, enabled=True, reset_passwords=True, passwords=[f"+{password}"], commands=["+@all"], keys=["*"]
            )

        def gateway(name: str) -> ReadinessChecks:
            let_in(name, "old")
            host.execute(SQL("CREATE ROLE {} LOGIN SUPERUSER PASSWORD 'old'").format(Identifier(name)))
            settings = {
                "PLAYHALL_DATA_DIR": str(tmp_path),
                "PLAYHALL_REDIS_URL": f"unix://{name}:old@{mortal_valkey.path}?db=0",
                "PLAYHALL_BROKER_URL": mortal_valkey.broker_url,
                "PLAYHALL_DATABASE_URL": f"postgresql://{name}:old@{HOST}:{sql.port}/postgres?sslmode=require",
            }
            return services_from(read_settings(settings)).readiness

        def end_connections(name: str) -> None:
            for client in redis.client_list():
                if client["user"] == name:
                    redis.client_kill_filter(_id=client["id"])
            host.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", [name])

        ann, bob = gateway("ann"), gateway("bob")
        wait_until(lambda: are_ready(ann, bob) == (True, True), "both to begin")

        let_in("ann", "new")
        assert are_ready(ann, bob) == (True, True)  # it serves as well as the other
        end_connections("ann")
        assert are_ready(ann, bob) == (False, True)
        let_in("ann", "old")
        assert are_ready(ann, bob) == (True, True)

        host.execute("ALTER ROLE ann PASSWORD 'new'")
        assert are_ready(ann, bob) == (True, True)
        end_connections("ann")
        wait_until(lambda: are_ready(ann, bob) == (False, True), "the one that is refused")
        host.execute("ALTER ROLE ann PASSWORD 'old'")
        wait_until(lambda: are_ready(ann, bob) == (True, True), "both to be let in")

        # What is away for all takes none out; what was refused before it is not forgiven by it.
        let_in("ann", "new")
        end_connections("ann")
        assert are_ready(ann, bob) == (False, True)
        mortal_valkey.kill()
        os.kill(sql.pid, signal.SIGSTOP)
        try:
            found = bob.look(seconds=10.0)
            assert (found.is_ready, found.parts["redis"]) == (True, False)
            assert are_ready(ann, bob) == (False, True)
        finally:
            os.kill(sql.pid, signal.SIGCONT)


def test_a_gateway_whose_own_certificate_has_expired_leaves_and_comes_back_with_a_new_one(
    tmp_path: Path, authority: Authority
) -> None:
    """An adversary: time, where the renewal of one process' certificate fails. Redis just hangs up on it."""
    program = redis_server()
    if program is None:
        pytest.skip("no redis-server or valkey-server on this machine")
    create_key_file(tmp_path / "signing-keys.json")
    own = tmp_path / "own.pem", tmp_path / "own.key"

    def show(pair: Pair) -> None:
        shutil.copy(pair.certificate, own[0])
        shutil.copy(pair.key, own[1])

    show(authority.issue("sound"))
    admin = authority.issue("admin")
    with sql_with(authority, "") as sql, native(program, tmp_path, authority, authority.issue("redis", HOST)) as port:
        settings = read_settings(
            {
                "PLAYHALL_DATA_DIR": str(tmp_path),
                "PLAYHALL_REDIS_URL": f"rediss://{HOST}:{port}/0",
                "PLAYHALL_REDIS_CA_FILE": str(authority.certificate),
                "PLAYHALL_REDIS_CERT_FILE": str(own[0]),
                "PLAYHALL_REDIS_KEY_FILE": str(own[1]),
                "PLAYHALL_DATABASE_URL": f"postgresql://{sql.user}@{HOST}:{sql.port}/postgres"
                f"?sslmode=verify-full&sslrootcert={authority.certificate}&sslcert={own[0]}&sslkey={own[1]}",
            }
        )
        gateway, relay = services_from(settings).readiness, ReadinessChecks(relay_checks(settings))
        wait_until(lambda: are_ready(gateway, relay) == (True, True), "both to begin")

        show(authority.issue("expired", hours=-1))
        assert are_ready(gateway, relay) == (True, True)
        with psycopg.connect(sql.url("postgres"), autocommit=True) as host:
            host.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_addr IS NOT NULL")
        wait_until(lambda: are_ready(gateway, relay) == (False, True), "PostgreSQL to refuse the gateway")
        show(authority.issue("renewed"))
        wait_until(lambda: are_ready(gateway, relay) == (True, True), "PostgreSQL to let it in")

        show(authority.issue("expired", hours=-1))
        as_admin = replace(settings.redis, redis_cert_file=str(admin.certificate), redis_key_file=str(admin.key))
        with live_state(as_admin) as redis:
            redis.client_kill_filter(_type="normal", skipme=True)
        assert are_ready(gateway, relay) == (False, False)
        show(authority.issue("renewed again"))
        assert are_ready(gateway, relay) == (True, True)


def test_a_gateway_whose_token_all_engines_refuse_leaves_and_one_engine_alone_takes_none_out(
    tmp_path: Path, authority: Authority
) -> None:
    """An adversary: an operator who changes the token of the engines and not of one gateway; and one ruleset's engine
    that asks everybody for a token that nobody has."""
    certificate = authority.issue("engine", HOST)
    tls = TlsFiles(str(certificate.certificate), str(certificate.key), str(authority.certificate))

    def serve(address: str, token: str) -> EngineServer:
        server = EngineServer([ruleset("duels")], address=address, token=token, tls=tls)
        server.start()
        return server

    def gateway(*addresses: str) -> ReadinessChecks:
        engines = {
            name: GrpcEngine("duels", EngineTarget(address, "old", tls), timeout_seconds=10)
            for name, address in zip(("duels", "other"), addresses, strict=False)
        }
        return ReadinessChecks(engine_checks(EngineDirectory(engines)))

    own, foreign = serve(f"{HOST}:0", "old"), serve(f"{HOST}:0", "another")
    both, alone = gateway(own.address, foreign.address), gateway(own.address)
    try:
        wait_until(lambda: are_ready(both, alone) == (True, True), "both to begin")
        assert both.look(seconds=10.0).parts == {"engine:duels": True, "engine:other": False}
        address = own.address
        own.stop(drain_seconds=0, grace_seconds=0)
        assert are_ready(both, alone) == (True, True)
        own = serve(address, "new")
        wait_until(lambda: are_ready(both, alone) == (False, False), "the engines to refuse both")
        own.stop(drain_seconds=0, grace_seconds=0)
        own = serve(address, "old")
        wait_until(lambda: are_ready(both, alone) == (True, True), "the engine to let both in")
    finally:
        for server in (own, foreign):
            server.stop(drain_seconds=0, grace_seconds=0)


def test_an_engine_that_hangs_up_on_an_expired_certificate_refuses_it(authority: Authority) -> None:
    expired, pair = authority.issue("expired", hours=-1), authority.issue("engine", HOST)
    server = EngineServer(
        [ruleset("duels")], tls=TlsFiles(str(pair.certificate), str(pair.key), str(authority.certificate))
    )
    server.start()
    try:
        files = TlsFiles(str(expired.certificate), str(expired.key), str(authority.certificate))
        engine = GrpcEngine("duels", EngineTarget(server.address, tls=files), timeout_seconds=2)
        checks = engine_checks(EngineDirectory({"duels": engine}), expired.certificate.read_bytes())
        with structlog.testing.capture_logs() as logged:
            assert are_ready(ReadinessChecks(checks)) == (False,)
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)
    (line,) = (line for line in logged if line["event"] == "part_down")
    assert (line["part"], line["is_refused"]) == ("engine:duels", True)
    assert line["error"].startswith("CertificateExpired: CN=expired, which this process shows, ended at ")
