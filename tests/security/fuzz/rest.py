"""Requests over REST: valid ones bent, odd paths, methods and headers, and what is hardly HTTP."""

import http.client
import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from gateway.api_reference import document
from services.errors import Reason
from tests.security.fuzz import values
from tests.security.fuzz.world import World

ANSWER_SECONDS: Final = 60.0
STREAM_SECONDS: Final = 0.3
"""After this long the client of a stream or a long poll leaves."""
METHODS: Final = (
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "G\x01T", "PROPFIND",
)  # fmt: skip
HEADERS: Final = (
    "Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Encoding", "Content-Type", "Cookie",
    "Expect", "Forwarded", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "Idempotency-Key",
    "Last-Event-ID", "Origin", "Prefer", "Range", "Referer", "TE", "Upgrade", "User-Agent", "X-Forwarded-For",
    "X-Forwarded-Host", "X-HTTP-Method-Override", "X-Request-Id", "traceparent", "X-" + "a" * 200,
)  # fmt: skip
HEADER_VALUES: Final = (
    "", "*", '"', '""', '"1"', 'W/"1"', '"a", "b"', "text/event-stream", "application/x-ndjson", "application/json",
    "application/json; charset=utf-16", "text/html;q=0", "*/*;q=x", "gzip", "identity", "100-continue", "101", "h2c",
    "websocket", "close", "keep-alive, x", "bytes=0-1", "0", "-1", "1", "99999999999999999999", "Basic YTpi",
    "Bearer", "Bearer  ", "bearer x", "127.0.0.1", "::1", "é", "\xff\xfe", "00-" + "0" * 32 + "-" + "0" * 16 + "-01",
    "a" * 5_000, "Sun, 06 Nov 1994 08:49:37 GMT", "a;b;c", "a,b,c" * 40,
)  # fmt: skip
QUERY: Final = (
    "page_size", "page_token", "since", "wait", "include", "status", "player", "ruleset", "pending", "joinable", "",
    "x",
)  # fmt: skip
GARBAGE: Final = (
    b"GET / HTTP/0.9", b"GET / HTTP/9.9", b"GET /", b"\r\n\r\n\r\nGET / HTTP/1.1", b"PRI * HTTP/2.0",
    b"\x16\x03\x01\x02\x00\x01", b"GET  /  HTTP/1.1", b"POST / HTTP/1.1\r\nContent-Length: -1",
    b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nxyz", b"GET / HTTP/1.1\r\n folded: x",
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
    b"GET / HTTP/1.1\r\nA\0B: c", b"GET http://example.com/livez HTTP/1.1\r\nHost: y", b"GET * HTTP/1.1",
    b"OPTIONS * HTTP/1.1\r\nHost: x", b"\0" * 40,
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0",
    b"GET /%zz HTTP/1.1\r\nHost: x",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it goes over the wire. ``is_http``: it is well framed, so that an answer is due."""

    method: str
    wire: bytes
    is_http: bool
    is_stream: bool

    def __str__(self) -> str:
        return repr(self.wire if len(self.wire) < 3_000 else self.wire[:3_000] + b"... " + str(len(self.wire)).encode())


class Operations:
    """The operations of the API as the platform describes them, with an example of each body."""

    def __init__(self) -> None:
        described = document()
        self.all: list[tuple[str, str, Mapping[str, Any]]] = [
            (method.upper(), path, operation)
            for path, item in described["paths"].items()
            for method, operation in item.items()
        ]
        self.examples: list[Any] = [
            example["value"]
            for _, _, operation in self.all
            for example in _content(operation).get("examples", {}).values()
        ]


def _content(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return found


class RestClient:
    """Makes requests, sends them on a connection that is kept, and judges the answers. Not to be shared by threads."""

    def __init__(self, world: World, operations: Operations) -> None:
        self._world = world
        self._operations = operations
        self._address = urlsplit(world.url)
        self._socket: socket.socket | None = None
        self.outcomes: dict[str, int] = {}

    # -- making ---------------------------------------------------------------------------------------------------

    def request(self, random: Random) -> Request:
        """A request; the same one for the same state of ``random`` and of the pool."""
        how = random.random()
        if how < 0.03:
            return Request("GET", values.flipped(random, random.choice(GARBAGE)) + b"\r\n\r\n", False, False)
        if how < 0.13:
            return self._anywhere(random)
        return self._operation(random)

    def _operation(self, random: Random) -> Request:
        method, path, operation = random.choice(self._operations.all)
        for name in (each["name"] for each in operation.get("parameters", []) if each["in"] == "path"):
            path = path.replace("{" + name + "}", quote(self._path_value(random, name), safe=""))
        if random.random() < 0.03:
            method = random.choice(METHODS)
        headers = [("Host", self._address.netloc), *self._authorization(random)]
        if operation.get("requestBody") or random.random() < 0.03:
            content = values.body(random, self._body(random, operation))
            if random.random() < 0.97:
                headers.append(("Content-Type", "application/json"))
        else:
            content = b""
        if random.random() < 0.5 and method == "GET":
            path += "?" + self._query(random)
        if random.random() < 0.15:
            headers += self._odd_headers(random)
        if method == "POST" and random.random() < 0.2:
            headers.append(("Idempotency-Key", self._world.pool.draw(random, "page_token") or "x"))
        return self._framed(random, method, path, headers, content)

    def _anywhere(self, random: Random) -> Request:
        parts = [
            random.choice(("v1", "matches", "players", "me", "seats", "0", "docs", values.text(random)))
            for _ in range(5)
        ]
        path = "/" + "/".join(quote(part[:300], safe="") for part in parts[: random.randrange(6)])
        if random.random() < 0.2:
            path += random.choice((":join", ":", "::", ":x:y", "/", "//", "?", "%", "%2F", ";x=1", "/../..", "#"))
        if random.random() < 0.1:
            path = random.choice(
                ("/docs", "/errors", "/openapi.json", "/livez", "/readyz", "/metrics", "/static/x", "/favicon.ico")
            )
        headers = [("Host", self._address.netloc), *self._authorization(random), *self._odd_headers(random)]
        content = values.body(random, random.choice(self._operations.examples)) if random.random() < 0.4 else b""
        return self._framed(random, random.choice(METHODS[:7]), path, headers, content)

    def _path_value(self, random: Random, name: str) -> str:
        if random.random() < 0.1:
            return values.text(random)[:500] or "x"
        if name in ("seat", "decision"):
            return str(random.choice((0, 0, 1, 1, 2, 7) if name == "seat" else (1, 1, 1, 2, 3, 4, 5, 10**9)))
        return self._world.pool.draw(random, name) or "me"

    def _query(self, random: Random) -> str:
        given = {}
        for _ in range(random.choice((1, 1, 2, 4))):
            name = random.choice(QUERY)
            if name == "page_token" and random.random() < 0.5:
                given[name] = self._world.pool.draw(random, name) or ""
            elif name == "wait" and random.random() < 0.7:
                given[name] = random.choice(("0", "1"))
            else:
                given[name] = str(random.choice((random.choice(values.NUMBERS), values.text(random)[:2_000])))[:3_000]
        return urlencode(given, errors="replace")

    def _body(self, random: Random, operation: Mapping[str, Any]) -> object:
        examples = [each["value"] for each in _content(operation).get("examples", {}).values()]
        if not examples or random.random() < 0.05:
            return random.choice([{}, *self._operations.examples])
        body = dict(random.choice(examples))
        if "action" in body:
            body["action"] = self._world.pool.draw(random, "action") or body["action"]
        if "ruleset" in body:
            body["ruleset"] = self._world.pool.draw(random, "ruleset")
        if "ruleset" in body and "seats" in body:
            body["seats"] = random.choice((["me", "open"], ["me", "open", "open"], ["me", "bot:random"], body["seats"]))
        return body

    def _authorization(self, random: Random) -> list[tuple[str, str]]:
        how = random.random()
        if how < 0.05:
            return []
        key = self._world.key(random)
        if how < 0.08:
            key = random.choice((key[:-1], key + "x", key.upper(), values.text(random)[:2_000], "\xff" * 20))
        return [
            ("Authorization", (random.choice(("Basic ", "", "Bearer")) if random.random() < 0.02 else "Bearer ") + key)
        ]

    @staticmethod
    def _odd_headers(random: Random) -> list[tuple[str, str]]:
        count = random.choice((1, 1, 2, 5, 150))
        return [(random.choice(HEADERS), random.choice(HEADER_VALUES)) for _ in range(count)]

    def _framed(
        self, random: Random, method: str, path: str, headers: list[tuple[str, str]], content: bytes
    ) -> Request:
        is_http = not any(name in ("Expect", "Connection", "Upgrade", "TE", "Host") for name, _ in headers[1:])
        chunked = bool(content) and random.random() < 0.05
        if chunked:
            headers.append(("Transfer-Encoding", "chunked"))
            content = b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content)
        elif content or method in ("POST", "PUT", "PATCH"):
            headers.append(("Content-Length", str(len(content))))
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {_printable(value)}\r\n" for name, value in headers)
        encoded = head.encode("utf-8" if random.random() < 0.5 else "latin-1", "replace")
        return Request(method, encoded + b"\r\n" + content, is_http, "events" in path)

    # -- sending and judging --------------------------------------------------------------------------------------

    def fault(self, request: Request) -> str | None:
        """Send it; what is wrong with the answer, or None."""
        try:
            return self._judged(request, *self._exchange(request))
        except (http.client.HTTPException, OSError) as error:
            self._close()
            if not request.is_http or request.is_stream:
                self._count("no answer")  # the connection was closed, or more was waited for
                return None
            # A connection that was kept may end between two requests: then the same on a new one.
            try:
                return self._judged(request, *self._exchange(request))
            except (http.client.HTTPException, OSError):
                self._close()
                return f"no answer: {type(error).__name__} {error}"

    def close(self) -> None:
        """Close the connection."""
        self._close()

    def _exchange(self, request: Request) -> tuple[http.client.HTTPResponse, bytes]:
        if self._socket is None:
            self._socket = socket.create_connection((str(self._address.hostname), self._address.port or 80))
        seconds = ANSWER_SECONDS if request.is_http and not request.is_stream else STREAM_SECONDS * 4
        self._socket.settimeout(seconds)
        try:
            self._socket.sendall(request.wire)
        except BrokenPipeError:
            if self._socket is None:
                raise  # it may have been refused by its head: then the answer is there
        response = http.client.HTTPResponse(self._socket, method=request.method)
        response.begin()
        kind = response.headers.get("Content-Type", "")
        if "event-stream" in kind or "ndjson" in kind:
            self._socket.settimeout(STREAM_SECONDS)
            content = response.read1(100_000)
            self._close()
        else:
            content = response.read()
            if response.will_close or not request.is_http:
                self._close()
        return response, content

    def _judged(self, request: Request, response: http.client.HTTPResponse, content: bytes) -> str | None:
        status = response.status
        problem: dict[str, Any] = {}
        if status >= http.HTTPStatus.BAD_REQUEST and request.method != "HEAD":
            if response.headers.get("Content-Type") != "application/problem+json":
                return f"{status} is no problem document: {response.headers} {content[:500]!r}"
            problem = json.loads(content)
            if problem["status"] != status or problem["code"] not in Reason.__members__ or not problem["request_id"]:
                return f"{status} with a problem that says otherwise: {content[:800]!r}"
        self._count(f"{status} {problem.get('code', '')}".strip())
        if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR and problem.get("code") != Reason.BUSY.name:
            return f"{status}: {content[:800]!r}"
        if b"Traceback (most recent" in content or b"site-packages" in content:
            return f"{status} tells of the code: {content[:800]!r}"
        if status == http.HTTPStatus.CREATED:
            self._remember(json.loads(content))
        return None

    def _remember(self, created: Any) -> None:
        ident = str(created.get("id", "")) if isinstance(created, dict) else ""
        if ident.startswith("m_"):
            self._world.pool.add("match", ident)

    def _count(self, outcome: str) -> None:
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1

    def _close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _printable(value: str) -> str:
    return value.replace("\r", "").replace("\n", "").replace("\0", "")
