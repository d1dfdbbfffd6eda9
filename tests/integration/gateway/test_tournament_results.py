"""Rounds, results, standings and exports of tournaments over REST."""

import csv
import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.identity import Scope
from services.stored_tournaments.export import read_export
from services.tournaments.folding import fold
from services.tournaments.formats import stage_standings
from services.tournaments.standings_document import standings_document
from services.tournaments.trf import read_trf
from tests.integration.gateway.harness import Client
from tests.integration.gateway.tournament_scene import Scene, rows, scene_apart

PODS = {"format": "pods", "rounds": 2, "seats": 4, "advance": 2}
BY_HOST = {"next_round": "by_host"}
READ_ONLY = (
    "rounds",
    "rounds/1",
    "standings",
    "cross-table",
    "entrants/e1/card",
    "export/json",
    "export/csv",
    "export/csv?content=results",
    "export/trf",
)


@pytest.fixture(scope="module")
def played_here(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """One platform for all tests here: their tournaments do not meet."""
    with scene_apart(tmp_path_factory.mktemp("hall"), migrated) as opened:
        yield opened


@pytest.fixture(scope="module")
def swiss(played_here: Scene) -> str:
    """Three rounds between five bots: one has a bye in each."""
    return played_here.finished({"format": "swiss", "rounds": 3}, bots=5)


@pytest.fixture(scope="module")
def pods(played_here: Scene) -> str:
    """Two rounds between seven bots at tables of three and four, then a match between the best two."""
    last = {"format": "single_elimination"}
    return played_here.finished(PODS, last, bots=7)


def code(response: TestResponse) -> tuple[int, str, list[str]]:
    problem: Any = response.json
    return response.status_code, problem["code"], [error["pointer"] for error in problem.get("errors", [])]


def put(client: Client, path: str, body: Mapping[str, Any]) -> TestResponse:
    return client.ask("PUT", path, json=dict(body))


def tables(round_: Mapping[str, Any]) -> list[list[str]]:
    return [[entrant["id"] for entrant in table["entrants"]] for table in round_["tables"]]


def revision(here: Scene, path: str) -> int:
    found: int = here.host.read(path)["revision"]
    return found


@contextmanager
def counted(function: Callable[..., Any]) -> Iterator[list[int]]:
    """Counts how often a function is called, in this thread."""
    calls = [0]

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is function.__code__:
            calls[0] += 1

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield calls
    finally:
        sys.setprofile(before)


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_rounds_are_listed_page_by_page(played_here: Scene, swiss: str) -> None:
    first = played_here.nobody.read(f"{swiss}/rounds", query_string={"page_size": 2})
    assert [(each["number"], each["tables"], each["decided"], each["byes"]) for each in first["rounds"]] == [
        (1, 2, 2, 1),
        (2, 2, 2, 1),
    ]
    assert all(each["paired_at"] <= each["ended_at"] for each in first["rounds"])
    rest = played_here.nobody.read(
        f"{swiss}/rounds", query_string={"page_size": 2, "page_token": first["next_page_token"]}
    )
    assert ([each["number"] for each in rest["rounds"]], rest["next_page_token"]) == ([3], None)


def test_a_round_tells_matches_results_and_reasons(played_here: Scene, swiss: str) -> None:
    for number in (1, 2, 3):
        told = played_here.nobody.read(f"{swiss}/rounds/{number}")
        assert (told["number"], told["stage"], told["by_hand"], len(told["tables"])) == (number, 0, False, 2)
        for table in told["tables"]:
            (match,) = table["matches"]
            assert (match["state"], match["places"]) == ("ended", table["result"]["places"])
            seats = played_here.nobody.read(f"/v1/matches/{match['match']}")["seats"]
            assert len(seats) == len(table["entrants"]) == 2
            assert sum(float(points) for points in table["result"]["points"]) == 1
            assert table["reasons"]
            assert table["result"]["decided_by"] == "matches"
        (bye,) = told["byes"]
        assert (bye["points"], bool(bye["reasons"])) == ("1", True)


def test_a_match_under_way_is_live(played_here: Scene) -> None:
    path = played_here.begun(bots=2)
    (table,) = played_here.nobody.read(f"{path}/rounds/1")["tables"]
    assert [(match["state"], match["places"]) for match in table["matches"]] == [("live", [])]
    assert table["result"] is None
    (card,) = played_here.nobody.read(f"{path}/entrants/e1/card")["rounds"]
    assert (card["matches"], card["points"]) == ([table["matches"][0]["match"]], None)


def test_what_there_is_not_is_not_found(played_here: Scene, swiss: str, pods: str) -> None:
    for path in (
        "rounds/4",
        "cross-table?stage=1",
        "entrants/e9/card",
        "bracket",
        "bracket?stage=0",
        "export/trf?stage=2",
    ):
        assert code(played_here.nobody.get(f"{swiss}/{path}")) == (404, "NOT_FOUND", [])
    assert code(played_here.nobody.get(f"{pods}/bracket?stage=0")) == (404, "NOT_FOUND", [])
    fresh = played_here.announce(bots=2)
    for path in ("rounds/1", "cross-table", "export/csv", "export/trf"):
        assert code(played_here.nobody.get(f"{fresh}/{path}")) == (404, "NOT_FOUND", [])
    assert played_here.nobody.read(f"{fresh}/standings") == {"revision": 0, "stages": []}
    assert played_here.nobody.read(f"{fresh}/rounds")["rounds"] == []


def test_a_private_tournament_has_no_documents_for_strangers(played_here: Scene) -> None:
    path = played_here.begun(bots=2, visibility="private")
    for what in READ_ONLY:
        for client in (played_here.nobody, played_here.stranger):
            assert code(client.get(f"{path}/{what}"))[:2] == (404, "NOT_FOUND")
        assert played_here.host.get(f"{path}/{what}").status_code == 200
    for method, what, body in (
        ("POST", "rounds:pair", {}),
        ("POST", "rounds:preview", None),
        ("PUT", "rounds/1", {"tables": [["e1", "e2"]], "reason": "x"}),
        ("POST", "rounds/1:swap", {"a": "e1", "b": "e2", "reason": "x"}),
        ("PUT", "rounds/1/tables/1/result", {"places": [1, 2], "reason": "x"}),
        ("POST", "standings:preview", {"changes": [{"kind": "withdrawn", "entrant": "e1"}]}),
    ):
        response = played_here.stranger.ask(method, f"{path}/{what}", **({} if body is None else {"json": body}))
        assert code(response)[:2] == (404, "NOT_FOUND")


# -- what hosts do -----------------------------------------------------------------------------------------------------


def test_only_hosts_and_arbiters_pair_and_set_results(played_here: Scene) -> None:
    here = played_here
    entry = {"bots": "none", "registration": "open"}
    path = here.announce(entry=entry, time_control={"kind": "per_decision", "seconds": 60})
    cheat, other, arbiter = (here.hall.client(name) for name in ("Cheat", "Other", "Arbiter"))
    for client in (cheat, other):
        client.make(f"{path}/entrants")
    here.host.ask("PUT", f"{path}/hosts/{arbiter.id}", json={"role": "arbiter"})
    here.host.make(f"{path}:start")
    here.look()
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", "rounds:pair", {}),
        ("POST", "rounds:preview", {}),
        ("PUT", "rounds/1", {"tables": [["e2", "e1"]], "reason": "x"}),
        ("POST", "rounds/1:swap", {"a": "e1", "b": "e2", "reason": "x"}),
        ("PUT", "rounds/1/tables/1/result", {"places": [1, 2], "reason": "I was better"}),
        ("POST", "standings:preview", {"changes": [{"kind": "withdrawn", "entrant": "e1"}]}),
    )
    before = revision(here, path)
    for method, what, body in asked:
        assert code(here.nobody.ask(method, f"{path}/{what}", json=body))[:2] == (401, "UNAUTHENTICATED")
        for client in (cheat, here.stranger):
            assert code(client.ask(method, f"{path}/{what}", json=body))[:2] == (403, "NOT_A_HOST")
        reader = here.hall.client_of(here.hall.players.get(here.host.id), [Scope.MATCHES_READ])
        assert code(reader.ask(method, f"{path}/{what}", json=body))[:2] == (403, "MISSING_SCOPE")
    assert revision(here, path) == before
    for method, what, body in asked:
        assert arbiter.ask(method, f"{path}/{what}", json=body).status_code == 200, what


