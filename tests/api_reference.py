"""The API's reference as tests read it."""

from functools import cache
from typing import Any

from gateway.api_reference import document


@cache
def rendered_document() -> dict[str, Any]:
    """The OpenAPI document as the code has it, rendered once in a test process. Nobody changes it."""
    return document()
