"""Every number, text and list of a request has bounds in its schema: what has none is stored as anything."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gateway.openapi.fields import LARGEST_EXACT
from tests.api_reference import rendered_document as document

BOUND_OTHERWISE: Final = {
    ("body", "action"): "by the size of a body, and by what is legal",
    ("body", "stages", "*", "tie_breaks", "*"): "by the list of those that there are",
    ("query", "include"): "by the length of an address, and by the words that there are",
}
LEAST = ("minimum", "exclusiveMinimum")
MOST = ("maximum", "exclusiveMaximum")

Path = tuple[str, ...]
Schema = Mapping[str, Any]


def resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        found: Any = document()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def parts(schema: Schema, path: Path, within: frozenset[str] = frozenset()) -> Iterator[tuple[Path, Schema]]:
    """The simple schemas of a schema, with where they stand."""
    name = schema.get("$ref", "")
    if name in within:
        return
    within, schema = within | {name} - {""}, resolved(schema)
    choices = [part for kind in ("anyOf", "oneOf", "allOf") for part in schema.get(kind, ())]
    for choice in choices:
        yield from parts(choice, path, within)
    if not choices and "enum" not in schema and "const" not in schema:
        yield path, schema
    if schema.get("type") == "array":
        yield from parts(schema["items"], (*path, "*"), within)
    for member, part in schema.get("properties", {}).items():
        yield from parts(part, (*path, member), within)


def fault(schema: Schema) -> str | None:
    match schema.get("type"):
        case "integer" | "number":
            bounds = [abs(schema[name]) for name in (*LEAST, *MOST) if name in schema]
            if len(bounds) < 2:
                return "a number without bounds"
            return f"a number beyond {LARGEST_EXACT}" if max(bounds) > LARGEST_EXACT else None
        case "string":
            is_bound = "maxLength" in schema or schema.get("format") == "date-time" or "pattern" in schema
            return None if is_bound else "a text without a length"
        case "array":
            return None if "maxItems" in schema else "a list without a length"
    return None


def requests() -> Iterator[tuple[str, Path, Schema]]:
    for item in document()["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] != "header":
                    yield operation["operationId"], (parameter["in"], parameter["name"]), parameter["schema"]
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body is not None:
                yield operation["operationId"], ("body",), body["schema"]


def test_every_number_text_and_list_of_a_request_has_bounds() -> None:
    seen = 0
    faults = []
    for operation, root, schema in requests():
        for path, part in parts(schema, root):
            seen += 1
            found = fault(part)
            if found is not None and path not in BOUND_OTHERWISE:
                faults.append(f"{operation} {'/'.join(path)}: {found}")
    assert faults == []
    assert seen > 500
