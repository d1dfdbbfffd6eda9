"""Tournaments are played on the platform of the tests of matches."""

import pytest

from tests.integration.matches.conftest import empty_database, own_database, world
from tests.integration.matches.harness import World
from tests.integration.tournament_hosting.hall import TournamentHall

__all__ = ["empty_database", "own_database", "world"]


@pytest.fixture
def hall(world: World) -> TournamentHall:
    return TournamentHall(world)
