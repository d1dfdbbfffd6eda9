"""Matches from their creation to their start, and their lists."""

import hashlib
import json
import re
from typing import Any

import pytest

from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out


def test_a_match_is_created_with_its_options_complete(ada: Client) -> None:
    response = ada.post("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"], "options": {"takes": "lowest"}})
    assert response.status_code == 201
    match = response.json
    assert match is not None
    assert response.headers["Location"] == f"/v1/matches/{match['id']}"
    assert re.fullmatch(r"m_[0-9a-z]{26}", match["id"])
    assert match["options"] == {"takes": "lowest", "open_draws": False}
    assert re.fullmatch(r"[0-9a-f]{64}", match["commitment"])
    assert (match["status"], match["visibility"], match["start_rule"]) == ("open", "public", "when_full")
    assert (match["seat"], match["revision"], match["pending"], match["decision"]) == (0, 0, [], None)
    assert match["creator"] == {"id": ada.id, "name": "Ada"}
    assert match["seats"] == [
        {
            "seat": 0,
            "status": "taken",
            "player": {"id": ada.id, "name": "Ada", "kind": "person", "bot": None, "version": None},
            "resigned": False,
            "taken_over_by": None,
            "client_seed": None,
            "client_seed_sha256": None,
        },
        {
            "seat": 1,
            "status": "open",
            "player": None,
            "resigned": False,
            "taken_over_by": None,
            "client_seed": None,
            "client_seed_sha256": None,
        },
    ]
    assert ada.read(f"/v1/matches/{match['id']}") == match


