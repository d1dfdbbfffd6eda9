"""ETags: resources that have not changed are not sent again, and a client does not change a resource that has changed
without its knowledge."""

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Final

from flask import Response, request
from pydantic import BaseModel

from services.errors import FieldError, Reason, Refusal

_BYTES: Final = 15
_IF_MATCH: Final = "/headers/If-Match"

_ENTITY_TAG: Final = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_LIST: Final = re.compile(rf"[ \t]*(?:{_ENTITY_TAG}[ \t]*)?(?:,[ \t]*(?:{_ENTITY_TAG}[ \t]*)?)*")
"""A list may have empty elements (RFC 9110, 5.6.1)."""
ENTITY_TAGS_PATTERN: Final = r'^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*)$'
"""For the documentation: the values of If-Match and If-None-Match."""


def etag_of(body: bytes) -> str:
    """The ETag of a representation, without quotes. It depends only on what the client receives, so a seat learns
    nothing from it that its view hides."""
    return base64.urlsafe_b64encode(hashlib.blake2b(body, digest_size=_BYTES).digest()).decode()


def names_tag(if_none_match: str, tag: str) -> bool:
    """Whether an ``If-None-Match`` matches the representation with this ETag (RFC 9110, 13.1.2): it is ``*``, or a list
    of entity tags that contains this one, weak or not. A malformed header matches nothing."""
    if if_none_match.strip() == "*":
        return True
    tags = re.findall(_ENTITY_TAG, if_none_match) if _LIST.fullmatch(if_none_match) else []
    return any(found.removeprefix("W/")[1:-1] == tag for found in tags)


def with_etag(response: Response) -> Response:
    """The response with its ETag; 304 without a body if the client has it, by If-None-Match.

    Caches may store it if they revalidate it each time. Shared caches may not, because it may depend on the key.
    """
    tag = etag_of(response.get_data())
    # Werkzeug's own ways to read and set these headers take three times as long as everything else here.
    known = request.environ.get("HTTP_IF_NONE_MATCH")
    if known is not None and request.method in ("GET", "HEAD") and names_tag(known, tag):
        response = Response(status=304)
        response.headers.pop("Content-Type", None)
    headers = response.headers
    headers["ETag"] = f'"{tag}"'
    headers["Cache-Control"] = "private, no-cache"
    headers["Vary"] = "Authorization"
    return response


class Precondition:
    """The precondition of a change: the ``If-Match`` of a request (RFC 9110, 13.1.1).

    ``*`` matches every resource. In a list, one entity tag must match by strong comparison: a weak one never does.
    """

    def __init__(self, tags: frozenset[str] | None) -> None:
        """``tags``: the strong tags that match, without quotes; None: every tag matches."""
        self._tags = tags

    @classmethod
    def of(cls, if_match: str | None) -> "Precondition":
        """The precondition of a header; without a header every resource meets it.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/headers/If-Match``: neither ``*`` nor a list of entity tags.
        """
        if if_match is None or if_match.strip() == "*":
            return cls(None)
        tags = re.findall(_ENTITY_TAG, if_match)
        if not tags or not _LIST.fullmatch(if_match):
            raise Refusal(
                Reason.INVALID_FIELD, errors=(FieldError(_IF_MATCH, "Must be `*`, or ETags in their quotes."),)
            )
        return cls(frozenset(tag[1:-1] for tag in tags if not tag.startswith("W/")))

    def is_met(self, show: Callable[[], BaseModel]) -> bool:
        """Whether the resource meets the precondition. ``show`` makes the answer that the client would receive."""
        return self._tags is None or etag_of(show().model_dump_json().encode()) in self._tags

    def require(self, show: Callable[[], BaseModel]) -> None:
        """Refuse a resource that does not meet the precondition.

        Raises:
            Refusal: ``PRECONDITION_FAILED``.
        """
        if not self.is_met(show):
            raise Refusal(Reason.PRECONDITION_FAILED)
