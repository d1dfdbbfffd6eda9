"""Quick pairing over HTTP."""

import threading
from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.identity import PlayerKind, Scope
from tests.integration.gateway.harness import Client, Hall
from tests.marks import each_row
from tests.waiting import wait_until

WISH = {"ruleset": "sealed", "seats": 2}


def read(response: TestResponse) -> Any:
    """What an answer says."""
    return response.json


def wait(client: Client, **more: Any) -> str:
    """The id of a new ticket."""
    ticket: str = client.make("/v1/tickets", {**WISH, **more})["id"]
    return ticket


def test_a_ticket_shows_what_is_waited_for_and_then_the_match(hall: Hall, ada: Client, bob: Client) -> None:
    response = ada.post("/v1/tickets", {**WISH, "rating_range": {"start": 50}, "bots": "never"})
    made = read(response)
    assert response.headers["Location"] == f"/v1/tickets/{made['id']}"
    known = {name: made[name] for name in ("state", "match", "reason", "rating", "rating_range", "bots", "exclusive")}
    assert known == {
        "state": "waiting",
        "match": None,
        "reason": None,
        "rating": 1500.0,
        "rating_range": {"start": 50, "per_second": 10, "limit": None},
        "bots": "never",
        "exclusive": True,
    }
    assert made["options"] == {"takes": "highest", "open_draws": False}
    wait(bob)
    assert hall.pairer.run() == 1
    now = ada.read(f"/v1/tickets/{made['id']}")
    assert (now["state"], now["expires_at"]) == ("paired", None)
    match = bob.read(f"/v1/matches/{now['match']}")
    assert match["status"] == "live"
    assert {seat["player"]["name"] for seat in match["seats"]} == {"Ada", "Bob"}


def test_the_match_says_that_one_meets_a_bot(hall: Hall, ada: Client) -> None:
    rob = hall.client("Rob", kind=PlayerKind.BOT)
    mine = wait(ada)
    wait(rob)
    hall.pairer.run()
    match = ada.read(f"/v1/matches/{ada.read(f'/v1/tickets/{mine}')['match']}")
    assert [seat["player"]["kind"] for seat in match["seats"]] == ["person", "bot"]


def test_a_long_poll_answers_when_the_ticket_is_paired(hall: Hall, ada: Client, bob: Client) -> None:
    mine = wait(ada)
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(ada.read(f"/v1/tickets/{mine}?wait=30")))
    thread.start()
    wait(bob)
    wait_until(lambda: hall.pairer.run() == 1, "a match")
    thread.join(20)
    assert [answer["state"] for answer in answers] == ["paired"]


def test_a_long_poll_answers_when_its_time_is_over(ada: Client) -> None:
    assert ada.read(f"/v1/tickets/{wait(ada)}?wait=1")["state"] == "waiting"


def test_a_long_poll_for_what_has_ended_does_not_wait(ada: Client) -> None:
    mine = wait(ada)
    assert read(ada.ask("DELETE", f"/v1/tickets/{mine}"))["reason"] == "by_player"
    assert ada.read(f"/v1/tickets/{mine}?wait=30")["state"] == "cancelled"


def test_a_key_that_is_revoked_ends_the_long_poll(hall: Hall, ada: Client) -> None:
    mine = wait(ada)
    other = hall.client_of(hall.players.get(ada.id))
    assert other.key is not None
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(other.read(f"/v1/tickets/{mine}?wait=30")))
    thread.start()
    hall.keys.revoke(other.key.split("_")[2])
    thread.join(20)
    assert not thread.is_alive()
    assert ada.read(f"/v1/tickets/{mine}")["state"] == "waiting"


