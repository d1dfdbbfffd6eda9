"""ETags: a resource that has not changed is not sent again, and one that has is not changed unseen."""

import base64
import hashlib
from typing import Final

from flask import Response, request
from werkzeug.datastructures import ETags

from services.errors import Reason, Refusal

_BYTES: Final = 15


def tag_of(body: bytes) -> str:
    """The ETag of a representation, without its quotes. It is a function of what the client is sent and of nothing
    else: so it tells a seat nothing that its view does not."""
    return base64.urlsafe_b64encode(hashlib.blake2b(body, digest_size=_BYTES).digest()).decode()


def tagged(response: Response) -> Response:
    """The response with its ETag; 304 and no body if it is one that the client has, by If-None-Match.

    A cache may keep it if it asks each time whether it is still right. What a key may see is nobody else's.
    """
    tag = tag_of(response.get_data())
    # Werkzeug's own ways to read and set these headers take three times as long as everything else here.
    asks = "HTTP_IF_NONE_MATCH" in request.environ and request.method in ("GET", "HEAD")
    if asks and request.if_none_match.contains_weak(tag):
        response = Response(status=304)
        response.headers.pop("Content-Type", None)
    headers = response.headers
    headers["ETag"] = f'"{tag}"'
    headers["Cache-Control"] = "private, no-cache"
    headers["Vary"] = "Authorization"
    return response


class Precondition:
    """What a client says the resource is that it wants to change: the ``If-Match`` of a request."""

    def __init__(self, if_match: ETags) -> None:
        self._if_match = if_match

    def require(self, body: bytes) -> None:
        """Insist that the resource, as the client would be sent it, is what the client says.

        Raises:
            Refusal: ``PRECONDITION_FAILED``.
        """
        if self._if_match and not self._if_match.contains(tag_of(body)):
            raise Refusal(Reason.PRECONDITION_FAILED)
