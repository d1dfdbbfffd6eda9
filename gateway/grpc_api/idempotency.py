"""Requests with a ``request_id``."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from google.protobuf.message import Message

from gateway.grpc_api.calls import Call
from gateway.grpc_api.requests import invalid
from gateway.operations.accounts import LEAST_SECRET, is_hard_to_guess
from services.errors import Refusal
from services.idempotency import IdempotencyStore, IdempotentRequest, StoredResponse
from services.identity.idempotent_creation import Creation

M = TypeVar("M", bound=Message)

_REQUEST_ID: Final = re.compile(r"[\x21-\x7e]{1,255}", re.ASCII)


def answer_once(
    store: IdempotencyStore,
    method: str,
    request: Any,  # noqa: ANN401 - a message with a request_id
    call: Call,
    respond: Callable[[Creation | None], M],
    answer: type[M],
) -> M:
    """What ``respond`` answers, or what it has answered to the same request before. ``answer``: the type of the answer.
    A request without an id is answered whatever was before, and ``respond`` is given None for it. Of a caller without a
    key the id itself says who sends the request again, so nobody can be able to guess it.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/request_id``; ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; whatever
            ``respond`` refuses, which is not kept.
    """
    if not request.request_id:
        return respond(None)
    if not _REQUEST_ID.fullmatch(request.request_id):
        raise invalid("/request_id", "must be 1 to 255 printable ASCII characters without blanks")
    if call.caller.is_anonymous and not is_hard_to_guess(request.request_id):
        raise invalid("/request_id", f"must be at least {LEAST_SECRET} random characters here, such as a UUID")
    asked = type(request)()
    asked.CopyFrom(request)
    asked.ClearField("request_id")
    content = f"grpc {method}\0".encode() + asked.SerializeToString(deterministic=True)
    secret = request.request_id if call.caller.is_anonymous else call.incoming.key
    attempt = store.begin(IdempotentRequest(request.request_id, call.caller.key_id, content, secret))
    if isinstance(attempt, StoredResponse):
        return answer.FromString(attempt.body)
    try:
        made = respond(attempt.creation)
    except Refusal as refusal:
        (store.discard if refusal.reason.http_status < 500 else store.unlock)(attempt)
        raise
    except BaseException:
        store.unlock(attempt)
        raise
    store.complete(attempt, StoredResponse(200, {}, made.SerializeToString()))
    return made
