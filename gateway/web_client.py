"""The web client: the files below ``web/``, each at its own path below ``/``, as any static host would serve them."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from flask import Flask, Response, request

from gateway.formats.raw_json import dump
from gateway.static_files import MEDIA_TYPES, send

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",  # the one library that makes elements of text: of its own templates
    ]
)
"""The page's Content-Security-Policy: nothing from elsewhere, no inline script or style, no text that becomes elements,
in nobody's frame. The page keeps a player's key, and can send it nowhere but to this service."""

_INDEX: Final = "index.html"
_LINKS: Final = {"docs": "/docs", "openapi": "/openapi.json", "health": "/readyz"}
_HTML: Final = "text/html"
_JSON: Final = "application/json"


def paths() -> Iterator[str]:
    """The path of each file, the page's own being ``/``."""
    return ("/" if name == _INDEX else f"/{name}" for name in sorted(_files()))


def add_paths(app: Flask) -> None:
    """Know the paths of the web client, which :func:`serve` serves."""
    for path in paths():
        app.add_url_rule(path, path)


def serve(app: Flask, count: Callable[[], None]) -> None:
    """Serve the web client, whose paths the app knows. ``count`` is told of each request and may refuse it."""

    def get(name: str) -> Response:
        count()
        return _page() if name == _INDEX else send(_files()[name], _media_type(name))

    for path in paths():
        app.endpoint(path)(partial(get, path.removeprefix("/") or _INDEX))


def _page() -> Response:
    """The page for people; for programs, where everything is."""
    if request.accept_mimetypes.best_match([_HTML, _JSON], _HTML) == _JSON:
        response = Response(dump(_LINKS), content_type=_JSON)
        response.headers["Cache-Control"] = "public, no-cache"
    else:
        response = send(_files()[_INDEX], _media_type(_INDEX), POLICY)
    response.vary.add("Accept")
    return response


def _media_type(name: str) -> str:
    return MEDIA_TYPES[PurePosixPath(name).suffix]


@cache
def _files() -> dict[str, Callable[[], bytes]]:
    """What reads each file, by its path below ``web/``."""
    return dict(_below(files(__package__).joinpath("web"), ""))


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for entry in folder.iterdir():
        name = path + entry.name
        if entry.is_dir():
            yield from _below(entry, f"{name}/")
        elif PurePosixPath(name).suffix in MEDIA_TYPES:
            yield name, cache(entry.read_bytes)