def test_the_same_request_under_the_same_key_makes_one_ticket(ada: Client) -> None:
    same = {"Idempotency-Key": "once"}
    first = ada.post("/v1/tickets", WISH, headers=same)
    again = ada.post("/v1/tickets", WISH, headers=same)
    assert again.json == first.json
    assert again.headers["Idempotency-Replayed"] == "true"
    assert [ticket["id"] for ticket in ada.read("/v1/tickets")["tickets"]] == [read(first)["id"]]
    other = ada.post("/v1/tickets", {**WISH, "seats": 3}, headers=same)
    assert (other.status_code, read(other)["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_both_players_accounts_are_told_of_the_pairing(hall: Hall, ada: Client, bob: Client) -> None:
    before = ada.read("/v1/events")["next_since"]
    mine = wait(ada)
    wait(bob)
    hall.pairer.run()
    events = ada.read(f"/v1/events?since={before}")["events"]
    assert [event["type"] for event in events] == ["paired", "match_began", "your_turn"]
    assert (events[0]["ticket"], events[0]["seat"]) == (mine, 0)
    assert "ticket" not in events[1]


@each_row(
    ("wish", "code", "pointer"),
    [
        ({"seats": 1}, "INVALID_FIELD", "/body/seats"),
        ({"seats": 6}, "INVALID_FIELD", "/body/seats"),
        ({"seats": 5}, "SEATS_OUT_OF_RANGE", "/body/seats"),
        ({"ruleset": "chess"}, "UNKNOWN_RULESET", "/body/ruleset"),
        ({"options": {"take": "all"}}, "UNKNOWN_OPTION", "/body/options/take"),
        ({"bots": "some"}, "INVALID_FIELD", "/body/bots"),
        ({"rating_range": {"start": 1e9}}, "INVALID_FIELD", "/body/rating_range/start"),
        ({"rating_range": {"start": 5, "limit": 4}}, "INVALID_FIELD", "/body/rating_range/limit"),
        ({"rating_range": {"per_second": -1}}, "INVALID_FIELD", "/body/rating_range/per_second"),
        ({"on_time_out": {"kind": "forfeit"}}, "INVALID_FIELD", "/body/on_time_out"),
        ({"client_seed": "0a" * 32}, "INVALID_FIELD", "/body/client_seed"),
    ],
)
def test_what_cannot_be_waited_for_is_refused(ada: Client, wish: dict[str, Any], code: str, pointer: str) -> None:
    response = ada.post("/v1/tickets", {**WISH, **wish})
    assert (response.status_code, read(response)["code"]) == (422, code)
    assert [error["pointer"] for error in read(response)["errors"]] == [pointer]


def test_a_player_with_tickets_for_everything_gets_no_more(ada: Client) -> None:
    for number in range(20):
        wait(ada, seats=2 + number % 3)
    response = ada.post("/v1/tickets", WISH)
    assert (response.status_code, read(response)["code"]) == (429, "QUOTA_EXCEEDED")
    assert (read(response)["quota"], read(response)["limit"], read(response)["used"]) == ("waiting_tickets", "20", "20")


def test_pools_name_nobody(hall: Hall, ada: Client, bob: Client) -> None:
    wait(ada)
    wait(bob, visibility="private")
    (pool,) = hall.client("Eve").read("/v1/pools")["pools"]
    assert pool == {
        "ruleset": "sealed",
        "seats": 2,
        "options": {"takes": "highest", "open_draws": False},
        "time_control": {"kind": "none"},
        "on_time_out": {"kind": "default_action"},
        "visibility": "public",
        "waiting": 1,
    }


def test_ratings_are_set_by_admins_and_read_by_all(hall: Hall, ada: Client, bob: Client, admin: Client) -> None:
    path = f"/v1/players/{ada.id}/ratings"
    assert bob.read(path)["ratings"] == []
    response = admin.ask("PUT", f"{path}/sealed", json={"rating": 1712.5})
    assert (response.status_code, read(response)["rating"]) == (200, 1712.5)
    assert read(admin.ask("PUT", f"{path}/sealed", json={"rating": 1800}))["rating"] == 1800.0
    assert [(each["ruleset"], each["rating"]) for each in bob.read(path)["ratings"]] == [("sealed", 1800.0)]
    assert ada.read(f"/v1/tickets/{wait(ada)}")["rating"] == 1800.0


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"rating": -1}, "{ada}/ratings/sealed", "INVALID_FIELD"),
        ({"rating": 10_001}, "{ada}/ratings/sealed", "INVALID_FIELD"),
        ({"rating": "1500"}, "{ada}/ratings/sealed", "INVALID_FIELD"),
        ({"rating": True}, "{ada}/ratings/sealed", "INVALID_FIELD"),
        ({"rating": 1500}, "{ada}/ratings/chess", "UNKNOWN_RULESET"),
        ({"rating": 1500}, "p_nobody/ratings/sealed", "NOT_FOUND"),
    ],
)
def test_what_is_no_rating_is_refused(ada: Client, admin: Client, body: Any, path: str, code: str) -> None:
    response = admin.ask("PUT", f"/v1/players/{path.replace('{ada}', ada.id)}", json=body)
    assert read(response)["code"] == code
    assert ada.read(f"/v1/players/{ada.id}/ratings")["ratings"] == []


def test_who_may_only_read_makes_no_ticket(hall: Hall) -> None:
    reader = hall.client("Reader", [Scope.MATCHES_READ])
    assert read(reader.post("/v1/tickets", WISH))["code"] == "MISSING_SCOPE"
