"""The service at a Unix socket: who may use it, and what becomes of calls when it stops, dies or hangs."""

import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.engine import near_wire
from services.engine.near import NearEngine
from services.engine.near_server import NearServer, make_own_folder
from services.errors import Reason, Refusal
from tests.counted_metrics import figure
from tests.integration.engine.serving import served_near
from tests.rulesets.sealed import RULESET

SEED = bytes(range(32))


@pytest.fixture
def path() -> Iterator[str]:
    with served_near(RULESET) as path:
        yield path


def test_only_its_owner_may_open_the_socket(path: str) -> None:
    assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600


def test_a_strangers_folder_is_not_used(tmp_path: Path) -> None:
    make_own_folder(tmp_path / "own")
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(tmp_path / "own")
    with pytest.raises(PermissionError):
        make_own_folder(tmp_path / "link")


def test_calls_one_after_the_other_use_one_connection(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = NearEngine("sealed", path, timeout_seconds=20)
    made: list[int] = []
    connect = engine._connect
    monkeypatch.setattr(engine, "_connect", lambda: made.append(1) or connect())  # type: ignore[func-returns-value]
    step = engine.start(2, {}, SEED)
    for _ in range(5):
        assert engine.observe(step.position).position == step.position
    assert made == [1]


def test_a_call_to_a_service_that_was_replaced_is_sent_again(tmp_path: Path) -> None:
    with served_near(RULESET) as path:
        engine = NearEngine("sealed", path, timeout_seconds=20)
        step = engine.start(2, {}, SEED)
        # The connection that is kept ends in the middle of the next call.
        engine._idle[0].shutdown(socket.SHUT_RDWR)
        assert engine.observe(step.position).position == step.position
        assert engine.describe().id == "sealed"


def test_a_service_that_comes_back_in_a_moment_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "s"
    engine = NearEngine("sealed", str(path), timeout_seconds=20)
    server: list[NearServer] = []

    def begin() -> None:
        server.append(NearServer([RULESET], path))
        server[0].start()

    later = threading.Timer(0.15, begin)
    later.start()
    try:
        assert len(engine.start(2, {}, SEED).situations) == 3
    finally:
        later.join()
        server[0].stop(grace_seconds=0)
    assert not path.exists()


def calls_to_start(name: str, **labels: str) -> float:
    return figure(f"engine_call_{name}", ruleset="sealed", call="Start", **labels)


def test_calls_are_counted_as_those_over_grpc_are(path: str, tmp_path: Path) -> None:
    started, failed = calls_to_start("seconds_count"), calls_to_start("failures_total", reason="BUSY")
    NearEngine("sealed", path, timeout_seconds=20).start(2, {}, SEED)
    assert calls_to_start("seconds_count") == started + 1
    with pytest.raises(Refusal):
        NearEngine("sealed", path, timeout_seconds=20).start(99, {}, SEED)
    with pytest.raises(Refusal):
        NearEngine("sealed", str(tmp_path / "nobody"), timeout_seconds=20).start(2, {}, SEED)
    assert calls_to_start("seconds_count") == started + 1
    assert calls_to_start("failures_total", reason="BUSY") == failed + 1
    assert calls_to_start("failures_total", reason="SEATS_OUT_OF_RANGE") == 0


def test_without_a_service_the_platform_is_busy(tmp_path: Path) -> None:
    engine = NearEngine("sealed", str(tmp_path / "nobody"), timeout_seconds=20)
    with pytest.raises(Refusal) as refused:
        engine.start(2, {}, SEED)
    assert refused.value.reason is Reason.BUSY


def test_a_service_that_hangs_is_left_alone_after_two_late_calls(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen(8)
        engine = NearEngine("sealed", str(tmp_path / "silent"), timeout_seconds=0.1)
        for _ in range(3):
            with pytest.raises(Refusal) as refused:
                engine.start(2, {}, SEED)
            assert refused.value.reason is Reason.BUSY
        silent.settimeout(0)
        for _ in range(2):
            silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_a_child_makes_its_own_connection(path: str) -> None:
    engine = NearEngine("sealed", path, timeout_seconds=20)
    step = engine.start(2, {}, SEED)
    mine = os.fstat(engine._idle[0].fileno()).st_ino
    child = os.fork()
    if child == 0:
        same = engine.observe(step.position).position == step.position
        others = [os.fstat(connection.fileno()).st_ino for connection in engine._idle]
        os._exit(0 if same and len(others) == 1 and others[0] != mine else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert engine.observe(step.position).position == step.position


def test_nonsense_ends_the_connection_and_nothing_else(path: str) -> None:
    for nonsense in (b"\xff" * 64, b"\x00\x00\x00\x05\x00\x00\x00\x01x", b"GET / HTTP/1.1\r\n\r\n"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(20)
            connection.connect(path)
            connection.sendall(nonsense)
            connection.shutdown(socket.SHUT_WR)
            assert connection.recv(1) == b""
    assert NearEngine("sealed", path, timeout_seconds=20).describe().id == "sealed"


def test_frames_come_through_in_pieces() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        parts = [b"x" * 300_000, b"", b"\x00"]
        sender = threading.Thread(target=near_wire.send, args=(ours, {"call": "ä"}, parts))
        sender.start()
        head, received = near_wire.receive(theirs)
        sender.join()
    assert head["call"] == "ä"
    assert received == parts
