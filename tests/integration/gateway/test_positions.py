"""The positions of a match that has ended: what its viewers were told and knew, position by position."""

import json
from typing import Any, Final

import pytest

from services.engine.chance import SeededChance
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, installed_ids
from services.engine.ruleset import SPECTATOR
from services.identity import PLATFORM
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, every, play_out
from tests.integration.gateway.test_archived_matches import archive, ended
from tests.integration.gateway.test_series import DUEL
from tests.rulesets.sealed import RULESET

RULESETS: Final = sorted(installed_ids())


def played(hall: Hall, ada: Client, bob: Client) -> str:
    """A match of Sealed Rows that was played to its end."""
    return ended(hall, "played", ada, bob)


def positions(client: Client, match: str, query: str = "") -> list[dict[str, Any]]:
    return every(client, f"/v1/matches/{match}/positions?page_size=100{query}", "positions")


def lines_told(hall: Hall, match: str, viewer: int) -> list[dict[str, Any]]:
    """The lines of a viewer's stream."""
    lines: list[dict[str, Any]] = []
    while not lines or lines[-1]["status"] == "live":
        since = lines[-1]["revision"] if lines else 0
        lines += [
            json.loads(line.line) for line in hall.matches.events(PLATFORM, match, viewer, since=since, limit=500)
        ]
    return lines


@pytest.mark.parametrize("ruleset", RULESETS)
def test_positions_are_what_every_viewer_was_told_and_knew(house: Hall, ruleset: str) -> None:
    ada = house.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": ruleset, "seats": ["bot:greedy", "bot:greedy"]})["id"]
    known: dict[tuple[int, int], Any] = {}
    number = 0
    while house.matches.get(PLATFORM, match).status.value != "finished":
        house.house.play_turns(match, max_decisions=1)
        number += 1
        if number % 7 == 0:
            for viewer in (SPECTATOR, 0, 1):
                view = house.matches.view(PLATFORM, match, viewer).view
                assert view is not None
                known[number, viewer] = json.loads(view)
    for viewer in (SPECTATOR, 0, 1):
        seat = "" if viewer == SPECTATOR else f"&seat={viewer}"
        query = f"&include=view{seat}"
        listed = positions(ada, match, query)
        assert len(ada.get(f"/v1/matches/{match}/positions?page_size=100{query}").data) < 280_000
        assert [each["number"] for each in listed] == list(range(number + 1))
        told = [line["events"] for line in lines_told(house, match, viewer)]
        assert [each["events"] for each in listed if each["events"]] == [events for events in told if events]
        for (at, of), view in known.items():
            if of == viewer:
                assert listed[at]["view"] == view
    replay = ada.read(f"/v1/matches/{match}/replay")
    assert [(each["seat"], each["decision"], each["notation"], each["action"], each["at"]) for each in listed[1:]] == [
        (step["seat"], step["decision"], step["action"], step["structured"], step["at"]) for step in replay["steps"]
    ]
    assert all(each["label"] for each in listed[1:])
    assert (listed[-1]["outcome"], listed[-1]["pending"]) == (replay["outcome"], [])
    assert {each["outcome"] is None for each in listed[:-1]} == {True}


def test_a_position_has_everybodys_view_and_actions_and_the_position_itself(
    hall: Hall, ada: Client, bob: Client
) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    answer(ada, match, 0)
    live = [
        ada.read(f"/v1/matches/{match}/view"),
        ada.read(f"/v1/matches/{match}/seats/0/view"),
        bob.read(f"/v1/matches/{match}/seats/1/view"),
    ]
    play_out(match, ada, bob)
    position = ada.read(f"/v1/matches/{match}/positions/1")
    assert [(each["seat"], each["view"], each["legal"]) for each in position["views"]] == [
        (each["seat"], each["view"], each["legal"]) for each in live
    ]
    assert position["pending"] == live[0]["pending"]
    replay = ada.read(f"/v1/matches/{match}/replay")
    assert (
        position["position"].items()
        >= {
            "format": "playhall.position/1",
            "ruleset": "sealed",
            "ruleset_version": replay["version"],
            "seed": replay["seed"],
        }.items()
    )
    assert position["last"] == len(replay["steps"])