def test_a_preview_is_what_is_paired_then_and_changes_nothing(played_here: Scene) -> None:
    path = played_here.begun(bots=4, times=BY_HOST)
    played_here.play_round(path)
    before = played_here.host.read(path)
    preview = played_here.host.make(f"{path}/rounds:preview")
    assert played_here.host.read(path) == before
    paired = played_here.host.make(f"{path}/rounds:pair", {"reason": "Everybody is back."})
    assert (paired["number"], tables(paired), paired["notes"]) == (2, tables(preview), preview["notes"])
    again = played_here.host.make(f"{path}/rounds:pair")
    assert (again["entry"], tables(again)) == (paired["entry"], tables(paired))


def test_a_round_is_paired_by_hand_once_however_often_it_is_sent(played_here: Scene) -> None:
    path = played_here.begun(bots=5, times=BY_HOST)
    wanted = {"tables": [["e1", "e2"], ["e4", "e3"]], "byes": ["e5"], "reason": "A feud."}
    made = put(played_here.host, f"{path}/rounds/1", wanted)
    assert made.status_code == 200
    round_: Any = made.json
    assert (tables(round_), round_["by_hand"]) == ([["e1", "e2"], ["e4", "e3"]], True)
    assert [bye["entrant"]["id"] for bye in round_["byes"]] == ["e5"]
    again: Any = put(played_here.host, f"{path}/rounds/1", wanted).json
    assert again["entry"] == round_["entry"] == revision(played_here, path)
    played_here.look()
    live = [table["matches"][-1]["match"] for table in played_here.nobody.read(f"{path}/rounds/1")["tables"]]
    assert all(played_here.nobody.read(f"/v1/matches/{match}")["status"] == "live" for match in live)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"tables": [["e1", "e2"], ["e3", "e9"]]}, ["/body/tables/1/1"]),
        ({"tables": [["e1", "e2"], ["e3", "e1"]]}, ["/body/tables/1/1"]),
        ({"tables": [["e1", "e2"]]}, ["/body/tables"]),
        ({"tables": [["e1", "e2"]], "byes": ["e3", "e3"]}, ["/body/byes/1"]),
        ({"tables": [["e1"]]}, ["/body/tables/0"]),
        ({"tables": []}, ["/body/tables"]),
        ({"tables": [["e1", "e2"], ["e3", "e4"]], "reason": ""}, ["/body/reason"]),
        ({"tables": [["e1", "e2"], ["e3", "e4"]], "points": 3}, ["/body/points"]),
    ],
)
def test_a_wrong_pairing_is_pointed_at_and_changes_nothing(
    played_here: Scene, four: str, body: dict[str, Any], pointers: list[str]
) -> None:
    before = revision(played_here, four)
    response = put(played_here.host, f"{four}/rounds/1", {"reason": "x", **body})
    assert code(response) == (422, "INVALID_FIELD", pointers)
    assert revision(played_here, four) == before


