"""What a match takes in Redis: ``python -m tests.benchmarks.match_memory [RULESET ...] [--matches 6]``.

Matches between greedy bots are played by the services on a real Valkey. After every few decisions all keys of the match
are measured (``MEMORY USAGE``), so that the average is over the life of a match; and once more when it has ended, as it
lies there until it is archived and expires.
"""

import tempfile
from pathlib import Path
from statistics import mean
from typing import Any, Final

import click
from redis import Redis

from services.database import Database
from services.engine.registry import installed_ids, ruleset
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.redis_keys import delayed_key, match_keys
from tests.benchmarks.streams import Table
from tests.valkey import RealValkey

SEATS: Final = 4


def match_bytes(redis: Redis, match_id: str) -> int:
    """Bytes of all keys of a match."""
    with redis.pipeline(transaction=False) as pipe:
        for key in (*match_keys(match_id), delayed_key(match_id)):
            pipe.memory_usage(key, samples=0)
        sizes: list[Any] = pipe.execute()
    return sum(size or 0 for size in sizes)


def measure(table: Table, name: str, matches: int, every: int) -> str:
    """One line: what matches of a ruleset take."""
    about = ruleset(name).describe()
    seats = max(about.min_seats, min(SEATS, about.max_seats))
    host, live, last, ended, decisions = table.host(), list[int](), list[int](), list[int](), 0
    for _ in range(matches):
        new = NewMatch(name, parse_seats(["bot:greedy"] * seats), {})
        match_id = table.matches.create(host, new).id
        of_this = [match_bytes(table.redis, match_id)]
        while (turns := table.house.play_turns(match_id, budget_seconds=60, max_decisions=every)).more:
            of_this.append(match_bytes(table.redis, match_id))
            decisions += turns.played
        live += of_this
        last.append(of_this[-1])
        ended.append(match_bytes(table.redis, match_id))
    return (
        f"{name}, {seats} seats: live {mean(live):,.0f} on average, {max(live):,} at most; ended {mean(ended):,.0f} "
        f"({matches} matches of {decisions // matches} decisions on average)"
    )


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--matches", default=6, show_default=True, help="Of each ruleset.")
@click.option("--every", default=5, show_default=True, help="After how many decisions a match is measured.")
def main(rulesets: tuple[str, ...], matches: int, every: int) -> None:
    """Measure and print the bytes of a match in each ruleset, or in those that are named."""
    server = RealValkey(appendfsync="everysec")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        try:
            database = Path(folder) / "b.db"
            sql = Database(f"sqlite:///{database}")
            sql.upgrade()
            sql.close()
            table = Table(server.url, database)
            for name in rulesets or installed_ids():
                click.echo(measure(table, name, matches, every))
        finally:
            server.close()


if __name__ == "__main__":
    main()
