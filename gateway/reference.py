"""The API reference: the OpenAPI document of all sections."""

import json
from pathlib import Path
from typing import Any, Final

from gateway.api import SECTIONS
from gateway.openapi.document import About, render
from gateway.problems import Problem

COMMITTED: Final = Path(__file__).parent / "openapi.json"
"""The document as it stands in the repository, so that a change of the API shows in a diff."""

_DESCRIPTION: Final = """Card and board games as a service: create matches, seat people and bots, answer decisions,
follow events, fetch replays.

**Keys.** Send `Authorization: Bearer <key>`. Each operation names the scope it needs; `admin` implies every other.

**Problems.** A refused request changed nothing and is answered with an RFC 9457 problem whose `code` is one of a
documented list. Any operation may also answer 404 or 405 where a path or method does not exist.

**Request ids.** Every answer has an `X-Request-Id`; send one of your own (8 to 64 letters, digits, `-`, `_`) to find it
in the service's log.

**JSON.** Bodies are UTF-8; unknown fields, NaN and Infinity are refused; of a name given twice the last counts. Ignore
fields of answers that you do not know: more may come."""

_SECURITY: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key. The names listed with an operation are the scopes that the key must have.",
}

ABOUT: Final = About(
    title="Playhall",
    version="v1",
    description=_DESCRIPTION,
    security_scheme="apiKey",
    security=_SECURITY,
    problem=Problem,
)


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return render(ABOUT, SECTIONS)


def as_text() -> str:
    """The document as it is committed."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"
