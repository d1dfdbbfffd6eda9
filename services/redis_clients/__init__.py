"""Clients of Redis: see the README."""

from services.redis_clients.clients import live_state, queues
from services.redis_clients.errors import UNAVAILABLE, NotPrimary, WritesRefused, busy_if_unavailable

__all__ = ["UNAVAILABLE", "NotPrimary", "WritesRefused", "busy_if_unavailable", "live_state", "queues"]
