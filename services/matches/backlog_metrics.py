"""What lies in Redis at this moment: matches, the outbox, deadlines, the workers' queues."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import mean
from typing import Any, Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis import Redis

from services.matches.match import Status
from services.matches.redis_keys import (
    SHARDS,
    deadlines_key,
    delayed_key,
    index_key,
    match_keys,
    outbox_key,
    released_key,
    unlogged_key,
)
from services.matches.stuck_matches import read_counts
from services.matches.work_queues import SENT_AT_HEADER, WorkQueue
from services.platform_time import platform_ms

SAMPLED: Final = 96
"""Of about so many live matches, and of so many finished ones, is measured what they take."""
_UNACKNOWLEDGED: Final = "unacked"
"""Where the broker's transport keeps what a worker has taken and not finished."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of the workers. ``oldest_seconds``: how long its next task has waited; 0 for an empty one."""

    name: str
    waiting: int
    oldest_seconds: float


@dataclass(frozen=True, slots=True)
class Backlog:
    """``matches``: how many are in Redis that have not ended, by status. ``ended``: those that have and still take
    memory: ``not_archived`` yet, or ``archived`` and not expired. ``match_bytes``: what each of some live and some
    finished matches takes, chosen at random. ``overdue_seconds``: by how much the most overdue deadline has passed.
    ``running``: tasks that a worker has taken and not finished. ``commitments``: those that are not in the public log
    yet. ``stuck``: see :mod:`services.matches.stuck_matches`; empty if unknown."""

    matches: dict[str, int]
    match_bytes: dict[str, tuple[int, ...]]
    outbox_entries: int
    outbox_oldest_seconds: float
    overdue_seconds: float
    queues: tuple[Queue, ...]
    running: int
    commitments: int
    ended: dict[str, int]
    stuck: dict[str, int]


def measure_backlog(
    live: "Redis", broker: "Redis", queues: Sequence[str], *, now_ms: Callable[[], int] = platform_ms
) -> Backlog:
    """Measure it. Five round trips, and some hundred commands, however much there is.

    Args:
        live: where matches lie.
        broker: where the queues lie.
        queues: their names.
        now_ms: the time, in milliseconds since 1970.

    Raises:
        redis.RedisError: a server cannot be reached.
    """
    shards = range(SHARDS)
    seconds = now_ms() / 1000
    with live.pipeline(transaction=False) as pipe:
        for status in Status:
            for shard in shards:
                pipe.zcard(index_key(shard, status.value, None))
        for shard in shards:
            pipe.zcount(released_key(shard), f"({seconds * 1000:.0f}", "+inf")
        for shard in shards:
            pipe.xlen(outbox_key(shard))
        for shard in shards:
            pipe.xrange(outbox_key(shard), count=1)
        for shard in shards:
            pipe.zrange(deadlines_key(shard), 0, 0, withscores=True)
        for shard in shards:
            pipe.zcard(unlogged_key(shard))
        answers: list[Any] = pipe.execute()
    parts = [answers[start : start + SHARDS] for start in range(0, len(answers), SHARDS)]
    *counted, released, lengths, firsts, deadlines, unlogged = parts
    matches = {status: sum(numbers) for status, numbers in zip(Status, counted, strict=True)}
    with broker.pipeline(transaction=False) as pipe:
        for name in queues:
            pipe.llen(name)
            pipe.lindex(name, -1)
        pipe.hlen(_UNACKNOWLEDGED)
        *found, running = pipe.execute()
    return Backlog(
        matches={status.value: number for status, number in matches.items() if not status.ended},
        match_bytes=sample_match_bytes(live),
        outbox_entries=sum(lengths),
        outbox_oldest_seconds=_age(seconds, [_milliseconds(page[0][0]) for page in firsts if page]),
        overdue_seconds=_age(seconds, [due for page in deadlines for _, due in page]),
        queues=tuple(
            Queue(name, found[2 * place], _age(seconds, _sent(found[2 * place + 1])))
            for place, name in enumerate(queues)
        ),
        running=running,
        commitments=sum(unlogged),
        ended={
            "not_archived": sum(number for status, number in matches.items() if status.ended),
            "archived": sum(released),
        },
        stuck=read_counts(live),
    )


