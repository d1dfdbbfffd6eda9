"""Requests that are sent again under an Idempotency-Key."""

from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from services.identity import Scope
from tests.integration.gateway.harness import Client, Hall

NEW = {"ruleset": "sealed", "seats": ["me", "open"]}
KEY = {"name": "bot", "scopes": ["matches:play"]}


def send(client: Client, path: str, body: Any = None, key: str = "once") -> Any:
    return client.post(path, body, headers={"Idempotency-Key": key})


CREATIONS = [
    ("/v1/matches", NEW, "/v1/matches", "matches"),
    ("/v1/players", {"name": "Dora"}, "/v1/players?page_size=100", "players"),
    ("/v1/players/me/keys", KEY, "/v1/players/me/keys", "keys"),
    ("/v1/keys/current:rotate", {}, "/v1/players/me/keys", "keys"),
]


@pytest.mark.parametrize(("path", "body", "where", "what"), CREATIONS)
def test_what_is_created_is_created_once_and_shown_again(
    admin: Client, path: str, body: Any, where: str, what: str
) -> None:
    before = len(admin.read(where)[what])
    first = send(admin, path, body)
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    for _ in range(3):
        again = send(admin, path, body)
        assert (again.status_code, again.data) == (201, first.data)
        assert again.headers["Idempotency-Replayed"] == "true"
        for header in ("Location", "ETag", "Cache-Control", "Content-Type"):
            assert again.headers.get(header) == first.headers.get(header)
    assert len(admin.read(where)[what]) == before + 1


@pytest.mark.parametrize(("path", "body", "where", "what"), CREATIONS)
def test_what_was_created_before_a_crash_is_found_by_the_next_attempt(
    hall: Hall, admin: Client, path: str, body: Any, where: str, what: str
) -> None:
    """The process died after the creation and before the answer was kept: as if the answer had been forgotten."""
    before = len(admin.read(where)[what])
    first = send(admin, path, body)
    command: Callable[..., Any] = hall.redis.execute_command
    (kept,) = hall.redis.scan_iter("idempotency:*")
    assert command("HDEL", kept, "response") == 1
    assert send(admin, path, body).status_code == 409  # it is believed to be running for some seconds
    command("HSET", kept, "locked_until", 0)
    again = send(admin, path, body)
    assert (again.status_code, again.json) == (201, first.json)  # the same id, and the same secret
    assert len(admin.read(where)[what]) == before + 1


def test_a_key_that_is_shown_again_is_valid(hall: Hall, ada: Client) -> None:
    send(ada, "/v1/players/me/keys", KEY)
    shown = send(ada, "/v1/players/me/keys", KEY).json
    assert Client(hall.app, shown["secret"]).read("/v1/keys/current")["id"] == shown["id"]


def test_redis_does_not_know_the_key_that_it_helps_to_show(hall: Hall, ada: Client) -> None:
    secret = send(ada, "/v1/players/me/keys", KEY).json["secret"].rpartition("_")[2]
    assert ada.key is not None
    assert not _holds(hall.redis, secret)
    assert not _holds(hall.redis, ada.key.rpartition("_")[2])


def test_another_key_of_the_same_player_does_not_get_the_answer(hall: Hall, ada: Client) -> None:
    first = send(ada, "/v1/players/me/keys", KEY).json
    other = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE])
    assert send(other, "/v1/players/me/keys", KEY).json["id"] != first["id"]


def test_another_request_under_the_same_key_is_refused(hall: Hall, ada: Client) -> None:
    send(ada, "/v1/matches", NEW)
    before = hall.fingerprint()
    for body in ({**NEW, "seats": ["open", "me"]}, {**NEW, "options": {"takes": "lowest"}}):
        refused = send(ada, "/v1/matches", body)
        assert (refused.status_code, refused.json["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    refused = send(ada, "/v1/players/me/keys", KEY)
    assert (refused.status_code, refused.json["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert hall.fingerprint() == before


def test_a_refused_request_may_be_mended_and_sent_under_the_same_key(ada: Client) -> None:
    refused = send(ada, "/v1/matches", {**NEW, "ruleset": "chess"})
    assert (refused.status_code, refused.json["code"]) == (422, "UNKNOWN_RULESET")
    assert send(ada, "/v1/matches", NEW).status_code == 201


def test_a_seat_that_was_left_is_not_taken_again_by_an_old_request(ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {**NEW, "seats": ["me", "open", "open"]})["id"]
    joined = send(bob, f"/v1/matches/{match}:join")
    bob.make(f"/v1/matches/{match}:leave")
    assert send(bob, f"/v1/matches/{match}:join").data == joined.data
    assert ada.read(f"/v1/matches/{match}")["seats"][1]["status"] == "open"


def test_an_answer_to_a_decision_needs_no_key(ada: Client, live: str) -> None:
    path = f"/v1/matches/{live}/decisions/1"
    answers = [send(ada, path, {"action": "place 2"}, key) for key in ("a", "a", "b")]
    assert len({answer.data for answer in answers}) == 1
    assert all("Idempotency-Replayed" not in answer.headers for answer in answers)


def _holds(redis: Redis, text: str) -> bool:
    """Whether any key of Redis holds a text."""
    command: Callable[..., Any] = redis.execute_command
    return any(text.encode() in (command("DUMP", key) or b"") + key for key in redis.scan_iter())
