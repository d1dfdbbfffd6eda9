"""A platform on real services that reaches rulesets by the setting alone, as its processes do."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from flask import Flask
from redis import Redis

from gateway.bootstrap import app_from, services_from
from services.database import Database
from services.errors import Reason, Refusal
from services.fairness.signing import create_key_file
from services.identity import ApiKeys, Players
from services.matches.bot_turns import TurnsPlayed
from services.settings import Settings, read_settings
from tests.integration.gateway.harness import EVERYTHING, Client
from workers.bootstrap import worker_services
from workers.services import WorkerServices


@dataclass(frozen=True, slots=True)
class Site:
    """A gateway and a worker."""

    settings: Settings
    redis: Redis
    app: Flask
    worker: WorkerServices

    def client(self, name: str) -> Client:
        """A new player with a key."""
        database = Database(self.settings.database.database_url)
        player = Players(database).create(name)
        _, text = ApiKeys(database, self.settings.platform.environment).create(player.id, EVERYTHING, "test")
        return Client(self.app, str(text), player)

    def play_house(self, match_id: str) -> None:
        """Let the house play its turns, as the worker does."""
        more = True
        while more:
            turns = self.worker.bot_turns.play_turns(match_id, budget_seconds=5.0, max_decisions=100)
            assert isinstance(turns, TurnsPlayed)
            more = turns.more

    def house_plays(self, match_id: str) -> bool:
        """Try to play the house's turns; False if the engine is busy, upon which a worker's task is tried again."""
        try:
            self.play_house(match_id)
        except Refusal as refusal:
            if refusal.reason is Reason.BUSY:
                return False
            raise
        return True

    def stored(self) -> dict[str, bytes | None]:
        """Every key of Redis, as it is dumped."""
        return {repr(key): self.redis.dump(key) for key in self.redis.scan_iter()}


Open: TypeAlias = Callable[..., Site]


@pytest.fixture
def open_site(tmp_path: Path, sqlite_tables: Path, redis_client: Redis, redis_url: str) -> Open:
    """Opens the platform with a setting of its engines."""
    shutil.copy(sqlite_tables, tmp_path / "playhall.db")
    create_key_file(tmp_path / "signing-keys.json")

    def begin(engines: str, *, seconds: int = 5) -> Site:
        settings = read_settings(
            {
                "PLAYHALL_DATA_DIR": str(tmp_path),
                "PLAYHALL_REDIS_URL": redis_url,
                "PLAYHALL_ENGINES": engines,
                "PLAYHALL_WORKER_ENGINES": engines,
                # What a client has asked is stored, too; here only what a request brings about is to be seen.
                "PLAYHALL_PLAYER_REQUESTS_PER_MINUTE": "0",
                "PLAYHALL_ADDRESS_REQUESTS_PER_MINUTE": "0",
                "PLAYHALL_ENGINE_TIMEOUT_SECONDS": str(seconds),
            }
        )
        return Site(settings, redis_client, app_from(settings, services_from(settings)), worker_services(settings))

    return begin
