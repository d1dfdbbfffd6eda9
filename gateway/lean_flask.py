"""Flask without what this API has no use for, in the places where Flask is made to be changed."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.datastructures import Headers
from werkzeug.routing import MapAdapter

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_NO_SESSION: Final = NullSession()


class _NoSessions(SessionInterface):
    """Nobody has a session: each request brings its key."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The same for all: nothing can be put into it."""
        return _NO_SESSION


class LeanFlask(Flask):
    """Flask without sessions, coroutines and several hosts."""

    session_interface = _NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view or handler is a coroutine. Flask would look four times a request whether one is."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The routes are the same under whatever name the server was called. Flask would work that name out twice."""
        if request is None:
            return super().create_url_adapter(None)
        root, scheme, path, method = request.root_path, request.scheme, request.path, request.method
        return MapAdapter(self.url_map, "", root, "", scheme, path, method)


class WholeAnswer(Response):
    """A response to be sent as it was made: with a body that is there, its length, and nothing relative in its headers.

    Werkzeug would copy the headers and look through them for what is to be completed.
    """

    def __init__(self, body: bytes, status: int, headers: Iterable[tuple[str, str]], content_type: str) -> None:
        own = Headers([("Content-Type", content_type), ("Content-Length", str(len(body))), *headers])
        super().__init__([body], status, own)

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:
        """The headers as they are, unless it has become another answer by now: that nothing was modified, say."""
        return self.headers if self.status_code == HTTPStatus.OK else super().get_wsgi_headers(environ)
