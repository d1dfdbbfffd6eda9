"""HTTP as bytes on a connection: whatever the server itself refuses is a problem document, too."""

import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from flask import Flask, Response, request

from gateway import http_protocol, problems, wsgi_adapter
from gateway.asgi import create_asgi_app
from gateway.connection_limits import ConnectionLimits
from gateway.request_limits import check_sizes
from gateway.server import config
from tests.waiting import wait_until

MOST_BODY = 1_000


class Served:
    """A server of a small app, and what it has been asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.release = threading.Event()
        app = self._app()
        application = create_asgi_app(app, threads=2, max_body_bytes=MOST_BODY)
        self.server = uvicorn.Server(config(lambda: application, ConnectionLimits(1_000)))
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(listener.getsockname()[1])
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[listener]), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started, "it serves")

    def _app(self) -> Flask:
        app = Flask("small")
        app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
        problems.install(app)
        app.before_request(lambda: check_sizes(request.environ))

        @app.route("/<path:name>", methods=["GET", "POST"])
        def answer(name: str) -> Response:
            self.asked.append(name)
            if name == "slow":
                self.release.wait(20)
            if name == "large":
                return Response(b"x" * 20_000_000)
            if name == "probed":
                return Response(str(request.headers.get("X-Probe")))
            return Response(f"{request.method} {name} {request.get_data(as_text=True)} {request.remote_addr}")

        return app

    def connect(self) -> "Connection":
        return Connection(socket.create_connection(("127.0.0.1", self.port), 20))

    def stop(self) -> None:
        self.release.set()
        self.server.handle_exit(signal.SIGTERM, None)
        self.thread.join(20)
        assert not self.thread.is_alive()


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> Any:
        assert self.headers["content-type"] == "application/problem+json"
        return json.loads(self.body)


class Connection:
    """A client that sends bytes and reads answers."""

    def __init__(self, held: socket.socket) -> None:
        self.held = held
        self.file = held.makefile("rb")

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, data: bytes) -> "Connection":
        self.held.sendall(data)
        return self

    def answer(self, *, has_body: bool = True) -> Answer:
        line = self.file.readline()
        assert line.startswith(b"HTTP/1.1 "), line
        headers: dict[str, str] = {}
        while field := self.file.readline().strip():
            name, _, value = field.decode().partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", 0)) if has_body else 0
        return Answer(int(line.split()[1]), headers, self.file.read(length))

    def is_closed(self) -> bool:
        """Whether the server ends the connection, in an orderly way and without another byte."""
        return self.file.read() == b""

    def close(self) -> None:
        self.file.close()
        self.held.close()


@pytest.fixture
def served() -> Iterator[Served]:
    started = Served()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def shared() -> Iterator[Served]:
    """One server for many clients that harm it in no way."""
    started = Served()
    yield started
    started.stop()


GET = b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /p HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "MALFORMED_REQUEST", id="TLS"),
        pytest.param(b"GET\r\n\r\n", 400, "MALFORMED_REQUEST", id="a line with a method only"),
        pytest.param(b"GET / HTTP/9.9\r\n\r\n", 400, "MALFORMED_REQUEST", id="an unknown version"),
        pytest.param(b"FETCH / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST", id="an unknown method"),
        pytest.param(b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400, "MALFORMED_REQUEST", id="a header without a colon"),
        pytest.param(b"GET / HTTP/1.1\r\nA b: c\r\n\r\n", 400, "MALFORMED_REQUEST", id="a name with a blank"),
        pytest.param(b"GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 400, "MALFORMED_REQUEST", id="a value with a NUL"),
        pytest.param(b"GET / HTTP/1.1\r\nA: b\r\n\r\n", 400, "MALFORMED_REQUEST", id="no host"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400, "MALFORMED_REQUEST", id="two hosts"),
        pytest.param(b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST", id="a wrong escape"),
        pytest.param(b"GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST", id="escaped, not UTF-8"),
        pytest.param(b"GET /\xc3\xa4 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST", id="UTF-8, not escaped"),
        pytest.param(
            POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "MALFORMED_REQUEST", id="two lengths"
        ),
        pytest.param(POST + b"Content-Length: -1\r\n\r\n", 400, "MALFORMED_REQUEST", id="a negative length"),
        pytest.param(
            POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
            "MALFORMED_REQUEST",
            id="a length and chunks",
        ),
        pytest.param(POST + b"Transfer-Encoding: gzip\r\n\r\n", 400, "MALFORMED_REQUEST", id="an unknown coding"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n", 400, "MALFORMED_REQUEST", id="a bad chunk"
        ),
        pytest.param(POST + b"Expect: tea\r\nContent-Length: 2\r\n\r\n", 417, "EXPECTATION_FAILED", id="expects tea"),
        pytest.param(b"GET /" + b"a" * 60_000, 414, "URI_TOO_LONG", id="an address without an end"),
        pytest.param(
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000, 431, "HEADERS_TOO_LARGE", id="headers without an end"
        ),
        pytest.param(b"GET / HTTP/1.1\r\nA: " + b"b" * 99_000, 431, "HEADERS_TOO_LARGE", id="a header without an end"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"A: b\r\n" * 20_000,
            431,
            "HEADERS_TOO_LARGE",
            id="trailers without an end",
        ),
    ],
)
def test_what_the_server_refuses_is_a_problem_and_ends_the_connection(
    shared: Served, data: bytes, status: int, code: str
) -> None:
    shared.asked.clear()
    with shared.connect() as client:
        client.send(data[:10])
        time.sleep(0.01)  # a head that comes in pieces is counted
        for start in range(10, len(data), 20_000):
            client.send(data[start : start + 20_000])
            time.sleep(0.01)
        answer = client.answer()
        assert (answer.status, answer.problem["code"], answer.problem["status"]) == (status, code, status)
        assert answer.headers["connection"] == "close"
        assert answer.headers["x-request-id"] == answer.problem["request_id"]
        assert client.is_closed()
    assert shared.asked == []


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        pytest.param(b"GET /?" + b"a" * 4_200 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "URI_TOO_LONG", id="address"),
        pytest.param(
            b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"b" * 17_000 + b"\r\n\r\n", 431, "HEADERS_TOO_LARGE", id="headers"
        ),
        pytest.param(POST + b"Content-Length: 900000\r\n\r\n" + b" " * 900_000, 413, "BODY_TOO_LARGE", id="length"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1f4\r\n" + b" " * 500 + b"\r\n") * 3 + b"0\r\n\r\n",
            413,
            "BODY_TOO_LARGE",
            id="chunks",
        ),
    ],
)
def test_what_is_beyond_a_limit_is_refused_and_the_connection_goes_on(
    shared: Served, data: bytes, status: int, code: str
) -> None:
    with shared.connect() as client:
        answer = client.send(data).answer()
        assert (answer.status, answer.problem["code"]) == (status, code)
        assert client.send(GET % b"next").answer().body == b"GET next  127.0.0.1"


def test_a_body_may_come_in_many_pieces_and_with_trailers_which_are_no_headers(shared: Served) -> None:
    with shared.connect() as client:
        client.send(b"POST /echoed HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in b"1\r\na\r\n" * 50 + b"0\r\n":
            client.send(bytes([piece]))
        client.send(b"Host: y\r\nExpect: tea\r\nX-Probe: trailer\r\n\r\n")
        assert client.answer().body == b"POST echoed " + b"a" * 50 + b" 127.0.0.1"
        head = b"POST /probed HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        client.send(head + b"1\r\na\r\n0\r\nX-Probe: trailer\r\n\r\n")
        assert client.answer().body == b"None"
        assert client.send(GET % b"next").answer().body == b"GET next  127.0.0.1"


def test_what_stands_between_the_chunks_of_a_body_does_not_add_up(shared: Served) -> None:
    with shared.connect() as client:
        client.held.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.send(b"POST /echoed HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in [b"1;signature=" + b"s" * 4_000 + b"\r\n", b"a\r\n"] * 12:
            time.sleep(0.01)  # so that the server reads each by itself
            client.send(piece)
        client.send(b"0\r\n\r\n")
        assert client.answer().body == b"POST echoed " + b"a" * 12 + b" 127.0.0.1"


def test_so_many_requests_may_wait_for_the_responses_before_them_and_the_next_is_refused(served: Served) -> None:
    most = http_protocol.MOST_UNANSWERED
    assert most == 32
    with served.connect() as client:
        client.send(GET % b"slow" + GET % b"a" * (most - 1))
        wait_until(lambda: served.asked == ["slow"], "the first is worked on")
        served.release.set()
        assert [client.answer().status for _ in range(most)] == [200] * most
        client.send(GET % b"next")
        assert client.answer().status == 200
    served.asked.clear()
    served.release.clear()
    with served.connect() as client:
        client.send(GET % b"slow" + GET % b"a" * 500)
        wait_until(lambda: served.asked == ["slow"], "the first is worked on")
        served.release.set()
        answers = [client.answer() for _ in range(most + 1)]
        assert [answer.status for answer in answers] == [200] * most + [429]
        assert answers[-1].problem["code"] == "RATE_LIMITED"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert client.is_closed()
    assert served.asked == ["slow", *["a"] * (most - 1)]


def test_a_body_without_an_end_is_refused_and_the_connection_closed(served: Served) -> None:
    with served.connect() as client:
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        for _ in range(17):
            client.send(chunk)
        answer = client.answer()
        assert (answer.status, answer.problem["code"]) == (413, "BODY_TOO_LARGE")
        assert answer.headers["connection"] == "close"


def test_a_client_that_asks_first_is_told_to_go_on_or_not(served: Served) -> None:
    head = POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n"
    with served.connect() as client:
        assert client.send(head % 2).answer().status == 100
        assert client.send(b"ab").answer().body == b"POST p ab 127.0.0.1"
        answer = client.send(head % 5_000).answer()
        assert (answer.status, answer.problem["code"]) == (413, "BODY_TOO_LARGE")
        assert client.is_closed()


def test_requests_sent_together_are_answered_in_order_and_then_what_was_wrong(served: Served) -> None:
    served.release.set()
    with served.connect() as client:
        client.send(GET % b"slow" + GET % b"a" + POST + b"Content-Length: 2\r\n\r\nok" + b"nonsense\r\n\r\n")
        bodies = [client.answer().body for _ in range(3)]
        assert bodies == [b"GET slow  127.0.0.1", b"GET a  127.0.0.1", b"POST p ok 127.0.0.1"]
        assert client.answer().problem["code"] == "MALFORMED_REQUEST"
        assert client.is_closed()


def test_a_bad_body_behind_a_request_at_work_is_refused_in_its_turn(served: Served) -> None:
    with served.connect() as client:
        client.send(GET % b"slow" + POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n")
        wait_until(lambda: served.asked == ["slow"], "the first is at work")
        served.release.set()
        assert client.answer().body == b"GET slow  127.0.0.1"
        assert client.answer().problem["code"] == "MALFORMED_REQUEST"
        assert client.is_closed()
    assert served.asked == ["slow"]


def test_a_client_that_says_that_it_will_send_no_more_is_answered(served: Served) -> None:
    with served.connect() as client:
        client.send(GET % b"slow")
        client.held.shutdown(socket.SHUT_WR)
        wait_until(lambda: served.asked == ["slow"], "it is at work")
        served.release.set()
        assert client.answer().body == b"GET slow  127.0.0.1"
        assert client.is_closed()


def test_head_has_the_headers_of_get_and_no_body(served: Served) -> None:
    with served.connect() as client:
        answer = client.send(b"HEAD /h HTTP/1.1\r\nHost: x\r\n\r\n").answer(has_body=False)
        assert (answer.status, answer.headers["content-length"]) == (200, "17")
        assert client.send(GET % b"n").answer().body == b"GET n  127.0.0.1"


def test_a_client_may_offer_another_protocol(served: Served) -> None:
    with served.connect() as client:
        client.send(b"GET /u HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n")
        assert client.answer().body == b"GET u  127.0.0.1"
        assert client.send(GET % b"n").answer().body == b"GET n  127.0.0.1"


@pytest.mark.parametrize("data", [b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", POST + b"Content-Length: 5\r\n\r\nab"])
def test_a_request_that_does_not_come_to_its_end_times_out(
    served: Served, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.3)
    with served.connect() as client:
        assert client.send(GET % b"first").answer().status == 200
        answer = client.send(data).answer()
        assert (answer.status, answer.problem["code"]) == (408, "REQUEST_TIMEOUT")
        assert client.is_closed()
    assert served.asked == ["first"]


@pytest.mark.parametrize("data", [b"", b"\r\n"])
def test_a_connection_without_a_request_is_closed(served: Served, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    with served.connect() as client:
        assert client.send(data).is_closed()


def test_an_idle_connection_is_closed(served: Served) -> None:
    served.server.config.timeout_keep_alive = 1
    with served.connect() as client:
        assert client.send(GET % b"a").answer().status == 200
        assert client.is_closed()


def test_a_request_that_trickles_in_is_served_and_holds_no_thread(served: Served) -> None:
    slow = [served.connect() for _ in range(8)]
    for client in slow:
        client.send(POST + b"Content-Length: 4\r\n\r\nab")
    with served.connect() as client:
        assert client.send(GET % b"quick").answer().status == 200
    for client in slow:
        with closing(client):
            assert client.send(b"cd").answer().body == b"POST p abcd 127.0.0.1"


def test_clients_that_do_not_read_a_large_response_hold_no_thread(served: Served) -> None:
    slow = [served.connect().send(GET % b"large") for _ in range(4)]
    wait_until(lambda: len(served.asked) == 4, "all are answered")
    with served.connect() as client:
        assert client.send(GET % b"quick").answer().status == 200
    for client in slow:
        with closing(client):
            assert len(client.answer().body) == 20_000_000


def test_a_client_that_does_not_read_its_last_response_is_cut_off(served: Served) -> None:
    served.server.config.timeout_keep_alive = 1
    client = served.connect()
    client.held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.send(GET % b"large")
    wait_until(lambda: served.asked == ["large"], "it is answered")
    wait_until(lambda: not served.server.server_state.connections, "it is cut off")
    client.close()


def test_a_client_that_leaves_in_the_middle_of_its_body_is_forgotten(served: Served) -> None:
    with served.connect() as client:
        client.send(POST + b"Content-Length: 4\r\n\r\nab")
        wait_until(lambda: len(served.server.server_state.tasks) == 1, "its request is known")
    wait_until(lambda: not served.server.server_state.tasks, "nothing is left")
    assert served.asked == []


def test_a_stopping_server_finishes_what_it_serves_and_what_was_on_its_way(served: Served) -> None:
    with served.connect() as busy, served.connect() as idle:
        assert idle.send(GET % b"idle").answer().status == 200
        busy.send(GET % b"slow")
        wait_until(lambda: served.asked == ["idle", "slow"], "it is at work")
        served.server.handle_exit(signal.SIGTERM, None)
        wait_until(lambda: not served.server.servers[0].is_serving(), "it accepts no more")
        late = idle.send(GET % b"late").answer()
        assert (late.body, late.headers["connection"]) == (b"GET late  127.0.0.1", "close")
        assert idle.is_closed()
        served.release.set()
        assert busy.answer().body == b"GET slow  127.0.0.1"
        assert busy.is_closed()
    served.thread.join(20)
    assert not served.thread.is_alive()


def test_http_1_0_needs_no_host(served: Served) -> None:
    with served.connect() as client:
        assert client.send(b"GET /old HTTP/1.0\r\n\r\n").answer().status == 200


def test_a_request_whose_client_has_gone_is_not_worked_on(served: Served) -> None:
    busy = [served.connect().send(GET % b"slow") for _ in range(2)]  # both threads
    wait_until(lambda: served.asked == ["slow"] * 2, "both threads are busy")
    gone = [served.connect().send(GET % b"gone") for _ in range(3)]
    wait_until(lambda: len(served.server.server_state.connections) == 5, "the others are connected")
    time.sleep(0.5)  # their requests have come
    for client in gone:
        client.close()
    time.sleep(wsgi_adapter.HALF_CLOSED_SECONDS + 1.0)
    with served.connect() as last:
        last.send(GET % b"last")
        served.release.set()
        assert last.answer().status == 200
    for client in busy:
        assert client.answer().status == 200
        client.close()
    assert served.asked == ["slow", "slow", "last"]


def test_a_client_that_does_not_read_on_is_cut_off(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "READ_SECONDS", 0.3)
    slow = served.connect().send(GET % b"large" + GET % b"large")  # the second one waits for the first to be read
    with slow:
        wait_until(lambda: not served.server.server_state.connections, "it is cut off")
    with served.connect() as steady:  # reads slower than it could, but on
        steady.send(GET % b"large")
        received = 0
        while received < 20_000_000:
            received += len(steady.held.recv(1_000_000))
            time.sleep(0.01)
