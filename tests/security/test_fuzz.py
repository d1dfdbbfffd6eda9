"""A small run of the fuzzer, and that it would notice."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Thread

import pytest

from tests.security.fuzz.campaign import clients, run
from tests.security.fuzz.rest import Operations, RestClient
from tests.security.fuzz.world import IN_THE_LOGS, LimitedPlatform, Pool, World

pytestmark = pytest.mark.slow

REQUESTS = 2_000


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    platform = LimitedPlatform(0)
    try:
        platform.start()
        yield World(platform)
    finally:
        platform.close()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["rest", "grpc"])
def test_whatever_is_sent_is_answered_in_our_words_and_hurts_nobody(world: World, kind: str) -> None:
    result = run(kind, clients(world)[kind], 11, range(REQUESTS))
    assert result.faults == []
    assert world.harm() == []
    # A run in which everything is refused at the door would find nothing.
    assert result.outcomes["200"] + result.outcomes["OK"] > REQUESTS / 10
    words = ("UNAUTHENTICATED", "MISSING_SCOPE", "INVALID_FIELD", "MALFORMED_BODY", "NOT_YOUR_SEAT", "NOT_THE_CREATOR")
    for word in words:
        assert any(word in outcome for outcome in result.outcomes), word


@pytest.mark.timeout(300)
def test_what_is_beyond_the_rate_limits_is_refused_as_such() -> None:
    platform = LimitedPlatform(150)
    try:
        platform.start("--in-gateway")  # most of what is asked never comes to an engine
        world = World(platform)
        results = [run(kind, make, 8, range(800)) for kind, make in clients(world).items()]
        assert world.harm() == []
    finally:
        platform.close()
    assert [result.faults for result in results] == [[], []]
    assert results[0].outcomes["429 RATE_LIMITED"] > 100
    assert results[1].outcomes["RESOURCE_EXHAUSTED RATE_LIMITED"] > 100


class Crooked(BaseHTTPRequestHandler):
    """Fails in three ways, one after the other."""

    def do_GET(self) -> None:
        status, kind, body = self.server.answers.pop(0)  # type: ignore[attr-defined]
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class NoPlatform(World):
    """A world without a platform: only an address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.pool = Pool()
        self._keys, self._revoked = ["key"], "old"


def problem(status: int, code: str) -> bytes:
    return json.dumps({"status": status, "code": code, "request_id": "r", "detail": ""}).encode()


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ((500, "application/problem+json", problem(500, "INTERNAL")), "500: "),
        ((503, "application/problem+json", problem(503, "INTERNAL")), "503: "),
        ((404, "text/html", b"<h1>Not Found</h1>"), "404 is no problem document"),
        ((404, "application/problem+json", problem(400, "NOT_FOUND")), "a problem that says otherwise"),
        ((200, "text/plain", b"Traceback (most recent call last)"), "200 tells of the code"),
        ((503, "application/problem+json", problem(503, "BUSY")), None),
    ],
)
def test_an_answer_that_is_not_in_order_is_a_fault(answer: tuple[int, str, bytes], fault: str | None) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Crooked)
    server.answers = [answer] * 2  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever)
    thread.start()
    client = RestClient(NoPlatform(f"http://127.0.0.1:{server.server_port}"), Operations())
    try:
        request = next(
            made
            for number in range(100)
            if (made := client.request(Random(number))).is_http and made.method == "GET" and not made.is_stream
        )
        found = client.fault(request)
    finally:
        client.close()
        server.shutdown()
        thread.join()
        server.server_close()
    assert (found is None) if fault is None else (found is not None and fault in found)


def test_the_same_seed_makes_the_same_requests() -> None:
    client = RestClient(NoPlatform("http://127.0.0.1:1"), Operations())
    one, again = ([client.request(Random(f"rest:1:{number}")) for number in range(200)] for _ in range(2))
    assert one == again
    assert len({request.wire for request in one}) > 150


@pytest.mark.parametrize(
    "line",
    ["Traceback (most recent call last):", "timestamp=x level=error process=gateway", '{"level": "error"}'],
)
def test_a_failure_in_a_log_is_seen(line: str) -> None:
    assert IN_THE_LOGS.search(line)
    assert not IN_THE_LOGS.search("timestamp=x level=warning event=request_refused")
