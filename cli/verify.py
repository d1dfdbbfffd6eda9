"""``playhall verify``: execute a replay again and compare everything with it."""

from pathlib import Path

import click

from cli.engines import engine_for
from services.engine import replay


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Play a replay's match again: the seeds, every event with what each seat saw of it, and the result must be those
    that the replay tells. The ruleset is played where PLAYHALL_ENGINES says; by default in this process."""
    try:
        told = replay.read(file.read_bytes())
        replay.re_execute(told, engine_for(told.ruleset))
    except replay.MalformedReplay as error:
        raise click.ClickException(f"{file} is not a replay: {error}") from None
    except replay.ReplayDiffers as error:
        raise click.ClickException(f"the replay does not hold: {error}") from None
    click.echo(
        f"The replay holds: {len(told.steps)} decisions of {told.ruleset} {told.version}, commitment {told.commitment}."
    )
