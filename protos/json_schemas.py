"""JSON Schemas (draft 2020-12) of a ruleset's documents, made from its proto.

They describe the canonical JSON that Playhall speaks: original field names, default values written out, enums by name.
A field is absent only if it is in a ``oneof``, is ``optional``, or is a message whose comment says when it is absent
("Absent: ..."). Comments become descriptions, but for "Order: <word>." in the comment of a repeated field: what the
order of its items means, the annotation ``x-order`` (``services/engine/orders.py`` has the words).
"""

import re
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

Schema = dict[str, Any]

DOCUMENTS = {"options": "Options", "action": "Action", "view": "View", "event": "Event", "state": "State"}
"""The documents of a ruleset, and the message of each."""

_MAY_BE_PARTIAL = ("options", "state")
"""Documents that a person may write and in which a field that is left out has its default value."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_EVENT_TEXT: Schema = {
    "description": "What the event shows, as a sentence. Viewers are sent it as the last member.",
    "type": "string",
}
"""What the platform adds to an event: no field of the message."""
_INTEGER: Schema = {"type": "integer"}
_NATURAL: Schema = {"type": "integer", "minimum": 0}
# Protobuf's JSON writes 64-bit numbers as text, because JavaScript's numbers end at 2**53.
_LONG: Schema = {"type": "string", "pattern": "^-?[0-9]+$"}
_SCALARS: dict[int, Schema] = {
    FieldDescriptorProto.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptorProto.TYPE_STRING: {"type": "string"},
    FieldDescriptorProto.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptorProto.TYPE_DOUBLE: {"type": "number"},
    FieldDescriptorProto.TYPE_FLOAT: {"type": "number"},
    FieldDescriptorProto.TYPE_UINT32: _NATURAL,
    FieldDescriptorProto.TYPE_FIXED32: _NATURAL,
    FieldDescriptorProto.TYPE_INT32: _INTEGER,
    FieldDescriptorProto.TYPE_SINT32: _INTEGER,
    FieldDescriptorProto.TYPE_SFIXED32: _INTEGER,
    FieldDescriptorProto.TYPE_INT64: _LONG,
    FieldDescriptorProto.TYPE_SINT64: _LONG,
    FieldDescriptorProto.TYPE_SFIXED64: _LONG,
    FieldDescriptorProto.TYPE_UINT64: _LONG,
    FieldDescriptorProto.TYPE_FIXED64: _LONG,
}
_ORDER = re.compile(r"\s*\bOrder: ([a-z_]+)\.")
# Numbers of the fields of FileDescriptorProto, DescriptorProto and EnumDescriptorProto, of which comment paths consist.
_FILE_MESSAGE, _FILE_ENUM = 4, 5
_MESSAGE_FIELD, _MESSAGE_NESTED, _MESSAGE_ENUM, _MESSAGE_ONEOF = 2, 3, 4, 8
_ENUM_VALUE = 2


def schemas(file: FileDescriptorProto) -> dict[str, Schema]:
    """The schema of each document that the file has a message for; empty if it is not a ruleset's."""
    types = _Types(file)
    found = {key: f".{file.package}.{message}" for key, message in DOCUMENTS.items()}
    if not all(name in types.messages for name in found.values()):
        return {}
    made = {key: _document(types, name, partial=key in _MAY_BE_PARTIAL) for key, name in found.items()}
    made["event"]["properties"]["text"] = _EVENT_TEXT
    return made


def _document(types: "_Types", root: str, *, partial: bool) -> Schema:
    """The schema of one document with all that it refers to."""
    schema = {"$schema": _DIALECT, "title": root.removeprefix("."), **types.message(root, partial=partial)}
    named: dict[str, Schema] = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in named:
            full = types.full_name(name)
            named[name] = types.message(full, partial=partial) if full in types.messages else types.enum(full)
            waiting += _references(named[name])
    if named:
        schema["$defs"] = {name: named[name] for name in sorted(named)}
    return schema


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix("#/$defs/")
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from _references(part)


