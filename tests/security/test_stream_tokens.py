"""Strangers with stream tokens, and pages that may not call: nothing is got but what the token was made for."""

import json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from services.database import Database
from tests.integration.gateway import conftest as gateway_fixtures
from tests.integration.gateway import test_server
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.served import Gateway
from tests.integration.gateway.test_events import FORMS

hall = gateway_fixtures.hall
ada = gateway_fixtures.ada
bob = gateway_fixtures.bob
carol = gateway_fixtures.carol
admin = gateway_fixtures.admin
live = gateway_fixtures.live

NOT_GOOD = (
    401,
    "UNAUTHENTICATED",
    "The stream token is unknown or expired, is for another stream, or its key has ended.",
)


def token_of(client: Client, match: str, seat: int | None = None, **body: int) -> str:
    """A new token."""
    place = "" if seat is None else f"/seats/{seat}"
    token: str = client.make(f"/v1/matches/{match}{place}:stream-token", body or None)["token"]
    return token


def events(match: str, seat: int | None, token: str, more: str = "", *, form: str = "") -> str:
    """The address of a viewer's events. ``form``: such as ``/sse``, instead of pages."""
    place = "" if seat is None else f"/seats/{seat}"
    return f"/v1/matches/{match}{place}/events{form}?token={token}{more}"


def refusal(response: TestResponse) -> tuple[int, str, str]:
    problem: Any = response.get_json()
    return response.status_code, problem["code"], problem["detail"]


def test_a_token_opens_its_stream_as_often_as_one_likes(hall: Hall, ada: Client, live: str) -> None:
    nobody, token = hall.stranger(), token_of(ada, live, 0)
    own = ada.get(f"/v1/matches/{live}/seats/0/events?since=0")
    assert nobody.get(events(live, 0, token, "&since=0")).data == own.data
    for form, chunks in (("/ndjson", 1), ("/sse", 2)):
        with closing(nobody.open(events(live, 0, token, "&since=0", form=form))) as response:
            assert b'"revision":1' in b"".join(next(response.iter_encoded()) for _ in range(chunks))


@pytest.mark.parametrize("of_seat", [0, None])
def test_a_token_is_good_for_no_other_seat_or_match(
    hall: Hall, ada: Client, bob: Client, live: str, of_seat: int | None
) -> None:
    new = {"ruleset": "sealed", "seats": ["me", f"player:{bob.id}"]}
    other = ada.make("/v1/matches", new)["id"]
    bob.make(f"/v1/matches/{other}:join")
    nobody, token = hall.stranger(), token_of(ada, live, of_seat)
    for match in (live, other, "m_none"):
        for seat in (0, 1, 7, None):
            for form in FORMS:
                if (match, seat) == (live, of_seat):
                    assert nobody.ask("HEAD", events(match, seat, token, form=form)).status_code == 200
                else:
                    assert refusal(nobody.get(events(match, seat, token, form=form))) == NOT_GOOD, (match, seat, form)


def test_a_token_does_nothing_but_follow(hall: Hall, ada: Client, live: str) -> None:
    nobody, token = hall.stranger(), token_of(ada, live, 0)
    before = hall.fingerprint()
    for method, path, body, status in (
        ("GET", f"/v1/matches/{live}/seats/0/view", None, 401),
        ("POST", f"/v1/matches/{live}/decisions/1", {"action": "place 1"}, 401),
        ("POST", f"/v1/matches/{live}:resign", None, 401),
        ("POST", f"/v1/matches/{live}/seats/0:stream-token", None, 401),
        ("GET", "/v1/players/me", None, 401),
        ("GET", "/v1/series", None, 401),
        ("GET", "/v1/series/series_1/events/sse", None, 401),
        ("GET", "/v1/events", None, 401),
        ("GET", "/v1/events/sse", None, 401),
        ("GET", "/v1/events/ndjson", None, 401),
        ("GET", "/v1/matches", None, 422),  # which a spectator may call, without a parameter that is not there
        ("GET", f"/v1/matches/{live}", None, 422),
        ("GET", "/v1/rulesets", None, 422),
        ("GET", "/livez", None, 422),
    ):
        for sent in (f"{path}?token={token}", path):
            options: dict[str, Any] = {} if body is None else {"json": body}
            wanted = status
            if sent == path:
                options["headers"] = {"Authorization": f"Bearer {token}"}
                wanted = 200 if path in ("/livez", "/v1/rulesets") else 401
            assert nobody.ask(method, sent, **options).status_code == wanted, (method, sent)
    assert hall.fingerprint() == before


