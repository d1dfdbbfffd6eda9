"""A small client for the public REST API, on the standard library alone."""

import http.client
import json
import time
import urllib.parse
from typing import Any, Final

from services.engine.ruleset import JsonObject

_TIMEOUT_SECONDS: Final = 60.0


class NotReachable(Exception):
    """Nobody answers at the address."""


class Problem(Exception):
    """The platform refused a request: its status, code and explanation (RFC 9457)."""

    def __init__(self, status: int, document: JsonObject) -> None:
        wrong = "; ".join(f"{error.get('pointer')} {error.get('detail')}" for error in document.get("errors", []))
        explanation = str(document.get("detail") or document.get("title") or http.client.responses.get(status, ""))
        super().__init__(f"{explanation} [{document.get('code', status)}]" + (f": {wrong}" if wrong else ""))
        self.status = status
        self.code = str(document.get("code", ""))


class Rest:
    """One connection to one platform with one key. A request beyond the rate limit waits and is sent again. Not to be
    shared between threads."""

    def __init__(self, url: str, key: str | None) -> None:
        """``url``: such as ``http://127.0.0.1:8080``. ``key``: None for what anybody may read.

        Raises:
            ValueError: it is not an http or https URL.
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not a URL of a platform: {url}")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.url = url.rstrip("/")
        self._base = parts.path.rstrip("/")
        self._connection = kind(parts.hostname, parts.port, timeout=_TIMEOUT_SECONDS)
        self._headers = {"Accept": "application/json"}
        if key is not None:
            self._headers["Authorization"] = f"Bearer {key}"

    def get(self, path: str, **query: str | int) -> Any:  # noqa: ANN401 - JSON
        """The JSON at a path.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return self._ask("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path, None)

    def read(self, path: str, **query: str | int) -> bytes:
        """The bytes at a path.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return self._send("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path, None)

    def post(self, path: str, body: JsonObject | None = None) -> Any:  # noqa: ANN401 - JSON
        """Send a JSON document; what is answered.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return self._ask("POST", path, body)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _ask(self, method: str, path: str, body: JsonObject | None) -> Any:  # noqa: ANN401 - JSON
        return _json(self._send(method, path, body))

    def _send(self, method: str, path: str, body: JsonObject | None) -> bytes:
        headers = self._headers if body is None else {**self._headers, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        while True:
            response, content = self._exchange(method, self._base + path, data, headers)
            pause = response.headers.get("Retry-After", "")
            if response.status != http.HTTPStatus.TOO_MANY_REQUESTS or not pause.isdecimal():
                break
            time.sleep(min(int(pause), _TIMEOUT_SECONDS))
        if response.status >= http.HTTPStatus.BAD_REQUEST:
            document = _json(content)
            raise Problem(response.status, document if isinstance(document, dict) else {})
        return content

    def _exchange(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        try:
            self._connection.request(method, path, data, headers)
            response = self._connection.getresponse()
            return response, response.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()  # the next request opens a new one
            raise NotReachable(f"no platform answers at {self.url} ({type(error).__name__})") from None


def _json(content: bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None
