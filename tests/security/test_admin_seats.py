"""Attacks of an admin who plays: over REST and gRPC, with the admin's own key."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import grpc
import pytest
from structlog.testing import capture_logs

from services.errors import Reason, Refusal
from services.identity import Caller, PlayerKind, Scope
from tests.integration.gateway.conftest import ada, admin, bob, hall, migrated
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient
from tests.integration.grpc_api.conftest import channel

__all__ = ["ada", "admin", "bob", "channel", "hall", "migrated"]


@pytest.fixture
def seated(ada: Client, admin: Client) -> str:
    """A live match: Ada has seat 0, the admin seat 1."""
    match: str = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    assert admin.make(f"/v1/matches/{match}:join")["status"] == "live"
    return match


@pytest.fixture
def live(ada: Client, bob: Client) -> str:
    """A live match in which the admin has no seat."""
    match: str = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    assert bob.make(f"/v1/matches/{match}:join")["status"] == "live"
    return match


@pytest.fixture
def over_grpc(channel: grpc.Channel) -> Callable[[Client], PlayClient]:
    return lambda client: PlayClient(channel, client.key)


def looks(client: Client, match: str) -> list[tuple[int, str]]:
    """Which seat was looked at by whom, as the client is told."""
    told = client.read(f"/v1/matches/{match}")["inspections"]
    return [(look["seat"], look["player"]["name"]) for look in told]


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json["code"]


# -- who sits in the match ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["view", "events?since=0", "events?wait=0", "events/sse", "events/ndjson?since=0"])
def test_an_admin_at_the_table_sees_its_own_seat_and_no_other(
    ada: Client, admin: Client, seated: str, path: str
) -> None:
    assert code(admin.get(f"/v1/matches/{seated}/seats/0/{path}")) == (403, "NOT_YOUR_SEAT")
    assert admin.read(f"/v1/matches/{seated}/seats/1/view")["seat"] == 1
    assert looks(ada, seated) == []


def test_nor_over_grpc(ada: Client, admin: Client, seated: str, over_grpc: Callable[[Client], PlayClient]) -> None:
    caller = over_grpc(admin)
    assert caller.refused("GetView", match=seated, seat=0).reason == "NOT_YOUR_SEAT"
    assert caller.refused("Watch", match=seated, seat=0).reason == "NOT_YOUR_SEAT"
    assert caller.refused("Watch", match=seated, seat=0, since=0).reason == "NOT_YOUR_SEAT"
    assert caller.ask("GetView", match=seated, seat=1).view.seat == 1
    assert looks(ada, seated) == []


def test_nor_after_it_has_resigned_or_the_match_is_over(hall: Hall, ada: Client, bob: Client, admin: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bob.id}", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join")
    admin.make(f"/v1/matches/{match}:join")
    admin.make(f"/v1/matches/{match}:resign")
    assert code(admin.get(f"/v1/matches/{match}/seats/0/view")) == (403, "NOT_YOUR_SEAT")

    root = hall.client("Another", [Scope.ADMIN])
    root.make(f"/v1/matches/{match}:abort")
    assert code(admin.get(f"/v1/matches/{match}/seats/0/view")) == (403, "NOT_YOUR_SEAT")
    hall.scoring.score(match)
    hall.redis.flushdb()  # archived: read from the database
    assert code(admin.get(f"/v1/matches/{match}/seats/0/view")) == (403, "NOT_YOUR_SEAT")
    assert code(admin.get(f"/v1/matches/{match}/seats/0/events?since=0")) == (403, "NOT_YOUR_SEAT")


def test_an_admin_at_the_table_neither_answers_nor_tries_out_for_another(admin: Client, seated: str) -> None:
    view = admin.read(f"/v1/matches/{seated}/seats/1/view")
    action = {"action": view["legal"][0]["notation"]}
    for path in (f"decisions/{view['decision']}:check", f"decisions/{view['decision']}"):
        assert admin.make(f"/v1/matches/{seated}/{path}", action)["seat"] == 1


def test_an_admin_who_is_about_to_lose_cannot_call_the_match_off(ada: Client, admin: Client, seated: str) -> None:
    assert code(admin.post(f"/v1/matches/{seated}:abort")) == (409, "MATCH_NOT_OPEN")
    assert ada.read(f"/v1/matches/{seated}")["status"] == "live"


# -- who looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["view", "events?since=0", "events?wait=0", "events/sse", "events/ndjson?since=0"])
def test_a_look_stands_in_the_match_before_it_is_answered(
    hall: Hall, ada: Client, bob: Client, admin: Client, live: str, path: str
) -> None:
    before = [ada.read(f"/v1/matches/{live}/seats/0/view"), ada.read(f"/v1/matches/{live}")["revision"]]
    for _ in range(3):
        for _ in _first(admin, f"/v1/matches/{live}/seats/1/{path}"):
            assert looks(ada, live) == looks(bob, live) == [(1, "Root")]
    assert [ada.read(f"/v1/matches/{live}/seats/0/view"), ada.read(f"/v1/matches/{live}")["revision"]] == before

    assert admin.get(f"/v1/matches/{live}/seats/0/view").status_code == 200
    assert looks(hall.client("Anybody"), live) == [(1, "Root"), (0, "Root")]


def test_a_look_over_grpc_stands_in_the_match_as_well(
    ada: Client, admin: Client, live: str, over_grpc: Callable[[Client], PlayClient]
) -> None:
    over_grpc(admin).ask("GetView", match=live, seat=1)
    assert looks(ada, live) == [(1, "Root")]
    watch = over_grpc(admin).ask("Watch", match=live, seat=0)
    next(watch)
    watch.cancel()
    assert looks(ada, live) == [(1, "Root"), (0, "Root")]
    told = over_grpc(ada).ask("GetMatch", match=live).match.inspections
    assert [(look.seat, look.player.id, look.player.name) for look in told] == [
        (1, admin.id, "Root"),
        (0, admin.id, "Root"),
    ]
    assert told[0].at.ToMilliseconds() > 0


def test_a_look_is_logged_for_the_operator(admin: Client, live: str) -> None:
    with capture_logs() as lines:
        for _ in range(2):
            admin.read(f"/v1/matches/{live}/seats/1/view")
    told = [line for line in lines if line["event"] == "seat_inspected"]
    assert told == [{"event": "seat_inspected", "log_level": "info", "match": live, "seat": 1, "player": admin.id}]


def test_looks_are_read_when_the_match_has_ended_and_is_archived(
    hall: Hall, ada: Client, bob: Client, admin: Client, live: str
) -> None:
    admin.read(f"/v1/matches/{live}/seats/1/view")
    admin.make(f"/v1/matches/{live}:abort")
    assert looks(bob, live) == [(1, "Root")]
    hall.scoring.score(live)
    hall.redis.flushdb()
    assert looks(bob, live) == looks(ada, live) == [(1, "Root")]


def test_nobody_but_an_admin_gets_in_and_what_is_refused_is_no_look(hall: Hall, ada: Client, live: str) -> None:
    carol = hall.client("Carol")
    assert code(carol.get(f"/v1/matches/{live}/seats/0/view")) == (403, "NOT_YOUR_SEAT")
    assert code(ada.get(f"/v1/matches/{live}/seats/1/view")) == (403, "NOT_YOUR_SEAT")
    ada.read(f"/v1/matches/{live}/seats/0/view")
    carol.read(f"/v1/matches/{live}/view")
    assert looks(ada, live) == []


# -- who looks and then sits down --------------------------------------------------------------------------------------


@pytest.fixture
def open_match(ada: Client) -> str:
    match: str = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
    return match


def test_an_admin_who_follows_a_seat_before_the_start_cannot_sit_down(
    ada: Client, bob: Client, admin: Client, open_match: str
) -> None:
    """Its stream would go on when the cards are dealt."""
    stream = admin.lines(f"/v1/matches/{open_match}/seats/0/events/sse")
    assert next(stream).startswith(b"retry")

    assert code(admin.post(f"/v1/matches/{open_match}:join")) == (403, "NOT_YOUR_SEAT")
    assert code(admin.ask("PUT", f"/v1/matches/{open_match}/seats/1", json={"seat": "me"})) == (403, "NOT_YOUR_SEAT")
    invite = {"seat": f"player:{admin.id}"}
    assert code(ada.ask("PUT", f"/v1/matches/{open_match}/seats/1", json=invite)) == (403, "NOT_YOUR_SEAT")
    assert looks(ada, open_match) == [(0, "Root")]
    assert bob.make(f"/v1/matches/{open_match}:join")["seat"] == 1
    stream.close()  # type: ignore[attr-defined]  # a generator


def test_an_admin_with_a_small_key_of_its_own_cannot_sit_down_either(
    hall: Hall, admin: Client, open_match: str
) -> None:
    admin.read(f"/v1/matches/{open_match}/seats/0/view")
    small = hall.client_of(hall.players.get(admin.id), [Scope.MATCHES_PLAY])
    assert code(small.post(f"/v1/matches/{open_match}:join")) == (403, "NOT_YOUR_SEAT")


@pytest.mark.slow
def test_looking_and_joining_at_the_same_moment_is_one_of_both(hall: Hall, ada: Client) -> None:
    """Whichever is committed first rules the other out."""
    root = hall.client("Root", [Scope.ADMIN])
    caller = Caller(root.id, "Root", PlayerKind.PERSON, "k", frozenset({Scope.ADMIN}))
    for _ in range(15):
        match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
        barrier = threading.Barrier(2)
        acts = (partial(hall.matches.view, caller, match, 0), partial(hall.matches.join, caller, match))
        with ThreadPoolExecutor(2) as pool:
            look, join = pool.map(partial(_reason, barrier), acts)
        seat = ada.read(f"/v1/matches/{match}")["seats"][1]["status"]
        assert (look, join, looks(ada, match), seat) in (
            (None, Reason.NOT_YOUR_SEAT, [(0, "Root")], "open"),
            (Reason.NOT_YOUR_SEAT, None, [], "taken"),
        )


def _reason(barrier: threading.Barrier, act: Callable[[], object]) -> Reason | None:
    barrier.wait(30)
    try:
        act()
    except Refusal as refusal:
        return refusal.reason
    return None


def test_a_look_does_not_hinder_the_game(hall: Hall, ada: Client, bob: Client, admin: Client, live: str) -> None:
    for number, client in enumerate((ada, bob)):
        view = client.read(f"/v1/matches/{live}/seats/{number}/view")
        admin.read(f"/v1/matches/{live}/seats/{number}/view")
        action = {"action": view["legal"][0]["notation"]}
        assert client.post(f"/v1/matches/{live}/decisions/{view['decision']}", action).status_code == 200
    assert looks(ada, live) == [(0, "Root"), (1, "Root")]


def test_strangers_under_a_delay_are_not_told_of_a_look_before_its_time(
    hall: Hall, ada: Client, bob: Client, admin: Client
) -> None:
    new = {"ruleset": "sealed", "seats": ["me", "open"], "spectator_delay_seconds": 3600}
    match = ada.make("/v1/matches", new)["id"]
    stranger = hall.client("Carol")
    bob.make(f"/v1/matches/{match}:join")
    told = stranger.get(f"/v1/matches/{match}")
    admin.read(f"/v1/matches/{match}/seats/0/view")
    assert looks(bob, match) == [(0, "Root")]
    assert stranger.get(f"/v1/matches/{match}").data == told.data


def _first(client: Client, path: str) -> Iterator[None]:
    """Once, while the answer to a request is there: of a stream the beginning."""
    if "events/" in path:
        stream = client.lines(path)
        next(stream)
        yield
        stream.close()  # type: ignore[attr-defined]  # a generator
    else:
        assert client.get(path).status_code == 200
        yield