@pytest.fixture(scope="module")
def four(played_here: Scene) -> str:
    """A first round between four bots, of which nothing is played."""
    return played_here.begun(bots=4, times=BY_HOST)


def test_a_round_that_is_not_due_is_not_paired_by_hand(played_here: Scene, four: str) -> None:
    wanted = {"tables": [["e1", "e2"], ["e3", "e4"]], "reason": "x"}
    assert code(put(played_here.host, f"{four}/rounds/2", wanted))[:2] == (409, "NOT_POSSIBLE_NOW")
    assert code(put(played_here.host, f"{four}/rounds/0", wanted))[:2] == (422, "INVALID_FIELD")


def test_a_swap_is_made_once_and_can_be_taken_back(played_here: Scene) -> None:
    here = played_here
    path = here.begun(bots=4, times=BY_HOST)
    (a, b), (c, d) = tables(here.host.read(f"{path}/rounds/1"))
    asked = {"a": a, "b": d, "reason": "Brothers."}
    swapped = here.host.make(f"{path}/rounds/1:swap", asked)
    assert tables(swapped) == [[d, b], [c, a]]
    assert here.host.make(f"{path}/rounds/1:swap", asked)["entry"] == swapped["entry"]
    back = here.host.make(f"{path}/rounds/1:swap", {**asked, "reason": "No brothers after all."})
    assert tables(back) == [[a, b], [c, d]]
    for body, pointers in (
        ({**asked, "b": a}, ["/body/b"]),
        ({**asked, "a": "e9"}, ["/body/a"]),
        ({"a": a, "b": b}, ["/body/reason"]),
    ):
        assert code(here.host.post(f"{path}/rounds/1:swap", body)) == (422, "INVALID_FIELD", pointers)
    assert code(here.host.post(f"{path}/rounds/2:swap", asked))[:2] == (404, "NOT_FOUND")
    here.look()
    here.play_round(path)
    assert code(here.host.post(f"{path}/rounds/1:swap", asked))[:2] == (409, "NOT_POSSIBLE_NOW")


