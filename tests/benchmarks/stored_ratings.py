"""How long replays of ratings take in a database, and for how long they keep others from writing.

    .venv/bin/python -m tests.benchmarks.stored_ratings [--matches 100000] [--players 5000] [--database URL]

One pool of four players. Printed are wall-clock seconds and the longest single transaction of: taking all results at
once (a backlog, by a replay), comparing them (what happens every night), taking a few as they come, taking one that is
late by a hundred and by a thousand results, and one that is later than that, by a replay.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert

from services.database import Database
from services.database.tables import rated_results
from services.ratings.rating_records import RatedResult
from services.ratings.rules import RatingRules
from services.stored_ratings.rater import Rater
from services.stored_ratings.upkeep import RatingUpkeep
from tests.benchmarks.rating_replay import results_of

NOW_MS: Final = 2_000_000_000_000
ROWS: Final = 1_000


class TimedDatabase(Database):
    """Notes its longest transaction."""

    longest = 0.0

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with super().begin() as connection:
            began = time.perf_counter()
            yield connection
            self.longest = max(self.longest, time.perf_counter() - began)


def write_log(database: Database, results: list[RatedResult]) -> None:
    """Put results into the log, as the archive does."""
    rows = [
        {
            "match_id": each.match_id,
            "ended_ms": each.ended_ms,
            "ruleset": each.pool.ruleset,
            "seats": each.pool.seats,
            "population": each.pool.population.value,
            "exclusion": "",
            "aborted": each.aborted,
            "players": list(each.players),
            "versions": [""] * each.pool.seats,
            "ranks": [] if each.aborted else list(each.ranks),
            "forfeited": [],
            "due_ms": each.ended_ms,
        }
        for each in results
    ]
    for start in range(0, len(rows), ROWS):
        with database.begin() as connection:
            connection.execute(insert(rated_results), rows[start : start + ROWS])


def measure(title: str, database: TimedDatabase, work: Callable[[], object]) -> None:
    """Print how long it takes."""
    database.longest = 0.0
    began = time.perf_counter()
    work()
    seconds = time.perf_counter() - began
    print(f"{title:<44} {seconds:7.2f} s, longest transaction {database.longest:6.3f} s", flush=True)  # noqa: T201


def main() -> None:
    """Print a line for each thing that is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--database", help="an empty one; by default SQLite in a temporary folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(asked.database or f"sqlite:///{Path(folder) / 'ratings.db'}", asked.matches, asked.players)


def run(url: str, matches: int, players: int) -> None:
    """Measure in a database."""
    database = TimedDatabase(url)
    database.upgrade()
    results = sorted(results_of(matches + 3, players), key=lambda each: each.ended_ms)
    very_late, thousand, hundred = results.pop(matches // 2), results.pop(-1_000), results.pop(-100)
    fresh = results[-50:]
    write_log(database, results[:-50])
    rater = Rater(database, RatingRules(), lambda: NOW_MS)
    upkeep = RatingUpkeep(database, RatingRules(), 4, lambda: NOW_MS)

    def rate() -> None:
        while rater.rate():
            pass

    rate()
    measure(f"{matches} results at once", database, upkeep.work)
    measure("compared with the log", database, upkeep.replay_all)
    write_log(database, fresh)
    measure("50 results as they come", database, rate)
    for title, late in (("a hundred", hundred), ("a thousand", thousand)):
        write_log(database, [late])
        measure(f"a result late by {title}", database, rate)
    write_log(database, [very_late])
    rate()
    measure("a result later than that", database, upkeep.work)
    database.close()


if __name__ == "__main__":
    main()
