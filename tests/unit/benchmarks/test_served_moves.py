"""What is measured of served moves is what it says."""

import os
import random
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import click
import pytest

from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.http_clients import Connection, Request, send_all
from tests.benchmarks.served_moves import Match, Measured, View
from tests.benchmarks.yardstick import ProcessorYardstick

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"


@pytest.fixture
def server() -> Iterator[tuple[int, list[bytes]]]:
    """Answers each request, the first of a connection in two pieces: its port, and what it was sent."""
    asked: list[bytes] = []

    def attend(connection: socket.socket) -> None:
        with connection:
            while data := connection.recv(65_536):
                asked.append(data)
                answer = ANSWER.replace(b"200", b"404") if b"/missing" in data else ANSWER
                connection.sendall(answer[:30])
                connection.sendall(answer[30:])

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=attend, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1], asked
        listener.shutdown(socket.SHUT_RDWR)


def test_all_requests_are_sent_and_answered_each_on_its_own_connection(server: tuple[int, list[bytes]]) -> None:
    port, asked = server
    connections = [Connection("127.0.0.1", port, f"key{number}") for number in range(3)]
    for _ in range(2):
        answers = send_all([Request(connection, "POST", "/x", b"{}") for connection in connections])
        assert [(answer.status, answer.body) for answer in answers] == [(200, b"hello")] * 3
        assert all(answer.seconds > 0 for answer in answers)
    assert len(asked) == 6
    assert {data.split(b"Bearer ")[1][:4] for data in asked} == {b"key0", b"key1", b"key2"}
    assert all(data.endswith(b"Content-Length: 2\r\n\r\n{}") for data in asked)


def test_an_answer_that_is_no_success_ends_the_measurement(server: tuple[int, list[bytes]]) -> None:
    connection = Connection("127.0.0.1", server[0], "key")
    with pytest.raises(click.ClickException, match="/missing was answered 404"):
        send_all([Request(connection, "GET", "/missing")])


def test_figures_are_those_of_the_requests() -> None:
    requests = Measured(
        latencies=[0.001 * n for n in range(1, 101)], elapsed=2.0, used={"gateway": 0.05, "valkey": 0.01}
    )
    assert (requests.count, requests.per_second) == (100, 50.0)
    assert requests.latency_ms(50) == pytest.approx(51)
    assert requests.latency_ms(99) == pytest.approx(100)
    assert requests.cpu_ms() == {"gateway": pytest.approx(0.5), "valkey": pytest.approx(0.1)}


def test_processor_time_is_scaled_to_a_yardstick_of_035_seconds() -> None:
    assert ProcessorYardstick(samples=[0.6, 0.8]).scale == pytest.approx(0.5)
    yardstick = ProcessorYardstick()
    yardstick.sample()
    yardstick.sample()  # a moment later: not again
    assert len(yardstick.samples) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_processor_time_of_a_server_and_its_children_is_counted() -> None:
    program = "import os, sys; os.fork(); [x for x in range(3_000_000)]; print(flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == [b"\n", b"\n"]
        both = Processes.of_server(process.pid, "both").seconds()
        assert list(both) == ["both"]
        assert both["both"] >= 2 * 0.01
        assert process.stdin is not None
        process.stdin.close()
    own = Processes(os.getpid()).seconds()
    assert own["supervisor"] > 0


def test_a_match_goes_from_one_client_who_must_decide_to_the_next() -> None:
    class NoConnection:
        key = "k"

    match = Match([NoConnection()] * 4, "factionwars", random.Random(1))  # type: ignore[list-item]
    assert match.is_over
    turns = []
    for pending in ((0, 2, 3), (2, 3), (3,), (1,)):
        match.next_seat()
        turns.append(match.seat)
        match.update(View(is_live=True, pending=pending, decision=1, legal=["a"]))
    assert turns == [1, 0, 2, 3]
    assert (match.is_over, match.choice()) == (False, "a")
