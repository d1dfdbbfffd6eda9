"""What strangers and holders of one key can do to a gRPC port, and what a normal client notices: nothing."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import grpc
import pytest
from playhall.engine.v1 import engine_pb2, engine_pb2_grpc
from playhall.play.v1 import play_pb2

from cli.health import grpc_serves
from gateway.grpc_api.server import PlayLimits
from services.engine.grpc_server import Limits
from tests.counted_metrics import figure
from tests.integration.engine.serving import served as engine_served
from tests.integration.gateway.conftest import ada, admin, bob, carol, hall, live, migrated
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.rulesets.sealed import RULESET
from tests.security.grpc_attacks import (
    ENGINE,
    HEALTH,
    PLAY,
    REFLECTION,
    asked,
    calls_without_message,
    connections,
    ping_floods,
    pings_until_closed,
    watches,
)
from tests.waiting import wait_until

__all__ = ["ada", "admin", "bob", "carol", "hall", "live", "migrated"]

pytestmark = pytest.mark.slow

MANY = 40

TOLERATED = 2
"""Crowd, server and normal client share this process: a message that it delays for a quarter of a second counts as
silent, and its call is given up for newer ones. Without a guard all calls fail."""


@pytest.fixture
def target(hall: Hall) -> Iterator[str]:
    with served(services_of(hall), PlayLimits()) as (_, target):
        yield target


@pytest.fixture
def look(target: str, ada: Client, live: str) -> Iterator[Callable[[], object]]:
    """A normal call."""
    with grpc.insecure_channel(target) as channel:
        client, request = PlayClient(channel, ada.key), play_pb2.GetViewRequest(match=live, seat=0)
        yield lambda: client.stub.GetView(request, timeout=5, metadata=client.metadata)


@pytest.fixture
def start() -> Iterator[tuple[str, Callable[[], object]]]:
    """An engine, and a normal call to it."""
    seed = bytes(range(32))
    with engine_served(RULESET) as target, grpc.insecure_channel(target) as channel:
        stub = engine_pb2_grpc.EngineServiceStub(channel)
        yield (
            target,
            lambda: stub.Start(engine_pb2.StartRequest(ruleset="sealed", seats=2, seed=seed), timeout=5),
        )


def failures(call: Callable[[], object]) -> int:
    return asked(call, MANY, 0.02)[1]


@pytest.mark.parametrize(("method", "number"), [(REFLECTION, 300), (PLAY, 600), (HEALTH, 600)])
def test_calls_that_send_headers_only_keep_nobody_from_being_served(
    target: str, look: Callable[[], object], method: str, number: int
) -> None:
    with calls_without_message(target, method, number):
        assert failures(look) <= TOLERATED
        assert grpc_serves(target)


def test_silent_calls_with_a_key_keep_nobody_else_from_being_served(
    target: str, look: Callable[[], object], bob: Client
) -> None:
    assert bob.key is not None
    with calls_without_message(target, PLAY, 600, key=bob.key):
        assert failures(look) <= TOLERATED


@pytest.mark.parametrize(("method", "number"), [(ENGINE, 100), (HEALTH, 600)])
def test_calls_that_send_headers_only_stop_no_engine(
    start: tuple[str, Callable[[], object]], method: str, number: int
) -> None:
    target, call = start
    with calls_without_message(target, method, number):
        assert failures(call) <= TOLERATED
        assert grpc_serves(target)


def test_a_silent_call_ends_after_its_time(hall: Hall) -> None:
    limits = PlayLimits(receive_seconds=0.5)
    before = figure("silent_calls_total")
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        began = time.monotonic()
        call = silent_call(channel, PLAY)
        assert call.code() is grpc.StatusCode.CANCELLED
        assert time.monotonic() - began < 5
    wait_until(lambda: figure("silent_calls_total") > before, "it is counted")


def silent_call(channel: grpc.Channel, method: str) -> grpc.Call:
    """A call whose message does not come."""

    def never() -> Iterator[bytes]:
        time.sleep(10)
        yield b""

    called: grpc.StreamUnaryMultiCallable[bytes, bytes] = channel.stream_unary(method)
    return called.future(never(), timeout=20)


def test_a_silent_call_to_an_engine_ends_after_its_time() -> None:
    with (
        engine_served(RULESET, limits=Limits(receive_seconds=0.5)) as target,
        grpc.insecure_channel(target) as channel,
    ):
        call = silent_call(channel, ENGINE)
        assert call.code() is grpc.StatusCode.CANCELLED


def test_a_player_cannot_have_more_watches_than_its_limit(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    limits = PlayLimits(streams=40, streams_of_player=10)
    assert bob.key is not None
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        with watches(target, bob.key, live, 300):
            refused = PlayClient(channel, bob.key).refused("Watch", match=live)
            assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS")
            watch = client.ask("Watch", match=live, seat=0)
            assert next(watch).WhichOneof("line") == "snapshot"
            watch.cancel()
            assert failures(lambda: client.ask("GetView", match=live, seat=0)) == 0


@contextmanager
def no_collections() -> Iterator[None]:
    """Nothing is freed by a search for circles: what is let go of must go by itself."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def is_answered(call: Callable[[], object]) -> bool:
    """Whether a call is answered, and not refused by the transport."""
    try:
        call()
    except grpc.RpcError:
        return False
    return True


