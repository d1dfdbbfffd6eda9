"""Attempts at requests that may be sent again, on a real Valkey."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis

from services.errors import Reason, Refusal
from services.idempotency import Answer, Attempt, Attempts, Request
from services.idempotency.attempts import RUNNING_SECONDS
from tests.integration.matches.harness import Clock, at_once
from tests.valkey import RealValkey

PROOF = "playhall_dev_k01k3q8b0c3m9v7x5t2w4y6z8ab_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
REQUEST = Request("order-1", "k01k3q8b0c3m9v7x5t2w4y6z8ab", b"POST /v1/matches {}", PROOF)
ANSWER = Answer(201, {"Location": "/v1/matches/m_1"}, '{"secret":"playhall_dev_very_sécret"}\n\n'.encode())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attempts(redis_client: Redis, clock: Clock) -> Attempts:
    return Attempts(redis_client, now_ms=clock)


def begun(attempts: Attempts, request: Request = REQUEST) -> Attempt:
    attempt = attempts.begin(request)
    assert isinstance(attempt, Attempt)
    return attempt


def reason(attempts: Attempts, request: Request = REQUEST) -> Reason:
    with pytest.raises(Refusal) as refused:
        attempts.begin(request)
    return refused.value.reason


def test_a_request_sent_again_gets_the_answer_it_had(attempts: Attempts) -> None:
    attempts.answered(begun(attempts), ANSWER)
    assert attempts.begin(REQUEST) == ANSWER
    assert attempts.begin(REQUEST) == ANSWER


@pytest.mark.parametrize("answer", [Answer(200, {}, b""), Answer(201, {"A": "b", "C": "d: e"}, b"\n\n{}")])
def test_any_answer_is_kept_whole(attempts: Attempts, answer: Answer) -> None:
    attempts.answered(begun(attempts), answer)
    assert attempts.begin(REQUEST) == answer


def test_the_first_answer_stands(attempts: Attempts, clock: Clock) -> None:
    slow = begun(attempts)
    clock.advance(RUNNING_SECONDS)
    attempts.answered(begun(attempts), ANSWER)
    attempts.answered(slow, replace(ANSWER, status=200))
    assert attempts.begin(REQUEST) == ANSWER


def test_an_equal_request_meanwhile_is_told_to_wait(attempts: Attempts, clock: Clock) -> None:
    begun(attempts)
    assert reason(attempts) is Reason.REQUEST_IN_PROGRESS
    clock.advance(RUNNING_SECONDS - 1)
    assert reason(attempts) is Reason.REQUEST_IN_PROGRESS


def test_of_many_at_once_one_is_attempted(attempts: Attempts) -> None:
    results = at_once([lambda: attempts.begin(REQUEST)] * 12)
    assert sum(isinstance(result, Attempt) for result in results) == 1
    assert results.count(Reason.REQUEST_IN_PROGRESS) == 11


def test_an_attempt_after_a_crash_is_the_same_creation(attempts: Attempts, clock: Clock) -> None:
    first = begun(attempts)
    clock.advance(RUNNING_SECONDS)
    again = begun(attempts)
    assert again.creation == first.creation
    assert again.creation.at_ms == 1_800_000_000_000
    assert again.creation.id("m_") == first.creation.id("m_")


def test_after_a_failure_it_is_attempted_again_at_once(attempts: Attempts) -> None:
    first = begun(attempts)
    attempts.failed(first)
    assert begun(attempts).creation == first.creation


@pytest.mark.parametrize("change", [{"asked": b"POST /v1/matches {1}"}, {"asked": b""}])
def test_another_request_under_the_same_key_is_refused(attempts: Attempts, change: Any) -> None:
    attempts.answered(begun(attempts), ANSWER)
    assert reason(attempts, replace(REQUEST, **change)) is Reason.IDEMPOTENCY_KEY_REUSED


def test_a_refused_request_may_be_mended_under_the_same_key(attempts: Attempts) -> None:
    attempts.refused(begun(attempts))
    begun(attempts, replace(REQUEST, asked=b"mended"))


def test_a_refusal_after_a_crash_does_not_forget_what_the_first_attempt_may_have_made(
    attempts: Attempts, clock: Clock
) -> None:
    first = begun(attempts)
    clock.advance(RUNNING_SECONDS)
    attempts.refused(begun(attempts))
    assert begun(attempts).creation == first.creation


def test_every_caller_has_keys_of_its_own(attempts: Attempts) -> None:
    attempts.answered(begun(attempts), ANSWER)
    other = begun(attempts, replace(REQUEST, caller="k01k3q8b0c3m9v7x5t2w4y6z8ac", asked=b"another"))
    assert other.creation.seed != begun(attempts, replace(REQUEST, key="order-2")).creation.seed


def test_another_proof_makes_another_seed(attempts: Attempts) -> None:
    attempt = begun(attempts)
    assert replace(REQUEST, proof="other").root(attempt.salt) != attempt.creation.seed


def test_redis_holds_neither_answer_nor_keys(attempts: Attempts, redis_client: Redis) -> None:
    attempt = begun(attempts)
    attempts.answered(attempt, ANSWER)
    command: Callable[..., Any] = redis_client.execute_command
    (name,) = command("KEYS", "*")
    kept = name + b" ".join(part for pair in command("HGETALL", name).items() for part in pair)
    for secret in (b"order-1", PROOF.encode(), PROOF[-43:].encode(), b"sec", b"Location", attempt.creation.seed):
        assert secret not in kept
    assert "seed" not in repr(attempt)
    assert PROOF not in repr(attempt)


def test_everything_is_forgotten_after_a_day(attempts: Attempts, redis_client: Redis) -> None:
    attempts.answered(begun(attempts), ANSWER)
    command: Callable[..., Any] = redis_client.execute_command
    (name,) = command("KEYS", "*")
    assert 86_390_000 < command("PTTL", name) <= 86_400_000


def test_without_redis_nothing_is_attempted(mortal_valkey: RealValkey) -> None:
    client = mortal_valkey.client()
    attempts = Attempts(client)
    attempt = begun(attempts)
    mortal_valkey.kill()
    assert reason(attempts, replace(REQUEST, key="order-2")) is Reason.BUSY
    attempts.answered(attempt, ANSWER)  # what was made was made: the client gets its answer
    mortal_valkey.restart()
    assert reason(attempts) is Reason.REQUEST_IN_PROGRESS
    client.close()
