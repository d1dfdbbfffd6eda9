"""The comments of protos: what REST says of the same things, in the words of proto3."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor, ServiceDescriptor
from pydantic import BaseModel

from gateway.grpc_api.bridge import operation_id
from gateway.grpc_api.differences import BYTES, LEFT_OUT, SAID
from gateway.grpc_api.models import members_of
from gateway.grpc_api.reading import short_name, words_of
from gateway.openapi.operation import JSON, Access, NoFields, Schema
from gateway.play_protos.counterparts import Counterpart, Counterparts, is_document, values_in
from gateway.play_protos.grpc_comments import COMMENTS, IN_EVERY_MESSAGE
from gateway.play_protos.parsed_protos import Parsed
from services.response_model import KNOWN_VALUES

_NULL: Final = re.compile(r"\b([Nn])ull\b")
_MEANING: Final = re.compile(r"`(\w+)`: ([^;.]+)")
"""In a description: what one of several words means."""
_NAME: Final = re.compile(r"`([a-z]+[A-Z]\w*)`")
"""In a description: perhaps the id of an operation."""
_ON_HEADERS: Final = re.compile(r"[^.]*`If-Match`[^.]*\.")
"""In a description: a sentence on what requests of gRPC have no headers for."""
_BOUNDS: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " of them"),
)
_TOO_HIGH: Final = 2**31 - 1
"""From here on, a bound tells clients nothing."""
_NUMBERS: Final = (
    FieldDescriptor.CPPTYPE_BOOL,
    FieldDescriptor.CPPTYPE_DOUBLE,
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
)


class Comments:
    """The comments of all elements of some protos.

    ``derived``: what REST says, by the names of elements below their package.
    """

    def __init__(self, parsed: Parsed, counterparts: Counterparts) -> None:
        self._counterparts = counterparts
        self._methods = {
            operation_id(method.name): method.name for service in parsed.services for method in service.methods
        }
        self._access: dict[str, str] = {}
        self.derived: dict[str, str] = {}
        for service in parsed.services:
            self.derived |= dict(self._of_methods(service))
        for message in parsed.messages:
            self.derived.setdefault(message.name, _documented(self._counterparts.model_of(message)))
            for field in message.fields:
                self.derived.setdefault(short_name(field.full_name), self._of_field(field))
        for kind in parsed.enumerations:
            self.derived |= dict(self._of_enumeration(kind, parsed))

    def of(self, name: str) -> str:
        """The comment of an element.

        Raises:
            ValueError: REST says nothing of it, and neither does :mod:`gateway.play_protos.grpc_comments`.
        """
        comment = COMMENTS.get(name) or IN_EVERY_MESSAGE.get(name.partition(".")[2]) or self.derived.get(name)
        if not comment:
            raise ValueError(
                f"REST has no {name}: write its comment into gateway/play_protos/grpc_comments.py, or, where it is to "
                "be no more, `reserved` with its number and its name in its place"
            )
        text = _NAME.sub(lambda found: f"`{self._methods.get(found[1], found[1])}`", comment)
        return f"{text} {self._access[name]}" if name in self._access else text

    def _of_methods(self, service: ServiceDescriptor) -> Iterator[tuple[str, str]]:
        operations = {method.name: self._counterparts.operation_of(method) for method in service.methods}
        tags = dict.fromkeys(operation.tag for operation in operations.values())
        yield service.name, "\n\n".join(self._counterparts.sections[tag].description for tag in tags)
        for method in service.methods:
            operation = operations[method.name]
            self._access[f"{service.name}.{method.name}"] = _access(operation.access)
            about = _ON_HEADERS.sub("", f"{operation.summary}. {operation.description}")
            yield f"{service.name}.{method.name}", " ".join(about.replace("`Idempotency-Key`", "`request_id`").split())
            asked = [operation.parameters.get(part) for part in ("body", "query")]
            about = next((_documented(model) for model in asked if model not in (None, NoFields)), "")
            about = f": {about[0].lower()}{about[1:]}" if about else "."
            yield method.input_type.name, f"The request of {method.name}{about}"
            answer = operation.answers[0]
            yield method.output_type.name, answer.description
            if is_document(method.output_type) and JSON in answer.content:
                document = short_name(method.output_type.fields[0].full_name)
                yield document, f"{answer.description} JSON, UTF-8, the same bytes as over REST."

    def _of_field(self, field: FieldDescriptor) -> str:
        counterpart = self._counterparts.of_field(field)
        member = self._counterparts.member_of(field)
        if counterpart is not None:
            return _told(field, counterpart)
        if member is not None:
            return _documented(member)
        return f"The {field.name.replace('_', ' ')}." if field.message_type is not None else ""

    def _of_enumeration(self, kind: EnumDescriptor, parsed: Parsed) -> Iterator[tuple[str, str]]:
        fields = [field for message in parsed.messages for field in message.fields if field.enum_type is kind]
        uses = [counterpart for counterpart in map(self._counterparts.of_field, fields) if counterpart is not None]
        meant: dict[str, str] = {}
        for counterpart in reversed(uses):
            meant |= dict(_MEANING.findall(counterpart.info.description or ""))
        yield kind.name, next((" ".join((counterpart.info.description or "").split()) for counterpart in uses), "")
        usual = {_word(counterpart.info.default) for counterpart in uses if counterpart.is_asked}
        same = [number for number, word in words_of(kind).items() if word in usual]
        first = f"Same as {kind.values_by_number[same[0]].name}." if len(same) == 1 else "Not said."
        yield f"{kind.name}.{kind.values[0].name}", first
        for number, word in words_of(kind).items():
            text = meant.get(word, "")
            yield f"{kind.name}.{kind.values_by_number[number].name}", f"{text[:1].upper()}{text[1:]}." if text else ""


def _documented(model: type[BaseModel] | None) -> str:
    return " ".join((model.__doc__ or "").split()) if model is not None else ""


def _access(access: Access) -> str:
    if not access.key:
        return "Needs no key."
    needs = f"Scope {access.scope}" if access.scope else "Needs a key; any scope will do"
    return f"{needs}, or no key for what everybody may know." if access.without_key else f"{needs}."


def _told(field: FieldDescriptor, counterpart: Counterpart) -> str:
    """What REST says of a field."""
    text = " ".join((counterpart.info.description or "").split())
    if not text:
        return ""
    options = counterpart.schemas
    nothing = _nothing(field)
    said = [_NULL.sub(lambda null: nothing.capitalize() if null[1] == "N" else nothing, text)]
    if field.type == FieldDescriptor.TYPE_BYTES:
        said = [*_as_bytes(field, said[0], options)]
    elif field.message_type is None and field.enum_type is None:
        said += _words(counterpart, options, text)
    if counterpart.is_asked:
        said += _bounds(options, text)
        said += _usually(field, counterpart)
        if counterpart.info.is_required() and not _may_be_nothing(field, counterpart, options):
            said.insert(0, "REQUIRED.")
    elif {"type": "null"} in options and not re.search(r"\b([Nn]ull|absent|empty)\b", text):
        said.append(f"Otherwise {nothing}.")
    return " ".join(said)


def _nothing(field: FieldDescriptor) -> str:
    """What a field is that says nothing."""
    if field.is_repeated:
        return "empty"
    if field.has_presence:
        return "absent"
    if field.enum_type is not None:
        return "unspecified"
    return {FieldDescriptor.CPPTYPE_STRING: "empty", FieldDescriptor.CPPTYPE_BOOL: "false"}.get(field.cpp_type, "0")


def _as_bytes(field: FieldDescriptor, text: str, options: list[Schema]) -> Iterator[str]:
    write = BYTES.get(short_name(field.full_name))
    yield text.replace(", hexadecimal", "") if write == bytes.fromhex else text
    if write is None and "JSON" not in text and not any(option.get("type") == "string" for option in options):
        yield "JSON, UTF-8."
    if write not in (None, bytes.fromhex) and "canonical JSON" not in text:
        yield "Canonical JSON, UTF-8."


def _words(counterpart: Counterpart, options: list[Schema], text: str) -> Iterator[str]:
    """The words of which one is told, where the text does not name them."""
    known = [word for option in options for word in option.get(KNOWN_VALUES) or option.get("enum") or []]
    known = known or values_in(counterpart.info.annotation)
    if len(known) > 1 and sum(f"`{word}`" in text for word in known) < 2:
        *others, last = (f"`{word}`" for word in known)
        yield f"One of {', '.join(others)} or {last}."


def _bounds(options: list[Schema], text: str) -> Iterator[str]:
    """The bounds of what is asked for, where the text does not name them."""
    for option in options:
        for least, most, unit in _BOUNDS:
            lowest, highest = option.get(least, 0), option.get(most, _TOO_HIGH)
            if highest >= _TOO_HIGH or f"{highest}" in text.replace(",", ""):
                continue
            if lowest == highest:
                yield f"{_number(highest)}{unit}."
            else:
                yield f"{f'{_number(lowest)} to' if lowest else 'At most'} {_number(highest)}{unit}."


def _number(number: int) -> str:
    return f"{number:,}" if abs(number) >= 10_000 else f"{number}"


def _usually(field: FieldDescriptor, counterpart: Counterpart) -> Iterator[str]:
    """What it means that a client says nothing."""
    if short_name(field.full_name) in SAID:
        return
    default = counterpart.info.get_default(call_default_factory=True)
    meant = LEFT_OUT.get(short_name(field.full_name).partition(".")[0], {}).get(counterpart.name)
    word = _word(meant or default)
    said = f"`{word}`" if word else "true" if default is True else _number(default) if isinstance(default, int) else ""
    if default and isinstance(default, list):
        said = ", ".join(map(str, default))
    if word or (said and default):
        yield f"{_nothing(field).capitalize()}: {said}."


def _word(default: Any) -> str:  # noqa: ANN401 - a field's
    """The word that a default is, or by which a model is told from others; empty: it is neither."""
    if isinstance(default, BaseModel):
        return next((member.kind for member in members_of(type(default))), "")
    value = default.value if isinstance(default, Enum) else default
    return value if isinstance(value, str) else ""


def _may_be_nothing(field: FieldDescriptor, counterpart: Counterpart, options: list[Schema]) -> bool:
    """Whether what proto3 takes for nothing is a value among others, or means one."""
    if counterpart.name in LEFT_OUT.get(short_name(field.full_name).partition(".")[0], {}):
        return True
    is_number = field.cpp_type in _NUMBERS and field.enum_type is None and not field.is_repeated
    return is_number and not any(option.get("minimum") for option in options)
