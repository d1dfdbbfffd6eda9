"""Series over REST: created, changed, listed, and what they have shown."""

import hashlib
import json
from typing import Any

from services.engine.registry import ruleset
from services.identity import PlayerKind
from services.series.designs import Schedule
from services.series.document import SeriesDocument
from services.series.folder import read_result, result_line
from services.series.playing import Player
from services.series.promise_checks import read_series
from services.series.statistics import summarise
from tests.integration.gateway.harness import Client, Hall
from tests.marks import each_row

SEED = "5e" * 32
DUEL: dict[str, Any] = {
    "ruleset": "factionwars",
    "entrants": ["greedy", "random"],
    "stop": {"rule": "fixed", "matches": 4},
    "seed": SEED,
}


def played_locally(shown: dict[str, Any], seed: str = SEED) -> list[bytes]:
    """The lines of ``results.ndjson`` as `playhall series` writes them."""
    document = SeriesDocument.read(json.dumps(shown["document"]))
    extensions = read_series(json.dumps(shown).encode()).to_keep()[3] if shown["extensions"] else ()
    player = Player(ruleset(document.ruleset), document, bytes.fromhex(seed), extensions=extensions)
    schedule = Schedule(document)
    return [result_line(player.play(schedule.table(number))) for number in range(shown["matches"])]


def json_of(response: Any) -> Any:
    return response.json


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json["code"]


# -- create ------------------------------------------------------------------------------------------------------------


def test_a_new_series_tells_what_it_will_play_and_waits_for_workers(ada: Client) -> None:
    response = ada.post("/v1/series", {**DUEL, "name": "First", "priority": 7, "budget_seconds": 60})
    assert response.status_code == 201
    made = json_of(response)
    assert response.headers["Location"] == f"/v1/series/{made['id']}"
    document = made.pop("document")
    assert document["entrants"] == [
        {"bot": "greedy", "version": document["ruleset_version"]},
        {"bot": "random", "version": document["ruleset_version"]},
    ]
    assert (document["ruleset"], document["seats"], document["design"]) == ("factionwars", [2], "duplicate")
    assert document["stop"] == {"rule": "fixed", "matches": 4}
    assert document["series_seed_sha256"] == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert document["options"].keys() == {option.name for option in ruleset("factionwars").describe().options}
    told = {name: made[name] for name in ("owner_id", "name", "status", "status_reason", "priority", "budget_seconds")}
    assert told == {
        "owner_id": ada.id,
        "name": "First",
        "status": "queued",
        "status_reason": "",
        "priority": 7,
        "budget_seconds": 60,
    }
    assert [made[name] for name in ("matches", "played", "settled", "failed", "worker_seconds")] == [4, 0, 0, 0, 0.0]
    assert [made[name] for name in ("seed", "seconds_left", "started_at", "ended_at")] == [None] * 4
    assert ada.read(f"/v1/series/{made['id']}") == {**made, "document": document}


def test_what_is_left_out_is_a_duplicate_of_a_thousand_matches_at_the_smallest_table(ada: Client) -> None:
    made = ada.make("/v1/series", {"ruleset": "factionwars", "entrants": ["greedy", "greedy", "random"]})
    assert (made["document"]["design"], made["document"]["seats"]) == ("duplicate", [2])
    assert made["document"]["stop"] == {"rule": "fixed", "matches": 1000}
    assert (made["matches"], made["priority"], made["name"], made["budget_seconds"]) == (1000, 5, "", None)


def test_the_number_of_matches_is_rounded_up_to_whole_deals(ada: Client) -> None:
    new = {**DUEL, "seats": [4, 2, 4], "stop": {"rule": "fixed", "matches": 5}}
    made = ada.make("/v1/series", new)
    assert made["document"]["seats"] == [2, 4]
    document = SeriesDocument.read(json.dumps(made["document"]))
    assert made["matches"] == document.max_matches == Schedule(document).whole_clusters(5)


def test_a_sequential_test_has_its_bounds_in_the_document(ada: Client) -> None:
    made = ada.make("/v1/series", {**DUEL, "stop": {"rule": "sprt", "elo0": "0", "elo1": "12.5"}})
    assert made["document"]["stop"] == {
        "rule": "sprt",
        "entrants": [0, 1],
        "elo0": "0",
        "elo1": "12.5",
        "alpha": "0.05",
        "beta": "0.05",
        "max_matches": 100_000,
    }


