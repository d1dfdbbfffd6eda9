"""Requests are counted by operation and by how they ended, with no id of anything; streams as long as they are open."""

from tests.counted_metrics import figure
from tests.integration.gateway.harness import Client, Hall


def open_streams() -> float:
    return figure("streams", api="rest")


def count(operation: str, reason: str) -> float:
    return figure("requests_total", api="rest", operation=operation, reason=reason)


def test_requests_are_counted_by_operation_and_reason(hall: Hall) -> None:
    fine, missing, stranger = (
        count("getMatch", "OK"),
        count("getMatch", "NOT_FOUND"),
        count("getMatch", "UNAUTHENTICATED"),
    )
    nowhere = count("none", "NOT_FOUND")
    ann = hall.client("Ann")
    match = ann.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    assert ann.get(f"/v1/matches/{match}").status_code == 200
    assert ann.get("/v1/matches/m_00000000000000000000000000").status_code == 404
    assert Client(hall.app, "no key").get(f"/v1/matches/{match}").status_code == 401
    assert ann.get("/v2/anything").status_code == 404
    assert count("getMatch", "OK") == fine + 1
    assert count("getMatch", "NOT_FOUND") == missing + 1
    assert count("getMatch", "UNAUTHENTICATED") == stranger + 1
    assert count("none", "NOT_FOUND") == nowhere + 1
    assert figure("request_seconds_count", api="rest", operation="getMatch") >= 3


def test_a_stream_is_counted_while_it_is_open(hall: Hall) -> None:
    ann = hall.client("Ann")
    match = ann.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    before = open_streams()
    stream = ann.open(f"/v1/matches/{match}/events/sse")
    assert open_streams() == before + 1
    stream.close()
    assert open_streams() == before
