"""The API reference: the OpenAPI document of all sections."""

import json
from pathlib import Path
from typing import Any, Final

from gateway.api import SECTIONS
from gateway.openapi.document import About, render
from gateway.openapi.examples import read_examples
from gateway.problems import Problem

CONTRACT: Final = Path(__file__).parent / "contract.txt"
"""The document in short, as it stands in the repository, so that a change of the API shows in a diff."""

EXAMPLES: Final = Path(__file__).parent / "examples.jsonl"
"""Requests with their answers, a line each: recorded, and sent again by
``tests/integration/gateway/test_examples.py``."""

_DESCRIPTION: Final = """Card and board games as a service: create matches, seat people and bots, answer decisions,
follow events, fetch replays.

**Keys.** Send `Authorization: Bearer <key>`. Each operation names the scope it needs; `admin` implies every other.
Where a key is optional, a client without one is a spectator of public matches (unless the operator has switched that
off: then the answer is 401). A key that is sent must be valid.

**Problems.** A refused request changes nothing. The answer is an RFC 9457 problem whose `code` is one of a documented
list. Any operation may also answer 404 or 405 where a path or method does not exist.

**Retries.** You can retry a request whose answer was lost. Most requests are idempotent. Send a request that creates
something with an `Idempotency-Key` of your own (1 to 128 visible ASCII characters): a retry with the same key within
24 hours gets the same answer, marked `Idempotency-Replayed: true`.

**Conditional requests.** Answers have an `ETag`. A GET with `If-None-Match` is answered 304 if you have the current
version. A change with `If-Match` is made only if the resource is still what you have seen (412 otherwise). `If-Match`
is `*` or a list of ETags, compared strongly (RFC 9110); anything else is refused (422).

**Pagination.** Lists come in pages of `page_size` entries. Continue with `next_page_token`, or follow the header
`Link`. Entries that are added meanwhile never make others appear twice or go missing.

**Rate limits.** Each person, with all bots and keys, and each address without a valid key has a rate limit. Every
answer has `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). Beyond it the answer is 429
with `Retry-After`.

**Request ids.** Every answer has an `X-Request-Id`. Send one of your own (8 to 64 letters, digits, `-`, `_`) to find
the request in the service's log.

**JSON.** Bodies are UTF-8. Unknown fields, names given twice, NaN and Infinity are refused. Ignore fields of answers
that you do not know, because there may be more."""

_SECURITY: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key. The names listed with an operation are the scopes that the key must have.",
}

_TOKEN: Final = {
    "type": "apiKey",
    "in": "query",
    "name": "token",
    "description": "A stream token, for clients that can send no header. Not together with a key.",
}

ABOUT: Final = About(
    title="Playhall",
    version="v1",
    description=_DESCRIPTION,
    license="Apache-2.0",
    security_scheme="apiKey",
    security=_SECURITY,
    token_scheme="streamToken",  # noqa: S106 # nosec B106 - the scheme's name
    token=_TOKEN,
    problem=Problem,
)


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return render(ABOUT, SECTIONS, read_examples(EXAMPLES.read_text(encoding="utf-8")))


def as_text() -> str:
    """The document as a file: indented, and ended by a line break."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"
