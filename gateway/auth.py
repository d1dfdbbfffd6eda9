"""Who is calling: the API key of a request."""

from typing import Final

from werkzeug.datastructures import Headers

from services.errors import Reason, Refusal
from services.identity import ApiKeys, Caller

_LONGEST_KEY: Final = 256


class KeyReader:
    """Reads the caller from ``Authorization: Bearer <key>``."""

    def __init__(self, keys: ApiKeys) -> None:
        self._keys = keys

    def caller_of(self, headers: Headers) -> Caller:
        """The holder of the key in the headers, as of now.

        Raises:
            Refusal: ``UNAUTHENTICATED``, the same for every way in which a key can fail.
        """
        key = key_in(headers)
        if not key or not key.isascii() or len(key) > _LONGEST_KEY:
            raise Refusal(Reason.UNAUTHENTICATED)
        return self._keys.authenticate(key)


def key_in(headers: Headers) -> str:
    """The text after ``Bearer``; empty if there is none."""
    scheme, _, key = headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""
