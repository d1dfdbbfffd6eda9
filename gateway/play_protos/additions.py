"""Protos with all that REST has: a new operation becomes a method, a new field of a model a field, a new word a value,
each with the next number. What is there stays as it is."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import Enum
from typing import Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto
from pydantic import BaseModel

from gateway.grpc_api.bridge import operation_id
from gateway.grpc_api.filling import object_in
from gateway.grpc_api.models import classes_in, fields_in, members_of, models_in
from gateway.grpc_api.reading import MOMENT, words_of
from gateway.openapi.fields import EntryList
from gateway.openapi.operation import Operation, Retry, Section
from gateway.play_protos.counterparts import Counterpart, Counterparts, Pair, answered, names_in, values_in
from gateway.play_protos.grpc_comments import IN_EVERY_MESSAGE
from gateway.play_protos.parsed_protos import Parsed, Texts
from gateway.play_protos.rest_only import BY_HAND, NOT_IN_MESSAGES, ONLY_OVER_REST
from services.response_model import KNOWN_VALUES

_FIELD_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_WORD_START: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LARGEST_32: Final = 2**32 - 1
_MOMENTS: Final = "google/protobuf/timestamp.proto"
_SCALARS: Final = {"string": "string", "number": "double", "boolean": "bool"}


def with_additions(texts: Texts, sections: Sequence[Section]) -> Texts:
    """The files with what was missing in them, without comments.

    Raises:
        ValueError: something is to be written by hand.
    """
    while True:
        parsed = Parsed(texts)
        missing = Missing(parsed, sections)
        if not missing.lines and not missing.declarations:
            return texts
        texts = {name: _with(parsed, name, missing) for name in texts}


class Missing:
    """What is missing in some protos. New messages are empty: what is in them is missing next.

    ``lines``: in the services, messages and enumerations that there are, by name; ``declarations``: messages and
    enumerations that there are not, by name, in the file that they are for; ``imports``: what each file needs;
    ``left_out``: what messages are not to have, as ``NOT_IN_MESSAGES`` names it.
    """

    def __init__(self, parsed: Parsed, sections: Sequence[Section]) -> None:
        methods = [method for service in parsed.services for method in service.methods]
        self._parsed = parsed
        self._counterparts = Counterparts((method for method in methods if method.name not in BY_HAND), sections)
        self._files = {each.name: each.file.name for each in (*parsed.services, *parsed.messages, *parsed.enumerations)}
        self.lines: dict[str, list[str]] = defaultdict(list)
        self.declarations: dict[str, tuple[str, list[str]]] = {}
        self.imports: dict[str, set[str]] = defaultdict(set)
        self.left_out: set[str] = set()
        known = {operation_id(method.name) for method in methods} | ONLY_OVER_REST
        for section in sections:
            for operation in section.operations:
                if operation.id not in known:
                    self._add_method(section, operation)
        for pair in self._counterparts.pairs:
            if not (pair.is_part or _is_wrapper(pair, self._counterparts)):
                self._add_fields(pair)
        for kind in parsed.enumerations:
            self._add_words(kind)

    def _add_method(self, section: Section, operation: Operation) -> None:
        ids = {each.id for each in section.operations}
        found = Counter(
            service.name
            for service in self._parsed.services
            for method in service.methods
            if operation_id(method.name) in ids
        )
        if not found:
            raise ValueError(f"{operation.id}: no service has methods of {section.name}; write the first by hand")
        service = found.most_common(1)[0][0]
        name = f"{operation.id[0].upper()}{operation.id[1:]}"
        self.lines[service].append(f"  rpc {name}({name}Request) returns ({name}Response);")
        is_repeatable = operation.retry is Retry.WITH_KEY and "creation" in operation.wants
        of_the_call = ["string request_id"] * is_repeatable
        of_the_call += ["optional uint64 revision"] * ("precondition" in operation.wants)
        request = [f"  {field} = {number};" for number, field in enumerate(of_the_call, 1)]
        self.declarations[f"message {name}Request"] = self._files[service], request
        answer = self._answer(operation, self._files[service])
        self.declarations[f"message {name}Response"] = self._files[service], answer

    def _answer(self, operation: Operation, file: str) -> list[str]:
        """The field around what an operation tells; none: its fields stand in the answer itself, or there are none."""
        models = [*answered(operation)]
        if not models and operation.answers[0].content:
            return ["  bytes document = 1;"]
        if not models or issubclass(models[0], EntryList):
            return []
        message = self._message(models[0], file)
        return [f"  {message} {_WORD_START.sub('_', message).lower()} = 1;"]

    def _add_fields(self, pair: Pair) -> None:
        there = fields_in(list(pair.models))
        members = [member for model in pair.models for member in members_of(model)]
        is_union = any(not union.name.startswith("_") for union in pair.message.oneofs)
        if is_union:
            missing = {member.kind for member in members} - {field.name for field in pair.message.fields}
        else:
            told_apart = {each[0].by for model in pair.models if len(each := members_of(model)) == 1}
            has = {*names_in(pair.message, there), *pair.around, *told_apart}
            missing = {name for name, info in there.items() if name not in has and not info.exclude}
        left_out = {name for name in missing if f"{pair.message.name}.{name}" in NOT_IN_MESSAGES}
        self.left_out |= {f"{pair.message.name}.{name}" for name in left_out}
        if is_union and missing > left_out:
            raise ValueError(f"{pair.message.name} is one of several: write {', '.join(missing - left_out)} by hand")
        for name in sorted(there, key=lambda name: name in IN_EVERY_MESSAGE):
            if name in missing - left_out:
                model = next(model for model in pair.models if name in fields_in([model]))
                self._add_field(pair.message, Counterpart(model, name, there[name], pair.is_asked))

    def _add_field(self, message: Descriptor, counterpart: Counterpart) -> None:
        file = message.file.name
        lines = self.lines[message.name]
        described = DescriptorProto()
        message.CopyToProto(described)
        reserved = [each.end - 1 for each in described.reserved_range]
        number = max([0, *(field.number for field in described.field), *reserved]) + len(lines) + 1
        if not _FIELD_NAME.fullmatch(counterpart.name) or counterpart.name in described.reserved_name:
            raise ValueError(
                f"{message.name}: no field can be called {counterpart.name}; write it, and its name, by hand"
            )
        if not any(line.split()[-3] == counterpart.name for line in lines):
            lines.append(f"  {self._type(counterpart, file)} {counterpart.name} = {number};")

    def _type(self, counterpart: Counterpart, file: str) -> str:
        """The type of a field, and before it that it is a list, or may be left out."""
        schemas = [each for each in counterpart.schemas if each.keys() - {"anyOf"} and each.get("type") != "null"]
        is_list = any(each.get("type") == "array" for each in schemas)
        schemas = [each.get("items", {}) for each in schemas if each.get("type") == "array"] if is_list else schemas
        label = "repeated " if is_list else ""
        models = models_in(counterpart.info.annotation)
        kinds = [*classes_in(counterpart.info.annotation, Enum)]
        if len(models) > 1 or any(each.get("type") == "array" for each in schemas):
            raise ValueError(f"{counterpart.model.__name__}.{counterpart.name}: write a message for it by hand")
        if models:
            return label + self._message(models[0], file)
        if any(each.get("format") == "date-time" for each in schemas):
            self.imports[file].add(_MOMENTS)
            return label + MOMENT
        if len(kinds) == 1 and not any(KNOWN_VALUES in each for each in schemas):
            scalar = self._enumeration(kinds[0], file)
        else:
            scalar = next((_scalar(each) for each in schemas if "type" in each), "bytes")
        if is_list or scalar in ("bytes", "string"):  # where an empty one says nothing
            return label + scalar
        default = counterpart.info.get_default(call_default_factory=False) if counterpart.is_asked else None
        return f"optional {scalar}" if default or {"type": "null"} in counterpart.schemas else scalar

    def _message(self, model: type[BaseModel], file: str) -> str:
        """The message that tells of a model."""
        found = (pair.message for pair in self._counterparts.pairs if pair.models == (model,) and not pair.is_part)
        message = next((each for each in found if not each.name.endswith(("Request", "Response"))), None)
        if message is not None:
            self.imports[file].add(message.file.name)
            return message.name
        return self._declare("message", model.__name__.removesuffix("Details"), file, [])

    def _enumeration(self, kind: type[Enum], file: str) -> str:
        uses = (
            (field, self._counterparts.of_field(field)) for message in self._parsed.messages for field in message.fields
        )
        for field, counterpart in uses:
            if field.enum_type is not None and counterpart and kind in classes_in(counterpart.info.annotation, Enum):
                self.imports[file].add(field.enum_type.file.name)
                return field.enum_type.name
        prefix = _WORD_START.sub("_", kind.__name__).upper()
        words = ["unspecified", *(each.value for each in kind)]
        values = [f"  {prefix}_{word.upper()} = {number};" for number, word in enumerate(words)]
        return self._declare("enum", kind.__name__, file, values)

    def _declare(self, form: str, name: str, file: str, lines: list[str]) -> str:
        if name in self._files:
            raise ValueError(f"{name} is taken: write a {form} for it by hand")
        self.declarations[f"{form} {name}"] = file, lines
        return name

    def _add_words(self, kind: EnumDescriptor) -> None:
        described = EnumDescriptorProto()
        kind.CopyToProto(described)
        number = max([*(value.number for value in described.value), *(each.end for each in described.reserved_range)])
        prefix = kind.values[0].name.removesuffix("UNSPECIFIED")
        fields = [field for message in self._parsed.messages for field in message.fields if field.enum_type is kind]
        counterparts = [
            counterpart for counterpart in map(self._counterparts.of_field, fields) if counterpart is not None
        ]
        words = dict.fromkeys(word for counterpart in counterparts for word in values_in(counterpart.info.annotation))
        new = [word for word in words if word not in words_of(kind).values()]
        if new:
            self.lines[kind.name] = [f"  {prefix}{word.upper()} = {number + n};" for n, word in enumerate(new, 1)]


def _is_wrapper(pair: Pair, counterparts: Counterparts) -> bool:
    """Whether all that an answer tells stands in a message that it is around."""
    fields = pair.message.fields
    is_around = len(fields) == 1 and object_in(fields[0]) is not None and counterparts.of_field(fields[0]) is None
    return is_around and not pair.is_asked


def _scalar(schema: dict[str, object]) -> str:
    if schema["type"] == "integer":
        lowest, highest = schema.get("minimum", -1), schema.get("maximum", _LARGEST_32 + 1)
        assert isinstance(lowest, int)
        assert isinstance(highest, int)
        return "int64" if lowest < 0 else "uint32" if highest <= _LARGEST_32 else "uint64"
    return _SCALARS.get(str(schema["type"]), "bytes")


def _with(parsed: Parsed, name: str, missing: Missing) -> str:
    """The text of a file with what was missing in it."""
    lines = parsed.texts[name].splitlines()
    for element in sorted(parsed.elements(name), key=lambda each: -each.first):
        added = missing.lines.get(element.name)
        if added and lines[element.last].endswith("{}"):
            lines[element.last : element.last + 1] = [lines[element.last].removesuffix("}"), *added, "}"]
        elif added:
            lines[element.last : element.last] = added
    for declared, (file, content) in missing.declarations.items():
        if file == name:
            lines += ["", *([f"{declared} {{", *content, "}"] if content else [f"{declared} {{}}"])]
    there = [line for line in lines if line.startswith("import ")]
    imports = sorted({*there, *(f'import "{each}";' for each in missing.imports[name] - {name})})
    start = next(place for place, line in enumerate(lines, 1) if line.startswith("package "))
    lines[start : start + len(there) + bool(there)] = ["", *imports] if imports else []
    return "\n".join([*lines, ""])
