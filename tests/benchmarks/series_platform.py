"""How quickly a platform plays a series, beside the bare loop over the same ruleset and bots.

    .venv/bin/python -m tests.benchmarks.series_platform [RULESET ...] [--bots greedy random] [--slice 20] [--rounds 3]
        [--processes 2] [--postgres]

A ticker and a worker with so many processes, as ``playhall`` starts them, with a Valkey, and SQLite or a PostgreSQL of
its own. The bare loop in as many processes at once, for ``--slice`` seconds, and series that take about as long play in
turns: cores that work beside each other are slower than one alone. A series counts from its first results to its end,
with all that is stored and settled. Of a machine that others use, read the ratios of the matches for each processor
second of those who play: a session's processes share what the kernel gives to one.
"""

import argparse
import multiprocessing
import os
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from services.engine import registry
from services.series.designs import Schedule
from services.series.document import FixedStop, SeriesDocument
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.series import bare, document_of, rate
from tests.cluster.databases import mortal_postgres
from tests.integration.workers.series_platform import SeriesPlatform
from tests.valkey import RealValkey
from tests.waiting import wait_until

_SEED = bytes(32)
_FIRST_SECONDS = 120.0
_POLL_SECONDS = 0.25  # each look takes milliseconds from those that are measured


@dataclass(frozen=True, slots=True)
class Speed:
    """Matches a second, and for each processor second."""

    per_second: float
    per_processor_second: float


def play(platform: SeriesPlatform, worker: int, document: SeriesDocument, matches: int) -> Speed:
    """A series of about so many matches. ``worker``: its process id."""
    processes = Processes.of_server(worker, "worker")
    stop = FixedStop(rule="fixed", matches=Schedule(document).whole_clusters(matches))
    series_id = platform.create(document.model_copy(update={"stop": stop}), _SEED)
    wait_until(lambda: platform.get(series_id).played > 0, "the first results", _FIRST_SECONDS)
    first, began, used = platform.get(series_id).played, time.time(), processes.seconds()["worker"]
    while (ended_ms := platform.get(series_id).ended_ms) is None:
        time.sleep(_POLL_SECONDS)
    played = stop.matches - first
    return Speed(played / (ended_ms / 1000 - began), played / (processes.seconds()["worker"] - used))


def play_bare(document: SeriesDocument, seconds: float) -> Speed:
    """The bare loop in this process, for so long."""
    rules = registry.ruleset(document.ruleset)
    began, used = time.perf_counter(), time.process_time()
    per_second = rate(bare(rules, document), seconds)
    return Speed(per_second, per_second * (time.perf_counter() - began) / (time.process_time() - used))


def play_bare_at_once(pool: ProcessPoolExecutor, processes: int, document: SeriesDocument, seconds: float) -> Speed:
    """The bare loop in all processes of a pool, one each."""
    playing = [pool.submit(play_bare, document, seconds) for _ in range(processes)]
    each = [one.result() for one in playing]
    return Speed(sum(one.per_second for one in each), statistics.mean(one.per_processor_second for one in each))


def measure(ruleset: str, bots: list[str], processes: int, seconds: float, rounds: int, *, on_postgres: bool) -> str:
    """A line of the table."""
    rules = registry.ruleset(ruleset)
    document = document_of(rules, bots)
    loop, series = list[Speed](), list[Speed]()
    with ExitStack() as stack:
        stores = dict(stack.enter_context(closing(RealValkey(appendfsync="everysec"))).settings)
        if on_postgres:
            stores["PLAYHALL_DATABASE_URL"] = stack.enter_context(mortal_postgres()).url
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        platform = stack.enter_context(closing(SeriesPlatform(stores, folder)))
        platform.start("ticker")
        worker = platform.start_worker(processes).pid
        play(platform, worker, document, 50)  # all processes have loaded the ruleset then
        pool = stack.enter_context(ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")))
        play_bare_at_once(pool, processes, document, 1)  # these, too
        for _ in range(rounds):
            loop.append(play_bare_at_once(pool, processes, document, seconds))
            series.append(play(platform, worker, document, int(loop[-1].per_second * seconds) + 10))
    both = list(zip(series, loop, strict=True))
    figures = (
        *(statistics.median(each.per_second for each in those) for those in (loop, series)),
        statistics.median(a.per_second / b.per_second for a, b in both),
        statistics.median(a.per_processor_second / b.per_processor_second for a, b in both),
    )
    return "{:<12} {:8.1f} {:9.1f} {:14.2f} {:22.2f}".format(ruleset, *figures)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="How quickly a platform plays a series, beside the bare loop.")
    parser.add_argument("rulesets", nargs="*", default=registry.installed_ids())
    parser.add_argument("--bots", nargs="+", default=["greedy", "random"])
    parser.add_argument("--slice", type=float, default=20.0, help="seconds")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="of the worker")
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    asked = parser.parse_args()
    print(f"{'matches/s':<12} {'bare':>8} {'platform':>9} {'platform/bare':>14} {'by processor second':>22}")  # noqa: T201
    for ruleset in asked.rulesets:
        line = measure(ruleset, asked.bots, asked.processes, asked.slice, asked.rounds, on_postgres=asked.postgres)
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