def test_a_position_says_what_chance_has_drawn(house: Hall) -> None:
    ada = house.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": "commanders", "seats": ["bot:greedy", "bot:greedy"]})["id"]
    house.play_house(match)
    root = f"/v1/matches/{match}"
    last = ada.read(f"{root}/positions")["last"]
    drawn = [ada.read(f"{root}/positions/{number}")["chance"] for number in range(last + 1)]
    assert {each["stream"] for each in drawn[0]} == {"setup"}
    rolls = [each for step in drawn[1:] for each in step]
    assert {each["stream"] for each in rolls} == {"dice"}
    dice = SeededChance(bytes.fromhex(ada.read(f"{root}/replay")["seed"]))
    assert [word for each in rolls for word in each["words"]] == [
        dice.word("dice") for each in rolls for _ in each["words"]
    ]
    assert [each["first"] for each in rolls][:2] == [0, len(rolls[0]["words"])]


def test_positions_come_page_by_page_from_any_number(hall: Hall, ada: Client, bob: Client) -> None:
    match = played(hall, ada, bob)
    all_of_them = positions(ada, match)
    root = f"/v1/matches/{match}/positions"
    assert every(ada, f"{root}?page_size=3", "positions") == all_of_them
    assert every(ada, f"{root}?page_size=2&from=2", "positions") == all_of_them[2:]
    assert ada.read(f"{root}?from={len(all_of_them)}")["positions"] == []
    assert "view" not in all_of_them[0]


def test_resignations_stand_with_the_position_in_which_they_happened(hall: Hall, ada: Client, bob: Client) -> None:
    match = ended(hall, "resigned", ada, bob)
    listed = positions(ada, match)
    assert [each["notices"] for each in listed] == [
        [],
        [{"kind": "resigned", "seat": 1, "text": "Player 1 resigns."}],
        *([[]] * (len(listed) - 2)),
    ]
    assert listed[-1]["outcome"] == ada.read(f"/v1/matches/{match}")["outcome"]


def test_a_match_that_was_called_off_before_its_start_has_no_positions(hall: Hall, ada: Client, bob: Client) -> None:
    match = ended(hall, "aborted", ada, bob)
    page = ada.read(f"/v1/matches/{match}/positions")
    assert (page["positions"], page["last"]) == ([], None)
    assert ada.get(f"/v1/matches/{match}/positions/0").status_code == 404


def test_positions_of_an_archived_match_are_the_same(hall: Hall, ada: Client, bob: Client, carol: Client) -> None:
    match = played(hall, ada, bob)
    paths = [f"/v1/matches/{match}/positions{rest}" for rest in ("?include=view&seat=1", "/0", "/3")]
    before = [carol.get(path).data for path in paths]
    archive(hall, match)
    hall.serve_engines(EngineDirectory({"sealed": InProcessEngine(RULESET)}))
    assert [Client(hall.app, carol.key).get(path).data for path in paths] == before


@pytest.mark.parametrize("path", ["", "/0", "?seat=0"])
def test_a_live_match_has_no_positions_for_anybody(
    hall: Hall, ada: Client, carol: Client, admin: Client, live: str, path: str
) -> None:
    for client in (ada, carol, admin, hall.stranger()):
        refused = client.get(f"/v1/matches/{live}/positions{path}")
        assert (refused.status_code, refused.json["code"]) == (409, "MATCH_NOT_FINISHED")  # type: ignore[index]


@pytest.mark.parametrize("path", ["/4000", "?seat=2", "?seat=63"])
def test_what_a_match_does_not_have_is_not_found(hall: Hall, ada: Client, bob: Client, path: str) -> None:
    assert ada.get(f"/v1/matches/{played(hall, ada, bob)}/positions{path}").status_code == 404


def test_positions_of_a_match_of_a_series_are_those_of_its_replay(house: Hall) -> None:
    ada, bob = house.client("Ada"), house.client("Bob")
    series = ada.make("/v1/series", {**DUEL, "stop": {"rule": "fixed", "matches": 2}})["id"]
    house.play_series()
    root = f"/v1/series/{series}/matches/1"
    replay = ada.read(f"{root}/replay")
    listed = every(ada, f"{root}/positions?page_size=100", "positions")
    assert [each["notation"] for each in listed[1:]] == [step["action"] for step in replay["steps"]]
    assert {each["at"] for each in listed} == {None}
    position = ada.read(f"{root}/positions/{len(listed) - 1}")
    assert (position["outcome"], position["position"]["seed"]) == (replay["outcome"], replay["seed"])
    assert bob.get(f"{root}/positions").status_code == 404
