"""Rulesets, their cards and schemas, and the house bots."""

import pytest

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
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


@pytest.mark.parametrize("path", ["", "/cards", "/schemas/view"])
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
    "path", ["/v1/rulesets/chess", "/v1/rulesets/chess/cards", "/v1/rulesets/sealed/schemas/nothing"]
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
