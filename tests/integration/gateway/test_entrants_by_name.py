"""People without accounts in tournaments: entered by name alone, they play by a link, and do nothing else with it."""

import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.integration.gateway.example_session import Clock
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.hosted import look
from tests.integration.gateway.play import play_out

NEW: dict[str, Any] = {
    "name": "Club Night",
    "ruleset": "sealed",
    "stages": [{"format": "swiss", "rounds": 1}],
    "time_control": {"kind": "per_decision", "seconds": 60},
    "entry": {"registration": "invited"},
}
DAY_MS = 24 * 3_600_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str, clock: Clock) -> Iterator[Hall]:
    """The platform, with a clock that stands unless it is moved; a person may have five guests a day."""
    path = tmp_path / "playhall.db"
    path.write_bytes(migrated.read_bytes())
    opened = open_hall(tmp_path, redis_client, redis_url, path, now_ms=clock, INVITED_GUESTS_PER_DAY="5")
    yield opened
    opened.hub.close()


def announced(host: Client, **settings: Any) -> str:
    """The path of a tournament."""
    return f"/v1/tournaments/{host.make('/v1/tournaments', {**NEW, **settings})['id']}"


def names(host: Client, path: str) -> list[str]:
    return [each["name"] for each in host.read(f"{path}/entrants")["entrants"]]


def link(host: Client, path: str, entrant: str = "e1", **headers: str) -> str:
    """The key in a new link of an entrant."""
    made = host.make(f"{path}/entrants/{entrant}:link", headers=headers)
    before, _, key = made["path"].rpartition("/")
    assert (before, made["entrant"]) == (f"/#/seats/{path.rpartition('/')[2]}", entrant)
    return str(key)


def refused(client: Client, path: str, body: Any = None) -> tuple[int, str]:
    response = client.post(path, body)
    assert response.json is not None
    return response.status_code, response.json["code"]


def test_a_host_enters_a_person_by_name_who_takes_part_at_once(hall: Hall, ada: Client) -> None:
    path = announced(ada)
    anna = ada.make(f"{path}/entrants", {"name": " Anna "}, headers={"Idempotency-Key": "anna"})
    assert {key: anna[key] for key in ("id", "name", "by_name", "is_bot", "invited", "waiting", "rating")} == {
        "id": "e1", "name": "Anna", "by_name": True, "is_bot": False, "invited": False, "waiting": None, "rating": None,
    }  # fmt: skip
    again = ada.make(f"{path}/entrants", {"name": " Anna "}, headers={"Idempotency-Key": "anna"})
    assert again == anna
    other = ada.make(f"{path}/entrants", {"name": "Anna"})  # another of that name
    assert (other["id"], names(ada, path)) == ("e2", ["Anna", "Anna"])
    assert hall.stranger().read(f"/v1/tournaments/{path.rpartition('/')[2]}")["entrants"] == 2
    arbiter, stranger = hall.client("Arbiter"), hall.client("Stranger")
    ada.ask("PUT", f"{path}/hosts/{arbiter.id}", json={"role": "arbiter"})
    assert arbiter.make(f"{path}/entrants", {"name": "Berta"})["id"] == "e3"
    announced(stranger)
    assert refused(stranger, f"{path}/entrants", {"name": "Cora"}) == (403, "NOT_A_HOST")
    assert refused(ada, f"{announced(ada, entry={'bots': 'only'})}/entrants", {"name": "Anna"}) == (403, "NOT_ADMITTED")


def test_pages_tell_entrants_of_one_name_apart(hall: Hall, ada: Client) -> None:
    path = announced(ada)
    for name in ("Twin", "Anna", "Twin"):
        ada.make(f"{path}/entrants", {"name": name})
    ada.make(f"{path}:start")
    look(hall)
    page = ada.read(path)["page"]

    def told(part: str) -> set[str]:
        html = hall.stranger().get(f"{page}{part}").get_data(as_text=True)
        return set(re.findall(r"(?:Twin|Anna)(?:</bdi>)?(?: \(e\d\))?", html))

    for part in ("", "/rounds/1", "/cross-table"):
        assert {"Twin</bdi> (e1)", "Anna</bdi>", "Twin</bdi> (e3)"} <= told(part), part
        assert not {"Twin", "Twin</bdi>"} & told(part), part
    assert {"Twin (e1)", "Anna", "Twin (e3)"} <= told("/log?show=all")
    assert "Twin (e3)</bdi>" in hall.stranger().get(f"{page}/entrants/e3").get_data(as_text=True)