class _Types:
    """The messages and enums of a file by full name (``.playhall.x.v1.View``), and their comments."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self.messages: dict[str, tuple[DescriptorProto, tuple[int, ...]]] = {}
        self.enums: dict[str, tuple[EnumDescriptorProto, tuple[int, ...]]] = {}
        self._scope = f".{file.package}."
        written = {
            tuple(location.path): _paragraphs(location.leading_comments) for location in file.source_code_info.location
        }
        self._comments = {path: _ORDER.sub("", text) for path, text in written.items()}
        self._orders = {path: found[1] for path, text in written.items() if (found := _ORDER.search(text))}
        for index, enum in enumerate(file.enum_type):
            self.enums[self._scope + enum.name] = enum, (_FILE_ENUM, index)
        for index, message in enumerate(file.message_type):
            self._add(self._scope + message.name, message, (_FILE_MESSAGE, index))

    def full_name(self, name: str) -> str:
        """The full name of what ``$defs`` calls ``name``."""
        return self._scope + name

    def message(self, name: str, *, partial: bool) -> Schema:
        """The schema of a message. ``partial``: fields may be left out."""
        message, path = self.messages[name]
        required = [
            field.name
            for index, field in enumerate(message.field)
            if not partial and self._always_there(field, (*path, _MESSAGE_FIELD, index))
        ]
        schema: Schema = {
            "description": self._comments[path],
            "type": "object",
            "properties": {
                field.name: self._field(field, (*path, _MESSAGE_FIELD, index))
                for index, field in enumerate(message.field)
            },
            "additionalProperties": False,
        }
        if required:
            schema["required"] = required
        choices = [choice for choice in self._oneofs(message, path) if choice]
        if len(choices) == 1:
            schema["oneOf"] = choices[0]
        elif choices:
            schema["allOf"] = [{"oneOf": choice} for choice in choices]
        return schema

    def enum(self, name: str) -> Schema:
        """The schema of an enum: its names, with their meanings in the description."""
        enum, path = self.enums[name]
        meanings = [
            f"{value.name}: {self._comments[(*path, _ENUM_VALUE, index)]}" for index, value in enumerate(enum.value)
        ]
        return {
            "description": "\n".join([self._comments[path], *meanings]),
            "enum": [value.name for value in enum.value],
        }

    def _add(self, name: str, message: DescriptorProto, path: tuple[int, ...]) -> None:
        self.messages[name] = message, path
        for index, enum in enumerate(message.enum_type):
            self.enums[f"{name}.{enum.name}"] = enum, (*path, _MESSAGE_ENUM, index)
        for index, nested in enumerate(message.nested_type):
            self._add(f"{name}.{nested.name}", nested, (*path, _MESSAGE_NESTED, index))

    def _always_there(self, field: FieldDescriptorProto, path: tuple[int, ...]) -> bool:
        if field.HasField("oneof_index"):  # `optional` is a oneof of one
            return False
        single = field.label != FieldDescriptorProto.LABEL_REPEATED
        return not (single and field.type == FieldDescriptorProto.TYPE_MESSAGE and "Absent:" in self._comments[path])

    def _oneofs(self, message: DescriptorProto, path: tuple[int, ...]) -> Iterator[list[Schema]]:
        """For each real ``oneof``: the alternatives of which exactly one must hold."""
        for index in range(len(message.oneof_decl)):
            fields = [field for field in message.field if field.HasField("oneof_index") and field.oneof_index == index]
            if any(field.proto3_optional for field in fields):
                continue
            alternatives: list[Schema] = [{"required": [field.name]} for field in fields]
            if "Absent:" in self._comments.get((*path, _MESSAGE_ONEOF, index), ""):
                alternatives.append({"not": {"anyOf": alternatives.copy()}})
            yield alternatives

    def _field(self, field: FieldDescriptorProto, path: tuple[int, ...]) -> Schema:
        described: Schema = {"description": self._comments[path]}
        entry = self.messages.get(field.type_name, (None, ()))[0]
        if entry is not None and entry.options.map_entry:
            key, value = entry.field
            keys: Schema = (
                {} if key.type == FieldDescriptorProto.TYPE_STRING else {"propertyNames": {"pattern": "^-?[0-9]+$"}}
            )
            return {**described, "type": "object", **keys, "additionalProperties": self._type(value)}
        if field.label == FieldDescriptorProto.LABEL_REPEATED:
            return {**described, **self._order(path), "type": "array", "items": self._type(field)}
        return {**described, **self._type(field)}

    def _order(self, path: tuple[int, ...]) -> Schema:
        order = self._orders.get(path)
        return {} if order is None else {"x-order": order}

    def _type(self, field: FieldDescriptorProto) -> Schema:
        if field.type in _SCALARS:
            return dict(_SCALARS[field.type])
        return {"$ref": "#/$defs/" + field.type_name.removeprefix(self._scope)}


def _paragraphs(comment: str) -> str:
    """A comment as text: lines joined, empty lines kept as breaks."""
    paragraphs = comment.strip().split("\n\n")
    return "\n".join(" ".join(line.strip() for line in paragraph.splitlines()) for paragraph in paragraphs)
