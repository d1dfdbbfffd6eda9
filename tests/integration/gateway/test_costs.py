"""How much a request asks of what is behind the gateway: counted, not timed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.connection import AbstractConnection

from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.identity.auth_cache import AuthCache
from tests.integration.database.statements import statements
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.rulesets.sealed import RULESET

CALLS = ("start", "play", "observe", "default", "choose", "imagine")
"""Those that reach a service each time. What it is, its clients remember: see `GrpcEngine.describe`."""


class Counted:
    """Commands that went to Redis, and calls to the engine, since the last :meth:`begin`."""

    def __init__(self) -> None:
        self.commands = 0
        self.calls: list[str] = []

    def begin(self) -> None:
        self.commands = 0
        self.calls.clear()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """What is asked from now on."""
    found = Counted()
    send: Callable[..., Any] = AbstractConnection.send_packed_command

    def count(*args: Any, **options: Any) -> Any:
        found.commands += 1
        return send(*args, **options)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", count)
    for name in CALLS:
        monkeypatch.setattr(InProcessEngine, name, _noted(found, name, getattr(InProcessEngine, name)))
    return found


def _noted(found: Counted, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def noted(*args: Any, **options: Any) -> Any:
        found.calls.append(name)
        return call(*args, **options)

    return noted


def no_time_passes() -> AuthCache:
    """Keys that are not looked up again: otherwise they are once a second, which is a moment under load."""
    return AuthCache(clock=lambda: 0.0)


@pytest.fixture
def limited(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    """The platform with its rate limits."""
    path = tmp_path / "playhall.db"
    path.write_bytes(migrated.read_bytes())
    engines = EngineDirectory({"sealed": InProcessEngine(RULESET)})
    opened = open_hall(
        tmp_path,
        redis_client,
        redis_url,
        path,
        engines,
        cache=no_time_passes(),
        player_requests_per_minute="3000",
        address_requests_per_minute="300",
    )
    yield opened
    opened.hub.close()


def moved(client: Client, match: str, seat: int, counted: Counted) -> tuple[int, list[str], int]:
    """Redis commands, engine calls and SQL statements of one move."""
    view = client.read(f"/v1/matches/{match}/seats/{seat}/view")
    body = {"action": view["legal"][0]["notation"]}
    with statements() as sent:
        counted.begin()
        client.make(f"/v1/matches/{match}/decisions/{view['decision']}", body)
        return counted.commands, counted.calls.copy(), len(sent)


def test_a_move_takes_three_round_trips_one_engine_call_and_no_query(limited: Hall, counted: Counted) -> None:
    """The rate limit, the match, the commit."""
    ada, bob = limited.client("Ada"), limited.client("Bob")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    seats = [(ada, 0), (bob, 1)]
    for client, seat in seats:  # by then every connection is made
        moved(client, match, seat, counted)
    costs = [moved(client, match, seat, counted) for client, seat in [*seats, *seats, *seats]]
    assert costs == [(3, ["play"], 0)] * 6


def test_a_move_of_a_guest_takes_as_many(limited: Hall, counted: Counted) -> None:
    """Though it is counted by its address and by itself."""
    made = [limited.stranger().make("/v1/sign-ups", {"name": name}) for name in ("Grace", "Heidi")]
    one, two = (Client(limited.app, each["key"]["secret"]) for each in made)
    match = one.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    two.make(f"/v1/matches/{match}:join", {})
    seats = [(one, 0), (two, 1)]
    for client, seat in seats:
        moved(client, match, seat, counted)
    limited.redis.set(f"rate_limit:player:{{{limited.players.get(made[0]['player']['id']).person}}}", 2**53)
    costs = [moved(client, match, seat, counted) for client, seat in [*seats, *seats]]
    assert costs == [(3, ["play"], 0)] * 4


def test_a_move_takes_as_many_where_two_processes_move_in_turn(limited: Hall, counted: Counted) -> None:
    ada = limited.client("Ada")
    bob = limited.client("Bob")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    other = open_hall(
        limited.settings.platform.data_dir,
        limited.redis,
        limited.settings.redis.redis_url,
        limited.database_path,
        cache=no_time_passes(),
    )
    try:
        elsewhere = Client(other.app, bob.key)
        moved(ada, match, 0, counted)
        moved(elsewhere, match, 1, counted)
        for _ in range(3):
            assert moved(ada, match, 0, counted) == (3, ["play"], 0)
            assert moved(elsewhere, match, 1, counted) == (2, ["play"], 0)  # it has no rate limit
    finally:
        other.hub.close()


def test_an_answer_sent_again_takes_three_round_trips_and_no_engine(limited: Hall, counted: Counted) -> None:
    """The rate limit, the match, the end of its log."""
    ada, bob = limited.client("Ada"), limited.client("Bob")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    view = ada.read(f"/v1/matches/{match}/seats/0/view")
    path, body = f"/v1/matches/{match}/decisions/{view['decision']}", {"action": view["legal"][0]["notation"]}
    first = ada.make(path, body)
    assert ada.make(path, body) == first  # by now every connection is made
    counted.begin()
    assert ada.make(path, body) == first
    assert (counted.commands, counted.calls) == (3, [])


def test_a_view_takes_two_round_trips_no_engine_call_and_no_query(limited: Hall, counted: Counted) -> None:
    """The rate limit and the match."""
    ada = limited.client("Ada")
    bob = limited.client("Bob")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    ada.read(f"/v1/matches/{match}/seats/0/view")
    with statements() as sent:
        counted.begin()
        ada.read(f"/v1/matches/{match}/seats/0/view")
        assert (counted.commands, counted.calls, len(sent)) == (2, [], 0)
