"""The API's reference as tests read it."""

import json
from functools import cache
from typing import Any

from gateway.api_reference import COMMITTED, document


@cache
def rendered_document() -> dict[str, Any]:
    """The OpenAPI document as the code has it, rendered once in a test process. Nobody changes it."""
    return document()


@cache
def committed_document() -> dict[str, Any]:
    """The OpenAPI document as it is committed, which a test of its own holds against the code: to read it takes
    hundredths of a second, to render it half a second. Nobody changes it."""
    found: dict[str, Any] = json.loads(COMMITTED.read_text(encoding="utf-8"))
    return found
