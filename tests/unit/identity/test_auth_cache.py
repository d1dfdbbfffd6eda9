"""Whose key was proved a moment ago."""

import pytest

from services.identity import Caller, PlayerKind, Scope
from services.identity.auth_cache import MAX_BATCH, MAX_ENTRIES, MAX_PROVED, AuthCache
from services.identity.key_format import ParsedKey

ANN = Caller("p_ann", "Ann", PlayerKind.PERSON, "k1", frozenset({Scope.MATCHES_READ}))
CLAIM = ParsedKey("k1", b"d" * 32)


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(clock: Clock) -> AuthCache:
    return AuthCache(clock)


def test_a_caller_is_known_for_a_second_from_before_the_look_up(cache: AuthCache, clock: Clock) -> None:
    until = cache.expiry()
    clock.now += 0.25  # the database takes its time
    cache.put(CLAIM, ANN, None, until)
    clock.now = 50.99
    assert cache.get(CLAIM, 0) is ANN
    clock.now = 51.0
    assert cache.get(CLAIM, 0) is None


def test_a_key_that_expires_meanwhile_is_not_known(cache: AuthCache) -> None:
    cache.put(CLAIM, ANN, 1_000, cache.expiry())
    assert cache.get(CLAIM, 999) is ANN
    assert cache.get(CLAIM, 1_000) is None


def test_the_same_key_with_another_secret_is_not_known(cache: AuthCache) -> None:
    cache.put(CLAIM, ANN, None, cache.expiry())
    assert cache.get(ParsedKey("k1", b"e" * 32), 0) is None


def test_a_changed_key_ends_all_that_is_known(cache: AuthCache) -> None:
    cache.put(CLAIM, ANN, None, cache.expiry())
    cache.clear({"k1"})
    assert cache.get(CLAIM, 0) is None


def test_it_does_not_grow_without_bound(cache: AuthCache) -> None:
    for number in range(MAX_ENTRIES + 1):
        cache.put(ParsedKey(f"k{number}", b""), ANN, None, cache.expiry())
    found = [number for number in range(MAX_ENTRIES + 1) if cache.get(ParsedKey(f"k{number}", b""), 0)]
    assert found == [MAX_ENTRIES]


def test_keys_in_use_are_looked_up_together_when_half_their_time_is_over(cache: AuthCache, clock: Clock) -> None:
    busy, idle, young = (ParsedKey(f"k{number}", b"") for number in range(3))
    cache.put(busy, ANN, None, cache.expiry())
    cache.put(idle, ANN, None, cache.expiry())
    cache.get(busy, 0)
    clock.now += 0.6
    cache.put(young, ANN, None, cache.expiry())
    cache.get(young, 0)
    assert cache.refresh_batch(CLAIM) == [CLAIM, busy]
    assert cache.refresh_batch(busy) == [busy]
    clock.now += 0.6
    assert cache.refresh_batch(CLAIM) == [CLAIM, busy, young]
    cache.remove(busy)
    assert cache.refresh_batch(CLAIM) == [CLAIM, young]
    assert cache.get(busy, 0) is None


def test_so_many_are_looked_up_together_and_no_more(cache: AuthCache, clock: Clock) -> None:
    for number in range(MAX_BATCH + 9):
        cache.put(ParsedKey(f"k{number}", b""), ANN, None, cache.expiry())
        cache.get(ParsedKey(f"k{number}", b""), 0)
    clock.now += 1
    assert len(cache.refresh_batch(CLAIM)) == MAX_BATCH


@pytest.fixture
def lenient(clock: Clock) -> AuthCache:
    return AuthCache(clock, grace_seconds=600)


def test_who_proved_a_key_is_remembered_for_the_grace_period_after_that(lenient: AuthCache, clock: Clock) -> None:
    lenient.put(CLAIM, ANN, None, lenient.expiry())
    clock.now = 649.9
    assert lenient.get(CLAIM, 0) is None
    assert lenient.proved(CLAIM, 0) is ANN
    clock.now = 650.0
    assert lenient.proved(CLAIM, 0) is None


def test_without_a_grace_period_nobody_is_remembered(cache: AuthCache, clock: Clock) -> None:
    cache.put(CLAIM, ANN, None, cache.expiry())
    assert cache.proved(CLAIM, 0) is None


def test_who_is_trusted_need_not_be_looked_up_for_a_second(lenient: AuthCache, clock: Clock) -> None:
    lenient.put(CLAIM, ANN, None, lenient.expiry())
    clock.now = 649.5
    lenient.trust(CLAIM)
    assert lenient.get(CLAIM, 0) is ANN
    clock.now = 650.0
    assert lenient.get(CLAIM, 0) is None
    lenient.trust(ParsedKey("k2", b""))
    assert lenient.get(ParsedKey("k2", b""), 0) is None


def test_the_grace_period_outlasts_neither_the_key_nor_its_removal_nor_a_change_of_it(lenient: AuthCache) -> None:
    lenient.put(CLAIM, ANN, 1_000, lenient.expiry())
    assert lenient.proved(CLAIM, 999) is ANN
    assert lenient.proved(CLAIM, 1_000) is None
    assert lenient.proved(ParsedKey("k1", b"e" * 32), 999) is None
    lenient.remove(CLAIM)
    assert lenient.proved(CLAIM, 999) is None
    other = ParsedKey("k2", b"")
    lenient.put(CLAIM, ANN, None, lenient.expiry())
    lenient.put(other, ANN, None, lenient.expiry())
    lenient.clear({"k1"})
    assert lenient.proved(CLAIM, 0) is None
    assert lenient.proved(other, 0) is ANN


def test_the_keys_that_were_proved_last_are_remembered(lenient: AuthCache) -> None:
    for number in (*range(MAX_PROVED), 0, MAX_PROVED):
        lenient.put(ParsedKey(f"k{number}", b""), ANN, None, lenient.expiry())
    found = [number for number in range(MAX_PROVED + 1) if lenient.proved(ParsedKey(f"k{number}", b""), 0)]
    assert found == [0, *range(2, MAX_PROVED + 1)]
