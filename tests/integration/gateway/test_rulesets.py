"""Rulesets, their cards and schemas, and the house bots."""

from dataclasses import replace

import pytest

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import Description
from services.engine.versions import Target
from tests.integration.gateway.harness import Client, Hall
from tests.rulesets.versioned import Versioned


@pytest.fixture
def anybody(hall: Hall) -> Client:
    return hall.stranger()


def test_rulesets_are_listed_in_short(anybody: Client) -> None:
    (sealed,) = anybody.read("/v1/rulesets")["rulesets"]
    assert (sealed["id"], sealed["min_seats"], sealed["max_seats"]) == ("sealed", 2, 4)
    assert sealed.keys() == {"id", "version", "title", "summary", "min_seats", "max_seats"}


def test_a_ruleset_has_options_and_bots(anybody: Client) -> None:
    sealed = anybody.read("/v1/rulesets/sealed")
    takes, draws = sealed["options"]
    assert (takes["name"], takes["type"], takes["choices"]) == ("takes", "choice", ["highest", "lowest"])
    assert (draws["name"], draws["type"], draws["default"], draws["minimum"]) == ("open_draws", "bool", False, None)
    assert [bot["id"] for bot in sealed["bots"]] == ["greedy", "random"]


def test_a_ruleset_has_cards_and_schemas(anybody: Client) -> None:
    sealed = anybody.read("/v1/rulesets/sealed")
    cards = anybody.read("/v1/rulesets/sealed/cards")["cards"]
    assert len(cards) == sealed["card_count"]
    for name in sealed["schemas"]:
        response = anybody.get(f"/v1/rulesets/sealed/schemas/{name}")
        assert response.content_type == "application/schema+json"
        assert response.status_code == 200


def zone(client: Client, id: str, query: str = "") -> list[dict[str, object]]:
    """The entries of a zone of Sealed Rows: each one's row, and when it applies."""
    zones = client.read(f"/v1/rulesets/sealed/layout{query}")["zones"]
    return [{"row": each.get("row", 0), "when": each.get("when")} for each in zones if each["id"] == id]


