"""What REST has for the messages of gRPC: models for a message, and a field of one for a field."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Final, Literal, NamedTuple, get_args, get_origin

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from gateway.grpc_api.bridge import operation_id, part_of
from gateway.grpc_api.filling import object_in
from gateway.grpc_api.models import fields_in, members_of, models_in
from gateway.grpc_api.reading import rest_name
from gateway.openapi.operation import Lines, Operation, Schema, Section

PARTS: Final = ("path", "query", "body")

Models = tuple[type[BaseModel], ...]


class Counterpart(NamedTuple):
    """A field of a model. ``is_asked``: clients send it."""

    model: type[BaseModel]
    name: str
    info: FieldInfo
    is_asked: bool

    @property
    def schemas(self) -> list[Schema]:
        """The JSON Schema of the field, and those that it may be of; empty: it is in no documentation."""
        schema = _properties(self.model, self.is_asked).get(self.name, {})
        return [schema, *schema.get("anyOf", ())]


class Pair(NamedTuple):
    """A message and the models that it tells of, together. ``is_part``: the message around it tells of them as well;
    ``around``: what REST calls the fields there of which the message is one of several."""

    message: Descriptor
    models: Models
    is_asked: bool
    is_part: bool = False
    around: frozenset[str] = frozenset()


class Counterparts:
    """What REST has for all messages of some methods.

    ``sections``: by name. ``pairs``: in the order of the methods; the requests' parts stand together.
    """

    def __init__(self, methods: Iterable[MethodDescriptor], sections: Iterable[Section]) -> None:
        self.sections: Mapping[str, Section] = {section.name: section for section in sections}
        self._operations = {operation.id: operation for section in sections for operation in section.operations}
        self.pairs: list[Pair] = []
        self._fields: dict[str, Counterpart] = {}
        self._members: dict[str, type[BaseModel]] = {}
        for method in methods:
            operation = self.operation_of(method)
            self._walk_request(method.input_type, operation)
            if not is_document(method.output_type):
                self._walk(Pair(method.output_type, tuple(answered(operation)), is_asked=False))

    def operation_of(self, method: MethodDescriptor) -> Operation:
        """The operation that a method is."""
        return self._operations[operation_id(method.name)]

    def of_field(self, field: FieldDescriptor) -> Counterpart | None:
        """What REST has for a field; None: nothing of its own."""
        return self._fields.get(field.full_name)

    def member_of(self, field: FieldDescriptor) -> type[BaseModel] | None:
        """The model that a field stands for, as one of several; None: it is no such field."""
        return self._members.get(field.full_name)

    def model_of(self, message: Descriptor) -> type[BaseModel] | None:
        """The model that a message tells of, and nothing else; None: there is no such model."""
        own = (pair.models for pair in self.pairs if pair.message is message and not pair.is_part)
        models = next(own, ())
        return models[0] if len(models) == 1 else None

    def _walk_request(self, message: Descriptor, operation: Operation) -> None:
        models = {part: operation.parameters[part] for part in PARTS if part in operation.parameters}
        there = {part: fields_in([model]) for part, model in models.items()}
        self.pairs.append(Pair(message, tuple(models.values()), is_asked=True))
        for field in message.fields:
            part, name = part_of(field, there)
            if part and name in there[part]:
                self._meet(field, Counterpart(models[part], name, there[part][name], is_asked=True))
            elif (inner := object_in(field)) is not None:
                self._walk(Pair(inner, tuple(models.values()), is_asked=True, is_part=True))

    def _walk(self, pair: Pair) -> None:
        if pair in self.pairs:
            return
        self.pairs.append(pair)
        members = {member.kind: member.model for model in pair.models for member in members_of(model)}
        for field in pair.message.fields:
            counterpart = _counterpart_in(pair, rest_name(field))
            inner = object_in(field)
            if counterpart is not None and (inner is None or pair.is_asked or models_in(counterpart.info.annotation)):
                self._meet(field, counterpart)
            elif field.containing_oneof is not None and field.name in members:
                self._members.setdefault(field.full_name, members[field.name])
                if inner is not None:
                    around = frozenset(map(rest_name, pair.message.fields))
                    self._walk(Pair(inner, (members[field.name],), pair.is_asked, around=around))
            elif inner is not None:
                is_part = pair.is_asked or len(pair.message.fields) > 1
                self._walk(Pair(inner, pair.models, pair.is_asked, is_part))

    def _meet(self, field: FieldDescriptor, counterpart: Counterpart) -> None:
        self._fields.setdefault(field.full_name, counterpart)
        models = models_in(counterpart.info.annotation)
        if field.message_type is not None and models:
            self._walk(Pair(field.message_type, tuple(models), counterpart.is_asked))


def answered(operation: Operation) -> Iterator[type[BaseModel]]:
    """The models of an operation's answers, and of the lines of a stream."""
    for answer in operation.answers:
        for content in answer.content.values():
            yield from models_in(content.line if isinstance(content, Lines) else content)


@cache
def _properties(model: type[BaseModel], is_asked: bool) -> dict[str, Schema]:
    schema = model.model_json_schema(mode="validation" if is_asked else "serialization")
    properties: dict[str, Schema] = schema["properties"]
    return properties


def is_document(message: Descriptor) -> bool:
    """Whether an answer is all in one field of bytes."""
    return len(message.fields) == 1 and message.fields[0].type == FieldDescriptor.TYPE_BYTES


def values_in(annotation: object) -> list[str]:
    """The words of an enumeration, or of constants."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [kind.value for kind in annotation]
    if get_origin(annotation) is Literal:
        return [*get_args(annotation)]
    return [word for part in get_args(annotation) for word in values_in(part)]


def names_in(message: Descriptor, there: Mapping[str, FieldInfo]) -> set[str]:
    """What REST calls the fields of a message, and those of messages in it that are fields there."""
    found = set()
    for field in message.fields:
        name, inner = rest_name(field).rpartition(".")[2], object_in(field)
        if name in there:
            found.add(name)
        if inner is not None and not (name in there and models_in(there[name].annotation)):
            found |= names_in(inner, there)
    return found


def _counterpart_in(pair: Pair, name: str) -> Counterpart | None:
    found = ((model, fields_in([model])) for model in pair.models)
    return next((Counterpart(model, name, there[name], pair.is_asked) for model, there in found if name in there), None)
