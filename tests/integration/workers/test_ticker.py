"""The ticker on a real Valkey, with a clock and work of the test's own."""

import threading
from collections.abc import Sequence

import pytest
from redis import Redis

from services.platform_time import platform_ms
from tests.waiting import wait_until
from workers.ticker import LEASES_KEY, RECONCILE_KEY, Lease, Ticker, TickerTasks

ALL = range(16)


class Recorder:
    """Counts what a ticker does; deadlines come in batches as told."""

    def __init__(self, *batches: int) -> None:
        self.batches = list(batches)
        self.moves: list[tuple[int, int]] = []
        self.shards: set[int] = set()
        self.sweeps = 0
        self.commitments = 0
        self.appends = 0
        self.tickets_wait = False
        self.rounds = 0
        self.looks_for_work = 0
        self.beats: list[int] = []
        self.gaps_end_ms: set[int] = set()

    def move_due(self, now_ms: int, limit: int, shards: Sequence[int]) -> int:
        self.moves.append((now_ms, limit))
        self.shards = set(shards)
        return self.batches.pop(0) if self.batches else 0

    def reconcile(self) -> None:
        self.sweeps += 1

    def must_append(self) -> bool:
        return self.commitments > self.appends

    def append(self) -> None:
        self.appends += 1

    def must_pair(self) -> bool:
        return self.tickets_wait

    def pair(self) -> None:
        self.rounds += 1

    def watch(self) -> None:
        self.looks_for_work += 1

    def beat(self, now_ms: int) -> bool:
        self.beats.append(now_ms)
        return now_ms in self.gaps_end_ms

    def work(self) -> TickerTasks:
        return TickerTasks(
            time=platform_ms,
            move_due=self.move_due,
            reconcile=self.reconcile,
            must_append=self.must_append,
            append=self.append,
            must_pair=self.must_pair,
            pair=self.pair,
            watch=self.watch,
            beat=self.beat,
        )


def ticker(client: Redis, name: str, recorder: Recorder) -> Ticker:
    return Ticker(client, Lease(client, name), recorder.work(), reconcile_seconds=60)


def test_a_full_batch_is_followed_by_another_look(redis_client: Redis) -> None:
    recorder = Recorder(Ticker.BATCH, Ticker.BATCH, 3)
    subject = ticker(redis_client, "t1", recorder)
    assert [subject.tick(1_000, ALL) for _ in range(3)] == [True, True, False]
    assert recorder.moves == [(1_000, Ticker.BATCH)] * 3


def test_while_much_is_due_a_ticker_pauses_for_nothing_and_still_prolongs_its_lease(redis_client: Redis) -> None:
    recorder = Recorder(*[Ticker.BATCH] * 1_000)
    stop, beats = threading.Event(), list[int]()
    subject = ticker(redis_client, "t1", recorder)
    subject.TICK_SECONDS = 60  # type: ignore[misc]
    every_round = lambda: beats.append(len(recorder.moves))  # noqa: E731
    thread = threading.Thread(target=subject.run, args=(stop, lambda: None, every_round), daemon=True)
    thread.start()
    wait_until(lambda: len(recorder.moves) >= 20, "the moves of many batches")
    redis_client.zadd(LEASES_KEY, {"t1": 1})  # long over
    seen = len(recorder.moves)
    wait_until(lambda: len(recorder.moves) >= seen + 5, "more of them")
    assert (redis_client.zscore(LEASES_KEY, "t1") or 0) > 1
    stop.set()
    thread.join()
    assert beats[:5] == [0, 1, 2, 3, 4]


def test_several_tickers_ask_for_one_sweep_in_its_time(redis_client: Redis) -> None:
    first, second = Recorder(), Recorder()
    ticker(redis_client, "t1", first).tick(1_000, ALL)
    ticker(redis_client, "t2", second).tick(1_000, ALL)
    assert (first.sweeps, second.sweeps) == (1, 0)
    assert 0 < redis_client.ttl(RECONCILE_KEY) <= 60
    redis_client.delete(RECONCILE_KEY)  # its time is over
    ticker(redis_client, "t2", second).tick(61_000, ALL)
    assert second.sweeps == 1


def test_what_concerns_all_shards_is_asked_for_by_who_has_the_first(redis_client: Redis) -> None:
    first, second = Recorder(), Recorder()
    first.commitments = second.commitments = 1
    first.tickets_wait = second.tickets_wait = True
    ticker(redis_client, "t2", second).tick(1_000, range(1, 16, 2))
    assert (second.sweeps, second.appends, second.rounds, second.looks_for_work) == (0, 0, 0, 0)
    ticker(redis_client, "t1", first).tick(1_000, range(0, 16, 2))
    assert (first.sweeps, first.appends, first.rounds, first.looks_for_work) == (1, 1, 1, 1)


