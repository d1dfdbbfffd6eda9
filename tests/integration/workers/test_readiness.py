"""What the probes of workers, relay and ticker are told while what they need comes and goes, and when it refuses
them."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.sockets import free_port
from services.database import Database
from services.fairness.signing import create_key_file
from services.settings import PREFIX, read_settings
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

KINDS = {
    "turns": ["worker", "--queues", "turns", "--processes", "1"],
    "scoring": ["worker", "--queues", "scoring", "--processes", "1"],
    "relay": ["relay"],
    "ticker": ["ticker"],
}


class Probed:
    """Processes as a cluster starts them, with the ports that it probes."""

    def __init__(self, valkey: RealValkey, folder: Path) -> None:
        ours = {"PLAYHALL_DATA_DIR": str(folder), **valkey.settings}
        settings = read_settings(ours)
        create_key_file(settings.platform.signing_keys)
        self.database = Database(settings.database.database_url)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self.ports = {kind: free_port("127.0.0.1") for kind in KINDS}
        self.log = folder / "log"
        self.processes = []
        for kind, arguments in KINDS.items():
            environment = {**kept, **ours, "PLAYHALL_OPERATIONS_PORT": str(self.ports[kind])}
            with self.log.open("ab") as log:
                self.processes.append(
                    subprocess.Popen(
                        (sys.executable, "-P", "-m", "cli", *arguments),
                        env=environment,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
                )

    def get(self, path: str) -> dict[str, int]:
        """What each answers; 0 for none."""
        return {kind: _status(f"http://127.0.0.1:{port}{path}") for kind, port in self.ports.items()}

    def down(self, part: str) -> int:
        """How many have said that a part is down."""
        return self.log.read_text().count(f"event=part_down part={part} ")

    def back(self, part: str) -> int:
        """How many have said that it is back."""
        return self.log.read_text().count(f"event=part_back part={part} ")

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def _status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            status: int = answer.status
            return status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@pytest.fixture
def probed(mortal_valkey: RealValkey, tmp_path: Path) -> Iterator[Probed]:
    made = Probed(mortal_valkey, tmp_path)
    yield made
    made.close()


ALL, NONE = dict.fromkeys(KINDS, 200), dict.fromkeys(KINDS, 503)


def test_processes_are_ready_once_they_have_reached_what_they_need_and_until_they_are_refused(
    probed: Probed, mortal_valkey: RealValkey
) -> None:
    without_tables = {**ALL, "scoring": 503}
    # Said when somebody asks who has begun.
    why = 'part=database number=2 error="SchemaNotCurrent: the database has schema revision none'
    wait_until(lambda: probed.get("/readyz") == without_tables and why in probed.log.read_text(), "all but one", 60)
    assert probed.get("/readyz") == without_tables

    probed.database.upgrade()
    wait_until(lambda: probed.get("/readyz") == ALL, "all", 30)

    # What is away is away for all: it makes none of them one that may be evicted or replaced before others.
    mortal_valkey.kill()
    wait_until(lambda: probed.get("/readyz") == ALL and probed.down("redis") == len(KINDS), "all to notice", 30)
    assert probed.get("/readyz") == probed.get("/livez") == ALL

    mortal_valkey.restart()
    wait_until(lambda: probed.get("/readyz") == ALL and probed.back("redis") == len(KINDS), "all to be back", 60)

    # Their password is not taken any more.
    with mortal_valkey.client() as redis:
        redis.config_set("requirepass", "another")
        for client in redis.client_list():
            if client["id"] != str(redis.client_id()):
                redis.client_kill_filter(_id=client["id"])
        wait_until(lambda: probed.get("/readyz") == NONE, "none", 30)
        assert probed.get("/livez") == ALL
        redis.config_set("requirepass", "")
    wait_until(lambda: probed.get("/readyz") == ALL, "all once more", 60)
    assert [process.poll() for process in probed.processes] == [None] * len(KINDS)
