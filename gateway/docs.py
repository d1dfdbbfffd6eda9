"""The API reference for programs, ``/openapi.json``, and for people, ``/docs``; ``/`` leads there."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from flask import Flask, Response, request

from gateway.api_reference import document
from gateway.prepared_bodies import PreparedBody, answer
from gateway.raw_json import dump

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
    "/docs": ("docs.html", "text/html; charset=utf-8"),
    "/docs/docs.js": ("docs.js", "text/javascript; charset=utf-8"),
    "/docs/docs.css": ("docs.css", "text/css; charset=utf-8"),
    "/docs/swagger-ui.css": ("swagger-ui/swagger-ui.css", "text/css; charset=utf-8"),
    "/docs/swagger-ui-bundle.js": ("swagger-ui/swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
}


_LINKS: Final = {"docs": "/docs", "openapi": "/openapi.json", "health": "/readyz"}
_HTML: Final = "text/html"
_JSON: Final = "application/json"


def add_paths(app: Flask) -> None:
    """Know the paths of the reference, which :func:`serve` serves."""
    for path in ("/", "/openapi.json", *_FILES):
        app.add_url_rule(path, path)


def serve(app: Flask, count: Callable[[], None]) -> None:
    """Serve the reference, whose paths the app knows. ``count`` is told of each request and may refuse it."""

    def serve_file(path: str, content: Callable[[], bytes], media_type: str) -> None:
        def get() -> Response:
            count()
            return _answer(content, media_type)

        app.endpoint(path)(get)

    def root() -> Response:
        count()
        return _root()

    app.endpoint("/")(root)
    serve_file("/openapi.json", _document, _JSON)
    for path, (name, media_type) in _FILES.items():
        serve_file(path, _file(name), media_type)


def _root() -> Response:
    """To the page for people; for programs, where everything is."""
    if request.accept_mimetypes.best_match([_HTML, _JSON], _HTML) == _JSON:
        response = Response(dump(_LINKS), content_type=_JSON)
    else:
        response = Response(status=302, headers={"Location": _LINKS["docs"]})
        del response.headers["Content-Type"]
    response.vary.add("Accept")
    response.headers["Cache-Control"] = "public, no-cache"
    return response


def _answer(content: Callable[[], bytes], media_type: str) -> Response:
    response = answer(_prepared(content), media_type, "public, no-cache")
    if media_type.startswith("text/html"):
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
    return response


@cache
def _prepared(content: Callable[[], bytes]) -> PreparedBody:
    return PreparedBody.of(content())


@cache
def _document() -> bytes:
    return dump(document())


@cache
def _file(name: str) -> Callable[[], bytes]:
    @cache
    def read() -> bytes:
        return files(__package__).joinpath("static", name).read_bytes()

    return read
