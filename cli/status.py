"""``playhall status``: matches, queues and the outbox as they are now, for operators."""

from collections.abc import Iterable

import click
import redis

from cli.connection import redis_unreachable
from services.matches.backlog_metrics import Backlog
from services.settings import read_settings


@click.command()
def status() -> None:
    """Show the contents of Redis: matches, their memory, the outbox, the queues. Changes nothing."""
    settings = read_settings()
    from workers.processes import backlog_of

    _, measure = backlog_of(settings)
    try:
        backlog = measure()
    except (redis.RedisError, OSError) as error:
        raise redis_unreachable(settings, error) from None
    for name, value in _lines(backlog):
        click.echo(f"{name:<24} {value}")


def _lines(backlog: Backlog) -> Iterable[tuple[str, str]]:
    numbers = {**backlog.matches, "finished": sum(backlog.ended.values())}
    for word, number in numbers.items():
        yield f"{word} matches", f"{number}"
    for word, sizes in backlog.match_bytes.items():
        if sizes:
            average = sum(sizes) / len(sizes)
            total = f"{_mib(average * numbers[word])} in all"
            yield f"memory, {word} matches", f"{_kib(average)} on average, {_kib(max(sizes))} at most, {total}"
    yield "outbox", f"{backlog.outbox_entries} entries{_since(backlog.outbox_oldest_seconds)}"
    yield "deadlines", f"overdue by {backlog.overdue_seconds:.1f} s" if backlog.overdue_seconds else "none overdue"
    for queue in backlog.queues:
        yield f"queue {queue.name}", f"{queue.waiting} tasks{_since(queue.oldest_seconds)}"
    yield "tasks at work", f"{backlog.running}"
    yield "commitments to log", f"{backlog.commitments}"


def _kib(size: float) -> str:
    return f"{size / 1024:.1f} KiB"


def _mib(size: float) -> str:
    return f"{size / (1 << 20):.1f} MiB"


def _since(seconds: float) -> str:
    return f", the oldest for {seconds:.1f} s" if seconds else ""
