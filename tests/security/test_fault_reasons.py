"""What cannot be reached is told with the reason, in every process that meets it, and with nothing that is secret."""

import contextlib
import importlib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import pytest
import structlog.testing
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

from gateway.bootstrap import services_from
from services.engine.grpc_server import EngineServer
from services.engine.registry import ruleset
from services.errors import Reason, Refusal
from services.fairness.signing import create_key_file
from services.grpc_serving.credentials import TlsFiles
from services.readiness import ReadinessChecks
from services.settings import read_settings
from services.telemetry.causes import SPEAKING, cause_of
from tests.certificates import Authority, Pair
from tests.postgres import NOT_FOUND, find_binaries
from tests.security.tls_stores import HOST, postgres, terminating
from tests.valkey import RealValkey
from workers.readiness import relay_checks

pytestmark = pytest.mark.slow

PASSWORD: Final = "hush-it-is-secret"
TOKEN: Final = "hush-it-is-a-token"


@contextmanager
def postgres_with(pair: Pair) -> Iterator[int]:
    """What looks like a PostgreSQL with TLS until the certificate was looked at; its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pair.certificate, pair.key)
    listener = socket.create_server((HOST, 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(8)  # SSLRequest
                connection.sendall(b"S")
                with contextlib.suppress(OSError):  # it does not like the certificate
                    context.wrap_socket(connection, server_side=True).close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(10)


@contextmanager
def engine_with(pair: Pair, authority: Authority) -> Iterator[str]:
    """An engine with a token and TLS; its address."""
    tls = TlsFiles(str(pair.certificate), str(pair.key), str(authority.certificate))
    server = EngineServer([ruleset("factionwars")], token=TOKEN, tls=tls)
    server.start()
    try:
        yield server.address
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)


@dataclass(frozen=True, slots=True)
class Place:
    """Certificates, and settings of a platform that reaches nothing."""

    folder: Path
    authority: Authority
    stranger: Authority
    redis: RealValkey

    @property
    def sound(self) -> Pair:
        return self.authority.issue("sound", HOST)

    @property
    def expired(self) -> Pair:
        return self.authority.issue("expired", HOST, hours=-1)

    def lines(self, **given: str) -> dict[str, str]:
        """What a gateway and a relay with these settings log of each part that they do not reach."""
        client = self.authority.issue("client")
        settings = read_settings(
            {
                "PLAYHALL_DATA_DIR": str(self.folder),
                "PLAYHALL_REDIS_URL": "rediss://127.0.0.1:1/0",
                "PLAYHALL_BROKER_URL": "rediss://127.0.0.1:1/1",
                "PLAYHALL_REDIS_CA_FILE": str(self.authority.certificate),
                "PLAYHALL_DATABASE_URL": "postgresql://ann@127.0.0.1:1/nowhere",
                "PLAYHALL_ENGINES": "factionwars=127.0.0.1:1",
                "PLAYHALL_ENGINE_TOKEN": TOKEN,
                "PLAYHALL_ENGINE_TLS_CERT": str(client.certificate),
                "PLAYHALL_ENGINE_TLS_KEY": str(client.key),
                "PLAYHALL_ENGINE_TLS_CA": str(self.authority.certificate),
                **{f"PLAYHALL_{name.upper()}": value for name, value in given.items()},
            }
        )
        (broker,) = (check for check in relay_checks(settings) if check[0] == "broker")
        with structlog.testing.capture_logs() as logged:
            assert not services_from(settings).readiness.look(seconds=60.0).is_ready
            assert not ReadinessChecks([broker]).look(seconds=60.0).is_ready
        assert PASSWORD not in str(logged)
        assert TOKEN not in str(logged)
        return {line["part"]: line["error"] for line in logged if line["event"] == "part_down"}


@pytest.fixture
def place(tmp_path: Path, real_valkey: RealValkey) -> Place:
    create_key_file(tmp_path / "signing-keys.json")
    return Place(tmp_path, Authority(tmp_path / "ours"), Authority(tmp_path / "others", "Others"), real_valkey)


PARTS: Final = ("redis", "broker", "database", "engine:factionwars")


def held_against(told: dict[str, str], words: dict[str, str]) -> dict[str, str]:
    """The lines that do not have the words that they should."""
    return {part: told.get(part, "nothing") for part in PARTS if words[part] not in told.get(part, "")}


def test_a_connection_that_is_refused(place: Place) -> None:
    assert held_against(place.lines(), dict.fromkeys(PARTS, "Connection refused")) == {}


def test_a_name_that_nobody_knows(place: Place) -> None:
    told = place.lines(
        redis_url=f"rediss://:{PASSWORD}@nowhere.invalid:6379/0",
        broker_url=f"rediss://:{PASSWORD}@nowhere.invalid:6379/1",
        database_url=f"postgresql://ann:{PASSWORD}@nowhere.invalid/playhall",
        engines="factionwars=dns:///nowhere.invalid:50051",
    )
    unknown = dict.fromkeys(PARTS, "nowhere.invalid")
    assert held_against(told, unknown) == {}
    assert "Name or service not known" in told["redis"] or "name resolution" in told["redis"]


def test_a_wrong_password_or_token(place: Place) -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    with (
        place.redis.client() as client,
        terminating(place.redis.path, place.sound, None) as port,
        engine_with(place.sound, place.authority) as engine,
        postgres(binaries, place.authority, password="right") as sql,
    ):
        client.acl_setuser("ann", enabled=True, passwords=["+right"], commands=["+@all"], keys=["*"])
        told = place.lines(
            redis_url=f"rediss://ann:{PASSWORD}@{HOST}:{port}/0",
            broker_url=f"rediss://ann:{PASSWORD}@{HOST}:{port}/1",
            database_url=f"postgresql://{sql.user}:{PASSWORD}@{HOST}:{sql.port}/postgres",
            engines=f"factionwars={engine}",
            engine_token="another-token-than-that",
        )
        client.acl_deluser("ann")
    words = {
        "redis": "invalid username-password pair",
        "broker": "invalid username-password pair",
        "database": f'password authentication failed for user "{sql.user}"',
        "engine:factionwars": "UNAUTHENTICATED: The engine's token is missing or another.",
    }
    assert held_against(told, words) == {}


@pytest.mark.parametrize("fault", ["expired", "of another authority"])
def test_a_certificate_that_has_expired_or_is_of_another_authority(place: Place, fault: str) -> None:
    pair = place.expired if fault == "expired" else place.stranger.issue("other", HOST)
    with (
        terminating(place.redis.path, pair, None) as port,
        postgres_with(pair) as sql,
        engine_with(pair, place.authority) as engine,
    ):
        told = place.lines(
            redis_url=f"rediss://:{PASSWORD}@{HOST}:{port}/0",
            broker_url=f"rediss://:{PASSWORD}@{HOST}:{port}/1",
            database_url=f"postgresql://ann:{PASSWORD}@{HOST}:{sql}/playhall"
            f"?sslmode=verify-full&sslrootcert={place.authority.certificate}",
            engines=f"factionwars={engine}",
        )
    why = "certificate has expired" if fault == "expired" else "unable to get local issuer certificate"
    words = dict.fromkeys(PARTS, why) | {"database": "certificate verify failed"}  # libpq says no more
    assert held_against(told, words) == {}


def test_no_other_exception_has_a_say() -> None:
    """An adversary: an error that quotes a hand, whoever wraps it."""
    hand = "the hand is 7 of clubs"
    for silent in (RuntimeError(hand), ValueError(hand), OSError(hand), psycopg.DataError(hand), ResponseError(hand)):
        assert cause_of(silent) == type(silent).__name__
        with pytest.raises(Refusal) as refused:
            raise Refusal(Reason.BUSY, hand) from silent
        assert cause_of(refused.value) == "BUSY"
    assert cause_of(Refusal(Reason.INTERNAL, hand)) == "INTERNAL"


def test_a_password_in_what_a_driver_says_is_not_told() -> None:
    told = cause_of(RedisConnectionError(f"no answer of rediss://ann:{PASSWORD}@host:6379/0, password={PASSWORD}"))
    assert told == "ConnectionError: no answer of rediss://***host:6379/0, password=***"


@pytest.mark.parametrize("name", sorted(SPEAKING))
def test_each_exception_that_has_a_say_is_there(name: str) -> None:
    module, _, kind = name.rpartition(".")
    found = getattr(importlib.import_module(module), kind)
    assert f"{found.__module__}.{found.__qualname__}" == name
