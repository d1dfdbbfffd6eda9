"""Views and decisions."""

import json

import pytest

from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out


def test_a_seats_view_has_its_decision_and_its_legal_actions(ada: Client, live: str) -> None:
    response = ada.get(f"/v1/matches/{live}/seats/0/view")
    view = response.json
    assert view is not None
    assert (view["match"], view["seat"], view["revision"], view["status"]) == (live, 0, 1, "live")
    assert (view["pending"], view["decision"], view["deadline_at"], view["outcome"]) == ([0, 1], 1, None, None)
    assert view["legal"][0] == {
        "notation": "place 1",
        "action": {"place": {"card": 1}},
        "label": "Lay 1 in column 1",
    }
    assert len(view["legal"]) == 5
    assert view["view"]["viewer"] == 0
    assert response.headers["Cache-Control"] == "private, no-cache"


def test_a_spectator_sees_the_public_view(carol: Client, live: str) -> None:
    view = carol.read(f"/v1/matches/{live}/view")
    assert (view["seat"], view["decision"], view["legal"]) == (None, None, [])
    assert view["view"]["viewer"] == -1


def test_before_the_start_there_is_no_view(ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    view = ada.read(f"/v1/matches/{match}/seats/0/view")
    assert (view["status"], view["revision"], view["view"], view["decision"], view["legal"]) == (
        "open",
        0,
        None,
        None,
        [],
    )


def test_views_pass_through_byte_for_byte(hall: Hall, ada: Client, live: str) -> None:
    caller = hall.keys.authenticate(ada.key or "")
    look = hall.matches.view(caller, live, 0)
    assert look.view is not None
    body = ada.get(f"/v1/matches/{live}/seats/0/view").data
    assert b'"view":' + look.view + b"," in body
    assert b'"legal":' + look.legal + b"," in body


@pytest.mark.parametrize("action", ["place 3", {"place": {"card": 3}}, {"place": {"card": 3.0}}])
def test_an_action_is_given_in_short_or_structured(ada: Client, live: str, action: object) -> None:
    reply = ada.make(f"/v1/matches/{live}/decisions/1", {"action": action})
    assert reply == {
        "match": live,
        "seat": 0,
        "decision": 1,
        "action": {"place": {"card": 3}},
        "notation": "place 3",
        "revision": 2,
        "events": [{"placed": {"seat": 0, "card": 3}, "text": "Player 0 lays 3."}],
        "next_decision": 2,
    }


def test_the_same_answer_gets_the_same_reply_for_ever(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    first = ada.post(f"/v1/matches/{live}/decisions/1", {"action": "place 3"}).data
    again = {"action": {"place": {"card": 3}}}
    bob.make(f"/v1/matches/{live}/decisions/1", {"action": "place 5"})
    assert ada.post(f"/v1/matches/{live}/decisions/1", again).data == first
    play_out(live, ada, bob)
    assert ada.post(f"/v1/matches/{live}/decisions/1", again).data == first
    assert hall.scoring.score(live)
    assert ada.post(f"/v1/matches/{live}/decisions/1", again).data == first


def test_anothers_answer_never_makes_mine_stale(ada: Client, bob: Client, live: str) -> None:
    view = ada.read(f"/v1/matches/{live}/seats/0/view")
    for decision in (1, 2, 3):
        bob.make(f"/v1/matches/{live}/decisions/{decision}", {"action": f"place {decision}"})
    assert ada.post(f"/v1/matches/{live}/decisions/{view['decision']}", {"action": "place 1"}).status_code == 200


def test_a_whole_match_is_played_over_http(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    played = play_out(live, ada, bob)
    assert (played["status"], played["decision"], played["pending"]) == ("finished", None, [])
    results = played["outcome"]["results"]
    assert [result["seat"] for result in results] == [0, 1]
    assert min(result["rank"] for result in results) == 1
    for client, seat in ((ada, 0), (bob, 1)):
        view = client.read(f"/v1/matches/{live}/seats/{seat}/view")
        assert (view["status"], view["legal"]) == ("finished", [])
        assert view["outcome"] == played["outcome"]
        assert answer(client, live, seat) is None
    assert hall.scoring.score(live)
    assert ada.read(f"/v1/matches/{live}/view")["outcome"] == played["outcome"]


def test_replies_are_compact_json(ada: Client, live: str) -> None:
    for path in ("", "/view", "/seats/0/view", "/events"):
        body = ada.get(f"/v1/matches/{live}{path}").data
        assert body.decode() == json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":"))
