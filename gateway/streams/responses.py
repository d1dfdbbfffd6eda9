"""The Flask responses of streams."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, cast

from flask import Response, has_request_context, request

from gateway.openapi.operation import Reply
from gateway.streams.formats import StreamFormat
from gateway.streams.streams import OpenStream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

STREAM_HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


class StreamResponse(Response):
    """A response whose body the event loop sends: its WSGI result is the stream itself, which
    :class:`gateway.wsgi_adapter.WsgiAdapter` hands on."""

    automatically_set_content_length = False

    def __init__(self, stream: OpenStream, media_type: str, headers: Mapping[str, str]) -> None:
        super().__init__(content_type=media_type, headers=dict(headers))
        self.open_stream = stream
        stream.on_close = self.close

    def get_app_iter(self, environ: "WSGIEnvironment") -> Iterable[bytes]:
        """The stream, which cannot be iterated over in a thread."""
        return cast(Iterable[bytes], self.open_stream)


def asks_for_head() -> bool:
    """Whether the current request wants the head of an answer alone; where there is none, it is not by HTTP."""
    return has_request_context() and request.method == "HEAD"


def stream_response(stream: OpenStream, format: StreamFormat) -> Reply | Response:
    """The answer to the current request that is an open stream; to a HEAD, its head alone, and the stream is closed."""
    if asks_for_head():
        stream.close()
        return Reply(media_type=format.media_type, headers=STREAM_HEADERS)
    return StreamResponse(stream, format.media_type, STREAM_HEADERS)
