"""Requests with an ``Idempotency-Key``."""

from collections.abc import Callable
from typing import Final

from flask import Response

from services.errors import Refusal
from services.idempotency import Answer, Attempts, Request
from services.identity.idempotent_creation import Creation

REPLAYED: Final = "Idempotency-Replayed"
_KEPT_HEADERS: Final = ("Content-Type", "Location", "Cache-Control", "ETag")


def answer_once(attempts: Attempts, wish: Request, respond: Callable[[Creation], Response]) -> Response:
    """What ``respond`` answers, or what it has answered to the same request before.

    Raises:
        Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; whatever ``respond`` refuses, which is not kept.
    """
    begun = attempts.begin(wish)
    if isinstance(begun, Answer):
        return Response(begun.body, begun.status, {**begun.headers, REPLAYED: "true"})
    try:
        response = respond(begun.creation)
    except Refusal as refusal:
        (attempts.refused if refusal.reason.http_status < 500 else attempts.failed)(begun)
        raise
    except BaseException:
        attempts.failed(begun)
        raise
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    attempts.answered(begun, Answer(response.status_code, headers, response.get_data()))
    return response
