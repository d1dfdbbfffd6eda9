"""The gateway as a process of its own."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.database import Database
from services.engine.registry import installed_ids
from services.fairness.signing import create_key_file
from services.identity import ApiKeys, Players, Scope
from services.settings import PREFIX
from tests.valkey import RealValkey
from tests.waiting import is_alive, offspring, wait_until

EVERYTHING = (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE, Scope.ACCOUNT_MANAGE)


class Gateway:
    """A gateway process on a free port, and the keys of two players."""

    def __init__(
        self,
        folder: Path,
        redis_url: str,
        database: Path,
        *options: str,
        listener: socket.socket | None = None,
        open_files: int | None = None,
        **settings: str,
    ) -> None:
        """``open_files``: how many the process may have at most."""
        create_key_file(folder / "signing-keys.json")
        listening = [] if listener is None else ["--listener", str(listener.fileno())]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        ours = {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": redis_url,
            "PLAYHALL_DATABASE_URL": f"sqlite:///{database}",
            "PLAYHALL_PORT": "0",
            **{f"{PREFIX}{name.upper()}": value for name, value in settings.items()},
        }
        limited = [] if open_files is None else ["sh", "-c", f'ulimit -n {open_files}; exec "$@"', "sh"]
        self.log = Path(tempfile.mkstemp(dir=folder, suffix=".log")[1])
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*limited, sys.executable, "-P", "-m", "cli", "gateway", *options, *listening],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**kept, **ours},
                pass_fds=() if listener is None else (listener.fileno(),),
            )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline().decode()
        self.port = int(self.line.rpartition(":")[2])
        sql = Database(f"sqlite:///{database}")
        players, keys = Players(sql), ApiKeys(sql, "dev")
        self.ada, self.bob = (str(keys.create(players.create(name).id, EVERYTHING, "k")[1]) for name in ("Ada", "Bob"))
        sql.close()

    def connect(self) -> http.client.HTTPConnection:
        """A new connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, method: str, path: str, key: str | None = None, body: Any = None, **headers: str) -> Any:
        """The JSON of an answer."""
        connection = self.connect()
        status, _, document = send(connection, method, path, key, body, **headers)
        connection.close()
        assert status < 300, document
        return document

    def follow(self, path: str) -> http.client.HTTPResponse:
        """A stream whose first line has been read."""
        connection = self.connect()
        headers = {"Authorization": f"Bearer {self.ada}"}
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        assert response.status == 200
        assert response.readline()
        return response

    def match(self) -> str:
        """A live match in which Ada has seat 0 and Bob seat 1."""
        new = {"ruleset": "factionwars", "seats": ["me", "open"]}
        match: str = self.ask("POST", "/v1/matches", self.ada, new)["id"]
        self.ask("POST", f"/v1/matches/{match}:join", self.bob)
        return match

    def end(self) -> None:
        """Kill the process if it still runs."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def send(
    connection: http.client.HTTPConnection, method: str, path: str, key: str | None, body: Any = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, Any]:
    """One request on a connection that is kept."""
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, body=None if body is None else json.dumps(body), headers=headers)
    response = connection.getresponse()
    return response.status, response.headers, json.loads(response.read() or b"null")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Path:
    """A data folder with an empty database."""
    path = tmp_path_factory.mktemp("gateway")
    shutil.copy(migrated, path / "playhall.db")
    return path


@pytest.fixture(scope="module")
def gateway(folder: Path, real_valkey: RealValkey) -> Iterator[Gateway]:
    """A process that all these tests ask."""
    started = Gateway(folder, real_valkey.url, folder / "playhall.db")
    yield started
    started.end()


@pytest.fixture
def mortal_gateway(folder: Path, real_valkey: RealValkey) -> Iterator[Gateway]:
    """A process of the test's own."""
    started = Gateway(folder, real_valkey.url, folder / "playhall.db")
    yield started
    started.end()


