"""One trace from a request to the bot's turn, through five real processes, received as a collector receives it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.e2e.platform import Platform
from tests.e2e.players import play_on
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

Spans = dict[str, list[tuple[str, str]]]
"""Process and name of each span, by trace."""


class Collector:
    """Takes what is sent, and keeps it."""

    def __init__(self) -> None:
        self.spans: Spans = {}
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                collector.take(ExportTraceServiceRequest.FromString(self.rfile.read(length)))
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
                    self.spans.setdefault(span.trace_id.hex(), []).append((names["service.name"], span.name))

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
        play_on(rest, match, decisions=3)

        def whole() -> bool:
            return any(
                {"gateway", "engine", "relay", "worker"} <= {process for process, _ in spans}
                and any("turns.play" in name for _, name in spans)
                for spans in list(collector.spans.values())
            )

        wait_until(whole, "a trace with all of them in it", 60)
        assert platform.stop() == 0
    finally:
        platform.close()
