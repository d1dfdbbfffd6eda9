"""JSON as it is sent and stored: compact, UTF-8, members in the order in which they were put in."""

import json

from services.engine.ruleset import JsonObject


def dump(document: object) -> bytes:
    """A document as canonical JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def comparable(document: JsonObject) -> str:
    """JSON by which two documents can be told apart, whatever the order of their members."""
    return json.dumps(document, separators=(",", ":"), sort_keys=True)


def load(data: bytes) -> JsonObject:
    """A JSON object from its bytes."""
    document = json.loads(data)
    assert isinstance(document, dict)
    return document
