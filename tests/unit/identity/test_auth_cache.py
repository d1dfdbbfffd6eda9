"""Whose key was proved a moment ago."""

import pytest

from services.identity import Caller, PlayerKind, Scope
from services.identity.auth_cache import MOST_AT_ONCE, MOST_KNOWN, AuthCache
from services.identity.key_format import Parsed

ANN = Caller("p_ann", "Ann", PlayerKind.PERSON, "k1", frozenset({Scope.MATCHES_READ}))
CLAIM = Parsed("k1", b"d" * 32)


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def known(clock: Clock) -> AuthCache:
    return AuthCache(clock)


def test_a_caller_is_known_for_a_second_from_before_the_look_up(known: AuthCache, clock: Clock) -> None:
    until = known.begin()
    clock.now += 0.25  # the database takes its time
    known.keep(CLAIM, ANN, None, until)
    clock.now = 50.99
    assert known.find(CLAIM, 0) is ANN
    clock.now = 51.0
    assert known.find(CLAIM, 0) is None


def test_a_key_that_expires_meanwhile_is_not_known(known: AuthCache) -> None:
    known.keep(CLAIM, ANN, 1_000, known.begin())
    assert known.find(CLAIM, 999) is ANN
    assert known.find(CLAIM, 1_000) is None


def test_the_same_key_with_another_secret_is_not_known(known: AuthCache) -> None:
    known.keep(CLAIM, ANN, None, known.begin())
    assert known.find(Parsed("k1", b"e" * 32), 0) is None


def test_a_changed_key_ends_all_that_is_known(known: AuthCache) -> None:
    known.keep(CLAIM, ANN, None, known.begin())
    known.forget()
    assert known.find(CLAIM, 0) is None


def test_it_does_not_grow_without_bound(known: AuthCache) -> None:
    for number in range(MOST_KNOWN + 1):
        known.keep(Parsed(f"k{number}", b""), ANN, None, known.begin())
    found = [number for number in range(MOST_KNOWN + 1) if known.find(Parsed(f"k{number}", b""), 0)]
    assert found == [MOST_KNOWN]


def test_keys_in_use_are_looked_up_together_when_half_their_time_is_over(known: AuthCache, clock: Clock) -> None:
    busy, idle, young = (Parsed(f"k{number}", b"") for number in range(3))
    known.keep(busy, ANN, None, known.begin())
    known.keep(idle, ANN, None, known.begin())
    known.find(busy, 0)
    clock.now += 0.6
    known.keep(young, ANN, None, known.begin())
    known.find(young, 0)
    assert known.due_with(CLAIM) == [CLAIM, busy]
    assert known.due_with(busy) == [busy]
    clock.now += 0.6
    assert known.due_with(CLAIM) == [CLAIM, busy, young]
    known.drop(busy)
    assert known.due_with(CLAIM) == [CLAIM, young]
    assert known.find(busy, 0) is None


def test_so_many_are_looked_up_together_and_no_more(known: AuthCache, clock: Clock) -> None:
    for number in range(MOST_AT_ONCE + 9):
        known.keep(Parsed(f"k{number}", b""), ANN, None, known.begin())
        known.find(Parsed(f"k{number}", b""), 0)
    clock.now += 1
    assert len(known.due_with(CLAIM)) == MOST_AT_ONCE
