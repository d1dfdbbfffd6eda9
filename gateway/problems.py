"""Refusals and failures as RFC 9457 problems: the one place where an exception becomes a response."""

import json
import re
import secrets
import traceback
from typing import Any, Final

import structlog
from flask import Flask, Response, g, request
from flask.globals import request_ctx
from pydantic import ConfigDict, Field
from werkzeug.exceptions import HTTPException

from gateway.openapi.operation import PROBLEM
from services.errors import Reason, Refusal
from services.redis_clients import UNAVAILABLE
from services.response_model import ResponseModel
from services.telemetry import metrics
from services.telemetry.causes import cause_of

log = structlog.get_logger("gateway")

REQUEST_ID_HEADER: Final = "X-Request-Id"
_ACCEPTED_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)

RETRY_AFTER_SECONDS: Final = {
    Reason.BUSY: 1,
    Reason.REQUEST_IN_PROGRESS: 1,
    Reason.RATE_LIMITED: 10,
    Reason.TOO_MANY_STREAMS: 10,
}
"""When a refused request may be sent again."""

ROOTS: Final = ("/body", "/query", "/path", "/headers")

_REASON_OF_STATUS: Final = {
    400: Reason.MALFORMED_BODY,
    404: Reason.NOT_FOUND,
    405: Reason.METHOD_NOT_ALLOWED,
    406: Reason.NOT_ACCEPTABLE,
    408: Reason.REQUEST_TIMEOUT,
    413: Reason.BODY_TOO_LARGE,
    414: Reason.URI_TOO_LONG,
    415: Reason.UNSUPPORTED_MEDIA_TYPE,
    417: Reason.EXPECTATION_FAILED,
    422: Reason.INVALID_FIELD,
    431: Reason.HEADERS_TOO_LARGE,
}


class ProblemError(ResponseModel):
    """One thing wrong with the request."""

    pointer: str = Field(
        description="RFC 6901 pointer below `/body`, `/query`, `/path` or `/headers`.",
        examples=["/body/options/fewer_battles"],
    )
    detail: str = Field(description="What is wrong there, or what is allowed.")


class Problem(ResponseModel):
    """Why a request was refused, as RFC 9457 has it. Nothing was changed. A program looks at `code`."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str = Field(description="URN of the kind of problem; it ends in the code.")
    title: str = Field(description="What the code means.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What happened here, or what to do about it. For people.")
    instance: str = Field(description="The path that was asked for.")
    code: str = Field(
        description="The reason, one of the documented list. The list may grow.",
        json_schema_extra={"examples": [reason.name for reason in Reason]},
    )
    errors: list[ProblemError] = Field(description="What is wrong with the request, field by field; often empty.")
    request_id: str = Field(description="The id under which the request is logged; also in `X-Request-Id`.")


def install(app: Flask) -> None:
    """Make the app answer every refusal and every failure with a problem."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _refused_by_framework)
    app.register_error_handler(Exception, _failed)


def request_id() -> str:
    """The id of the current request: the client's own if it sent a usable one."""
    known = g._get_current_object()  # each use of `g` itself would look for it again
    number = known.get("request_id")
    if number is None:
        offered = request_ctx.request.environ.get("HTTP_X_REQUEST_ID")
        usable = offered is not None and _ACCEPTED_REQUEST_ID.fullmatch(offered)
        number = known.request_id = offered if usable else new_request_id()
    return str(number)


def new_request_id() -> str:
    """An id for a request that brings none."""
    return secrets.token_hex(16)


def problem_document(refusal: Refusal, path: str, request_id: str) -> bytes:
    """A refusal as RFC 9457 has it. ``path``: what was asked for."""
    reason = refusal.reason
    fields: dict[str, Any] = {
        "type": f"urn:playhall:problem:{reason.name}",
        "title": reason.meaning,
        "status": reason.http_status,
        "detail": refusal.detail if refusal.detail != reason.meaning else reason.remedy,
        "instance": path,
        "code": reason.name,
        "errors": [{"pointer": _rooted(error.pointer), "detail": error.detail} for error in refusal.errors],
        "request_id": request_id,
    }
    for name, value in refusal.metadata.items():
        fields.setdefault(name, value)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def bare_problem(refusal: Refusal, path: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of the response to a refusal that no Flask app has seen. It is counted and logged here."""
    reason, number = refusal.reason, new_request_id()
    metrics.request_done("rest", "none", reason.name, 0.0)
    log.info("request", status=reason.http_status, code=reason.name, request_id=number)
    body = problem_document(refusal, path, number)
    headers = {
        "Content-Type": PROBLEM,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        REQUEST_ID_HEADER: number,
    }
    if reason in RETRY_AFTER_SECONDS:
        headers["Retry-After"] = str(RETRY_AFTER_SECONDS[reason])
    return headers, body


def problem(refusal: Refusal) -> Response:
    """The response to a refusal."""
    reason = refusal.reason
    response = Response(problem_document(refusal, request.path, request_id()), reason.http_status, content_type=PROBLEM)
    g.reason = reason  # for the figures
    if reason is Reason.UNAUTHENTICATED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if reason is Reason.MISSING_SCOPE:
        response.headers["WWW-Authenticate"] = 'Bearer error="insufficient_scope"'
    if "retry_seconds" in refusal.metadata:
        response.headers["Retry-After"] = refusal.metadata["retry_seconds"]
    elif reason in RETRY_AFTER_SECONDS and reason is not Reason.RATE_LIMITED:  # whose header has the exact time
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS[reason])
    return response


def _rooted(pointer: str) -> str:
    """Services point into what they were given (``/action``), which the request had in its body."""
    return pointer if pointer.startswith(ROOTS) else "/body" + pointer


def _refused(refusal: Refusal) -> Response:
    # No operation takes a position, so one that is malformed is ours and not the client's.
    return _failed(refusal) if refusal.reason is Reason.MALFORMED_POSITION else problem(refusal)


def _refused_by_framework(error: HTTPException) -> Response:
    """What Flask itself refuses: an unknown path, a wrong method, a body over the limit."""
    status = error.code or 500
    reason = _REASON_OF_STATUS.get(status, Reason.MALFORMED_BODY if status < 500 else Reason.INTERNAL)
    response = problem(Refusal(reason))
    for name, value in error.get_headers(request.environ):
        if name.title() in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _failed(error: Exception) -> Response:
    """Anything that nobody foresaw."""
    log_failure(error, request_id())
    return problem(Refusal(Reason.BUSY if isinstance(error, UNAVAILABLE) else Reason.INTERNAL))


def log_failure(error: Exception, request_id: str) -> None:
    """Say in the log what kind of error it was and where. Never its message or local variables, which may hold a key, a
    seed or a hand; the client gets the request's id and nothing else."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    log.error(
        "request_failed",
        request_id=request_id,
        error=_kind(error),
        why=cause_of(error),
        caused_by=[_kind(cause) for cause in _causes(error)],
        at=[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    )


def _kind(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}"


def _causes(error: BaseException) -> list[BaseException]:
    causes: list[BaseException] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(causes) < 5:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    return causes
