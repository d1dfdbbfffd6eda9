"""Rulesets, their cards and schemas, and the house bots."""

import pytest

from tests.integration.gateway.harness import Client, Hall


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
