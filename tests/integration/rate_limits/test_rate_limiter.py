"""Limits in a real Valkey. Where time matters, one request takes an hour to come back: none does during a test."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from services.rate_limits import Policy, RateLimiter
from services.redis_clients.slots import servers
from tests.valkey import RealValkey

HOUR_US = 3_600_000_000
SLOW = Policy("key", 5, HOUR_US)
LARGE = Policy("key", 100, HOUR_US)


@pytest.fixture
def limiter(redis_client: Redis) -> RateLimiter:
    return RateLimiter(redis_client)


def passed(limiter: RateLimiter, policy: Policy, client: str, requests: int) -> int:
    """How many of so many requests may pass."""
    return sum(limiter.hit(policy, client).retry_after_seconds is None for _ in range(requests))


@pytest.mark.parametrize("policy", [SLOW, LARGE, Policy("key", 1, HOUR_US)])
def test_as_many_may_pass_as_the_burst_allows(limiter: RateLimiter, policy: Policy) -> None:
    assert passed(limiter, policy, "a", policy.burst + 20) == policy.burst


def test_each_client_and_each_policy_has_its_own_limit(limiter: RateLimiter) -> None:
    assert passed(limiter, SLOW, "a", 9) == 5
    assert passed(limiter, SLOW, "b", 9) == 5
    assert passed(limiter, Policy("address", 3, HOUR_US), "a", 9) == 3


def test_a_client_is_told_what_is_left_and_how_long_to_wait(limiter: RateLimiter) -> None:
    results = [limiter.hit(SLOW, "a") for _ in range(6)]
    assert [result.remaining for result in results] == [4, 3, 2, 1, 0, 0]
    assert [result.retry_after_seconds is None for result in results] == [True] * 5 + [False]
    assert results[5].retry_after_seconds is not None
    assert 3590 < results[5].retry_after_seconds <= 3600
    assert 3590 < results[0].reset_seconds <= 3600
    assert 5 * 3590 < results[5].reset_seconds <= 5 * 3600


def test_one_request_comes_back_after_its_interval(limiter: RateLimiter, redis_client: Redis) -> None:
    slow = Policy("key", 2, HOUR_US)
    assert passed(limiter, slow, "a", 4) == 2
    redis_client.decrby("rate_limit:key:a", HOUR_US)  # as if an hour had passed
    assert passed(limiter, slow, "a", 4) == 1


def test_a_refused_request_does_not_prolong_the_wait(limiter: RateLimiter, redis_client: Redis) -> None:
    passed(limiter, SLOW, "a", 5)
    before = redis_client.get("rate_limit:key:a")
    assert passed(limiter, SLOW, "a", 20) == 0
    assert redis_client.get("rate_limit:key:a") == before


def test_several_processes_share_a_limit(redis_client: Redis) -> None:
    processes = [RateLimiter(redis_client) for _ in range(4)]
    assert sum(passed(processes[turn % 4], LARGE, "a", 1) for turn in range(300)) == 100


def test_threads_at_once_send_no_more_than_they_may(limiter: RateLimiter) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(passed(limiter, LARGE, "a", 60))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 100


def test_a_decision_is_one_round_trip(limiter: RateLimiter, redis_client: Redis) -> None:
    limiter.hit(LARGE, "a")
    for server in servers(redis_client).values():
        server.config_resetstat()
    passed(limiter, LARGE, "a", 20)
    stats: list[Any] = [server.info("commandstats") for server in servers(redis_client).values()]
    assert [it["cmdstat_evalsha"]["calls"] for it in stats if "cmdstat_evalsha" in it] == [20]


def test_the_first_bucket_that_has_room_counts_a_request(limiter: RateLimiter, redis_client: Redis) -> None:
    shared, own = Policy("key", 3, HOUR_US), Policy("own", 2, 2 * HOUR_US)
    results = [limiter.hit_first([(shared, "{a}"), (own, "{a}b")]) for _ in range(6)]
    assert [(result.policy.name, result.remaining) for result in results] == [
        ("key", 2),
        ("key", 1),
        ("key", 0),
        ("own", 1),
        ("own", 0),
        ("key", 0),  # which has room again before the other
    ]
    assert [result.retry_after_seconds is None for result in results] == [True] * 5 + [False]
    assert 3590 < (results[5].retry_after_seconds or 0) <= 3600
    redis_client.decrby("rate_limit:own:{a}b", 2 * HOUR_US)  # as if two hours had passed for it alone
    assert limiter.hit_first([(shared, "{a}"), (own, "{a}b")]).policy.name == "own"
    assert limiter.hit_first([(shared, "{a}"), (own, "{a}c")]).policy.name == "own"  # another's


def test_several_buckets_are_one_round_trip(limiter: RateLimiter, redis_client: Redis) -> None:
    buckets = [(Policy("key", 3, HOUR_US), "{a}"), (Policy("own", 2, HOUR_US), "{a}b")]
    limiter.hit_first(buckets)
    for server in servers(redis_client).values():
        server.config_resetstat()
    for _ in range(9):
        limiter.hit_first(buckets)
    stats: list[Any] = [server.info("commandstats") for server in servers(redis_client).values()]
    assert [it["cmdstat_evalsha"]["calls"] for it in stats if "cmdstat_evalsha" in it] == [9]


def test_a_client_that_sends_nothing_has_no_key(limiter: RateLimiter, redis_client: Redis) -> None:
    limiter.hit(SLOW, "a")
    pttl: Callable[..., int] = redis_client.pttl
    assert 3_500_000 < pttl("rate_limit:key:a") <= 3_600_000


def test_nobody_is_refused_while_redis_is_away(mortal_valkey: RealValkey) -> None:
    client = mortal_valkey.client()
    limiter = RateLimiter(client)
    passed(limiter, SLOW, "a", 3)
    mortal_valkey.kill()
    assert passed(limiter, SLOW, "a", 20) == 20
    client.close()
