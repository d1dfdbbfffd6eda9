"""The API reference for programs, ``/openapi.json``, and for people, ``/docs``."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

from flask import Flask, Response

from gateway.api_reference import document
from gateway.formats.raw_json import dump
from gateway.static_files import MEDIA_TYPES, send

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",  # Swagger UI's style sheet has its icons inside
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""The page's Content-Security-Policy: nothing from elsewhere, no inline script or style, in nobody's frame. So a key
that is tried out on the page can go nowhere but to this service."""

_FILES: Final = {
    "/docs": "docs.html",
    "/docs/docs.js": "docs.js",
    "/docs/docs.css": "docs.css",
    "/docs/swagger-ui.css": "swagger-ui/swagger-ui.css",
    "/docs/swagger-ui-bundle.js": "swagger-ui/swagger-ui-bundle.js",
}


def add_paths(app: Flask) -> None:
    """Know the paths of the reference, which :func:`serve` serves."""
    for path in ("/openapi.json", *_FILES):
        app.add_url_rule(path, path)


def serve(app: Flask, count: Callable[[], None]) -> None:
    """Serve the reference, whose paths the app knows. ``count`` is told of each request and may refuse it."""

    def serve_file(path: str, content: Callable[[], bytes], ending: str) -> None:
        def get() -> Response:
            count()
            return send(content, MEDIA_TYPES[ending], POLICY if ending == ".html" else None)

        app.endpoint(path)(get)

    serve_file("/openapi.json", _document, ".json")
    for path, name in _FILES.items():
        serve_file(path, _file(name), PurePosixPath(name).suffix)


@cache
def _document() -> bytes:
    return dump(document())


@cache
def _file(name: str) -> Callable[[], bytes]:
    @cache
    def read() -> bytes:
        return files(__package__).joinpath("static", name).read_bytes()

    return read
