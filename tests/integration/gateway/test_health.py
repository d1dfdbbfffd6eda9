"""Probes, and what happens while a part is down."""

import shutil
from pathlib import Path

import pytest
import structlog.testing

from services.engine.grpc_client import GrpcEngine
from services.engine.registry import EngineDirectory
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.valkey import RealValkey

DOWN = "redis is down at unix:///secret/path"


def test_a_process_that_answers_lives(hall: Hall) -> None:
    assert hall.stranger().read("/livez") == {"status": "ok"}


def test_readiness_names_every_part(hall: Hall) -> None:
    assert hall.stranger().read("/readyz") == {
        "status": "ok",
        "parts": {"redis": "ok", "database": "ok", "engine:sealed": "ok"},
    }


def test_without_redis_nothing_is_ready_and_requests_may_be_sent_again(
    tmp_path: Path, migrated: Path, mortal_valkey: RealValkey
) -> None:
    shutil.copy(migrated, tmp_path / "playhall.db")
    hall = open_hall(tmp_path, mortal_valkey.client(), mortal_valkey.url, tmp_path / "playhall.db")
    ada = hall.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    mortal_valkey.kill()
    response = ada.get("/readyz")
    assert response.status_code == 503
    assert response.json == {"status": "down", "parts": {"redis": "down", "database": "ok", "engine:sealed": "ok"}}
    assert ada.get("/livez").status_code == 200
    for method, path, body in (
        ("GET", f"/v1/matches/{match}", None),
        ("GET", f"/v1/matches/{match}/events", None),
        ("POST", f"/v1/matches/{match}:join", {}),
        ("POST", "/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]}),
    ):
        response = ada.ask(method, path, json=body)
        assert (response.status_code, response.json and response.json["code"]) == (503, "BUSY")
        assert response.headers["Retry-After"] == "1"
        assert str(mortal_valkey.path) not in response.get_data(as_text=True)
    mortal_valkey.restart()
    assert ada.read(f"/v1/matches/{match}")["id"] == match
    assert ada.get("/readyz").status_code == 200


def test_a_gateway_that_has_used_the_database_is_ready_without_it(hall: Hall, ada: Client) -> None:
    hall.database_path.unlink()
    response = hall.stranger().get("/readyz")
    assert response.status_code == 200
    assert response.json == {"status": "ok", "parts": {"redis": "ok", "database": "down", "engine:sealed": "ok"}}


def test_a_gateway_that_has_never_reached_the_database_is_not_ready(tmp_path: Path, real_valkey: RealValkey) -> None:
    hall = open_hall(tmp_path, real_valkey.client(), real_valkey.url, tmp_path / "playhall.db")
    response = hall.stranger().get("/readyz")
    assert response.status_code == 503
    assert response.json == {"status": "down", "parts": {"redis": "ok", "database": "down", "engine:sealed": "ok"}}


def test_an_engine_that_cannot_be_reached_is_named(hall: Hall, tmp_path: Path) -> None:
    unreachable = GrpcEngine("sealed", f"unix:{tmp_path}/nobody", timeout_seconds=0.3)
    hall.serve_engines(EngineDirectory({"sealed": unreachable}))
    response = hall.stranger().get("/readyz")
    assert response.status_code == 503
    assert response.json is not None
    assert response.json["parts"] == {"redis": "ok", "database": "ok", "engine:sealed": "down"}


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