def test_guessed_and_broken_tokens_are_all_refused_alike(hall: Hall, ada: Client, live: str) -> None:
    nobody, token = hall.stranger(), token_of(ada, live, 0)
    last = "0" if token[-1] != "0" else "1"
    for guess in (
        "",
        "x",
        "playhall_stream_" + "0" * 43,
        token[:-1] + last,
        token[:-1],
        token + "0",
        token.lower(),
        token + "%00",
        "%F0%9F%82%A1",
        "a" * 3_000,
        f"stream_token:{token}",
    ):
        for form in FORMS:
            assert refusal(nobody.get(events(live, 0, guess, form=form))) == NOT_GOOD, (guess, form)


def test_guesses_are_counted(ada: Client, hall: Hall, tmp_path: Path, redis_client: Redis, redis_url: str) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    settings: Any = {"address_requests_per_minute": "6", "player_requests_per_minute": "18"}
    limited = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    nobody = limited.stranger()
    codes = [nobody.get(events(match, None, "x")).status_code for _ in range(3)]
    assert codes == [401, 429, 429]
    # Who has a good one is counted as the player, with what its keys ask.
    token = token_of(Client(limited.app, ada.key), match, 0)
    codes = [nobody.get(events(match, 0, token, "&since=0")).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]
    limited.hub.close()


def test_a_token_ends_when_its_time_is_over(
    hall: Hall, ada: Client, live: str, tmp_path: Path, redis_client: Redis, redis_url: str
) -> None:
    token = token_of(ada, live, 0, seconds=60)
    (kept,) = redis_client.scan_iter("stream_token:*")
    assert 0 < redis_client.pttl(kept) <= 60_000
    assert hall.stranger().get(events(live, 0, token)).status_code == 200
    created: int = json.loads(redis_client.get(kept) or b"")["expires_ms"] - 60_000
    for after_ms, status in ((59_999, 200), (60_000, 401)):
        clock = partial(int, created + after_ms)
        later = open_hall(tmp_path, redis_client, redis_url, hall.database_path, now_ms=clock)
        assert later.stranger().get(events(live, 0, token)).status_code == status
        later.hub.close()
    redis_client.delete(kept)
    assert refusal(hall.stranger().get(events(live, 0, token))) == NOT_GOOD


def test_nobody_makes_a_token_live_longer_than_the_platform_says(ada: Client, live: str) -> None:
    response = ada.post(f"/v1/matches/{live}/seats/0:stream-token", {"seconds": 301})
    assert (response.status_code, response.get_json()["code"]) == (422, "INVALID_FIELD")
    assert response.get_json()["errors"] == [{"pointer": "/body/seconds", "detail": "Must be from 1 to 300."}]
    for seconds in (0, -1, 3_601, "60", 1.5):
        assert ada.post(f"/v1/matches/{live}:stream-token", {"seconds": seconds}).status_code == 422


def test_a_token_ends_with_its_key(hall: Hall, ada: Client, live: str) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "page", "scopes": ["matches:read"]})
    token = token_of(Client(hall.app, made["secret"]), live, 0)
    assert hall.stranger().get(events(live, 0, token)).status_code == 200
    ada.ask("DELETE", f"/v1/keys/{made['id']}")
    assert refusal(hall.stranger().get(events(live, 0, token))) == NOT_GOOD


@pytest.fixture
def gateway(hall: Hall) -> Iterator[Gateway]:
    made = Gateway(hall)
    yield made
    made.stop()


def test_a_stream_that_a_token_has_opened_ends_with_the_key_that_made_it(
    gateway: Gateway, hall: Hall, ada: Client, live: str
) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "page", "scopes": ["matches:read"]})
    token = token_of(Client(hall.app, made["secret"]), live, 0)
    with gateway.stream(hall.stranger(), events(live, 0, token, form="/ndjson")) as response:
        assert json.loads(response.readline())["type"] == "snapshot"
        ada.ask("DELETE", f"/v1/keys/{made['id']}")
        ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        assert response.read().strip() == b""


def test_a_stream_goes_on_when_its_token_has_expired(gateway: Gateway, hall: Hall, ada: Client, live: str) -> None:
    token = token_of(ada, live, 0)
    with gateway.stream(hall.stranger(), events(live, 0, token, form="/ndjson")) as response:
        assert json.loads(response.readline())["type"] == "snapshot"
        for kept in hall.redis.scan_iter("stream_token:*"):
            hall.redis.delete(kept)
        ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        assert json.loads(response.readline())["revision"] == 2


