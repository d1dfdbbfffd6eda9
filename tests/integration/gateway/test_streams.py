"""Streams as the server sends them, over real connections."""

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from typing import Any

import pytest
import structlog

from gateway.streams.feed import MOST_WAITING, Feed
from services.matches.match import EventLine
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out
from tests.integration.gateway.served import Gateway
from tests.waiting import wait_until


@pytest.fixture
def gateway(hall: Hall) -> Iterator[Gateway]:
    made = Gateway(hall)
    yield made
    made.stop()


def test_it_answers_what_the_gateway_answers(gateway: Gateway, ada: Client, bob: Client, live: str) -> None:
    play_out(live, ada, bob)
    for place, form, since in product(
        ["/events", "/seats/0/events"], ["", "/sse", "/ndjson"], ["", "?since=0", "?since=3"]
    ):
        path = f"/v1/matches/{live}{place}{form}{since}"
        with gateway.stream(ada, path) as response:
            there = ada.get(path)
            assert response.read() == there.data, path
            for name in ("Content-Type", "Cache-Control", "X-Accel-Buffering"):
                assert response.headers.get(name) == there.headers.get(name), (path, name)


@pytest.mark.parametrize(
    ("path", "method", "body"),
    [
        ("/v1/matches/{live}", "GET", None),
        ("/v1/matches/{live}/seats/1/events", "GET", None),
        ("/v1/matches/{live}/seats/1/events/sse", "GET", None),
        ("/v1/matches/m_none/events/ndjson", "GET", None),
        ("/v1/matches/{live}/events/sse?since=x", "GET", None),
        ("/v1/matches/{live}/events/sse", "DELETE", None),
        ("/v1/matches/{live}/events/xml", "GET", None),
        ("/v1/series/series_1/events", "GET", None),
        ("/v1/matches/{live}/decisions/1", "POST", {"action": "keep"}),
        ("/v1/matches/{live}/decisions/1", "POST", {"action": "x" * 70_000}),
        ("/v1/m%C3%A4tches", "GET", None),
        ("/livez", "GET", None),
    ],
)
def test_it_refuses_and_serves_everything_else_as_the_gateway_does(
    gateway: Gateway, ada: Client, live: str, path: str, method: str, body: Any
) -> None:
    path = path.replace("{live}", live)
    headers = {"X-Request-Id": "the-same-one"}
    connection, response = gateway.ask(ada, path, method, body, **headers)
    with closing(connection):
        there = ada.ask(method, path, headers=headers, **({} if body is None else {"json": body}))
        assert (response.status, response.read()) == (there.status_code, there.data)
        assert response.headers.get("Allow") == there.headers.get("Allow")
    connection, response = gateway.ask(Client(ada.app, None), path, method, body)
    with closing(connection):
        assert (
            response.status
            == Client(ada.app, None).ask(method, path, **({} if body is None else {"json": body})).status_code
        )


def test_a_live_stream_is_told_each_step_as_it_happens(
    gateway: Gateway, ada: Client, bob: Client, carol: Client, live: str
) -> None:
    with (
        gateway.stream(carol, f"/v1/matches/{live}/events/ndjson") as spectator,
        gateway.stream(ada, f"/v1/matches/{live}/seats/0/events/ndjson") as seat,
    ):
        play_out(live, ada, bob)
        for response in (spectator, seat):
            lines = [json.loads(line) for line in response.read().splitlines() if line]
            assert [line["type"] for line in lines] == ["snapshot", *["step"] * (len(lines) - 2), "end"]
            revisions = [line["revision"] for line in lines[:-1]]
            assert revisions == list(range(revisions[0], revisions[0] + len(revisions)))


