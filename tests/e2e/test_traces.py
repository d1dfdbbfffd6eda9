"""One trace from a request to the bot's turn, through five real processes, received as a collector receives it."""

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.e2e.platform import Platform
from tests.e2e.players import play_on
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Span:
    """A step of a trace. ``parent``: the id of the step that caused it; empty for the first."""

    process: str
    name: str
    parent: str


Trace = dict[str, Span]
"""The steps of a trace, by id."""


def causes(trace: Trace, span: Span) -> list[str]:
    """The processes from a step back to the first, as far as they have come."""
    processes = [span.process]
    while (cause := trace.get(span.parent)) is not None:
        span = cause
        if span.process != processes[-1]:
            processes.append(span.process)
    return processes


class Collector:
    """Takes what is sent, and keeps it."""

    def __init__(self) -> None:
        self.traces: dict[str, Trace] = {}
        self.received = b""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length)
                collector.received += body
                collector.take(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def take(self, sent: Any) -> None:
        for of_process in sent.resource_spans:
            names = {one.key: one.value.string_value for one in of_process.resource.attributes}
            for scope in of_process.scope_spans:
                for span in scope.spans:
                    one = Span(names["service.name"], span.name, span.parent_span_id.hex())
                    self.traces.setdefault(span.trace_id.hex(), {})[span.span_id.hex()] = one

    def names(self) -> set[str]:
        """Of all steps."""
        return {span.name for trace in list(self.traces.values()) for span in list(trace.values())}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.close()


class TracedPlatform(Platform):
    """A platform that sends its traces."""

    def __init__(self, collector: Collector) -> None:
        super().__init__()
        self._collector = collector

    @property
    def environment(self) -> dict[str, str]:
        ours = {"OTEL_EXPORTER_OTLP_ENDPOINT": self._collector.url, "OTEL_BSP_SCHEDULE_DELAY": "200"}
        return {**super().environment, **ours}


def test_a_request_and_the_bots_turn_that_it_causes_are_one_trace(collector: Collector) -> None:
    platform = TracedPlatform(collector)
    try:
        platform.start()
        rest = platform.rest()
        match = rest.post("/v1/matches", {"ruleset": "commanders", "seats": ["me", "bot:greedy"]})["id"]
        token = rest.post(f"/v1/matches/{match}/seats/0:stream-token")["token"]
        with urllib.request.urlopen(f"{rest.url}/v1/matches/{match}/seats/0/events?token={token}&since=0") as poll:
            assert json.load(poll)["events"] is not None
        play_on(rest, match, decisions=3)

        def whole() -> bool:
            # The relay, in the background process, sent the turn's task for what the request had left in the outbox.
            found = [
                {(span.name, *causes(trace, span)) for span in list(trace.values())}
                for trace in list(collector.traces.values())
            ]
            return any(
                any("turns.play" in name and chain == ["worker", "background", "gateway"] for name, *chain in steps)
                and any(chain == ["engine", "gateway"] for _, *chain in steps)
                and any(name == "redis EVALSHA" and chain == ["gateway"] for name, *chain in steps)
                for steps in found
            )

        wait_until(whole, "a trace with all of them in it", 60)
        wait_until(lambda: "sqlite SELECT players" in collector.names(), "a statement", 60)
        # What polls begins no trace of its own.
        assert not {span.name for trace in collector.traces.values() for span in trace.values() if not span.parent} & {
            name for name in collector.names() if name.startswith(("redis ", "sqlite "))
        }
        wait_until(lambda: b"/events" in collector.received, "the trace of the poll", 60)
        assert b"since=0" in collector.received
        assert token.encode() not in collector.received
        assert platform.stop() == 0
    finally:
        platform.close()
