"""Faction Wars over HTTP: the API knows nothing of it and serves it whole."""

import json
import shutil
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator
from redis import Redis

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.play import answer, every


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Hall:
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)
    engines = EngineDirectory({"factionwars": InProcessEngine(ruleset("factionwars"))})
    return open_hall(tmp_path, redis_client, redis_url, path, engines)


def test_a_match_against_house_bots_is_played_to_its_end(hall: Hall, ada: Client) -> None:
    new = {"ruleset": "factionwars", "seats": ["bot:greedy", "me", "bot:random"]}
    match = ada.make("/v1/matches", new)["id"]
    while ada.read(f"/v1/matches/{match}")["status"] == "live":
        hall.play_house(match)
        answer(ada, match, 1)
    played = ada.read(f"/v1/matches/{match}")
    assert [result["seat"] for result in played["outcome"]["results"]] == [0, 1, 2]
    for result in played["outcome"]["results"]:
        assert sum(item["points"] for item in result["breakdown"]) == result["score"]
    lines = b"".join(ada.lines(f"/v1/matches/{match}/seats/1/events/ndjson?since=0")).splitlines()
    revisions = [json.loads(line)["revision"] for line in lines if json.loads(line)["type"] == "step"]
    assert revisions == list(range(1, played["revision"] + 1))
    assert hall.scoring.score(match)
    assert ada.read(f"/v1/matches/{match}/replay")["outcome"] == played["outcome"]
    (statistics,) = ada.read("/v1/players/me/statistics")["statistics"]
    assert (statistics["ruleset"], statistics["seats"], statistics["played"]) == ("factionwars", 3, 1)


def test_documents_fit_the_schemas_that_the_ruleset_publishes(hall: Hall, ada: Client) -> None:
    schemas = {
        name: Draft202012Validator(ada.read(f"/v1/rulesets/factionwars/schemas/{name}"))
        for name in ada.read("/v1/rulesets/factionwars")["schemas"]
    }
    match = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:random"]})["id"]
    for _ in range(12):
        hall.play_house(match)
        answer(ada, match, 0)
    hall.play_house(match)  # the answer may have left the bot to choose
    view = ada.read(f"/v1/matches/{match}/seats/0/view")
    schemas["view"].validate(view["view"])
    assert view["legal"]
    for legal in view["legal"]:
        schemas["action"].validate(legal["action"])
    for line in ada.read(f"/v1/matches/{match}/seats/0/events?since=0")["events"]:
        for event in line["events"]:
            schemas["event"].validate(event)
    schemas["options"].validate(ada.read(f"/v1/matches/{match}")["options"])


def test_the_catalogue_is_served(hall: Hall) -> None:
    anybody = hall.stranger()
    cards = every(anybody, "/v1/rulesets/factionwars/cards?page_size=50", "cards")
    assert len(cards) == anybody.read("/v1/rulesets/factionwars")["card_count"] == 119
    assert len({card["id"] for card in cards}) == 119
