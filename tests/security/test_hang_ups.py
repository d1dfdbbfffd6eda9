"""Hank hangs up: whatever a client does to its connection is no error of the platform, in its logs and its alerts."""

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from gateway.grpc_api.server import PlayLimits
from tests.integration.gateway.conftest import ada, hall
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_http_protocol import GET, POST, Connection, Served
from tests.integration.grpc_api.clients import PlayClient, services_of
from tests.integration.grpc_api.clients import served as served_play
from tests.waiting import wait_until

__all__ = ["ada", "hall"]

Metadata = tuple[tuple[str, str], ...]

CALLERS = 40

LARGE = GET % b"large"


@pytest.fixture
def served() -> Iterator[Served]:
    started = Served()
    yield started
    if started.thread.is_alive():
        started.stop()


def reset(connection: Connection) -> None:
    """Close it so that the other side is told at once, whatever is on its way."""
    connection.held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.mark.parametrize("leave", [reset, Connection.close])
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(GET % b"slow" + GET % b"a" * 20, id="in a pipeline"),
        pytest.param(GET % b"slow", id="while it is answered"),
        pytest.param(LARGE + LARGE, id="while it is sent an answer"),
        pytest.param(GET % b"slow" + POST + b"Content-Length: 9\r\n\r\nab", id="in the middle of a body in a pipeline"),
        pytest.param(POST + b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\nab", id="in the middle of a body"),
        pytest.param(POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", id="in the middle of a chunk"),
        pytest.param(GET % b"slow" + b"nonsense\r\n\r\n", id="behind nonsense"),
        pytest.param(b"GET / HTTP/1.1\r\nHo", id="in the middle of a head"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01", id="in a handshake"),
        pytest.param(b"", id="in silence"),
    ],
)
def test_hank_hangs_up_and_no_error_is_logged(
    served: Served,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    data: bytes,
    leave: Callable[[Connection], None],
) -> None:
    callers = [served.connect().send(data) for _ in range(CALLERS)]
    wait_until(
        lambda: served.server.server_state.total_requests or len(served.server.server_state.connections), "known"
    )
    if b"slow" in data:
        wait_until(lambda: len(served.server.server_state.tasks) == CALLERS, "all are waiting")
    for caller in callers:
        leave(caller)
    served.release.set()
    wait_until(lambda: not served.server.server_state.tasks, "nobody is answered any more")
    served.stop()
    assert [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
    told = "".join(capfd.readouterr())
    assert "request_failed" not in told
    assert "Traceback" not in told


def silent(channel: grpc.Channel, metadata: Metadata) -> None:
    """A call without its message."""
    begin: Any = channel.stream_unary("/playhall.play.v1.PlayService/GetMatch")
    call = begin.future(never_ending(), metadata=metadata)
    call.cancel()


def short_of_time(channel: grpc.Channel, metadata: Metadata) -> None:
    """A call whose time is over at once."""
    ask: Any = channel.unary_unary("/playhall.play.v1.PlayService/ListMatches")
    with contextlib.suppress(grpc.RpcError):
        ask(b"", metadata=metadata, timeout=0.001)


def cancelled(channel: grpc.Channel, metadata: Metadata) -> None:
    """A call that is cancelled while it is worked on."""
    ask: Any = channel.unary_unary("/playhall.play.v1.PlayService/ListMatches")
    ask.future(b"", metadata=metadata).cancel()


def no_message(channel: grpc.Channel, metadata: Metadata) -> None:
    """Bytes that are no message of the type."""
    ask: Any = channel.unary_unary("/playhall.play.v1.PlayService/GetMatch")
    with contextlib.suppress(grpc.RpcError):
        ask(b"\x0a\xff\xff\xff", metadata=metadata, timeout=20)


def watched(channel: grpc.Channel, metadata: Metadata) -> None:
    """A watch that its client leaves after the first event."""
    watch: Any = channel.unary_stream("/playhall.play.v1.PlayService/WatchAccount")
    call = watch(b"", metadata=metadata)
    with contextlib.suppress(grpc.RpcError):
        next(call)
    call.cancel()


def never_ending() -> Iterator[bytes]:
    """Requests of a client that keeps silent until its call ends."""
    threading.Event().wait(0.5)
    yield from ()


@pytest.mark.parametrize("hang_up", [silent, short_of_time, cancelled, no_message, watched])
@pytest.mark.parametrize("closes", [False, True], ids=["", "and closes the channel"])
def test_hank_hangs_up_over_grpc_and_no_error_is_logged(
    hall: Hall,
    ada: Client,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    hang_up: Callable[[grpc.Channel, Metadata], None],
    *,
    closes: bool,
) -> None:
    metadata = (("authorization", f"Bearer {ada.key}"),)
    with served_play(services_of(hall), PlayLimits(threads=4, streams=40)) as (_, target):
        for _ in range(6 if closes else 1):
            with grpc.insecure_channel(target, [("grpc.use_local_subchannel_pool", 1)]) as channel:
                for _ in range(1 if closes else 20):
                    hang_up(channel, metadata)
        with grpc.insecure_channel(target) as channel:  # the server is well, and has done all of that
            assert PlayClient(channel, ada.key).ask("ListMatches") is not None
    assert [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
    told = "".join(capfd.readouterr())
    assert "request_failed" not in told
    assert "Traceback" not in told
