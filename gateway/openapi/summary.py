"""The contract in short: the promises of an OpenAPI document, one line for each fact, sorted.

It is made for reading in a diff and for comparison with an earlier one (:mod:`gateway.openapi.breaking`). A line is
``subject: type; attribute; attribute``, and each subject appears once:

    createMatch: POST /v1/matches; key matches:create     an operation
    createMatch > body: CreateMatch; required             what it takes: parameters by place and name, and its body
    createMatch < 201 application/json: MatchDetails      what it answers
    createMatch < 409: ALREADY_SEATED BOT_OFFLINE         why it refuses
    CreateMatch.ruleset: string; length 1..64; required   a field of an object

A refusal of every operation appears once, under ``*``. Types are written ``[T]`` for an array, ``{*: T}`` for an object
of any names, ``A | B`` for one of several; ``open`` is a list that may grow, ``closed`` refuses further fields.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

Schema = Mapping[str, Any]

_BOUNDS: Final = {
    "": ("minimum", "maximum"),
    "length": ("minLength", "maxLength"),
    "items": ("minItems", "maxItems"),
    "names": ("minProperties", "maxProperties"),
}
_PROBLEM: Final = "application/problem+json"
_IN_WORDS: Final = ("description", "title", "summary", "example", "examples", "required", "properties", "discriminator")
"""Parts that are documented elsewhere, or that explain and promise nothing. The values of a discriminator are in the
objects."""


def summary(document: Mapping[str, Any]) -> str:
    """The lines of a document, each with its end."""
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    refusals = [set(_refusals(operation)) for operation in operations.values()]
    everywhere = set.intersection(*refusals)
    lines = [f"* < {refusal}" for refusal in everywhere]
    for address, operation in operations.items():
        name = operation["operationId"]
        lines += (f"{name}{line}" for line in _operation(address, operation))
        lines += (f"{name} < {refusal}" for refusal in _refusals(operation) if refusal not in everywhere)
    for name, schema in document["components"]["schemas"].items():
        lines += _component(name, schema)
    return "".join(f"{line}\n" for line in sorted(lines))


def _operation(address: str, operation: Schema) -> Iterator[str]:
    """The lines of an operation after its name, except its refusals."""
    yield f": {address}; {_access(operation['security'])}"
    for parameter in operation.get("parameters", []):
        yield f" > {parameter['in']} {parameter['name']}: {_field(parameter['schema'], parameter['required'])}"
    if "requestBody" in operation:
        body = operation["requestBody"]
        (schema,) = (content["schema"] for content in body["content"].values())
        yield f" > body: {_field(schema, body['required'])}"
    for status, answer in operation["responses"].items():
        for media_type, content in answer.get("content", {}).items():
            if media_type != _PROBLEM:
                yield f" < {status} {media_type}: {_type(content['schema'])}"
        if answer.get("headers"):
            yield f" < {status} headers: {' '.join(sorted(answer['headers']))}"
        elif not answer.get("content", answer.get("x-codes")):
            yield f" < {status} empty:"


def _refusals(operation: Schema) -> Iterator[str]:
    for status, answer in operation["responses"].items():
        if "x-codes" in answer:
            yield f"{status}: {' '.join(sorted(answer['x-codes']))}"


def _access(security: list[Mapping[str, list[str]]]) -> str:
    """Who may call an operation."""
    if not security:
        return "no key"
    ways = [
        " ".join(["key" if way == "apiKey" else "token", *scopes]) for each in security for way, scopes in each.items()
    ]
    return " or ".join([*ways, *(["no key"] if {} in security else [])])


def _component(name: str, schema: Schema) -> Iterator[str]:
    yield f"{name}: {_type({key: value for key, value in schema.items() if key != 'properties'})}"
    for field, described in schema.get("properties", {}).items():
        yield f"{name}.{field}: {_field(described, field in schema.get('required', []))}"


def _field(schema: Schema, required: bool) -> str:
    return f"{_type(schema)}; {'required' if required else 'optional'}"


def _type(schema: Schema) -> str:
    """A type with its attributes."""
    return "; ".join(_parts(schema))


def _parts(schema: Schema) -> Iterator[str]:
    left = {key: value for key, value in schema.items() if key not in _IN_WORDS}
    yield _kind(schema, left)
    for word, (least, most) in _BOUNDS.items():
        if least in left or most in left:
            yield f"{word} {left.pop(least, '')}..{left.pop(most, '')}".strip()
    if left.pop("additionalProperties", None) is False:
        yield "closed"
    for key, value in sorted(left.items()):
        yield f"{key} {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"


def _kind(schema: Schema, left: dict[str, Any]) -> str:
    """The type without attributes. The members that it expresses are removed from ``left``."""
    if "$ref" in left:
        return str(left.pop("$ref")).rpartition("/")[2]
    for key in ("anyOf", "oneOf"):
        if key in left:
            left.pop("type", None)
            options = left.pop(key)
            known = schema.get("discriminator", {}).get("mapping", options)
            return ("open " if len(known) < len(options) else "") + " | ".join(_inner(option) for option in options)
    if "const" in left or "enum" in left:
        left.pop("type", None)
        values = [left.pop("const")] if "const" in left else left.pop("enum")
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
    if "x-extensible-enum" in left:
        left.pop("type")
        return "open " + " | ".join(json.dumps(value) for value in left.pop("x-extensible-enum"))
    if "contentSchema" in left:
        left.pop("type")
        return f"{left.pop('contentMediaType')} of {_inner(left.pop('contentSchema'))}"
    kind = left.pop("type", "any")
    if kind == "array":
        places = left.pop("prefixItems", None)
        items = left.pop("items", {})
        return f"[{', '.join(_type(place) for place in places) if places else _type(items)}]"
    if kind == "object":
        if schema.get("properties"):
            required = schema.get("required", [])
            fields = (f"{name}: {_field(field, name in required)}" for name, field in schema["properties"].items())
            return f"{{{', '.join(fields)}}}"
        if isinstance(left.get("additionalProperties"), dict):
            return f"{{*: {_type(left.pop('additionalProperties'))}}}"
    return str(kind)


def _inner(schema: Schema) -> str:
    """A type inside another."""
    text = _type(schema)
    return f"({text})" if ";" in text else text
