"""Operations as Flask routes. Each handler gets its arguments by the names of its parameters."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Protocol, get_origin
from urllib.parse import urlencode

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from gateway.openapi.etags import Precondition, with_etag
from gateway.openapi.fields import Page
from gateway.openapi.operation import NoFields, Operation, Reply, Retry, Tag
from gateway.openapi.request_parsing import read_body, read_path, read_query
from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation

IDEMPOTENCY_KEY: Final = "Idempotency-Key"
_KEY: Final = re.compile(r'"?([\x21\x23-\x7e]{1,128})"?')
"""The draft requires a quoted string (a Structured Field), but most clients send it bare."""


class RequestAdmission(Protocol):
    """The steps before a handler is called: authentication, rate limits, idempotency keys."""

    def admit(self, operation: Operation) -> Any:  # noqa: ANN401 - whoever calls is the application's
        """The caller of the current request; None if the operation needs no caller. It is determined before anything
        else is read, so that strangers learn nothing from validation.

        Raises:
            Refusal: the caller may not call the operation, or not now.
        """

    def creation(self) -> Creation:
        """A creation for a request without an idempotency key."""

    def answer_once(
        self,
        caller: Any,  # noqa: ANN401 - what `admit` gave
        key: str,
        content: bytes,
        respond: Callable[[Creation], Response],
    ) -> Response:
        """The answer to a request with an idempotency key: the result of ``respond``, or its stored earlier result.
        ``content``: what distinguishes the request from others.

        Raises:
            Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``, and the refusals of ``respond``.
        """


class SegmentConverter(BaseConverter):
    """One part of a path, up to a slash or the colon of a custom method, so that ``/matches/x:join`` never reads as a
    match called ``x:join``."""

    regex = "[^/:]+"


def add_paths(app: Flask, operations: Iterable[Operation]) -> None:
    """Register the paths of the operations, which :func:`mount` serves."""
    app.url_map.converters["segment"] = SegmentConverter
    for operation in operations:
        rule = re.sub(r"\{(\w+)\}", r"<segment:\1>", operation.path)
        app.add_url_rule(rule, operation.id, methods=[operation.method])


def mount(
    app: Flask, operations: Iterable[Operation], services: Mapping[str, object], admission: RequestAdmission
) -> None:
    """Serve the operations, whose paths the app knows. ``services``: what handlers may request besides the request's
    parts, by parameter name.

    Raises:
        TypeError: a handler requests a service that is missing or has another type.
    """
    for operation in operations:
        app.endpoint(operation.id)(_view(operation, _services_of(operation, services), admission))


def _services_of(operation: Operation, services: Mapping[str, object]) -> dict[str, object]:
    """The services that an operation's handler requests."""
    found = {}
    for name, annotation in sorted(operation.services.items()):
        if name not in services:
            raise TypeError(f"{operation.id} asks for {name!r}; there are {', '.join(sorted(services))}")
        expected = get_origin(annotation) or annotation
        # A protocol cannot be checked when it runs.
        is_checked = isinstance(expected, type) and Protocol not in expected.__bases__
        if is_checked and not isinstance(services[name], expected):
            raise TypeError(f"{operation.id} asks for {name!r} as {expected.__name__}")
        found[name] = services[name]
    return found


def _view(
    operation: Operation, services: Mapping[str, object], admission: RequestAdmission
) -> Callable[..., ResponseReturnValue]:
    models, wants = operation.parameters, operation.wants
    status = operation.answers[0].status

    def view(**path: str) -> ResponseReturnValue:
        asked = request_ctx.request  # each use of `request` itself would look for it again
        caller = admission.admit(operation)
        arguments: dict[str, Any] = dict(services)
        if "caller" in wants:
            arguments["caller"] = caller
        if "headers" in wants:
            arguments["headers"] = asked.headers
        if "precondition" in wants:
            arguments["precondition"] = Precondition.of(asked.headers.get("If-Match"))
        if "path" in models:
            arguments["path"] = read_path(path, models["path"])
        if "query" in models:
            arguments["query"] = read_query(asked.args, models["query"])
        elif asked.environ.get("QUERY_STRING"):
            read_query(asked.args, NoFields)
        body = None
        if operation.reads_body:
            body = read_body(asked, models["body"], optional=operation.body_optional)
            if "body" in wants:
                arguments["body"] = body

        def respond(creation: Creation | None) -> Response:
            if "creation" in wants:
                arguments["creation"] = creation or admission.creation()
            response = as_response(operation.handler(**arguments), status)
            is_resource = operation.etag is Tag.ETAG and response.status_code < 400
            return with_etag(response) if is_resource else response

        if operation.retry is Retry.WITH_KEY and IDEMPOTENCY_KEY in asked.headers:
            return admission.answer_once(caller, _idempotency_key(), _fingerprint(operation, path, body), respond)
        return respond(None)

    return view


def as_response(result: BaseModel | Reply | Response, status: int) -> Response:
    """A handler's result as a response; ``status`` is that of a model."""
    if isinstance(result, Response):
        return result
    if isinstance(result, BaseModel):
        response = Response(result.model_dump_json(), status, mimetype="application/json")
        if isinstance(result, Page) and result.next_page_token is not None:
            response.headers["Link"] = next_page_link(result.next_page_token)
        return response
    body = result.body if isinstance(result.body, bytes) else result.body.model_dump_json()
    return Response(body, result.status, dict(result.headers), content_type=result.media_type)


def next_page_link(token: str) -> str:
    """The header ``Link`` of a page: the address of the next page, relative to this one."""
    query = urlencode({**request.args.to_dict(), "page_token": token})
    return f'<?{query}>; rel="next"'


def _idempotency_key() -> str:
    match = _KEY.fullmatch(request.headers[IDEMPOTENCY_KEY])
    if match is None:
        error = FieldError(f"/headers/{IDEMPOTENCY_KEY}", "Must be 1 to 128 visible ASCII characters, no quote inside.")
        raise Refusal(Reason.INVALID_FIELD, errors=(error,))
    return match[1]


def _fingerprint(operation: Operation, path: dict[str, str], body: BaseModel | None) -> bytes:
    """The part of a request that distinguishes it from others: neither the order of its fields nor defaults that it
    spells out."""
    asked = None if body is None else body.model_dump(mode="json")
    return json.dumps([operation.id, path, asked], sort_keys=True).encode()
