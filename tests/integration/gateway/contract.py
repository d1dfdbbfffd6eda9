"""Holds every response against the OpenAPI document."""

import json
from functools import cache
from typing import Any

from flask import Flask
from jsonschema_rs import Draft202012Validator
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from gateway.openapi.document import CODES
from gateway.openapi.operation import PROBLEM
from tests.api_reference import rendered_document

JSON_TYPES = ("application/json", "application/problem+json")


def check(app: Flask, method: str, response: TestResponse) -> None:
    """Fail unless the response is one that its operation documents: status, content type, schema, and the code of a
    problem. Paths and methods that do not exist must be answered with a problem."""
    assert response.headers["X-Request-Id"]
    operation = _operation(app, method, response.request.path)
    if operation is None:
        assert response.status_code in (200, 302, 304, 404, 405, 429), response.status_code
        if response.status_code >= 400:
            assert response.content_type == "application/problem+json"
            if method != "HEAD":
                fits(response.json, {"$ref": "#/components/schemas/Problem"})
        return
    documented = operation["responses"]
    assert str(response.status_code) in documented, f"{response.status_code} is not documented: {response.data!r}"
    content = documented[str(response.status_code)].get("content")
    if not content:
        assert response.data == b""
        return
    kind = response.content_type.partition(";")[0]
    assert kind in content, f"{kind} is not documented for {response.status_code}"
    if method != "HEAD":
        schema = content[kind]["schema"]
        body = response.json if kind in JSON_TYPES else response.text if "contentSchema" in schema else None
        for part, value in [] if body is None else documents_of(schema, body):
            fits(value, part)
    if kind == PROBLEM and method != "HEAD":
        problem: Any = response.json
        assert problem["code"] in documented[str(response.status_code)][CODES]


def documents_of(schema: dict[str, Any], body: Any) -> list[tuple[dict[str, Any], Any]]:
    """What a body holds, each with its schema: of a stream, the documents that it has sent."""
    if "contentSchema" not in schema:
        return [(schema, body)]
    line = schema["contentSchema"]["items"]
    if schema["contentMediaType"] == "application/x-ndjson":
        return [(line, json.loads(text)) for text in body.splitlines() if text]
    blocks = [block.splitlines() for block in body.split("\n\n")]
    fields = [dict(field.split(": ", 1) for field in block if not field.startswith(":")) for block in blocks]
    events = [event for event in fields if "data" in event]
    data = line["properties"]["data"]["contentSchema"]
    return [*((line, event) for event in events), *((data, json.loads(event["data"])) for event in events)]


def fits(value: Any, schema: dict[str, Any]) -> None:
    """Fail unless a value fits a schema of the document."""
    fault = next(_validator(json.dumps(schema)).iter_errors(value), None)
    assert fault is None, f"{fault.instance_path}: {fault.message}"


def _operation(app: Flask, method: str, path: str) -> dict[str, Any] | None:
    try:
        rule, _ = app.url_map.bind("localhost").match(path, method, return_rule=True)
    except HTTPException:
        return None
    if method == "OPTIONS" or rule.endpoint.startswith("/"):
        return None
    template = rule.rule.replace("<segment:", "{").replace(">", "}")
    operation: dict[str, Any] = rendered_document()["paths"][template]["get" if method == "HEAD" else method.lower()]
    return operation


@cache
def _validator(schema: str) -> Draft202012Validator:
    """OpenAPI 3.1's schemas are those of JSON Schema 2020-12."""
    return Draft202012Validator({**json.loads(schema), "components": rendered_document()["components"]})
