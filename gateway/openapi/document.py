"""The OpenAPI 3.1 document of a set of operations."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from pydantic_core.core_schema import IncExDictOrElseSerSchema, IncExSeqOrElseSerSchema, SerSchema, TupleSchema

from gateway.openapi.etags import ENTITY_TAGS_PATTERN
from gateway.openapi.examples import Example, of
from gateway.openapi.fields import Page
from gateway.openapi.operation import (
    EVENT_STREAM,
    IDEMPOTENCY_KEY_PATTERN,
    JSON,
    PROBLEM,
    Access,
    Answer,
    Lines,
    Operation,
    RateLimit,
    RequestHeader,
    Retry,
    Schema,
    Section,
    Tag,
)
from services.errors import Reason

_REF: Final = "#/components/schemas/"
_HEADER_REF: Final = "#/components/headers/"

CODES: Final = "x-codes"
"""The codes with which an operation refuses by a status."""

_HEADERS: Final[dict[str, str]] = {
    "ETag": "Identifies this representation. Send it in `If-None-Match` or `If-Match`.",
    "Idempotency-Replayed": "`true`: the request was a retry, and this is the answer to the first request.",
    "Link": 'The next page, if there is one: `<?page_size=…&page_token=…>; rel="next"`, relative to this one.',
    "RateLimit": 'The state of the rate limit. `"key";r=497;t=1`: r requests remain now, all q again after t seconds.',
    "RateLimit-Policy": 'The rate limit. `"key";q=500;w=10`: q requests at once, and q requests every w seconds.',
}


@dataclass(frozen=True, slots=True)
class About:
    """The head of the document. ``license``: its SPDX identifier. ``security``: the key; ``token``: the alternative
    that some operations accept."""

    title: str
    version: str
    description: str
    license: str
    security_scheme: str
    security: Schema
    problem: type[BaseModel]
    token_scheme: str = ""
    token: Schema | None = None


def render(about: About, sections: Sequence[Section], examples: Sequence[Example] = ()) -> Schema:
    """The document as an object for JSON. The same sections always give the same document."""
    operations = [operation for section in sections for operation in section.operations]
    components = _components([*_models(operations), (about.problem, "serialization")])
    parameters = {model.__name__ for operation in operations for model in _parameter_models(operation)}
    for name in components.keys() - parameters:
        _describe_defaults(components[name])
    for name in _named(components, _answered(operations)):
        # More fields may come, whatever else the model is for: a client must not refuse what it does not know.
        if components[name].get("additionalProperties") is False:
            del components[name]["additionalProperties"]
    paths: dict[str, Schema] = {}
    for operation in operations:
        own = [example for example in examples if example.operation == operation.id]
        described = _operation(operation, about, components, own)
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    used = _named(components, _refs(paths))
    components = {name: schema for name, schema in components.items() if name in used}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": about.title,
            "version": about.version,
            "description": about.description,
            "license": {"name": about.license, "identifier": about.license},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": section.name, "description": section.description} for section in sections],
        "paths": paths,
        "components": {
            "headers": {name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()},
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {about.security_scheme: about.security}
            | ({} if about.token is None else {about.token_scheme: about.token}),
        },
    }


Mode = Literal["validation", "serialization"]


def _models(operations: Iterable[Operation]) -> list[tuple[type[BaseModel], Mode]]:
    models: dict[tuple[type[BaseModel], Mode], None] = {}
    for operation in operations:
        for name in ("path", "query", "body"):
            if name in operation.parameters:
                models[(operation.parameters[name], "validation")] = None
        for answer in operation.answers:
            for content in answer.content.values():
                model = content.line if isinstance(content, Lines) else content
                if isinstance(model, type):
                    models[(model, "serialization")] = None
    return list(models)


class _AsDeclared(GenerateJsonSchema):
    """Documents the fields of a model whose serializer leaves some out, and arrays of fixed length in a form that all
    readers know."""

    def ser_schema(self, schema: SerSchema | IncExSeqOrElseSerSchema | IncExDictOrElseSerSchema) -> Schema | None:
        """The output of a model's own serializer. One that wraps the usual serializer writes what that one writes."""
        return None if schema["type"] == "function-wrap" else super().ser_schema(schema)

    def tuple_schema(self, schema: TupleSchema) -> Schema:
        """An array. Many readers do not know ``prefixItems`` and need ``items``."""
        described = super().tuple_schema(schema)
        if "prefixItems" in described:
            places = described["prefixItems"]
            kinds = [kind for place, kind in enumerate(places) if kind not in places[:place]]
            if len(kinds) == 1:
                del described["prefixItems"]
            described["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        return described


def _components(models: list[tuple[type[BaseModel], Mode]]) -> dict[str, Schema]:
    _, definitions = models_json_schema(models, ref_template=_REF + "{model}", schema_generator=_AsDeclared)
    components: dict[str, Schema] = definitions["$defs"]
    return components


def _answered(operations: Iterable[Operation]) -> set[str]:
    """The names of the models of all answers."""
    contents = [model for operation in operations for answer in operation.answers for model in answer.content.values()]
    return {model.__name__ for model in contents if isinstance(model, type)}


def _named(components: Mapping[str, Schema], names: Iterable[str]) -> set[str]:
    """The names of some components and of all components to which these refer."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _refs(components[name])
    return found


def _refs(document: Schema) -> list[str]:
    """The names of the components that a part of the document refers to."""
    return re.findall(rf'"{_REF}([^"]+)"', json.dumps(document))


def _describe_defaults(model: Schema) -> None:
    """Describe the defaults of a model in words. Generators consider a field with ``default`` always present: they make
    clients send it, or expect it in answers that leave it out."""
    for field in model.get("properties", {}).values():
        default = field.pop("default", None)
        if default not in (None, {}, []):
            field["description"] = " ".join(
                [*filter(None, [field.get("description")]), f"Default: `{json.dumps(default)}`."]
            )


def _parameter_models(operation: Operation) -> list[type[BaseModel]]:
    return [operation.parameters[name] for name in ("path", "query") if name in operation.parameters]


def _operation(
    operation: Operation, about: About, components: Mapping[str, Schema], examples: Sequence[Example]
) -> Schema:
    document: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": _description(operation),
        "security": _security(operation.access, about),
        "responses": _responses(operation, about.problem.__name__, examples),
    }
    parameters = [
        parameter
        for place in ("path", "query")
        if place in operation.parameters
        for parameter in _parameters(place, components[operation.parameters[place].__name__])
    ]
    parameters += [
        {
            "name": name,
            "in": "header",
            "required": False,
            "description": header.description,
            "schema": {"type": "string", "pattern": header.pattern},
        }
        for name, header in _headers(operation).items()
    ]
    # What was refused is shown by its problem alone: nobody is to take its request for one that is right.
    right = [example for example in examples if example.status < 400]
    for parameter in parameters:
        name = parameter["name"]
        shown = of(right, {example.name: example.parameters.get(name) for example in right})
        shown = {example: value for example, value in shown.items() if value["value"] is not None}
        if shown:
            parameter["examples"] = shown
    if parameters:
        document["parameters"] = parameters
    if operation.reads_body:
        content: Schema = {"schema": {"$ref": _REF + operation.parameters["body"].__name__}}
        shown = of(right, {example.name: example.body for example in right if example.body is not None})
        if shown:
            content["examples"] = shown
        document["requestBody"] = {"required": not operation.body_optional, "content": {JSON: content}}
    return document


def _security(access: Access, about: About) -> list[dict[str, list[str]]]:
    """The alternative credentials of a caller; an empty one needs no credentials."""
    if not access.key:
        return []
    key = {about.security_scheme: [access.scope] if access.scope else []}
    nothing: list[dict[str, list[str]]] = [{}] if access.without_key else []
    token: list[dict[str, list[str]]] = [{about.token_scheme: []}] if access.with_token else []
    return [*nothing, key, *token]


def _headers(operation: Operation) -> dict[str, RequestHeader]:
    """The request headers of an operation."""
    headers = dict(operation.headers)
    if operation.retry is Retry.WITH_KEY:
        headers["Idempotency-Key"] = RequestHeader(
            "A value of your own for this request. A retry with the same value is not executed again.",
            IDEMPOTENCY_KEY_PATTERN,
        )
    if "precondition" in operation.wants:
        headers["If-Match"] = RequestHeader(
            "One or more ETags. The change is made only if one of them matches the resource. `*`: any.",
            ENTITY_TAGS_PATTERN,
        )
    if operation.etag is Tag.ETAG and not operation.changes:
        headers["If-None-Match"] = RequestHeader(
            "The ETags that the client has. If one is current, the answer is 304 without a body. `*`: any. Values "
            "that are neither are ignored.",
            ENTITY_TAGS_PATTERN,
        )
    return headers


def _description(operation: Operation) -> str:
    if not operation.access.key:
        needs = "Needs no key."
    elif operation.access.scope:
        needs = f"Needs a key with the scope `{operation.access.scope}`."
    else:
        needs = "Needs a key, with any scope."
    return "\n\n".join(part for part in (operation.description, needs) if part)


def _parameters(place: str, schema: Schema) -> list[Schema]:
    required = schema.get("required", [])
    parameters = []
    for name, field in schema["properties"].items():
        described = {key: value for key, value in field.items() if key != "title"}
        parameter = {"name": name, "in": place, "required": name in required}
        if "description" in described:
            parameter["description"] = described.pop("description")
        parameters.append({**parameter, "schema": described})
    return parameters


def _responses(operation: Operation, problem: str, examples: Sequence[Example]) -> Schema:
    responses = {str(answer.status): _answer(operation, answer) for answer in operation.answers}
    if operation.etag is Tag.ETAG and not operation.changes:
        responses["304"] = {
            "description": "The client has the current representation.",
            "headers": {"ETag": {"$ref": _HEADER_REF + "ETag"}},
        }
    by_status: dict[int, list[Reason]] = {}
    for reason in operation.reasons():
        by_status.setdefault(reason.http_status, []).append(reason)
    for status, reasons in sorted(by_status.items()):
        responses.setdefault(str(status), {"description": "", "content": {}})
        response = responses[str(status)]
        meanings = "\n".join(f"* `{reason.name}`: {reason.meaning}" for reason in reasons)
        response["description"] = "\n".join(part for part in (response["description"], meanings) if part)
        # The codes are no enumeration: a client that was generated from this document must survive the next one.
        response["content"][PROBLEM] = {"schema": {"$ref": _REF + problem}}
        response[CODES] = [reason.name for reason in reasons]
    for code, response in responses.items():
        here = [example for example in examples if str(example.status) == code]
        for media_type, content in response.get("content", {}).items():
            shown = of(here, {example.name: example.answer for example in here if example.media_type == media_type})
            if shown:
                content["examples"] = shown
    return responses


def _schema(media_type: str, described: type[BaseModel] | Schema | Lines) -> Schema:
    """The schema of a body. A stream is a string, because generators can handle that; its ``contentSchema`` describes
    the contents."""
    if isinstance(described, type):
        return {"$ref": _REF + described.__name__}
    if not isinstance(described, Lines):
        return described
    line: Schema = {"$ref": _REF + described.line.__name__}
    if media_type == EVENT_STREAM:
        data = {"type": "string", "contentMediaType": JSON, "contentSchema": line}
        fields = {
            "id": {"type": "string", "description": "Where to resume after this event."},
            "event": {"type": "string", "description": "The `type` of the data."},
            "data": {**data, "description": "The data, as JSON."},
        }
        line = {"type": "object", "properties": fields, "required": list(fields)}
    return {
        "type": "string",
        "contentMediaType": media_type,
        "contentSchema": {"type": "array", "items": line},
    }


def _answer(operation: Operation, answer: Answer) -> Schema:
    content: Schema = {}
    for media_type, described in answer.content.items():
        content[media_type] = {"schema": _schema(media_type, described)}
    document: Schema = {"description": answer.description, "content": content}
    headers: Schema = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in answer.headers.items()
    }
    named = {
        "ETag": operation.etag is Tag.ETAG,
        "Link": any(isinstance(model, type) and issubclass(model, Page) for model in answer.content.values()),
        "Idempotency-Replayed": operation.retry is Retry.WITH_KEY,
        "RateLimit": operation.rate_limit is RateLimit.COUNTED,
        "RateLimit-Policy": operation.rate_limit is RateLimit.COUNTED,
    }
    headers |= {name: {"$ref": _HEADER_REF + name} for name, is_there in named.items() if is_there}
    if headers:
        document["headers"] = headers
    if answer.links:
        document["links"] = {
            link.operation: {"operationId": link.operation, "parameters": dict(link.parameters)}
            for link in answer.links
        }
    return document
