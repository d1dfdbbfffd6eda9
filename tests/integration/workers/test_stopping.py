"""Tasks in a worker that stops, fails, dies, or loses its broker."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from redis import Redis

from services.matches.outbox import OutboxEntry, OutboxKind
from services.settings import PREFIX, read_settings
from tests.valkey import RealValkey
from tests.waiting import kill, offspring, wait_until
from workers import maintenance, scoring, series
from workers.app import create_worker
from workers.relay import Publisher

pytestmark = pytest.mark.slow


class Bench:
    """A broker, and workers that write down what they are asked."""

    def __init__(self, valkey: RealValkey, folder: Path) -> None:
        self.folder = folder
        settings = {"PLAYHALL_DATA_DIR": str(folder), **valkey.settings}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self.environment = {**kept, **settings}
        self.app = create_worker(read_settings(settings))
        self.broker = Redis(unix_socket_path=str(valkey.path), db=1, decode_responses=True)
        self.live = valkey.client()
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, way: str) -> "subprocess.Popen[bytes]":
        command = (sys.executable, "-m", "tests.integration.workers.doubled_worker", str(self.folder), way)
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)
        self.workers.append(process)
        return process

    def send(self, match_id: str, kind: OutboxKind = OutboxKind.TURN) -> None:
        entry = OutboxEntry(shard=0, id="1-0", kind=kind, match_id=match_id, rev=7, owner="p_1")
        Publisher(self.app, self.live, self.broker)(entry)

    def notes(self) -> list[str]:
        path = self.folder / "notes"
        return path.read_text().splitlines() if path.exists() else []

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def close(self) -> None:
        for process in self.workers:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.broker.close()
        self.live.close()


@pytest.fixture
def bench(redis_client: "redis.Redis", real_valkey: RealValkey, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(real_valkey, tmp_path)
    yield made
    made.close()


def test_every_kind_of_work_reaches_its_service(bench: Bench) -> None:
    bench.start("fast")
    for kind in OutboxKind:
        bench.send("m_1", kind)
    bench.app.send_task(maintenance.RECONCILE, queue="maintenance")
    bench.app.send_task(maintenance.APPEND, queue="maintenance")
    bench.app.send_task(scoring.SCORE, args=("m_2", 3), queue="scoring")  # as releases do that name the match
    series.request_play(bench.app)
    of_matches = {"begin m_1", "end m_1", "overdue m_1", "score m_1", "expire m_1", "request m_1", "calls"}
    expected = of_matches | {"score m_2", "reconcile", "remove old", "append", "series"}
    wait_until(lambda: set(bench.notes()) == expected, "all notes")
    wait_until(lambda: bench.broker.hlen("unacked") == 0, "the acknowledgements")


def test_a_task_that_takes_too_long_goes_back_into_its_queue_when_the_worker_stops(bench: Bench) -> None:
    worker = bench.start("slow")
    bench.send("m_1")
    wait_until(lambda: bench.notes() == ["begin m_1"], "the task's begin")
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(30) == 0
    assert bench.broker.llen("turns") == 1
    bench.start("fast")
    wait_until(lambda: bench.notes() == ["begin m_1", "begin m_1", "end m_1"], "the task's end")
    wait_until(lambda: bench.broker.llen("turns") == bench.broker.hlen("unacked") == 0, "the acknowledgement")


def test_a_failure_is_logged_without_its_text_and_the_worker_goes_on(bench: Bench) -> None:
    bench.start("failing")
    bench.send("m_1")
    bench.send("m_2")
    wait_until(lambda: bench.notes() == ["begin m_1", "begin m_2"], "both tasks")
    wait_until(lambda: bench.broker.hlen("unacked") == 0, "the end of both tasks")
    assert "error=ValueError" in bench.log()
    assert "match=m_1 rev=7" in bench.log()
    assert "the hand of seat 2" not in bench.log()


def test_what_was_unreachable_is_tried_again(bench: Bench) -> None:
    bench.start("unreachable")
    bench.send("m_1")
    wait_until(lambda: bench.notes() == ["begin m_1", "begin m_1", "end m_1"], "the second try")
    assert "unreachable, will try again" in bench.log()


def test_a_task_whose_process_was_killed_comes_back(bench: Bench) -> None:
    worker = bench.start("slow")
    bench.send("m_1")
    wait_until(lambda: bench.notes() == ["begin m_1"], "the task's begin")
    for pid in offspring(worker.pid):
        kill(pid)
    wait_until(lambda: bench.notes() == ["begin m_1", "begin m_1"], "the task's second begin", 40)


def test_a_worker_whose_broker_died_while_it_was_at_work_takes_tasks_again(
    mortal_valkey: RealValkey, tmp_path: Path
) -> None:
    bench = Bench(mortal_valkey, tmp_path)
    try:
        bench.start("loaded")
        bench.send("m_1")
        wait_until(lambda: bench.notes() == ["begin m_1"], "the task's begin")
        mortal_valkey.kill()
        (tmp_path / "go").touch()
        wait_until(lambda: "Couldn't ack" in bench.log(), "the acknowledgement's failure")
        mortal_valkey.restart()
        bench.send("m_2")
        wait_until(lambda: "end m_2" in bench.notes(), "the second task")
    finally:
        bench.close()
