"""Tournaments are played on the platform of the tests of matches."""

import pytest
from redis import Redis

from services.database import Database
from tests.integration.matches.conftest import empty_database, own_database, world
from tests.integration.matches.harness import World
from tests.integration.stored_tournaments.hall import TournamentHall

__all__ = ["empty_database", "own_database", "world"]


@pytest.fixture
def world_on_each_database(redis_client: Redis, database: Database, database_url: str) -> World:
    """On SQLite, then on PostgreSQL."""
    return World(redis_client, database_url)


@pytest.fixture
def hall(world: World) -> TournamentHall:
    return TournamentHall(world)
