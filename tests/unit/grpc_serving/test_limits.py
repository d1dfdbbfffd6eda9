"""How many calls are open and worked on."""

import threading
from collections.abc import Iterator
from functools import partial
from typing import NoReturn, cast

import grpc
import pytest

from services.errors import Reason, Refusal
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.receiving import Receiver
from services.grpc_serving.work_slots import WorkSlots
from tests.waiting import wait_until


def reason(calls: OpenCalls, *, address: str, key: str = "") -> Reason:
    with pytest.raises(Refusal) as caught:
        calls.begin(address=address, key=key)
    assert caught.value.metadata == {"retry_seconds": "1"}
    return caught.value.reason


def test_an_address_and_a_key_have_a_share_and_all_together_a_limit() -> None:
    calls = OpenCalls(most=4, of_address=3, of_key=2)
    first = calls.begin(address="a", key="k")
    calls.begin(address="a", key="k")
    assert reason(calls, address="b", key="k") is Reason.RATE_LIMITED
    calls.begin(address="a")
    assert reason(calls, address="a") is Reason.RATE_LIMITED
    calls.begin(address="b")
    assert reason(calls, address="c") is Reason.BUSY
    first()
    calls.begin(address="c", key="k")


def test_those_that_wait_take_turns_between_clients() -> None:
    slots = WorkSlots(1, most_waiting=10)
    order: list[str] = []

    def work(client: str) -> None:
        with slots.slot(client):
            order.append(client)

    threads = []
    with slots.slot("x"):
        for number, client in enumerate(("many", "many", "many", "one")):
            thread = threading.Thread(target=work, args=(client,))
            thread.start()
            wait_until(partial(_has_waiting, slots, number + 1), "it waits")
            threads.append(thread)
    for thread in threads:
        thread.join(20)
    assert order == ["many", "one", "many", "many"]


def _has_waiting(slots: WorkSlots, number: int) -> bool:
    return slots.waiting() == number


def test_more_than_may_wait_are_refused() -> None:
    slots = WorkSlots(1, most_waiting=0)
    with slots.slot("a"):
        with pytest.raises(Refusal) as caught, slots.slot("b"):
            raise AssertionError("it had a slot")
        assert caught.value.reason is Reason.BUSY
    with slots.slot("b"):
        pass


class SilentCall:
    """The context of a call whose message does not come; and its messages, which end when it is cancelled."""

    def __init__(self) -> None:
        self.aborted: grpc.StatusCode | None = None
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    def abort(self, code: grpc.StatusCode, _details: str) -> NoReturn:
        self.aborted = code
        raise Exception  # noqa: TRY002 - as gRPC does

    def messages(self) -> Iterator[bytes]:
        assert self._cancelled.wait(20)
        yield from ()


def test_a_call_that_is_given_up_is_none_without_a_message_however_grpc_ends_it() -> None:
    call = SilentCall()
    receiver = Receiver(most=9, most_of_address=9, seconds=0)
    with pytest.raises(grpc.RpcError):
        receiver.receive(call.messages(), cast(grpc.ServicerContext, call), "192.0.2.1")
    assert call.aborted is grpc.StatusCode.CANCELLED
