"""Every example of the reference is sent, and gets the answer that the reference shows."""

from pathlib import Path
from typing import Any

from redis import Redis

from gateway.api_reference import EXAMPLES
from gateway.openapi.examples import Example, read_examples
from tests.api_reference import rendered_document
from tests.integration.gateway.example_session import Recorder, as_lines, record_session

SHOWN = read_examples(EXAMPLES.read_text(encoding="utf-8"))
"""The session as it was recorded, which the first test holds against what is answered now."""


def test_each_request_of_the_reference_gets_the_answer_that_it_shows(
    tmp_path: Path, redis_client: Redis, redis_url: str, migrated: Path
) -> None:
    recorded = record_session(Recorder(tmp_path, redis_client, redis_url, migrated))
    again = read_examples("\n".join(as_lines(recorded)))
    how = "if this is how it should be: python -m tests.integration.gateway.record_examples"
    assert [(example.operation, example.name) for example in again] == [
        (example.operation, example.name) for example in SHOWN
    ], how
    for example, then in zip(again, SHOWN, strict=True):
        assert example == then, how


def test_the_reference_shows_nothing_that_the_session_does_not_send() -> None:
    """Each value that stands in the document as an example is one of a request of the session."""
    by_operation: dict[str, list[Example]] = {}
    for example in SHOWN:
        by_operation.setdefault(example.operation, []).append(example)
    for path in rendered_document()["paths"].values():
        for operation in path.values():
            known = {example.name: example for example in by_operation[operation["operationId"]]}
            for name, value in _shown(operation):
                example = known[name]
                assert value in (example.body, example.answer, *example.parameters.values())


def _shown(operation: dict[str, Any]) -> list[tuple[str, Any]]:
    places = [*operation.get("parameters", []), *operation.get("requestBody", {}).get("content", {}).values()]
    for response in operation["responses"].values():
        places += response.get("content", {}).values()
    return [(name, example["value"]) for place in places for name, example in place.get("examples", {}).items()]


def test_examples_of_one_operation_have_different_names() -> None:
    names = [(example.operation, example.name) for example in SHOWN]
    assert len(set(names)) == len(names)
