"""People who sign themselves up."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.errors import Refusal
from services.identity import Scope
from tests.integration.gateway.harness import Client, Hall, open_hall

SIGN_UPS = "/v1/sign-ups"
SECRET = "5e0f6b0a-3d0c-4e1b-8f7a-92c4d1e6b7a8"


def json_of(response: Any) -> Any:
    return response.json


def code(response: Any) -> str:
    found: str = json_of(response)["code"]
    return found


def test_a_person_signs_up_and_plays(hall: Hall) -> None:
    made = hall.stranger().make(SIGN_UPS, {"name": "  Grace Hopper ", "key_name": "laptop"})
    assert (made["player"]["name"], made["player"]["kind"], made["player"]["owner"]) == ("Grace Hopper", "person", None)
    key = made["key"]
    assert (key["name"], key["expires_at"], key["parent"]) == ("laptop", None, None)
    assert key["scopes"] == ["account:manage", "matches:create", "matches:play", "matches:read"]
    grace = Client(hall.app, key["secret"])
    assert grace.read("/v1/players/me") == made["player"]
    assert grace.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["seat"] == 0
    assert code(grace.post("/v1/players", {"name": "Another"})) == "MISSING_SCOPE"
    assert code(grace.post("/v1/players/me/keys", {"name": "x", "scopes": ["admin"]})) == "MISSING_SCOPE"


def test_the_answer_is_kept_by_no_cache(hall: Hall) -> None:
    assert hall.stranger().post(SIGN_UPS, {"name": "Grace"}).headers["Cache-Control"] == "no-store"


def test_nobody_signs_up_where_the_operator_makes_players(
    tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str
) -> None:
    closed = open_hall(tmp_path, redis_client, redis_url, migrated, sign_up="0")
    refused = closed.stranger().post(SIGN_UPS, {"name": "Grace"})
    assert (refused.status_code, code(refused)) == (403, "SIGN_UP_CLOSED")
    closed.hub.close()


@pytest.mark.parametrize(
    "name",
    [
        "G",
        "x" * 33,
        "Gräce",
        "Gr\u0430ce",
        "Grace  Hopper",
        "-grace",
        "grace!",
        "<b>",
        "gra\u200bce",
        "a\nb",
        "\u202eecarg",
        "👑👑",
    ],
)
def test_a_chosen_name_is_plain(hall: Hall, name: str) -> None:
    refused = hall.stranger().post(SIGN_UPS, {"name": name})
    assert (code(refused), [error["pointer"] for error in json_of(refused)["errors"]]) == (
        "INVALID_FIELD",
        ["/body/name"],
    )


@pytest.mark.parametrize("name", ["Grace", "grace", "GRACE", "G.R-A_c e"])
def test_a_name_that_looks_like_anothers_is_taken(hall: Hall, name: str) -> None:
    hall.stranger().make(SIGN_UPS, {"name": "Grace"})
    assert code(hall.stranger().post(SIGN_UPS, {"name": name})) == "NAME_TAKEN"


@pytest.mark.parametrize(
    ("made", "wanted"),
    [("Bill", "B1ll"), ("Oscar", "0scar"), ("Morning", "Moming"), ("\u0410l\u0456ce", "Alice"), ("Ren\u00e9", "rene")],
)
def test_a_name_that_looks_like_one_the_operator_gave_is_taken(hall: Hall, made: str, wanted: str) -> None:
    hall.players.create(made)
    assert code(hall.stranger().post(SIGN_UPS, {"name": wanted})) == "NAME_TAKEN"


@pytest.mark.parametrize("name", ["admin", "0perator", "Play-Hall", "SYSTEM", "root"])
def test_nobody_is_taken_for_the_platform(hall: Hall, name: str) -> None:
    assert code(hall.stranger().post(SIGN_UPS, {"name": name})) == "NAME_TAKEN"


def test_who_has_chosen_a_name_keeps_to_the_rules_when_it_changes(hall: Hall) -> None:
    hall.stranger().make(SIGN_UPS, {"name": "Grace"})
    ada = Client(hall.app, hall.stranger().make(SIGN_UPS, {"name": "Ada"})["key"]["secret"])
    me = "/v1/players/me"
    assert code(ada.ask("PATCH", me, json={"name": "Gr-ace"})) == "NAME_TAKEN"
    assert code(ada.ask("PATCH", me, json={"name": "Ada \u2665"})) == "INVALID_FIELD"
    assert json_of(ada.ask("PATCH", me, json={"name": "ADA"}))["name"] == "ADA"
    assert json_of(ada.ask("PATCH", me, json={"name": "Lovelace"}))["name"] == "Lovelace"
    assert hall.stranger().make(SIGN_UPS, {"name": "Ada"})["player"]["name"] == "Ada"


def test_a_request_that_is_sent_again_gets_the_same_key(hall: Hall) -> None:
    first, again = (
        hall.stranger().post(SIGN_UPS, {"name": "Grace"}, headers={"Idempotency-Key": SECRET}) for _ in range(2)
    )
    assert first.status_code == 201
    assert json_of(first) == json_of(again)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(hall.players.list(10)) == 1


def test_a_request_that_broke_off_is_taken_up_by_the_same_request(hall: Hall) -> None:
    creation = hall.creation()
    first, again = (hall.account_operations.sign_up("Grace", None, "192.0.2.1", creation) for _ in range(2))
    assert first == again
    assert Client(hall.app, str(first[2])).read("/v1/players/me")["name"] == "Grace"
    with pytest.raises(Refusal, match="NAME_TAKEN"):
        hall.account_operations.sign_up("Grace", None, "192.0.2.1", hall.creation())


def test_no_stranger_gets_a_key_by_guessing_what_a_request_was_called(hall: Hall) -> None:
    hall.stranger().make(SIGN_UPS, {"name": "Grace"}, headers={"Idempotency-Key": SECRET})
    other = hall.stranger().post(SIGN_UPS, {"name": "Mallory"}, headers={"Idempotency-Key": SECRET})
    assert code(other) == "IDEMPOTENCY_KEY_REUSED"
    for weak in ("1", "sign-up", "0" * 36, "ab" * 20, SECRET[:31]):
        refused = hall.stranger().post(SIGN_UPS, {"name": "Mallory"}, headers={"Idempotency-Key": weak})
        assert (code(refused), json_of(refused)["errors"][0]["pointer"]) == (
            "INVALID_FIELD",
            "/headers/Idempotency-Key",
        )


def test_redis_holds_neither_the_key_nor_what_the_request_was_called(hall: Hall) -> None:
    made = hall.stranger().make(SIGN_UPS, {"name": "Grace"}, headers={"Idempotency-Key": SECRET})
    for key in hall.redis.scan_iter():
        dump = hall.redis.dump(key)
        assert dump is not None
        for secret in (SECRET, made["key"]["secret"].rpartition("_")[2]):
            assert secret.encode() not in key + dump


def test_an_address_signs_up_ten_at_once(hall: Hall) -> None:
    here, there = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "2001:db8::1"}
    for number in range(10):
        assert hall.stranger().post(SIGN_UPS, {"name": f"Bot {number}"}, environ_base=here).status_code in (201, 409)
    flooded = hall.stranger().post(SIGN_UPS, {"name": "Grace"}, environ_base=here)
    assert (flooded.status_code, code(flooded)) == (429, "RATE_LIMITED")
    assert 0 < int(flooded.headers["Retry-After"]) <= 300
    assert hall.stranger().post(SIGN_UPS, {"name": "Grace"}, environ_base=there).status_code == 201
    assert [player.name for player in hall.players.list(100)].count("Grace") == 1


def test_only_so_many_sign_up_in_a_day(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> None:
    database = tmp_path / "capped.db"
    database.write_bytes(migrated.read_bytes())
    now = [1_767_268_800_000]
    hall = open_hall(tmp_path, redis_client, redis_url, database, now_ms=lambda: now[0], sign_ups_per_day="2")
    hall.players.create("Made by the operator")
    for name in ("Ada", "Grace"):
        hall.stranger().make(SIGN_UPS, {"name": name})
    refused = hall.stranger().post(SIGN_UPS, {"name": "Edsger"})
    assert (code(refused), refused.headers["Retry-After"]) == ("RATE_LIMITED", "3600")
    now[0] += 24 * 3600 * 1000 + 1
    assert hall.stranger().make(SIGN_UPS, {"name": "Edsger"})["player"]["name"] == "Edsger"
    hall.hub.close()


def test_names_from_before_are_known_by_what_they_look_like(hall: Hall) -> None:
    hall.players.create("Grace")
    with sqlite3.connect(hall.database_path) as connection:
        assert connection.execute("SELECT name_key, handle FROM players").fetchall() == [("grace", None)]


def test_a_key_is_never_taken_for_none(hall: Hall) -> None:
    admin = hall.client("Root", [Scope.ADMIN])
    assert admin.make(SIGN_UPS, {"name": "Grace"})["player"]["name"] == "Grace"
