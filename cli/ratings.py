"""``playhall ratings``: for operators, on the database."""

import click

from cli.database import checked_database
from cli.platform_time import follow_redis
from services.settings import read_settings


@click.group()
def ratings() -> None:
    """Replay the log of results."""


@ratings.command()
def replay() -> None:
    """Compute all ratings from the log of results, and compare them with the stored ones, bit for bit.

    Pools that differ, or that were computed by other rules, are computed again. You can run the command at any time,
    while the platform runs. Workers do the same each night.
    """
    settings = read_settings()
    follow_redis(settings)
    checked_database(settings)
    from workers.bootstrap import rating_upkeep

    done = rating_upkeep(settings).replay_all()
    if done is None:
        raise click.ClickException("Another process replays the ratings.")
    for each in done:
        pool = f"{each.pool.ruleset}, {each.pool.seats} seats, {each.pool.population.value}"
        became = "the same" if each.reason is None else f"computed anew: {each.reason.value}"
        click.echo(f"{pool:<40} {each.results:>9} results {each.seconds:>7.1f} s  {became}")
    if not done:
        click.echo("There are no ratings yet.")
