"""A platform to try values on: a real Valkey, and SQLite or PostgreSQL."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc

from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from tests.integration.gateway.harness import open_hall
from tests.integration.grpc_api.clients import served, services_of
from tests.rulesets.sealed import RULESET
from tests.security.bounds.scene import Scene
from tests.valkey import RealValkey


@contextmanager
def scene_on(database_url: str | None = None) -> Iterator[tuple[Scene, grpc.Channel]]:
    """People on a new platform, and a channel to its other door. ``database_url``: an empty database; None: SQLite."""
    valkey = RealValkey()
    memory = Path("/dev/shm")  # nosec B108 - what is written there need not last
    with tempfile.TemporaryDirectory(prefix="ph-", dir=memory if memory.is_dir() else None) as name:
        folder = Path(name)
        file = folder / "playhall.db"
        url = database_url or f"sqlite:///{file}"
        database = Database(url)
        database.upgrade()
        database.close()
        engines = EngineDirectory(
            {"sealed": InProcessEngine(RULESET), "factionwars": InProcessEngine(ruleset("factionwars"))}
        )
        hall = open_hall(folder, valkey.client(), valkey.url, file, engines, database_url=url, stream_max_seconds="1")
        try:
            with served(services_of(hall), PlayLimits()) as (_, target), grpc.insecure_channel(target) as channel:
                yield Scene(hall), channel
        finally:
            hall.hub.close()
            valkey.close()
