"""The operations page."""

import http.client
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Final

import pytest
import structlog.testing
from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from services.telemetry.operations_server import Measured, OperationsServer
from tests.waiting import wait_until


class Well:
    """What the probes ask."""

    alive = True
    ready = False


@pytest.fixture
def well() -> Well:
    return Well()


@pytest.fixture
def port(well: Well) -> Iterator[int]:
    registry = CollectorRegistry()
    Counter("cards", "Cards dealt.", registry=registry).inc(3)
    listener = socket.create_server(("127.0.0.1", 0))
    port: int = listener.getsockname()[1]
    server = OperationsServer(listener, registry, alive=lambda: well.alive, ready=lambda: well.ready)
    server.start()
    yield port
    server.stop()


def get(port: int, path: str) -> tuple[int, str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    kind, body = response.headers["Content-Type"], response.read().decode()
    connection.close()
    return response.status, kind, body


def test_the_page_tells_what_was_counted(port: int) -> None:
    status, kind, body = get(port, "/metrics")
    assert status == 200
    assert kind.startswith("text/plain; version=")
    assert "cards_total 3.0" in body


def test_the_probes_say_whether_the_process_lives_and_works(port: int, well: Well) -> None:
    assert get(port, "/livez")[::2] == (200, "ok\n")
    assert get(port, "/readyz")[::2] == (503, "down\n")
    well.alive, well.ready = False, True
    assert get(port, "/livez")[::2] == (503, "down\n")
    assert get(port, "/readyz")[::2] == (200, "ok\n")


def test_nothing_else_is_served(port: int) -> None:
    assert get(port, "/v1/matches")[0] == 404


class Hanging(Collector):
    """Waits for a server that does not answer, until it is released."""

    def __init__(self) -> None:
        self.released = Event()
        self.asked = 0

    def collect(self) -> Iterator[Metric]:
        self.asked += 1
        self.released.wait(60)
        yield GaugeMetricFamily("series_left", "Of which the server would tell.", 7)


class Failing(Collector):
    """Its server refuses."""

    def collect(self) -> Iterator[Metric]:
        raise ConnectionRefusedError(111, "Connection refused")


class Answering(Collector):
    """Its server answers."""

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("outbox_entries", "Of which the other server tells.", 3)


def test_a_database_that_hangs_or_refuses_takes_no_other_figures_with_it() -> None:
    """An adversary: PostgreSQL is stopped (SIGSTOP) while Redis is well."""
    hanging = Hanging()
    registry = CollectorRegistry()
    registry.register(Measured([hanging, Failing(), Answering()], seconds=0.2))
    try:
        with structlog.testing.capture_logs() as logged:
            pages = [generate_latest(registry).decode() for _ in range(2)]
        assert all("outbox_entries 3.0" in page and "series_left" not in page for page in pages)
        assert hanging.asked == 1  # not again while it owes an answer
        assert [(line["event"], line["collector"], line["error"]) for line in logged] == [
            ("figures_missing", "Hanging", "TimeoutError"),
            ("figures_missing", "Failing", "ConnectionRefusedError: [Errno 111] Connection refused"),
        ]
    finally:
        hanging.released.set()
    wait_until(lambda: "series_left 7.0" in generate_latest(registry).decode(), "it answers again")


def test_who_leaves_before_the_answer_leaves_no_line(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    """An adversary: a scraper that gives up. Python's server prints a traceback, in no form of ours."""
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as leaving:
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset, not ended
            leaving.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\nGET ")
    assert get(port, "/metrics")[0] == 200
    assert capfd.readouterr().err == ""


def test_what_fails_in_an_answer_is_one_line_of_the_log(well: Well, capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> bool:
        raise RuntimeError("the hand is 7 of clubs")

    listener = socket.create_server(("127.0.0.1", 0))
    server = OperationsServer(listener, CollectorRegistry(), ready=fail)
    server.start()
    try:
        with structlog.testing.capture_logs() as logged, pytest.raises((http.client.HTTPException, OSError)):
            get(listener.getsockname()[1], "/readyz")
        wait_until(lambda: bool(logged), "it is logged")
    finally:
        server.stop()
    assert [line["event"] for line in logged] == ["failed"]
    assert capfd.readouterr().err == ""


COUNTING: Final = """
import os, signal, sys
from cli.operations_page import enable_multiprocess_metrics
from services.settings import read_settings
enable_multiprocess_metrics(read_settings({"PLAYHALL_OPERATIONS_PORT": "9464"}).operations)
print(os.environ["PROMETHEUS_MULTIPROC_DIR"], flush=True)
sys.stdin.read()
"""


def test_the_folder_of_a_process_that_was_killed_goes_when_the_next_one_starts(tmp_path: Path) -> None:
    """An adversary: a process that crashes again and again. Each crash left its metrics behind in ``/tmp``."""

    def start() -> tuple["subprocess.Popen[str]", Path]:
        process = subprocess.Popen(
            (sys.executable, "-c", COUNTING),
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        return process, Path(process.stdout.readline().strip())

    (tmp_path / "playhall-metrics-being-made").mkdir()
    living, its_own = start()
    killed, left = start()
    killed.kill()
    killed.communicate()
    assert left.is_dir()
    third, third_own = start()
    assert sorted(tmp_path.iterdir()) == sorted([its_own, third_own, tmp_path / "playhall-metrics-being-made"])
    for process in (living, third):
        process.communicate()
    assert [path.name for path in tmp_path.iterdir()] == ["playhall-metrics-being-made"]


STARTS_BESIDE_ANOTHER: Final = """
import os, sys, threading
from cli.operations_page import _own_folder, remove_abandoned_folders

ended = threading.Event()
def another():
    while not ended.is_set():
        remove_abandoned_folders()
beside = threading.Thread(target=another)
beside.start()
folders = [_own_folder() for _ in range(300)]
ended.set()
beside.join()
print(sum(not folder.is_dir() for folder in folders))
"""


def test_a_folder_is_nobodys_to_remove_while_its_process_starts(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", STARTS_BESIDE_ANOTHER]
    assert subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout == "0\n"


OF_THE_DEAD: Final = """
import os
from prometheus_client import generate_latest
from services.telemetry import metrics
from services.telemetry.operations_server import registry

metrics.stream_opened("rest")
metrics.decision_committed("sealed", "player")
child = os.fork()
if child == 0:
    metrics.stream_opened("rest")
    metrics.stream_opened("rest")
    metrics.decision_committed("sealed", "player")
    os._exit(0)
both = registry()
os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
print(both.get_sample_value("playhall_streams", {"api": "rest"}))
os.waitpid(child, 0)
print(both.get_sample_value("playhall_streams", {"api": "rest"}))
print(both.get_sample_value("playhall_decisions_total", {"ruleset": "sealed", "by": "player"}))
"""


def test_what_a_process_had_open_ends_with_it_and_what_it_counted_stays(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    done = subprocess.run(
        (sys.executable, "-c", OF_THE_DEAD), env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == ["3.0", "1.0", "2.0"], done.stderr
