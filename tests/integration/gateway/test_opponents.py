"""Challenges, rematches, blocks and the lobby over REST."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.database import Database
from services.database.tables import blocks, players
from services.identity import PlayerKind
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_account_events import kinds, new_match, polled, told


def said(response: TestResponse) -> Any:
    """The JSON of an answer."""
    return response.json


def ended(ada: Client, bob: Client, **more: Any) -> str:
    """A match between the two that was given up."""
    match = new_match(ada, ["me", f"player:{bob.id}"], **more)
    bob.make(f"/v1/matches/{match}:join")
    bob.make(f"/v1/matches/{match}:resign")
    return match


def test_a_challenge_is_declined_with_a_reason(ada: Client, bob: Client, carol: Client) -> None:
    _, start = polled(ada)
    match = new_match(ada, ["me", f"player:{bob.id}"], expires_in=60)
    assert ada.read(f"/v1/matches/{match}")["expires_at"] is not None
    refused = bob.post(f"/v1/matches/{match}:leave", {"reason": "your mother"})
    assert (refused.status_code, said(refused)["errors"][0]["pointer"]) == (422, "/body/reason")
    declined = bob.make(f"/v1/matches/{match}:leave", {"reason": "only_bots"})
    assert (declined["status"], declined["abort_reason"]) == ("aborted", "declined")
    (decline,) = ada.read(f"/v1/matches/{match}")["declines"]
    assert (decline["seat"], decline["player"], decline["reason"]) == (1, {"id": bob.id, "name": "Bob"}, "only_bots")
    assert carol.read(f"/v1/matches/{match}")["declines"] == []
    events, _ = polled(ada, start)
    assert kinds(events) == ["seated", "declined", "match_ended"]
    assert told(events[1]) == {"type": "declined", "ruleset": "sealed", "seat": 0, "declined_seat": 1} | {
        "by": {"id": bob.id, "name": "Bob"},
        "reason": "only_bots",
    }


def test_a_rematch_is_offered_and_taken(ada: Client, bob: Client, carol: Client) -> None:
    old = ended(ada, bob)
    _, start = polled(bob)
    new = ada.make(f"/v1/matches/{old}:rematch")
    assert (new["rematch_of"], new["seat"], new["seats"][0]["player"]["name"]) == (old, 1, "Bob")
    events, _ = polled(bob, start)
    assert told(events[0]) == {"type": "invited", "ruleset": "sealed", "seat": 0, "rematch_of": old} | {
        "by": {"id": ada.id, "name": "Ada"},
        "expires_at": None,
    }
    assert bob.read(f"/v1/matches/{old}")["rematch"] == new["id"]
    assert carol.read(f"/v1/matches/{old}")["rematch"] is None
    taken = bob.make(f"/v1/matches/{old}:rematch")
    assert (taken["id"], taken["status"]) == (new["id"], "live")


def test_a_rematch_that_is_asked_for_again_with_its_key_is_the_same(ada: Client, bob: Client) -> None:
    old = ended(ada, bob)
    key = {"Idempotency-Key": "again"}
    first = ada.make(f"/v1/matches/{old}:rematch", headers=key)
    assert ada.make(f"/v1/matches/{old}:rematch", headers=key)["id"] == first["id"]


def test_blocks_are_set_listed_and_taken_back(ada: Client, bob: Client, carol: Client) -> None:
    for other in (carol, bob):
        block = ada.ask("PUT", f"/v1/players/me/blocks/{other.id}")
        assert (block.status_code, said(block)["player"]["id"]) == (200, other.id)
    again = ada.ask("PUT", f"/v1/players/{ada.id}/blocks/{bob.id}")
    assert again.json == block.json
    first = ada.read("/v1/players/me/blocks?page_size=1")
    second = ada.read(f"/v1/players/me/blocks?page_size=1&page_token={first['next_page_token']}")
    names = [entry["player"]["name"] for page in (first, second) for entry in page["blocks"]]
    assert (sorted(names), second["next_page_token"]) == (["Bob", "Carol"], None)
    assert bob.read("/v1/players/me/blocks")["blocks"] == []
    refused = bob.post("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{ada.id}"]})
    assert (refused.status_code, said(refused)["code"]) == (403, "NOT_ADMITTED")
    assert [error["pointer"] for error in said(refused)["errors"]] == ["/body/seats"]
    for _ in range(2):
        assert ada.ask("DELETE", f"/v1/players/me/blocks/{bob.id}").status_code == 204
    assert new_match(bob, ["me", f"player:{ada.id}"])


@pytest.mark.parametrize(("other", "status"), [("me", 422), ("bot_sealed_random", 422), ("p_nobody", 404)])
def test_nobody_blocks_itself_or_whom_there_is_not(ada: Client, other: str, status: int) -> None:
    path = f"/v1/players/me/blocks/{ada.id if other == 'me' else other}"
    assert ada.ask("PUT", path).status_code == status
    assert ada.read("/v1/players/me/blocks")["blocks"] == []


def test_blocks_are_bounded(hall: Hall, ada: Client, bob: Client) -> None:
    others = [{"id": f"p_{number}", "kind": "person", "name": "One", "created_ms": 0} for number in range(1000)]
    with Database(hall.settings.database.database_url).begin() as connection:
        connection.execute(players.insert(), others)
        blocked = [{"player_id": ada.id, "blocked_id": other["id"], "created_ms": 0} for other in others]
        connection.execute(blocks.insert(), blocked)
    refused = ada.ask("PUT", f"/v1/players/me/blocks/{bob.id}")
    assert (refused.status_code, said(refused)["code"], said(refused)["limit"]) == (409, "TOO_MANY_BLOCKS", "1000")


def test_a_lobby_says_who_is_a_bot_and_is_filtered(hall: Hall, ada: Client, bob: Client) -> None:
    robot = hall.client("Robot", kind=PlayerKind.BOT)
    of_robot = new_match(robot, ["me", "open"])
    of_ada = new_match(ada, ["me", "open", "open"], time_control={"kind": "correspondence", "days": 1})
    linked = new_match(ada, ["me", "open"], visibility="unlisted")

    def found(query: str) -> list[str]:
        return sorted(match["id"] for match in bob.read(f"/v1/matches?joinable=me&{query}")["matches"])

    assert found("bots=with") == [of_robot]
    assert found("bots=without") == found("seats=3") == found("free_seats=2") == [of_ada]
    assert found("time_control=correspondence") == found(f"creator={ada.id}") == [of_ada]
    assert bob.read(f"/v1/matches/{of_robot}")["seats"][0]["player"]["kind"] == "bot"
    assert bob.make(f"/v1/matches/{linked}:join")["visibility"] == "unlisted"
    assert hall.stranger().get("/v1/matches?creator=me").status_code == 401
    for query in ("seats=0", "free_seats=x", "time_control=sand", "bots=some"):
        assert bob.get(f"/v1/matches?{query}").status_code == 422