def test_commitments_are_to_be_appended_where_some_wait(redis_client: Redis) -> None:
    recorder = Recorder()
    subject = ticker(redis_client, "t1", recorder)
    subject.tick(1_000, ALL)
    assert recorder.appends == 0
    recorder.commitments = 1
    subject.tick(1_250, ALL)
    subject.tick(1_500, ALL)
    assert recorder.appends == 1


def test_two_tickers_share_the_shards_and_one_takes_all_when_the_other_leaves(redis_client: Redis) -> None:
    first, second = Recorder(), Recorder()
    stop_first, stop_second = threading.Event(), threading.Event()
    threads = [
        threading.Thread(target=ticker(redis_client, "t1", first).run, args=(stop_first,), daemon=True),
        threading.Thread(target=ticker(redis_client, "t2", second).run, args=(stop_second,), daemon=True),
    ]
    threads[0].start()
    wait_until(lambda: first.shards == set(ALL), "the first ticker's work")
    threads[1].start()
    wait_until(lambda: first.shards == set(range(0, 16, 2)), "the first ticker's half")
    wait_until(lambda: second.shards == set(range(1, 16, 2)), "the second ticker's half")
    stop_first.set()
    threads[0].join()
    looks = len(second.moves)
    wait_until(lambda: second.shards == set(ALL), "the second ticker's work on all")
    assert len(second.moves) - looks <= 4  # sooner than the lease would end by itself
    stop_second.set()
    threads[1].join()
    assert redis_client.zcard(LEASES_KEY) == 0


@pytest.mark.parametrize(("tickers", "shares"), [(1, [16]), (2, [8, 8]), (3, [6, 5, 5]), (17, [1] * 16 + [0])])
def test_tickers_share_all_shards_evenly(redis_client: Redis, tickers: int, shares: list[int]) -> None:
    leases = [Lease(redis_client, f"t{number:02}") for number in range(tickers)]
    for lease in leases:
        lease.shards()
    shards = [lease.shards() for lease in leases]
    assert [len(share) for share in shards] == shares
    assert sorted(shard for share in shards for shard in share) == list(ALL)


def test_the_lease_of_a_ticker_that_died_ends_by_itself(redis_client: Redis) -> None:
    dead, living = Lease(redis_client, "dead"), Lease(redis_client, "living")
    assert list(dead.shards()) == list(ALL)
    assert list(living.shards()) == list(range(1, 16, 2))
    seconds, microseconds = redis_client.time()
    now = seconds * 1000 + microseconds // 1000
    ends = redis_client.zscore(LEASES_KEY, "dead")
    assert ends is not None
    assert now < ends <= now + Lease.MILLISECONDS
    redis_client.zadd(LEASES_KEY, {"dead": now})  # the rest of its time
    assert list(living.shards()) == list(ALL)


def test_a_lease_is_prolonged_when_half_of_it_is_over(redis_client: Redis) -> None:
    lease = Lease(redis_client, "t1")
    lease.shards()
    ends = redis_client.zscore(LEASES_KEY, "t1")
    assert ends is not None
    lease.shards()
    assert redis_client.zscore(LEASES_KEY, "t1") == ends
    redis_client.zadd(LEASES_KEY, {"t1": ends - Lease.MILLISECONDS * 3 // 4})
    lease.shards()
    assert (redis_client.zscore(LEASES_KEY, "t1") or 0) >= ends


def test_a_ticker_gives_back_its_own_lease(redis_client: Redis) -> None:
    leaving, staying = Lease(redis_client, "leaving"), Lease(redis_client, "staying")
    leaving.shards()
    assert len(staying.shards()) == 8
    leaving.release()
    assert len(staying.shards()) == 16


def test_a_ticker_goes_on_after_redis_was_away(redis_client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    failures = [ConnectionResetError(), ConnectionResetError()]
    lease = Lease(redis_client, "t1")
    shards = lease.shards

    def sometimes() -> Sequence[int]:
        if failures:
            raise failures.pop()
        return shards()

    monkeypatch.setattr(lease, "shards", sometimes)
    stop = threading.Event()
    told: list[int] = []
    subject = Ticker(redis_client, lease, recorder.work(), reconcile_seconds=60)
    thread = threading.Thread(target=subject.run, args=(stop, lambda: told.append(len(failures))))
    thread.start()
    wait_until(lambda: recorder.moves, "its work")
    stop.set()
    thread.join()
    assert told == [0]


def test_a_ticker_beats_once_a_second_and_has_time_given_back_when_a_gap_ends(redis_client: Redis) -> None:
    recorder = Recorder()
    recorder.gaps_end_ms = {3_000}
    subject = ticker(redis_client, "t1", recorder)
    for now_ms in (1_000, 1_250, 1_999, 2_000, 3_000):
        subject.tick(now_ms, [1])
    assert recorder.beats == [1_000, 2_000, 3_000]
    assert recorder.sweeps == 1
