import shutil
from pathlib import Path

import pytest
from redis import Redis

from services.database import Database
from tests.integration.quick_pairing.harness import Desk


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables: copied for each test, which is faster than making them."""
    path = tmp_path_factory.mktemp("database") / "empty.db"
    database = Database(f"sqlite:///{path}")
    database.upgrade()
    database.close()
    return path


@pytest.fixture
def own_database(empty_database: Path, tmp_path: Path) -> Path:
    path = tmp_path / "desk.db"
    shutil.copy(empty_database, path)
    return path


@pytest.fixture
def desk(redis_client: Redis, own_database: Path) -> Desk:
    return Desk(redis_client, own_database)
