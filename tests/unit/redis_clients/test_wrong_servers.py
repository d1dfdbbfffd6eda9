"""What a client does with a server that says that it is the wrong one, or takes no writes now: real sockets, and a
server that says what a test wants."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
import redis.exceptions

from services.errors import Reason, Refusal
from services.redis_clients import busy_if_unavailable, live_state
from services.redis_clients.errors import NotPrimary, WritesRefused
from services.settings import read_settings
from tests.waiting import wait_until

PRIMARY: Final = b"%2\r\n$5\r\nproto\r\n:3\r\n$4\r\nrole\r\n$6\r\nmaster\r\n"
WRONG: Final = (
    "READONLY You can't write against a read only replica.",
    "MOVED 3999 127.0.0.1:6381",
    "LOADING Redis is loading the dataset in memory",
    "CLUSTERDOWN The cluster is down",
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
)
FULL: Final = (
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    "NOREPLICAS Not enough good replicas to write.",
    "BUSY Redis is busy running a script.",
)


class Scripted(socketserver.ThreadingTCPServer):
    """A server that answers ``GET`` with an error on its first ``failing`` connections, and ``ok`` on later ones.
    ``asked``: how many ``GET`` came on each connection. ``left``: connections that clients have closed."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, error: str, failing: int) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.error = error
        self.failing = failing
        self.asked: list[int] = []
        self.left = 0


class _Connection(socketserver.StreamRequestHandler):
    server: Scripted

    def handle(self) -> None:
        number = len(self.server.asked)
        self.server.asked.append(0)
        while head := self.rfile.readline():
            words = []
            for _ in range(int(head[1:])):
                words.append(self.rfile.read(int(self.rfile.readline()[1:])))
                self.rfile.readline()
            self.wfile.write(self._answer(number, words[0].upper()))
        self.server.left += 1

    def _answer(self, number: int, command: bytes) -> bytes:
        if command == b"HELLO":
            return PRIMARY
        if command != b"GET":
            return b"+OK\r\n"
        self.server.asked[number] += 1
        return f"-{self.server.error}\r\n".encode() if number < self.server.failing else b"$2\r\nok\r\n"


@contextmanager
def scripted(error: str, failing: int) -> Iterator[Scripted]:
    with Scripted(error, failing) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


def code_of(error: str) -> str:
    return error.split()[0]


def client_of(server: Scripted) -> redis.Redis:
    return live_state(read_settings({"PLAYHALL_REDIS_URL": f"redis://127.0.0.1:{server.server_address[1]}"}).redis)


@pytest.mark.parametrize("error", WRONG, ids=code_of)
def test_a_connection_to_the_wrong_server_is_left_and_the_command_sent_once_more(error: str) -> None:
    with scripted(error, failing=1) as server, client_of(server) as client:
        assert client.get("key") == b"ok"
        assert client.get("key") == b"ok"
        assert server.asked == [1, 2]
        wait_until(lambda: server.left == 1, "the connection is left")


@pytest.mark.parametrize("error", WRONG, ids=code_of)
def test_while_only_the_wrong_server_answers_each_command_is_refused_after_two_attempts(error: str) -> None:
    with scripted(error, failing=100) as server, client_of(server) as client:
        with pytest.raises(NotPrimary):
            client.get("key")
        assert server.asked == [1, 1]
        with pytest.raises(Refusal) as refused, busy_if_unavailable():
            client.get("key")
        assert refused.value.reason is Reason.BUSY
        assert server.asked == [1, 1, 1, 1]


@pytest.mark.parametrize("error", FULL, ids=code_of)
def test_a_primary_that_takes_no_writes_is_kept_and_not_asked_again_at_once(error: str) -> None:
    with scripted(error, failing=100) as server, client_of(server) as client:
        with pytest.raises(WritesRefused):
            client.get("key")
        with pytest.raises(Refusal) as refused, busy_if_unavailable():
            client.get("key")
        assert refused.value.reason is Reason.BUSY
        assert server.asked == [2]
