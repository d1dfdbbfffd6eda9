"""Sal the smuggler sends what two readers read in two ways: a proxy checks one reading, the platform acts on the other.

Whatever has two readings is refused, over REST as over gRPC, and nothing has changed.
"""

import socket
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import grpc
import pytest
from playhall.play.v1 import accounts_pb2, accounts_pb2_grpc
from werkzeug.test import TestResponse

from gateway.grpc_api.server import PlayLimits
from gateway.http_protocol import SINGLE_HEADERS
from tests.api_reference import rendered_document
from tests.integration.gateway.conftest import ada, bob, hall, live
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.served import Gateway
from tests.integration.gateway.test_http_protocol import GET, POST, Answer, Connection, Served, shared
from tests.integration.grpc_api.clients import PlayClient, refusal, served, services_of

__all__ = ["ada", "bob", "hall", "live", "shared"]


@pytest.fixture
def gateway(hall: Hall) -> Iterator[Gateway]:
    started = Gateway(hall)
    yield started
    started.stop()


def refusal_of(response: TestResponse) -> tuple[int, str, list[dict[str, str]]]:
    """Status, code and errors of a response."""
    problem: Any = response.json
    return response.status_code, problem["code"], problem["errors"]


def answered(served_app: Served, data: bytes) -> Answer:
    with served_app.connect() as client:
        return client.send(data).answer()


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET / HTTP/0.9\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET /a%2Fb HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET /a%2fb HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET /a%5cb HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET /a%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (b"GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"),
    ],
)
def test_sal_hides_a_slash_or_another_version_in_the_request_line(
    shared: Served, data: bytes, status: int, code: str
) -> None:
    shared.asked.clear()
    answer = answered(shared, data)
    assert (answer.status, answer.problem["code"]) == (status, code)
    assert shared.asked == []


def test_what_is_escaped_for_another_reason_is_read_as_before(shared: Served) -> None:
    assert answered(shared, GET % b"a%3Fb%20c").body == b"GET a?b c  127.0.0.1"


@pytest.mark.parametrize(
    "name", ["Idempotency-Key", "Content-Type", "Content-Encoding", "Last-Event-Id", "X-Request-Id", "Expect"]
)
def test_sal_gives_a_header_twice_that_means_one_thing(shared: Served, name: str) -> None:
    assert name.lower().encode() in SINGLE_HEADERS
    shared.asked.clear()
    value = {"Expect": "100-continue"}.get(name, "a")
    twice = f"{name}: {value}\r\n{name.upper()}: {value}\r\nContent-Length: 2\r\n\r\n{{}}".encode()
    answer = answered(shared, POST + twice)
    assert (answer.status, answer.problem["code"]) == (422, "INVALID_FIELD")
    assert answer.problem["errors"] == [{"pointer": f"/headers/{name}", "detail": "Give it once."}]
    assert shared.asked == []


def test_a_header_that_is_a_list_may_come_in_several_lines(shared: Served) -> None:
    assert (
        answered(shared, b'GET /a HTTP/1.1\r\nHost: x\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"\r\n\r\n').status
        == 200
    )


def test_sal_shows_two_keys_over_rest_and_over_grpc(hall: Hall, gateway: Gateway, ada: Client, bob: Client) -> None:
    for keys in ((ada.key, bob.key), (ada.key, ada.key), ("", ada.key), (ada.key, "")):
        lines = "".join(f"Authorization: Bearer {key}\r\n" for key in keys)
        with Connection(socket.create_connection(("127.0.0.1", gateway.port), 20)) as connection:
            answer = connection.send(f"GET /v1/players/me HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode()).answer()
        assert (answer.status, answer.problem["code"]) == (401, "UNAUTHENTICATED"), keys
    with served(services_of(hall), PlayLimits()) as (_, target), grpc.insecure_channel(target) as channel:
        stub: Any = accounts_pb2_grpc.AccountServiceStub(channel)
        me, once = accounts_pb2.GetPlayerRequest(player="me"), (("authorization", f"Bearer {ada.key}"),)
        assert stub.GetPlayer(me, metadata=once, timeout=30).player.id == ada.id
        for second in (f"Bearer {bob.key}", f"Bearer {ada.key}", ""):
            with pytest.raises(grpc.RpcError) as refused:
                stub.GetPlayer(me, metadata=(*once, ("authorization", second)), timeout=30)
            assert refusal(refused.value).reason == "UNAUTHENTICATED", second


TWICE = [
    (b'{"ruleset": "sealed", "seats": ["me", "open"], "seats": ["open", "open"]}', "/body/seats"),
    (
        b'{"ruleset": "sealed", "seats": ["me", "open"], "options": {"takes": "top", "takes": "top"}}',
        "/body/options/takes",
    ),
    (b'{"ruleset": "sealed", "seats": ["me", "open"], "s\\u0065ats": []}', "/body/seats"),
    (
        b'{"ruleset": "sealed", "seats": ["me", "open"], "time_control": null, "time_control": null}',
        "/body/time_control",
    ),
    (b'{"ruleset": "sealed", "seats": [{"a": {"b": 1, "b": 2}}]}', "/body/seats/0/a/b"),
    (b'{"a": {"b": 1, "b": 2}, "a": 1}', "/body/a"),
]


@pytest.mark.parametrize(("body", "pointer"), TWICE)
def test_sal_names_a_member_twice(hall: Hall, ada: Client, body: bytes, pointer: str) -> None:
    before = hall.fingerprint()
    response = ada.post("/v1/matches", data=body, headers={"Content-Type": "application/json"})
    assert refusal_of(response)[:2] == (400, "MALFORMED_BODY")
    assert refusal_of(response)[2] == [{"pointer": pointer, "detail": "Give it once."}]
    assert hall.fingerprint() == before


def test_sal_names_a_member_of_a_move_twice(hall: Hall, ada: Client, live: str) -> None:
    for action in (b'"action": "place 1", "action": "place 2"', b'"action": {"place": 1, "place": 2}'):
        response = ada.post(
            f"/v1/matches/{live}/decisions/1", data=b"{" + action + b"}", headers={"Content-Type": "application/json"}
        )
        assert refusal_of(response)[:2] == (400, "MALFORMED_BODY")


def test_sal_names_a_member_twice_in_the_json_of_a_message(hall: Hall, ada: Client, live: str) -> None:
    with served(services_of(hall), PlayLimits()) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        options = b'{"takes":"top","takes":"top"}'
        refused = client.refused("CreateMatch", ruleset="sealed", seats=["me", "open"], options=options)
        assert (refused.reason, refused.fields) == ("MALFORMED_BODY", {"/options/takes": "Give it once."})
        refused = client.refused("Decide", match=live, decision=1, json=b'{"place":1,"place":2}')
        assert (refused.reason, refused.fields) == ("MALFORMED_BODY", {"/action/place": "Give it once."})


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ('{"takes":"top","takes":"bottom"}', {"pointer": "/query/options/takes", "detail": "Give it once."}),
        ('{"a":{"b":1,"b":1}}', {"pointer": "/query/options/a/b", "detail": "Give it once."}),
        ('{"takes":NaN}', {"pointer": "/query/options", "detail": "must be a JSON object"}),
        ('{"takes":"\\ud800"}', {"pointer": "/query/options", "detail": "must be a JSON object"}),
    ],
)
def test_sal_names_a_member_twice_in_the_json_of_a_query(ada: Client, options: str, error: dict[str, str]) -> None:
    response = ada.get("/v1/rulesets/sealed/layout", query_string={"options": options})
    assert refusal_of(response)[:2] == (422, "INVALID_FIELD")
    assert refusal_of(response)[2] == [error]


