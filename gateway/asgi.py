"""The gateway as one ASGI application: streams and long polls by the event loop, all else by Flask in threads."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from flask import Flask
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.api.account import ACCOUNT_EVENTS
from gateway.api.analysis import ANALYSIS
from gateway.api.events import EVENTS
from gateway.api.health import HEALTH
from gateway.api.series import SERIES
from gateway.api.series_results import SERIES_RESULTS
from gateway.api.tickets import TICKETS
from gateway.api.tournament_events import TOURNAMENT_EVENTS
from gateway.cors import with_cors
from gateway.streams.endpoints import StreamEndpoint
from gateway.wsgi_adapter import WsgiAdapter
from services.rate_limits.client_ip import DIRECT, ClientAddresses

PROBE_THREADS: Final = 2


def create_asgi_app(
    app: Flask, *, threads: int, max_body_bytes: int, addresses: ClientAddresses = DIRECT, cors_origins: str = ""
) -> ASGIApp:
    """The application.

    Args:
        app: the Flask app, as :func:`gateway.app.create_app` makes it.
        threads: how many requests are worked on at once.
        max_body_bytes: the largest request body.
        addresses: tell clients apart.
        cors_origins: of which other origins' pages may call it, as the setting has it.
    """
    flask = WsgiAdapter(app, threads=threads, max_body_bytes=max_body_bytes, addresses=addresses)
    # Probes have threads of their own: while Redis hangs, requests wait for it in all the others.
    probes = WsgiAdapter(app, threads=PROBE_THREADS, max_body_bytes=max_body_bytes, addresses=addresses)
    streams = StreamEndpoint(flask)
    may_stream = (EVENTS, ACCOUNT_EVENTS, TICKETS, ANALYSIS, SERIES, SERIES_RESULTS, TOURNAMENT_EVENTS)
    streamed = _any_of(operation.path for section in may_stream for operation in section.operations)
    probed = _any_of(operation.path for operation in HEALTH.operations)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        served_by = streams if streamed(path) else probes if probed(path) else flask
        await served_by(scope, receive, send)

    return with_cors(serve, cors_origins)


def _any_of(paths: Iterable[str]) -> Callable[[str], object]:
    """Tells whether a path is one of these, in each of which ``{name}`` stands for a segment. One expression for all:
    every request is asked, and a router tries one route after the other."""
    return re.compile("|".join(sorted({re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) for path in paths}))).fullmatch
