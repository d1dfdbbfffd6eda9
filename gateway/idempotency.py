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
    attempts: IdempotencyStore, wish: IdempotentRequest, respond: Callable[[Creation], Response]
) -> Response:
    """What ``respond`` answers, or what it has answered to the same request before.

    Raises:
        Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; whatever ``respond`` refuses, which is not kept.
    """
    begun = attempts.begin(wish)
    if isinstance(begun, StoredResponse):
        return Response(begun.body, begun.status, {**begun.headers, REPLAYED: "true"})
    try:
        response = respond(begun.creation)
    except Refusal as refusal:
        (attempts.discard if refusal.reason.http_status < 500 else attempts.unlock)(begun)
        raise
    except BaseException:
        attempts.unlock(begun)
        raise
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    attempts.complete(begun, StoredResponse(response.status_code, headers, response.get_data()))
    return response
