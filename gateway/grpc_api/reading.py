"""Messages read as the JSON of REST, by a plan that is made once for each type of message.

A field that is left out is left out there, too, unless REST insists on it: then it has the value that proto3 gives it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from gateway.grpc_api.differences import LEFT_OUT, NAMES, SAID, VALUES
from gateway.grpc_api.documents import read_json
from gateway.grpc_api.models import fields_in, members_of, models_in
from gateway.grpc_api.moments import moment_text
from gateway.grpc_api.requests import invalid

MOMENT: Final = "google.protobuf.Timestamp"

Read: TypeAlias = Callable[[Any, str], Any]
"""Reads a value that stands at a pointer."""


def short_name(full_name: str) -> str:
    """A message or field without its package."""
    return full_name.removeprefix("playhall.play.v1.")


def rest_name(field: FieldDescriptor) -> str:
    """What REST calls a field."""
    return NAMES.get(short_name(field.full_name), field.name)


def one_of(message: Descriptor) -> str | None:
    """The name of the union that a message is; None: it is more, or none."""
    unions = {field.containing_oneof.name for field in message.fields if field.containing_oneof is not None}
    is_union = len(message.oneofs) == 1 and len(message.fields) > 1
    return unions.pop() if is_union and all(field.containing_oneof is not None for field in message.fields) else None


def plan_field(field: FieldDescriptor, annotation: object) -> Read | None:
    """How to read a field; None: as it is. ``annotation``: of REST's field.

    Raises:
        TypeError: REST has no such field.
    """
    one = _plan_one(field, annotation)
    if field.is_repeated:
        if one is None:
            return lambda values, _: list(values)
        return lambda values, pointer: [one(each, f"{pointer}/{place}") for place, each in enumerate(values)]
    values = VALUES.get(short_name(field.full_name))
    return one if values is None else lambda value, _: values.get(value, value)


def plan_message(message: Descriptor, models: list[type[BaseModel]]) -> Read:
    """How to read a message as an object of one of some models.

    Raises:
        TypeError: as above.
    """
    there = fields_in(models)
    empty = LEFT_OUT.get(short_name(message.full_name), {})
    plan: dict[str, tuple[str, Read | None]] = {}
    always = dict(empty)
    for field in message.fields:
        name = rest_name(field)
        if name not in there:
            raise TypeError(f"{field.full_name} is no field of {', '.join(model.__name__ for model in models)}")
        plan[field.name] = name, plan_field(field, there[name].annotation)
        if len(models) == 1 and is_sent_always(field, there[name]):
            always[name] = value_of_none(field)

    def read(value: Message, pointer: str) -> dict[str, Any]:
        found = dict(always)
        for field, told in value.ListFields():
            name, one = plan[field.name]
            found[name] = told if one is None else one(told, f"{pointer}/{field.name}")
        return found

    return read


def is_sent_always(field: FieldDescriptor, info: FieldInfo) -> bool:
    """Whether a field that cannot be told apart from one that is left out has its value all the same."""
    is_needed = info.is_required() or short_name(field.full_name) in SAID
    return is_needed and (field.is_repeated or not field.has_presence)


def value_of_none(field: FieldDescriptor) -> Any:  # noqa: ANN401 - of any type
    """What a field says that was not sent."""
    if field.is_repeated:
        return []
    return {} if field.type == FieldDescriptor.TYPE_BYTES else field.default_value


def _plan_one(field: FieldDescriptor, annotation: object) -> Read | None:
    if field.enum_type is not None:
        return _plan_word(field.enum_type)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return read_json
    message = field.message_type
    if message is None:
        return None
    if message.full_name == MOMENT:
        return moment_text
    union = one_of(message)
    if union is not None:
        return _plan_union(message, union, annotation)
    models = models_in(annotation)
    return plan_message(message, models) if models else _plan_wrapped(message, annotation)


def _plan_word(kinds: EnumDescriptor) -> Read:
    known = words_of(kinds)

    def read(number: int, pointer: str) -> str:
        if number not in known:
            raise invalid(pointer, "is not one that this version knows")
        return known[number]

    return read


def words_of(kinds: EnumDescriptor) -> dict[int, str]:
    """What REST calls the members of an enumeration, by their numbers."""
    first, *others = kinds.values
    prefix = first.name.removesuffix("UNSPECIFIED")
    return {other.number: other.name.removeprefix(prefix).lower() for other in others}


def _plan_wrapped(message: Descriptor, annotation: object) -> Read:
    """A message around a single field, for what may be null, or is a list in a list."""
    (only,) = message.fields
    one = plan_field(only, annotation)
    empty: list[object] | None = [] if only.is_repeated else None

    def read(value: Message, pointer: str) -> Any:  # noqa: ANN401
        for _, told in value.ListFields():
            return told if one is None else one(told, pointer)
        return empty

    return read


def _plan_union(message: Descriptor, union: str, annotation: object) -> Read:
    """One of several, which REST tells apart by a constant, such as ``kind``."""
    members = {member.kind: member for member in members_of(annotation)}
    empty: Mapping[str, Any] | None = LEFT_OUT.get(short_name(message.full_name))
    plans: dict[str, Callable[[Any, str], dict[str, Any]]] = {}
    for field in message.fields:
        if field.name not in members:
            raise TypeError(f"{field.full_name} is none of {', '.join(members)}")
        plans[field.name] = _plan_member(field, *members[field.name])

    def read(value: Message, pointer: str) -> dict[str, Any]:
        kind = value.WhichOneof(union)
        if kind is not None:
            return plans[kind](getattr(value, kind), f"{pointer}/{kind}")
        if empty is None:
            raise invalid(pointer, "is missing")
        return dict(empty)

    return read


def _plan_member(field: FieldDescriptor, by: str, kind: str, model: type[BaseModel]) -> Read:
    told = {by: kind}
    if field.message_type is not None:
        one = plan_message(field.message_type, [model])
        return lambda value, pointer: {**one(value, pointer), **told}
    (name,) = (each for each in model.model_fields if each != by)  # the only thing that there is to say
    return lambda value, _: {name: value, **told}
