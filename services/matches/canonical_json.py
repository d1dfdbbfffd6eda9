"""JSON as it is sent and stored: compact, UTF-8, members in the order in which they were put in."""

import json
from typing import Final

from services.engine.documents import encode
from services.engine.ruleset import JsonObject

_COMPARABLE: Final = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


def dump(document: object) -> bytes:
    """A document as canonical JSON."""
    return encode(document)


def comparable(document: JsonObject) -> str:
    """JSON by which two documents can be told apart, whatever the order of their members."""
    return _COMPARABLE(document)


def load(data: bytes) -> JsonObject:
    """A JSON object from its bytes."""
    document = json.loads(data)
    assert isinstance(document, dict)
    return document
