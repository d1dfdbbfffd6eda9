"""A series on a platform whose workers are killed in the middle of chunks, and whose Valkey and PostgreSQL are killed.

    python -m tests.cluster.series_faults [--matches 100000] [--kills 10] [--ruleset commanders] [--bots random random]

Two workers with a process each play it. In the end there must be as many results as matches, the same, byte for byte,
as processes of this machine give that nobody interrupts. Tells how much memory each process of the workers has had.
A series needs some hundred matches for each kill: it may be over before the last one otherwise.
"""

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import func, select

from services.database.tables import series_chunks
from services.errors import Refusal
from services.series.document import SeriesDocument
from services.series.local import LocalPool
from services.stored_series import SeriesStatus
from tests.cluster.databases import MortalPostgres, mortal_postgres
from tests.integration.workers.series_platform import SEED, SeriesPlatform, document_of
from tests.valkey import RealValkey
from tests.waiting import offspring, wait_until

SAMPLE_SECONDS = 2.0
STANDS_SECONDS = 600.0
"""Without a single result for so long the series stands still."""


def say(line: str) -> None:
    """To who looks on."""
    print(line, flush=True)  # noqa: T201


@dataclass(slots=True)
class Memory:
    """The resident memory of the workers' processes over time, in MiB."""

    workers: Callable[[], Iterable[int]]
    by_process: dict[int, list[float]] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        """Look until ``stop`` is set."""
        while not self.stop.wait(SAMPLE_SECONDS):
            for pid in self.workers():
                for child in offspring(pid):
                    if (mebibytes := resident(child)) is not None:
                        self.by_process.setdefault(child, []).append(mebibytes)

    def report(self) -> Iterable[str]:
        """A line for each process: ten moments of its life."""
        for pid, samples in self.by_process.items():
            shown = [samples[len(samples) * part // 10] for part in range(10)] + samples[-1:]
            seconds = len(samples) * SAMPLE_SECONDS
            yield f"process {pid}, {seconds:4.0f} s: {' '.join(f'{value:.0f}' for value in shown)} MiB"


def resident(pid: int) -> float | None:
    """What a process has in memory, in MiB; None: it has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024**2


class Interrupted:
    """A series that is played while one thing after the other is killed."""

    def __init__(self, platform: SeriesPlatform, valkey: RealValkey, postgres: MortalPostgres) -> None:
        self.platform = platform
        self.valkey = valkey
        self.postgres = postgres
        self.workers: list[subprocess.Popen[bytes]] = []
        self.series_id = ""

    def begin(self, document: SeriesDocument) -> None:
        """Create the series, and start what plays it."""
        self.series_id = self.platform.create(document)
        self.platform.start("ticker")
        self.workers = [self.platform.start_worker(1), self.platform.start_worker(1)]

    def played(self) -> int:
        """How many matches are stored; -1 while the database does not answer."""
        try:
            return self.platform.get(self.series_id).played
        except Refusal:
            return -1

    def kill_worker(self, number: int) -> None:
        """Kill a worker with its process while that plays a chunk, and start another in its place."""
        worker = self.workers[number]

        def plays() -> bool:
            assert not self.platform.get(self.series_id).is_ended, "the series is too short for so many kills"
            return any(map(self.platform.in_work, offspring(worker.pid)))

        while True:
            wait_until(plays, "a chunk in work", STANDS_SECONDS)
            pids = offspring(worker.pid)
            self.platform.kill(worker)
            self.workers[number] = worker = self.platform.start_worker(1)
            if any(map(self.platform.in_work, pids)):  # it has not completed it in the last moment
                return

    def kill_valkey(self) -> None:
        """Kill Valkey, and start it again after a second."""
        self.valkey.kill()
        time.sleep(1.0)
        self.valkey.restart()

    def kill_postgres(self) -> None:
        """Kill PostgreSQL, and start it again after three seconds."""
        self.postgres.kill()
        time.sleep(3.0)
        self.postgres.start()

    def reach(self, matches: int) -> None:
        """Wait until so many matches are played."""
        seen, since = self.played(), time.monotonic()
        while (now := self.played()) < matches:
            if now > seen:
                seen, since = now, time.monotonic()
            assert time.monotonic() - since < STANDS_SECONDS, f"it stands at {seen} matches"
            time.sleep(0.1)

    def deaths(self) -> int:
        """How often a chunk was handed out in vain."""
        with self.platform.database.read() as connection:
            return int(connection.execute(select(func.sum(series_chunks.c.deaths))).scalar_one() or 0)


def faults(series: Interrupted, kills: int) -> list[tuple[str, Callable[[], None]]]:
    """What happens, one after the other."""
    planned: list[tuple[str, Callable[[], None]]] = [
        (f"worker {number % 2 + 1} killed", lambda number=number: series.kill_worker(number % 2))  # type: ignore[misc]
        for number in range(kills)
    ]
    planned.insert(kills // 3, ("Valkey killed", series.kill_valkey))
    planned.insert(2 * kills // 3 + 1, ("PostgreSQL killed", series.kill_postgres))
    return planned


def interrupt(series: Interrupted, document: SeriesDocument, kills: int) -> None:
    """Play the series to its end."""
    began = time.monotonic()
    series.begin(document)
    planned = faults(series, kills)
    for number, (name, happen) in enumerate(planned, start=1):
        series.reach(document.max_matches * number // (len(planned) + 1))
        happen()
        say(f"{time.monotonic() - began:6.1f} s  {series.played():8,} matches  {name}")
    series.reach(document.max_matches)
    wait_until(lambda: series.platform.get(series.series_id).is_ended, "the end", STANDS_SECONDS)
    say(f"{time.monotonic() - began:6.1f} s  {series.played():8,} matches  the end")


def digest(lines: Iterable[bytes]) -> tuple[int, str]:
    """How many results there are, and their SHA-256."""
    sha256, results = hashlib.sha256(), 0
    for each in lines:
        sha256.update(each)
        results += each.count(b"\n")
    return results, sha256.hexdigest()


def play_and_compare(document: SeriesDocument, kills: int) -> bool:
    """Whether all results are there and the same."""
    with (
        tempfile.TemporaryDirectory() as name,
        mortal_postgres() as postgres,
        closing(RealValkey(appendfsync="always")) as valkey,
    ):
        stores = {**valkey.settings, "PLAYHALL_DATABASE_URL": postgres.url, "PLAYHALL_DATABASE_CONNECTIONS": "1"}
        with closing(SeriesPlatform(stores, Path(name))) as platform:
            series = Interrupted(platform, valkey, postgres)
            memory = Memory(lambda: [worker.pid for worker in series.workers])
            watcher = threading.Thread(target=memory.watch, daemon=True)
            watcher.start()
            interrupt(series, document, kills)
            memory.stop.set()
            watcher.join()
            found = platform.get(series.series_id)
            there = digest(platform.jobs.results(platform.operator, series.series_id))
            say(f"status {found.status.value}, chunks handed out in vain: {series.deaths()}")
            for line in memory.report():
                say(line)
    with LocalPool(document, SEED, workers=os.cpu_count() or 1) as pool:
        expected = digest(pool.results())
    say(f"interrupted:   {there[0]:,} results, SHA-256 {there[1]}")
    say(f"uninterrupted: {expected[0]:,} results, SHA-256 {expected[1]}")
    return found.status is SeriesStatus.FINISHED and there == expected


def main(arguments: Sequence[str] | None = None) -> int:
    """Do it; 0: as it should be."""
    parser = argparse.ArgumentParser(description="A series while everything is killed.")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--ruleset", default="commanders")
    parser.add_argument("--bots", nargs="+", default=["random", "random"])
    asked = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended, too
    is_same = play_and_compare(document_of(asked.ruleset, asked.bots, asked.matches), asked.kills)
    say("the same" if is_same else "NOT the same")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