def test_only_the_seats_player_gets_a_token_for_it(hall: Hall, ada: Client, carol: Client, live: str) -> None:
    for client, seat, answered in ((ada, 1, 403), (carol, 0, 403), (ada, 7, 404), (hall.stranger(), 0, 401)):
        assert client.post(f"/v1/matches/{live}/seats/{seat}:stream-token").status_code == answered
    private = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"], "visibility": "private"})["id"]
    for place in ("", "/seats/0"):
        assert carol.post(f"/v1/matches/{private}{place}:stream-token").status_code == 404
    assert not [*hall.redis.scan_iter("stream_token:*")]


def test_who_has_left_the_seat_is_told_nothing_by_its_token(
    gateway: Gateway, hall: Hall, ada: Client, bob: Client, carol: Client
) -> None:
    match = carol.make("/v1/matches", {"ruleset": "sealed", "seats": ["open", "open"]})["id"]
    ada.make(f"/v1/matches/{match}:join", {"seat": 0})
    token = token_of(ada, match, 0)
    with gateway.stream(hall.stranger(), events(match, 0, token, form="/ndjson")) as response:
        assert json.loads(response.readline())["status"] == "open"
        ada.make(f"/v1/matches/{match}:leave")
        assert refusal(hall.stranger().get(events(match, 0, token)))[:2] == (403, "NOT_YOUR_SEAT")
        bob.make(f"/v1/matches/{match}:join", {"seat": 0})
        ada.make(f"/v1/matches/{match}:join", {"seat": 1})
        bob.make(f"/v1/matches/{match}/decisions/1", {"action": "place 4"})
        assert response.read().strip() == b""
    assert refusal(hall.stranger().get(events(match, 0, token)))[:2] == (403, "NOT_YOUR_SEAT")


def test_who_has_resigned_still_sees_the_seat_as_with_the_key(hall: Hall, ada: Client, live: str) -> None:
    token = token_of(ada, live, 0)
    ada.make(f"/v1/matches/{live}:resign")
    path = f"/v1/matches/{live}/seats/0/events?since=0"
    assert hall.stranger().get(f"{path}&token={token}").data == ada.get(path).data


def test_an_admin_has_looked_when_its_token_is_used_and_not_before(hall: Hall, admin: Client, live: str) -> None:
    token = token_of(admin, live, 0)
    assert admin.read(f"/v1/matches/{live}")["inspections"] == []
    assert hall.stranger().get(events(live, 0, token)).status_code == 200
    (look,) = admin.read(f"/v1/matches/{live}")["inspections"]
    assert (look["seat"], look["player"]["id"]) == (0, admin.id)


def test_an_admin_who_sits_down_has_no_use_of_its_token(hall: Hall, admin: Client, carol: Client) -> None:
    match = carol.make("/v1/matches", {"ruleset": "sealed", "seats": ["open", "open"]})["id"]
    token = token_of(admin, match, 0)
    admin.make(f"/v1/matches/{match}:join", {"seat": 1})
    assert refusal(hall.stranger().get(events(match, 0, token)))[:2] == (403, "NOT_YOUR_SEAT")


def test_a_key_and_a_token_together_are_refused(hall: Hall, ada: Client, live: str) -> None:
    for token in (token_of(ada, live, 0), "x"):
        for key in (ada.key, "nonsense"):
            response = Client(hall.app, key).get(events(live, 0, token))
            assert response.status_code == 422
            assert response.get_json()["errors"] == [
                {"pointer": "/query/token", "detail": "Send a key or a token, not both."}
            ]


def test_two_tokens_are_refused_however_they_are_written(hall: Hall, ada: Client, live: str) -> None:
    token = token_of(ada, live, 0)
    for more in (f"&token={token}", "&token=", f"&%74oken={token}", "&tok%65n=x"):
        response = hall.stranger().get(events(live, 0, token, more))
        assert response.status_code == 422
        assert response.get_json()["errors"] == [{"pointer": "/query/token", "detail": "Give it once."}]
    assert hall.stranger().get(f"/v1/matches/{live}/seats/0/events?%74oken={token}").status_code == 200


def test_redis_holds_no_token_and_no_key(hall: Hall, ada: Client, live: str) -> None:
    token = token_of(ada, live, 0)
    (kept,) = hall.redis.scan_iter("stream_token:*")
    stored = kept + (hall.redis.get(kept) or b"")
    assert token.encode() not in stored
    assert token.rpartition("_")[2].encode() not in stored
    assert str(ada.key).rpartition("_")[2].encode() not in stored


