"""Stream tokens: for clients that cannot send a key, such as a browser's ``EventSource``.

A token is good for one stream: one viewer's share of one match. It lives for some minutes and may be used as often as
one likes meanwhile, since such clients connect again by themselves with the same address. It reads
``playhall_stream_<secret>``; the secret is 32 random bytes in base 62. In Redis lies, under the SHA-256 of the text,
what it is good for and which key made it, until it expires: whoever reads Redis can open no stream.

It is no key: it says that somebody who held the key has asked for this stream. So each use, and each check of a stream
that it has opened, asks whether the key is still valid, and the services ask as ever whether its player may see what
the viewer sees. A signed token would save the look into Redis, but needs a secret that all gateways share.
"""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from redis import Redis

from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation
from services.identity.key_format import ParsedKey, base62
from services.identity.keys import ApiKeys
from services.identity.people import Caller
from services.platform_time import platform_ms
from services.redis_clients import busy_if_unavailable

TEXT_PATTERN: Final = r"^playhall_stream_[0-9A-Za-z]{43}$"

_SHAPE: Final = re.compile(TEXT_PATTERN.removeprefix("^").removesuffix("$"), re.ASCII)


@dataclass(frozen=True, slots=True)
class StreamToken:
    """A token when it is made. ``expires_ms``: milliseconds since 1970."""

    text: str = field(repr=False)
    expires_ms: int


class StreamTokens:
    """All tokens. Safe to use from several threads and processes.

    ``keys``: make tokens, and end them. ``seconds``: how long one lives at most. ``now_ms``: milliseconds since 1970.
    """

    def __init__(self, redis: Redis, keys: ApiKeys, *, seconds: int, now_ms: Callable[[], int] = platform_ms) -> None:
        self._redis = redis
        self._keys = keys
        self._seconds = seconds
        self._now_ms = now_ms

    def create(
        self, key: str, match_id: str, viewer: int, *, creation: Creation, seconds: int | None = None
    ) -> StreamToken:
        """A token for a viewer's stream of a match, made by a key. Whether the key may follow that stream is for others
        to say, now and whenever the token is used. ``key``: its text. ``seconds``: how long it is to live; None: as
        long as it may.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/seconds``: longer than it may; ``UNAUTHENTICATED``; ``BUSY``.
        """
        lifetime = self._seconds if seconds is None else seconds
        if not 1 <= lifetime <= self._seconds:
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/seconds", f"Must be from 1 to {self._seconds}."),))
        claim = self._keys.claim(key)
        token = StreamToken(
            f"playhall_stream_{base62(creation.secret('stream token'))}", creation.at_ms + lifetime * 1_000
        )
        record = {
            "match": match_id,
            "viewer": viewer,
            "key_id": claim.key_id,
            "key_sha256": claim.digest.hex(),
            "expires_ms": token.expires_ms,
        }
        with busy_if_unavailable():
            self._redis.set(_redis_key(token.text), json.dumps(record), px=lifetime * 1_000)
        return token

    def maker(self, text: str, match_id: str, viewer: int) -> ParsedKey:
        """Which key made a token, if the token is good for this viewer's stream of this match.

        Raises:
            Refusal: ``UNAUTHENTICATED``, the same for every way in which a token can fail; ``BUSY``.
        """
        if not _SHAPE.fullmatch(text):
            raise _refused()
        with busy_if_unavailable():
            found = self._redis.get(_redis_key(text))
        if found is None:
            raise _refused()
        record = json.loads(found)
        if self._now_ms() >= record["expires_ms"] or (record["match"], record["viewer"]) != (match_id, viewer):
            raise _refused()
        return ParsedKey(record["key_id"], bytes.fromhex(record["key_sha256"]))

    def caller_of(self, maker: ParsedKey) -> Caller:
        """The holder of the key that made a token, as of now. Whether the token itself has expired since it was used
        does not matter.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``BUSY``.
        """
        try:
            return self._keys.holder(maker)
        except Refusal as refusal:
            raise (_refused() if refusal.reason is Reason.UNAUTHENTICATED else refusal) from None


def _redis_key(text: str) -> str:
    return "stream_token:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def _refused() -> Refusal:
    return Refusal(
        Reason.UNAUTHENTICATED, "The stream token is unknown or expired, is for another stream, or its key has ended."
    )
