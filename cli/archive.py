"""``playhall archive``: for operators, on Redis and the database."""

import click

from cli.database import checked_database
from cli.platform_time import follow_redis
from services.settings import read_settings


@click.group()
def archive() -> None:
    """Repair the archive."""


@archive.command()
def repair() -> None:
    """Make Redis and the archive agree again after one of them was restored from an older copy.

    Ended matches that are in Redis but not in the archive are archived. Matches that continue in Redis although the
    archive has their end are removed from Redis. You can run the command at any time and repeatedly, while the platform
    runs.
    """
    settings = read_settings()
    follow_redis(settings)
    checked_database(settings)
    from workers.bootstrap import archive_repair

    done = archive_repair(settings).repair()
    for name, number in (
        ("matches in Redis", done.matches),
        ("archived again", done.archived),
        ("withdrawn from Redis", done.withdrawn),
        ("archived later", done.delayed),
        ("players made again", done.players),
        ("commitments appended", done.commitments),
    ):
        click.echo(f"{name:<24} {number}")