@pytest.mark.parametrize("way", ["Bearer", "Bearer ", "Bearer x", "Basic QTpC", "x", ""])
def test_a_key_that_is_none_is_never_taken_for_no_key(hall: Hall, live: str, way: str) -> None:
    for path in (f"/v1/matches/{live}", "/v1/matches", f"/v1/matches/{live}/view", f"/v1/matches/{live}/events"):
        assert hall.stranger().get(path, headers={"Authorization": way}).status_code == 401


def test_where_spectating_needs_a_key_nobody_watches_without_one(
    hall: Hall, ada: Client, live: str, tmp_path: Path, redis_client: Redis, redis_url: str
) -> None:
    settings: Any = {"public_spectating": "0"}
    closed = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    nobody, reader = closed.stranger(), Client(closed.app, ada.key)
    for place in ("", "/view", "/events", "/replay"):
        assert nobody.get(f"/v1/matches/{live}{place}").status_code == 401
    assert nobody.get("/v1/matches").status_code == 401
    assert reader.get(f"/v1/matches/{live}").status_code == 200
    assert nobody.get(events(live, None, token_of(reader, live))).status_code == 200
    closed.hub.close()


def test_nobodys_requests_are_counted_by_address(
    hall: Hall, live: str, tmp_path: Path, redis_client: Redis, redis_url: str
) -> None:
    settings: Any = {"address_requests_per_minute": "6"}
    limited = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    nobody = limited.stranger()
    assert [nobody.get(f"/v1/matches/{live}").status_code for _ in range(3)] == [200, 429, 429]
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert nobody.get(f"/v1/matches/{live}", environ_base=elsewhere).status_code == 200
    limited.hub.close()


def test_nobodys_streams_are_counted_by_address(
    hall: Hall, live: str, tmp_path: Path, redis_client: Redis, redis_url: str
) -> None:
    settings: Any = {"address_streams": "2", "player_streams": "1"}
    limited = open_hall(tmp_path, redis_client, redis_url, hall.database_path, **settings)
    nobody, path = limited.stranger(), f"/v1/matches/{live}/events/ndjson"
    with closing(nobody.open(path)), closing(nobody.open(path)):
        assert refusal(nobody.get(path))[:2] == (429, "TOO_MANY_STREAMS")
    limited.hub.close()


# -- what is written down ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_token_stands_in_no_log_and_no_problem(
    tmp_path: Path, redis_url: str, redis_client: Redis, real_valkey: object
) -> None:
    database = tmp_path / "playhall.db"
    sql = Database(f"sqlite:///{database}")
    sql.upgrade()
    sql.close()
    gateway = test_server.Gateway(tmp_path, redis_url, database, log_level="DEBUG", stream_max_seconds="1")
    try:
        match = gateway.match()
        made = gateway.ask("POST", f"/v1/matches/{match}/seats/0:stream-token", gateway.ada)
        token = made["token"]
        told: list[bytes] = []
        for path in (
            events(match, 0, token),
            events(match, 0, token, form="/sse"),
            events(match, 0, token, form="/ndjson"),
            events(match, 0, token, "&since=x"),
            events(match, 0, token, f"&token={token}"),
            events(match, 1, token),
            f"/v1/matches/{match}?token={token}",
            f"/v1/matches?page_size=1&token={token}",
            f"/v1/nothing?token={token}",
            f"/v1/players/me?token={token}",
            f"/docs?token={token}",
            f"/v1/matches/%zz?token={token}",
            events(match, 0, token, "&x=" + "x" * 5_000),
        ):
            for headers in ({}, {"Authorization": f"Bearer {token}"}, {"Expect": "x"}):
                connection = gateway.connect()
                connection.request("GET", path, headers=headers)
                response = connection.getresponse()
                told += [str(response.headers).encode(), response.read()]
                connection.close()
        # Redis has lost the record's shape: a failure that nobody foresaw.
        for kept in redis_client.scan_iter("stream_token:*"):
            redis_client.set(kept, b"{")
        connection = gateway.connect()
        connection.request("GET", events(match, 0, token))
        response = connection.getresponse()
        assert response.status == 500
        told.append(response.read())
        connection.close()
    finally:
        gateway.end()
    logged = gateway.log.read_bytes()
    assert b"request_failed" in logged
    assert b"/v1/matches/" in logged
    for written in (logged, *told):
        assert token.encode() not in written
        assert token.rpartition("_")[2].encode() not in written
