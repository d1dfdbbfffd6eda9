"""Schemathesis reads the reference and tries to catch the service at not keeping it: with the examples, with every
corner of every schema, with whatever comes to its mind, and with chains of requests along the links.

It tries the same each time: nearly ten thousand requests, most of them for the corners.
"""

import re
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from redis import Redis
from schemathesis import config
from schemathesis.config._checks import NegativeDataRejectionConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.schemas import BaseSchema
from werkzeug.serving import WSGIRequestHandler, make_server

from gateway.api_reference import document
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.identity import Scope
from tests.integration.gateway.driven_streams import drive_streams
from tests.integration.gateway.harness import Hall, open_hall

EXAMPLES_EACH = 10
ALIAS = "Bearer the-admins-current-key"
PHASES = {"examples", "coverage", "fuzzing", "stateful"}

GOOD: list[str | int] = ["2xx", "304", 403, 404, 409, 412, 413, 422, 429]
"""What may be said to a request that fits the schemas: they cannot say which seat is whose, or what a ruleset allows.
Nobody makes the searches that are asked for, and a player may have two: a third is refused with 429. Not among them is
401: the key is always right."""
BAD: list[str | int] = [400, 403, 404, 405, 409, 412, 413, 414, 415, 422, 431]
"""What may be said to a request that does not fit."""

LONG_POLL = re.compile(r"\bwait=([2-9]|[12][0-9]|30)(?![^&])")

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a body waits 40 ms for the acknowledgement of its headers

    def log(self, type: str, message: str, *args: object) -> None:
        pass


class AlwaysAdmin:
    """Puts an admin's key where requests have ``ALIAS``: a new one after each request that may have spent the last.
    Long polls, for which nothing ever comes, wait for a second."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._app = drive_streams(hall.app.wsgi_app)
        self._key = self._new_key()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("HTTP_AUTHORIZATION") == ALIAS:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {self._key}"
        environ["QUERY_STRING"] = LONG_POLL.sub("wait=1", environ["QUERY_STRING"])
        answer = self._app(environ, start_response)
        if environ["PATH_INFO"].startswith("/v1/keys/") and environ["REQUEST_METHOD"] != "GET":
            self._key = self._new_key()
        return answer

    def _new_key(self) -> str | None:
        return self._hall.client("Root", [Scope.ADMIN]).key


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Hall:
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)
    engines = EngineDirectory({"factionwars": InProcessEngine(ruleset("factionwars"))})
    # Nobody plays the series: their streams end when their time is over, which is sooner than a client gives up.
    return open_hall(tmp_path, redis_client, redis_url, path, engines, stream_max_seconds="1")


def reference() -> dict[str, Any]:
    """The reference as Schemathesis reads it: in OpenAPI 3.1 it takes the schema of server-sent events for that of each
    event. Ours is that of the body, a string, whose content's schema has the events as its items. And it expects that
    whatever a pattern refuses is refused, where If-None-Match is ignored."""
    read = document()
    for item in read["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "If-None-Match":
                    del parameter["schema"]["pattern"]
            for response in operation["responses"].values():
                stream = response.get("content", {}).get("text/event-stream")
                if stream is not None:
                    stream["schema"] = stream["schema"]["contentSchema"]["items"]
    return read


@contextmanager
def served(app: Wsgi) -> Iterator[BaseSchema]:
    """What Schemathesis reads, of an app that is served."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    settings = config.SchemathesisConfig(
        seed=1,
        projects=config.ProjectsConfig(
            default=config.ProjectConfig(
                base_url=f"http://127.0.0.1:{server.port}",
                headers={"Authorization": ALIAS},
                continue_on_failure=True,
                generation=config.GenerationConfig(deterministic=True, max_examples=EXAMPLES_EACH, no_shrink=True),
                checks=config.ChecksConfig(
                    positive_data_acceptance=config.PositiveDataAcceptanceConfig(expected_statuses=GOOD),
                    negative_data_rejection=NegativeDataRejectionConfig(expected_statuses=[*BAD, 401]),
                ),
            )
        ),
    )
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield schemathesis.openapi.from_dict(reference(), config=settings)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Run:
    """What came of a run: how many requests of each phase, which operations were reached, which statuses came."""

    def __init__(self, schema: BaseSchema) -> None:
        self.requests: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.reached: set[str] = set()
        self.faults: list[str] = []
        for event in from_schema(schema).execute():
            if isinstance(event, events.ScenarioFinished):
                self._note(event)
            elif isinstance(event, events.NonFatalError):
                self.faults.append(f"{event.label}: {event.value}")
            elif isinstance(event, events.FatalError):
                self.faults.append(str(event.exception))

    def _note(self, event: events.ScenarioFinished) -> None:
        recorder = event.recorder
        for interaction in recorder.interactions.values():
            if interaction.response is not None:
                self.requests[event.phase.value] += 1
                self.statuses[interaction.response.status_code] += 1
        for case_id, node in recorder.cases.items():
            operation = node.value.operation
            self.reached.add(operation.definition.raw["operationId"])
            for check in recorder.checks.get(case_id, []):
                # A key that was revoked can still be looked at: its record says when it ended.
                if check.status is not Status.SUCCESS and check.name != "use_after_free":
                    self.faults.append(f"{event.phase.value} {operation.label} {check.name}: {check.failure_info}")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_service_keeps_what_the_reference_promises(hall: Hall) -> None:
    with served(AlwaysAdmin(hall)) as schema:
        run = Run(schema)
    assert run.faults == []
    assert not {status for status in run.statuses if status >= 500}
    # A run in which everything is refused would find nothing either.
    assert run.requests.keys() == PHASES
    assert run.reached == {
        operation["operationId"] for item in document()["paths"].values() for operation in item.values()
    }
    assert run.statuses[200] > 100
    assert run.statuses[201] > 20
    assert {204, 304, 405, 409, 412, 415} <= run.statuses.keys()


@pytest.mark.slow
def test_a_promise_that_is_not_kept_would_be_noticed(hall: Hall) -> None:
    def crooked(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        answer = b"".join(hall.app.wsgi_app(environ, start_response))
        return [answer.replace(b'"bots"', b'"robots"')] if environ["PATH_INFO"] == "/v1/bots" else [answer]

    with served(crooked) as schema:
        run = Run(schema.include(operation_id="listBots"))
    assert run.reached == {"listBots"}
    assert any("bots" in fault for fault in run.faults)
