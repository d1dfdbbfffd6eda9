"""A client that knows one remedy for everything: sending the same request again."""

import http.client
import json
import random
import time
import urllib.parse
from typing import Any, Final

from services.engine.ruleset import JsonObject

PATIENCE_SECONDS: Final = 90.0
"""How long it sends a request again before it gives up."""
PAUSE_SECONDS: Final = 0.1
MENDABLE: Final = (502, 503, 504)
"""Answers that say: not now."""


class NotMended(Exception):
    """A request failed although it was sent again and again, or failed in a way that sending again cannot mend."""


class StubbornClient:
    """One connection with one key. Not to be shared between threads."""

    def __init__(self, url: str, key: str, *, cut: float = 0.0, seed: int = 0) -> None:
        """``cut``: how often, between 0 and 1, it hangs up on a POST without having read the answer, and sends it
        again."""
        parts = urllib.parse.urlsplit(url)
        assert parts.hostname
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self._cut = cut
        self._random = random.Random(seed)
        self.sent_again = 0
        """How often a request was sent again because it had failed."""
        self.hung_up = 0
        """How often an answer was not waited for."""

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        return json.loads(self._ask("GET", path, None))

    def post(self, path: str, body: JsonObject, **headers: str) -> bytes:
        """Send a document; the bytes of the answer."""
        data = json.dumps(body).encode()
        if self._random.random() < self._cut:
            self._send_and_hang_up(path, data, headers)
        return self._ask("POST", path, data, headers)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _ask(self, method: str, path: str, data: bytes | None, headers: dict[str, str] | None = None) -> bytes:
        until = time.monotonic() + PATIENCE_SECONDS
        what = ""
        while time.monotonic() < until:
            try:
                self._connection.request(method, path, data, {**self._headers, **(headers or {})})
                response = self._connection.getresponse()
                content = response.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                what = type(error).__name__
            else:
                if response.status < http.HTTPStatus.BAD_REQUEST:
                    return content
                what = f"{response.status} {content.decode(errors='replace')[:300]}"
                if response.status not in MENDABLE:
                    raise NotMended(f"{method} {path}: {what}")
            self.sent_again += 1
            time.sleep(PAUSE_SECONDS)
        raise NotMended(f"{method} {path}, again and again for {PATIENCE_SECONDS:g} s: {what}")

    def _send_and_hang_up(self, path: str, data: bytes, headers: dict[str, str]) -> None:
        """Send, wait a moment so that it may be at work or done, and never hear of it."""
        try:
            self._connection.request("POST", path, data, {**self._headers, **headers})
            time.sleep(self._random.choice((0.0, 0.0, 0.002, 0.02)))
        except (OSError, http.client.HTTPException):
            pass  # then it was cut off even earlier
        self._connection.close()
        self.hung_up += 1