def test_it_says_where_it_listens_and_serves_real_services(gateway: Gateway) -> None:
    assert gateway.line == f"Playhall listens on http://127.0.0.1:{gateway.port}\n"
    ready = gateway.ask("GET", "/readyz")
    engines = {f"engine:{ruleset}": "ok" for ruleset in installed_ids()}
    assert ready["parts"] == {"redis": "ok", "database": "ok", **engines}
    match = gateway.match()
    view = gateway.ask("GET", f"/v1/matches/{match}/seats/0/view", gateway.ada)
    action = view["legal"][0]["notation"]
    path = f"/v1/matches/{match}/decisions/{view['decision']}"
    assert gateway.ask("POST", path, gateway.ada, {"action": action})["notation"] == action


def test_streams_polls_and_the_process_end_soon_after_sigterm(mortal_gateway: Gateway) -> None:
    gateway = mortal_gateway
    match = gateway.match()
    streams = [
        gateway.follow(f"/v1/matches/{match}/events/ndjson"),
        gateway.follow(f"/v1/matches/{match}/seats/0/events/ndjson"),
        gateway.follow(f"/v1/matches/{match}/events/sse"),
    ]
    polling = gateway.connect()
    revision = gateway.ask("GET", f"/v1/matches/{match}/view", gateway.ada)["revision"]
    headers = {"Authorization": f"Bearer {gateway.ada}"}
    polling.request("GET", f"/v1/matches/{match}/events?since={revision}&wait=30", headers=headers)
    # Connections are taken in order: when one that came later is answered, the poll is under way.
    gateway.ask("GET", f"/v1/matches/{match}/view", gateway.ada)
    began = time.monotonic()
    gateway.process.send_signal(signal.SIGTERM)
    for stream in streams:
        # Read to the end: the last chunk was sent, so that the client knows that nothing was cut off.
        stream.read()
        assert stream.isclosed()
    assert json.loads(polling.getresponse().read()) == {"events": [], "next_since": revision, "ended": False}
    assert gateway.process.wait(20) == 0
    # Whoever did not end them would wait for the graceful timeout's 20 seconds, and for the poll's 30.
    assert time.monotonic() - began < 18


def test_many_streams_and_polls_leave_all_threads_for_everything_else(gateway: Gateway) -> None:
    match = gateway.match()
    path = f"/v1/matches/{match}/events"
    streams = [gateway.follow(f"{path}/ndjson") for _ in range(48)]
    revision = gateway.ask("GET", f"/v1/matches/{match}/view", gateway.ada)["revision"]
    polls = [gateway.connect() for _ in range(48)]
    for poll in polls:
        headers = {"Authorization": f"Bearer {gateway.ada}"}
        poll.request("GET", f"{path}?since={revision}&wait=1", headers=headers)
    assert gateway.ask("GET", f"/v1/matches/{match}", gateway.bob)["status"] == "live"
    for poll in polls:
        assert json.loads(poll.getresponse().read())["events"] == []
        poll.close()
    for stream in streams:
        stream.close()


def test_a_connection_is_kept_for_several_requests_also_after_problems(gateway: Gateway) -> None:
    connection = gateway.connect()
    socket_used: set[int] = set()
    for method, path, key, body, expected in (
        ("GET", "/livez", None, None, 200),
        ("POST", "/v1/matches", None, {"ruleset": "x"}, 401),
        ("POST", "/v1/matches", gateway.ada, {"ruleset": "x"}, 422),
        ("GET", "/nowhere", None, None, 404),
        ("GET", "/v1/players/me", gateway.ada, None, 200),
    ):
        status, _, _ = send(connection, method, path, key, body)
        assert status == expected
        assert connection.sock is not None
        socket_used.add(connection.sock.fileno())
    assert len(socket_used) == 1
    connection.close()


CHUNKED = (
    "POST /v1/matches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
)
LENGTH = (
    "POST /v1/matches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\n\r\n"
)


