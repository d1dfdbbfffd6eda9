"""One entry that cannot be read or written takes no list from everybody: the others are shown, and it is named."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import grpc
import pytest
import structlog

from gateway.grpc_api.server import PlayLimits
from services import unreadable
from services.matches.redis_keys import match_key
from tests.integration.gateway.conftest import ada, bob, hall
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import announced
from tests.integration.grpc_api.clients import PlayClient, served, services_of

__all__ = ["ada", "bob", "hall"]

FAR: Final = "9999-12-31T23:59:59-00:01"
FAR_MS: Final = 253_402_300_859_000
"""In milliseconds since 1970: a minute after the last moment that dates can hold."""
SERIES: Final = {"ruleset": "factionwars", "entrants": ["greedy"] * 2, "stop": {"rule": "fixed", "matches": 2}}


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs() as lines:
        yield lines


def execute(hall: Hall, statement: str, *values: Any) -> None:
    """Change what is stored, as a version with a fault would have."""
    with closing(sqlite3.connect(hall.database_path)) as database, database:
        assert database.execute(statement, values).rowcount == 1


@pytest.fixture
def over_grpc(hall: Hall, ada: Client) -> Iterator[PlayClient]:
    with served(services_of(hall), PlayLimits()) as (_, target), grpc.insecure_channel(target) as channel:
        yield PlayClient(channel, ada.key)


def test_gus_the_guest_hosts_a_tournament_at_the_end_of_time(hall: Hall, ada: Client) -> None:
    """He was answered 500, and from then on the list, the page and the cancellation were, for everybody."""
    body: dict[str, Any] = {
        "name": "Cup",
        "ruleset": "sealed",
        "stages": [{"format": "swiss", "rounds": 3}],
        "time_control": {"kind": "per_decision", "seconds": 60},
    }
    before = hall.fingerprint()
    for at in (
        FAR,
        "3000-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2030-01-01T24:00:00Z",
        "0001-01-01T00:00:00+01:00",
    ):
        response = ada.post("/v1/tournaments", body | {"times": {"starts_at": at}})
        problem: Any = response.json
        assert (response.status_code, problem["errors"][0]["pointer"]) == (422, "/body/times/starts_at"), at
    assert hall.fingerprint() == before
    last = "2999-12-31T23:59:59.999Z"
    made = ada.make("/v1/tournaments", body | {"times": {"starts_at": "2999-12-31T23:59:59.999999999-00:00"}})
    assert made["starts_at"] == last
    leap = ada.make("/v1/tournaments", body | {"times": {"starts_at": "2035-06-30T23:59:60Z"}, "name": "Leap"})
    assert leap["starts_at"] == "2035-07-01T00:00:00.000Z"


def test_a_tournament_that_was_kept_with_such_a_start_is_shown_and_can_be_cancelled(
    hall: Hall, ada: Client, bob: Client, over_grpc: PlayClient
) -> None:
    cup = announced(hall, ada)
    settings = cup.settings.model_copy(update={"times": cup.settings.times.model_copy(update={"starts_ms": FAR_MS})})
    execute(hall, "UPDATE tournaments SET settings = ? WHERE id = ?", settings.to_bytes(), cup.id)
    end = "9999-12-31T23:59:59.999Z"
    assert [each["starts_at"] for each in bob.read("/v1/tournaments")["tournaments"]] == [end]
    (shown,) = over_grpc.ask("ListTournaments").tournaments
    assert shown.starts_at.ToJsonString() == end
    visitor = hall.app.test_client()
    for page in ("/tournaments", f"/tournaments/{cup.id}", f"/tournaments/{cup.id}/log"):
        assert visitor.get(page).status_code == 200, page
    assert ada.make(f"/v1/tournaments/{cup.id}:cancel", {})["status"] == "cancelled"


def test_a_tournament_that_cannot_be_read_is_named_and_the_others_are_shown(
    hall: Hall, ada: Client, over_grpc: PlayClient, logged: list[Any]
) -> None:
    ids = [announced(hall, ada).id for _ in range(3)]
    execute(hall, "UPDATE tournaments SET settings = ? WHERE id = ?", b'{"format": "of another day"}', ids[1])
    listed = ada.read("/v1/tournaments")
    assert [each["id"] for each in listed["tournaments"]] == [ids[2], ids[0]]
    assert listed["unshown"] == [ids[1]]
    page = ada.read("/v1/tournaments?page_size=2")
    assert (len(page["tournaments"]), page["unshown"]) == (1, [ids[1]])
    rest = ada.read(f"/v1/tournaments?page_size=2&page_token={page['next_page_token']}")
    assert [each["id"] for each in rest["tournaments"]] == [ids[0]]
    assert "unshown" not in rest
    told = over_grpc.ask("ListTournaments")
    assert ([each.id for each in told.tournaments], list(told.unshown)) == ([ids[2], ids[0]], [ids[1]])
    html = hall.app.test_client().get("/tournaments")
    assert html.status_code == 200
    assert f"cannot be shown here: <code>{ids[1]}</code>" in html.text
    (line,) = (
        line for line in logged if line["event"] == "entry_cannot_be_shown"
    )  # once, however often it is asked for
    assert line["id"] == ids[1]
    assert "another day" not in str(line)


def test_a_series_that_cannot_be_read_is_named_and_the_others_are_shown(
    hall: Hall, ada: Client, over_grpc: PlayClient
) -> None:
    ids = [ada.make("/v1/series", SERIES)["id"] for _ in range(3)]
    execute(hall, "UPDATE series SET document = ? WHERE id = ?", b"{}", ids[1])
    listed = ada.read("/v1/series")
    assert [each["id"] for each in listed["series"]] == [ids[2], ids[0]]
    assert listed["unshown"] == [ids[1]]
    told = over_grpc.ask("ListSeries")
    assert ([each.id for each in told.series], list(told.unshown)) == ([ids[2], ids[0]], [ids[1]])


def test_a_player_that_cannot_be_read_is_named_and_the_others_are_shown(hall: Hall, ada: Client, bob: Client) -> None:
    execute(hall, "UPDATE players SET created_ms = 'long ago' WHERE id = ?", bob.id)
    listed = ada.read("/v1/players")
    assert [each["id"] for each in listed["players"]] == [ada.id]
    assert listed["unshown"] == [bob.id]


def test_of_a_match_that_cannot_be_read_only_the_log_tells(
    hall: Hall, ada: Client, over_grpc: PlayClient, logged: list[Any]
) -> None:
    """Who may see a match stands in it."""
    ids = [ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"] for _ in range(3)]
    for field in hall.redis.hkeys(match_key(ids[1])):
        hall.redis.hset(match_key(ids[1]), field, b"\xff")
    listed = ada.read("/v1/matches")
    assert [each["id"] for each in listed["matches"]] == [ids[2], ids[0]]
    assert "unshown" not in listed
    assert [each.id for each in over_grpc.ask("ListMatches").matches] == [ids[2], ids[0]]
    assert ids[1] in [line.get("id") for line in logged]


def test_an_entry_of_a_log_that_cannot_be_shown_is_named(hall: Hall, ada: Client) -> None:
    shown, unshown = unreadable.show_each("log entry", [1, 0, 2], lambda number: 2 // number, lambda number: number)
    assert (shown, unshown) == ([2, 1], ["0"])
