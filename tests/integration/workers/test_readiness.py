"""What the probes of workers, relay and ticker are told while what they need comes and goes."""

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
        create_key_file(settings.signing_keys)
        self.database = Database(settings.database_url)
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


def test_processes_are_ready_while_they_reach_what_they_need_and_alive_all_the_time(
    probed: Probed, mortal_valkey: RealValkey
) -> None:
    without_tables = {**ALL, "scoring": 503}
    # Said when somebody asks who has begun.
    why = 'event="not ready" database="SchemaNotCurrent: the database has schema revision none'
    wait_until(lambda: probed.get("/readyz") == without_tables and why in probed.log.read_text(), "all but one", 60)
    assert probed.get("/readyz") == without_tables

    probed.database.upgrade()
    wait_until(lambda: probed.get("/readyz") == ALL, "all", 30)

    mortal_valkey.kill()
    wait_until(lambda: probed.get("/readyz") == NONE, "nobody", 30)
    assert probed.get("/livez") == ALL

    mortal_valkey.restart()
    wait_until(lambda: probed.get("/readyz") == ALL, "all once more", 60)
    assert [process.poll() for process in probed.processes] == [None] * len(KINDS)
