"""The same world as the tests of matches have."""

from tests.integration.matches.conftest import empty_database, own_database, world

__all__ = ["empty_database", "own_database", "world"]