def test_a_name_that_a_host_gives_is_kept_from_nobody(hall: Hall, ada: Client) -> None:
    ada.make(f"{announced(ada)}/entrants", {"name": "Grace"})
    hall.players.create_bot(ada.id, "Grace")


def test_lists_and_csv_enter_people_by_name_and_bring_nobody_twice(hall: Hall, ada: Client) -> None:
    path = announced(ada, entry={"bots": "allowed"})
    text = "name,bot\nAnna,\nTwin,\nGreta,greedy\nTwin,\n"
    ada.make(f"{path}/entrants:import", {"csv": text})
    ada.make(f"{path}/entrants:import", {"csv": text})
    assert names(ada, path) == ["Anna", "Twin", "Greta", "Twin"]
    ada.make(f"{path}/entrants:import", {"entrants": [{"name": "Twin"}, {"name": "Anna"}, {"name": "Anna"}]})
    assert names(ada, path) == ["Anna", "Twin", "Greta", "Twin", "Anna"]
    wrong = ada.post(f"{path}/entrants:import", {"csv": "name\nDora\n\x07\nPlayhall\n"})
    assert wrong.json is not None
    assert [error["pointer"] for error in wrong.json["errors"]] == ["/body/csv/3/name", "/body/csv/4/name"]
    full = ada.post(f"{path}/entrants:import", {"csv": "name\nDora\nEva\n"})
    assert full.json is not None
    assert (full.json["code"], full.json["errors"][0]["pointer"]) == ("QUOTA_EXCEEDED", "/body/entrants")
    assert len(names(ada, path)) == 5
    assert refused(ada, f"{path}/guest-invitations", {"places": 2}) == (429, "QUOTA_EXCEEDED")


def test_a_link_plays_its_entrants_seats_and_nothing_is_rated(hall: Hall, ada: Client) -> None:
    path = announced(ada)
    for name in ("Anna", "Berta"):
        ada.make(f"{path}/entrants", {"name": name})
    people = [Client(hall.app, link(ada, path, entrant)) for entrant in ("e1", "e2")]
    assert [person.read("/v1/players/me")["name"] for person in people] == ["Anna", "Berta"]
    scopes = people[0].read("/v1/keys/current")["scopes"]
    assert sorted(scopes) == ["matches:play", "matches:read"]
    ada.make(f"{path}:start")
    look(hall)
    (match,) = people[0].read("/v1/matches?pending=me")["matches"]
    seats = {seat["player"]["name"]: seat["seat"] for seat in match["seats"]}
    ended = play_out(match["id"], *(people[name == "Berta"] for name in sorted(seats, key=lambda name: seats[name])))
    assert ended["status"] == "finished"
    assert ended["rated"] is False


def test_who_plays_by_a_link_does_nothing_else(hall: Hall, ada: Client) -> None:
    path, other = announced(ada), announced(ada, entry={"registration": "open"})
    anna = ada.make(f"{path}/entrants", {"name": "Anna"})["player_id"]
    person = Client(hall.app, link(ada, path))
    match = {"ruleset": "sealed", "seats": ["open", "open"]}
    open_match = ada.make("/v1/matches", match)["id"]
    lacking = (403, "MISSING_SCOPE")
    assert [
        refused(person, "/v1/matches", match),
        refused(person, "/v1/tournaments", NEW),
        refused(person, "/v1/players/me/keys", {"name": "more", "scopes": ["matches:play"]}),
        refused(person, "/v1/players/me/bots", {"name": "Robo"}),
        refused(person, f"{path}/entrants/e1:link"),
        refused(person, f"{path}/entrants", {"name": "Berta"}),
        refused(person, f"{other}/entrants"),
        refused(person, f"/v1/matches/{open_match}:join"),
        refused(person, "/v1/tickets", {"ruleset": "sealed", "seats": 2}),
        refused(ada, f"{other}/entrants", {"player": anna}),
        refused(ada, "/v1/matches", {**match, "seats": ["open", f"player:{anna}"]}),
    ] == [lacking] * 5 + [(403, "NOT_A_HOST")] + [(403, "NOT_ADMITTED")] * 5
    assert person.make(f"{path}/entrants/me:withdraw")["withdrawn"]


