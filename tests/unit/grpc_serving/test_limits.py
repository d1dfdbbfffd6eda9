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
    assert outcomes(slots, ["many", "many", "many", "one"]) == ["many", "one", "many", "many"]


def test_when_too_many_wait_the_client_with_most_is_refused_its_latest_and_others_are_not() -> None:
    slots = WorkSlots(1, most_waiting=3)
    assert outcomes(slots, ["many", "many", "many", "many", "one", "other"]) == [
        *["many: BUSY"] * 3,
        "many",
        "one",
        "other",
    ]
    with slots.slot("a slot that was refused is nobody's"):
        assert slots.waiting() == 0


def outcomes(slots: WorkSlots, clients: list[str]) -> list[str]:
    """Whose calls were refused or worked on, in this order, if each of them comes while the only slot is taken."""
    ended: list[str] = []

    def work(client: str) -> None:
        try:
            with slots.slot(client):
                ended.append(client)
        except Refusal as refusal:
            ended.append(f"{client}: {refusal.reason.name}")

    threads = []
    with slots.slot("x"):
        for number, client in enumerate(clients, start=1):
            thread = threading.Thread(target=work, args=(client,))
            thread.start()
            wait_until(partial(_are_placed, slots, ended, number), "it waits, or another was refused")
            threads.append(thread)
    for thread in threads:
        thread.join(20)
    return ended


def _are_placed(slots: WorkSlots, ended: list[str], number: int) -> bool:
    return slots.waiting() + len(ended) == number


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
