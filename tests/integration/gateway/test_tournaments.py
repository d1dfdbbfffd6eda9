"""Tournaments over REST: announced, changed, entered, run, and what their logs say."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.identity import PlayerKind
from tests.integration.gateway.example_session import Clock
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.rulesets.sealed import RULESET

NEW: dict[str, Any] = {
    "name": "Winter Cup",
    "ruleset": "sealed",
    "stages": [{"format": "swiss", "rounds": 3}],
    "time_control": {"kind": "per_decision", "seconds": 60},
}
BOTS: dict[str, Any] = {
    "name": "Bots",
    "ruleset": "sealed",
    "stages": [{"format": "swiss", "rounds": 2}],
    "entry": {"bots": "only", "registration": "invited"},
}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str, clock: Clock) -> Iterator[Hall]:
    """The platform, with a clock that stands unless it is moved."""
    path = tmp_path / "playhall.db"
    path.write_bytes(migrated.read_bytes())
    opened = open_hall(tmp_path, redis_client, redis_url, path, now_ms=clock)
    yield opened
    opened.hub.close()


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json["code"]


def faults(response: Any) -> list[tuple[str, str]]:
    return [(error["pointer"], error["detail"]) for error in response.json["errors"]]


def kinds(client: Client, tournament: str) -> list[str]:
    return [entry["what"]["kind"] for entry in client.read(f"/v1/tournaments/{tournament}/log")["entries"]]


# -- create ------------------------------------------------------------------------------------------------------------


def test_a_new_tournament_is_open_for_entry_and_commits_to_its_seed(ada: Client) -> None:
    response = ada.post("/v1/tournaments", NEW)
    made = response.json
    assert made is not None
    assert (response.status_code, response.headers["Location"]) == (201, f"/v1/tournaments/{made['id']}")
    told = {name: made[name] for name in ("owner_id", "name", "visibility", "status", "entrants", "revision", "seed")}
    assert told == {
        "owner_id": ada.id,
        "name": "Winter Cup",
        "visibility": "public",
        "status": "registration",
        "entrants": 0,
        "revision": 0,
        "seed": None,
    }
    settings = made["settings"]
    assert (settings["ruleset"], settings["stages"][0]["rounds"]) == ("sealed", 3)
    assert settings["options"] == {option.name: option.default for option in RULESET.describe().options}
    canonical = json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.sha256(canonical).hexdigest() == made["settings_sha256"]
    cancelled = ada.make(f"/v1/tournaments/{made['id']}:cancel", {"reason": "Snow"})
    assert (cancelled["status"], cancelled["status_reason"]) == ("cancelled", "Snow")
    assert hashlib.sha256(bytes.fromhex(cancelled["seed"])).hexdigest() == settings["seed_sha256"]


def test_a_tournament_says_where_its_page_is(hall: Hall, ada: Client) -> None:
    visitor = hall.app.test_client()
    for visibility in ("public", "unlisted"):
        made = ada.make("/v1/tournaments", NEW | {"visibility": visibility})
        assert made["page"] == f"/tournaments/{made['id']}"
        assert "Winter Cup" in visitor.get(made["page"]).text
    path = f"/v1/tournaments/{made['id']}"
    hidden: Any = ada.ask("PATCH", path, json={"visibility": "private"}).json
    assert hidden["page"] is None
    assert ada.read(path)["page"] is None


def test_a_retry_with_its_idempotency_key_makes_no_second_tournament(ada: Client) -> None:
    headers = {"Idempotency-Key": "cup-1"}
    first, again = (ada.post("/v1/tournaments", NEW, headers=headers) for _ in range(2))
    assert (again.status_code, again.json, again.headers["Idempotency-Replayed"]) == (201, first.json, "true")
    assert len(ada.read("/v1/tournaments")["tournaments"]) == 1


ADVANCE = "/body/stages/0/advance"


def test_what_cannot_be_played_is_refused_where_it_is_wrong(ada: Client) -> None:
    pods: dict[str, Any] = {"format": "pods", "rounds": 2, "seats": 4}
    knockout = {"format": "single_elimination"}
    arena = {"format": "arena", "duration_seconds": 600}
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"ruleset": "chess"}, "UNKNOWN_RULESET", "/body/ruleset"),
        ({"version": "0.0.1"}, "UNSUPPORTED_VERSION", "/body/version"),
        ({"options": {"cheat": True}}, "UNKNOWN_OPTION", "/body/options/cheat"),
        ({"name": " "}, "INVALID_FIELD", "/body/name"),
        ({"name": "a\u202eb"}, "INVALID_FIELD", "/body/name"),
        ({"stages": []}, "INVALID_FIELD", "/body/stages"),
        ({"stages": [{**NEW["stages"][0], "tie_breaks": ["luck"]}]}, "INVALID_FIELD", "/body/stages/0/swiss"),
        ({"stages": [{"format": "swiss", "rounds": 0}]}, "INVALID_FIELD", "/body/stages/0/swiss/rounds"),
        ({"stages": [{"format": "chess"}]}, "INVALID_FIELD", "/body/stages/0"),
        ({"stages": [pods, {**pods, "seats": 5}]}, "SEATS_OUT_OF_RANGE", "/body/stages/1"),
        ({"stages": [{**pods, "place_points": [3, 2, 1]}]}, "INVALID_FIELD", "/body/stages/0/pods"),
        ({"stages": [pods, knockout]}, "INVALID_FIELD", "/body/stages/0/advance"),
        ({"stages": [{**pods, "advance": 4}]}, "INVALID_FIELD", "/body/stages/0/advance"),
        ({"stages": [{"format": "arena"}]}, "INVALID_FIELD", "/body/stages/0/arena/duration_seconds"),
        ({"stages": [{**arena, "seats": 6}]}, "INVALID_FIELD", "/body/stages/0/arena/seats"),
        ({"stages": [{**arena, "seats": 5}]}, "SEATS_OUT_OF_RANGE", "/body/stages/0"),
        ({"time_control": {"kind": "none"}}, "INVALID_FIELD", "/body/time_control"),
        ({"on_time_out": {"kind": "bot", "bot": "deep"}}, "UNKNOWN_BOT", "/body/on_time_out/bot"),
        ({"entry": {"min_rating": 9, "max_rating": 8}}, "INVALID_FIELD", "/body/entry"),
        ({"stages": [knockout], "entry": {"late_until_round": 1}}, "INVALID_FIELD", "/body/entry/late_until_round"),
        ({"times": {"starts_at": "2026-01-01T11:00:00Z"}}, "INVALID_FIELD", "/body/times/starts_at"),
        ({"times": {"starts_at": 1767268800000}}, "INVALID_FIELD", "/body/times/starts_at"),
        ({"times": {"starts_at": "soon"}}, "INVALID_FIELD", "/body/times/starts_at"),
        ({"seed": "5e" * 32}, "INVALID_FIELD", "/body/seed"),
        ({"seed": "5e"}, "INVALID_FIELD", "/body/seed"),
        ({"unplayed_rules": 2025}, "INVALID_FIELD", "/body/unplayed_rules"),
        ({"stages": [pods], "entry": {"capacity": 2}}, "INVALID_FIELD", "/body/entry/capacity"),
        (
            {"stages": [{"format": "round_robin"}], "entry": {"capacity": 65}},
            "INVALID_FIELD",
            "/body/entry/capacity",
        ),
        ({"stages": [{**pods, "advance": 9}, knockout], "entry": {"capacity": 8}}, "INVALID_FIELD", ADVANCE),
        ({"stages": [pods], "entry": {"late_until_round": 3}}, "INVALID_FIELD", "/body/entry/late_until_round"),
        (
            {"stages": [{"format": "swiss", "rounds": 1, "points": {"win": 0}}]},
            "INVALID_FIELD",
            "/body/stages/0/points",
        ),
        ({"owner": "p_1"}, "INVALID_FIELD", "/body/owner"),
    ]
    for change, reason, pointer in cases:
        response = ada.post("/v1/tournaments", {**NEW, **change})
        assert response.json is not None
        assert (response.json["code"], [error["pointer"] for error in response.json["errors"]]) == (
            reason,
            [pointer],
        ), change
    assert ada.read("/v1/tournaments")["tournaments"] == []


def test_whole_numbers_with_a_fraction_of_zero_and_moments_of_any_offset_are_taken(ada: Client) -> None:
    stages = [{"format": "pods", "rounds": 2.0, "seats": 4.0, "place_points": [3.0, 2, 1, 0]}]
    times = {"starts_at": "2026-01-01T14:00:00.5+01:00", "round_seconds": 3600.0}
    made = ada.make("/v1/tournaments", {**NEW, "stages": stages, "times": times})
    assert made["settings"]["stages"][0]["place_points"] == [3, 2, 1, 0]
    assert made["starts_at"] == "2026-01-01T13:00:00.500Z"


# -- change ------------------------------------------------------------------------------------------------------------


def test_what_a_host_changes_before_the_start_is_an_entry_of_the_log(ada: Client, bob: Client) -> None:
    made = ada.make("/v1/tournaments", NEW)
    path = f"/v1/tournaments/{made['id']}"
    change = {
        "name": "Spring Cup",
        "visibility": "unlisted",
        "entry": {"capacity": 2, "min_rating": 1400, "registration": "listed"},
        "times": {"starts_at": "2026-01-02T12:00:00Z"},
        "reason": "The hall is smaller",
    }
    changed = ada.ask("PATCH", path, json=change).json
    assert changed is not None
    assert (changed["name"], changed["visibility"], changed["starts_at"]) == (
        "Spring Cup",
        "unlisted",
        "2026-01-02T12:00:00.000Z",
    )
    entry = changed["settings"]["entry"]
    assert (entry["capacity"], entry["min_rating"], entry["max_rating"], entry["registration"]) == (
        2,
        1400,
        None,
        "listed",
    )
    assert ada.ask("PATCH", path, json=change).json == changed  # again changes nothing
    (told,) = bob.read(f"{path}/log")["entries"]
    assert (told["by"], told["reason"], told["what"]["kind"], told["what"]["name"]) == (
        ada.id,
        "The hall is smaller",
        "changed",
        "Spring Cup",
    )
    assert bob.read("/v1/tournaments")["tournaments"] == []
    cleared = ada.ask("PATCH", path, json={"entry": {"min_rating": None}, "times": {"starts_at": None}}).json
    assert cleared is not None
    assert (cleared["starts_at"], cleared["settings"]["entry"]["min_rating"]) == (None, None)
    wrong = ada.ask("PATCH", path, json={"entry": {"min_rating": 9, "max_rating": 8}})
    assert (code(wrong), [pointer for pointer, _ in faults(wrong)]) == ((422, "INVALID_FIELD"), ["/body/entry"])
    past = ada.ask("PATCH", path, json={"times": {"starts_at": "2025-01-01T00:00:00Z"}})
    assert faults(past) == [("/body/times/starts_at", "lies in the past")]


def test_rules_do_not_change_once_it_has_started_but_its_name_does(hall: Hall, ada: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', BOTS)['id']}"
    ada.make(f"{path}/entrants:import", {"csv": "bot,name\ngreedy,A\nrandom,B\n"})
    ada.make(f"{path}:start")
    assert code(ada.ask("PATCH", path, json={"entry": {"capacity": 9}})) == (409, "NOT_POSSIBLE_NOW")
    assert ada.ask("PATCH", path, json={"name": "Old Bots"}).json["name"] == "Old Bots"  # type: ignore[index]


def test_a_change_is_made_only_if_the_tournament_is_still_what_its_etag_says(ada: Client, bob: Client) -> None:
    response = ada.post("/v1/tournaments", NEW)
    assert response.json is not None
    path, etag = f"/v1/tournaments/{response.json['id']}", response.headers["ETag"]
    bob.make(f"{path}/entrants")
    for method, where, body in (("PATCH", path, {"name": "Other"}), ("POST", f"{path}:cancel", None)):
        stale = ada.ask(method, where, json=body, headers={"If-Match": etag})
        assert code(stale) == (412, "PRECONDITION_FAILED")
    assert kinds(ada, response.json["id"]) == ["entered"]
    now = ada.get(path).headers["ETag"]
    renamed = ada.ask("PATCH", path, json={"name": "Other"}, headers={"If-Match": now})
    assert (renamed.status_code, renamed.json["name"]) == (200, "Other")  # type: ignore[index]
    again = ada.ask("PATCH", path, json={"name": "Other"}, headers={"If-Match": now})  # its answer was lost
    assert (again.status_code, again.data) == (200, renamed.data)


# -- run ---------------------------------------------------------------------------------------------------------------


def test_a_tournament_of_bots_is_run_from_its_announcement_to_its_end(hall: Hall, clock: Clock, ada: Client) -> None:
    made = ada.make("/v1/tournaments", {**BOTS, "seed": "5e" * 32})
    path = f"/v1/tournaments/{made['id']}"
    version = made["settings"]["ruleset_version"]
    listed = [{"bot": f"greedy@{version}", "name": f"Bot {number}"} for number in range(1, 5)]
    assert ada.make(f"{path}/entrants:import", {"entrants": listed})["entrants"] == 4
    started = ada.make(f"{path}:start", {"reason": "All are here"})
    assert (started["status"], started["seed"]) == ("running", None)
    assert ada.make(f"{path}:start")["revision"] == started["revision"]  # again changes nothing
    stream = ada.lines(f"{path}/events/ndjson?since=0")
    assert json.loads(next(stream))["type"] == "progress"
    hall.play_tournaments(lambda: setattr(clock, "now_ms", clock.now_ms + 1000))
    over = ada.read(path)
    assert (over["status"], over["round"], over["seed"]) == ("finished", 2, "5e" * 32)
    lines = [json.loads(line) for line in stream if line != b"\n"]
    assert (lines[-1]["type"], lines[-1]["status"], lines[-1]["revision"]) == ("end", "finished", over["revision"])
    assert kinds(ada, made["id"])[5:8] == ["started", "stage_started", "round_paired"]
    assert kinds(ada, made["id"])[-2:] == ["stage_ended", "finished"]
    sse = ada.get(f"{path}/events/sse", headers={"Last-Event-ID": f"{over['revision']}"})
    assert sse.data.startswith(b"retry: 2000\n\nid: %d\nevent: end\n" % over["revision"])
    assert code(ada.post(f"{path}:pause")) == (409, "NOT_POSSIBLE_NOW")


def test_players_who_come_in_any_way_beat_those_who_never_come(hall: Hall, clock: Clock, ada: Client) -> None:
    wish = {**NEW, "stages": [{"format": "swiss", "rounds": 1}], "time_control": {"kind": "per_decision", "seconds": 2}}
    made = ada.make("/v1/tournaments", wish)
    assert made["settings"]["presence"] == {
        "kind": "required",
        "time_outs": 3,
        "leaving": "forfeit",
        "withdrawing": "table_ends",
        "out_after": 2,
        "out_after_in_elimination": 1,
        "grace_seconds": 30,
    }
    path = f"/v1/tournaments/{made['id']}"
    people = {client.id: client for client in (hall.client(f"Player {number}") for number in range(8))}
    for client in people.values():
        client.make(f"{path}/entrants")
    before = {id: client.read("/v1/events")["next_since"] for id, client in people.items()}
    ada.make(f"{path}:start")
    hall.runner.advance()
    tables = ada.read(f"{path}/rounds/1")["tables"]
    assert len(tables) == 4
    entrants = ada.read(f"{path}/entrants")["entrants"]
    players = {entrant["id"]: people[entrant["player_id"]] for entrant in entrants}
    ways: tuple[Callable[[Client, str], object], ...] = (
        lambda client, match: client.read(f"/v1/matches/{match}/seats/0/view"),
        lambda client, match: next(client.lines(f"/v1/matches/{match}/seats/0/events/ndjson")),
        lambda client, _: client.read("/v1/events"),
        lambda client, _: next(client.lines(f"/v1/events/ndjson?since={before[client.id]}")),
    )
    for table, come in zip(tables, ways, strict=True):
        match = table["matches"][0]["match"]
        first, second = (players[each["id"]] for each in table["entrants"])
        come(first, match)
        for elsewhere in ("", "/view", "/events"):
            second.read(f"/v1/matches/{match}{elsewhere}")
    clock.now_ms += 31_000
    hall.runner.advance()
    for table in ada.read(f"{path}/rounds/1")["tables"]:
        told = {name: table["result"][name] for name in ("places", "points", "forfeits", "decided_by", "why")}
        assert told == {
            "places": [1, 2],
            "points": ["1", "0"],
            "forfeits": [table["entrants"][1]["id"]],
            "decided_by": "platform",
            "why": "Did not come within 30 seconds.",
        }


def test_a_host_says_who_must_be_there_or_that_nobody_must(ada: Client) -> None:
    nobody = ada.make("/v1/tournaments", {**NEW, "presence": {"kind": "none"}})
    assert nobody["settings"]["presence"]["kind"] == "none"
    wish = {**NEW, "presence": {"grace_seconds": 60}, "times": {"round_seconds": 30}}
    refused = ada.post("/v1/tournaments", wish)
    assert code(refused) == (422, "INVALID_FIELD")
    assert faults(refused) == [("/body/presence/grace_seconds", "is longer than a round takes: `round_seconds`")]


def test_a_host_pauses_and_resumes_with_reasons_that_everybody_reads(hall: Hall, ada: Client) -> None:
    tournament = ada.make("/v1/tournaments", BOTS)["id"]
    path = f"/v1/tournaments/{tournament}"
    ada.make(f"{path}/entrants:import", {"csv": "bot,name\ngreedy,A\nrandom,B\n"})
    assert code(ada.post(f"{path}:pause")) == (409, "NOT_POSSIBLE_NOW")
    ada.make(f"{path}:start")
    paused = ada.make(f"{path}:pause", {"reason": "A fire drill"})
    assert (paused["status"], paused["status_reason"]) == ("paused", "A fire drill")
    assert ada.make(f"{path}:pause", {"reason": "again"})["status_reason"] == "A fire drill"
    resumed = ada.make(f"{path}:resume")
    assert (resumed["status"], resumed["status_reason"]) == ("running", "")
    told = [(entry["what"]["kind"], entry["reason"]) for entry in hall.stranger().read(f"{path}/log")["entries"][2:]]
    assert told == [("started", ""), ("paused", "A fire drill"), ("resumed", "")]
    for wrong in ("a\nb", "a\u0000b", "\ud800", "x" * 256):
        refused = ada.ask(
            "POST",
            f"{path}:pause",
            data=json.dumps({"reason": wrong}),
            headers={"Content-Type": "application/json"},
        )
        assert refused.status_code in (400, 422), wrong
    assert ada.read(path)["status"] == "running"


# -- entrants ----------------------------------------------------------------------------------------------------------


def test_players_enter_check_in_withdraw_and_return_by_themselves(hall: Hall, ada: Client, bob: Client) -> None:
    entry = {"capacity": 2, "check_in_seconds": 3600, "byes": 1}
    times = {"starts_at": "2026-01-01T14:00:00Z"}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', {**NEW, 'entry': entry, 'times': times})['id']}"
    people = [bob, *(hall.client(name) for name in ("Cleo", "Dan"))]
    first = people[0].post(f"{path}/entrants")
    assert (first.status_code, first.headers["Location"]) == (201, f"{path}/entrants/e1")
    assert first.json == {
        "id": "e1",
        "name": "Bob",
        "player_id": bob.id,
        "bot": None,
        "bot_version": None,
        "is_bot": False,
        "by_name": False,
        "rating": 1500,
        "invited": False,
        "checked_in": False,
        "withdrawn": False,
        "waiting": None,
        "byes": [],
        "first_round": 1,
        "client_seed_sha256": None,
        "client_seed": None,
    }
    assert people[0].post(f"{path}/entrants").json == first.json  # twice is once
    assert [person.make(f"{path}/entrants")["waiting"] for person in people[1:]] == [None, 1]
    assert bob.make(f"{path}/entrants/me:request-bye", {"round": 2})["byes"] == [2]
    assert code(bob.post(f"{path}/entrants/me:request-bye", {"round": 3})) == (409, "NOT_POSSIBLE_NOW")
    assert code(bob.post(f"{path}/entrants/me:check-in")) == (409, "NOT_POSSIBLE_NOW")  # an hour too early
    assert ada.make(f"{path}/entrants/e1:check-in")["checked_in"]
    assert people[1].make(f"{path}/entrants/me:withdraw", {"reason": "Ill"})["withdrawn"]
    dan = people[2].read(f"{path}/entrants/me")
    assert (dan["id"], dan["waiting"]) == ("e3", None)  # moved up
    back = people[1].make(f"{path}/entrants/e2:return")
    assert (back["withdrawn"], back["waiting"]) == (False, None)
    assert hall.stranger().read(f"{path}/entrants/e3")["waiting"] == 1
    assert code(ada.get(f"{path}/entrants/me")) == (404, "NOT_FOUND")
    assert code(ada.get(f"{path}/entrants/e9")) == (404, "NOT_FOUND")
    page = bob.read(f"{path}/entrants?page_size=2")
    rest = bob.read(f"{path}/entrants?page_size=2&page_token={page['next_page_token']}")
    assert [[each["id"] for each in part["entrants"]] for part in (page, rest)] == [["e1", "e2"], ["e3"]]
    assert rest["next_page_token"] is None


def test_owners_enter_their_bots_and_act_for_them(hall: Hall, ada: Client, bob: Client) -> None:
    bot = bob.make("/v1/players/me/bots", {"name": "Robo"})["id"]
    people_only = f"/v1/tournaments/{ada.make('/v1/tournaments', NEW)['id']}"
    assert code(bob.post(f"{people_only}/entrants", {"player": bot})) == (403, "NOT_ADMITTED")
    both = {**NEW, "visibility": "private", "entry": {"bots": "allowed", "registration": "listed"}}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', both)['id']}"
    assert code(bob.post(f"{path}/entrants", {"player": bot})) == (404, "NOT_FOUND")
    ada.ask("PUT", f"{path}/guests/{bob.id}")
    entered = bob.make(f"{path}/entrants", {"player": bot})
    assert (entered["name"], entered["is_bot"], entered["player_id"], entered["bot"]) == ("Robo", True, bot, None)
    assert ada.ask("DELETE", f"{path}/guests/{bob.id}").status_code == 204
    assert bob.make(f"{path}/entrants/{entered['id']}:withdraw")["withdrawn"]  # it still sees what its bot is in
    assert code(bob.post(f"{path}/entrants", {"player": hall.client("Eve").id})) == (403, "NOT_A_HOST")


def test_whom_a_host_has_withdrawn_a_host_puts_back(ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', NEW)['id']}"
    bob.make(f"{path}/entrants")
    assert ada.make(f"{path}/entrants/e1:withdraw", {"reason": "Banned"})["withdrawn"]
    assert code(bob.post(f"{path}/entrants/me:return")) == (409, "NOT_POSSIBLE_NOW")
    assert bob.make(f"{path}/entrants")["withdrawn"]
    assert not ada.make(f"{path}/entrants/e1:return")["withdrawn"]


def test_a_player_agrees_to_an_invitation_or_declines_it(hall: Hall, ada: Client, bob: Client) -> None:
    closed = {**NEW, "visibility": "private", "entry": {"registration": "invited"}}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', closed)['id']}"
    eve = hall.client("Eve")
    assert code(bob.post(f"{path}/entrants")) == (404, "NOT_FOUND")
    assert ada.make(f"{path}/entrants", {"player": bob.id})["invited"]
    assert ada.make(f"{path}/entrants:import", {"csv": f"player\n{bob.id}\n{eve.id}\n"})["entrants"] == 0
    assert bob.read(f"{path}/entrants/me")["invited"]
    agreed = bob.post(f"{path}/entrants")
    assert (agreed.status_code, agreed.headers["Location"]) == (201, f"{path}/entrants/e1")
    assert agreed.json is not None
    assert not agreed.json["invited"]
    declined = eve.make(f"{path}/entrants/me:withdraw")
    assert (declined["invited"], declined["withdrawn"]) == (True, True)
    assert code(ada.post(f"{path}/entrants/e2:return")) == (409, "NOT_POSSIBLE_NOW")
    assert ada.read(path)["entrants"] == 1
    assert [entry["what"]["kind"] for entry in ada.read(f"{path}/log")["entries"]] == [
        "invited",
        "invited",
        "accepted",
        "withdrawn",
    ]


def test_a_host_enters_players_and_bots_of_the_house(hall: Hall, ada: Client, bob: Client) -> None:
    made = ada.make("/v1/tournaments", {**NEW, "entry": {"bots": "allowed"}})
    path, version = f"/v1/tournaments/{made['id']}", made["settings"]["ruleset_version"]
    invited = ada.make(f"{path}/entrants", {"player": bob.id})
    assert (invited["name"], invited["invited"]) == ("Bob", True)
    assert ada.make(f"{path}/entrants", {"player": "me"})["player_id"] == ada.id
    house = ada.make(f"{path}/entrants", {"bot": "greedy", "name": " Greta "})
    told = (house["name"], house["bot"], house["bot_version"], house["is_bot"], house["rating"])
    assert told == ("Greta", "greedy", version, True, None)
    assert ada.make(f"{path}/entrants", {"bot": f"greedy@{version}", "name": "Greta"}) == house
    retired = bob.make("/v1/players/me/bots", {"name": "Robo"})["id"]
    bob.post(f"/v1/players/{retired}:retire")
    blocker = hall.client("Blocker")
    blocker.ask("PUT", f"/v1/players/me/blocks/{ada.id}")
    cases: list[tuple[dict[str, Any], str, list[str]]] = [
        ({"player": "p_nobody"}, "NOT_FOUND", ["/body/player"]),
        ({"player": "bot_sealed_greedy"}, "NOT_FOUND", ["/body/player"]),
        ({"player": retired}, "BOT_RETIRED", ["/body/player"]),
        ({"player": blocker.id}, "NOT_ADMITTED", ["/body/player"]),
        ({"bot": "deep", "name": "D"}, "UNKNOWN_BOT", ["/body/bot"]),
        ({"bot": "greedy@0.1", "name": "G"}, "UNSUPPORTED_VERSION", ["/body/bot"]),
        ({"bot": "greedy"}, "INVALID_FIELD", ["/body/name"]),
        ({"bot": "random", "name": "Greta"}, "INVALID_FIELD", ["/body/name"]),
        ({"bot": "greedy", "name": "\t"}, "INVALID_FIELD", ["/body/name"]),
        ({"bot": "greedy", "name": "G", "player": bob.id}, "INVALID_FIELD", ["/body"]),
        ({"player": bob.id, "name": "G"}, "INVALID_FIELD", ["/body/name"]),
        ({"name": "Support"}, "INVALID_FIELD", ["/body/name"]),
        ({"name": "G", "client_seed": "0" * 64}, "INVALID_FIELD", ["/body/client_seed"]),
    ]
    for body, reason, pointers in cases:
        refused = ada.post(f"{path}/entrants", body)
        assert refused.json is not None
        assert (refused.json["code"], [pointer for pointer, _ in faults(refused)]) == (reason, pointers), body
    hall.players.house_bot("sealed", "greedy")
    refused = ada.post(f"{path}/entrants", {"player": "bot_sealed_greedy"})
    assert (code(refused), faults(refused)[0][0]) == ((422, "INVALID_FIELD"), "/body/player")
    assert ada.read(path)["entrants"] == 2


def test_an_import_enters_all_or_nobody_and_points_at_what_is_wrong(ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', {**NEW, 'entry': {'bots': 'allowed'}})['id']}/entrants:import"
    wrong = [{"player": bob.id}, {"player": "p_x"}, {"bot": "greedy", "name": "A"}, {"player": "p_y"}]
    refused = ada.post(path, {"entrants": wrong})
    assert code(refused) == (404, "NOT_FOUND")
    assert [pointer for pointer, _ in faults(refused)] == ["/body/entrants/1/player", "/body/entrants/3/player"]
    header = "player,bot,name"
    cases: list[tuple[Any, str, str]] = [
        ({"csv": f"{header}\n{bob.id},,\n,deep,D\n"}, "UNKNOWN_BOT", "/body/csv/3/bot"),
        ({"csv": f"{header}\n{bob.id},,\n{bob.id},,\n"}, "INVALID_FIELD", "/body/csv/3"),
        ({"csv": f"{header}\n,greedy,A\n,random,A\n"}, "INVALID_FIELD", "/body/csv/3"),
        ({"csv": f"{header}\n{bob.id}\n"}, "INVALID_FIELD", "/body/csv/2"),
        ({"csv": f"{header}\n{bob.id},,,\n"}, "INVALID_FIELD", "/body/csv/2"),
        ({"csv": "player,elo\n"}, "INVALID_FIELD", "/body/csv/1"),
        ({"csv": "player,player\n"}, "INVALID_FIELD", "/body/csv/1"),
        ({"csv": f'{header}\n"{bob.id},,\n'}, "INVALID_FIELD", "/body/csv/2"),
        ({"csv": "\n"}, "INVALID_FIELD", "/body/csv/1"),
        ({"entrants": []}, "INVALID_FIELD", "/body/entrants"),
        ({"entrants": [{}]}, "INVALID_FIELD", "/body/entrants/0"),
        ({}, "INVALID_FIELD", "/body"),
        ({"csv": header, "entrants": [{"player": bob.id}]}, "INVALID_FIELD", "/body"),
    ]
    for body, reason, pointer in cases:
        response = ada.post(path, body)
        assert response.json is not None
        assert (response.json["code"], [where for where, _ in faults(response)]) == (reason, [pointer]), body
    there = path.removesuffix(":import")
    assert ada.read(there)["entrants"] == []
    text = f'name,bot,player\r\n,,{bob.id}\r\n"Greta, the first",greedy,\r\n'
    assert ada.make(path, {"csv": text})["revision"] == 2
    assert ada.make(path, {"csv": text})["revision"] == 2  # again changes nothing
    assert [each["name"] for each in ada.read(there)["entrants"]] == ["Bob", "Greta, the first"]


# -- hosts and guests --------------------------------------------------------------------------------------------------


def test_guests_enter_by_themselves_what_is_closed_to_others_and_see_what_is_private(
    hall: Hall, ada: Client, bob: Client
) -> None:
    wanted = {**NEW, "visibility": "private", "entry": {"registration": "listed"}}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', wanted)['id']}"
    assert code(bob.get(path)) == (404, "NOT_FOUND")
    first = ada.ask("PUT", f"{path}/guests/{bob.id}")
    assert first.json == {"player_id": bob.id, "name": "Bob", "added_at": "2026-01-01T12:00:00.000Z"}
    assert ada.ask("PUT", f"{path}/guests/{bob.id}").json == first.json
    assert code(ada.ask("PUT", f"{path}/guests/p_nobody")) == (404, "NOT_FOUND")
    assert bob.read(path)["visibility"] == "private"
    assert bob.read(f"{path}/guests/me") == first.json
    assert code(bob.get(f"{path}/guests")) == (403, "NOT_A_HOST")
    assert code(bob.get(f"{path}/guests/{ada.id}")) == (403, "NOT_A_HOST")
    assert bob.make(f"{path}/entrants")["name"] == "Bob"
    assert ada.ask("DELETE", f"{path}/guests/{bob.id}").status_code == 204
    assert ada.ask("DELETE", f"{path}/guests/{bob.id}").status_code == 204
    assert bob.read(path)["entrants"] == 1  # who has entered takes part
    guests = sorted(hall.client(name).id for name in ("Cleo", "Dan", "Eve"))
    for guest in guests:
        ada.ask("PUT", f"{path}/guests/{guest}")
    page = ada.read(f"{path}/guests?page_size=2")
    rest = ada.read(f"{path}/guests?page_size=2&page_token={page['next_page_token']}")
    assert [guest["player_id"] for part in (page, rest) for guest in part["guests"]] == guests
    public = f"/v1/tournaments/{ada.make('/v1/tournaments', {**NEW, 'entry': {'registration': 'listed'}})['id']}"
    assert code(bob.post(f"{public}/entrants")) == (403, "NOT_ADMITTED")
    assert code(bob.get(f"{public}/guests/me")) == (404, "NOT_FOUND")


def test_an_owner_names_hosts_and_arbiters(hall: Hall, ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', NEW)['id']}"
    named = ada.ask("PUT", f"{path}/hosts/{bob.id}", json={"role": "arbiter"})
    assert named.json == {"player_id": bob.id, "name": "Bob", "role": "arbiter"}
    assert code(bob.post(f"{path}:cancel")) == (403, "NOT_A_HOST")
    ada.ask("PUT", f"{path}/hosts/{bob.id}", json={"role": "host"})
    assert hall.stranger().read(f"{path}/hosts")["hosts"] == [
        {"player_id": ada.id, "name": "Ada", "role": "owner"},
        {"player_id": bob.id, "name": "Bob", "role": "host"},
    ]
    assert code(bob.ask("PUT", f"{path}/hosts/{bob.id}", json={"role": "host"})) == (403, "NOT_A_HOST")
    assert faults(ada.ask("PUT", f"{path}/hosts/{ada.id}", json={"role": "arbiter"}))[0][0] == "/path/player"
    assert faults(ada.ask("PUT", f"{path}/hosts/p_nobody", json={"role": "host"}))[0][0] == "/path/player"
    assert bob.make(f"{path}:cancel")["status"] == "cancelled"
    assert ada.ask("DELETE", f"{path}/hosts/{bob.id}").status_code == 204
    assert len(ada.read(f"{path}/hosts")["hosts"]) == 1


# -- the log -----------------------------------------------------------------------------------------------------------


def test_what_a_host_takes_back_stays_in_the_log_with_the_reason(hall: Hall, ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', NEW)['id']}"
    bob.make(f"{path}/entrants")
    ada.make(f"{path}/entrants/e1:withdraw", {"reason": "Seen in the bar"})
    undone = ada.make(f"{path}/log/2:undo", {"reason": "It was his brother"})
    assert (undone["entrants"], undone["revision"]) == (1, 3)
    assert ada.make(f"{path}/log/2:undo", {"reason": "again"})["revision"] == 3
    entries = hall.stranger().read(f"{path}/log")["entries"]
    assert [(each["number"], each["what"]["kind"], each["reason"], each["undone"]) for each in entries] == [
        (1, "entered", "", False),
        (2, "withdrawn", "Seen in the bar", True),
        (3, "undone", "It was his brother", False),
    ]
    page = bob.read(f"{path}/log?page_size=2")
    rest = bob.read(f"{path}/log?page_size=2&page_token={page['next_page_token']}")
    assert [each["number"] for part in (page, rest) for each in part["entries"]] == [1, 2, 3]
    assert code(ada.post(f"{path}/log/1:undo", {"reason": "no"})) == (409, "NOT_POSSIBLE_NOW")
    assert code(ada.post(f"{path}/log/9:undo", {"reason": "no"})) == (404, "NOT_FOUND")
    assert code(ada.post(f"{path}/log/2:undo", {"reason": ""})) == (422, "INVALID_FIELD")


def test_an_arbiter_does_not_take_back_the_start(hall: Hall, ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', BOTS)['id']}"
    ada.ask("PUT", f"{path}/hosts/{bob.id}", json={"role": "arbiter"})
    ada.make(f"{path}/entrants:import", {"csv": "bot,name\ngreedy,A\nrandom,B\n"})
    ada.make(f"{path}:start")
    assert code(bob.post(f"{path}/log/3:undo", {"reason": "too early"})) == (403, "NOT_A_HOST")
    assert ada.make(f"{path}/log/3:undo", {"reason": "too early"})["status"] == "registration"


def test_a_capacity_that_cannot_be_played_is_refused_when_it_is_changed(ada: Client) -> None:
    stage = {"format": "pods", "rounds": 2, "seats": 4, "remainder": "byes"}
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', {**BOTS, 'stages': [stage]})['id']}"
    assert faults(ada.ask("PATCH", path, json={"entry": {"capacity": 3}})) == [
        ("/body/entry/capacity", "must be at least 4: fewer fill no table of every stage")
    ]


# -- quota -------------------------------------------------------------------------------------------------------------


def test_the_open_tournaments_of_a_player_are_bounded(hall: Hall, clock: Clock) -> None:
    settings = hall.settings
    bounded = open_hall(
        settings.platform.data_dir,
        hall.redis,
        settings.redis.redis_url,
        hall.database_path,
        now_ms=clock,
        open_tournaments_per_player="1",
    )
    ann = bounded.client("Ann")
    first = ann.make("/v1/tournaments", NEW)["id"]
    refused = ann.post("/v1/tournaments", NEW)
    assert code(refused) == (429, "QUOTA_EXCEEDED")
    assert refused.json is not None
    assert [refused.json[name] for name in ("quota", "limit", "used")] == ["open_tournaments", "1", "1"]
    quotas = {each.pop("quota"): each for each in ann.read("/v1/players/me/quotas")["quotas"]}
    assert quotas["open_tournaments"] == {"limit": 1, "used": 1}
    ann.make(f"/v1/tournaments/{first}:cancel")
    ann.make("/v1/tournaments", NEW)
    bounded.hub.close()


def test_a_program_enters_itself_where_bots_may(hall: Hall, ada: Client) -> None:
    robot = hall.client("Robot", kind=PlayerKind.BOT)
    open_to_both = ada.make("/v1/tournaments", {**NEW, "entry": {"bots": "allowed"}})["id"]
    assert robot.make(f"/v1/tournaments/{open_to_both}/entrants")["is_bot"]
    for_people = ada.make("/v1/tournaments", NEW)["id"]
    assert code(robot.post(f"/v1/tournaments/{for_people}/entrants")) == (403, "NOT_ADMITTED")
