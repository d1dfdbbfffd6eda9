"""Who may call an engine on a port: those who show its token, or a certificate."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from click.testing import CliRunner
from grpc_health.v1 import health_pb2
from playhall.engine.v1 import engine_pb2 as pb

from cli.health import grpc_serves
from cli.main import main
from services.engine.access import EngineTarget
from services.engine.grpc_client import GrpcEngine
from services.engine.grpc_server import EngineServer
from services.errors import Reason, Refusal
from services.grpc_serving.credentials import TlsFiles, channel_credentials
from tests.certificates import Authority, issued
from tests.integration.engine.serving import failure_of, health_of, stub_of, unix_address
from tests.rulesets.sealed import RULESET

TOKEN = "a-token-of-the-test"
SEED = bytes(32)


@contextmanager
def served(*, address: str = "127.0.0.1:0", token: str = "", tls: TlsFiles | None = None) -> Iterator[str]:
    server = EngineServer([RULESET], address=address, token=token, tls=tls)
    server.start()
    try:
        yield server.address
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)


def engine(target: EngineTarget) -> GrpcEngine:
    return GrpcEngine("sealed", target, timeout_seconds=5)


def test_only_who_shows_the_token_may_call() -> None:
    with served(token=TOKEN) as address:
        assert engine(EngineTarget(address, TOKEN)).describe().id == "sealed"
        for wrong in ("", "another-token-of-the-test", TOKEN[:-1]):
            with pytest.raises(Refusal) as caught:
                engine(EngineTarget(address, wrong)).describe()
            assert caught.value.reason is Reason.INTERNAL
        with stub_of(address) as stub, pytest.raises(grpc.RpcError) as refused:
            stub.Describe(pb.DescribeRequest(), timeout=5)
        assert failure_of(refused.value).code is grpc.StatusCode.UNAUTHENTICATED
        assert TOKEN.encode() not in failure_of(refused.value).everything


def test_while_the_token_is_changed_the_old_one_is_taken_too() -> None:
    with served(token=f"the-newer-token,{TOKEN}") as address:
        for token in ("the-newer-token", TOKEN):
            assert engine(EngineTarget(address, token)).describe().id == "sealed"
        with pytest.raises(Refusal):
            engine(EngineTarget(address, f"the-newer-token,{TOKEN}")).describe()


def test_health_needs_no_token() -> None:
    with served(token=TOKEN) as address:
        assert grpc_serves(address)


def test_a_private_socket_needs_no_token() -> None:
    with unix_address() as address, served(address=address, token=TOKEN):
        assert engine(EngineTarget(address)).describe().id == "sealed"


def test_with_tls_both_sides_must_show_a_certificate_that_the_other_accepts(tmp_path: Path) -> None:
    ours, others = Authority(tmp_path, "ours"), Authority(tmp_path, "others")
    caller = issued(ours, "caller", accepts=ours)
    with served(tls=issued(ours, "engine", accepts=ours)) as address:
        assert engine(EngineTarget(address, tls=caller)).start(2, {}, SEED).position.ruleset == "sealed"
        for stranger in (
            None,
            TlsFiles(authorities=str(ours.certificate)),
            issued(others, "stranger", accepts=ours),
            issued(ours, "deceived", accepts=others),
        ):
            with pytest.raises(Refusal) as caught:
                engine(EngineTarget(address, tls=stranger)).describe()
            assert caught.value.reason is Reason.BUSY


def test_a_new_certificate_is_shown_without_a_restart(tmp_path: Path) -> None:
    first, second = Authority(tmp_path, "first"), Authority(tmp_path, "second")
    with served(tls=issued(first, "engine")) as address:
        before, after = (TlsFiles(authorities=str(authority.certificate)) for authority in (first, second))
        assert engine(EngineTarget(address, tls=before)).describe().id == "sealed"
        issued(second, "engine")
        with grpc.secure_channel(address, channel_credentials(after)) as channel:
            assert health_of(channel, "") == health_pb2.HealthCheckResponse.SERVING
        Path(tmp_path / "engine.crt").write_text("nonsense")
        apart = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.secure_channel(address, channel_credentials(after), options=apart) as channel:
            assert health_of(channel, "") == health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"PLAYHALL_ENGINE_TLS_CERT": "/there/is/none", "PLAYHALL_ENGINE_TLS_KEY": "/there/is/none"},
    ],
)
def test_an_engine_that_asks_for_nothing_does_not_listen_for_other_machines(environment: dict[str, str]) -> None:
    result = CliRunner().invoke(main, ["engine", "factionwars", "--host", "0.0.0.0", "--port", "0"], env=environment)
    assert result.exit_code == 1
    assert "other machines can reach 0.0.0.0:0: set PLAYHALL_ENGINE_TOKEN" in result.output


def test_a_certificate_without_its_key_is_named_as_the_mistake() -> None:
    environment = {"PLAYHALL_ENGINE_TLS_CERT": "/tls.crt"}
    result = CliRunner().invoke(main, ["engine", "factionwars", "--port", "0"], env=environment)
    assert result.exit_code == 1
    assert "PLAYHALL_ENGINE_TLS_…: a certificate needs its key" in result.output