def test_calls_that_are_started_and_cancelled_leave_their_connection_open_to_others(
    target: str, ada: Client, live: str
) -> None:
    request = play_pb2.GetViewRequest(match=live, seat=0)
    with grpc.insecure_channel(target) as channel, no_collections():
        client = PlayClient(channel, ada.key)
        for _ in range(3_000):
            client.stub.GetView.future(request, timeout=30, metadata=client.metadata).cancel()
        wait_until(lambda: is_answered(lambda: client.ask("GetView", match=live, seat=0)), "a call is answered")
        assert failures(lambda: client.ask("GetView", match=live, seat=0)) == 0


def test_calls_that_are_refused_leave_their_connection_open_to_others(target: str, ada: Client, live: str) -> None:
    with grpc.insecure_channel(target) as channel, no_collections():
        nobody = PlayClient(channel, "nobody's")
        assert {nobody.refused("GetView", match=live, seat=0).reason for _ in range(600)} == {"UNAUTHENTICATED"}
        assert failures(lambda: PlayClient(channel, ada.key).ask("GetView", match=live, seat=0)) == 0


def calls_kept() -> int:
    """How many calls servers in this process keep."""
    return sum(type(each).__name__ == "_RPCState" for each in gc.get_objects())


def test_an_engine_keeps_no_calls_that_were_cancelled() -> None:
    request = engine_pb2.StartRequest(ruleset="sealed", seats=2, seed=bytes(range(32)))
    with engine_served(RULESET) as target, grpc.insecure_channel(target) as channel, no_collections():
        stub = engine_pb2_grpc.EngineServiceStub(channel)
        stub.Start(request, timeout=5)
        before = calls_kept()
        for _ in range(1_000):
            stub.Start.future(request, timeout=30).cancel()
        wait_until(lambda: is_answered(lambda: stub.Start(request, timeout=5)), "a call is answered")
        wait_until(lambda: calls_kept() <= before + 1, "cancelled calls are let go of")


def test_as_many_watches_as_there_may_be_begin_at_once(hall: Hall, ada: Client, live: str) -> None:
    limits = PlayLimits(threads=2, waiting=4, calls_of_key=8, streams=60)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        opened = [client.ask("Watch", match=live, seat=0) for _ in range(60)]
        assert {next(watch).WhichOneof("line") for watch in opened} == {"snapshot"}
        refused = client.refused("Watch", match=live)
        assert (refused.reason, refused.metadata["retry_seconds"]) == ("BUSY", "1")
        for watch in opened:
            watch.cancel()


def test_who_has_as_many_watches_as_it_may_is_told_how_long_to_wait(hall: Hall, ada: Client, live: str) -> None:
    limits = PlayLimits(streams_of_player=1)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        first = client.ask("Watch", match=live, seat=0)
        next(first)
        refused = client.refused("Watch", match=live)
        assert (refused.reason, refused.metadata["retry_seconds"]) == ("TOO_MANY_STREAMS", "10")
        first.cancel()


def test_who_floods_with_pings_is_cut_off(target: str, look: Callable[[], object]) -> None:
    assert pings_until_closed(target, 50) < 50
    with ping_floods(target, 10):
        assert failures(look) == 0


def test_connections_beyond_the_limit_are_closed_and_old_ones_are_served(hall: Hall, ada: Client, live: str) -> None:
    limits = PlayLimits(connections=50)
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        client.ask("GetView", match=live, seat=0)
        with connections(target, 300, speaking=True) as opened:
            assert failures(lambda: client.ask("GetView", match=live, seat=0)) == 0
            closed = 0
            for each in opened:
                each.settimeout(0.02)
                try:
                    while each.recv(4096):
                        pass
                    closed += 1
                except TimeoutError:
                    continue
                except OSError:
                    closed += 1
            assert closed >= 200


def test_a_connection_that_does_not_speak_is_closed(target: str, look: Callable[[], object]) -> None:
    with connections(target, 100, speaking=False) as opened:
        assert failures(look) == 0
        for each in opened:
            each.settimeout(20)
            while each.recv(4096):
                pass
