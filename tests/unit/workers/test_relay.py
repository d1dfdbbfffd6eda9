"""The relay's bookkeeping, against an outbox and a broker in memory. The real ones: ``tests/integration/workers``."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence

import pytest
import redis
from kombu.exceptions import OperationalError

from services.matches.outbox import OutboxEntry, OutboxKind
from services.settings import read_settings
from tests.waiting import wait_until
from workers.app import create_worker
from workers.backoff import Backoff
from workers.relay import ROUTES, Relay, run_relays


def entry(number: int, kind: OutboxKind = OutboxKind.TURN) -> OutboxEntry:
    return OutboxEntry(shard=0, id=f"{number}-0", kind=kind, match_id=f"m_{number}", rev=number)


class MemoryOutbox:
    """Hands each entry out once, and again by ``reclaim`` when it was left behind."""

    def __init__(self, new: Iterable[OutboxEntry] = (), left: Iterable[OutboxEntry] = ()) -> None:
        self.new = list(new)
        self.left = list(left)
        self.finished: list[OutboxEntry] = []
        self.failures: list[Exception] = []

    def read(self, consumer: str, *, block_ms: int, count: int) -> Sequence[OutboxEntry]:
        if self.failures:
            raise self.failures.pop()
        taken, self.new = self.new[:count], self.new[count:]
        return taken

    def reclaim(self, consumer: str, *, idle_ms: int, count: int) -> Sequence[OutboxEntry]:
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def done(self, entries: Sequence[OutboxEntry]) -> None:
        self.finished.extend(entries)


class MemoryBroker:
    def __init__(self, refuses: Callable[[OutboxEntry], bool] = lambda _: False) -> None:
        self.published: list[OutboxEntry] = []
        self.refuses = refuses

    def __call__(self, entry: OutboxEntry) -> None:
        if self.refuses(entry):
            raise OperationalError("the broker is away")
        self.published.append(entry)


def test_an_entry_is_finished_only_after_its_task_is_published() -> None:
    outbox = MemoryOutbox(new=[entry(1), entry(2), entry(3)])
    broker = MemoryBroker(refuses=lambda each: each.rev == 2)
    relay = Relay(outbox, broker, "r1")
    with pytest.raises(OperationalError):
        relay.step()
    assert outbox.finished == [entry(1)]


def test_what_could_not_be_published_is_published_before_anything_new() -> None:
    outbox = MemoryOutbox(new=[entry(1), entry(2)])
    broker = MemoryBroker(refuses=lambda _: True)
    relay = Relay(outbox, broker, "r1")
    with pytest.raises(OperationalError):
        relay.step()
    outbox.new = [entry(3)]
    broker.refuses = lambda _: False
    relay.step()
    assert broker.published == [entry(1), entry(2)]
    relay.step()
    assert broker.published == [entry(1), entry(2), entry(3)]
    assert outbox.finished == broker.published


def test_what_another_relay_left_behind_goes_first() -> None:
    outbox = MemoryOutbox(new=[entry(2)], left=[entry(1)])
    broker = MemoryBroker()
    relay = Relay(outbox, broker, "r1")
    relay.step()
    relay.step()
    assert broker.published == [entry(1), entry(2)]


def test_a_relay_goes_on_after_redis_was_away() -> None:
    stop = threading.Event()
    outbox = MemoryOutbox(new=[entry(1)])
    outbox.failures = [redis.ConnectionError("away"), redis.TimeoutError("away")]

    def publish(each: OutboxEntry) -> None:
        published.append(each)
        stop.set()

    published: list[OutboxEntry] = []
    Relay(outbox, publish, "r1").run(stop)
    assert published == [entry(1)]


def test_readiness_is_told_once_when_the_outbox_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    told: list[int] = []
    outbox = MemoryOutbox(new=[entry(1), entry(2)])
    outbox.failures = [redis.ConnectionError("away")]

    def publish(each: OutboxEntry) -> None:
        if each.rev == 2:
            stop.set()

    monkeypatch.setattr(Relay, "BATCH", 1)  # so that two entries take two steps
    Relay(outbox, publish, "r1").run(stop, lambda: told.append(len(outbox.finished)))
    assert told == [1]


def test_relays_are_ready_and_go_on_when_each_of_them_is() -> None:
    stop, reached, waiting = threading.Event(), threading.Event(), threading.Event()
    told: list[str] = []

    class Hanging(MemoryOutbox):
        """Is not reached until it may be."""

        def read(self, consumer: str, *, block_ms: int, count: int) -> Sequence[OutboxEntry]:
            waiting.set()
            reached.wait(10)
            return super().read(consumer, block_ms=block_ms, count=count)

    relays = [Relay(MemoryOutbox(), MemoryBroker(), "r1"), Relay(Hanging(), MemoryBroker(), "r1")]
    running = threading.Thread(
        target=run_relays, args=(relays, stop, lambda: told.append("ready"), lambda: told.append("beat"))
    )
    running.start()
    waiting.wait(10)
    time.sleep(0.05)
    assert told == ["beat"]  # each has begun one round
    reached.set()
    wait_until(lambda: told.count("beat") > 2, "rounds of both")
    stop.set()
    running.join(10)
    assert told.count("ready") == 1


def test_a_relay_that_fails_ends_all_of_them() -> None:
    broken = MemoryOutbox()
    broken.failures = [ValueError("a bug")]
    with pytest.raises(ValueError, match="a bug"):
        run_relays(
            [Relay(MemoryOutbox(), MemoryBroker(), "r1"), Relay(broken, MemoryBroker(), "r1")], threading.Event()
        )


def test_every_kind_of_entry_has_a_task_and_every_task_exists() -> None:
    app = create_worker(read_settings({}))
    assert set(ROUTES) == set(OutboxKind)
    assert {route.task for route in ROUTES.values()} <= set(app.tasks)
    assert {route.queue.value for route in ROUTES.values()} <= {queue.name for queue in app.conf.task_queues}


def test_pauses_grow_to_a_limit_and_begin_anew() -> None:
    backoff = Backoff(first=1.0, longest=4.0)
    pauses = [backoff.next() for _ in range(5)]
    limits = [1.0, 2.0, 4.0, 4.0, 4.0]
    assert all(limit / 2 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))
    backoff.reset()
    assert backoff.next() <= 1.0
