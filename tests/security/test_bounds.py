"""A part of what ``python -m tests.security.bounds`` tries, and that it would notice."""

from collections.abc import Iterator
from contextlib import closing
from sqlite3 import connect
from typing import Any

import grpc
import pytest

from tests.integration.clients.node import by_node
from tests.security.bounds.corners import ABSENT, FEW_TEXTS, Corner, Schemas, message_corners, replaced
from tests.security.bounds.javascript import Answers
from tests.security.bounds.platform import scene_on
from tests.security.bounds.scene import CUP, Scene
from tests.security.bounds.trial import METHODS, GrpcTrial, RestTrial, conforms, points

UNSHOWN = (
    "\u3164", "\u2800", "\u200b", "\U000e0041", "\ufe0f", "\u0301", "\ue000", "Ada\u202e", "\u2067", "\u0301Ada",
    "Z" + "\u0335" * 9,
)  # fmt: skip
"""Nothing that is seen, controls of direction, marks that lie on other text."""
NOT_KEPT = {"leaveMatch", "undoTournamentEntry", "pairTournamentRound"}
"""Its reason is one of a list; nothing is there to be undone; nothing is left to be paired."""


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Scene, grpc.Channel]]:
    with scene_on() as opened:
        yield opened


@pytest.fixture(scope="module")
def rest(stage: tuple[Scene, grpc.Channel]) -> RestTrial:
    """A part of the values, tried and read over REST."""
    trial = RestTrial(stage[0], FEW_TEXTS, every=31)
    trial.write()
    trial.read_corners()
    trial.read_all()
    return trial


@pytest.mark.timeout(300)
def test_what_rest_takes_can_be_read_by_every_operation_and_page(rest: RestTrial) -> None:
    trial = rest
    assert trial.counts.faults == []
    assert trial.counts.tried > 200
    assert trial.counts.taken > 50
    assert len(trial.counts.written_by) > 60
    assert trial.counts.taken_by == trial.counts.written_by
    assert len(trial.counts.read_by) > 80


@by_node
@pytest.mark.timeout(300)
def test_javascript_loses_nothing_of_any_answer(rest: RestTrial) -> None:
    assert rest.answers.faults() == []
    assert len(rest.answers.told) > 500


@by_node
def test_what_javascript_loses_is_noticed() -> None:
    answers = Answers()
    bodies = [
        b'{"n": 9007199254740993}', b'{"a": 1, "a": 2}', b'{"a": {"b": 1, "b": 1}}', b'["\\ud800"]', b'{"n": 1e999}',
        b'{"starts_at": "2030-02-30T00:00:00.000Z"}', b'{"at": "2030-01-01T00:00:00Z"}', b"{'a': 1}", b'{"n": -0}',
    ]  # fmt: skip
    for body in bodies:
        answers.add(body.decode(), 200, "application/json", body)
    answers.add("a refusal", 422, "application/problem+json", b'{"title": "No."}')
    good = b'{"__proto__": 1, "a\\":": [0, -1.5e-7, 9007199254740991, "\\ud83c\\udfb2"], "at": null}'
    answers.add("good", 200, "application/json", good)
    answers.add("lines", 200, "application/x-ndjson", b'{"a": 1}\n{"a": 9007199254740993}\n')
    faults = answers.faults()
    for body in bodies:
        assert any(fault.startswith(f"FAULT {body.decode()}: ") for fault in faults), body
    assert [fault for fault in faults if fault.startswith(("FAULT a refusal", "FAULT lines"))] == [
        "FAULT a refusal: no refusal that says why",
        "FAULT lines: another number: 9007199254740993 is 9007199254740992",
    ]
    assert not any(fault.startswith("FAULT good") for fault in faults)


@pytest.mark.timeout(300)
def test_what_grpc_takes_can_be_read_by_every_method(stage: tuple[Scene, grpc.Channel]) -> None:
    trial = GrpcTrial(stage[0], stage[1], FEW_TEXTS, every=11)
    trial.write()
    trial.read_corners()
    trial.read_all()
    assert trial.counts.faults == []
    assert trial.counts.tried > 300
    assert trial.counts.taken > 50
    assert len(trial.counts.written_by) > 55
    assert trial.counts.taken_by == trial.counts.written_by
    assert len(trial.counts.read_by) > 55


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_is_taken_can_be_kept_by_postgresql(postgres_url: str) -> None:
    with scene_on(postgres_url) as (scene, channel):
        rest, play = RestTrial(scene, FEW_TEXTS, every=13), GrpcTrial(scene, channel, FEW_TEXTS, every=7)
        for trial in (rest, play):
            trial.write()
            trial.read_corners()
            trial.read_all()
            assert trial.counts.faults == []


def test_an_entrant_of_the_longest_id_is_none_of_the_table(stage: tuple[Scene, grpc.Channel]) -> None:
    """The bounds of a request were wider than those of what is kept: answered 500."""
    scene, template = stage[0], "/v1/tournaments/{tournament}/rounds/{round}/tables/{table}/result"
    place = scene.place("setTournamentResult", template)
    corner = Corner(("forfeits", 0), "a" * 80)
    response = RestTrial(scene, ()).send("PUT", template, "setTournamentResult", place, corner)
    problem: Any = response.json
    assert (response.status_code, problem["errors"][0]["pointer"]) == (422, "/body/forfeits")


