"""The API's reference as tests read it."""

import json
from typing import Any

from gateway.api_reference import COMMITTED


def committed_document() -> dict[str, Any]:
    """The OpenAPI document as it is committed, which a test of its own holds against the code: to read it takes
    hundredths of a second, to render it half a second."""
    found: dict[str, Any] = json.loads(COMMITTED.read_text(encoding="utf-8"))
    return found