def test_a_new_link_ends_the_one_before_and_a_retry_makes_none(hall: Hall, ada: Client) -> None:
    path = announced(ada)
    ada.make(f"{path}/entrants", {"name": "Anna"})
    first = link(ada, path, **{"Idempotency-Key": "once"})
    assert link(ada, path, **{"Idempotency-Key": "once"}) == first
    assert Client(hall.app, first).read("/v1/players/me")["name"] == "Anna"
    second = link(ada, path)
    assert refused(Client(hall.app, first), f"{path}/entrants/me:withdraw") == (401, "UNAUTHENTICATED")
    assert Client(hall.app, second).read("/v1/players/me")["name"] == "Anna"


def test_of_links_that_hosts_ask_for_at_once_one_works(hall: Hall, ada: Client) -> None:
    path, helper = announced(ada), hall.client("Helper")
    ada.ask("PUT", f"{path}/hosts/{helper.id}", json={"role": "arbiter"})
    ada.make(f"{path}/entrants", {"name": "Anna"})
    with ThreadPoolExecutor(4) as pool:
        keys = list(pool.map(lambda host: link(host, path), [ada, helper] * 4))
    assert sorted(Client(hall.app, key).get("/v1/players/me").status_code for key in keys) == [200] + [401] * 7


def test_links_are_made_by_hosts_for_people_without_accounts(hall: Hall, ada: Client, bob: Client) -> None:
    path = announced(ada, entry={"bots": "allowed", "registration": "open"})
    bob.post(f"{path}/entrants")
    ada.make(f"{path}/entrants", {"bot": "greedy", "name": "Greta"})
    ada.make(f"{path}/entrants", {"name": "Anna"})
    announced(bob)
    assert [
        refused(bob, f"{path}/entrants/e3:link"),
        refused(ada, f"{path}/entrants/e1:link"),
        refused(ada, f"{path}/entrants/e2:link"),
        refused(ada, f"{path}/entrants/e9:link"),
    ] == [(403, "NOT_A_HOST"), (409, "NOT_POSSIBLE_NOW"), (404, "NOT_FOUND"), (404, "NOT_FOUND")]
    arbiter = hall.client("Arbiter")
    ada.ask("PUT", f"{path}/hosts/{arbiter.id}", json={"role": "arbiter"})
    key = link(arbiter, path, "e3")
    hall.keys.revoke_all(arbiter.id)  # what a stolen key has made ends with it
    assert Client(hall.app, key).get("/v1/players/me").status_code == 401


def test_links_end_a_day_after_their_tournament(hall: Hall, clock: Clock, ada: Client) -> None:
    path = announced(ada)
    ada.make(f"{path}/entrants", {"name": "Anna"})
    person = Client(hall.app, link(ada, path))
    ada.make(f"{path}:cancel", {"reason": "It rains."})
    assert refused(ada, f"{path}/entrants/e1:link") == (409, "NOT_POSSIBLE_NOW")
    clock.now_ms += DAY_MS - 1
    hall.keys.forget([])
    assert person.read(path)["status"] == "cancelled"
    clock.now_ms += 1
    assert person.get(path).status_code == 401


def test_the_secret_of_a_link_stands_nowhere(hall: Hall, ada: Client) -> None:
    path = announced(ada)
    ada.make(f"{path}/entrants", {"name": "Anna"})
    key = link(ada, path)
    secret = key.rpartition("_")[2]
    shown = [path, f"{path}/entrants", f"{path}/entrants/e1", f"{path}/log", f"{path}/export/json"]
    assert not [each for each in shown if secret in ada.get(each).get_data(as_text=True)]
    assert secret not in next(ada.lines(f"{path}/events/ndjson")).decode()
    with sqlite3.connect(hall.database_path) as database:
        assert secret not in "\n".join(database.iterdump())
    response = ada.post(f"{path}/entrants/e1:link")
    assert response.headers["Cache-Control"] == "no-store"
