"""Positions and analysis over gRPC: the same as over REST."""

import json
import threading
from typing import Any

import grpc
import pytest

from services.analysis.searches import Searches
from services.analysis.searching import Searching
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.matches.store import MatchStore
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out
from tests.integration.grpc_api.clients import PlayClient

SEED = "5eed" * 16
PRACTICE: dict[str, Any] = {"rated": False, "assistance": "open"}


@pytest.fixture
def war(hall: Hall) -> Client:
    """A player where Faction Wars is played, over REST."""
    engines = EngineDirectory({"factionwars": InProcessEngine(ruleset("factionwars"))})
    hall.serve_engines(engines)
    hall.searching = Searching(Searches(hall.redis), engines, MatchStore(hall.redis).bars_help)
    return hall.client("Ada")


@pytest.fixture
def match(hall: Hall, war: Client) -> str:
    """A live match of Faction Wars in which Ada has the first seat."""
    match: str = war.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"], **PRACTICE})["id"]
    hall.client("Bob").make(f"/v1/matches/{match}:join", {})
    answer(war, match, 0)
    return match


def test_positions_are_those_of_rest(channel: grpc.Channel, ada: Client, bob: Client, live: str) -> None:
    over_grpc = PlayClient(channel, ada.key)
    assert over_grpc.refused("ListPositions", match=live).reason == "MATCH_NOT_FINISHED"
    play_out(live, ada, bob)
    root = f"/v1/matches/{live}/positions"
    told = ada.read(f"{root}?include=view&seat=1&page_size=100")
    first = over_grpc.ask("ListPositions", match=live, views=True, seat=1, page_size=3)
    rest = over_grpc.ask("ListPositions", match=live, views=True, seat=1, page_token=first.next_page_token)
    assert [json.loads(each) for each in (*first.positions, *rest.positions)] == told["positions"]
    assert (first.last, rest.next_page_token) == (told["last"], "")
    assert over_grpc.ask("GetPosition", match=live, number=2).position == ada.get(f"{root}/2").data
    assert over_grpc.refused("GetPosition", match=live, number=4000).reason == "NOT_FOUND"
    assert over_grpc.refused("ListPositions", match=live, page_token="x").fields.keys() == {"/page_token"}


def test_a_position_is_imagined_looked_at_and_played_on_as_over_rest(
    channel: grpc.Channel, war: Client, match: str
) -> None:
    over_grpc = PlayClient(channel, war.key)
    path = f"/v1/matches/{match}/seats/0:imagine"
    imagined = over_grpc.ask("ImaginePosition", match=match, seat=0, seed=SEED).position
    assert imagined == war.post(path, {"seed": SEED}).data
    situation = json.loads(imagined)
    position = json.dumps(situation["position"]).encode()
    assert json.loads(over_grpc.ask("ObservePosition", position=position).position) == situation
    seat = situation["pending"][0]
    legal = situation["views"][seat + 1]["legal"][0]
    body = {"position": situation["position"], "seat": seat, "action": legal["notation"]}
    expected = war.post("/v1/positions:play", body).data
    for action in ({"notation": legal["notation"]}, {"json": json.dumps(legal["action"]).encode()}):
        assert over_grpc.ask("PlayPosition", position=position, seat=seat, **action).position == expected
    del body["action"]
    chosen = over_grpc.ask("ChooseAction", position=position, seat=seat, bot="greedy", wait=5).choice
    assert chosen == war.post("/v1/positions:choose", {**body, "bot": "greedy"}).data


def test_a_search_is_waited_for(channel: grpc.Channel, hall: Hall, war: Client, match: str) -> None:
    over_grpc = PlayClient(channel, war.key)
    situation = war.make(f"/v1/matches/{match}/seats/0:imagine", {"seed": SEED})
    asked: dict[str, Any] = {
        "position": json.dumps(situation["position"]).encode(),
        "seat": situation["pending"][0],
        "iterations": 10,
    }
    waiting = json.loads(over_grpc.ask("ExplainDecision", **asked).explanation)
    assert (waiting["state"], waiting["bot"]) == ("waiting", "search")
    told: list[bytes] = []
    thread = threading.Thread(
        target=lambda: told.append(over_grpc.ask("ExplainDecision", **asked, wait=30).explanation)
    )
    thread.start()
    assert hall.make_searches() > 0
    thread.join()
    explanation = json.loads(told[0])
    assert explanation["state"] == "done"
    body = {"position": situation["position"], "seat": asked["seat"], "iterations": 10, "wait": 0}
    assert war.make("/v1/positions:explain", body) == explanation


@pytest.mark.parametrize(
    ("fields", "pointers"),
    [
        ({"position": b"no JSON"}, {"/position"}),
        ({"position": b"{}"}, {"/position/format", "/position/ruleset", "/position/ruleset_version"}),
        ({"position": b'{"state":' + b"[" * 20_000 + b"]" * 20_000 + b"}"}, {"/position"}),
    ],
    ids=["no JSON", "nothing", "deep"],
)
def test_what_is_no_position_is_refused(channel: grpc.Channel, ada: Client, fields: Any, pointers: set[str]) -> None:
    refused = PlayClient(channel, ada.key).refused("ObservePosition", **fields)
    assert refused.reason == "INVALID_FIELD"
    assert pointers <= refused.fields.keys()


def test_refusals_say_which_member_is_wrong(channel: grpc.Channel, war: Client, match: str) -> None:
    situation = war.make(f"/v1/matches/{match}/seats/0:imagine", {"seed": SEED})
    position, over_grpc = situation["position"], PlayClient(channel, war.key)
    other = json.dumps({**position, "ruleset": "chess"}).encode()
    older = json.dumps({**position, "ruleset_version": "0.0.1"}).encode()
    this = json.dumps(position).encode()
    told = [
        over_grpc.refused("ObservePosition", position=other),
        over_grpc.refused("ObservePosition", position=older),
        over_grpc.refused("ChooseAction", position=this, seat=63, bot="greedy"),
    ]
    assert [(each.reason, list(each.fields)) for each in told] == [
        ("UNKNOWN_RULESET", ["/position/ruleset"]),
        ("UNSUPPORTED_VERSION", ["/position/ruleset_version"]),
        ("ILLEGAL_ACTION", ["/seat"]),
    ]


@pytest.mark.parametrize("depth", [20, 200, 400, 800])
def test_a_position_that_is_nested_deeply_is_refused(
    channel: grpc.Channel, war: Client, match: str, depth: int
) -> None:
    position = war.make(f"/v1/matches/{match}/seats/0:imagine", {"seed": SEED})["position"]
    nested = (
        json.dumps({**position, "state": {}}).encode()[:-2] + b'"words_used":' + b"[" * depth + b"]" * depth + b"}}"
    )
    refused = PlayClient(channel, war.key).refused("ObservePosition", position=nested)
    assert refused.reason == "INVALID_FIELD"
