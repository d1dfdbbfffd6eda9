"""Bodies that are sent often: each with its ETag, and packed for who can unpack it, both made once."""

import gzip
from dataclasses import dataclass

from flask import Response, request

from gateway.openapi.etags import etag_of, names_tag


@dataclass(frozen=True, slots=True)
class PreparedBody:
    """``plain``: the body; ``packed``: by gzip; ``tag``: its ETag without quotes."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, body: bytes) -> "PreparedBody":
        """A body, prepared."""
        return cls(body, gzip.compress(body, mtime=0), etag_of(body))


def answer(body: PreparedBody, media_type: str, cache_control: str) -> Response:
    """The response to the current request: 304 without a body for who has it already."""
    response = Response(content_type=media_type)
    if names_tag(request.headers.get("If-None-Match", ""), body.tag):
        response.status_code = 304
    elif request.accept_encodings["gzip"]:
        response.set_data(body.packed)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(body.plain)
    response.set_etag(body.tag)
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = cache_control
    return response
