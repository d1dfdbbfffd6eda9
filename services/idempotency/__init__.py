"""Requests that may be sent again: the same key, the same answer."""

from services.idempotency.attempts import Answer, Attempt, Attempts, Request

__all__ = ["Answer", "Attempt", "Attempts", "Request"]
