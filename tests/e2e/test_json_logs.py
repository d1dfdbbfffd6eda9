"""Every process of production logs JSON, one event a line, whatever happens to it: a machine reads each line."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from playhall.engine.v1 import engine_pb2, engine_pb2_grpc
from playhall.play.v1 import play_pb2, play_pb2_grpc

from cli.rest_client import NotReachable, Problem
from services.fairness.signing import create_key_file
from tests.e2e.platform import playhall
from tests.e2e.players import play_on
from tests.e2e.production import HOST, Production
from tests.valkey import RealValkey
from tests.waiting import offspring, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

WRITTEN_BY: Final = {
    "worker-turns": "worker",
    "worker-thinking": "worker",
    "worker-series": "worker",
    "worker-webhooks": "worker",
    "worker-scoring": "worker",
    "worker-maintenance": "worker",
}
"""The process that stands in the lines of a log, where it is not the log's own name."""


def lines(log: str) -> list[dict[str, Any]]:
    """The events of a log, each of which must be a JSON object on a line of its own."""
    found = []
    for line in log.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            pytest.fail(f"not JSON: {line}")
    return found


def hard_times(production: Production, redis: RealValkey) -> None:
    """Matches are played and end; requests are wrong; Redis goes away and comes back; a pool's process is killed."""
    rest = production.rest()
    for _ in range(2):
        match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
        play_on(rest, match)
    with suppress(Problem, NotReachable):
        rest.get("/v1/matches/m_unknown")
    with grpc.insecure_channel(f"{HOST}:{production.grpc_port}") as channel:
        stub = play_pb2_grpc.PlayServiceStub(channel)
        with suppress(grpc.RpcError):
            stub.GetMatch(play_pb2.GetMatchRequest(match="m_unknown"), timeout=10)
    with grpc.insecure_channel(f"{HOST}:{production.engine_port}") as channel, suppress(grpc.RpcError):
        engine_pb2_grpc.EngineServiceStub(channel).Describe(
            engine_pb2.DescribeRequest(), timeout=10
        )  # without the token
    for port in (production.http_port, production.grpc_port, production.engine_port):
        with socket.create_connection((HOST, port), timeout=5) as connection, suppress(OSError):
            connection.sendall(b"\x16\x03 GET /\xff HTTP/9.9\r\nnonsense\r\n\r\n")
            connection.recv(100)
    redis.kill()
    wait_until(lambda: "unreachable" in production.log("relay"), "the relay has noticed")
    wait_until(lambda: "unreachable" in production.log("ticker"), "the ticker has noticed")
    with suppress(Problem, NotReachable):
        rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"]})
    redis.restart()
    wait_until(lambda: production.is_ready("worker-turns"), "the worker is there")
    (first, *_) = offspring(production.processes["worker-turns"].pid)
    os.kill(first, signal.SIGKILL)
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:greedy"]})["id"]
    wait_until(lambda: rest.get(f"/v1/matches/{match}")["status"] == "finished", "bots play on", 60)


@pytest.fixture
def ended(mortal_valkey: RealValkey) -> Iterator[Production]:
    """A platform that has seen hard times and was asked to stop."""
    production = Production(mortal_valkey)
    try:
        production.start()
        hard_times(production, mortal_valkey)
        assert production.stop()["gateway"] == 0
        yield production
    finally:
        production.close()


NAMES: Final = ("migrate", "engine", "gateway", "gateway-stream", "gateway-grpc", *WRITTEN_BY, "relay", "ticker")


def test_each_line_of_each_process_is_json(ended: Production) -> None:
    for name in NAMES:
        found = lines(ended.log(name))
        if name != "migrate":  # which has nothing to say if all is well
            assert {line["process"] for line in found} == {WRITTEN_BY.get(name, name)}
        assert all({"timestamp", "level", "logger", "event"} <= line.keys() for line in found)
    # A pool's process was killed, and nothing was lost.
    told = [(line["level"], line["logger"]) for line in lines(ended.log("worker-turns")) if "SIGKILL" in line["event"]]
    assert told == [("warning", "multiprocessing")]


def test_a_gateway_of_several_processes_that_cannot_start_says_so_in_json_and_without_texts(tmp_path: Path) -> None:
    """An adversary: a setting that each process stumbles over. Python would print a traceback with its text."""
    create_key_file(tmp_path / "signing-keys.json")
    settings = {
        "PLAYHALL_DATA_DIR": str(tmp_path),
        "PLAYHALL_LOG_FORMAT": "json",
        "PLAYHALL_PORT": "0",
        "PLAYHALL_REDIS_URL": "ftp://:hush@127.0.0.1/0",
        "PLAYHALL_BROKER_URL": "redis://127.0.0.1:1/1",
    }
    log = tmp_path / "log"
    with log.open("wb") as output:
        gateway = subprocess.Popen(
            playhall("gateway", "--processes", "2"), stdout=output, stderr=output, env={**os.environ, **settings}
        )
    try:
        wait_until(lambda: '"failed"' in log.read_text(), "it fails", 120)
    finally:
        gateway.terminate()
        gateway.wait(30)
    events = {line["event"] for line in lines(log.read_text())}
    assert events == {"listening", "failed"}
    assert "hush" not in log.read_text()
