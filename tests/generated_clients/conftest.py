"""A gateway for clients to play on: all rulesets, and a house that plays its turns."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from gateway.api_reference import as_text
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.identity import ANONYMOUS
from services.matches.match import Status
from tests.generated_clients.tools import REFERENCE
from tests.integration.gateway.conftest import migrated
from tests.integration.gateway.harness import Hall, open_hall
from tests.integration.gateway.served import Gateway

RULESETS = ("commanders", "duels", "faceoff", "factionwars", "standoff")
_PAUSE_SECONDS = 0.01

__all__ = ["migrated"]


@pytest.fixture(scope="session", autouse=True)
def reference() -> None:
    """The API's reference where the linters and generators look for it. Several test processes may write it."""
    REFERENCE.parent.mkdir(exist_ok=True)
    written = REFERENCE.with_suffix(f".{os.getpid()}")
    written.write_text(as_text(), encoding="utf-8")
    written.replace(REFERENCE)


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    """The platform with every ruleset."""
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)
    engines = EngineDirectory({name: InProcessEngine(ruleset(name)) for name in RULESETS})
    opened = open_hall(tmp_path, redis_client, redis_url, path, engines)
    yield opened
    opened.hub.close()


@pytest.fixture
def gateway(hall: Hall) -> Iterator[Gateway]:
    """Its gateway, while the house plays."""
    server = Gateway(hall)
    with _house_playing(hall):
        yield server
    server.stop()


@contextmanager
def _house_playing(hall: Hall) -> Iterator[None]:
    """A thread does what workers do: it plays the turns of the house in all public matches."""
    over = threading.Event()

    def play() -> None:
        while not over.wait(_PAUSE_SECONDS):
            live, _ = hall.matches.list(ANONYMOUS, status=Status.LIVE)
            for match in live:
                if any(match.seats[seat].bot for seat in match.pending):
                    hall.play_house(match.id)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
