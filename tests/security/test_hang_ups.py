"""Hank hangs up: whatever a client does to its connection is no error of the platform, in its logs and its alerts."""

import socket
import struct
from collections.abc import Callable, Iterator

import pytest

from tests.integration.gateway.test_http_protocol import GET, POST, Connection, Served
from tests.waiting import wait_until

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
