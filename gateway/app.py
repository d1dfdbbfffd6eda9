"""The Flask app: operations mounted on injected services. No rules, no storage."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog
from flask import Flask, Response, g, request

from gateway import problems
from gateway.api import SECTIONS
from gateway.auth import KeyReader
from gateway.documents import dump
from gateway.openapi.mounting import mount
from gateway.parts import Parts
from gateway.probes import Probes
from gateway.reference import document
from gateway.streams.threads import RECHECK_SECONDS, Places, Streams
from services.archive import Archive
from services.engine.engine import Engines
from services.identity import ApiKeys, Players
from services.matches.hub import Hub
from services.matches.matches import Matches
from services.settings import Settings

STREAM_PLACES: Final = 48
"""Streams and waiting polls at a time in one process: with 64 threads, 16 are left for everything else."""

log = structlog.get_logger("gateway")


def create_app(
    settings: Settings,
    *,
    matches: Matches,
    hub: Hub,
    players: Players,
    keys: ApiKeys,
    engines: Engines,
    archive: Archive,
    checks: Mapping[str, Callable[[], object]] | None = None,
    stopping: Callable[[], bool] = lambda: False,
    stream_places: int = STREAM_PLACES,
    recheck_seconds: float = RECHECK_SECONDS,
) -> Flask:
    """The app.

    ``checks``: what readiness asks besides the engines, by name; each raises when its part is down. ``stopping``:
    whether the process is shutting down, upon which streams end within a second or so.
    """
    app = Flask("gateway", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    # A path means what it says: no redirect to a tidier one.
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    problems.install(app)
    reader = KeyReader(keys)
    streams = Streams(
        matches,
        hub,
        max_seconds=settings.stream_max_seconds,
        places=Places(stream_places),
        stopping=stopping,
        recheck_seconds=recheck_seconds,
    )
    parts = Parts(
        matches=matches,
        players=players,
        keys=keys,
        engines=engines,
        archive=archive,
        reader=reader,
        streams=streams,
        checks=checks or {},
        probes=Probes(engines),
    )
    for section in SECTIONS:
        mount(app, section.operations, parts, reader.admit)
    _serve_reference(app)
    app.before_request(_start_clock)
    app.after_request(_finish)
    return app


def _serve_reference(app: Flask) -> None:
    rendered = dump(document())

    def get_reference() -> Response:
        return Response(rendered, mimetype="application/json", headers={"Cache-Control": "max-age=60"})

    app.add_url_rule("/openapi.json", "openapi", get_reference)


def _start_clock() -> None:
    g.began = time.perf_counter()


def _finish(response: Response) -> Response:
    response.headers[problems.REQUEST_ID_HEADER] = problems.request_id()
    response.headers["X-Content-Type-Options"] = "nosniff"
    # What a key may see is nobody else's: no cache on the way keeps it.
    response.headers.setdefault("Cache-Control", "no-store")
    line: dict[str, Any] = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "request_id": problems.request_id(),
    }
    began = g.get("began", None) or time.perf_counter()

    def report() -> None:
        # When the response is closed: for a stream that is its end.
        log.info("request", **line, ms=round((time.perf_counter() - began) * 1000, 1))

    response.call_on_close(report)
    return response