def test_a_retry_with_its_idempotency_key_makes_no_second_series(ada: Client) -> None:
    headers = {"Idempotency-Key": "series-1"}
    first = ada.post("/v1/series", {**DUEL, "seed": None}, headers=headers)
    again = ada.post("/v1/series", {**DUEL, "seed": None}, headers=headers)
    assert (again.status_code, json_of(again), again.headers["Idempotency-Replayed"]) == (201, json_of(first), "true")
    assert [series["id"] for series in ada.read("/v1/series")["series"]] == [json_of(first)["id"]]
    assert code(ada.post("/v1/series", DUEL, headers=headers)) == (422, "IDEMPOTENCY_KEY_REUSED")


@each_row(
    ("change", "reason", "pointer"),
    [
        ({"ruleset": "chess"}, "UNKNOWN_RULESET", "/body/ruleset"),
        ({"version": "0.0.1"}, "UNSUPPORTED_VERSION", "/body/version"),
        ({"entrants": ["greedy", "deep-blue"]}, "UNKNOWN_BOT", "/body/entrants/1"),
        ({"entrants": ["greedy@0.0.1", "random"]}, "UNSUPPORTED_VERSION", "/body/entrants/0"),
        ({"entrants": []}, "INVALID_FIELD", "/body/entrants"),
        ({"options": {"cheat": True}}, "UNKNOWN_OPTION", "/body/options/cheat"),
        ({"seats": [99]}, "INVALID_FIELD", "/body/seats/0"),
        ({"seats": [2, 64]}, "SEATS_OUT_OF_RANGE", "/body/seats/1"),
        ({"design": "swiss"}, "INVALID_FIELD", "/body/design"),
        ({"design": "paired"}, "INVALID_FIELD", "/body"),
        ({"stop": {"rule": "fixed", "matches": 0}}, "INVALID_FIELD", "/body/stop/fixed/matches"),
        ({"stop": {"rule": "sprt", "elo0": "5", "elo1": "5"}}, "INVALID_FIELD", "/body/stop"),
        ({"stop": {"rule": "sprt", "elo0": 0, "elo1": "5"}}, "INVALID_FIELD", "/body/stop/sprt/elo0"),
        ({"seed": "5e"}, "INVALID_FIELD", "/body/seed"),
        ({"priority": 10}, "INVALID_FIELD", "/body/priority"),
        ({"name": "a\u0000b"}, "INVALID_FIELD", "/body/name"),
        ({"matches": 10}, "INVALID_FIELD", "/body/matches"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_is_wrong(
    ada: Client, change: dict[str, Any], reason: str, pointer: str
) -> None:
    response = ada.post("/v1/series", {**DUEL, **change})
    assert json_of(response)["code"] == reason
    assert [error["pointer"] for error in json_of(response)["errors"]] == [pointer]
    assert ada.read("/v1/series")["series"] == []


# -- while it is played, and afterwards --------------------------------------------------------------------------------


def test_a_bot_enters_itself_and_an_admin_enters_any_but_nobody_elses(
    hall: Hall, ada: Client, bob: Client, admin: Client
) -> None:
    bot = hall.players.create("Bot", PlayerKind.BOT)
    wanted = {**DUEL, "entrants": [f"player:{bot.id}", "greedy"], "concurrency": 3}
    del wanted["seed"]
    for stranger in (ada, bob):
        refused = stranger.post("/v1/series", wanted)
        assert code(refused) == (404, "NOT_FOUND")
        assert json_of(refused)["errors"] == [{"pointer": "/body/entrants/0", "detail": "is no bot of yours"}]
    nobody = ada.post("/v1/series", {**wanted, "entrants": ["player:p_nobody", "greedy"]})
    assert (nobody.status_code, json_of(nobody)["errors"]) == (refused.status_code, json_of(refused)["errors"])
    document = json_of(admin.post("/v1/series", wanted))["document"]
    assert document["entrants"][0] == {"bot": f"player:{bot.id}", "version": "unknown"}
    assert document["live"]["concurrency"] == 3
    own = hall.players.create_bot(ada.id, "Own")
    hall.players.state_version(own.id, "2.1")
    owned = json_of(ada.post("/v1/series", {**wanted, "entrants": [f"player:{own.id}", "greedy"]}))["document"]
    assert owned["entrants"][0] == {"bot": f"player:{own.id}", "version": "2.1"}
    person = admin.post("/v1/series", {**wanted, "entrants": [f"player:{ada.id}", "greedy"]})
    assert code(person) == (409, "NOT_A_BOT")


def test_a_finished_series_is_the_one_that_is_played_without_a_platform(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/series", DUEL)
    hall.play_series()
    ended = ada.read(f"/v1/series/{made['id']}")
    assert (ended["status"], ended["played"], ended["settled"], ended["seed"]) == ("finished", 4, 4, SEED)
    assert ended["document"] == made["document"]
    lines = played_locally(ended)
    assert ada.get(f"/v1/series/{made['id']}/results/ndjson").data == b"".join(lines)
    document = SeriesDocument.read(json.dumps(ended["document"]))
    summary = ada.get(f"/v1/series/{made['id']}/summary")
    assert summary.data == summarise(document, map(read_result, lines)).to_json()


def test_a_random_seed_is_shown_at_the_end_and_is_the_one_that_was_promised(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/series", {**DUEL, "seed": None})
    hall.play_series()
    seed = ada.read(f"/v1/series/{made['id']}")["seed"]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == made["document"]["series_seed_sha256"]


def test_before_the_first_match_the_summary_is_empty(ada: Client) -> None:
    made = ada.make("/v1/series", DUEL)
    summary = ada.read(f"/v1/series/{made['id']}/summary")
    assert (summary["matches"], summary["deals"], [entrant["bot"] for entrant in summary["entrants"]]) == (
        0,
        0,
        ["greedy", "random"],
    )


def test_while_it_is_played_it_tells_how_far_it_is(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/series", {**DUEL, "stop": {"rule": "fixed", "matches": 40}})
    hall.play_series(chunks=1)
    running = ada.read(f"/v1/series/{made['id']}")
    assert (running["status"], running["seed"]) == ("running", None)
    assert 0 < running["played"] < 40
    assert running["worker_seconds"] == 1.0
    assert running["revision"] > made["revision"]
    assert running["started_at"] is not None


# -- change ------------------------------------------------------------------------------------------------------------


def test_a_paused_series_is_not_played_until_it_runs_again(hall: Hall, ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"
    for _ in range(2):
        assert json_of(ada.ask("PATCH", path, json={"status": "paused"}))["status"] == "paused"
    hall.play_series()
    assert ada.read(path)["played"] == 0
    assert ada.ask("PATCH", path, json={"status": "running"}).status_code == 200
    hall.play_series()
    assert ada.read(path)["status"] == "finished"


def test_a_cancelled_series_keeps_what_was_played_and_shows_its_seed(hall: Hall, ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', {**DUEL, 'stop': {'rule': 'fixed', 'matches': 400}})['id']}"
    hall.play_series(chunks=1)
    for _ in range(2):
        cancelled = json_of(ada.ask("PATCH", path, json={"status": "cancelled"}))
        assert (cancelled["status"], cancelled["seed"]) == ("cancelled", SEED)
    assert cancelled["played"] > 0
    results = ada.get(f"{path}/results/ndjson").data
    assert results == b"".join(played_locally({**cancelled, "matches": cancelled["settled"]}))
    assert code(ada.ask("PATCH", path, json={"status": "running"})) == (409, "SERIES_ENDED")


def test_a_finished_series_is_extended_and_goes_on(hall: Hall, ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"
    hall.play_series()
    extended = json_of(ada.ask("PATCH", path, json={"matches": 7}))
    assert (extended["status"], extended["matches"], extended["seed"]) == ("running", 8, DUEL["seed"])
    assert [each["seed"] for each in extended["extensions"]] == [None]
    hall.play_series()
    ended = ada.read(path)
    assert (ended["status"], ended["settled"]) == ("finished", 8)
    assert ada.get(f"{path}/results/ndjson").data == b"".join(played_locally(ended))


def test_fewer_matches_than_were_wanted_are_refused(ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"
    before = ada.get(path)
    refused = ada.ask("PATCH", path, json={"matches": 2})
    assert code(refused) == (422, "INVALID_FIELD")
    assert [error["pointer"] for error in json_of(refused)["errors"]] == ["/body/matches"]
    assert ada.get(path).data == before.data


def test_name_priority_and_budget_can_be_changed_and_what_is_left_out_stays(ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', {**DUEL, 'budget_seconds': 60})['id']}"
    changed = json_of(ada.ask("PATCH", path, json={"name": "Better", "priority": 9}))
    assert (changed["name"], changed["priority"], changed["budget_seconds"]) == ("Better", 9, 60)
    changed = json_of(ada.ask("PATCH", path, json={"budget_seconds": None}))
    assert (changed["name"], changed["priority"], changed["budget_seconds"]) == ("Better", 9, None)
    assert json_of(ada.ask("PATCH", path, json={})) == changed


def test_a_change_with_if_match_is_made_only_to_what_the_client_has_seen(ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"
    tag = ada.get(path).headers["ETag"]
    renamed = ada.ask("PATCH", path, json={"name": "One"}, headers={"If-Match": tag})
    assert (renamed.status_code, json_of(renamed)["name"]) == (200, "One")
    late = ada.ask("PATCH", path, json={"name": "Two"}, headers={"If-Match": tag})
    assert code(late) == (412, "PRECONDITION_FAILED")
    assert ada.read(path)["name"] == "One"
    lost_answer = ada.ask("PATCH", path, json={"name": "One"}, headers={"If-Match": tag})
    assert (lost_answer.status_code, json_of(lost_answer)["name"]) == (200, "One")
    assert json_of(ada.ask("PATCH", path, json={"name": "Two"}, headers={"If-Match": "*"}))["name"] == "Two"


def test_a_series_that_has_not_changed_is_not_sent_again(ada: Client) -> None:
    path = f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"
    tag = ada.get(path).headers["ETag"]
    assert ada.get(path, headers={"If-None-Match": tag}).status_code == 304
    ada.ask("PATCH", path, json={"name": "Other"})
    assert ada.get(path, headers={"If-None-Match": tag}).status_code == 200


# -- list --------------------------------------------------------------------------------------------------------------


def test_series_are_listed_newest_first_by_status_and_in_pages(ada: Client) -> None:
    made = [ada.make("/v1/series", {**DUEL, "name": str(number)})["id"] for number in range(5)]
    ada.ask("PATCH", f"/v1/series/{made[2]}", json={"status": "cancelled"})
    assert [series["name"] for series in ada.read("/v1/series")["series"]] == ["4", "3", "2", "1", "0"]
    assert [series["name"] for series in ada.read("/v1/series?status=cancelled")["series"]] == ["2"]
    first = ada.read("/v1/series?status=queued&page_size=2")
    rest = ada.read(f"/v1/series?status=queued&page_size=2&page_token={first['next_page_token']}")
    assert [[series["name"] for series in page["series"]] for page in (first, rest)] == [["4", "3"], ["1", "0"]]
    assert rest["next_page_token"] is None
    assert code(ada.get("/v1/series?page_token=AAAA")) == (422, "INVALID_FIELD")


def test_admins_see_the_series_of_all_and_choose_an_owner(ada: Client, bob: Client, admin: Client) -> None:
    of_ada, of_bob = (client.make("/v1/series", DUEL)["id"] for client in (ada, bob))
    assert [series["id"] for series in admin.read("/v1/series")["series"]] == [of_bob, of_ada]
    assert [series["id"] for series in admin.read(f"/v1/series?owner={ada.id}")["series"]] == [of_ada]
    assert [series["id"] for series in ada.read("/v1/series?owner=me")["series"]] == [of_ada]
    assert ada.read(f"/v1/series?owner={bob.id}")["series"] == []
    assert json_of(admin.ask("PATCH", f"/v1/series/{of_ada}", json={"status": "paused"}))["status"] == "paused"


# -- compare -----------------------------------------------------------------------------------------------------------


def test_two_series_are_compared_by_the_bots_of_both(hall: Hall, ada: Client) -> None:
    first = ada.make("/v1/series", DUEL)
    second = ada.make("/v1/series", {**DUEL, "seed": "6e" * 32, "stop": {"rule": "fixed", "matches": 6}})
    hall.play_series()
    compared = ada.read(f"/v1/series/{first['id']}/comparison?with={second['id']}")
    assert compared["series_sha256"] == [first["document_sha256"], second["document_sha256"]]
    assert compared["same_conditions"]
    assert [entrant["bot"] for entrant in compared["entrants"]] == ["greedy", "random"]


def test_series_of_two_rulesets_are_not_compared(hall: Hall, ada: Client) -> None:
    first, second = (ada.make("/v1/series", {**DUEL, "ruleset": id})["id"] for id in ("factionwars", "commanders"))
    hall.play_series()
    refused = ada.get(f"/v1/series/{first}/comparison?with={second}")
    assert code(refused) == (422, "INVALID_FIELD")
    assert json_of(refused)["errors"] == [
        {"pointer": "/query/with", "detail": "a series of factionwars is not compared with one of commanders"}
    ]


# -- quota -------------------------------------------------------------------------------------------------------------


def test_quotas_tell_how_many_series_are_unfinished(hall: Hall, ada: Client) -> None:
    ada.make("/v1/series", DUEL)
    quotas = {quota["quota"]: quota for quota in ada.read("/v1/players/me/quotas")["quotas"]}
    assert quotas["open_series"] == {"quota": "open_series", "limit": None, "used": 1}
    hall.play_series()
    quotas = {quota["quota"]: quota for quota in ada.read("/v1/players/me/quotas")["quotas"]}
    assert quotas["open_series"] == {"quota": "open_series", "limit": None, "used": 0}
