"""The gateway as one ASGI application: streams and long polls by the event loop, all else by Flask in threads."""

from flask import Flask
from starlette.routing import Route, Router

from gateway.api.events import EVENTS
from gateway.streams.endpoints import StreamEndpoint
from gateway.wsgi_adapter import WsgiAdapter


def create_asgi_app(app: Flask, *, threads: int, max_body_bytes: int) -> Router:
    """The application.

    Args:
        app: the Flask app, as :func:`gateway.app.create_app` makes it.
        threads: how many requests are worked on at once.
        max_body_bytes: the largest request body.
    """
    flask = WsgiAdapter(app, threads=threads, max_body_bytes=max_body_bytes)
    streams = StreamEndpoint(flask)
    routes = [Route(operation.path, streams) for operation in EVENTS.operations]
    return Router(routes, redirect_slashes=False, default=flask)
