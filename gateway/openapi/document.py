"""The OpenAPI 3.1 document of a set of operations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.openapi.operation import JSON, PROBLEM, Answer, Operation, Schema, Section
from services.errors import Reason

_REF: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class About:
    """What stands at the head of the document."""

    title: str
    version: str
    description: str
    security_scheme: str
    security: Schema
    problem: type[BaseModel]


def render(about: About, sections: Sequence[Section]) -> Schema:
    """The document, as an object that is ready for JSON: the same sections always give the same document."""
    operations = [operation for section in sections for operation in section.operations]
    components = _components([*_models(operations), (about.problem, "serialization")])
    paths: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, about, components)
    for model in {model for operation in operations for model in _parameter_models(operation)}:
        components.pop(model.__name__, None)
    return {
        "openapi": "3.1.0",
        "info": {"title": about.title, "version": about.version, "description": about.description},
        "servers": [{"url": "/"}],
        "tags": [{"name": section.name, "description": section.description} for section in sections],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {about.security_scheme: about.security},
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
            for model in answer.content.values():
                if isinstance(model, type):
                    models[(model, "serialization")] = None
    return list(models)


def _components(models: list[tuple[type[BaseModel], Mode]]) -> dict[str, Schema]:
    _, definitions = models_json_schema(models, ref_template=_REF + "{model}")
    components: dict[str, Schema] = definitions["$defs"]
    return components


def _parameter_models(operation: Operation) -> list[type[BaseModel]]:
    return [operation.parameters[name] for name in ("path", "query") if name in operation.parameters]


def _operation(operation: Operation, about: About, components: Mapping[str, Schema]) -> Schema:
    document: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": _description(operation),
        "security": [{about.security_scheme: [operation.access.scope] if operation.access.scope else []}]
        if operation.access.key
        else [],
        "responses": _responses(operation, about.problem.__name__),
    }
    parameters = [
        parameter
        for place in ("path", "query")
        if place in operation.parameters
        for parameter in _parameters(place, components[operation.parameters[place].__name__])
    ]
    parameters += [
        {"name": name, "in": "header", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in operation.headers.items()
    ]
    if parameters:
        document["parameters"] = parameters
    if operation.reads_body:
        content: Schema = {"schema": {"$ref": _REF + operation.parameters["body"].__name__}}
        if operation.example is not None:
            content["example"] = operation.example
        document["requestBody"] = {"required": not operation.body_optional, "content": {JSON: content}}
    return document


def _description(operation: Operation) -> str:
    if not operation.access.key:
        needs = "Needs no key."
    elif operation.access.scope:
        needs = f"Needs a key with the scope `{operation.access.scope}`."
    else:
        needs = "Needs a key; any scope will do."
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


def _responses(operation: Operation, problem: str) -> Schema:
    responses = {str(answer.status): _answer(answer) for answer in operation.answers}
    by_status: dict[int, list[Reason]] = {}
    for reason in operation.reasons():
        by_status.setdefault(reason.http_status, []).append(reason)
    for status, reasons in sorted(by_status.items()):
        responses.setdefault(str(status), {"description": "", "content": {}})
        response = responses[str(status)]
        meanings = "\n".join(f"* `{reason.name}`: {reason.meaning}" for reason in reasons)
        response["description"] = "\n".join(part for part in (response["description"], meanings) if part)
        response["content"][PROBLEM] = {
            "schema": {
                "allOf": [
                    {"$ref": _REF + problem},
                    {"type": "object", "properties": {"code": {"enum": [reason.name for reason in reasons]}}},
                ]
            }
        }
    return responses


def _answer(answer: Answer) -> Schema:
    content: Schema = {}
    for media_type, model in answer.content.items():
        schema = {"$ref": _REF + model.__name__} if isinstance(model, type) else model
        content[media_type] = {"schema": schema}
        if media_type in answer.examples:
            content[media_type]["example"] = answer.examples[media_type]
    document: Schema = {"description": answer.description, "content": content}
    if answer.headers:
        document["headers"] = {
            name: {"description": text, "schema": {"type": "string"}} for name, text in answer.headers.items()
        }
    return document