@pytest.mark.parametrize(
    ("request_head", "body", "status", "code"),
    [
        (CHUNKED, b"2\r\n{}\r\n0\r\n\r\n", 422, "INVALID_FIELD"),
        (CHUNKED, b"10000\r\n" + b" " * 65_536 + b"\r\n2\r\n{}\r\n0\r\n\r\n", 413, "BODY_TOO_LARGE"),
        (CHUNKED, (b"1000\r\n" + b" " * 4096 + b"\r\n") * 200 + b"0\r\n\r\n", 413, "BODY_TOO_LARGE"),
        (CHUNKED, b"xyz\r\n{}\r\n0\r\n\r\n", 400, "MALFORMED_REQUEST"),
        (LENGTH, b" " * 900_000, 413, "BODY_TOO_LARGE"),
        (LENGTH, b"{}", 422, "INVALID_FIELD"),
    ],
)
def test_bodies_are_measured_however_they_are_sent(
    gateway: Gateway, request_head: str, body: bytes, status: int, code: str
) -> None:
    with socket.create_connection(("127.0.0.1", gateway.port), timeout=20) as connection:
        connection.sendall(request_head.format(key=gateway.ada, length=len(body)).encode() + body)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["code"]) == (status, code)


@pytest.mark.slow
def test_who_comes_while_a_killed_process_is_replaced_waits_and_is_served(
    folder: Path, real_valkey: RealValkey
) -> None:
    """On a listening socket that outlives the process, as the supervisor holds it."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        first = Gateway(folder, real_valkey.url, folder / "playhall.db", listener=listener)
        assert first.ask("GET", "/livez") == {"status": "ok"}
        first.process.kill()
        first.process.wait()
        waiting = [first.connect() for _ in range(10)]
        for connection in waiting:
            connection.request("GET", "/livez")
        second = Gateway(folder, real_valkey.url, folder / "playhall.db", listener=listener)
        assert [connection.getresponse().status for connection in waiting] == [200] * 10
        for connection in waiting:
            connection.close()
        first.end()
        second.end()


@pytest.mark.slow
def test_several_processes_share_a_port_and_those_that_die_are_replaced(folder: Path, real_valkey: RealValkey) -> None:
    gateway = Gateway(folder, real_valkey.url, folder / "playhall.db", "--processes", "2")
    try:
        wait_until(lambda: len(serving(gateway)) == 2, "two processes serve", 30)
        killed = serving(gateway)[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in serving(gateway) and len(serving(gateway)) == 2, "another", 30)
        assert gateway.ask("GET", "/livez") == {"status": "ok"}
        left = serving(gateway)
        gateway.process.send_signal(signal.SIGTERM)
        assert gateway.process.wait(30) == 0
        assert not [pid for pid in left if is_alive(pid)]
    finally:
        gateway.end()


@pytest.mark.slow
def test_several_processes_end_with_the_one_that_started_them(folder: Path, real_valkey: RealValkey) -> None:
    gateway = Gateway(folder, real_valkey.url, folder / "playhall.db", "--processes", "2")
    wait_until(lambda: len(serving(gateway)) == 2, "two processes serve", 30)
    left = serving(gateway)
    gateway.end()
    wait_until(lambda: not [pid for pid in left if is_alive(pid)], "nothing is left", 30)


def serving(gateway: Gateway) -> list[int]:
    """The processes that a gateway has started to serve, and that have begun."""
    begun = []
    for pid in offspring(gateway.process.pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            command, threads = Path(f"/proc/{pid}/cmdline").read_bytes(), Path(f"/proc/{pid}/task")
            if b"spawn_main" in command and len(list(threads.iterdir())) > 1:
                begun.append(pid)
    return begun


def test_the_log_holds_no_key(mortal_gateway: Gateway) -> None:
    gateway = mortal_gateway
    gateway.match()
    connection = gateway.connect()
    send(connection, "GET", f"/v1/matches?player={gateway.ada}", gateway.bob)
    connection.close()
    gateway.process.send_signal(signal.SIGTERM)
    gateway.process.wait(20)
    log = gateway.log.read_text() + (gateway.process.stdout.read().decode() if gateway.process.stdout else "")
    assert "route" in log
    for key in (gateway.ada, gateway.bob):
        assert key not in log
        assert key.rpartition("_")[2] not in log
