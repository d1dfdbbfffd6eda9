"""Series of others, of which nobody is to learn anything, and series that are to wear the platform out."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from services.identity import Scope
from tests.api_reference import rendered_document
from tests.integration.gateway.conftest import ada, admin, bob, hall
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.test_series import code, json_of
from tests.marks import each_row

__all__ = ["ada", "admin", "bob", "hall"]

NOWHERE = "series_00000000000000000000000000"
NEW: dict[str, Any] = {
    "ruleset": "factionwars",
    "entrants": ["greedy", "random"],
    "stop": {"rule": "fixed", "matches": 400},
}


def routes(series: str, other: str) -> Iterator[tuple[str, str]]:
    """Every operation on one series, of those that the reference has: method and path."""
    for path, item in rendered_document()["paths"].items():
        if path.startswith("/v1/series/{series}"):
            filled = path.replace("{series}", series).replace("{number}", "0").replace("{position}", "0")
            for method in item:
                yield method.upper(), f"{filled}?with={other}" if path.endswith("/comparison") else filled


def asked(client: Client, method: str, path: str) -> tuple[int, bytes]:
    """What a client is answered, without what differs for each request."""
    response = client.ask(
        method, path, headers={"X-Request-Id": "0" * 32}, json={"name": "x"} if method == "PATCH" else None
    )
    return response.status_code, response.data


# -- of others ---------------------------------------------------------------------------------------------------------


def test_the_series_of_another_does_not_exist_on_any_route(hall: Hall, ada: Client, bob: Client) -> None:
    series, own = (client.make("/v1/series", NEW)["id"] for client in (ada, bob))
    hall.play_series(chunks=4)
    before = ada.get(f"/v1/series/{series}").data
    tried = 0
    for (method, path), (_, nowhere) in zip(routes(series, own), routes(NOWHERE, own), strict=True):
        status, body = asked(bob, method, path)
        unknown_status, unknown = asked(bob, method, nowhere)
        assert (status, json.loads(body)["code"]) == (404, "NOT_FOUND"), path
        assert (status, body.replace(series.encode(), NOWHERE.encode())) == (unknown_status, unknown)
        tried += 1
    assert tried == 13
    assert ada.get(f"/v1/series/{series}").data == before


def test_a_series_is_not_compared_with_that_of_another(hall: Hall, ada: Client, bob: Client) -> None:
    series, own = (client.make("/v1/series", NEW)["id"] for client in (ada, bob))
    hall.play_series(chunks=4)
    for other in (series, NOWHERE):
        assert code(bob.get(f"/v1/series/{own}/comparison?with={other}")) == (404, "NOT_FOUND")


def test_lists_show_nobody_the_series_of_another(ada: Client, bob: Client) -> None:
    series = ada.make("/v1/series", NEW)["id"]
    for query in ("", f"?owner={ada.id}", "?status=queued"):
        assert bob.read(f"/v1/series{query}") == {"next_page_token": None, "series": []}
    assert [found["id"] for found in ada.read("/v1/series")["series"]] == [series]


def test_the_idempotency_key_of_another_leads_to_no_series(ada: Client, bob: Client) -> None:
    headers = {"Idempotency-Key": "the-same"}
    first, second = (json_of(client.post("/v1/series", NEW, headers=headers))["id"] for client in (ada, bob))
    assert first != second
    assert [found["id"] for found in bob.read("/v1/series")["series"]] == [second]


def test_a_key_that_may_only_read_changes_nothing(hall: Hall, ada: Client) -> None:
    series = ada.make("/v1/series", NEW)["id"]
    reader = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_READ])
    assert code(reader.ask("PATCH", f"/v1/series/{series}", json={"status": "cancelled"})) == (403, "MISSING_SCOPE")
    assert code(reader.post("/v1/series", NEW)) == (403, "MISSING_SCOPE")
    assert ada.read(f"/v1/series/{series}")["status"] == "queued"


# -- the seed ----------------------------------------------------------------------------------------------------------


def test_the_seed_is_in_no_answer_before_the_series_has_ended(hall: Hall, ada: Client, admin: Client) -> None:
    headers = {"Idempotency-Key": "once"}
    answers = [ada.post("/v1/series", NEW, headers=headers)]
    series = json_of(answers[0])["id"]
    hall.play_series(chunks=2)
    answers.append(ada.post("/v1/series", NEW, headers=headers))
    for client in (ada, admin):
        answers += [client.get("/v1/series"), client.ask("PATCH", f"/v1/series/{series}", json={"name": "x"})]
        for method, path in routes(series, series):
            if method == "GET" and "/events/" not in path:
                answers.append(client.get(path))
        stream = client.lines(f"/v1/series/{series}/events/ndjson")
        assert json.loads(next(stream))["seed"] is None
        stream.close()  # type: ignore[attr-defined]  # a generator
    assert {answer.status_code for answer in answers} == {200, 201}
    ended = json_of(ada.ask("PATCH", f"/v1/series/{series}", json={"status": "cancelled"}))
    seed = ended["seed"]
    assert len(seed) == 64
    for answer in answers:
        assert seed.encode() not in answer.data
        assert bytes.fromhex(seed) not in answer.data


# -- too much ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(hall: Hall) -> Hall:
    """The same platform with a quota of three series."""
    settings = hall.settings
    return open_hall(
        settings.platform.data_dir, hall.redis, settings.redis.redis_url, hall.database_path, open_series_per_player="3"
    )


def test_a_player_has_no_more_series_than_its_quota(limited: Hall) -> None:
    greedy = limited.client("Greedy")
    made = [greedy.make("/v1/series", NEW)["id"] for _ in range(3)]
    refused = greedy.post("/v1/series", NEW)
    assert code(refused) == (429, "QUOTA_EXCEEDED")
    assert [json_of(refused)[name] for name in ("quota", "limit", "used")] == ["open_series", "3", "3"]
    greedy.ask("PATCH", f"/v1/series/{made[0]}", json={"status": "paused"})
    assert code(greedy.post("/v1/series", NEW)) == (429, "QUOTA_EXCEEDED")
    greedy.ask("PATCH", f"/v1/series/{made[0]}", json={"status": "cancelled"})
    assert greedy.post("/v1/series", NEW).status_code == 201
    quotas = {quota["quota"]: quota for quota in greedy.read("/v1/players/me/quotas")["quotas"]}
    assert quotas["open_series"] == {"quota": "open_series", "limit": 3, "used": 3}


def test_the_quota_is_of_each_player_and_admins_have_none(limited: Hall) -> None:
    for _ in range(3):
        limited.client("Other").make("/v1/series", NEW)
    root = limited.client("Root", [Scope.ADMIN])
    for _ in range(5):
        root.make("/v1/series", NEW)


def test_a_retry_at_the_quota_gets_its_series(limited: Hall) -> None:
    greedy = limited.client("Greedy")
    headers = {"Idempotency-Key": "third"}
    for _ in range(2):
        greedy.make("/v1/series", NEW)
    third = greedy.post("/v1/series", NEW, headers=headers)
    assert json_of(greedy.post("/v1/series", NEW, headers=headers)) == json_of(third)


@each_row(
    "change",
    [
        {"stop": {"rule": "fixed", "matches": 10**400}},
        {"stop": {"rule": "fixed", "matches": 1e308}},
        {"stop": {"rule": "fixed", "matches": -1}},
        {"stop": {"rule": "fixed", "matches": 900_000_001}},
        {"stop": {"rule": "fixed", "matches": "9"}},
        {"stop": {"rule": "sprt", "elo0": "0", "elo1": "1e9"}},
        {"stop": {"rule": "sprt", "elo0": "0", "elo1": "9" * 4000}},
        {"stop": {"rule": "sprt", "elo0": "0", "elo1": "5", "alpha": "0"}},
        {"stop": {"rule": "sprt", "elo0": "0", "elo1": "5", "entrants": [0, 999]}},
        {"stop": {"rule": "sprt", "elo0": "0", "elo1": "5", "entrants": [0] * 1000}},
        {"stop": {"rule": "never"}},
        {"priority": 10**30},
        {"budget_seconds": 10**30},
        {"budget_seconds": 0},
        {"seats": [2] * 1000},
        {"seats": []},
        {"entrants": ["greedy"] * 1001},
        {"entrants": ["greedy" * 1000]},
        {"name": "x" * 65},
        {"name": "\u202e"},
        {"seed": "0" * 6400},
        {"design": "round_robin", "entrants": ["greedy"] * 500, "seats": [4]},
        {"options": {f"option{number}": 1 for number in range(100)}},
    ],
)
def test_numbers_and_texts_beyond_all_measure_are_refused(ada: Client, change: dict[str, Any]) -> None:
    refused = ada.post("/v1/series", {**NEW, **change})
    assert refused.status_code == 422
    assert json_of(refused)["errors"]
    assert ada.read("/v1/series")["series"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"matches": 10**400},
        {"matches": 0},
        {"priority": -1},
        {"budget_seconds": 1e300},
        {"status": "finished"},
        {"seed": "00" * 32},
    ],
)
def test_no_change_goes_beyond_measure(ada: Client, change: dict[str, Any]) -> None:
    path = f"/v1/series/{ada.make('/v1/series', NEW)['id']}"
    before = ada.get(path).data
    assert code(ada.ask("PATCH", path, json=change)) == (422, "INVALID_FIELD")
    assert ada.get(path).data == before


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"{" * 40_000, (400, "MALFORMED_BODY")),
        (b'{"ruleset":' + b"[" * 33 + b"]" * 33 + b"}", (400, "MALFORMED_BODY")),
        (b'{"ruleset":"factionwars","entrants":["greedy"],"name":"\xff"}', (400, "MALFORMED_BODY")),
        (b'{"stop":{"rule":"fixed","matches":NaN}}', (400, "MALFORMED_BODY")),
        (b'"' + b"x" * 65_536 + b'"', (413, "BODY_TOO_LARGE")),
        (b"[]", (422, "INVALID_FIELD")),
        (b"null", (422, "INVALID_FIELD")),
    ],
)
def test_bodies_that_are_none_are_refused(ada: Client, body: bytes, answer: tuple[int, str]) -> None:
    path = f"/v1/series/{ada.make('/v1/series', NEW)['id']}"
    headers = {"Content-Type": "application/json"}
    assert code(ada.post("/v1/series", data=body, headers=headers)) == answer
    assert code(ada.ask("PATCH", path, data=body, headers=headers)) == answer
    assert len(ada.read("/v1/series")["series"]) == 1


@pytest.mark.parametrize("id", ["series_x", "%27%20OR%201=1--", "series_" + "z" * 26, "..", "series_01%00", "x" * 81])
def test_what_is_no_id_of_a_series_is_not_there(admin: Client, id: str) -> None:
    assert admin.get(f"/v1/series/{id}").status_code in (404, 422)
    assert admin.get(f"/v1/series/{id}/results/ndjson").status_code in (404, 422)


@pytest.mark.parametrize("form", ["..%2f..%2fetc%2fpasswd", "../../etc/passwd", "ndjson,csv", "PARQUET", "", "csv:x"])
def test_a_download_has_one_of_three_forms(hall: Hall, ada: Client, form: str) -> None:
    series = ada.make("/v1/series", NEW)["id"]
    assert code(ada.get(f"/v1/series/{series}/results/{form}")) == (404, "NOT_FOUND")
