"""``python -m tests.benchmarks.replication``: what waiting for a replica costs a move.

Platforms that differ in nothing but PLAYHALL_REDIS_WAIT_REPLICAS, each with a primary and a replica of its own, are
measured in turn, so that whatever else the machine does hits them alike.
"""

import statistics
from contextlib import ExitStack
from typing import Final

import click

from tests.benchmarks.bare_flask import bare_flask
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.served_moves import BareFlaskClients, ConcurrentMatches, RestClients, Served
from tests.cluster.servers import Replicated

WAITS: Final = (0, 1)
SEATS: Final = 4


@click.command()
@click.option("--seconds", default=8.0, show_default=True, help="How long each measurement takes.")
@click.option("--rounds", default=5, show_default=True, help="How often each is measured.")
@click.option("--matches", default=16, show_default=True, help="Matches at a time.")
@click.option("--fsync", type=click.Choice(["everysec", "always"]), default="everysec", show_default=True)
def main(seconds: float, rounds: int, matches: int, fsync: str) -> None:
    """Print moves a second, p50 and p99, without and with waiting for a replica: the medians of all rounds."""
    with ExitStack() as stack:
        port, pid = stack.enter_context(bare_flask())
        bare = BareFlaskClients(port, pid, matches)
        measured: dict[int, list[Served]] = {wait: [] for wait in WAITS}
        platforms = {}
        for wait in WAITS:
            servers = Replicated(2, appendfsync=fsync)
            stack.callback(servers.close)
            settings = {"redis_url": servers.servers[0].url, "redis_wait_replicas": str(wait)}
            rest, supervisor, _ = stack.enter_context(running_platform(**settings, player_requests_per_minute="0"))
            platforms[wait] = ConcurrentMatches(rest, "factionwars", SEATS, matches), Processes(supervisor)
        for number in range(rounds):
            for wait in WAITS if number % 2 else reversed(WAITS):
                played, processes = platforms[wait]
                measured[wait].append(played.play(seconds, RestClients(), processes, bare))
    click.echo(f"{matches} matches at a time, appendfsync {fsync}, {rounds} rounds of {seconds:g} s")
    first: float | None = None
    for wait, found in measured.items():
        rate = statistics.median(one.moves.per_second for one in found)
        first = first or rate
        p50, p99 = (statistics.median(one.moves.latency_ms(percent) for one in found) for percent in (50, 99))
        click.echo(f"WAIT {wait}: {rate:6.0f} moves/s ({rate / first:.2f}), p50 {p50:.1f} ms, p99 {p99:.1f} ms")


if __name__ == "__main__":
    main()
