"""The ticker on a real Valkey, with a clock and work of the test's own."""

import threading

import pytest
from redis import Redis

from tests.waiting import wait_until
from workers.ticker import LEASE_KEY, RECONCILE_KEY, Lease, Ticker, TickerTasks


class Recorder:
    """Counts what a ticker does; deadlines come in batches as told."""

    def __init__(self, *batches: int) -> None:
        self.batches = list(batches)
        self.moves: list[tuple[int, int]] = []
        self.sweeps = 0
        self.commitments = 0
        self.appends = 0

    def move_due(self, now_ms: int, limit: int) -> int:
        self.moves.append((now_ms, limit))
        return self.batches.pop(0) if self.batches else 0

    def reconcile(self) -> None:
        self.sweeps += 1

    def must_append(self) -> bool:
        return self.commitments > self.appends

    def append(self) -> None:
        self.appends += 1

    def work(self) -> TickerTasks:
        return TickerTasks(self.move_due, self.reconcile, self.must_append, self.append)


def ticker(client: Redis, name: str, recorder: Recorder) -> Ticker:
    return Ticker(client, Lease(client, name), recorder.work(), reconcile_seconds=60)


def test_full_batches_are_followed_by_another_look_at_once(redis_client: Redis) -> None:
    recorder = Recorder(Ticker.BATCH, Ticker.BATCH, 3)
    ticker(redis_client, "t1", recorder).tick(1_000)
    assert recorder.moves == [(1_000, Ticker.BATCH)] * 3


def test_several_tickers_ask_for_one_sweep_in_its_time(redis_client: Redis) -> None:
    first, second = Recorder(), Recorder()
    ticker(redis_client, "t1", first).tick(1_000)
    ticker(redis_client, "t2", second).tick(1_000)
    assert (first.sweeps, second.sweeps) == (1, 0)
    assert 0 < redis_client.ttl(RECONCILE_KEY) <= 60
    redis_client.delete(RECONCILE_KEY)  # its time is over
    ticker(redis_client, "t2", second).tick(61_000)
    assert second.sweeps == 1


def test_commitments_are_to_be_appended_where_some_wait(redis_client: Redis) -> None:
    recorder = Recorder()
    subject = ticker(redis_client, "t1", recorder)
    subject.tick(1_000)
    assert recorder.appends == 0
    recorder.commitments = 1
    subject.tick(1_250)
    subject.tick(1_500)
    assert recorder.appends == 1


def test_one_ticker_works_and_another_takes_over_when_it_leaves(redis_client: Redis) -> None:
    first, second = Recorder(), Recorder()
    stop_first, stop_second = threading.Event(), threading.Event()
    threads = [
        threading.Thread(target=ticker(redis_client, "t1", first).run, args=(stop_first,)),
        threading.Thread(target=ticker(redis_client, "t2", second).run, args=(stop_second,)),
    ]
    threads[0].start()
    wait_until(lambda: len(first.moves) >= 2, "the first ticker's work")
    threads[1].start()
    wait_until(lambda: len(first.moves) >= 5, "more of it")
    assert second.moves == []
    stop_first.set()
    wait_until(lambda: second.moves, "the second ticker's work", 2.5)  # sooner than the lease would end by itself
    stop_second.set()
    for thread in threads:
        thread.join()


def test_the_lease_of_a_ticker_that_died_ends_by_itself(redis_client: Redis) -> None:
    dead = Lease(redis_client, "dead")
    assert dead.acquire()
    living = Lease(redis_client, "living")
    assert not living.acquire()
    assert 0 < redis_client.pttl(LEASE_KEY) <= Lease.MILLISECONDS
    redis_client.pexpire(LEASE_KEY, 1)  # the rest of its time
    wait_until(living.acquire, "the end of the lease")
    assert not dead.acquire()


def test_a_lease_is_prolonged_when_half_of_it_is_over(redis_client: Redis) -> None:
    lease = Lease(redis_client, "t1")
    assert lease.acquire()
    redis_client.pexpire(LEASE_KEY, Lease.MILLISECONDS * 3 // 4)
    assert lease.acquire()
    assert redis_client.pttl(LEASE_KEY) <= Lease.MILLISECONDS * 3 // 4
    redis_client.pexpire(LEASE_KEY, Lease.MILLISECONDS // 4)
    assert lease.acquire()
    assert redis_client.pttl(LEASE_KEY) > Lease.MILLISECONDS * 3 // 4


def test_a_lease_is_given_back_by_its_holder_only(redis_client: Redis) -> None:
    holder, other = Lease(redis_client, "holder"), Lease(redis_client, "other")
    assert holder.acquire()
    other.release()
    assert not other.acquire()
    holder.release()
    assert other.acquire()


def test_a_ticker_goes_on_after_redis_was_away(redis_client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    failures = [ConnectionResetError(), ConnectionResetError()]
    lease = Lease(redis_client, "t1")
    acquire = lease.acquire

    def sometimes() -> bool:
        if failures:
            raise failures.pop()
        return acquire()

    monkeypatch.setattr(lease, "acquire", sometimes)
    stop = threading.Event()
    told: list[int] = []
    subject = Ticker(redis_client, lease, recorder.work(), reconcile_seconds=60)
    thread = threading.Thread(target=subject.run, args=(stop, lambda: told.append(len(failures))))
    thread.start()
    wait_until(lambda: recorder.moves, "its work")
    stop.set()
    thread.join()
    assert told == [0]
