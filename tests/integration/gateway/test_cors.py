"""Pages of other origins: which may call, what they may send and read."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from gateway.cors import METHODS, REQUEST_HEADERS, RESPONSE_HEADERS
from tests.api_reference import rendered_document
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.served import Gateway

FRIEND = "https://play.example"
STRANGER = "https://evil.example"
ORIGINS = f"{FRIEND},http://localhost:*"


@pytest.fixture
def reached(hall: Hall, tmp_path: Path, redis_client: Redis, redis_url: str) -> Iterator[Callable[[str], Gateway]]:
    """The hall as a gateway with other settings serves it."""
    halls: list[Hall] = []
    gateways: list[Gateway] = []

    def serve(origins: str, **changes: str) -> Gateway:
        settings: Any = {"cors_origins": origins, **changes}
        served = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
        halls.append(served)
        gateways.append(Gateway(served))
        return gateways[-1]

    yield serve
    for gateway in gateways:
        gateway.stop()
    for served in halls:
        served.hub.close()


def ask(
    gateway: Gateway, client: Client, path: str, method: str = "GET", body: Any = None, **headers: str
) -> http.client.HTTPResponse:
    """An answer whose body has been read."""
    connection, response = gateway.ask(client, path, method, body, **headers)
    with closing(connection):
        response.read()
    return response


def told(response: http.client.HTTPResponse) -> dict[str, str]:
    """The headers of CORS in an answer."""
    return {
        name.title(): value for name, value in response.headers.items() if name.title().startswith("Access-Control-")
    }


def vary(response: http.client.HTTPResponse) -> list[str]:
    return [part.strip() for value in response.headers.get_all("Vary") or [] for part in value.split(",")]


def preflight(gateway: Gateway, nobody: Client, origin: str, method: str, headers: str) -> http.client.HTTPResponse:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return ask(gateway, nobody, "/v1/matches", "OPTIONS", None, Origin=origin, **asked)


def test_every_header_that_the_api_documents_can_be_sent_and_read() -> None:
    text = rendered_document()
    operations = [operation for path in text["paths"].values() for operation in path.values()]
    sent = {
        part["name"] for operation in operations for part in operation.get("parameters", []) if part["in"] == "header"
    }
    read = {
        name
        for operation in operations
        for answer in operation["responses"].values()
        for name in answer.get("headers", {})
    }
    assert {*sent, "Authorization", "Content-Type"} <= {*REQUEST_HEADERS}
    assert {*read, *text["components"]["headers"], "Retry-After", "X-Request-Id"} <= {*RESPONSE_HEADERS}
    methods = {method.upper() for path in text["paths"].values() for method in path}
    assert {*METHODS} == {*methods, "HEAD"}


def test_without_the_setting_nobody_is_told_anything(reached: Callable[..., Gateway], ada: Client) -> None:
    gateway = reached("")
    response = ask(gateway, ada, "/v1/matches", Origin=FRIEND)
    assert response.status == 200
    assert told(response) == {}
    assert told(preflight(gateway, ada, FRIEND, "POST", "authorization")) == {}


@pytest.mark.parametrize(
    ("path", "method", "body", "status"),
    [
        ("/v1/matches", "GET", None, 200),
        ("/v1/matches/{live}", "HEAD", None, 200),
        ("/v1/matches/m_none", "GET", None, 404),
        ("/v1/nothing", "GET", None, 404),
        ("/v1/matches/{live}", "DELETE", None, 405),
        ("/v1/matches", "POST", {"ruleset": "chess", "seats": []}, 422),
        ("/v1/matches", "POST", {"x": "x" * 70_000}, 413),
        ("/v1/matches/{live}/events?since=0", "GET", None, 200),
        ("/v1/matches/{live}/events/ndjson?since=x", "GET", None, 422),
        ("/v1/matches/{live}/events/ndjson", "GET", None, 200),
        ("/v1/matches/{live}/seats/0/events/sse", "GET", None, 200),
        ("/openapi.json", "GET", None, 200),
    ],
)
def test_answers_streams_and_problems_alike_say_who_may_read_them(
    reached: Callable[..., Gateway], ada: Client, live: str, path: str, method: str, body: Any, status: int
) -> None:
    gateway = reached(ORIGINS, stream_max_seconds="1")
    for origin in (FRIEND, STRANGER):
        response = ask(gateway, ada, path.replace("{live}", live), method, body, Origin=origin)
        assert response.status == status
        headers = told(response)
        assert headers.get("Access-Control-Allow-Origin") == (FRIEND if origin == FRIEND else None)
        assert "Access-Control-Allow-Credentials" not in headers
        assert headers["Access-Control-Expose-Headers"].split(", ") == list(RESPONSE_HEADERS)
        assert "Origin" in vary(response)


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        ("http://localhost", True),
        ("http://localhost:5173", True),
        ("https://localhost:5173", False),
        ("http://localhost.evil.example", False),
        ("http://localhost:5173.evil.example", False),
        ("http://evil.example/http://localhost:5173", False),
        ("https://play.example:8443", False),
        ("https://play-example", False),
        ("null", False),
    ],
)
def test_an_origin_is_allowed_as_a_whole_or_not_at_all(
    reached: Callable[..., Gateway], ada: Client, origin: str, is_allowed: bool
) -> None:
    headers = told(ask(reached(ORIGINS), ada, "/livez", Origin=origin))
    assert headers.get("Access-Control-Allow-Origin") == (origin if is_allowed else None)


def test_refusals_without_a_key_and_answers_without_a_body_do_so_too(
    reached: Callable[..., Gateway], hall: Hall, ada: Client, live: str
) -> None:
    gateway = reached(ORIGINS)
    first = ask(gateway, ada, f"/v1/matches/{live}", Origin=FRIEND)
    again = ask(gateway, ada, f"/v1/matches/{live}", Origin=FRIEND, **{"If-None-Match": first.headers["ETag"]})
    nobody = ask(gateway, hall.stranger(), "/v1/players", Origin=FRIEND)
    assert (first.status, again.status, nobody.status) == (200, 304, 401)
    for response in (first, again, nobody):
        assert told(response)["Access-Control-Allow-Origin"] == FRIEND
    # What is kept for one caller and one origin is given to no other.
    assert vary(first) == vary(again) == ["Authorization", "Origin"]


def test_an_answer_to_no_page_may_still_not_be_kept_for_one(reached: Callable[..., Gateway], ada: Client) -> None:
    response = ask(reached(ORIGINS), ada, "/v1/matches")
    assert told(response) == {}
    assert "Origin" in vary(response)


def test_every_origin_may_be_let_in(reached: Callable[..., Gateway], ada: Client) -> None:
    gateway = reached("*")
    response = ask(gateway, ada, "/v1/matches", Origin=STRANGER)
    assert told(response)["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in told(response)
    assert told(preflight(gateway, ada, "null", "POST", "authorization"))["Access-Control-Allow-Origin"] == "*"


def test_a_preflight_needs_no_key_and_says_what_may_be_sent(reached: Callable[..., Gateway], hall: Hall) -> None:
    gateway, nobody = reached(ORIGINS), hall.stranger()
    wanted = "authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id,x-request-id"
    for method in METHODS:
        response = preflight(gateway, nobody, FRIEND, method, wanted)
        assert response.status == 200
        headers = told(response)
        assert headers["Access-Control-Allow-Origin"] == FRIEND
        assert headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE"
        assert {*wanted.split(",")} <= {*headers["Access-Control-Allow-Headers"].lower().split(", ")}
        assert "Access-Control-Allow-Credentials" not in headers
        assert "Origin" in vary(response)
    assert "Access-Control-Allow-Origin" not in told(preflight(gateway, nobody, STRANGER, "POST", wanted))
    assert preflight(gateway, nobody, STRANGER, "POST", wanted).status == 400
    assert preflight(gateway, nobody, FRIEND, "TRACE", wanted).status == 400
    assert preflight(gateway, nobody, FRIEND, "POST", "x-anything").status == 400


def test_preflights_use_up_nobodys_rate_limit(reached: Callable[..., Gateway], hall: Hall) -> None:
    gateway, nobody = reached(ORIGINS, address_requests_per_minute="6"), hall.stranger()
    for _ in range(5):
        assert preflight(gateway, nobody, FRIEND, "POST", "authorization").status == 200
    first, second = (ask(gateway, nobody, "/v1/rulesets", Origin=FRIEND) for _ in range(2))
    assert (first.status, second.status) == (200, 429)
    assert told(second)["Access-Control-Allow-Origin"] == FRIEND
    assert second.headers["Retry-After"]


def test_a_request_that_only_looks_like_a_preflight_is_answered_as_ever(
    reached: Callable[..., Gateway], ada: Client
) -> None:
    response = ask(reached(ORIGINS), ada, "/v1/matches", "OPTIONS", Origin=FRIEND)
    assert sorted(response.headers["Allow"].split(", ")) == ["GET", "HEAD", "OPTIONS", "POST"]
    assert told(response)["Access-Control-Allow-Origin"] == FRIEND