def test_a_ruleset_tells_how_its_table_is_drawn(anybody: Client) -> None:
    assert anybody.read("/v1/rulesets/sealed")["documents"] == ["layout", "rules"]
    response = anybody.get("/v1/rulesets/sealed/layout")
    assert (response.status_code, response.content_type) == (200, "application/json")
    assert response.json is not None
    turned = next(zone for zone in response.json["zones"] if zone["id"] == "turned")
    assert (turned["owner"], turned["view"], turned["capacity"]) == ("seat", "/rows/{seat}", 3)
    assert [decision["action"] for decision in response.json["decisions"]] == ["place", "keep", "give"]
    again = anybody.get("/v1/rulesets/sealed/layout", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_a_layout_is_told_for_one_match(anybody: Client) -> None:
    is_open, closed = {"options": {"open_draws": [True]}}, {"options": {"open_draws": [False]}}
    assert zone(anybody, "points") == [{"row": 0, "when": is_open}, {"row": 1, "when": closed}]
    assert zone(anybody, "points", "?seats=3") == zone(anybody, "points")
    assert zone(anybody, "points", "?options={}") == [{"row": 1, "when": None}]
    assert zone(anybody, "points", '?seats=2&options={"open_draws":true}') == [{"row": 0, "when": None}]


@pytest.mark.parametrize(
    ("query", "status", "code", "pointer"),
    [
        ("seats=5", 422, "SEATS_OUT_OF_RANGE", "/query/seats"),
        ("seats=0", 422, "INVALID_FIELD", "/query/seats"),
        ("seats=many", 422, "INVALID_FIELD", "/query/seats"),
        ("options=[]", 422, "INVALID_FIELD", "/query/options"),
        ("options={open", 422, "INVALID_FIELD", "/query/options"),
        ("options=" + "[" * 1_990, 422, "INVALID_FIELD", "/query/options"),
        ('options={"ajar":1}', 422, "UNKNOWN_OPTION", "/query/options/ajar"),
        ('options={"open_draws":1}', 422, "INVALID_OPTION", "/query/options/open_draws"),
    ],
)
def test_a_layout_is_not_told_for_what_is_not_played(
    anybody: Client, query: str, status: int, code: str, pointer: str
) -> None:
    refused = anybody.get(f"/v1/rulesets/sealed/layout?{query}").json
    assert refused is not None
    assert (refused["status"], refused["code"], refused["errors"][0]["pointer"]) == (status, code, pointer)


def test_a_ruleset_tells_its_rules(anybody: Client) -> None:
    response = anybody.get("/v1/rulesets/sealed/rules")
    assert (response.status_code, response.content_type) == (200, "text/markdown; charset=utf-8")
    assert response.text.startswith("# Sealed Rows: the rules\n")
    assert "ETag" in response.headers


def test_options_have_titles(anybody: Client) -> None:
    takes, draws = anybody.read("/v1/rulesets/sealed")["options"]
    assert (takes["title"], draws["title"]) == ("Winning card", "Open points")


def cards(*names: str) -> tuple[dict[str, str], ...]:
    return tuple({"id": name.upper(), "name": name, "kind": "card"} for name in names)


@pytest.fixture
def two_versions(hall: Hall) -> Client:
    """Anybody, where two versions are served."""
    served = [Versioned("1.0.0", cards("ant", "bee", "cat")), Versioned("1.2.0", cards("ant", "dog"))]
    hall.serve_engines(EngineDirectory({"sealed": [Target(InProcessEngine(each)) for each in served]}))
    return hall.stranger()


def test_an_older_version_that_is_served_can_be_read(two_versions: Client) -> None:
    path = "/v1/rulesets/sealed"
    assert (two_versions.read(path)["version"], two_versions.read(path)["card_count"]) == ("1.2.0", 2)
    old = two_versions.read(f"{path}?version=1.0.0")
    assert (old["version"], old["card_count"]) == ("1.0.0", 3)
    assert [card["id"] for card in two_versions.read(f"{path}/cards")["cards"]] == ["ANT", "DOG"]
    assert two_versions.get(f"{path}/schemas/view?version=1.0.0").status_code == 200


class WithoutLayout(Versioned):
    """A version that has rules of its own, and no layout."""

    def describe(self) -> Description:
        plain = super().describe()
        return replace(plain, layout={}, rules=f"# Rules of {plain.version}\n")


def test_a_version_has_documents_of_its_own_or_none(hall: Hall) -> None:
    served = [WithoutLayout("1.0.0"), Versioned("1.2.0")]
    hall.serve_engines(EngineDirectory({"sealed": [Target(InProcessEngine(each)) for each in served]}))
    anybody, path = hall.stranger(), "/v1/rulesets/sealed"
    assert anybody.read(f"{path}?version=1.0.0")["documents"] == ["rules"]
    assert anybody.get(f"{path}/rules?version=1.0.0").text == "# Rules of 1.0.0\n"
    assert anybody.get(f"{path}/rules").text.startswith("# Sealed Rows")
    missing = anybody.get(f"{path}/layout?version=1.0.0").json
    assert missing is not None
    assert (missing["status"], missing["code"]) == (404, "NOT_FOUND")
    assert anybody.get(f"{path}/layout").status_code == 200


def test_a_page_of_an_older_versions_cards_leads_to_the_next_one_of_that_version(two_versions: Client) -> None:
    cards = "/v1/rulesets/sealed/cards?page_size=2"
    first = two_versions.get(f"{cards}&version=1.0.0")
    assert first.json is not None
    assert [card["id"] for card in first.json["cards"]] == ["ANT", "BEE"]
    following = first.headers["Link"].partition(">")[0].removeprefix("<")
    second = two_versions.read(f"/v1/rulesets/sealed/cards{following}")
    assert [card["id"] for card in second["cards"]] == ["CAT"]
    refused = two_versions.get(f"{cards}&page_token={first.json['next_page_token']}").json
    assert refused is not None
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("INVALID_FIELD", "/query/page_token")


@pytest.mark.parametrize("path", ["", "/cards", "/schemas/view", "/layout", "/rules"])
def test_a_version_that_is_not_served_is_told_from_one_that_is(two_versions: Client, path: str) -> None:
    refused = two_versions.get(f"/v1/rulesets/sealed{path}?version=1.1.0").json
    assert refused is not None
    assert (refused["status"], refused["code"]) == (409, "UNSUPPORTED_VERSION")
    assert refused["detail"] == "Version 1.1.0 of sealed is not served; 1.0.0, 1.2.0 is."


@pytest.mark.parametrize("version", ["", "1" * 33])
def test_a_version_has_a_name_of_bounded_length(two_versions: Client, version: str) -> None:
    refused = two_versions.get(f"/v1/rulesets/sealed?version={version}").json
    assert refused is not None
    assert (refused["status"], refused["code"]) == (422, "INVALID_FIELD")
    assert [error["pointer"] for error in refused["errors"]] == ["/query/version"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets/chess",
        "/v1/rulesets/chess/cards",
        "/v1/rulesets/chess/layout",
        "/v1/rulesets/sealed/schemas/nothing",
    ],
)
def test_what_is_not_there_is_not_found(anybody: Client, path: str) -> None:
    response = anybody.get(f"/v1/rulesets/{path}")
    assert response.status_code == 404
    assert response.json is not None
    assert response.json["code"] == "NOT_FOUND"


def test_house_bots_are_players(anybody: Client, ada: Client) -> None:
    bots = anybody.read("/v1/bots")["bots"]
    assert [(bot["ruleset"], bot["id"], bot["player_id"]) for bot in bots] == [
        ("sealed", "greedy", "bot_sealed_greedy"),
        ("sealed", "random", "bot_sealed_random"),
    ]
    greedy = ada.read("/v1/players/bot_sealed_greedy")
    assert greedy["kind"] == "bot"
