"""JSON documents put together from parts that are JSON already.

Views, legal actions and event lines arrive as canonical JSON bytes and leave as they came: never parsed, never written
again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.engine.documents import encode


@dataclass(frozen=True, slots=True)
class Raw:
    """A value that is canonical JSON already."""

    json: bytes


def dump(value: Any) -> bytes:  # noqa: ANN401 - anything that JSON can say
    """Compact JSON in UTF-8."""
    return encode(value)


def compose(fields: Mapping[str, Any]) -> bytes:
    """An object from its fields, in their order."""
    return b"{" + b",".join(dump(name) + b":" + _json(value) for name, value in fields.items()) + b"}"


def _json(value: Any) -> bytes:  # noqa: ANN401 - anything that JSON can say
    return value.json if isinstance(value, Raw) else dump(value)


def array(items: list[bytes]) -> bytes:
    """An array of documents."""
    return b"[" + b",".join(items) + b"]"


def with_type(kind: str, document: bytes) -> bytes:
    """A JSON object (not empty) with a first field ``type``."""
    return b'{"type":"' + kind.encode() + b'",' + document[1:]