def test_a_result_is_set_corrected_and_seen_at_once(played_here: Scene) -> None:
    here = played_here
    path = here.begun({"format": "swiss", "rounds": 1}, bots=2)
    (table,) = here.host.read(f"{path}/rounds/1")["tables"]
    match = table["matches"][0]["match"]
    result = f"{path}/rounds/1/tables/1/result"
    put(here.host, result, {"places": [2, 1], "reason": "Agreed."})
    here.look()
    assert here.hall.client("Root", [Scope.ADMIN]).read(f"/v1/matches/{match}")["status"] == "aborted"
    told: Any = put(here.host, result, {"places": [1, 2], "forfeits": ["e2"], "reason": "It was the other one."}).json
    places = dict(zip((entrant["id"] for entrant in told["entrants"]), told["result"]["places"], strict=True))
    assert (told["result"]["decided_by"], told["result"]["why"]) == ("host", "It was the other one.")
    winner = next(entrant for entrant, place in places.items() if place == 1)
    assert next((row["entrant"], row["rank"]) for row in rows(here.nobody, path)) == (winner, 1)
    assert here.host.read(path)["status"] == "finished"
    before = revision(here, path)
    put(here.host, result, {"places": [1, 2], "forfeits": ["e2"], "reason": "Once more."})
    assert revision(here, path) == before


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"places": [1, 3]}, ["/body/places"]),
        ({"places": [2, 2]}, ["/body/places"]),
        ({"places": [1, 2, 3]}, ["/body/places"]),
        ({"places": [1]}, ["/body/places"]),
        ({"places": [1, "2"]}, ["/body/places/1"]),
        ({"places": [1, 2], "forfeits": ["e9"]}, ["/body/forfeits"]),
        ({"places": [1, 2], "reason": "x" * 256}, ["/body/reason"]),
        ({"places": [1, 2], "reason": "two\nlines"}, ["/body/reason"]),
    ],
)
def test_a_wrong_result_is_pointed_at(played_here: Scene, four: str, body: dict[str, Any], pointers: list[str]) -> None:
    response = put(played_here.host, f"{four}/rounds/1/tables/1/result", {"reason": "x", **body})
    assert code(response) == (422, "INVALID_FIELD", pointers)
    asked = {"places": [1, 2], "reason": "x"}
    assert code(put(played_here.host, f"{four}/rounds/1/tables/3/result", asked))[:2] == (404, "NOT_FOUND")


