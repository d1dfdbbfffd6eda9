"""A small client for the public REST API, on the standard library alone."""

import http.client
import json
import secrets
import selectors
import time
import urllib.parse
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, Final, TypeAlias, TypeVar

from services.engine.ruleset import JsonObject
from services.telemetry.causes import cause_of

T = TypeVar("T")
Lines: TypeAlias = Generator[bytes, None, None]

_TIMEOUT_SECONDS: Final = 60.0
_READ_BYTES: Final = 65_536

PAUSES: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds before each further attempt, at most. Then the request has failed."""
_PASSING: Final = frozenset({502, 503, 504})


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

    @property
    def passes(self) -> bool:
        """Whether the same request may be answered in a moment."""
        return self.status in _PASSING or self.code == "REQUEST_IN_PROGRESS"


class Rest:
    """One connection to one platform with one key. A request beyond the rate limit waits and is sent again. Not to be
    shared between threads."""

    def __init__(self, url: str, key: str | None, timeout_seconds: float = _TIMEOUT_SECONDS) -> None:
        """``url``: such as ``http://127.0.0.1:8080``. ``key``: None for what anybody may read. ``timeout_seconds``:
        of silence, after which nobody answers.

        Raises:
            ValueError: it is not an http or https URL.
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not a URL of a platform: {url}")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.url = url.rstrip("/")
        self._base = parts.path.rstrip("/")
        self._connection = kind(parts.hostname, parts.port, timeout=timeout_seconds)
        self._headers = {"Accept": "application/json"}
        if key is not None:
            self._headers["Authorization"] = f"Bearer {key}"

    def get(self, path: str, **query: str | int) -> Any:  # noqa: ANN401 - JSON
        """The JSON at a path.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return _json(self.read(path, **query))

    def read(self, path: str, **query: str | int) -> bytes:
        """The bytes at a path.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return self._send("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path, None)

    def lines(self, path: str, **query: str | int) -> Lines:
        """The lines at a path that serves JSON lines, each as it comes, without its end; those of a body that breaks
        off as far as they are whole.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer, or broke off.
        """
        headers = {**self._headers, "Accept": "application/x-ndjson"}
        response = self._answered("GET", f"{path}?{urllib.parse.urlencode(query)}", None, headers)
        begun = b""
        try:
            while piece := self._read(response, _READ_BYTES):
                *whole, begun = (begun + piece).split(b"\n")
                yield from whole
        finally:
            self._connection.close()  # there may be more on its way

    def post(self, path: str, body: JsonObject | None = None, *, idempotency_key: str | None = None) -> Any:  # noqa: ANN401 - JSON
        """Send a JSON document; what is answered. ``idempotency_key``: so that it may be sent again.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        headers = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        return _json(self._send("POST", path, body, headers))

    def put(self, path: str, body: JsonObject) -> Any:  # noqa: ANN401 - JSON
        """Put a JSON document there; what is answered.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return _json(self._send("PUT", path, body))

    def patch(self, path: str, body: JsonObject) -> Any:  # noqa: ANN401 - JSON
        """Change what is there; what is answered.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        return _json(self._send("PATCH", path, body))

    def delete(self, path: str) -> None:
        """Delete what is there.

        Raises:
            Problem: the platform refused.
            NotReachable: it did not answer.
        """
        self._send("DELETE", path, None)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _send(self, method: str, path: str, body: JsonObject | None, headers: dict[str, str] | None = None) -> bytes:
        sent = {**self._headers, **(headers or {})}
        if body is None:
            return self._read(self._answered(method, path, None, sent))
        sent["Content-Type"] = "application/json"
        return self._read(self._answered(method, path, json.dumps(body).encode(), sent))

    def _answered(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        """The answer, of which the body is still to be read."""
        while True:
            if self._is_closed_there():
                self._connection.close()  # the next request opens a new one
            try:
                self._connection.request(method, self._base + path, data, headers)
                response = self._connection.getresponse()
            except (OSError, http.client.HTTPException) as error:
                raise self._lost(error) from None
            if response.status < http.HTTPStatus.BAD_REQUEST:
                return response
            document = _json(self._read(response))
            pause = response.headers.get("Retry-After", "")
            if response.status != http.HTTPStatus.TOO_MANY_REQUESTS or not pause.isdecimal():
                raise Problem(response.status, document if isinstance(document, dict) else {})
            time.sleep(min(int(pause), _TIMEOUT_SECONDS))

    def _read(self, response: http.client.HTTPResponse, most: int | None = None) -> bytes:
        """All of a body, or the next bytes of it as soon as there are any."""
        try:
            return response.read() if most is None else response.read1(most)
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from None

    def _is_closed_there(self) -> bool:
        """Whether the server has closed the connection since the last answer, as servers do with idle ones.

        Then its end can be read.
        """
        if self._connection.sock is None:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self._connection.sock, selectors.EVENT_READ)
            return bool(selector.select(timeout=0))

    def _lost(self, error: Exception) -> NotReachable:
        self._connection.close()
        return NotReachable(f"no platform answers at {self.url} ({cause_of(error)})")


def retried(call: Callable[[], T], sleep: Callable[[float], object] = time.sleep) -> T:
    """What a call gives in the end that may be made again: while nobody answers, or the platform is busy, it is, after
    pauses that grow and are drawn at random, so that clients who were cut off together do not come back together.

    Raises:
        Problem, NotReachable: those of the last attempt, or a refusal that will not pass.
    """
    for most in PAUSES:
        try:
            return call()
        except NotReachable:
            pass
        except Problem as problem:
            if not problem.passes:
                raise
        sleep(pause_of(most))
    return call()


def continued(begin: Callable[[], Lines], is_whole: Callable[[], bool]) -> Iterator[bytes]:
    """The lines of a stream that is begun again, after pauses that grow, where it has broken off."""
    failed = 0
    while not is_whole():
        error: Exception = NotReachable("the platform ends its answers too early")
        try:
            with closing(begin()) as lines:
                for line in lines:
                    failed = 0
                    if line:  # empty ones are signs of life
                        yield line
                    if is_whole():
                        return
        except NotReachable as lost:
            error = lost
        except Problem as problem:
            if not problem.passes:
                raise
            error = problem
        if failed == len(PAUSES):
            raise error
        time.sleep(pause_of(PAUSES[failed]))
        failed += 1


def pause_of(most: float) -> float:
    """A pause between half of ``most`` and all of it."""
    return most * (0.5 + secrets.randbelow(1_000) / 2_000)


def _json(content: bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None