def test_a_long_poll_returns_when_something_happens(
    gateway: Gateway, hall: Hall, ada: Client, bob: Client, live: str
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    headers = {"Authorization": f"Bearer {bob.key}"}
    with closing(connection):
        connection.request("GET", f"/v1/matches/{live}/events?since=1&wait=20", headers=headers)
        wait_until(lambda: hall.hub.followers() == 1, "the poll waits")
        for _ in range(3):
            answer(ada, live, 0)
        page = json.loads(connection.getresponse().read())
        assert [line["events"] for line in page["events"]] == [[{"ready": {"seat": 0}, "text": "Player 0 is ready."}]]
        # The same connection serves on.
        connection.request("GET", f"/v1/matches/{live}/events?since=2&wait=1", headers=headers)
        response = connection.getresponse()
        assert json.loads(response.read()) == {"events": [], "next_since": 2, "ended": False}
        assert response.headers["X-Request-Id"]


def test_head_opens_no_stream(gateway: Gateway, hall: Hall, ada: Client, live: str) -> None:
    for _ in range(6):
        connection, response = gateway.ask(ada, f"/v1/matches/{live}/events/sse", "HEAD")
        assert (response.status, response.read()) == (200, b"")
        connection.close()
    assert hall.hub.followers() == 0


def test_a_client_that_leaves_frees_its_place(gateway: Gateway, hall: Hall, ada: Client, live: str) -> None:
    path = f"/v1/matches/{live}/events/sse"
    opened = [gateway.ask(ada, path) for _ in range(4)]
    connection, response = gateway.ask(ada, path)
    with closing(connection):
        assert (response.status, json.loads(response.read())["code"]) == (503, "BUSY")
    for connection, _ in opened:
        assert connection.sock is not None
        connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()
    wait_until(lambda: hall.hub.followers() == 0, "all have left")
    with gateway.stream(ada, path):
        assert hall.hub.followers() == 1


def test_a_revoked_key_ends_its_streams(gateway: Gateway, hall: Hall, ada: Client, live: str) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "stream", "scopes": ["matches:read"]})
    with gateway.stream(Client(hall.app, made["secret"]), f"/v1/matches/{live}/seats/0/events/ndjson") as response:
        assert json.loads(response.readline())["type"] == "snapshot"
        ada.ask("DELETE", f"/v1/keys/{made['id']}")
        ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        assert response.read().strip() == b""


@pytest.mark.parametrize(
    ("form", "since"), [("/ndjson", ""), ("/ndjson", "?since=0"), ("/sse", "?since=0"), ("", "?since=0&wait=20")]
)
def test_who_leaves_a_seat_is_told_nothing_of_who_takes_it(
    gateway: Gateway, hall: Hall, ada: Client, bob: Client, carol: Client, form: str, since: str
) -> None:
    match = carol.make("/v1/matches", {"ruleset": "sealed", "seats": ["open", "open"]})["id"]
    ada.make(f"/v1/matches/{match}:join", {"seat": 0})
    with gateway.stream(ada, f"/v1/matches/{match}/seats/0/events{form}{since}") as response:
        if not since:
            assert json.loads(response.readline())["status"] == "open"
        wait_until(lambda: hall.hub.followers() == 1, "she follows")
        ada.make(f"/v1/matches/{match}:leave")
        bob.make(f"/v1/matches/{match}:join", {"seat": 0})
        ada.make(f"/v1/matches/{match}:join", {"seat": 1})
        bob.make(f"/v1/matches/{match}/decisions/1", {"action": "place 4"})
        told = response.read().strip()
    nothing = {"/ndjson": b"", "/sse": b"retry: 2000", "": b'{"events":[],"next_since":0,"ended":false}'}
    assert told == nothing[form]


def test_who_leaves_a_private_match_is_told_nothing_more_of_it(
    gateway: Gateway, hall: Hall, ada: Client, bob: Client, carol: Client
) -> None:
    new = {"ruleset": "sealed", "seats": [f"player:{ada.id}", f"player:{bob.id}"], "visibility": "private"}
    match = carol.make("/v1/matches", new)["id"]
    ada.make(f"/v1/matches/{match}:join")
    with gateway.stream(ada, f"/v1/matches/{match}/events/ndjson") as response:
        assert json.loads(response.readline())["status"] == "open"
        ada.make(f"/v1/matches/{match}:leave")
        bob.make(f"/v1/matches/{match}:join")
        given = carol.ask("PUT", f"/v1/matches/{match}/seats/0", json={"seat": "bot:random"})
        assert (given.status_code, given.get_json()["status"]) == (200, "live")
        assert response.read().strip() == b""


