"""A platform that plays series, without its gateway: processes that are started, killed and stopped, and the store to
look with."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import func, select

from services.database import Database
from services.database.tables import series_chunks
from services.engine import registry
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.fairness.signing import create_key_file, read_key_file
from services.identity import ApiKeys, Caller, Players
from services.identity.ids import new_id
from services.platform_time import platform_ms
from services.series.designs import Schedule
from services.series.document import FORMAT, Entrant, FixedStop, SeriesDocument
from services.series.folder import result_line
from services.series.playing import Player
from services.settings import PREFIX, read_settings
from services.stored_series import Series, SeriesJobs
from services.stored_series.chunks import LEASE_MS
from services.stored_series.rows import CLAIMED

SEED = bytes(31) + b"\x2a"


def document_of(ruleset: str, bots: list[str], matches: int, seed: bytes = SEED) -> SeriesDocument:
    """A duplicate at the smallest table, of whole deals."""
    about = registry.ruleset(ruleset).describe()
    wanted = SeriesDocument(
        format=FORMAT,
        ruleset=about.id,
        ruleset_version=about.version,
        catalogue_sha256=catalogue_sha256(about.cards),
        options=complete({}, about.options),
        entrants=tuple(Entrant(bot=bot, version=about.version) for bot in bots),
        seats=(about.min_seats,),
        design="duplicate",
        stop=FixedStop(rule="fixed", matches=matches),
        series_seed_sha256=sha256_hex(seed),
    )
    stop = FixedStop(rule="fixed", matches=Schedule(wanted).whole_clusters(matches))
    return wanted.model_copy(update={"stop": stop})


def played_here(document: SeriesDocument, seed: bytes = SEED) -> bytes:
    """The results of a series that nobody interrupts."""
    player, schedule = Player(registry.ruleset(document.ruleset), document, seed), Schedule(document)
    return b"".join(result_line(player.play(schedule.table(number))) for number in range(document.max_matches))


class SeriesPlatform:
    """Processes in a folder, with the stores that ``environment`` names."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.environment = {"PLAYHALL_DATA_DIR": str(folder), **environment}
        settings = read_settings(self.environment)
        self.database = Database(settings.database.database_url)
        self.database.upgrade()
        Players(self.database).ensure_operator()
        keys = ApiKeys(self.database, settings.platform.environment)
        key = keys.first_key()
        assert key is not None
        self.operator: Caller = keys.authenticate(key)
        create_key_file(settings.platform.signing_keys)
        self.jobs = SeriesJobs(self.database, read_key_file(settings.platform.signing_keys))
        self.log = folder / "processes.log"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str) -> "subprocess.Popen[bytes]":
        """Start ``playhall`` with a command, as the leader of a group of its own."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                (sys.executable, "-P", "-m", "cli", *command),
                env={**kept, **self.environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def start_worker(self, processes: int = 2) -> "subprocess.Popen[bytes]":
        """Start a worker for series."""
        return self.start("worker", "--queues", "series", "--processes", str(processes))

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill a process with all that it has started."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.processes.remove(process)

    def stop(self, process: "subprocess.Popen[bytes]") -> int:
        """Ask a process to stop, and return its exit code."""
        process.send_signal(signal.SIGTERM)
        code = process.wait(60)
        self.processes.remove(process)
        return code

    def create(self, document: SeriesDocument, seed: bytes = SEED) -> str:
        """A series of the operator's; its id."""
        return self.jobs.create(self.operator, document, seed, series_id=new_id("series", platform_ms())).id

    def get(self, series_id: str) -> Series:
        """A series of the operator's."""
        return self.jobs.get(self.operator, series_id)

    def results(self, series_id: str) -> bytes:
        """All results that are settled."""
        return b"".join(self.jobs.results(self.operator, series_id))

    def in_work(self, pid: int | None = None) -> int:
        """How many chunks have been handed out and neither played nor given back. ``pid``: to this process."""
        claimed = select(func.count()).where(series_chunks.c.status == CLAIMED)
        if pid is not None:
            claimed = claimed.where(series_chunks.c.token.like(f"{pid}@%"))
        with self.database.read() as connection:
            return int(connection.execute(claimed).scalar_one())

    def let_leases_run_out(self) -> None:
        """Let as much time pass as the leases of dead workers have, for the store alone: somebody claims what they have
        left, and gives it back."""
        later = SeriesJobs(self.database, now_ms=lambda: platform_ms() + LEASE_MS + 1)
        claims = [later.claim("later") for _ in range(self.in_work())]
        for claim in claims:
            if claim is not None:
                later.release(claim)

    def close(self) -> None:
        """End all processes."""
        for process in [*self.processes]:
            self.kill(process)
        self.database.close()