def test_names_that_show_nothing_are_refused_wherever_a_name_is_taken(stage: tuple[Scene, grpc.Channel]) -> None:
    """Ivy the invisible takes names of fillers, of Braille's blank, of tags."""
    scene, seen = stage[0], set()
    trial = RestTrial(scene, ())
    for method, template, operation in trial.operations:
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if method == "GET" or body is None:
            continue
        places = {corner.path for corner in Schemas(("x",)).corners(body["schema"]) if corner.path}
        for path in sorted(path for path in places if path[-1] in ("name", "key_name", "reason") and path[0] != "stop"):
            if operation["operationId"] in NOT_KEPT:
                continue
            place = scene.place(operation["operationId"], template)
            for text in UNSHOWN:
                response = trial.send(method, template, operation["operationId"], place, Corner(path, text))
                problem: Any = response.json
                about = f"{operation['operationId']} {path} {text!a}"
                assert (response.status_code, problem.get("code")) == (422, "INVALID_FIELD"), about
                assert problem["errors"][0]["pointer"] == "/body/" + "/".join(map(str, path)), about
            seen.add(operation["operationId"])
    assert {"createPlayer", "createBot", "createKey", "createSeries", "createTournament", "signUp"} <= seen
    assert len(seen) > 15


def test_names_that_show_nothing_are_refused_over_grpc_too(stage: tuple[Scene, grpc.Channel]) -> None:
    trial, seen = GrpcTrial(stage[0], stage[1], ()), set()
    for method in METHODS:
        if method.name in ("LeaveMatch", "UndoTournamentEntry", "PairTournamentRound"):  # as above
            continue
        names = [names for names, value in message_corners(method.input_type, ("x",)) if value == "x"]
        for path in (names for names in names if names[-1] in ("name", "key_name", "reason")):
            base = trial.message(method)
            for text in UNSHOWN:
                refused = trial.refused(method, base, path, text)
                about = f"{method.name} {path} {text!a}"
                assert refused is not None, about
                assert refused.reason == "INVALID_FIELD", about
                assert [field.rpartition("/")[2] for field in refused.fields] == [path[-1]], about
            seen.add(method.name)
    assert {"CreateBot", "CreateKey", "CreateSeries", "CreateTournament", "SignUp", "ImportTournamentEntrants"} <= seen
    assert len(seen) > 15


def test_names_of_a_file_are_names_as_others_are(stage: tuple[Scene, grpc.Channel]) -> None:
    scene = stage[0]
    cup = scene.ada.make("/v1/tournaments", CUP)["id"]
    for text in UNSHOWN:
        response = scene.ada.post(f"/v1/tournaments/{cup}/entrants:import", {"csv": f"bot,name\nrandom,{text}\n"})
        assert response.status_code == 422, f"{text!a}"


def test_a_value_that_cannot_be_read_is_noticed() -> None:
    with scene_on() as (scene, channel):
        rest, play = RestTrial(scene, ("x",)), GrpcTrial(scene, channel, ("x",))
        cup = scene.ada.make("/v1/tournaments", CUP)["id"]
        scene.know("tournament", cup)
        with closing(connect(scene.hall.database_path)) as database, database:
            database.execute("UPDATE tournaments SET settings = '{}' WHERE id = ?", (cup,))
        rest.read_all()
        play.read_all()
    assert any("getTournament" in fault or f"/v1/tournaments/{cup}" in fault for fault in rest.counts.faults)
    assert any(fault.startswith("GetTournament ") for fault in play.counts.faults)


@pytest.mark.parametrize("value", [2**53, {"a": [float("nan")]}, "\ud800", {"starts_at": "10000-01-01T00:00:00.000Z"}])
def test_what_other_languages_cannot_read_is_noticed(value: Any) -> None:
    with pytest.raises((AssertionError, UnicodeEncodeError)):
        conforms(value)


def test_a_refusal_that_does_not_say_of_which_value_is_noticed() -> None:
    with pytest.raises(AssertionError, match="UNKNOWN_RULESET points nowhere"):
        points(422, {"code": "UNKNOWN_RULESET", "errors": []})
    points(422, {"code": "UNKNOWN_RULESET", "errors": [{"pointer": "/body/ruleset", "detail": "there is none"}]})
    points(409, {"code": "NOT_POSSIBLE_NOW", "errors": []})


def test_a_value_is_put_where_it_belongs() -> None:
    assert replaced({"a": [{"b": 1}], "c": 2}, Corner(("a", 0, "b"), "x")) == {"a": [{"b": "x"}], "c": 2}
    assert replaced({"a": 1}, Corner(("b", "c"), 2)) == {"a": 1, "b": {"c": 2}}
    assert replaced({"a": 1, "b": 2}, Corner(("b",), ABSENT)) == {"a": 1}
