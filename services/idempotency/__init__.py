"""Requests that may be sent again: the ``Idempotency-Key`` header and gRPC's ``request_id``."""

from services.idempotency.request import IdempotentRequest, StoredResponse
from services.idempotency.store import IdempotencyRecord, IdempotencyStore

__all__ = ["IdempotencyRecord", "IdempotencyStore", "IdempotentRequest", "StoredResponse"]
