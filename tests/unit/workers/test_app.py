"""The Celery settings that decide whether work can be lost or doubled."""

import os
from pathlib import Path

from services.settings import Settings, read_settings
from workers.app import HARD_LIMIT_SECONDS, VISIBILITY_SECONDS, create_worker
from workers.per_process import PerProcess
from workers.services import WorkerServices
from workers.task_errors import GuardedTask


def settings(**changes: str) -> Settings:
    return read_settings({f"PLAYHALL_{name.upper()}": value for name, value in changes.items()})


def test_a_task_is_acknowledged_when_it_is_done() -> None:
    conf = create_worker(settings()).conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1


def test_no_task_runs_longer_than_its_message_stays_hidden() -> None:
    conf = create_worker(settings()).conf
    assert conf.task_soft_time_limit < conf.task_time_limit == HARD_LIMIT_SECONDS
    assert conf.broker_transport_options["visibility_timeout"] == VISIBILITY_SECONDS >= 2 * HARD_LIMIT_SECONDS
    assert GuardedTask.retry_backoff_max < VISIBILITY_SECONDS


def test_the_broker_may_be_a_unix_socket(tmp_path: Path) -> None:
    app = create_worker(settings(data_dir=str(tmp_path)))
    with app.connection_for_write() as connection:
        assert connection.transport_cls == "redis"
        assert str(tmp_path / "valkey.sock") in str(connection.hostname)


def test_only_json_is_read() -> None:
    conf = create_worker(settings()).conf
    assert conf.accept_content == ["json"]
    assert conf.task_serializer == "json"


def test_making_the_application_makes_no_services() -> None:
    def refuse(_: Settings) -> WorkerServices:
        raise AssertionError("connections must not be made before the fork")

    create_worker(settings(), refuse)


def test_each_process_makes_its_own_instance() -> None:
    mine = PerProcess(os.getpid)
    assert mine() == os.getpid()
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writable, str(mine()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert int(os.read(readable, 32)) == child
    os.close(readable)
    os.close(writable)