def test_previewed_standings_are_those_that_the_changes_give(played_here: Scene) -> None:
    here = played_here
    path = here.begun(bots=4, times=BY_HOST)
    here.play_round(path)
    before, (first, _) = here.host.read(path), here.host.read(f"{path}/rounds/1")["tables"]
    places = first["result"]["places"][::-1]
    changes = [
        {"kind": "result_set", "round": 1, "table": 1, "places": places},
        {"kind": "withdrawn", "entrant": "e4"},
    ]
    told = here.host.make(f"{path}/standings:preview", {"changes": changes})
    assert (here.host.read(path), rows(here.host, path) == told["stages"][0]["rows"]) == (before, False)
    put(here.host, f"{path}/rounds/1/tables/1/result", {"places": places, "reason": "x"})
    here.host.make(f"{path}/entrants/e4:withdraw")
    assert rows(here.host, path) == told["stages"][0]["rows"]
    undo = {"changes": [{"kind": "undone", "entry": before["revision"] + 1}]}
    undone = here.host.make(f"{path}/standings:preview", undo)["stages"][0]["rows"]
    here.host.make(f"{path}/log/{before['revision'] + 1}:undo", {"reason": "x"})
    assert rows(here.host, path) == undone


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([{"kind": "result_set", "round": 1, "table": 1, "places": [1, 3]}], (422, ["/body/changes/0/places"])),
        ([{"kind": "result_set", "round": 1, "table": 9, "places": [1, 2]}], (404, [])),
        ([{"kind": "withdrawn", "entrant": "e1"}] * 2, (409, ["/body/changes/1"])),
        ([{"kind": "undone", "entry": 1}], (409, ["/body/changes/0"])),
        ([{"kind": "undone", "entry": 10_000}], (409, ["/body/changes/0"])),
        ([{"kind": "finished"}], (422, ["/body/changes/0"])),
        ([], (422, ["/body/changes"])),
        ([{"kind": "withdrawn", "entrant": "e1"}] * 21, (422, ["/body/changes"])),
    ],
)
def test_a_change_that_cannot_be_imagined_is_pointed_at(
    played_here: Scene, four: str, changes: list[Any], expected: tuple[int, list[str]]
) -> None:
    status, _, pointers = code(played_here.host.post(f"{four}/standings:preview", {"changes": changes}))
    assert (status, pointers) == expected


def test_what_follows_from_a_correction_is_shown_before_and_asked_for(played_here: Scene) -> None:
    here = played_here
    path = here.begun({"format": "single_elimination"}, bots=4)
    first, _ = here.host.read(f"{path}/rounds/1")["tables"]
    for table in (1, 2):
        put(here.host, f"{path}/rounds/1/tables/{table}/result", {"places": [1, 2], "reason": "x"})
    here.look()
    assert here.host.read(path)["round"] == 2
    result, body = f"{path}/rounds/1/tables/1/result", {"places": [2, 1], "reason": "The other one"}
    assert code(put(here.host, result, body)) == (409, "NOT_POSSIBLE_NOW", ["/body/then"])
    asked = {"changes": [{"kind": "result_set", "round": 1, "table": 1, "places": [2, 1]}]}
    follows = here.host.make(f"{path}/log:preview", asked)
    assert len(follows["standings"]["stages"][0]["rows"]) == 4
    (lost,) = follows["tables"]
    assert (follows["then"], follows["entries"], follows["stages"]) == (["replay", "stand"], [], [])
    assert (lost["round"], lost["table"], lost["fate"]) == (2, 1, "lost")
    assert first["entrants"][0]["id"] in lost["entrants"]
    put(here.host, result, {**body, "then": "replay"})
    (final,) = here.host.read(f"{path}/rounds/2")["tables"]
    assert first["entrants"][1]["id"] in [entrant["id"] for entrant in final["entrants"]]
    undo = f"{path}/log/{next(each for each in entries(here, path) if each['what']['kind'] == 'round_ended')['number']}"
    assert code(here.host.post(f"{undo}:undo", {"reason": "x"}))[2] == ["/body/with_what_follows"]
    here.host.make(f"{undo}:undo", {"reason": "x", "with_what_follows": True})
    told = entries(here, path)[-1]["what"]
    assert (told["kind"], len(told["also"]) > 0) == ("undone", True)


