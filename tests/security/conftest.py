"""Fixtures of the attacks."""

from tests.integration.gateway.conftest import migrated

__all__ = ["migrated"]
