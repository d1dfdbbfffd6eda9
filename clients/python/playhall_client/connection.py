"""What both clients know of their connections."""

from typing import Final
from urllib.parse import urlsplit

import httpx

from playhall_client.errors import NotReachable
from playhall_client.requests import Request, T

USER_AGENT: Final = "playhall-client/0.1.0"
CONNECT_SECONDS: Final = 10.0
TIMEOUT_SECONDS: Final = 30.0

LIMITS: Final = httpx.Limits(max_connections=None, max_keepalive_connections=20)
"""A stream has a connection of its own; requests share the others."""


class Address:
    """Where a platform is, and with which key it is asked."""

    def __init__(self, url: str, key: str | None) -> None:
        """``url``: such as ``http://127.0.0.1:8080``. ``key``: None for what anybody may read.

        Raises:
            ValueError: they are none.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"not the URL of a platform: {url}")
        if key is not None and not (key.isascii() and key.isprintable() and key and " " not in key):
            raise ValueError("not an API key: it is empty, or has characters that keys do not have")
        self.url = url.rstrip("/")
        self._headers = {"User-Agent": USER_AGENT}
        if key is not None:
            self._headers["Authorization"] = f"Bearer {key}"

    def request(self, request: Request[T], silence_seconds: float) -> httpx.Request:
        """A request as httpx sends it, whose connection is dead when nothing has come for so long."""
        timeout = httpx.Timeout(silence_seconds, connect=min(silence_seconds, CONNECT_SECONDS), pool=None)
        return httpx.Request(
            request.method,
            self.url + request.target,
            headers={**self._headers, "Accept-Encoding": "identity", **request.all_headers()},
            content=request.content,
            extensions={"timeout": timeout.as_dict()},
        )

    def lost(self, error: Exception) -> NotReachable:
        """What it means that no whole answer came."""
        return NotReachable(f"{self.url} did not answer ({type(error).__name__})")
