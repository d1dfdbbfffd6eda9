"""What REST tells, put into messages, by a plan that is made once for each type of message. What is null is left out.

A message that REST has no field for holds fields of the object around it.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.timestamp_pb2 import Timestamp
from pydantic import BaseModel

from gateway.grpc_api.differences import BYTES, UNTOLD, VALUES
from gateway.grpc_api.models import fields_in, members_of, models_in, words_in
from gateway.grpc_api.moments import moment
from gateway.grpc_api.reading import MOMENT, one_of, rest_name, short_name, words_of
from services.engine.documents import encode

Fill: TypeAlias = Callable[[Any], Any]
"""Makes of a value what a message's field takes."""
Fields: TypeAlias = Callable[[Any], dict[str, Any]]
"""Makes of an object, a model or parsed JSON, the fields of a message."""


def plan_fields(message: Descriptor, models: list[type[BaseModel]]) -> Fields:
    """How to fill a message. ``models``: what REST may tell.

    Raises:
        TypeError: REST does not tell a field.
    """
    there = fields_in(models)
    plan: list[tuple[str, str, Fill | None]] = []
    around: list[tuple[str, Fields]] = []
    for field in message.fields:
        name = rest_name(field)
        inner = object_in(field)
        if name in there and (inner is None or models_in(there[name].annotation)):
            plan.append((field.name, name, _plan_field(field, there[name].annotation)))
        elif inner is not None:
            around.append((field.name, plan_fields(inner, models)))
        elif "." in name:
            around.append((field.name, _plan_inner(*name.split("."))))
        elif short_name(field.full_name) not in UNTOLD and not field.GetOptions().deprecated:
            raise TypeError(f"{field.full_name} is no field of {', '.join(model.__name__ for model in models)}")

    def fields(told: Any) -> dict[str, Any]:  # noqa: ANN401 - a model or a dict
        values = values_of(told)
        made = {}
        for field, name, fill in plan:
            value = values.get(name)
            if value is not None:
                made[field] = value if fill is None else fill(value)
        for field, fill_inner in around:
            made[field] = fill_inner(told)
        return made

    return fields


def values_of(told: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a model or a dict
    """The fields of an object by name."""
    return told if told.__class__ is dict else vars(told)


def object_in(field: FieldDescriptor) -> Descriptor | None:
    """The message that a field is; None: it is none, or several, or a moment."""
    message = field.message_type
    return None if message is None or field.is_repeated or message.full_name == MOMENT else message


def _plan_inner(outer: str, inner: str) -> Fields:
    return lambda told: values_of(values_of(told)[outer])[inner]


def _plan_field(field: FieldDescriptor, annotation: object) -> Fill | None:
    one = _plan_one(field, annotation)
    if one is not None and field.is_repeated:
        return lambda values: [one(each) for each in values]
    return one


def _plan_one(field: FieldDescriptor, annotation: object) -> Fill | None:
    if field.enum_type is not None:
        numbers = {word: number for number, word in words_of(field.enum_type).items()}
        called = {**{word: word for word in numbers}, **words_in(annotation)}
        return {kind: numbers[word] for kind, word in called.items()}.__getitem__
    if field.type == FieldDescriptor.TYPE_BYTES:
        fill: Fill = BYTES.get(short_name(field.full_name), written)
        return fill
    message = field.message_type
    if message is None:
        words = VALUES.get(short_name(field.full_name)) or words_in(annotation)
        return (lambda value: words.get(value, value)) if words else None
    if message.full_name == MOMENT:
        return _timestamp
    return plan_fields(message, models_in(annotation)) if one_of(message) is None else _plan_union(message, annotation)


def _timestamp(at: int | str) -> Timestamp | datetime:
    """A moment of a model, in milliseconds, or of JSON."""
    return moment(at) if isinstance(at, int) else datetime.fromisoformat(at)


def _plan_union(message: Descriptor, annotation: object) -> Fields:
    """One of several, which REST tells apart by a constant, such as ``kind``."""
    members = members_of(annotation)
    by = members[0].by
    plans = {
        member.kind: plan_fields(inner, [member.model])
        for member in members
        if member.kind in message.fields_by_name  # where none is meant, none is set
        if (inner := message.fields_by_name[member.kind].message_type) is not None
    }

    def fields(told: Any) -> dict[str, Any]:  # noqa: ANN401
        kind = values_of(told)[by]
        return {kind: plans[kind](told)} if kind in plans else {}

    return fields


def written(value: Any) -> bytes:  # noqa: ANN401 - whatever JSON can say
    """A document as its bytes: what is bytes already, a text, a model, or JSON."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    return value.model_dump_json().encode() if isinstance(value, BaseModel) else encode(value)
