"""The operations page."""

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from prometheus_client import CollectorRegistry, Counter

from services.telemetry.operations_server import OperationsServer


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
