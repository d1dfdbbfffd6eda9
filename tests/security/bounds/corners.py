"""Values at the bounds of a schema, or of a field of a message."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from services.engine.registry import ruleset
from services.engine.ruleset_documents import RULESET_SCHEMA
from tests.api_reference import rendered_document as document

Path = tuple[str | int, ...]

TEXTS: Final = (
    "Cup", "é", "e\u0301", "\u0301", "a" + "\u0301" * 40, "\u05e9\u05dc\u05d5\u05dd", "\u4e2d\u6587", "\u0e01\u0e33",
    "ß", "İ", "\U0001f3b2", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U00020000", "\U0001d400",
    "\U000e0041", "\U000f0000",
    "\U0010ffff", "\U0001ffff", "\ue000", "\ufdd0", "\ufffe", "\uffff", "\ufffd", "\ufeff", "\u0378", "\ud7a3",
    "\0", "a\0b", "\t", "a\nb", "a\r\nb", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\xa0", "\xad",
    "\u200b", "\u2060", "\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\u180e", "\u202e",
    "a\u202eb", "\u2066", "",
    " ", "=1+1", "+1", "-1", "@a", '"', "'", "a,b", "a;b", "<b>&amp;</b>", "]]>", "</script>", "{{7*7}}", "%s", "\\",
    "a/b", "..", "\ud800", "a\udfff", "null", "0", "1e999",
)  # fmt: skip
FEW_TEXTS: Final = (
    "é", "\U0001f3b2", "\U0010ffff", "\ufffe", "a\0b", "a\nb", "\u3164", "a\u202eb", "", "<b>&amp;</b>", "\ud800",
    "=1+1,\"",
)  # fmt: skip
MOMENTS: Final = (
    "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000-00:00", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999999999Z",
    "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59+23:59", "2999-12-31T23:59:59.999Z",
    "2999-12-31T23:59:59.999999999Z", "2999-12-31T23:59:59-00:01", "3000-01-01T00:00:00+00:01", "2038-01-19T03:14:08Z",
    "2016-12-31T23:59:60Z", "2017-01-01T00:59:60.5+01:00", "2030-06-15T12:00:60Z", "2030-01-01T24:00:00Z",
    "2030-01-01t00:00:00z", "2030-01-01 00:00:00Z", "2030-01-01T00:00:00", "2030-01-01T00:00:00.0000000001Z",
    "2030-02-29T00:00:00Z", "2032-02-29T00:00:00Z", "2030-01-01T00:00:00+24:00", "2030-01-01T00:00:00+00:60",
    "+010000-01-01T00:00:00Z",    "2030-01-01T00:00:0\u0660Z",
)  # fmt: skip
NUMBERS: Final = (
    0,
    -1,
    1,
    2**31 - 1,
    2**31,
    2**32,
    2**53 - 1,
    2**53,
    2**63 - 1,
    2**63,
    10**30,
    -(2**63),
    1.5,
    1e308,
    5e-324,
)
BYTES: Final = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"\xff",
    b'{"a":1e999}',
    b'{"a":' + b"9" * 400 + b"}",
    b'{"\\ud800":1}',
    b'"\\u0000"',
)
POSITIONS_OF: Final = "factionwars"
"""The ruleset of whose positions requests are."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A value for one place of a request. ``ABSENT``: the place is left out."""

    path: Path
    value: Any


ABSENT: Final = object()


