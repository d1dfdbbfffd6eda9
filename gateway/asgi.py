"""The gateway as one ASGI application: streams and long polls by the event loop, all else by Flask in threads."""

from typing import Final

from flask import Flask
from starlette.routing import Route, Router
from starlette.types import ASGIApp

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
    routes = [Route(operation.path, streams) for section in may_stream for operation in section.operations]
    routes += [Route(operation.path, probes) for operation in HEALTH.operations]
    return with_cors(Router(routes, redirect_slashes=False, default=flask), cors_origins)
