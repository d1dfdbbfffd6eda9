"""Analysis: positions are forked, imagined, played on, chosen in by bots, and searched."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

from services.analysis.searches import Searches
from services.analysis.searching import Searching
from services.engine.registry import EngineDirectory, engines_from, installed_ids
from services.matches.store import MatchStore
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer
from tests.waiting import wait_until

RULESETS: Final = sorted(installed_ids())
OTHER_SEED: Final = "5eed" * 16
PRACTICE: Final[dict[str, Any]] = {"rated": False, "assistance": "open"}
"""A match between people in which the platform helps them."""


@pytest.fixture
def ada(house: Hall) -> Client:
    return house.client("Ada")


@pytest.fixture
def bob(house: Hall) -> Client:
    return house.client("Bob")


def start(house: Hall, ada: Client, bob: Client, ruleset: str = "factionwars", answers: int = 3) -> str:
    """A live match between both in which each has answered some decisions."""
    match: str = ada.make("/v1/matches", {"ruleset": ruleset, "seats": ["me", "open"], **PRACTICE})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    for _ in range(answers):
        for seat, client in enumerate((ada, bob)):
            answer(client, match, seat)
    return match


def imagined(client: Client, match: str, seat: int, seed: str | None = OTHER_SEED) -> Any:
    return client.make(f"/v1/matches/{match}/seats/{seat}:imagine", {"seed": seed})


def sent(situation: Any, **fields: Any) -> dict[str, Any]:
    """A request about a position that a client was given."""
    return {"position": situation["position"], **fields}


def refusal(client: Client, what: str, body: Any) -> tuple[int, str, list[str]]:
    """Status, code and pointers of a request about a position that is refused."""
    response = client.post(f"/v1/positions:{what}", body)
    problem = response.json
    assert problem is not None
    return response.status_code, problem["code"], [error["pointer"] for error in problem["errors"]]


def played_on(client: Client, situation: Any, bots: list[str], most: int = 1_000) -> Any:
    """The position to which bots play on from another one: the end, or after so many actions."""
    for _ in range(most):
        if situation["outcome"] is not None:
            break
        seat = situation["pending"][0]
        chosen = client.make("/v1/positions:choose", sent(situation, seat=seat, bot=bots[seat]))
        assert chosen["state"] == "done"
        situation = client.make("/v1/positions:play", sent(situation, seat=seat, action=chosen["choice"]["notation"]))
        assert situation["notation"] == chosen["choice"]["notation"]
    return situation


# -- forks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fork_is_played_on_to_its_end_against_bots(house: Hall, ada: Client, ruleset: str) -> None:
    match = ada.make("/v1/matches", {"ruleset": ruleset, "seats": ["bot:greedy", "bot:greedy"]})["id"]
    house.play_house(match)
    root = f"/v1/matches/{match}/positions"
    last = ada.read(root)["last"]
    forked = ada.read(f"{root}/{last * 3 // 4}")
    assert ada.make("/v1/positions:observe", sent(forked)) == {
        "pending": forked["pending"],
        "views": [{**view, "events": []} for view in forked["views"]],
        "position": forked["position"],
        "outcome": None,
    }
    end = played_on(ada, forked, ["random", "greedy"])
    assert sorted(result["seat"] for result in end["outcome"]["results"]) == [0, 1]


def test_the_action_that_was_played_leads_to_the_next_position(house: Hall, ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:greedy"]})["id"]
    house.play_house(match)
    root = f"/v1/matches/{match}/positions"
    before, after = ada.read(f"{root}/6"), ada.read(f"{root}/7")
    for action in (after["notation"], after["action"]):
        played = ada.make("/v1/positions:play", sent(before, seat=after["seat"], action=action))
        assert played == {name: after[name] for name in ("notation", "pending", "views", "position", "outcome")}


def test_a_position_goes_out_and_comes_back_as_text(house: Hall, ada: Client, bob: Client) -> None:
    position = imagined(ada, start(house, ada, bob), 0)["position"]
    text = json.dumps(position, ensure_ascii=False, separators=(",", ":"))
    assert text.startswith('{"format":"playhall.position/1","ruleset":"factionwars","ruleset_version":"')
    observed = ada.make("/v1/positions:observe", {"position": json.loads(text)})
    assert observed["position"] == position


# -- imagined positions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_live_match_is_played_on_from_what_a_seat_knows(house: Hall, ada: Client, bob: Client, ruleset: str) -> None:
    match = start(house, ada, bob, ruleset)
    view = bob.read(f"/v1/matches/{match}/seats/1/view")
    situation = imagined(bob, match, 1)
    assert situation["views"][2]["view"] == view["view"]
    assert situation["views"][2]["legal"] == view["legal"]
    assert situation["position"]["seed"] == OTHER_SEED
    later = played_on(bob, situation, ["random", "greedy"], most=12)
    assert later["position"]["seed"] == OTHER_SEED
    assert later["position"]["state"] != situation["position"]["state"]
    assert bob.read(f"/v1/matches/{match}/seats/1/view") == view


def test_an_imagined_position_follows_from_view_and_seed_alone(house: Hall, ada: Client, bob: Client) -> None:
    first = start(house, ada, bob)
    assert imagined(ada, first, 0) == imagined(ada, first, 0)
    assert imagined(ada, first, 0) != imagined(ada, first, 0, "0dd5" * 16)
    random = [imagined(ada, first, 0, None)["position"]["seed"] for _ in range(2)]
    assert random[0] != random[1]
    view = json.dumps(ada.read(f"/v1/matches/{first}/seats/0/view")["view"]).encode()
    position = engines_from("local", 5.0).engine("factionwars").imagine(view, bytes.fromhex(OTHER_SEED))
    assert json.loads(position.state) == imagined(ada, first, 0)["position"]["state"]


def test_a_seat_is_imagined_by_its_player_alone(house: Hall, ada: Client, bob: Client) -> None:
    match = start(house, ada, bob)
    carol = house.client("Carol")
    path = f"/v1/matches/{match}/seats/0:imagine"
    assert [client.post(path).status_code for client in (ada, bob, carol, house.stranger())] == [200, 403, 403, 401]
    assert ada.post(f"/v1/matches/{match}/seats/7:imagine").status_code == 404


def test_a_match_that_has_not_started_is_not_imagined(ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"]})["id"]
    refused = ada.post(f"/v1/matches/{match}/seats/0:imagine")
    assert (refused.status_code, refused.json["code"]) == (409, "MATCH_NOT_LIVE")  # type: ignore[index]


def test_what_a_seat_knew_at_the_end_can_be_imagined_too(house: Hall, ada: Client, bob: Client) -> None:
    match = start(house, ada, bob)
    bob.make(f"/v1/matches/{match}:resign")
    assert imagined(ada, match, 0)["views"][1]["view"] == ada.read(f"/v1/matches/{match}/seats/0/view")["view"]


# -- searches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_search_tells_of_every_legal_action(house: Hall, ada: Client, bob: Client, ruleset: str) -> None:
    situation = imagined(ada, start(house, ada, bob, ruleset, answers=1), 0)
    seat = situation["pending"][0]
    body = sent(situation, seat=seat, iterations=12, seed=OTHER_SEED, wait=0)
    waiting = ada.make("/v1/positions:explain", body)
    assert (waiting["state"], waiting["actions"], waiting["iterations"]) == ("waiting", [], None)
    assert house.make_searches() == 1
    told = ada.make("/v1/positions:explain", body)
    assert (told["state"], told["seat"], told["bot"]) == ("done", seat, "search")
    assert told["iterations"] <= 12
    legal = {action["notation"]: action for action in situation["views"][seat + 1]["legal"]}
    found = {
        each["notation"]: {name: each[name] for name in ("notation", "action", "label")} for each in told["actions"]
    }
    assert found == legal
    assert all(each["value"] is None or 0 <= each["value"] <= 1 for each in told["actions"])
    assert all({expected["seat"] for expected in each["line"]} <= {0, 1} for each in told["actions"])
    assert house.make_searches() == 0


def test_the_same_seed_and_iterations_find_the_same(house: Hall, ada: Client, bob: Client) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    body = sent(situation, seat=situation["pending"][0], iterations=30, wait=0)
    found = []
    for client in (ada, bob):
        client.make("/v1/positions:explain", body)
        house.make_searches()
        found.append({**client.make("/v1/positions:explain", body), "seconds": None})
    assert found[0]["state"] == "done"
    assert found[0] == found[1]
    other = {**body, "seed": OTHER_SEED}
    ada.make("/v1/positions:explain", other)
    house.make_searches()
    assert {**ada.make("/v1/positions:explain", other), "seconds": None} != found[0]


def test_a_request_waits_for_its_search(house: Hall, ada: Client, bob: Client) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    body = sent(situation, seat=situation["pending"][0], iterations=10, wait=30)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ada.make, "/v1/positions:explain", body)
        wait_until(lambda: house.make_searches() == 1, "somebody searches")
        assert asked.result()["state"] == "done"


def test_a_search_that_no_worker_can_make_is_refused_to_who_asks_again(house: Hall, ada: Client, bob: Client) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    body = sent(situation, seat=situation["pending"][0], iterations=10, wait=0)
    assert ada.make("/v1/positions:explain", body)["state"] == "waiting"
    house.searching = Searching(Searches(house.redis), EngineDirectory({}), MatchStore(house.redis).bars_help)
    house.make_searches()
    assert refusal(ada, "explain", body)[:2] == (422, "UNKNOWN_RULESET")


def test_a_bot_that_thinks_chooses_what_it_would_in_a_match(house: Hall, ada: Client, bob: Client) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    seat = situation["pending"][0]
    body = sent(situation, seat=seat, bot="search", seed=OTHER_SEED, wait=0)
    assert ada.make("/v1/positions:choose", body)["choice"] is None
    house.make_searches()
    seen = situation["views"][seat + 1]
    engine = engines_from("local", 5.0).engine("factionwars")
    legal = [action["notation"] for action in seen["legal"]]
    chosen = engine.choose("search", json.dumps(seen["view"]).encode(), legal, bytes.fromhex(OTHER_SEED))
    assert ada.make("/v1/positions:choose", body)["choice"]["notation"] == chosen


def test_two_searches_of_a_player_are_under_way_at_most(house: Hall, ada: Client, bob: Client) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    asked = [sent(situation, seat=situation["pending"][0], iterations=iterations, wait=0) for iterations in (5, 6, 7)]
    for body in (*asked[:2], asked[0]):
        assert ada.make("/v1/positions:explain", body)["state"] == "waiting"
    refused = ada.post("/v1/positions:explain", asked[2])
    assert (refused.json["code"], refused.headers["Retry-After"]) == ("RATE_LIMITED", "2")  # type: ignore[index]
    assert bob.make("/v1/positions:explain", asked[2])["state"] == "waiting"
    house.make_searches()
    assert ada.make("/v1/positions:explain", asked[2])["state"] == "waiting"


@pytest.mark.parametrize(
    ("what", "fields", "code", "pointers"),
    [
        ("choose", {"bot": "deep-blue"}, "UNKNOWN_BOT", ["/body/bot"]),
        ("explain", {"bot": "greedy"}, "UNKNOWN_BOT", ["/body/bot"]),
        ("explain", {"iterations": 2_001}, "INVALID_FIELD", ["/body/iterations"]),
        ("explain", {"seed": "5eed"}, "INVALID_FIELD", ["/body/seed"]),
        ("explain", {"seat": 9}, "ILLEGAL_ACTION", ["/body/seat"]),
        ("play", {"action": "castle"}, "MALFORMED_ACTION", ["/body/action"]),
        ("play", {"action": "bid 3", "seat": 9}, "ILLEGAL_ACTION", ["/body/action"]),
        ("play", {"action": 7}, "INVALID_FIELD", ["/body/action"]),
    ],
)
def test_what_cannot_be_asked_of_a_position_is_refused(
    house: Hall, ada: Client, bob: Client, what: str, fields: Any, code: str, pointers: list[str]
) -> None:
    situation = imagined(ada, start(house, ada, bob), 0)
    asked = {"seat": situation["pending"][0], **fields}
    assert refusal(ada, what, sent(situation, **asked))[1:] == (code, pointers)


# -- hand-made positions -----------------------------------------------------------------------------------------------


def lies(position: Any) -> dict[str, tuple[Any, str, str]]:
    """Positions that are none: each with the code and the pointer of its refusal."""
    deep: Any = 1
    for _ in range(25):
        deep = [deep]
    state = "/body/position/state"
    return {
        "no state": ({**position, "state": {}}, "INVALID_FIELD", state),
        "an unknown field": ({**position, "state": {**position["state"], "x": 1}}, "INVALID_FIELD", state),
        "another type": (
            {**position, "state": {**position["state"], "words_used": 7}},
            "INVALID_FIELD",
            f"{state}/words_used",
        ),
        "nested deeply": (
            {**position, "state": {**position["state"], "words_used": deep}},
            "INVALID_FIELD",
            f"{state}/words_used",
        ),
        "no list": ({**position, "state": {**position["state"], "players": []}}, "INVALID_FIELD", f"{state}/players"),
        "a huge number": (
            {**position, "state": {**position["state"], "words_used": {"setup": 1 << 300}}},
            "INVALID_FIELD",
            f"{state}/words_used/setup",
        ),
        "another format": ({**position, "format": "playhall.position/2"}, "INVALID_FIELD", "/body/position/format"),
        "a short seed": ({**position, "seed": "5eed"}, "INVALID_FIELD", "/body/position/seed"),
        "no object": ({**position, "state": [1]}, "INVALID_FIELD", state),
        "an unknown ruleset": ({**position, "ruleset": "chess"}, "UNKNOWN_RULESET", "/body/position/ruleset"),
        "an unknown version": (
            {**position, "ruleset_version": "0.0.1"},
            "UNSUPPORTED_VERSION",
            "/body/position/ruleset_version",
        ),
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_lying_position_is_refused(house: Hall, ada: Client, bob: Client, ruleset: str) -> None:
    position = imagined(ada, start(house, ada, bob, ruleset, answers=1), 0)["position"]
    for name, (lie, code, pointer) in lies(position).items():
        for what, fields in (
            ("observe", {}),
            ("play", {"seat": 0, "action": "pass"}),
            ("choose", {"seat": 0, "bot": "random"}),
            ("explain", {"seat": 0}),
        ):
            found = refusal(ada, what, {"position": lie, **fields})
            if what == "play" and found[1] == "MALFORMED_ACTION":
                continue  # the action is read first
            assert found[1:] == (code, [pointer]), (name, what)
    assert house.make_searches() == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_part_of_a_position_can_be_twisted_into_a_failure(
    house: Hall, ada: Client, bob: Client, ruleset: str
) -> None:
    position = imagined(ada, start(house, ada, bob, ruleset), 0)["position"]
    statuses = set()
    for twisted in twists(position["state"]):
        response = ada.post("/v1/positions:observe", {"position": {**position, "state": twisted}})
        statuses.add(response.status_code)
        if response.status_code == 200:
            seat = next(iter(response.json["pending"]), None)  # type: ignore[index]
            if seat is not None:
                action = response.json["views"][seat + 1]["legal"][-1]["notation"]  # type: ignore[index]
                body = {"position": {**position, "state": twisted}, "seat": seat, "action": action}
                statuses.add(ada.post("/v1/positions:play", body).status_code)
    assert statuses <= {200, 422}


def twists(state: Any) -> Iterator[Any]:
    """The state with each of its top members, and those of the first player, changed in some ways."""
    for name, value in state.items():
        for other in others(value):
            yield {**state, name: other}
    players = state.get("players")
    if isinstance(players, list) and players:
        for name, value in players[0].items():
            for other in others(value):
                yield {**state, "players": [{**players[0], name: other}, *players[1:]]}


def others(value: Any) -> list[Any]:
    """What may stand in place of a value."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [0, value + 1, -1, 1_000_000]
    if isinstance(value, str):
        return ["", "nonsense"]
    if isinstance(value, list):
        return [[], value[::-1], [*value, *value[:1]], value[1:]]
    if isinstance(value, dict):
        return [{}, dict(list(value.items())[1:])]
    return [0]
