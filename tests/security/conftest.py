"""The platform on a real Valkey and SQLite, as the tests of matches have it."""

from tests.integration.matches.conftest import empty_database, own_database, world

__all__ = ["empty_database", "own_database", "world"]
