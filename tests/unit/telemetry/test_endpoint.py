"""The operations page."""

import http.client
from collections.abc import Iterator

import pytest
from prometheus_client import CollectorRegistry, Counter

from services.telemetry.endpoint import OperationsServer


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
    server = OperationsServer("127.0.0.1", 0, registry, alive=lambda: well.alive, ready=lambda: well.ready)
    server.start()
    yield server.port
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
