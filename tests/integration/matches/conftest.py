import shutil
from pathlib import Path

import pytest
from redis import Redis

from tests.integration.matches.harness import World


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> Path:
    """An SQLite file with all tables: copied for each test, which is faster than making them."""
    path = tmp_path_factory.mktemp("database") / "empty.db"
    shutil.copy(sqlite_tables, path)
    return path


@pytest.fixture
def own_database(empty_database: Path, tmp_path: Path) -> Path:
    path = tmp_path / "world.db"
    shutil.copy(empty_database, path)
    return path


@pytest.fixture
def world(redis_client: Redis, own_database: Path) -> World:
    return World(redis_client, own_database)