def test_a_match_starts_with_its_last_seat_taken(ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    joined = bob.make(f"/v1/matches/{match}:join", {"client_seed": "AB" * 32})
    assert (joined["status"], joined["seat"], joined["decision"], joined["revision"]) == ("live", 1, 1, 1)
    assert joined["seats"][1]["client_seed"] == "ab" * 32
    assert joined["pending"] == [0, 1]
    assert ada.read(f"/v1/matches/{match}")["decision"] == 1


def test_a_match_may_wait_for_its_creators_word(ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"], "start_rule": "by_creator"})["id"]
    refused = ada.post(f"/v1/matches/{match}:start")
    assert (refused.status_code, refused.json and refused.json["code"]) == (409, "SEATS_NOT_FILLED")
    assert bob.make(f"/v1/matches/{match}:join")["status"] == "open"
    refused = bob.post(f"/v1/matches/{match}:start")
    assert (refused.status_code, refused.json and refused.json["code"]) == (403, "NOT_THE_CREATOR")
    assert ada.make(f"/v1/matches/{match}:start")["status"] == "live"
    assert ada.make(f"/v1/matches/{match}:start")["status"] == "live"


def test_a_seat_is_taken_once(ada: Client, bob: Client, carol: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
    assert bob.make(f"/v1/matches/{match}:join", {"seat": 1})["seat"] == 1
    assert bob.make(f"/v1/matches/{match}:join", {"seat": 1})["seat"] == 1
    refused = carol.post(f"/v1/matches/{match}:join", {"seat": 1})
    assert (refused.status_code, refused.json and refused.json["code"]) == (409, "SEAT_TAKEN")
    refused = bob.post(f"/v1/matches/{match}:join", {"seat": 2})
    assert (refused.status_code, refused.json and refused.json["code"]) == (409, "ALREADY_SEATED")


def test_a_kept_seat_is_for_one_player(ada: Client, bob: Client, carol: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bob.id}"]})
    assert match["seats"][1]["status"] == "reserved"
    refused = carol.post(f"/v1/matches/{match['id']}:join")
    assert (refused.status_code, refused.json and refused.json["code"]) == (409, "SEAT_TAKEN")
    assert bob.make(f"/v1/matches/{match['id']}:join")["status"] == "live"


def test_a_private_match_is_hidden_from_others(ada: Client, bob: Client, admin: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"], "visibility": "private"})["id"]
    for path in ("", "/view", "/seats/0/view", "/events", "/replay"):
        assert bob.get(f"/v1/matches/{match}{path}").status_code == 404
    assert bob.post(f"/v1/matches/{match}:join").status_code == 404
    assert bob.read("/v1/matches")["matches"] == []
    assert admin.read(f"/v1/matches/{match}")["id"] == match


def test_matches_are_listed_newest_first_page_by_page(ada: Client, bob: Client) -> None:
    ids = [ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"] for _ in range(5)]
    found: list[str] = []
    token = ""
    while True:
        page = bob.read(f"/v1/matches?page_size=2{token}")
        found += [match["id"] for match in page["matches"]]
        if page["next_page_token"] is None:
            break
        token = f"&page_token={page['next_page_token']}"
    assert found == ids[::-1]


def test_lists_are_narrowed_by_status_player_and_ruleset(ada: Client, bob: Client, live: str) -> None:
    waiting = bob.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]

    def listed(client: Client, query: str) -> list[str]:
        return [match["id"] for match in client.read(f"/v1/matches?{query}")["matches"]]

    assert listed(ada, "status=open") == [waiting]
    assert listed(ada, "status=live") == [live]
    assert listed(ada, "player=me") == [live]
    assert listed(ada, f"player={bob.id}") == [waiting, live]
    assert listed(ada, "ruleset=sealed&page_size=1000") == [waiting, live]
    assert listed(ada, "ruleset=chess") == []


def test_finished_matches_stay_in_lists_after_they_were_archived(
    hall: Hall, ada: Client, bob: Client, live: str
) -> None:
    played = play_out(live, ada, bob)
    assert played["status"] == "finished"
    assert hall.scoring.score(live)
    assert ada.read(f"/v1/matches/{live}") == played
    assert [match["id"] for match in ada.read("/v1/matches?status=finished")["matches"]] == [live]


def test_a_match_against_bots_is_played_by_the_house(hall: Hall, ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["bot:greedy", "bot:random"]})["id"]
    hall.play_house(match)
    played = ada.read(f"/v1/matches/{match}")
    assert (played["status"], played["seat"]) == ("finished", None)
    assert sorted(result["rank"] for result in played["outcome"]["results"])[0] == 1
    assert hall.scoring.score(match)
    (statistics,) = ada.read("/v1/players/bot_sealed_greedy/statistics")["statistics"]
    assert (statistics["ruleset"], statistics["seats"], statistics["played"]) == ("sealed", 2, 1)


def test_resigning_may_be_repeated(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    resigned = bob.make(f"/v1/matches/{live}:resign")
    assert resigned["seats"][1]["resigned"]
    assert bob.make(f"/v1/matches/{live}:resign")["seats"][1]["resigned"]


def test_a_spectator_cannot_resign(carol: Client, live: str) -> None:
    refused = carol.post(f"/v1/matches/{live}:resign")
    assert (refused.status_code, refused.json and refused.json["code"]) == (403, "NOT_YOUR_SEAT")


def test_an_open_match_is_aborted_by_its_creator(ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    refused = bob.post(f"/v1/matches/{match}:abort")
    assert (refused.status_code, refused.json and refused.json["code"]) == (403, "NOT_THE_CREATOR")
    assert ada.make(f"/v1/matches/{match}:abort")["status"] == "aborted"
    assert ada.make(f"/v1/matches/{match}:abort")["status"] == "aborted"
    refused = bob.post(f"/v1/matches/{match}:join")
    assert (refused.status_code, refused.json and refused.json["code"]) == (409, "MATCH_NOT_OPEN")


def test_a_live_match_is_aborted_by_an_admin_alone(ada: Client, admin: Client, live: str) -> None:
    refused = ada.post(f"/v1/matches/{live}:abort")
    assert refused.status_code in (403, 409)
    assert admin.make(f"/v1/matches/{live}:abort")["status"] == "aborted"


def test_no_seat_is_shown_anothers_revisions_or_decisions(ada: Client, bob: Client, carol: Client, live: str) -> None:
    """Bob lays a card that nobody sees: for nobody else does anything change."""

    def known(client: Client) -> Any:
        return client.read(f"/v1/matches/{live}"), client.read("/v1/matches")

    before = [known(client) for client in (ada, carol)]
    bob.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    assert [known(client) for client in (ada, carol)] == before
    assert bob.read(f"/v1/matches/{live}")["decision"] == 2


@pytest.mark.parametrize("seats", [["me", "bot:greedy"], ["bot:random", "me", "bot:greedy"]])
def test_the_whole_platform_replays_itself(hall: Hall, ada: Client, seats: list[str]) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": seats})["id"]
    seat = seats.index("me")
    while ada.read(f"/v1/matches/{match}")["status"] == "live":
        hall.play_house(match)
        answer(ada, match, seat)
    replay = ada.read(f"/v1/matches/{match}/replay")
    assert (replay["match"], replay["ruleset"]) == (match, "sealed")
    assert hall.scoring.score(match)
    assert ada.read(f"/v1/matches/{match}/replay") == replay


def test_the_creator_gives_its_seed_after_the_commitment_and_others_see_only_its_hash(ada: Client, bob: Client) -> None:
    new = {"ruleset": "sealed", "seats": ["me", "open"], "start_rule": "by_creator"}
    early = ada.post("/v1/matches", {**new, "client_seed": "0a" * 32})
    assert early.status_code == 422
    assert early.json is not None
    assert early.json["errors"][0]["pointer"] == "/body/client_seed"
    assert "give it with `:seed` or `:start`" in early.json["errors"][0]["detail"]
    match = ada.make("/v1/matches", new)
    digest = hashlib.sha256(bytes.fromhex("0b" * 32)).hexdigest()
    bob.make(f"/v1/matches/{match['id']}:join")
    assert (
        bob.make(f"/v1/matches/{match['id']}:seed", {"client_seed": "0B" * 32})["seats"][1]["client_seed"] == "0b" * 32
    )
    again = bob.post(f"/v1/matches/{match['id']}:seed", {"client_seed": "1b" * 32})
    assert (again.status_code, again.json and again.json["code"]) == (409, "CLIENT_SEED_GIVEN")
    seen = ada.read(f"/v1/matches/{match['id']}")
    assert (seen["seats"][1]["client_seed"], seen["seats"][1]["client_seed_sha256"]) == (None, digest)
    live = ada.make(f"/v1/matches/{match['id']}:start", {"client_seed": "0a" * 32})
    assert [seat["client_seed"] for seat in live["seats"]] == ["0a" * 32, "0b" * 32]
    assert live["commitment_document"] == match["commitment_document"]
    canonical = json.dumps(live["commitment_document"], sort_keys=True, separators=(",", ":")).encode()
    assert live["commitment"] == hashlib.sha256(canonical).hexdigest()