class Schemas:
    """The places of a request and what may stand there. ``texts``: those that are tried."""

    def __init__(self, texts: tuple[str, ...] = TEXTS) -> None:
        self.texts = texts
        self._state = ruleset(POSITIONS_OF).describe().schemas["state"]
        self._document = document() | {"$defs": self._state["$defs"]}

    def corners(self, schema: Mapping[str, Any], path: Path = ()) -> Iterator[Corner]:
        """Values for all places of a document of a schema."""
        yield from self._corners(schema, path, 0)

    def _corners(self, schema: Mapping[str, Any], path: Path, depth: int) -> Iterator[Corner]:
        schema = self._resolved(schema)
        if schema.get(RULESET_SCHEMA) == "state":
            schema = {**schema, "properties": self._state["properties"]}
        for part in (part for kind in ("anyOf", "oneOf", "allOf") for part in schema.get(kind, ())):
            yield from self._corners(part, path, depth)
        if path:
            yield from (Corner(path, value) for value in self._values(schema))
        if depth < 6:
            for name, part in schema.get("properties", {}).items():
                yield Corner((*path, name), ABSENT)
                yield from self._corners(part, (*path, name), depth + 1)
            if schema.get("type") == "array":
                yield from self._corners(schema["items"], (*path, 0), depth + 1)

    def _values(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        if "enum" in schema or "const" in schema:
            yield from schema.get("enum", [schema.get("const")])
            return
        match schema.get("type"):
            case "string":
                yield from MOMENTS if schema.get("format") == "date-time" else self._strings(schema)
            case "integer" | "number":
                bounds = [schema[name] for name in schema if name.lower().endswith(("minimum", "maximum"))]
                yield from dict.fromkeys([*NUMBERS, *(bound + by for bound in bounds for by in (-1, 0, 1))])
            case "boolean":
                yield from (True, False)
            case "null":
                yield None
            case "array":
                yield []
            case "object":
                yield from ({}, {"\ud800": 1}, {"a\0": "\0"}, {"": 10**30}, {"a": [[[]]]})

    def _strings(self, schema: Mapping[str, Any]) -> Iterator[str]:
        yield from self.texts
        longest = schema.get("maxLength") or _longest_of(schema.get("pattern", ""))
        if longest:
            for text in ("a", "é", "\U0001f3b2", "0"):
                yield text * min(longest, 20_000)
            yield "a" * (longest + 1)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            schema = found
        return schema


def _longest_of(pattern: str) -> int:
    found = re.search(r"\{(?:\d+,)?(\d+)\}\$$", pattern)
    return int(found[1]) if found else 0


def replaced(document: Any, corner: Corner) -> Any:
    """A document with another value in one place; objects on the way that are not there are made."""
    if not corner.path:
        return corner.value
    step, rest = corner.path[0], Corner(corner.path[1:], corner.value)
    if isinstance(step, int):
        items = list(document) if isinstance(document, list) else []
        inner = replaced(items[step] if step < len(items) else None, rest)
        return [*items[:step], inner, *items[step + 1 :]]
    members = dict(document) if isinstance(document, dict) else {}
    if rest.path or corner.value is not ABSENT:
        members[step] = replaced(members.get(step), rest)
    else:
        members.pop(step, None)
    return members


def message_corners(
    kind: Descriptor, texts: tuple[str, ...], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Values for all fields of a message, and of the messages in it: the names that lead there, and the value."""
    for field in kind.fields:
        here = (*path, field.name)
        if field.message_type is not None:
            if field.message_type.full_name == "google.protobuf.Timestamp":
                for seconds in (
                    0,
                    -1,
                    -62_135_596_800,
                    -62_135_596_801,
                    253_402_300_799,
                    253_402_300_800,
                    32_503_679_999,
                    32_503_680_000,
                    2**62,
                ):
                    yield (*here, "seconds"), seconds
                for nanos in (999_999_999, 10**9, -1):
                    yield (*here, "nanos"), nanos
            elif (
                len(path) < 4 and not field.message_type.GetOptions().map_entry and "Any" not in field.message_type.name
            ):
                yield from message_corners(field.message_type, texts, here)
            continue
        yield from ((here, value) for value in _field_values(field, texts))


def _field_values(field: FieldDescriptor, texts: tuple[str, ...]) -> Iterator[Any]:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            if field.type == FieldDescriptor.TYPE_BYTES:
                yield from BYTES
            else:
                yield from (
                    text for text in texts if text.isprintable() or text.encode("utf-8", "replace").decode() == text
                )
                yield from ("a" * 5_000, "\U0001f3b2" * 64, "a" * 64)
        case FieldDescriptor.CPPTYPE_BOOL:
            yield from (False, True)
        case FieldDescriptor.CPPTYPE_ENUM:
            yield from (0, 1, 2, 3, 99, -1)
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            yield from (0.0, -0.0, 1e308, 5e-324, float("inf"), float("-inf"), float("nan"), -1.0)
        case FieldDescriptor.CPPTYPE_UINT32:
            yield from (0, 1, 2**31 - 1, 2**31, 2**32 - 1)
        case FieldDescriptor.CPPTYPE_INT32:
            yield from (0, 1, -1, 2**31 - 1, -(2**31))
        case FieldDescriptor.CPPTYPE_UINT64:
            yield from (0, 1, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1)
        case FieldDescriptor.CPPTYPE_INT64:
            yield from (0, 1, -1, 2**53, 2**63 - 1, -(2**63))
