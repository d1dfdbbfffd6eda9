"""``playhall status``: matches, queues and the outbox as they are now, for operators."""

from collections.abc import Iterable

import click
import redis

from services.matches.model import Status
from services.settings import read_settings
from services.telemetry.backlog_metrics import Backlog, memory_of_matches

SAMPLE = 200
"""Of how many live matches the memory is measured."""


@click.command()
def status() -> None:
    """Show what is in Redis: matches, their memory, the outbox, the queues. Reads, and changes nothing."""
    settings = read_settings()
    from workers.processes import connect_census

    live, take = connect_census(settings)
    try:
        census = take()
        sizes = memory_of_matches(live, Status.LIVE, SAMPLE)
    except (redis.RedisError, OSError) as error:
        raise click.ClickException(f"Redis cannot be reached: {type(error).__name__}") from None
    for name, value in _lines(census, sizes):
        click.echo(f"{name:<24} {value}")


def _lines(census: Backlog, sizes: list[int]) -> Iterable[tuple[str, str]]:
    for word, number in census.matches.items():
        yield f"{word} matches", f"{number}"
    if sizes:
        yield "memory of a live match", f"{_kib(sum(sizes) / len(sizes))} on average, {_kib(max(sizes))} at most"
    yield "outbox", f"{census.outbox_entries} entries{_since(census.outbox_oldest_seconds)}"
    yield "deadlines", f"overdue by {census.overdue_seconds:.1f} s" if census.overdue_seconds else "none overdue"
    for queue in census.queues:
        yield f"queue {queue.name}", f"{queue.waiting} tasks{_since(queue.oldest_seconds)}"
    yield "tasks at work", f"{census.running}"


def _kib(size: float) -> str:
    return f"{size / 1024:.1f} KiB"


def _since(seconds: float) -> str:
    return f", the oldest for {seconds:.1f} s" if seconds else ""
