"""An arena of house bots on a whole platform, each of whose processes may be killed in turn meanwhile.

    python -m tests.cluster.arena --minutes 30 --entrants 300
    python -m tests.cluster.arena --minutes 5 --entrants 60 --seats 4 --kill 8

Like :mod:`tests.cluster.tournament_events`, which has the platform and the kills. Who meets whom in an arena depends on
when matches end: so the judge (:mod:`tests.cluster.tournaments.arena_judge`) compares log, archive and standings with
each other, looks for players who sit at two tables or wait too long, and tells how long players have waited. The exit
code is 0 if everything holds.
"""

import hashlib
import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from services.tournaments.settings import ArenaStage, ArenaStreaks
from tests.cluster.tournament_events import hold, judged_in, tell
from tests.cluster.tournaments.arena_judge import judge_arena


def stage_of(minutes: float, seats: int) -> ArenaStage:
    """An arena with streaks, and the usual bound of waiting."""
    return ArenaStage(duration_seconds=round(60 * minutes), seats=seats, streaks=ArenaStreaks())


@click.command()
@click.option("--minutes", default=3.0, show_default=True, help="For how long tables are paired.")
@click.option("--entrants", default=60, show_default=True, help="How many house bots enter.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5), help="Of a table.")
@click.option("--seed", default=1, show_default=True, help="A number from which the tournament's seed is made.")
@click.option("--ruleset", default="duels", show_default=True, help="What is played.")
@click.option("--bots", default="greedy,random", show_default=True, help="The bots that enter, in turn.")
@click.option("--kill", "kill_seconds", default=0.0, show_default=True, help="Every so many seconds one is killed.")
@click.option("--workers", default=2, show_default=True, help="Processes that play turns.")
@click.option("--postgres", is_flag=True, help="Keep everything in a PostgreSQL instead of SQLite.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder to be made, for the records.")
def main(
    minutes: float,
    entrants: int,
    seats: int,
    seed: int,
    ruleset: str,
    bots: str,
    kill_seconds: float,
    workers: int,
    postgres: bool,
    keep: Path | None,
) -> None:
    """Hold an arena, and judge what came of it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes must end with this one
    with tempfile.TemporaryDirectory(prefix="ph-arena-") as name, ExitStack() as stack:
        folder = keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        event = hold(
            stack,
            folder,
            stage_of(minutes, seats),
            entrants,
            ruleset=ruleset,
            bots=bots.split(","),
            seed=hashlib.sha256(f"arena {seed}".encode()).digest(),
            kill_seconds=kill_seconds,
            postgres=postgres,
            workers=workers,
        )
        tell(f"over; the load is {os.getloadavg()[0]:.1f}, in the last quarter of an hour {os.getloadavg()[2]:.1f}")
        code = judged_in(folder, event.judged(judge_arena))
    sys.exit(code)


if __name__ == "__main__":
    main()
