"""The base of response models: of records that make a document as they are."""

from collections.abc import Iterable
from enum import Enum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema

from services.moments import moment

KNOWN_VALUES: Final = "x-extensible-enum"
"""In a schema: the known values of a list that may grow."""


class ResponseModel(BaseModel):
    """What a client receives. Clients must ignore fields that they do not know."""

    model_config = ConfigDict(frozen=True)


Moment = Annotated[
    int,
    PlainSerializer(moment, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""A time: milliseconds since 1970; in JSON RFC 3339, UTC, such as ``2026-01-01T00:00:00.000Z``."""

LossyText = Annotated[bytes, PlainSerializer(lambda text: text.decode(errors="replace"), return_type=str)]
"""A text in an answer that came from elsewhere: JSON has a mark in place of what is no UTF-8."""


def growing(kinds: Iterable[Enum], *others: str) -> WithJsonSchema:
    """An annotation for a value, in an answer, of a list that may grow: a member of ``kinds``, or one of ``others``.
    The schema is a string with the known values beside it, so that generated clients survive new values."""
    return WithJsonSchema({"type": "string", KNOWN_VALUES: [*(kind.value for kind in kinds), *others]})