def sample_match_bytes(live: "Redis") -> dict[str, tuple[int, ...]]:
    """The bytes that some live and some finished matches take in Redis, each with all its keys. Two round trips."""
    indexes = {
        "live": [index_key(shard, Status.LIVE.value, None) for shard in range(SHARDS)],
        "finished": [
            key
            for shard in range(SHARDS)
            for key in (released_key(shard), index_key(shard, Status.FINISHED.value, None))
        ],
    }
    with live.pipeline(transaction=False) as pipe:
        for keys in indexes.values():
            for key in keys:
                pipe.zrandmember(key, SAMPLED // len(keys))
        found: list[list[bytes]] = pipe.execute()
    of_each = iter(found)
    chosen = {name: [id.decode() for _ in keys for id in next(of_each)] for name, keys in indexes.items()}
    with live.pipeline(transaction=False) as pipe:
        for ids in chosen.values():
            for match_id in ids:
                for key in (*match_keys(match_id), delayed_key(match_id)):
                    pipe.memory_usage(key, samples=0)
        sizes = iter([size or 0 for size in pipe.execute()])
    return {name: tuple(filter(None, (sum(islice(sizes, 3)) for _ in ids))) for name, ids in chosen.items()}


class BacklogMeter:
    """What measures the backlog. Safe to share between threads."""

    def __init__(self, live: "Redis", broker: "Redis | None") -> None:
        """``live``: where matches lie. ``broker``: where the queues lie; None: nobody has said, and none are told."""
        self._live = live
        self._broker = broker

    def measure(self) -> Backlog:
        """The backlog as it is now.

        Raises:
            redis.RedisError: a server cannot be reached.
        """
        if self._broker is None:
            return measure_backlog(self._live, self._live, [])
        return measure_backlog(self._live, self._broker, [queue.value for queue in WorkQueue])


class BacklogCollector(Collector):
    """The backlog as Prometheus reads it. Measured anew each time; a server that cannot be reached gives no figures."""

    def __init__(self, measure: Callable[[], Backlog], unreachable: tuple[type[Exception], ...]) -> None:
        self._measure = measure
        self._unreachable = unreachable

    def collect(self) -> Iterator[Metric]:
        try:
            backlog = self._measure()
        except self._unreachable:
            return
        yield _gauge("playhall_matches", "Matches in Redis that have not ended.", "status", backlog.matches.items())
        sampled = ((status, mean(sizes)) for status, sizes in backlog.match_bytes.items() if sizes)
        yield _gauge("playhall_match_bytes", "What a match takes in Redis on average.", "status", sampled)
        yield _gauge("playhall_ended_matches", "Matches in Redis that have ended.", "state", backlog.ended.items())
        yield _gauge(
            "playhall_stuck_matches",
            "Matches in which the platform should act and has not for ten minutes, by what they wait for.",
            "waits_for",
            backlog.stuck.items(),
        )
        yield GaugeMetricFamily("playhall_outbox_entries", "What must happen next.", backlog.outbox_entries)
        yield GaugeMetricFamily(
            "playhall_outbox_oldest_seconds", "How long the oldest outbox entry waits.", backlog.outbox_oldest_seconds
        )
        yield GaugeMetricFamily(
            "playhall_deadlines_overdue_seconds",
            "By how much the most overdue deadline has passed.",
            backlog.overdue_seconds,
        )
        waiting = ((queue.name, queue.waiting) for queue in backlog.queues)
        yield _gauge("playhall_queue_tasks", "Tasks that wait for a worker.", "queue", waiting)
        oldest = ((queue.name, queue.oldest_seconds) for queue in backlog.queues)
        yield _gauge("playhall_queue_oldest_seconds", "How long the next task waits.", "queue", oldest)
        yield GaugeMetricFamily("playhall_queue_running", "Tasks taken and not finished.", backlog.running)
        yield GaugeMetricFamily(
            "playhall_commitments_waiting", "Commitments that are not in the public log yet.", backlog.commitments
        )


def _gauge(name: str, meaning: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=(label,))
    for of, value in values:
        family.add_metric((of,), value)
    return family


def _age(now: float, milliseconds: Sequence[float]) -> float:
    """How long the oldest of some times has passed, in seconds; 0 if none has."""
    return max(0.0, now - min(milliseconds) / 1000) if milliseconds else 0.0


def _milliseconds(entry_id: bytes) -> int:
    return int(entry_id.split(b"-")[0])


def _sent(message: bytes | None) -> list[float]:
    """When a message of the broker was sent, if it says so."""
    if message is None:
        return []
    sent = json.loads(message).get("headers", {}).get(SENT_AT_HEADER)
    return [float(sent)] if isinstance(sent, int | float) else []


def _texts(ids: Any) -> list[str]:  # noqa: ANN401 - typed for every way to configure the client
    return [match_id.decode() for match_id in ids]
