"""Files that are sent as they are: read and packed once, with an ETag, pages with a Content-Security-Policy."""

from collections.abc import Callable
from functools import cache
from typing import Final

from flask import Response

from gateway.prepared_bodies import PreparedBody, answer

MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".svg": "image/svg+xml",
    "": "text/plain; charset=utf-8",
}
"""By the ending of a file's name."""


def send(content: Callable[[], bytes], media_type: str, policy: str | None = None) -> Response:
    """A file as the answer to the current request: browsers keep it, and ask each time whether it is still the same.
    ``policy``: the Content-Security-Policy of a page; None: it is none."""
    response = answer(_prepared(content), media_type, "public, no-cache")
    if policy is not None:
        response.headers["Content-Security-Policy"] = policy
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


@cache
def _prepared(content: Callable[[], bytes]) -> PreparedBody:
    return PreparedBody.of(content())
