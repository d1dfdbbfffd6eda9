"""Engine servers for tests: in this process, or real processes that may be killed."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, cast

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2_grpc

from services.engine.grpc_server import EngineServer, Limits
from services.engine.registry import AnyRuleset

PLAYHALL = (sys.executable, "-m", "cli")
DOCTORED = (sys.executable, "-m", "tests.integration.engine.doctored_server")


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A running server; its first line of output has been read."""

    process: subprocess.Popen[str]
    first_line: str

    @property
    def target(self) -> str:
        """Where it listens."""
        found = re.search(r"(127\.0\.0\.1:\d+|unix:\S+)$", self.first_line)
        assert found is not None, self.first_line
        return found.group()


@contextmanager
def server_process(
    command: Sequence[str], *, log: IO[str] | None = None, log_level: str = "INFO"
) -> Iterator[ServerProcess]:
    """Start a server and wait until it says where it listens; killed afterwards if it still runs. ``log``: where it
    writes its log."""
    environment = {**os.environ, "PLAYHALL_LOG_LEVEL": log_level}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    try:
        assert process.stdout is not None
        yield ServerProcess(process, process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


@contextmanager
def served(*rulesets: AnyRuleset, limits: Limits | None = None, address: str = "127.0.0.1:0") -> Iterator[str]:
    """Serve rulesets in this process; the target."""
    server = EngineServer(rulesets, limits=limits, address=address)
    server.start()
    try:
        yield server.address
    finally:
        server.stop(drain_seconds=0, grace_seconds=0)


@contextmanager
def unix_address(folder_within: str = "") -> Iterator[str]:
    """An address of a Unix domain socket, in a folder whose path is short enough."""
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        yield f"unix:{folder}/{folder_within}engine.sock"


@contextmanager
def stub_of(target: str) -> Iterator[engine_pb2_grpc.EngineServiceStub]:
    """A plain client without retries, for looking at what is on the wire."""
    with grpc.insecure_channel(target, options=[("grpc.enable_retries", 0)]) as channel:
        yield engine_pb2_grpc.EngineServiceStub(channel)


def health_of(channel: grpc.Channel, service: str) -> int:
    """What a server says of its health."""
    stub: Any = health_pb2_grpc.HealthStub(channel)  # without types
    status: int = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=20).status
    return status


@dataclass(frozen=True, slots=True)
class Failure:
    """What a failed call carried."""

    code: grpc.StatusCode
    message: str
    info: ErrorInfo
    pointers: list[str]
    everything: bytes


def failure_of(error: grpc.RpcError) -> Failure:
    """The error's details; there must be exactly one ErrorInfo."""
    call = cast(grpc.Call, error)  # every RpcError that a call raises is also that call
    status = rpc_status.from_call(call)
    assert status is not None, f"no details: {error}"
    infos, pointers = [], []
    for detail in status.details:
        info, wrong = ErrorInfo(), BadRequest()
        if detail.Unpack(info):
            infos.append(info)
        elif detail.Unpack(wrong):
            pointers += [violation.field for violation in wrong.field_violations]
    (info,) = infos
    return Failure(call.code(), call.details() or "", info, pointers, status.SerializeToString())
