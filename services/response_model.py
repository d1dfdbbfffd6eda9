"""The base of response models: of records that make a document as they are."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema

from services.moments import moment


class ResponseModel(BaseModel):
    """What a client receives. Clients must ignore fields that they do not know."""

    model_config = ConfigDict(frozen=True)


Moment = Annotated[
    int,
    PlainSerializer(moment, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""A time: milliseconds since 1970; in JSON RFC 3339, UTC, such as ``2026-01-01T00:00:00.000Z``."""
