"""Probes, and what happens while a part is down."""

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from services.engine.grpc_client import GrpcEngine
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.errors import Reason, Refusal
from tests.counted_metrics import figure
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.rulesets.sealed import RULESET
from tests.valkey import RealValkey
from tests.waiting import wait_until


def test_a_process_that_answers_lives(hall: Hall) -> None:
    assert hall.stranger().read("/livez") == {"status": "ok"}


def test_readiness_names_every_part(hall: Hall) -> None:
    assert hall.stranger().read("/readyz") == {
        "status": "ok",
        "parts": {"redis": "ok", "database": "ok", "engine:sealed": "ok"},
    }


def test_without_redis_a_gateway_stays_and_says_busy_and_when_to_come_back_and_counts_it(
    tmp_path: Path, migrated: Path, mortal_valkey: RealValkey
) -> None:
    """An adversary: an outage that all gateways share. If they left the balancer, its bare 503 would answer."""
    shutil.copy(migrated, tmp_path / "playhall.db")
    hall = open_hall(tmp_path, mortal_valkey.client(), mortal_valkey.url, tmp_path / "playhall.db")
    ada = hall.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    becomes(ada, (200, "ok", []))
    mortal_valkey.kill()
    becomes(ada, (200, "ok", ["redis"]))
    assert ada.get("/livez").status_code == 200
    for operation, method, path, body in (
        ("getMatch", "GET", f"/v1/matches/{match}", None),
        ("listMatchEvents", "GET", f"/v1/matches/{match}/events", None),
        ("joinMatch", "POST", f"/v1/matches/{match}:join", {}),
        ("createMatch", "POST", "/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]}),
    ):
        counted = figure("requests_total", api="rest", operation=operation, reason="BUSY")
        response = ada.ask(method, path, json=body)
        assert (response.status_code, response.json and response.json["code"]) == (503, "BUSY")
        assert response.content_type == "application/problem+json"
        assert response.headers["Retry-After"] == "1"
        assert str(mortal_valkey.path) not in response.get_data(as_text=True)
        assert figure("requests_total", api="rest", operation=operation, reason="BUSY") == counted + 1
    mortal_valkey.restart()
    assert ada.read(f"/v1/matches/{match}")["id"] == match
    becomes(ada, (200, "ok", []))


def becomes(client: Client, expected: tuple[int, str, list[str]]) -> None:
    """Wait until readiness says so: a part that answers slowly on a busy machine is down for a moment."""
    wait_until(lambda: ready(client) == expected, f"{expected}")


def ready(client: Client) -> tuple[int, str, list[str]]:
    """What readiness says, and which parts are down."""
    response = client.get("/readyz")
    assert response.json is not None
    down = [name for name, state in response.json["parts"].items() if state == "down"]
    return response.status_code, response.json["status"], down


def test_a_gateway_that_has_used_the_database_is_ready_without_it(hall: Hall, ada: Client) -> None:
    becomes(ada, (200, "ok", []))
    hall.database_path.unlink()
    becomes(hall.stranger(), (200, "ok", ["database"]))


def test_a_gateway_that_has_never_reached_the_database_is_not_ready_until_it_has(
    tmp_path: Path, migrated: Path, real_valkey: RealValkey
) -> None:
    hall = open_hall(tmp_path, real_valkey.client(), real_valkey.url, tmp_path / "playhall.db")
    becomes(hall.stranger(), (503, "down", ["database"]))
    shutil.copy(migrated, tmp_path / "playhall.db")
    becomes(hall.stranger(), (200, "ok", []))


def test_a_gateway_that_has_never_reached_any_engine_is_not_ready_and_one_that_has_stays(
    hall: Hall, tmp_path: Path
) -> None:
    unreachable = GrpcEngine("sealed", f"unix:{tmp_path}/nobody", timeout_seconds=0.3)
    hall.serve_engines(EngineDirectory({"sealed": unreachable}))
    becomes(hall.stranger(), (503, "down", ["engine:sealed"]))
    hall.serve_engines(EngineDirectory({"sealed": unreachable, "other": InProcessEngine(RULESET)}))
    becomes(hall.stranger(), (200, "ok", ["engine:sealed"]))


class Silent(InProcessEngine[Any, Any, Any]):
    """An engine that accepts calls and does not answer until it is released."""

    def __init__(self) -> None:
        super().__init__(RULESET)
        self.released = threading.Event()
        self.asked = 0

    def choose(self, *_: Any, **__: Any) -> Any:
        self.asked += 1
        self.released.wait(60)
        raise Refusal(Reason.BUSY)


def test_a_silent_engine_takes_no_gateway_out_and_no_question_waits_for_it(hall: Hall) -> None:
    """An adversary: one ruleset's engine that hangs, behind a balancer that waits a second for a health check."""
    silent = Silent()
    hall.serve_engines(EngineDirectory({"sealed": InProcessEngine(RULESET), "silent": silent}))
    try:
        for _ in range(3):
            assert ready(hall.stranger()) == (200, "ok", ["engine:silent"])
        assert silent.asked == 1  # not again while it owes an answer
        assert not silent.released.is_set()
    finally:
        silent.released.set()


def test_a_failure_is_logged_without_what_it_was_about(
    hall: Hall, ada: Client, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the hand is 7 of clubs") from ValueError("the seed is 1234")

    monkeypatch.setattr(hall.matches, "view", fail)
    with structlog.testing.capture_logs() as logged:
        response = ada.get(f"/v1/matches/{live}/seats/0/view?", headers={"X-Request-Id": "request-17"})
    assert response.status_code == 500
    assert response.json is not None
    assert response.json["request_id"] == "request-17"
    failure, request = logged
    assert (failure["event"], failure["log_level"], failure["request_id"]) == ("request_failed", "error", "request-17")
    assert failure["error"] == "builtins.RuntimeError"
    assert failure["caused_by"] == ["builtins.ValueError"]
    assert any("in fail" in place or " fail" in place for place in failure["at"])
    assert (request["event"], request["route"], request["status"], request["method"]) == (
        "request",
        "/v1/matches/<segment:match>/seats/<segment:seat>/view",
        500,
        "GET",
    )
    for secret in ("clubs", "1234", str(ada.key)):
        assert secret not in str(logged)
        assert secret not in response.get_data(as_text=True)


def test_a_request_is_one_line_without_its_query_body_or_key(hall: Hall, ada: Client, live: str) -> None:
    with structlog.testing.capture_logs() as logged:
        ada.post(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        ada.get("/v1/matches?player=somebody")
        ada.get("/nowhere/somebody")
        ada.get("/v1/matches/somebody")
    assert [(line["route"], line["status"], line.get("match")) for line in logged] == [
        ("/v1/matches/<segment:match>/decisions/<segment:decision>", 200, live),
        ("/v1/matches", 200, None),
        (None, 404, None),
        ("/v1/matches/<segment:match>", 404, None),
    ]
    assert all(line["ms"] >= 0 and line["request_id"] for line in logged)
    for secret in ("place", "somebody", str(ada.key)):
        assert secret not in str(logged)


def test_a_stream_is_one_line_when_it_ends(hall: Hall, ada: Client, live: str) -> None:
    with structlog.testing.capture_logs() as logged:
        stream = ada.open(f"/v1/matches/{live}/events/sse")
        next(stream.iter_encoded())
        assert logged == []
        stream.close()
    assert [line["event"] for line in logged] == ["request"]
