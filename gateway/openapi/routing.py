"""Operations as Flask routes."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol
from urllib.parse import urlencode

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from gateway.openapi.etags import Precondition, tagged
from gateway.openapi.fields import Page
from gateway.openapi.operation import Operation, Repeat, Reply, Tag
from gateway.openapi.request_parsing import read_body, read_path, read_query
from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation

IDEMPOTENCY_KEY: Final = "Idempotency-Key"
_KEY: Final = re.compile(r'"?([\x21\x23-\x7e]{1,128})"?')
"""The draft wants a quoted string (a Structured Field); nearly everybody sends it bare."""


class Desk(Protocol):
    """Where requests are received before an operation sees them."""

    def admit(self, operation: Operation) -> Any:  # noqa: ANN401 - whoever calls is the application's
        """The caller of the current request, None where nobody is asked. It is asked before anything else is read, so
        that a stranger learns nothing from validation.

        Raises:
            Refusal: the caller may not call the operation, or not now.
        """

    def creation(self) -> Creation:
        """A creation for a request that is not sent again."""

    def repeated(
        self,
        caller: Any,  # noqa: ANN401 - what `admit` gave
        key: str,
        asked: bytes,
        respond: Callable[[Creation], Response],
    ) -> Response:
        """The answer to a request that may be sent again: what ``respond`` gives, or what it has given before.

        Raises:
            Refusal: ``REQUEST_IN_PROGRESS``, ``IDEMPOTENCY_KEY_REUSED``; whatever ``respond`` refuses.
        """


class SegmentConverter(BaseConverter):
    """One part of a path, up to a slash or the colon of a custom method, so that ``/matches/x:join`` never reads as a
    match called ``x:join``."""

    regex = "[^/:]+"


def mount(app: Flask, operations: Iterable[Operation], parts: object, desk: Desk) -> None:
    """Serve the operations."""
    app.url_map.converters["segment"] = SegmentConverter
    for operation in operations:
        rule = re.sub(r"\{(\w+)\}", r"<segment:\1>", operation.path)
        view = _view(operation, parts, desk)
        app.add_url_rule(rule, operation.id, view, methods=[operation.method])


def _view(operation: Operation, parts: object, desk: Desk) -> Callable[..., ResponseReturnValue]:
    models, wants = operation.parameters, operation.wants
    status = operation.answers[0].status

    def view(**path: str) -> ResponseReturnValue:
        asked = request_ctx.request  # each use of `request` itself would look for it again
        caller = desk.admit(operation)
        arguments: dict[str, Any] = {}
        if "caller" in wants:
            arguments["caller"] = caller
        if "parts" in wants:
            arguments["parts"] = parts
        if "headers" in wants:
            arguments["headers"] = asked.headers
        if "precondition" in wants:
            arguments["precondition"] = Precondition(asked.if_match)
        if "path" in models:
            arguments["path"] = read_path(path, models["path"])
        if "query" in models:
            arguments["query"] = read_query(asked.args, models["query"])
        body = None
        if operation.reads_body:
            body = read_body(asked, models["body"], optional=operation.body_optional)
            if "body" in wants:
                arguments["body"] = body

        def respond(creation: Creation | None) -> Response:
            if "creation" in wants:
                arguments["creation"] = creation or desk.creation()
            response = as_response(operation.handler(**arguments), status)
            is_resource = operation.etag is Tag.ETAG and response.status_code < 400
            return tagged(response) if is_resource else response

        if operation.repeat is Repeat.BY_KEY and IDEMPOTENCY_KEY in asked.headers:
            return desk.repeated(caller, _repeat_key(), _asked(operation, path, body), respond)
        return respond(None)

    return view


def as_response(result: BaseModel | Reply | Response, status: int) -> Response:
    """A handler's result as a response; ``status`` is that of a model."""
    if isinstance(result, Response):
        return result
    if isinstance(result, BaseModel):
        response = Response(result.model_dump_json(), status, mimetype="application/json")
        if isinstance(result, Page) and result.next_page_token is not None:
            response.headers["Link"] = _next_page(result.next_page_token)
        return response
    return Response(result.body, result.status, dict(result.headers), content_type=result.media_type)


def _next_page(token: str) -> str:
    """A link to the next page, relative to this one."""
    query = urlencode({**request.args.to_dict(), "page_token": token})
    return f'<?{query}>; rel="next"'


def _repeat_key() -> str:
    match = _KEY.fullmatch(request.headers[IDEMPOTENCY_KEY])
    if match is None:
        error = FieldError(f"/headers/{IDEMPOTENCY_KEY}", "Must be 1 to 128 visible ASCII characters, no quote inside.")
        raise Refusal(Reason.INVALID_FIELD, errors=(error,))
    return match[1]


def _asked(operation: Operation, path: dict[str, str], body: BaseModel | None) -> bytes:
    """What makes a request this one and no other: not the order of its fields, nor defaults that it spells out."""
    asked = None if body is None else body.model_dump(mode="json")
    return json.dumps([operation.id, path, asked], sort_keys=True).encode()
