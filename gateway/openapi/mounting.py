"""Operations as Flask routes."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from gateway.openapi.operation import Operation, Reply
from gateway.openapi.reading import read_body, read_path, read_query

Authenticate = Callable[[Operation], Any]


class SegmentConverter(BaseConverter):
    """One part of a path, up to a slash or the colon of a custom method, so that ``/matches/x:join`` never reads as a
    match called ``x:join``."""

    regex = "[^/:]+"


def mount(app: Flask, operations: Iterable[Operation], parts: object, authenticate: Authenticate) -> None:
    """Serve the operations. ``authenticate`` gives the caller of an operation or raises a Refusal; it is asked before
    anything else is read, so that a stranger learns nothing from validation."""
    app.url_map.converters["segment"] = SegmentConverter
    for operation in operations:
        rule = re.sub(r"\{(\w+)\}", r"<segment:\1>", operation.path)
        view = _view(operation, parts, authenticate)
        app.add_url_rule(rule, operation.id, view, methods=[operation.method])


def _view(operation: Operation, parts: object, authenticate: Authenticate) -> Callable[..., ResponseReturnValue]:
    models, wants = operation.parameters, operation.wants
    status = operation.answers[0].status

    def view(**path: str) -> ResponseReturnValue:
        arguments: dict[str, Any] = {}
        if operation.access.key:
            caller = authenticate(operation)
            if "caller" in wants:
                arguments["caller"] = caller
        if "parts" in wants:
            arguments["parts"] = parts
        if "headers" in wants:
            arguments["headers"] = request.headers
        if "path" in models:
            arguments["path"] = read_path(path, models["path"])
        if "query" in models:
            arguments["query"] = read_query(request.args, models["query"])
        if operation.reads_body:
            body = read_body(request, models["body"], optional=operation.body_optional)
            if "body" in wants:
                arguments["body"] = body
        return respond(operation.handler(**arguments), status)

    return view


def respond(result: BaseModel | Reply, status: int) -> Response:
    """A handler's result as a response; ``status`` is that of a model."""
    if isinstance(result, BaseModel):
        return Response(result.model_dump_json(), status, mimetype="application/json")
    response = Response(result.body, result.status, dict(result.headers), content_type=result.media_type)
    if result.on_close is not None:
        response.call_on_close(result.on_close)
    return response
