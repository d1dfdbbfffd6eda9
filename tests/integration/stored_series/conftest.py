"""Live matches of series are played on the platform of the tests of matches."""

from tests.integration.matches.conftest import empty_database, own_database, world

__all__ = ["empty_database", "own_database", "world"]
