"""Calls are counted by method and by how they ended; streams when they begin, and as long as they are open."""

from collections.abc import Callable

import grpc
import pytest
from playhall.play.v1 import play_pb2

from tests.counted_metrics import figure
from tests.integration.gateway.harness import Client
from tests.integration.grpc_api.clients import PlayClient
from tests.waiting import wait_until


def count(operation: str, reason: str) -> float:
    return figure("requests_total", api="grpc", operation=operation, reason=reason)


def open_streams() -> float:
    return figure("streams", api="grpc")


def test_calls_are_counted_by_method_and_reason(ada: Client, over_grpc: Callable[[Client], PlayClient]) -> None:
    fine, missing = count("GetView", "OK"), count("GetView", "NOT_FOUND")
    stranger, unknown = count("GetView", "UNAUTHENTICATED"), count("none", "METHOD_NOT_ALLOWED")
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    client = over_grpc(ada)
    client.ask("GetView", match=match, seat=0)
    client.refused("GetView", match="m_00000000000000000000000000", seat=0)
    client.metadata = ()
    client.refused("GetView", match=match, seat=0)
    wait_until(lambda: count("GetView", "UNAUTHENTICATED") == stranger + 1, "the last call was counted")
    assert count("GetView", "OK") == fine + 1
    assert count("GetView", "NOT_FOUND") == missing + 1
    assert count("none", "METHOD_NOT_ALLOWED") == unknown
    assert figure("request_seconds_count", api="grpc", operation="GetView") >= 3


def test_a_call_to_no_method_is_counted_as_that(channel: grpc.Channel) -> None:
    before = count("none", "METHOD_NOT_ALLOWED")
    call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/playhall.play.v1.PlayService/Cheat")
    with pytest.raises(grpc.RpcError):
        call(b"", timeout=10)
    assert count("none", "METHOD_NOT_ALLOWED") == before + 1


def test_a_watch_is_counted_when_it_begins_and_while_it_is_open(
    ada: Client, live: str, over_grpc: Callable[[Client], PlayClient]
) -> None:
    begun, open_before = count("Watch", "OK"), open_streams()
    watch = over_grpc(ada).ask("Watch", match=live, seat=0)
    assert next(watch).WhichOneof("line") == "snapshot"
    assert count("Watch", "OK") == begun + 1
    assert open_streams() == open_before + 1
    watch.cancel()
    wait_until(lambda: open_streams() == open_before, "it is over")
    assert count("Watch", "OK") == begun + 1


def test_a_call_that_waits_for_a_ticket_is_counted_once_when_it_begins_to_wait(
    ada: Client, over_grpc: Callable[[Client], PlayClient]
) -> None:
    begun, client = count("GetTicket", "OK"), over_grpc(ada)
    ticket = client.ask("CreateTicket", pool=play_pb2.Pool(ruleset="sealed", seats=2)).ticket.id
    request = play_pb2.GetTicketRequest(ticket=ticket, wait=30)
    call = client.stub.GetTicket.future(request, timeout=60, metadata=client.metadata)
    wait_until(lambda: count("GetTicket", "OK") == begun + 1, "it was counted")
    assert not call.done()
    client.ask("CancelTicket", ticket=ticket)
    assert call.result(20).ticket.reason == "by_player"
    assert count("GetTicket", "OK") == begun + 1
