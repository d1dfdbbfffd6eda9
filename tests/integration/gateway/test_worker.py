"""The gateway's worker process, with a small application in place of the gateway's."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.waiting import offspring, wait_until

PROGRAM = """
import os, socket, time
from gunicorn.app.base import BaseApplication
from gateway.worker import StandbyWorker
from services.shared_thread import before_waiting, let_others_first

def app(environ, start_response):
    path, body = environ["PATH_INFO"], environ["wsgi.input"].read()
    if path == "/company":
        time.sleep(0.002)
        told = b"aside" if let_others_first() else b"alone"
        start_response("200 OK", [("Content-Length", str(len(told)))])
        return [told]
    if path == "/busy":
        time.sleep(0.015)
    if path == "/slow":
        before_waiting()
        time.sleep(1.5)
    if path == "/large":
        start_response("200 OK", [("Content-Length", "50000000")])
        return [b"x" * 50_000_000]
    if path == "/stream":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return (time.sleep(0.3) or b"part" for _ in range(4))
    if path == "/short":
        start_response("200 OK", [("Content-Length", "9")])
        return [b"short"]
    if path == "/broken":
        raise ValueError("secret")
    said = f"{environ['REQUEST_METHOD']} {path} {body.decode()} {environ['REMOTE_ADDR']} {os.getpid()}".encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [said]

class Server(BaseApplication):
    def load_config(self):
        for name, value in {"bind": [f"fd://{listener.detach()}"], "worker_class": StandbyWorker, "threads": 4,
                            "graceful_timeout": 10, "control_socket_disable": True, "loglevel": "critical"}.items():
            self.cfg.set(name, value)
    def load(self):
        return app

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
Server().run()
"""


class Served:
    """The server, started for one test."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def raw(self, data: bytes) -> bytes:
        """Everything that is answered to some bytes until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.port), 20) as connection:
            connection.sendall(data)
            return b"".join(iter(lambda: connection.recv(65_536), b""))

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def served() -> Iterator[Served]:
    """A server of the test's own."""
    started = Served()
    yield started
    started.end()


def say(connection: http.client.HTTPConnection, path: str, method: str = "GET", body: object = None) -> str:
    connection.request(method, path, body, encode_chunked=not isinstance(body, bytes | None))  # type: ignore[arg-type]
    return connection.getresponse().read().decode()


def test_a_connection_is_kept_for_plain_and_other_requests_in_turn(served: Served) -> None:
    connection = served.connect()
    for _ in range(2):
        assert say(connection, "/a").startswith("GET /a  127.0.0.1 ")
        assert say(connection, "/b", "POST", b"one").startswith("POST /b one ")
        assert say(connection, "/c", "POST", iter([b"in ", b"parts"])).startswith("POST /c in parts ")
        assert say(connection, "/d", "POST", b"x" * 200_000).startswith("POST /d " + "x" * 200_000)
        assert say(connection, "/e", "HEAD") == ""
        assert say(connection, "/stream") == "part" * 4
    held = connection.sock
    assert say(connection, "/f").startswith("GET /f")
    assert connection.sock is held


def test_requests_sent_together_are_answered_in_order(served: Served) -> None:
    request = b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n%bConnection: %b\r\n\r\n%d"
    data = b"".join(request % (n, b"", b"keep-alive" if n < 3 else b"close", n) for n in range(4))
    answers = served.raw(data).split(b"HTTP/1.1 200 OK")[1:]
    assert [answer.partition(b"\r\n\r\n")[2].split()[:3] for answer in answers] == [
        [b"POST", b"/%d" % n, b"%d" % n] for n in range(4)
    ]


def test_a_request_that_comes_in_pieces_is_served(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), 20) as connection:
        for piece in (b"GET /piece", b"s HTTP/1.1\r\nHo", b"st: x\r\nConnection: close\r\n", b"\r\n"):
            connection.sendall(piece)
            time.sleep(0.05)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert b"GET /pieces" in answer


