"""Series as a gateway's process serves them to clients over sockets."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.database import Database
from services.engine.registry import ruleset
from services.series.designs import Schedule
from services.series.folder import result_line
from services.series.playing import Player
from services.stored_series import SeriesJobs
from tests.integration.gateway.test_series import DUEL
from tests.integration.gateway.test_server import Gateway, folder, mortal_gateway

__all__ = ["folder", "mortal_gateway"]


@pytest.fixture
def worker(folder: Path) -> Iterator[SeriesJobs]:
    """The series of the gateway's database, as its workers have them."""
    database = Database(f"sqlite:///{folder / 'playhall.db'}")
    yield SeriesJobs(database)
    database.close()


def play(worker: SeriesJobs) -> None:
    while (claim := worker.claim("worker")) is not None:
        player, schedule = Player(ruleset("factionwars"), claim.document, claim.series_seed), Schedule(claim.document)
        lines = [result_line(player.play(schedule.table(number))) for number in claim.matches]
        assert worker.complete(claim, b"".join(lines), 1.0)
    while worker.settle():
        pass


def test_a_series_is_followed_and_downloaded_over_a_socket(mortal_gateway: Gateway, worker: SeriesJobs) -> None:
    gateway = mortal_gateway
    made = gateway.ask("POST", "/v1/series", gateway.ada, DUEL)
    path = f"/v1/series/{made['id']}"
    stream = gateway.follow(f"{path}/events/ndjson")
    play(worker)
    last = stream.read().splitlines()[-1]
    assert json.loads(last) == {"type": "end", **gateway.ask("GET", path, gateway.ada)}
    connection = gateway.connect()
    for format, start in (("ndjson", b'{"breakdowns":'), ("csv", b"match,deal,"), ("parquet", b"PAR1")):
        headers = {"Authorization": f"Bearer {gateway.ada}"}
        connection.request("GET", f"{path}/results/{format}", headers=headers)  # all on one connection
        response = connection.getresponse()
        assert (response.status, response.headers["Transfer-Encoding"]) == (200, "chunked")
        assert response.read().startswith(start)
    connection.close()


def test_streams_of_series_end_soon_after_sigterm(mortal_gateway: Gateway) -> None:
    gateway = mortal_gateway
    made = gateway.ask("POST", "/v1/series", gateway.ada, DUEL)
    stream = gateway.follow(f"/v1/series/{made['id']}/events/ndjson")
    gateway.process.send_signal(signal.SIGTERM)
    assert stream.read().strip() == b""
    assert stream.isclosed()
    assert gateway.process.wait(20) == 0
