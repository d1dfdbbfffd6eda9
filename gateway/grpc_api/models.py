"""What the models of REST's operations say of a value, asked once when the methods are made."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel, RootModel
from pydantic.fields import FieldInfo


class Member(NamedTuple):
    """A member of a union: the field that tells it from the others, and what stands there."""

    by: str
    kind: str
    model: type[BaseModel]


def models_in(annotation: object) -> list[type[BaseModel]]:
    """The models of which a value may be, or the items of a list."""
    return list(classes_in(annotation, BaseModel))


def words_in(annotation: object) -> dict[Any, str]:
    """What the values of an enumeration are called, by the value and by the name itself."""
    kinds = [kind for each in classes_in(annotation, Enum) for kind in each]
    return {**{kind.value: kind.value for kind in kinds}, **{kind: kind.value for kind in kinds}}


def members_of(annotation: object) -> list[Member]:
    """The members of a union of models that have a field that is a constant: ``kind``, ``rule`` or ``type``."""
    found = []
    for model in models_in(annotation):
        found += [
            Member(by, kind, model)
            for by, info in model.model_fields.items()
            if by in ("kind", "rule", "type") and get_origin(info.annotation) is Literal
            for kind in get_args(info.annotation)
        ]
    return found


def fields_in(models: list[type[BaseModel]]) -> dict[str, FieldInfo]:
    """The fields of models by what JSON calls them."""
    return {info.alias or name: info for model in models for name, info in model.model_fields.items()}


def classes_in(annotation: object, base: type) -> Iterator[Any]:
    """The classes of some kind, models or enumerations, of which a value may be, or the items of a list."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if isinstance(annotation, type) and get_origin(annotation) is None:
        if issubclass(annotation, RootModel):
            yield from classes_in(annotation.model_fields["root"].annotation, base)
        elif issubclass(annotation, base):
            yield annotation
        return
    for part in get_args(annotation):
        yield from classes_in(part, base)