def test_a_tournament_is_closed_when_it_is_over(played_here: Scene) -> None:
    path = played_here.begun(bots=2)
    assert code(played_here.host.post(f"{path}:close"))[:2] == (409, "NOT_POSSIBLE_NOW")
    played_here.host.make(f"{path}:cancel")
    closed = played_here.host.make(f"{path}:close", {"reason": "All agree"})
    assert closed["closed_at"] is not None
    assert played_here.host.make(f"{path}:close") == closed
    put_again = put(played_here.host, f"{path}/rounds/1/tables/1/result", {"places": [1, 2], "reason": "x"})
    assert code(put_again)[:2] == (409, "NOT_POSSIBLE_NOW")


def entries(here: Scene, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = here.host.read(f"{path}/log?page_size=100")["entries"]
    return found


# -- standings ---------------------------------------------------------------------------------------------------------


def test_who_looks_computes_no_standings(played_here: Scene, swiss: str, pods: str) -> None:
    here = played_here
    with counted(stage_standings) as calls:
        for path in (swiss, pods):
            for what in (*READ_ONLY, "rounds/2"):
                here.nobody.get(f"{path}/{what}")
        here.nobody.read(f"{pods}/bracket")
    assert calls == [0]
    path = here.begun({"format": "swiss", "rounds": 2}, bots=2)
    with counted(stage_standings) as calls:
        put(here.host, f"{path}/rounds/1/tables/1/result", {"places": [1, 2], "reason": "x"})
    assert calls == [1]


def test_standings_that_have_not_changed_are_not_sent_again(played_here: Scene, swiss: str) -> None:
    first = played_here.nobody.get(f"{swiss}/standings")
    again = played_here.nobody.get(f"{swiss}/standings", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_every_tie_break_tells_the_sum_behind_it(played_here: Scene, swiss: str) -> None:
    for row in rows(played_here.nobody, swiss):
        told = {each["id"]: each for each in row["tie_breaks"]}
        terms = told["buchholz"]["terms"]
        assert sum(float(term["adds"]) for term in terms if not term["is_cut"]) == float(told["buchholz"]["value"])
        assert len(terms) == 3


def test_who_withdraws_is_marked_at_once(played_here: Scene) -> None:
    path = played_here.begun(bots=2)
    played_here.host.make(f"{path}/entrants/e2:withdraw")
    assert {row["entrant"]: row["is_withdrawn"] for row in rows(played_here.nobody, path)} == {"e1": False, "e2": True}


def test_a_cross_table_holds_what_rounds_and_standings_say(played_here: Scene, swiss: str) -> None:
    table = played_here.nobody.read(f"{swiss}/cross-table")
    standings = rows(played_here.nobody, swiss)
    assert table["rounds"] == [1, 2, 3]
    assert [(line["entrant"]["id"], line["rank"], line["points"]) for line in table["lines"]] == [
        (row["entrant"], row["rank"], row["points"]) for row in standings
    ]
    for line in table["lines"]:
        assert sum(float(cell["points"]) for cell in line["cells"]) == float(line["points"])
        for cell in line["cells"]:
            for other in cell["opponents"]:
                assert table["lines"][other["line"] - 1]["entrant"]["id"] == other["entrant"]


def test_a_card_follows_an_entrant_through_all_stages(played_here: Scene, pods: str) -> None:
    winner = rows(played_here.nobody, pods)[0]
    card = played_here.nobody.read(f"{pods}/entrants/{winner['entrant']}/card")
    assert (card["entrant"]["name"], card["entrant"]["is_bot"]) == (winner["name"], True)
    assert [each["stage"] for each in card["rounds"]] == [0, 0, 1]
    assert [rank["stage"] for rank in card["ranks"]] == [0, 1]
    assert card["ranks"][1]["rank"] == 1
    first, second, last = card["rounds"]
    assert float(second["total"]) == float(first["points"]) + float(second["points"])
    assert (last["total"], last["node"]) == (last["points"], "F")
    assert all(each["reasons"] and each["result"]["places"] for each in card["rounds"])


def test_a_player_finds_its_own_card(played_here: Scene) -> None:
    here = played_here
    entry = {"bots": "none", "registration": "open"}
    path = here.announce(entry=entry, time_control={"kind": "per_decision", "seconds": 60})
    ann = here.hall.client("Ann")
    ann.make(f"{path}/entrants")
    assert ann.read(f"{path}/entrants/me/card")["entrant"]["player_id"] == ann.id
    assert code(here.stranger.get(f"{path}/entrants/me/card"))[:2] == (404, "NOT_FOUND")


def test_tables_of_pods_share_their_points(played_here: Scene, pods: str) -> None:
    for number in (1, 2):
        sizes = []
        for table in played_here.nobody.read(f"{pods}/rounds/{number}")["tables"]:
            sizes.append(len(table["entrants"]))
            assert len(table["result"]["points"]) == len(table["matches"][0]["entrants"]) == sizes[-1]
        assert sorted(sizes) == [3, 4]


ARENA = {"format": "arena", "duration_seconds": 20, "streaks": {"after": 1}}


def test_an_arena_is_one_round_to_which_tables_are_added(played_here: Scene) -> None:
    host = played_here.host
    path = played_here.finished(ARENA, bots=5)
    (stage,) = host.read(path)["settings"]["stages"]
    assert (stage["max_wait_seconds"], stage["late_entry"]) == (20, True)
    assert stage["points"] == {"win": 200, "draw": 100, "loss": 0}
    assert stage["streaks"] == {"after": 1, "factor": 2}
    (summary,) = host.read(f"{path}/rounds")["rounds"]
    found = host.read(f"{path}/rounds/1")
    shown = found["tables"]
    assert summary["tables"] == summary["decided"] == len(shown) >= 20
    assert [each["number"] for each in shown] == list(range(1, len(shown) + 1))
    assert all(each["reasons"] and each["result"] and not each["is_called_off"] for each in shown)
    assert (found["byes"], found["absent"], found["requested_byes"]) == ([], [], [])
    assert host.read(f"{path}/rounds/1?latest=3")["tables"] == shown[-3:]
    refused = host.get(f"{path}/rounds/1?latest=0")
    assert code(refused) == (422, "INVALID_FIELD", ["/query/latest"])
    log = host.read(f"{path}/log?page_size=1000")["entries"]
    paired = {each["what"]["table"]: each["number"] for each in log if each["what"]["kind"] == "table_paired"}
    assert paired == {each["number"]: each["entry"] for each in shown}
    line = host.read(f"{path}/cross-table")["lines"][0]
    card = host.read(f"{path}/entrants/{line['entrant']['id']}/card")
    assert [cell["table"] for cell in line["cells"]] == [each["table"] for each in card["rounds"]]
    assert {cell["round"] for cell in line["cells"]} == {1}
    assert card["rounds"][-1]["total"] == line["points"]


@pytest.mark.parametrize(
    ("stage", "bots"),
    [({"format": "single_elimination", "third_place": True}, 6), ({"format": "double_elimination"}, 4)],
)
@pytest.mark.slow
def test_a_bracket_leads_from_the_seeding_to_the_places(played_here: Scene, stage: dict[str, Any], bots: int) -> None:
    path = played_here.finished(stage, bots=bots)
    bracket = played_here.nobody.read(f"{path}/bracket")
    nodes = {node["id"]: node for node in bracket["nodes"]}
    assert {node["state"] for node in nodes.values()} <= {"decided", "not_needed"}
    assert (bracket["is_over"], len(bracket["seeding"]), len(bracket["places"])) == (True, bots, bots)
    for node in nodes.values():
        for seat in node["seats"]:
            source = nodes.get(seat["node"])
            if source is None:
                assert seat["entrant"] == bracket["seeding"][seat["seed"] - 1]
            elif seat["place"] == 1:
                assert seat["entrant"] == source["winners"][0]
        if node["state"] == "decided":
            table = played_here.nobody.read(f"{path}/rounds/{node['played_in']}")["tables"][node["table"] - 1]
            assert {entrant["id"] for entrant in table["entrants"]} == {seat["entrant"]["id"] for seat in node["seats"]}
            assert table["entrants"][table["result"]["places"].index(1)] == node["winners"][0]
    standings = [(row["entrant"], row["rank"]) for row in rows(played_here.nobody, path)]
    assert standings == [(place["entrant"]["id"], place["first"]) for place in bracket["places"]]


# -- exports -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["swiss", "pods"])
def test_an_exported_tournament_computes_the_same_standings(
    played_here: Scene, which: str, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(which)
    response = played_here.nobody.get(f"{path}/export/json")
    assert response.content_type == "application/json"
    settings, entries = read_export(response.data)
    again = fold(settings, entries)
    exported: Any = response.json
    assert json.loads(standings_document(again))["stages"] == exported["standings"]
    assert exported["standings"] == played_here.nobody.read(f"{path}/standings")["stages"]
    assert [[table.entrants for table in state.tables] for state in again.rounds] == [
        [tuple(entrant["id"] for entrant in table["entrants"]) for table in each["tables"]]
        for each in exported["rounds"]
    ]
    assert hashlib.sha256(bytes.fromhex(exported["seed"])).hexdigest() == settings.seed_sha256


def test_the_seed_of_a_tournament_under_way_is_in_no_document(played_here: Scene) -> None:
    path = played_here.begun(bots=2)
    id_ = path.rpartition("/")[2]
    played_here.play(path)
    seed = played_here.hall.tournaments.get(played_here._host, id_).seed.hex()
    assert played_here.host.read(f"{path}/export/json")["seed"] is None
    for what in ("", *(f"/{each}" for each in READ_ONLY)):
        assert seed.encode() not in played_here.host.get(f"{path}{what}").data


def test_standings_and_results_are_tables(played_here: Scene, swiss: str) -> None:
    response = played_here.nobody.get(f"{swiss}/export/csv")
    assert response.content_type == "text/csv; charset=utf-8"
    marked = played_here.nobody.get(f"{swiss}/export/csv?charset=utf8_bom").data
    assert marked == b"\xef\xbb\xbf" + response.data
    found = list(csv.DictReader(io.StringIO(response.text)))
    standings = rows(played_here.nobody, swiss)
    assert [(row["name"], row["points"], row["buchholz"]) for row in found] == [
        (row["name"], row["points"], next(each["value"] for each in row["tie_breaks"] if each["id"] == "buchholz"))
        for row in standings
    ]
    results = list(csv.DictReader(io.StringIO(played_here.nobody.get(f"{swiss}/export/csv?content=results").text)))
    assert len(results) == 3 * 5
    assert sum(float(row["points"]) for row in results) == sum(float(row["points"]) for row in standings)


def test_a_stage_of_two_seats_is_a_report_file(played_here: Scene, swiss: str) -> None:
    for version in ("trf16", "trf26"):
        response = played_here.nobody.get(f"{swiss}/export/trf", query_string={"version": version})
        assert response.content_type == "text/plain; charset=utf-8"
        report = read_trf(response.text)
        assert (report.header.name, report.header.rounds, len(report.entrants)) == ("Cup", 3, 5)
        points = {report.players[entrant.id].name: entrant.points / 100 for entrant in report.entrants}
        assert points == {row["name"]: float(row["points"]) for row in rows(played_here.nobody, swiss)}
    refused = played_here.nobody.get(f"{swiss}/export/trf", query_string={"version": "trf27"})
    assert code(refused) == (422, "INVALID_FIELD", ["/query/version"])


def test_a_stage_with_more_seats_is_no_report_file(played_here: Scene, pods: str) -> None:
    assert code(played_here.nobody.get(f"{pods}/export/trf?stage=0")) == (409, "FORMAT_UNSUPPORTED", [])
    assert played_here.nobody.get(f"{pods}/export/trf?stage=1").status_code == 200
