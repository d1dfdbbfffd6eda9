"""IdempotencyStore at requests that may be sent again, on a real Valkey."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from redis import Redis

from services.errors import Reason, Refusal
from services.idempotency import IdempotencyRecord, IdempotencyStore, IdempotentRequest, StoredResponse
from services.idempotency.store import IN_PROGRESS_SECONDS
from tests.integration.matches.harness import Clock, at_once
from tests.valkey import RealValkey

API_KEY = "playhall_dev_k01k3q8b0c3m9v7x5t2w4y6z8ab_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
REQUEST = IdempotentRequest("order-1", "k01k3q8b0c3m9v7x5t2w4y6z8ab", b"POST /v1/matches {}", API_KEY)
RESPONSE = StoredResponse(201, {"Location": "/v1/matches/m_1"}, '{"secret":"playhall_dev_very_sécret"}\n\n'.encode())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(redis_client: Redis, clock: Clock) -> IdempotencyStore:
    return IdempotencyStore(redis_client, now_ms=clock)


def begun(store: IdempotencyStore, request: IdempotentRequest = REQUEST) -> IdempotencyRecord:
    record = store.begin(request)
    assert isinstance(record, IdempotencyRecord)
    return record


def reason(store: IdempotencyStore, request: IdempotentRequest = REQUEST) -> Reason:
    with pytest.raises(Refusal) as refused:
        store.begin(request)
    return refused.value.reason


def test_a_request_sent_again_gets_the_answer_it_had(store: IdempotencyStore) -> None:
    store.complete(begun(store), RESPONSE)
    assert store.begin(REQUEST) == RESPONSE
    assert store.begin(REQUEST) == RESPONSE


@pytest.mark.parametrize(
    "response", [StoredResponse(200, {}, b""), StoredResponse(201, {"A": "b", "C": "d: e"}, b"\n\n{}")]
)
def test_any_response_is_kept_whole(store: IdempotencyStore, response: StoredResponse) -> None:
    store.complete(begun(store), response)
    assert store.begin(REQUEST) == response


@pytest.mark.parametrize("change", [{"api_key": "another"}, {"content": b"another"}, {"idempotency_key": "another"}])
def test_a_response_is_decrypted_for_its_own_request_and_caller_only(store: IdempotencyStore, change: Any) -> None:
    salt = begun(store).salt
    encrypted = REQUEST.encrypt(salt, RESPONSE)
    assert REQUEST.decrypt(salt, encrypted) == RESPONSE
    assert REQUEST.encrypt(salt, RESPONSE) != encrypted
    with pytest.raises(InvalidTag):
        replace(REQUEST, **change).decrypt(salt, encrypted)
    with pytest.raises(InvalidTag):
        REQUEST.decrypt(bytes(32), encrypted)


def test_the_first_answer_stands(store: IdempotencyStore, clock: Clock) -> None:
    slow = begun(store)
    clock.advance(IN_PROGRESS_SECONDS)
    store.complete(begun(store), RESPONSE)
    store.complete(slow, replace(RESPONSE, status=200))
    assert store.begin(REQUEST) == RESPONSE


def test_an_equal_request_meanwhile_is_told_to_wait(store: IdempotencyStore, clock: Clock) -> None:
    begun(store)
    assert reason(store) is Reason.REQUEST_IN_PROGRESS
    clock.advance(IN_PROGRESS_SECONDS - 1)
    assert reason(store) is Reason.REQUEST_IN_PROGRESS


def test_of_many_at_once_one_is_attempted(store: IdempotencyStore) -> None:
    results = at_once([lambda: store.begin(REQUEST)] * 12)
    assert sum(isinstance(result, IdempotencyRecord) for result in results) == 1
    assert results.count(Reason.REQUEST_IN_PROGRESS) == 11


def test_an_attempt_after_a_crash_is_the_same_creation(store: IdempotencyStore, clock: Clock) -> None:
    first = begun(store)
    clock.advance(IN_PROGRESS_SECONDS)
    again = begun(store)
    assert again.creation == first.creation
    assert again.creation.at_ms == 1_800_000_000_000
    assert again.creation.id("m_") == first.creation.id("m_")


def test_after_a_failure_it_is_attempted_again_at_once(store: IdempotencyStore) -> None:
    first = begun(store)
    store.unlock(first)
    assert begun(store).creation == first.creation


@pytest.mark.parametrize("change", [{"content": b"POST /v1/matches {1}"}, {"content": b""}])
def test_another_request_under_the_same_key_is_refused(store: IdempotencyStore, change: Any) -> None:
    store.complete(begun(store), RESPONSE)
    assert reason(store, replace(REQUEST, **change)) is Reason.IDEMPOTENCY_KEY_REUSED


def test_a_refused_request_may_be_corrected_under_the_same_key(store: IdempotencyStore) -> None:
    store.discard(begun(store))
    begun(store, replace(REQUEST, content=b"corrected"))


def test_a_refusal_after_a_crash_does_not_forget_what_the_first_attempt_may_have_made(
    store: IdempotencyStore, clock: Clock
) -> None:
    first = begun(store)
    clock.advance(IN_PROGRESS_SECONDS)
    store.discard(begun(store))
    assert begun(store).creation == first.creation


def test_every_caller_has_keys_of_its_own(store: IdempotencyStore) -> None:
    store.complete(begun(store), RESPONSE)
    other = begun(store, replace(REQUEST, key_id="k01k3q8b0c3m9v7x5t2w4y6z8ac", content=b"another"))
    assert other.creation.seed != begun(store, replace(REQUEST, idempotency_key="order-2")).creation.seed


def test_another_api_key_makes_another_seed(store: IdempotencyStore) -> None:
    record = begun(store)
    assert replace(REQUEST, api_key="other").creation_seed(record.salt) != record.creation.seed


def test_redis_holds_neither_answer_nor_keys(store: IdempotencyStore, redis_client: Redis) -> None:
    record = begun(store)
    store.complete(record, RESPONSE)
    command: Callable[..., Any] = redis_client.execute_command
    (name,) = redis_client.scan_iter()
    kept = name + b" ".join(part for pair in command("HGETALL", name).items() for part in pair)
    for secret in (b"order-1", API_KEY.encode(), API_KEY[-43:].encode(), b"sec", b"Location", record.creation.seed):
        assert secret not in kept
    assert "seed" not in repr(record)
    assert API_KEY not in repr(record)


def test_everything_is_forgotten_after_a_day(store: IdempotencyStore, redis_client: Redis) -> None:
    store.complete(begun(store), RESPONSE)
    command: Callable[..., Any] = redis_client.execute_command
    (name,) = redis_client.scan_iter()
    assert 86_390_000 < command("PTTL", name) <= 86_400_000


def test_without_redis_nothing_is_attempted(mortal_valkey: RealValkey) -> None:
    client = mortal_valkey.client()
    store = IdempotencyStore(client)
    record = begun(store)
    mortal_valkey.kill()
    assert reason(store, replace(REQUEST, idempotency_key="order-2")) is Reason.BUSY
    store.complete(record, RESPONSE)  # what was made was made: the client gets its answer
    mortal_valkey.restart()
    assert reason(store) is Reason.REQUEST_IN_PROGRESS
    client.close()
