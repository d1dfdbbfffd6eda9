import shutil
from pathlib import Path

import pytest
from redis import Redis

from tests.integration.quick_pairing.harness import Desk


@pytest.fixture
def own_database(sqlite_tables: Path, tmp_path: Path) -> Path:
    path = tmp_path / "desk.db"
    shutil.copy(sqlite_tables, path)
    return path


@pytest.fixture
def desk(redis_client: Redis, own_database: Path) -> Desk:
    return Desk(redis_client, own_database)
