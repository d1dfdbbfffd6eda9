"""docs/foreign-ruleset.md: its examples are the program's real answers, and its commands do what they say."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import grpc
import pytest
from google.protobuf import json_format
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc

from services.engine import circuit_breaker, grpc_client, proto_codec, response_validation
from services.errors import Reason
from services.settings import read_settings
from tests.integration.docs.exchanges import read, shown
from tests.integration.docs.pages import DOCS, blocks, commands, section
from tests.integration.foreign.spoof import Spoof, serve

pytestmark = pytest.mark.slow

PAGE = (DOCS / "foreign-ruleset.md").read_text()
ROOT = DOCS.parent
CALLS = ("Describe", "Start", "Play", "Default", "Choose", "Imagine")
Stub = engine_pb2_grpc.EngineServiceStub


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    server, address = serve(Spoof())
    with grpc.insecure_channel(address) as channel:
        yield Stub(channel)
    server.stop(None)


@pytest.mark.parametrize("call", CALLS)
def test_a_call_is_answered_as_shown(stub: Stub, call: str) -> None:
    request, response = map(json.loads, blocks(section(PAGE, f"### `{call}`"), "json")[:2])
    asked = read(request, getattr(pb, f"{call}Request")())
    assert shown(getattr(stub, call)(asked)) == response


def test_every_call_of_the_contract_has_a_section() -> None:
    methods = pb.DESCRIPTOR.services_by_name["EngineService"].methods
    assert sorted(method.name for method in methods) == sorted((*CALLS, "Observe", "Explain"))
    assert set(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE)) == {method.name for method in methods}


def test_the_position_that_is_observed_looks_as_when_it_was_reached(stub: Stub) -> None:
    (request,) = map(json.loads, blocks(section(PAGE, "### `Observe`"), "json"))
    played = json.loads(blocks(section(PAGE, "### `Play`"), "json")[1])["step"]
    played.pop("events")
    observed = stub.Observe(read(request, pb.ObserveRequest()))
    assert shown(observed)["step"] == played


def test_a_match_ends_with_an_outcome_as_shown(stub: Stub) -> None:
    play = section(PAGE, "### `Play`")
    played, outcome = json.loads(blocks(play, "json")[1])["step"], json.loads(blocks(play, "json")[2])
    position = read(played["position"], pb.Position())
    for seat, notation in ((1, "hide 0"), (0, "call 1"), (1, "call 0")):
        step = stub.Play(pb.PlayRequest(position=position, seat=seat, notation=notation)).step
        position = step.position
    assert shown(step.outcome) == outcome


def test_an_error_is_as_shown(stub: Stub) -> None:
    (example,) = map(json.loads, blocks(section(PAGE, "## Errors"), "json"))
    position = json.loads(blocks(section(PAGE, "### `Observe`"), "json")[0])["position"]
    with pytest.raises(grpc.RpcError) as caught:
        stub.Play(pb.PlayRequest(position=read(position, pb.Position()), seat=1, notation="call 3"))
    assert json_format.MessageToDict(rpc_status.from_call(cast(grpc.Call, caught.value))) == example


def test_the_reasons_are_those_that_are_believed() -> None:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \| `([A-Z_]+)` \|", section(PAGE, "## Errors"), re.MULTILINE)
    told = {reason: status for reasons, status in rows for reason in re.findall(r"[A-Z_]+", reasons)}
    assert told == {reason.name: reason.grpc_status for reason in proto_codec.ENGINE_REASONS}
    assert Reason.BUSY in proto_codec.ENGINE_REASONS


def test_the_limits_are_those_that_hold() -> None:
    assert response_validation.STEP_BYTES == 1 << 20
    assert grpc_client.ANSWER_BYTES == 8 << 20
    assert circuit_breaker.TIMEOUTS_TO_OPEN == 2
    assert circuit_breaker.LONGEST_OPEN_SECONDS == 30
    assert read_settings({}).engines.engine_timeout_seconds == 5
    for limit in ("1 MiB", "8 MiB", "twice in a row", "one to thirty seconds", "(5)"):
        assert limit in section(PAGE, "## What holds for every call")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def test_the_commands_that_check_it_find_it_sound(tmp_path: Path) -> None:
    program, up, demo = commands(blocks(section(PAGE, "## Register it"), "sh")[0])
    # `up` and `demo` are run in tests/e2e/test_foreign.py, with these settings.
    assert up == "PLAYHALL_ENGINES=local,spoof=127.0.0.1:50061 playhall up"
    assert demo.startswith("playhall demo --ruleset spoof")
    port = str(free_port())
    server = subprocess.Popen(shell(program, port), cwd=ROOT, stdout=subprocess.PIPE, text=True, shell=True)
    try:
        assert server.stdout
        assert port in server.stdout.readline()
        for command in commands(blocks(section(PAGE, "## Check it"), "sh")[0]):
            done = subprocess.run(
                shell(command, port), cwd=tmp_path, capture_output=True, text=True, shell=True, check=False
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    finally:
        server.kill()
        server.communicate()
    assert "The replay holds" in done.stdout


def shell(command: str, port: str) -> str:
    """A command of the page, on this environment's programs."""
    path = f"PYTHONPATH={ROOT}{os.pathsep}{ROOT / 'protos'} "
    command = command.replace("50061", port).replace("playhall ", f"{sys.executable} -P -m cli ", 1)
    return path + re.sub(r"^python ", f"exec {sys.executable} ", command)
