"""The command line's client of the REST API."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread

import pytest

from cli.rest_client import NotReachable, Problem, Rest, pause_of, retried


class Busy(BaseHTTPRequestHandler):
    """Answers the first requests with what it was told, and then that all is well."""

    protocol_version = "HTTP/1.1"
    refusals: list[tuple[int, dict[str, str]]]
    asked: list[tuple[str, str]]

    def do_GET(self) -> None:
        self.asked.append((self.command, self.path))
        status, headers = self.refusals.pop(0) if self.refusals else (200, {})
        body = json.dumps({"code": "RATE_LIMITED", "detail": "Too much."} if status != 200 else {"ok": True}).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def busy() -> Iterator[HTTPServer]:
    Busy.refusals, Busy.asked = [], []
    server = HTTPServer(("127.0.0.1", 0), Busy)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_who_asks_too_much_waits_and_asks_again(busy: HTTPServer) -> None:
    Busy.refusals = [(429, {"Retry-After": "1"}), (429, {"Retry-After": "1"})]
    rest = Rest(f"http://127.0.0.1:{busy.server_address[1]}", "key")
    assert rest.get("/v1/matches") == {"ok": True}
    assert Busy.asked == [("GET", "/v1/matches")] * 3
    rest.close()


def test_a_refusal_that_does_not_say_when_to_come_back_is_told(busy: HTTPServer) -> None:
    Busy.refusals = [(429, {})]
    rest = Rest(f"http://127.0.0.1:{busy.server_address[1]}", "key")
    with pytest.raises(Problem, match=r"Too much. \[RATE_LIMITED\]"):
        rest.get("/v1/matches")
    rest.close()


def test_a_platform_that_takes_a_request_and_says_nothing_does_not_answer() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        rest = Rest(f"http://127.0.0.1:{silent.getsockname()[1]}", "key", timeout_seconds=0.05)
        with pytest.raises(NotReachable, match="TimeoutError"):
            rest.get("/v1/matches")


def test_a_connection_that_the_platform_has_closed_since_the_last_answer_is_opened_anew() -> None:
    asked: list[bytes] = []
    is_closed = Event()

    def answer_and_close(server: socket.socket) -> None:
        for _ in range(2):
            with server.accept()[0] as connection:
                asked.append(connection.recv(4096))
                connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"ok":true}')
            is_closed.set()

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        serving = Thread(target=answer_and_close, args=(server,), daemon=True)
        serving.start()
        rest = Rest(f"http://127.0.0.1:{server.getsockname()[1]}", "key", timeout_seconds=10.0)
        assert rest.get("/v1/matches") == {"ok": True}
        assert is_closed.wait(10.0)
        assert rest.get("/v1/matches/m_1") == {"ok": True}
        rest.close()
        serving.join(10.0)
    assert [line.split()[1] for line in asked] == [b"/v1/matches", b"/v1/matches/m_1"]


def test_a_call_is_made_again_after_pauses_that_grow_and_are_bounded() -> None:
    slept: list[float] = []
    answers: list[Exception] = [NotReachable("gone"), Problem(503, {"code": "BUSY"})] * 3
    answers.append(Problem(409, {"code": "REQUEST_IN_PROGRESS"}))

    def call() -> str:
        if answers:
            raise answers.pop(0)
        return "done"

    assert retried(call, slept.append) == "done"
    assert len(slept) == 7
    for pause, most in zip(slept, (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0), strict=True):
        assert most / 2 <= pause <= most


def test_clients_that_were_cut_off_together_do_not_come_back_together() -> None:
    assert len({pause_of(10.0) for _ in range(50)}) > 10


def test_a_platform_that_does_not_come_back_is_given_up() -> None:
    tries: list[int] = []

    def call() -> None:
        tries.append(1)
        raise NotReachable("gone")

    with pytest.raises(NotReachable):
        retried(call, lambda _: None)
    assert len(tries) == 8


def test_a_refusal_that_will_not_pass_is_told_at_once() -> None:
    for status, code in ((404, "NOT_FOUND"), (429, "QUOTA_EXCEEDED"), (500, "INTERNAL")):
        tries: list[int] = []

        def call(status: int = status, code: str = code, tries: list[int] = tries) -> None:
            tries.append(1)
            raise Problem(status, {"code": code})

        with pytest.raises(Problem):
            retried(call, lambda _: None)
        assert tries == [1]
