"""How quickly a platform plays a series, beside the bare loop over the same ruleset and bots.

    .venv/bin/python -m tests.benchmarks.series_platform [RULESET ...] [--bots greedy random] [--slice 20] [--rounds 3]
        [--processes 2] [--postgres]

A ticker and a worker with so many processes, as ``playhall`` starts them, with a Valkey, and SQLite or a PostgreSQL of
its own. The bare loop for ``--slice`` seconds and series that take about as long play in turns. A series counts from
its first results to its end, with all that is stored and settled. Of a machine that others use, read the ratios.
"""

import argparse
import os
import statistics
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from services.engine import registry
from services.series.designs import Schedule
from services.series.document import FixedStop, SeriesDocument
from tests.benchmarks.series import bare, document_of, rate
from tests.cluster.databases import mortal_postgres
from tests.integration.workers.series_platform import SeriesPlatform
from tests.valkey import RealValkey
from tests.waiting import wait_until

_SEED = bytes(32)
_MOST_SECONDS = 900.0


def play(platform: SeriesPlatform, document: SeriesDocument, matches: int) -> float:
    """The matches a second of a series of about so many."""
    stop = FixedStop(rule="fixed", matches=Schedule(document).whole_clusters(matches))
    series_id = platform.create(document.model_copy(update={"stop": stop}), _SEED)
    wait_until(lambda: platform.get(series_id).played > 0, "the first results", _MOST_SECONDS)
    first, began = platform.get(series_id).played, time.perf_counter()
    wait_until(lambda: platform.get(series_id).is_ended, "the end of the series", _MOST_SECONDS)
    return (stop.matches - first) / (time.perf_counter() - began)


def measure(ruleset: str, bots: list[str], processes: int, seconds: float, rounds: int, *, on_postgres: bool) -> str:
    """A line of the table."""
    rules = registry.ruleset(ruleset)
    document = document_of(rules, bots)
    loop, series = list[float](), list[float]()
    with ExitStack() as stack:
        stores = dict(stack.enter_context(closing(RealValkey(appendfsync="everysec"))).settings)
        if on_postgres:
            stores["PLAYHALL_DATABASE_URL"] = stack.enter_context(mortal_postgres()).url
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        platform = stack.enter_context(closing(SeriesPlatform(stores, folder)))
        platform.start("ticker")
        platform.start_worker(processes)
        play(platform, document, 50)  # all processes have loaded the ruleset then
        for _ in range(rounds):
            loop.append(rate(bare(rules, document), seconds))
            series.append(play(platform, document, int(loop[-1] * seconds * processes) + 10))
    ratio = statistics.median(a / b for a, b in zip(series, loop, strict=True))
    return f"{ruleset:<12} {statistics.median(loop):8.1f} {statistics.median(series):9.1f} {ratio:14.2f}"


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
    print(f"{'matches/s':<12} {'bare':>8} {'platform':>9} {'platform/bare':>14}")  # noqa: T201
    for ruleset in asked.rulesets:
        line = measure(ruleset, asked.bots, asked.processes, asked.slice, asked.rounds, on_postgres=asked.postgres)
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
