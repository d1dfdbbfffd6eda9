"""Requests with an ``Idempotency-Key``."""

from collections.abc import Callable
from typing import Final

from flask import Response

from services.errors import Refusal
from services.idempotency import IdempotencyStore, IdempotentRequest, StoredResponse
from services.identity.idempotent_creation import Creation

REPLAYED: Final = "Idempotency-Replayed"
_KEPT_HEADERS: Final = ("Content-Type", "Location", "Cache-Control", "ETag")


def answer_once(
    store: IdempotencyStore, request: IdempotentRequest, respond: Callable[[Creation], Response]
) -> Response:
    """What ``respond`` answers, or what it has answered to the same request before.

    Raises:
        Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; whatever ``respond`` refuses, which is not kept.
    """
    record = store.begin(request)
    if isinstance(record, StoredResponse):
        return Response(record.body, record.status, {**record.headers, REPLAYED: "true"})
    try:
        response = respond(record.creation)
    except Refusal as refusal:
        (store.discard if refusal.reason.http_status < 500 else store.unlock)(record)
        raise
    except BaseException:
        store.unlock(record)
        raise
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    store.complete(record, StoredResponse(response.status_code, headers, response.get_data()))
    return response
