"""The command: start a platform, fuzz it, say what came of it."""

import sys
import time
from typing import Final

import click

from tests.security.fuzz.campaign import Result, clients, run
from tests.security.fuzz.world import LimitedPlatform, World

EVERY: Final = 5_000


@click.command()
@click.option("--rest", default=100_000, show_default=True, help="How many requests over REST.")
@click.option("--grpc", default=100_000, show_default=True, help="How many calls over gRPC.")
@click.option("--seed", default=1, show_default=True, help="The same seed sends the same requests.")
@click.option("--limit", default=0, show_default=True, help="Requests a minute for each key and address; 0: no limit.")
@click.option("--case", "cases", multiple=True, metavar="KIND:NUMBER", help="Only this case of the seed: rest:123.")
def main(rest: int, grpc: int, seed: int, limit: int, cases: tuple[str, ...]) -> None:
    """Send requests that no client would send to a platform of our own; exit with 1 if it was hurt."""
    platform = LimitedPlatform(limit)
    try:
        platform.start()
        world = World(platform)
        makers = clients(world)
        failed = False
        for kind, requests in (("rest", rest), ("grpc", grpc)):
            named = [int(number) for name, _, number in (case.partition(":") for case in cases) if name == kind]
            began = time.monotonic()
            result = run(kind, makers[kind], seed, named if cases else range(requests), _progress)
            failed |= _tell(kind, result, time.monotonic() - began)
        harm = world.harm()
        for line in harm:
            click.echo(f"HARM {line}")
        click.echo("the platform is well, and so are the bystanders' matches" if not harm else "the platform was hurt")
        sys.exit(failed or bool(harm))
    finally:
        platform.close()


def _progress(number: int) -> None:
    if number and number % EVERY == 0:
        click.echo(f"  {number}")


def _tell(kind: str, result: Result, seconds: float) -> bool:
    click.echo(f"{kind}: {result.outcomes.total()} answers in {seconds:.0f} s, {len(result.faults)} faults")
    for outcome, times in result.outcomes.most_common():
        click.echo(f"  {times:7} {outcome}")
    for fault in result.faults:
        click.echo(f"FAULT {fault}")
    return bool(result.faults)


if __name__ == "__main__":
    main()
