"""The command: try all values on a platform of its own, and say what came of it."""

import logging
import sys
import time
from contextlib import ExitStack

import click
import structlog

from tests.integration.clients.node import NODE
from tests.postgres import NOT_FOUND, find_binaries, running
from tests.security.bounds.corners import FEW_TEXTS, TEXTS
from tests.security.bounds.platform import scene_on
from tests.security.bounds.trial import Counts, GrpcTrial, RestTrial


@click.command()
@click.option("--door", type=click.Choice(["rest", "grpc", "both"]), default="both", show_default=True)
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite", show_default=True)
@click.option("--every", default=1, show_default=True, help="Of so many values of an operation one is tried.")
@click.option("--few/--all", help="Of texts a few, not all.")
@click.option("--only", multiple=True, metavar="OPERATION", help="Only what these operations take, as REST calls them.")
def main(door: str, database: str, every: int, few: bool, only: tuple[str, ...]) -> None:
    """Try every field of every operation at its bounds; exit with 1 if anything failed or could not be read."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    faults = 0
    texts = FEW_TEXTS if few else TEXTS
    with ExitStack() as stack:
        url = None
        if database == "postgresql":
            binaries = find_binaries()
            if binaries is None:
                raise click.ClickException(NOT_FOUND)
            url = stack.enter_context(running(binaries)).url("postgres")
        scene, channel = stack.enter_context(scene_on(url))
        if door != "grpc":
            rest = RestTrial(scene, texts, every=every)
            faults += _told("REST", rest, only)
        if door != "rest":
            faults += _told("gRPC", GrpcTrial(scene, channel, texts, every=every), only)
    sys.exit(bool(faults))


def _told(door: str, trial: RestTrial | GrpcTrial, only: tuple[str, ...]) -> int:
    began = time.monotonic()
    trial.write(only)
    if not only:
        trial.read_corners()
    trial.read_all()
    if isinstance(trial, RestTrial) and NODE is not None:
        trial.counts.faults += trial.answers.faults()
        click.echo(f"{door}: JavaScript has read {len(trial.answers.told)} different answers")
    counts: Counts = trial.counts
    click.echo(f"{door}: {counts}, {time.monotonic() - began:.0f} s")
    click.echo(f"  never taken: {', '.join(sorted(counts.written_by - counts.taken_by)) or 'none'}")
    for outcome, times in counts.outcomes.most_common():
        click.echo(f"  {times:7} {outcome}")
    for fault in counts.faults:
        click.echo(f"FAULT {fault}")
    return len(counts.faults)


if __name__ == "__main__":
    main()
