"""Fixtures of the attacks: a real Valkey and SQLite, as the tests of the gateway and of matches have them."""

from tests.integration.gateway.conftest import migrated
from tests.integration.matches.conftest import empty_database, own_database, world

__all__ = ["empty_database", "migrated", "own_database", "world"]
