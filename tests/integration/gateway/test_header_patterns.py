"""The patterns of request headers in the reference are those that hold: what they refuse is refused, or ignored where
the reference says so; what they allow is heeded."""

import re
from typing import Any

import pytest

from tests.api_reference import rendered_document
from tests.integration.gateway.harness import Client, Hall
from tests.marks import each_row


def header(operation_id: str, name: str) -> dict[str, Any]:
    """A request header of an operation as the reference has it."""
    operations = [operation for item in rendered_document()["paths"].values() for operation in item.values()]
    (operation,) = (each for each in operations if each["operationId"] == operation_id)
    (found,) = (each for each in operation["parameters"] if (each["in"], each["name"]) == ("header", name))
    return dict(found)


def allows(operation_id: str, name: str, value: str) -> bool:
    return re.search(header(operation_id, name)["schema"]["pattern"], value) is not None


@pytest.fixture
def streams(hall: Hall, ada: Client, live: str) -> dict[str, str]:
    """The streams that a revision is resumed after, by their operations."""
    new = {"ruleset": "factionwars", "entrants": ["random"], "stop": {"rule": "fixed", "matches": 2}}
    series = ada.make("/v1/series", new)["id"]
    cup: dict[str, Any] = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 1}]}
    cup |= {"entry": {"bots": "only", "registration": "invited"}}
    tournament = ada.make("/v1/tournaments", cup)["id"]
    ada.make(f"/v1/tournaments/{tournament}:cancel")
    hall.play_series()
    ada.make(f"/v1/matches/{live}:resign")
    return {
        "streamMatchEventsSse": f"/v1/matches/{live}/events/sse",
        "streamSeatEventsSse": f"/v1/matches/{live}/seats/0/events/sse",
        "streamSeriesEventsSse": f"/v1/series/{series}/events/sse",
        "streamTournamentEventsSse": f"/v1/tournaments/{tournament}/events/sse",
    }


def refusal(client: Client, path: str, headers: dict[str, str]) -> tuple[int, str, list[str]]:
    """How a request is refused: status, code, and where."""
    response = client.get(path, headers=headers)
    problem: Any = response.json
    return response.status_code, problem["code"], [error["pointer"] for error in problem["errors"]]


NO_REVISIONS = ["x", "-1", "+1", "1.5", "1e3", "0x1", "1 2", "1,2", "007", "1" * 16, "9" * 30, "\u00b2"]


@each_row("value", NO_REVISIONS)
def test_what_the_pattern_of_revisions_refuses_is_refused(ada: Client, streams: dict[str, str], value: str) -> None:
    for operation, path in streams.items():
        assert not allows(operation, "Last-Event-ID", value)
        told = refusal(ada, path, {"Last-Event-ID": value})
        assert told == (422, "INVALID_FIELD", ["/headers/Last-Event-ID"]), operation


@pytest.mark.parametrize("value", ["", "0", "1", "999999999999999"])
def test_what_the_pattern_of_revisions_allows_is_taken(ada: Client, streams: dict[str, str], value: str) -> None:
    for operation, path in streams.items():
        assert allows(operation, "Last-Event-ID", value)
        assert ada.get(path, headers={"Last-Event-ID": value}).status_code == 200, operation


def test_the_pattern_of_cursors_allows_those_that_are_given_out_and_what_it_refuses_is_refused(ada: Client) -> None:
    path, name = "/v1/events/sse", "Last-Event-ID"
    ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:random"]})
    cursors = [line["cursor"] for line in ada.read("/v1/events")["events"]]
    for cursor in ("", *cursors):
        assert allows("streamAccountEventsSse", name, cursor)
        ada.open(path, **{name: cursor}).close()
    assert cursors
    standard = cursors[0].replace("-", "+").replace("_", "/")
    for value in ("1", "x" * 11, "A" * 248, f"{cursors[0]}=", f"{cursors[0][:-1]}+", f"{standard}//", "caf\u00e9" * 4):
        assert not allows("streamAccountEventsSse", name, value)
        assert refusal(ada, path, {name: value}) == (422, "INVALID_FIELD", ["/headers/Last-Event-ID"])


@pytest.mark.parametrize(
    "value", ["{tag}", "'{tag}'", '"{tag}', 'w/"{tag}"', '"a" "{tag}"', '*, "{tag}"', "W/{tag}", ""]
)
def test_what_the_pattern_of_etags_refuses_is_ignored(ada: Client, value: str) -> None:
    whole = ada.get("/v1/players/me")
    sent = value.replace("{tag}", whole.headers["ETag"].strip('"'))
    assert not allows("getPlayer", "If-None-Match", sent)
    assert "ignored" in header("getPlayer", "If-None-Match")["description"]
    again = ada.get("/v1/players/me", headers={"If-None-Match": sent})
    assert (again.status_code, again.data) == (200, whole.data)


@pytest.mark.parametrize("value", ['"{tag}"', 'W/"{tag}"', '"a","{tag}"', '"a" ,\tW/"b,c", "{tag}"', "*"])
def test_what_the_pattern_of_etags_allows_is_heeded(ada: Client, value: str) -> None:
    sent = value.replace("{tag}", ada.get("/v1/players/me").headers["ETag"].strip('"'))
    assert allows("getPlayer", "If-None-Match", sent)
    assert ada.get("/v1/players/me", headers={"If-None-Match": sent}).status_code == 304