def test_sal_sends_a_body_in_another_coding(hall: Hall, ada: Client) -> None:
    for coding in ("gzip", "identity", "br", ""):
        response = ada.post(
            "/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]}, headers={"Content-Encoding": coding}
        )
        assert refusal_of(response)[:2] == (415, "UNSUPPORTED_MEDIA_TYPE"), coding
        assert refusal_of(response)[2] == [
            {"pointer": "/headers/Content-Encoding", "detail": "Send the body as it is."}
        ]
    assert ada.read("/v1/matches")["matches"] == []


@pytest.mark.parametrize("number", ["-0", "00", "01", "+1", "1.0", "%20 1"])
def test_sal_writes_a_number_of_an_address_in_another_way(ada: Client, live: str, number: str) -> None:
    for path in (f"/v1/matches/{live}/seats/{number}/view", f"/v1/matches?page_size={number.replace('+', '%2B')}"):
        response = ada.get(path)
        assert refusal_of(response)[:2] == (422, "INVALID_FIELD"), path
    events = ada.get(f"/v1/matches/{live}/seats/0/events/sse", headers={"Last-Event-ID": number})
    assert refusal_of(events)[2][0]["pointer"] == "/headers/Last-Event-ID"


def test_a_zero_of_a_body_may_be_negative_as_json_has_it(ada: Client, live: str) -> None:
    body = b'{"ruleset": "sealed", "seats": ["me", "open"], "spectator_delay_seconds": %b}'
    for zero in (b"-0", b"-0.0", b"0e5"):
        response = ada.post("/v1/matches", data=body % zero, headers={"Content-Type": "application/json"})
        assert response.status_code == 201, zero
        assert b'"spectator_delay_seconds":0,' in response.data


def test_an_unknown_member_of_a_query_is_refused_by_every_operation(hall: Hall, ada: Client) -> None:
    """With ``X-HTTP-Method-Override``-like switches in a query a proxy's rules could be passed."""
    asked = 0
    root = hall.client_of(hall.players.get(ada.id))
    for path, item in rendered_document()["paths"].items():
        for method, operation in item.items():
            filled = path
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    example = {"integer": "1"}.get(parameter["schema"].get("type", ""), "x")
                    filled = filled.replace("{" + parameter["name"] + "}", example)
            response = root.ask(method.upper(), filled + "?sudo=1")
            if response.status_code == 403:  # asked of nobody without the scope
                continue
            assert response.status_code == 422, (method, path, response.data)
            pointers = {error["pointer"] for error in refusal_of(response)[2]}
            assert "/query/sudo" in pointers or any(each.startswith("/path/") for each in pointers), (method, path)
            asked += "/query/sudo" in pointers
    assert asked > 100


def test_the_date_is_that_of_the_moment_in_which_the_answer_began(shared: Served) -> None:
    with shared.connect() as client:
        for _ in range(60):
            before = time.time()
            answer = client.send(GET % b"a").answer()
            after = time.time()
            assert int(before) <= parsedate_to_datetime(answer.headers["date"]).timestamp() <= after
            told = datetime.fromisoformat(answer.headers["playhall-time"])
            assert before - 0.001 <= told.timestamp() <= after
            assert told.utcoffset() == timedelta(0)
            time.sleep(0.02)  # until a second has begun anew
