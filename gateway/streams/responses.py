"""The Flask response of a stream."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from flask import Response

from gateway.streams.streams import OpenStream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


class StreamResponse(Response):
    """A response whose body the event loop sends: its WSGI result is the stream itself, which
    :class:`gateway.wsgi_adapter.WsgiAdapter` hands on."""

    automatically_set_content_length = False

    def __init__(self, stream: OpenStream, media_type: str, headers: Mapping[str, str]) -> None:
        super().__init__(content_type=media_type, headers=dict(headers))
        self._stream = stream
        stream.on_close = self.close

    def get_app_iter(self, environ: "WSGIEnvironment") -> Iterable[bytes]:
        """The stream, which cannot be iterated over in a thread."""
        return cast(Iterable[bytes], self._stream)
