"""``python -m tests.benchmarks``: how fast this machine plays, beside a yardstick of the machine itself."""

from functools import partial
from typing import Final

import click
from rich.console import Console

from services.engine.chance import FastChance
from services.engine.registry import ruleset as find_ruleset
from tests.benchmarks.bare_flask import bare_flask
from tests.benchmarks.bot_matches import measure_bot_matches
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.grpc_clients import GrpcClients
from tests.benchmarks.random_play import measure_operations, measure_rate, play_at_random, seeded_chance
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.served_moves import BareFlaskClients, ConcurrentMatches, RestClients
from tests.benchmarks.tables import print_bot_matches, print_operations, print_random_play, print_served_moves
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

MATCHES: Final = (16, 64)
SEATS: Final = 4
_MOVES_SECONDS: Final = 10.0
_OPERATION_SECONDS: Final = 0.15
_GLANCE: Final = 1.0
"""With fewer seconds for a figure it is measured but once: the yardsticks beside it would take most of the time."""
_PLATFORMS: Final = (
    ("engines as services", (), ("REST", "gRPC")),
    ("rulesets in the gateway", ("--in-gateway",), ("REST",)),
)


@click.command()
@click.argument("ruleset", default="factionwars")
@click.option("--seconds", default=3.0, show_default=True, help="Seconds of random play per figure.")
@click.option("--matches", default=120, show_default=True, help="Bot matches to play on the platform; 0: none.")
@click.option(
    "--moves", type=float, help="Seconds of served moves per figure; 0: none. Default: 10, without matches 0."
)
def main(ruleset: str, seconds: float, matches: int, moves: float | None) -> None:
    """Measure random play, state operations, bot matches on the platform, and what one served move costs."""
    console = Console()
    console.print(f"Yardstick: {yardstick():.3f} s for ten million x += 1 (reference {REFERENCE_SECONDS} s)")
    measure_random_play(console, ruleset, seconds)
    if matches:
        print_bot_matches(console, measure_bot_matches(ruleset, matches))
    if moves if moves is not None else matches:
        measure_served_moves(console, ruleset, moves or _MOVES_SECONDS)


def measure_random_play(console: Console, ruleset: str, seconds: float) -> None:
    """Measure and print random play for each number of seats, ``seconds`` for each figure."""
    rules = find_ruleset(ruleset)
    about = rules.describe()
    seat_counts = range(about.min_seats, about.max_seats + 1)
    rates = {
        seats: [
            measure_rate(partial(play_at_random, rules, seats, chance), seconds, rounds=1 if seconds < _GLANCE else 3)
            for chance in (FastChance, seeded_chance)
        ]
        for seats in seat_counts
    }
    print_random_play(console, about.title, rates)
    least = min(_OPERATION_SECONDS, seconds / 20)
    print_operations(console, {seats: measure_operations(rules, seats, least) for seats in seat_counts})


def measure_served_moves(console: Console, ruleset: str, seconds: float) -> None:
    """Measure and print moves, ``seconds`` for each number of matches: over REST and over gRPC with the engines as
    services, and over REST with the rulesets in the gateway."""
    for engines, options, apis in _PLATFORMS:
        with running_platform(*options) as (rest, supervisor, grpc_target), bare_flask() as (port, pid):
            about = rest.get(f"/v1/rulesets/{ruleset}")
            seats = max(about["min_seats"], min(SEATS, about["max_seats"]))
            processes, bare = Processes(supervisor), BareFlaskClients(port, pid, max(MATCHES))
            for api in apis:
                served = []
                for matches in MATCHES:
                    clients = RestClients() if api == "REST" else GrpcClients(grpc_target, matches)
                    played = ConcurrentMatches(rest, ruleset, seats, matches)
                    served.append(played.play(seconds, clients, processes, bare))
                print_served_moves(console, f"Served moves over {api}, {engines}, {seats} seats", served)


if __name__ == "__main__":
    main()
