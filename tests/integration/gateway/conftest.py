"""Fixtures of the gateway's tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from services.engine.registry import engines_from
from services.identity import Scope
from tests.integration.gateway.callers import Cast, cast_in
from tests.integration.gateway.harness import Client, Hall, open_hall


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> Path:
    """A SQLite file with all tables and no rows."""
    path = tmp_path_factory.mktemp("database") / "empty.db"
    shutil.copy(sqlite_tables, path)
    return path


@pytest.fixture(scope="session")
def cast(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Cast:
    """Every kind of caller."""
    path = tmp_path_factory.mktemp("cast") / "callers.db"
    shutil.copy(migrated, path)
    return cast_in(path)


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    """The platform, empty."""
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)
    opened = open_hall(tmp_path, redis_client, redis_url, path)
    yield opened
    opened.hub.close()


@pytest.fixture
def house(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    """The platform with all rulesets, empty."""
    path = tmp_path / "house.db"
    shutil.copy(migrated, path)
    opened = open_hall(tmp_path, redis_client, redis_url, path, engines_from("local", 5.0))
    yield opened
    opened.hub.close()


@pytest.fixture
def ada(hall: Hall) -> Client:
    """A player who may read, play and create."""
    return hall.client("Ada")


@pytest.fixture
def bob(hall: Hall) -> Client:
    """Another."""
    return hall.client("Bob")


@pytest.fixture
def carol(hall: Hall) -> Client:
    """A third, who takes no seat."""
    return hall.client("Carol")


@pytest.fixture
def admin(hall: Hall) -> Client:
    """An admin."""
    return hall.client("Root", [Scope.ADMIN])


@pytest.fixture
def live(ada: Client, bob: Client) -> str:
    """The id of a live match in which Ada has seat 0 and Bob seat 1."""
    match: str = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    assert bob.make(f"/v1/matches/{match}:join", {})["status"] == "live"
    return match