def test_what_is_not_http_is_refused(served: Served) -> None:
    assert served.raw(b"\x16\x03\x01\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    smuggled = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert served.raw(smuggled).startswith(b"HTTP/1.1 400 ")


def test_an_answer_shorter_than_it_says_ends_the_connection(served: Served) -> None:
    answer = served.raw(b"GET /short HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"Connection: close" in answer
    assert answer.endswith(b"\r\n\r\nshort")


def test_an_application_that_fails_ends_the_connection_and_nothing_else(served: Served) -> None:
    assert b"secret" not in served.raw(b"GET /broken HTTP/1.1\r\nHost: x\r\n\r\n")
    assert say(served.connect(), "/after").startswith("GET /after")


def test_slow_requests_and_streams_hold_up_nobody_while_there_are_threads(served: Served) -> None:
    quick = served.connect()
    say(quick, "/warm")
    slow = [served.connect() for _ in range(3)]
    for connection, path in zip(slow, ("/slow", "/stream", "/slow"), strict=True):
        connection.request("GET", path)
    began = time.monotonic()
    pid = say(quick, "/quick").split()[-1]
    waited = time.monotonic() - began
    answers = [connection.getresponse().read().decode() for connection in slow]
    assert waited < 1.0  # what came first takes 1.2 and 1.5 seconds
    assert answers[1] == "part" * 4
    assert {answers[0].split()[-1], answers[2].split()[-1]} == {pid}


def test_more_slow_requests_than_threads_are_all_served(served: Served) -> None:
    connections = [served.connect() for _ in range(6)]
    for connection in connections:
        connection.request("GET", "/slow")
    assert all(connection.getresponse().read().startswith(b"GET /slow") for connection in connections)


def test_a_stopping_worker_finishes_what_it_serves(served: Served) -> None:
    idle, busy = served.connect(), served.connect()
    say(idle, "/idle")
    busy.request("GET", "/slow")
    time.sleep(0.2)
    served.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    idle.request("GET", "/late")
    late = idle.getresponse()
    assert late.headers["Connection"] == "close"
    assert late.read().startswith(b"GET /late")
    assert busy.getresponse().read().startswith(b"GET /slow")
    assert served.process.wait(20) == 0


def test_a_worker_that_dies_is_replaced(served: Served) -> None:
    first = int(say(served.connect(), "/").split()[-1])
    assert first in offspring(served.process.pid)
    os.kill(first, signal.SIGKILL)

    def replaced() -> bool:
        try:
            return int(say(served.connect(), "/").split()[-1]) != first
        except (OSError, http.client.HTTPException):
            return False

    wait_until(replaced, "another worker")


def test_a_request_that_lets_others_first_goes_on_when_they_are_served(served: Served) -> None:
    """Three clients ask in a row. Whoever is put aside goes on when it is time, however the others come."""

    def ask(times: int) -> list[str]:
        connection = served.connect()
        told = [say(connection, "/company") for _ in range(times)]
        connection.close()
        return told

    assert ask(3) == ["alone"] * 3
    with ThreadPoolExecutor(3) as pool:
        told = Counter(answer for answers in pool.map(ask, [100] * 3) for answer in answers)
    assert told.keys() == {"alone", "aside"}
    assert told["aside"] > 10


@pytest.mark.parametrize("long", ["/slow", "/stream", "/large", "in parts"])
def test_who_is_put_aside_does_not_wait_for_one_that_takes_long(served: Served, long: str) -> None:
    """While a short request is served, one comes that will let others first, and one that takes long, by its wait, by
    what it answers, or by how it is sent."""
    busy = served.connect()
    say(busy, "/warm")
    for _ in range(50):
        company, other = served.connect(), served.connect()
        company.connect()
        other.connect()
        busy.request("GET", "/busy")
        time.sleep(0.002)
        company.request("GET", "/company")
        if long == "in parts":
            other.sock.sendall(b"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
        else:
            other.request("GET", long)
        began = time.monotonic()
        told = company.getresponse().read()
        waited = time.monotonic() - began
        assert busy.getresponse().read()
        company.close()
        other.close()
        if told == b"aside":
            break
    assert told == b"aside"
    assert waited < 1.0


def test_what_comes_while_a_request_is_served_is_served_after_it(served: Served) -> None:
    say(served.connect(), "/warm")
    with socket.create_connection(("127.0.0.1", served.port), 20) as connection:
        for path in (b"/slow", b"/then"):
            connection.sendall(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path)
            time.sleep(0.2)
        assert say(served.connect(), "/meanwhile").startswith("GET /meanwhile")
        connection.shutdown(socket.SHUT_WR)
        answers = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answers.index(b"GET /slow") < answers.index(b"GET /then")


def test_a_client_that_leaves_while_it_is_put_aside_harms_nobody(served: Served) -> None:
    busy, company = served.connect(), served.connect()
    say(busy, "/warm")
    for _ in range(20):
        others = [served.connect() for _ in range(3)]
        for other in others:
            other.connect()
        busy.request("GET", "/busy")
        time.sleep(0.002)
        for other in others:
            other.request("GET", "/company")
            other.close()
        company.request("GET", "/company")
        assert busy.getresponse().read().startswith(b"GET /busy")
        assert company.getresponse().read() in (b"alone", b"aside")
    assert say(busy, "/after").startswith("GET /after")
