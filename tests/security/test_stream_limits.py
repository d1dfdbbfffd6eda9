"""Nobody takes the places for streams from others: no key, no player with many keys, no address."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.database import Database
from services.identity import ApiKeys, Players
from tests.integration.gateway.test_server import EVERYTHING, Gateway
from tests.security.crowd import Attack, attacking
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

OF_PLAYER = 4
OF_ADDRESS = 6


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "playhall.db"
    sql = Database(f"sqlite:///{path}")
    sql.upgrade()
    sql.close()
    return path


@pytest.fixture
def gateway(tmp_path: Path, database: Path, redis_url: str, real_valkey: RealValkey) -> Iterator[Gateway]:
    started = Gateway(tmp_path, redis_url, database, player_streams=str(OF_PLAYER), address_streams=str(OF_ADDRESS))
    yield started
    started.end()


def ask(gateway: Gateway, key: str, path: str, *, source: str = "127.0.0.1") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=20, source_address=(source, 0))
    connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
    return connection.getresponse()


def refusal(response: http.client.HTTPResponse) -> tuple[int, str, str | None, str]:
    problem: Any = json.loads(response.read())
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status, problem["code"], response.headers["Retry-After"], problem["detail"]


def test_a_player_has_so_many_streams_and_polls_with_all_keys_together(gateway: Gateway, database: Path) -> None:
    pages = f"/v1/matches/{gateway.match()}/events"
    path = f"{pages}/ndjson"
    sql = Database(f"sqlite:///{database}")
    keys, eve = ApiKeys(sql, "dev"), Players(sql).create("Eve").id
    one, other = (str(keys.create(eve, EVERYTHING, name)[1]) for name in ("one", "other"))
    sql.close()

    held = [ask(gateway, key, path) for key in (one, other, one, other)]
    assert [response.status for response in held] == [200] * OF_PLAYER
    since = json.loads(held[0].readline())["revision"]
    too_many = (
        429,
        "TOO_MANY_STREAMS",
        "10",
        "Each player may have 4 streams and waiting polls open at a time.",
    )
    assert refusal(ask(gateway, one, path)) == too_many
    assert refusal(ask(gateway, other, f"{pages}?since={since}&wait=5")) == too_many
    # A poll that has something to tell does not wait, so it needs no place.
    assert ask(gateway, other, f"{pages}?since=0").status == 200
    assert ask(gateway, gateway.bob, path).status == 200

    held[0].close()
    wait_until(lambda: ask(gateway, one, path).status == 200, "a place that was given back is free again")


def test_an_address_has_so_many_streams_whoever_asks(gateway: Gateway) -> None:
    pages = f"/v1/matches/{gateway.match()}/events"
    path = f"{pages}/ndjson"
    keys = [gateway.ada] * 3 + [gateway.bob] * 3
    held = [ask(gateway, key, path, source="127.0.0.11") for key in keys]
    assert [response.status for response in held] == [200] * OF_ADDRESS
    assert refusal(ask(gateway, gateway.bob, path, source="127.0.0.11"))[1::2] == (
        "TOO_MANY_STREAMS",
        "Each address may have 6 streams and waiting polls open at a time.",
    )
    assert ask(gateway, gateway.bob, path, source="127.0.0.12").status == 200


def test_chunked_bodies_without_a_key_hold_no_place(gateway: Gateway) -> None:
    pages = f"/v1/matches/{gateway.match()}/events"
    path = f"{pages}/ndjson"
    with attacking(gateway.port, Attack.CHUNKED_STREAM, 500, ["127.0.0.21"], reopens=False) as crowd:
        wait_until(lambda: crowd.look()[0] == 500, "the crowd has come")
        held = [ask(gateway, gateway.ada, path, source="127.0.0.21") for _ in range(OF_PLAYER)]
        assert [response.status for response in held] == [200] * OF_PLAYER
        assert [json.loads(response.readline())["type"] for response in held] == ["snapshot"] * OF_PLAYER