def test_who_keeps_the_seat_is_told_of_the_start(gateway: Gateway, ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    with gateway.stream(ada, f"/v1/matches/{match}/seats/0/events/ndjson") as response:
        assert json.loads(response.readline())["status"] == "open"
        bob.make(f"/v1/matches/{match}:join")
        assert json.loads(response.readline())["revision"] == 1


def shout(hall: Hall, number: int, first: int) -> None:
    """Tell all followers of large events, as if they had been committed."""
    for revision in range(first, first + number):
        line = EventLine(revision, b'{"revision":%d,"noise":"%b"}' % (revision, b"x" * 8192), last=False)
        for reader in hall.hub._readers:
            for topic in reader._all_topics():
                for listener in tuple(topic.listeners.values()):
                    listener([line])


def test_a_client_that_does_not_read_is_cut_off_and_harms_nobody(
    gateway: Gateway, hall: Hall, ada: Client, live: str
) -> None:
    path = f"/v1/matches/{live}/events/ndjson"
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", gateway.port))
    slow.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada.key}\r\n\r\n".encode())
    wait_until(lambda: hall.hub.followers() == 1, "the slow one follows")
    with gateway.stream(ada, path) as quick:
        first = json.loads(quick.readline())["revision"] + 1
        wait_until(lambda: hall.hub.followers() == 2, "the quick one follows")
        told = MOST_WAITING + 100
        for revision in range(first, first + told):
            shout(hall, 1, revision)
            assert json.loads(quick.readline())["revision"] == revision
        wait_until(lambda: hall.hub.followers() == 1, "the slow one is cut off")
    slow.settimeout(20)
    received = bytearray()
    with closing(slow), contextlib.suppress(ConnectionResetError):
        while chunk := slow.recv(65_536):
            received += chunk
    assert len(received) < told * 8192 / 2
    assert not received.endswith(b"0\r\n\r\n")  # no chunk says that this was all
    wait_until(lambda: hall.hub.followers() == 0, "nothing is left of it")


def test_streams_and_polls_end_at_once_when_the_process_stops(
    gateway: Gateway, hall: Hall, ada: Client, carol: Client, live: str
) -> None:
    path = f"/v1/matches/{live}/events"
    with gateway.stream(ada, f"{path}/sse") as events, gateway.stream(carol, f"{path}/ndjson") as lines:
        connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
        connection.request("GET", f"{path}?since=1&wait=30", headers={"Authorization": f"Bearer {ada.key}"})
        wait_until(lambda: hall.hub.followers() == 3, "all wait")
        began = time.monotonic()
        gateway.stop()
        # Read to the end: the last chunk was sent, so that the client knows that nothing was cut off.
        assert events.read().startswith(b"retry: 2000\n\nid: 1\nevent: snapshot\n")
        assert len(lines.read().splitlines()) == 1
        assert json.loads(connection.getresponse().read()) == {"events": [], "next_since": 1, "ended": False}
        assert time.monotonic() - began < 10
        connection.close()


def test_a_stream_that_fails_is_cut_off_and_the_others_go_on(
    gateway: Gateway, hall: Hall, ada: Client, bob: Client, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take: Callable[[Feed], Any] = Feed.take

    def fail_for_seat_0(feed: Feed) -> Any:
        if feed.request.viewer == 0:
            raise RuntimeError("the hand is 7 of clubs")
        return take(feed)

    with gateway.stream(bob, f"/v1/matches/{live}/seats/1/events/ndjson") as other:
        other.readline()
        monkeypatch.setattr(Feed, "take", fail_for_seat_0)
        with structlog.testing.capture_logs() as logged:
            connection, response = gateway.ask(ada, f"/v1/matches/{live}/seats/0/events/ndjson")
            with closing(connection), pytest.raises((ConnectionResetError, http.client.IncompleteRead)):
                response.read()
            wait_until(lambda: len(logged) == 2, "it is logged")
        assert [line["event"] for line in logged] == ["request_failed", "request"]
        assert logged[0]["request_id"] == logged[1]["request_id"]
        assert "clubs" not in str(logged)
        bob.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
        assert json.loads(other.readline())["revision"] == 2
    wait_until(lambda: hall.hub.followers() == 0, "both are gone")
