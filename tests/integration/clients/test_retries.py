"""What the clients do when the answer is not what they hoped for."""

from collections.abc import Callable

import pytest

from playhall_client import (
    ApiError,
    BadAnswer,
    Client,
    NotReachable,
    Retries,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
)
from tests.integration.clients.conftest import Asking
from tests.integration.clients.scripted import ScriptedServer, answered, refused

Make = Callable[..., Asking]
MATCH = {"id": "m_1", "ruleset": "sealed", "status": "open"}


def test_a_busy_service_is_asked_again_with_the_same_idempotency_key(asking: Make, server: ScriptedServer) -> None:
    server.answers(refused(503, "BUSY", Retry_After="0"), answered(201, MATCH))
    assert asking(server.url, "k").call("create_match", "sealed", ["me", "open"]).id == "m_1"
    first, second = server.asked
    assert first.line == second.line == "POST /v1/matches"
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.headers["authorization"] == "Bearer k"


def test_each_creation_has_a_key_of_its_own(asking: Make, server: ScriptedServer) -> None:
    server.answers(answered(201, MATCH))
    for _ in range(2):
        asking(server.url, "k").call("create_match", "sealed", ["me", "open"])
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 2


def test_retry_after_is_waited_for(asking: Make, server: ScriptedServer) -> None:
    server.answers(refused(429, "RATE_LIMITED", Retry_After="1"), answered(200, MATCH))
    assert asking(server.url, "k").call("match", "m_1").status == "open"
    first, second = server.asked
    assert second.at - first.at >= 1


def test_a_wait_beyond_patience_is_left_to_the_caller(asking: Make, server: ScriptedServer) -> None:
    server.answers(refused(429, "RATE_LIMITED", Retry_After="3600"))
    with pytest.raises(TooManyRequests) as caught:
        asking(server.url, "k").call("match", "m_1")
    assert caught.value.retry_after == 3600
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("answer", "error", "code"),
    [
        (refused(429, "QUOTA_EXCEEDED"), TooManyRequests, "QUOTA_EXCEEDED"),
        (refused(500, "INTERNAL"), ApiError, "INTERNAL"),
        (refused(409, "OF_NEXT_YEAR"), ApiError, "OF_NEXT_YEAR"),
        (refused(401, "UNAUTHENTICATED"), Unauthenticated, "UNAUTHENTICATED"),
        (answered(418, ["a teapot"]), ApiError, ""),
        (answered(302, {}, Location="http://127.0.0.1:1/"), ApiError, ""),
    ],
)
def test_nothing_else_is_sent_again(
    asking: Make, server: ScriptedServer, answer: bytes, error: type[ApiError], code: str
) -> None:
    server.answers(answer)
    with pytest.raises(error) as caught:
        asking(server.url, "k").call("match", "m_1")
    assert caught.value.code == code
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [408, 502, 503, 504])
def test_a_service_that_stays_away_is_given_up(asking: Make, server: ScriptedServer, status: int) -> None:
    server.answers(answered(status, {}))
    with pytest.raises(ApiError) as caught:
        asking(server.url, "k").call("match", "m_1")
    assert isinstance(caught.value, Unavailable) == (status == 503)
    assert len(server.asked) == 4


def test_a_request_that_is_being_worked_on_is_asked_for_again(asking: Make, server: ScriptedServer) -> None:
    server.answers(refused(409, "REQUEST_IN_PROGRESS"), answered(201, MATCH))
    assert asking(server.url, "k").call("create_match", "sealed", ["me"]).id == "m_1"


def test_half_an_answer_is_none(asking: Make, server: ScriptedServer) -> None:
    whole = answered(200, MATCH)
    server.answers(whole[:-20], whole[:25], b"", whole)
    assert asking(server.url, "k").call("match", "m_1").ruleset == "sealed"
    assert len(server.asked) == 4


@pytest.mark.parametrize("begun", [0, 25, -20])
def test_a_server_that_never_answers_is_given_up(asking: Make, server: ScriptedServer, begun: int) -> None:
    server.answers(answered(200, MATCH)[:begun] + server.HANG)
    with pytest.raises(NotReachable):
        asking(server.url, "k", timeout_seconds=0.5).call("match", "m_1")
    assert len(server.asked) == 4


def test_nobody_at_the_address(asking: Make, server: ScriptedServer) -> None:
    server.close()
    with pytest.raises(NotReachable) as caught:
        asking(server.url, "a-secret").call("match", "m_1")
    assert "a-secret" not in str(caught.value)


@pytest.mark.parametrize("document", [[], "page", {"id": "m_1"}, {"id": "m_1", "ruleset": "x", "seats": [3]}])
def test_what_is_no_answer_of_this_api_is_told_so(asking: Make, server: ScriptedServer, document: object) -> None:
    server.answers(answered(200, document))
    with pytest.raises(BadAnswer):
        asking(server.url, "k").call("match", "m_1")
    assert len(server.asked) == 1


def test_ids_cannot_lead_elsewhere(asking: Make, server: ScriptedServer) -> None:
    server.answers(answered(200, MATCH))
    asking(server.url, "k").call("match", "../players/me?x#y")
    assert server.asked[0].line == "GET /v1/matches/..%2Fplayers%2Fme%3Fx%23y"


@pytest.mark.parametrize("url", ["", "127.0.0.1:8080", "ftp://x", "http://", "http://x/?a"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="not the URL"):
        Client(url, "k")


@pytest.mark.parametrize("key", ["", "a b", "k\n", "schlüssel"])
def test_what_is_no_key_is_refused_and_not_told(key: str) -> None:
    with pytest.raises(ValueError, match="not an API key") as caught:
        Client("http://127.0.0.1:1", key)
    assert not key or key not in str(caught.value)


def test_the_key_is_in_no_representation() -> None:
    with Client("http://127.0.0.1:1", "a-secret", retries=Retries()) as client:
        assert "a-secret" not in repr(client)
