"""Base models of requests and answers, and the field types that JSON needs."""

import re
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

from gateway.formats.timestamps import milliseconds
from services.response_model import ResponseModel

LARGEST_EXACT: Final = 2**53 - 1
"""The largest whole number that every JSON reader represents exactly."""

_A_MOMENT: Final = "Must be a time in RFC 3339 from 1970 to 2999, such as 2026-01-01T12:00:00Z"

_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,15}", re.ASCII)


class RequestModel(BaseModel):
    """What a client sends. Fields are never converted silently, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class EntryList(ResponseModel):
    """A list, or a page of one."""

    unshown: list[str] = Field(
        default=[],
        exclude_if=lambda unshown: not unshown,
        description="The ids or numbers of entries that belong here and that the platform cannot show; it "
        "notifies its operator. Absent if there are none.",
    )


class Page(EntryList):
    """A page of a list. Its answer links to the next one."""

    next_page_token: str | None = Field(
        description="The `page_token` of the next page, to which the header `Link` links; null on the last page."
    )


def whole(value: Any) -> Any:  # noqa: ANN401 - a value straight out of a JSON document
    """JSON Schema considers 3.0 an integer, so it becomes one. Everything else stays as it is, ``"3"`` included."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST_EXACT else value


def whole_numbers(value: Any) -> Any:  # noqa: ANN401 - a value straight out of a JSON document
    """:func:`whole` for every value in a JSON document of objects and arrays."""
    if isinstance(value, dict):
        return {name: whole_numbers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [whole_numbers(item) for item in value]
    return whole(value)


def _number_in_address(value: Any) -> Any:  # noqa: ANN401 - the text of a parameter
    return int(value) if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value) else value


WHOLE: Final = BeforeValidator(whole)
"""For a whole number in a JSON body: ``Annotated[int, Field(ge=0), WHOLE]``. It must be the last annotation, so that
the bounds belong to the number and appear in the schema."""

DIGITS: Final = BeforeValidator(_number_in_address)
"""For a whole number in a path or query: digits with an optional minus, and neither ``01`` nor ``-0``, so that each
number has one address."""

ResourceId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,80}$")]
"""An identifier in a path, query or body."""


def other_than(*known: str) -> WithJsonSchema:
    """An annotation for a text, in an answer, that must differ from some texts. It is a pattern, because generated
    clients check patterns and do not know ``not``."""
    return WithJsonSchema({"type": "string", "pattern": f"^(?!({'|'.join(known)})$)"})


def _moment(value: Any) -> Any:  # noqa: ANN401 - a value straight out of a JSON document
    if not isinstance(value, str):
        raise PydanticCustomError("moment", _A_MOMENT)
    try:
        return milliseconds(value)
    except (ValueError, OverflowError):
        raise PydanticCustomError("moment", _A_MOMENT) from None


NewMoment = Annotated[int, BeforeValidator(_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
"""A time in a request: RFC 3339 with any offset, such as ``2026-01-01T01:00:00+01:00``, from 1970 to 2999 in UTC;
milliseconds since 1970."""


def rounded(digits: int) -> PlainSerializer:
    """An annotation for a number, in an answer, with a number of digits after the point in JSON."""
    return PlainSerializer(lambda number: None if number is None else round(number, digits), when_used="json")
