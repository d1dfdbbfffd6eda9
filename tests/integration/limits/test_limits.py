"""Buckets in a real Valkey. Where time matters, one request takes an hour to come back: none does during a test."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from services.limits import Limits, Policy
from tests.valkey import RealValkey

HOUR_US = 3_600_000_000
SLOW = Policy("key", 5, HOUR_US)
LARGE = Policy("key", 100, HOUR_US)


class Clock:
    """Seconds that go on when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def limits(redis_client: Redis) -> Limits:
    return Limits(redis_client)


def passed(limits: Limits, policy: Policy, client: str, requests: int) -> int:
    """How many of so many requests may pass."""
    return sum(limits.spend(policy, client).retry_seconds is None for _ in range(requests))


def round_trips(redis: Redis) -> int:
    """How many there have been."""
    command: Callable[..., Any] = redis.execute_command
    calls: int = command("INFO", "commandstats")["cmdstat_evalsha"]["calls"]
    return calls


@pytest.mark.parametrize("policy", [SLOW, LARGE, Policy("key", 1, HOUR_US)])
def test_as_many_may_pass_as_the_bucket_holds(limits: Limits, policy: Policy) -> None:
    assert passed(limits, policy, "a", policy.burst + 20) == policy.burst


def test_each_client_and_each_policy_has_its_own_bucket(limits: Limits) -> None:
    assert passed(limits, SLOW, "a", 9) == 5
    assert passed(limits, SLOW, "b", 9) == 5
    assert passed(limits, Policy("address", 3, HOUR_US), "a", 9) == 3


def test_a_client_is_told_what_is_left_and_how_long_to_wait(limits: Limits) -> None:
    verdicts = [limits.spend(SLOW, "a") for _ in range(6)]
    assert [verdict.remaining for verdict in verdicts] == [4, 3, 2, 1, 0, 0]
    assert [verdict.retry_seconds is None for verdict in verdicts] == [True] * 5 + [False]
    assert verdicts[5].retry_seconds is not None
    assert 3590 < verdicts[5].retry_seconds <= 3600
    assert 5 * 3590 < verdicts[5].full_seconds <= 5 * 3600


def test_one_request_comes_back_after_its_time(redis_client: Redis) -> None:
    clock = Clock()
    limits = Limits(redis_client, clock)
    slow = Policy("key", 2, HOUR_US)
    assert passed(limits, slow, "a", 4) == 2
    redis_client.delete("limit:key:a")  # as if an hour had passed for Redis
    assert passed(limits, slow, "a", 1) == 0  # who was refused is refused without asking
    clock.now += 3600
    assert passed(limits, slow, "a", 4) == 2


def test_several_processes_share_a_bucket(redis_client: Redis) -> None:
    processes = [Limits(redis_client) for _ in range(4)]
    assert sum(passed(processes[turn % 4], LARGE, "a", 1) for turn in range(300)) == 100


def test_threads_at_once_take_no_more_than_there_is(limits: Limits) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(passed(limits, LARGE, "a", 60))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 100


def test_most_requests_cost_no_round_trip(redis_client: Redis) -> None:
    limits = Limits(redis_client)
    limits.spend(LARGE, "a")
    before = round_trips(redis_client)
    for _ in range(49):
        limits.spend(LARGE, "a")
    calls = round_trips(redis_client) - before
    assert calls == 9  # five at a time


def test_a_client_that_does_not_listen_costs_no_round_trip(redis_client: Redis) -> None:
    limits = Limits(redis_client)
    passed(limits, SLOW, "a", 6)
    before = round_trips(redis_client)
    assert passed(limits, SLOW, "a", 100) == 0
    assert round_trips(redis_client) == before


def test_what_was_taken_and_not_spent_is_dropped_in_time(redis_client: Redis) -> None:
    clock = Clock()
    limits = Limits(redis_client, clock)
    assert limits.spend(LARGE, "a").remaining == 99
    clock.now += LARGE.window_seconds
    assert limits.spend(LARGE, "a").remaining == 94  # four that were never sent are lost, and another five were taken


def test_a_full_bucket_is_not_kept(redis_client: Redis) -> None:
    Limits(redis_client).spend(SLOW, "a")
    pttl: Callable[..., int] = redis_client.pttl
    assert 3_500_000 < pttl("limit:key:a") <= 3_600_000


def test_nobody_is_refused_while_redis_is_away(mortal_valkey: RealValkey) -> None:
    client = mortal_valkey.client()
    limits = Limits(client)
    passed(limits, SLOW, "a", 3)
    mortal_valkey.kill()
    assert passed(limits, SLOW, "a", 20) == 20
    client.close()
