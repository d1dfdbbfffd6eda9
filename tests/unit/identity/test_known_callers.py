"""Whose key was proved a moment ago."""

import pytest

from services.identity import Caller, PlayerKind, Scope
from services.identity.key_text import Parsed
from services.identity.known_callers import MOST_KNOWN, KnownCallers

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
def known(clock: Clock) -> KnownCallers:
    return KnownCallers(clock)


def test_a_caller_is_known_for_a_second_from_before_the_look_up(known: KnownCallers, clock: Clock) -> None:
    until = known.begin()
    clock.now += 0.25  # the database takes its time
    known.keep(CLAIM, ANN, None, until)
    clock.now = 50.99
    assert known.find(CLAIM, 0) is ANN
    clock.now = 51.0
    assert known.find(CLAIM, 0) is None


def test_a_key_that_expires_meanwhile_is_not_known(known: KnownCallers) -> None:
    known.keep(CLAIM, ANN, 1_000, known.begin())
    assert known.find(CLAIM, 999) is ANN
    assert known.find(CLAIM, 1_000) is None


def test_the_same_key_with_another_secret_is_not_known(known: KnownCallers) -> None:
    known.keep(CLAIM, ANN, None, known.begin())
    assert known.find(Parsed("k1", b"e" * 32), 0) is None


def test_a_changed_key_ends_all_that_is_known(known: KnownCallers) -> None:
    known.keep(CLAIM, ANN, None, known.begin())
    known.forget()
    assert known.find(CLAIM, 0) is None


def test_it_does_not_grow_without_bound(known: KnownCallers) -> None:
    for number in range(MOST_KNOWN + 1):
        known.keep(Parsed(f"k{number}", b""), ANN, None, known.begin())
    found = [number for number in range(MOST_KNOWN + 1) if known.find(Parsed(f"k{number}", b""), 0)]
    assert found == [MOST_KNOWN]
