"""A series that is followed."""

import json
from typing import Any

import pytest

from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_series import DUEL, code, json_of

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"


@pytest.fixture
def path(ada: Client) -> str:
    """Of a series that waits for workers."""
    return f"/v1/series/{ada.make('/v1/series', DUEL)['id']}"


def told(line: bytes) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(line)
    return event


def test_a_series_is_told_at_once_then_when_it_changes_and_at_its_end(hall: Hall, ada: Client, path: str) -> None:
    stream = ada.lines(f"{path}/events/ndjson")
    first = told(next(stream))
    assert first == {"type": "progress", **ada.read(path)}
    ada.ask("PATCH", path, json={"name": "Other"})
    assert told(next(stream)) == {"type": "progress", **ada.read(path)}
    hall.play_series()
    assert [told(line) for line in stream] == [{"type": "end", **ada.read(path)}]


def test_server_sent_events_have_the_revision_for_their_id(hall: Hall, ada: Client, path: str) -> None:
    hall.play_series()
    shown = ada.get(path)
    events = ada.get(f"{path}/events/sse")
    assert events.content_type == SSE
    line = b'{"type":"end",' + shown.data[1:]
    assert events.data == b"retry: 2000\n\nid: %d\nevent: end\ndata: %s\n\n" % (json_of(shown)["revision"], line)


def test_who_has_the_last_revision_is_told_of_the_next(ada: Client, path: str) -> None:
    known = ada.read(path)["revision"]
    current = json_of(ada.ask("PATCH", path, json={"name": "Other"}))["revision"]
    stream = ada.lines(f"{path}/events/ndjson?since={known}")
    assert told(next(stream))["name"] == "Other"
    stream.close()  # type: ignore[attr-defined]  # a generator
    resumed = ada.lines(f"{path}/events/sse?since={current}", **{"Last-Event-ID": str(known)})
    assert next(resumed).startswith(b"retry: ")
    assert told(next(resumed).partition(b"data: ")[2])["name"] == "Other"
    resumed.close()  # type: ignore[attr-defined]  # a generator


def test_who_comes_back_after_the_end_is_told_the_end(hall: Hall, ada: Client, path: str) -> None:
    hall.play_series()
    known = ada.read(path)["revision"]
    events = ada.get(f"{path}/events/ndjson?since={known}")
    assert [told(line)["type"] for line in events.data.splitlines()] == ["end"]


def test_a_stream_ends_when_its_key_is_revoked(hall: Hall, ada: Client, path: str) -> None:
    stream = ada.lines(f"{path}/events/ndjson")
    assert told(next(stream))["type"] == "progress"
    assert ada.key is not None
    hall.keys.revoke(ada.key.split("_")[2])
    hall.play_series()
    assert list(stream) == []


def test_streams_of_series_and_of_matches_share_their_slots(ada: Client, path: str, live: str) -> None:
    held = [ada.open(f"{path}/events/ndjson") for _ in range(3)]
    held.append(ada.open(f"/v1/matches/{live}/events/ndjson"))
    assert code(ada.get(f"{path}/events/sse")) == (503, "BUSY")
    for response in held:
        response.close()
    for form in ("sse", "ndjson"):
        assert ada.ask("HEAD", f"{path}/events/{form}").status_code == 200
    ada.open(f"{path}/events/ndjson").close()


def test_a_form_that_there_is_not_is_refused(hall: Hall, ada: Client, path: str) -> None:
    hall.play_series()
    for form in ("events", "events/csv", "events/SSE"):
        assert code(ada.get(f"{path}/{form}")) == (404, "NOT_FOUND")
    headers = {"Last-Event-ID": "yesterday"}
    assert code(ada.get(f"{path}/events/sse", headers=headers)) == (422, "INVALID_FIELD")
    assert ada.get(f"{path}/events/ndjson", headers=headers).status_code == 200


@pytest.mark.parametrize(("form", "kind"), [("sse", SSE), ("ndjson", NDJSON)])
def test_a_stream_has_one_media_type_whatever_the_accept_header_says(
    hall: Hall, ada: Client, path: str, form: str, kind: str
) -> None:
    hall.play_series()
    for accept in ("*/*", "application/json", SSE, NDJSON, "image/png"):
        events = ada.get(f"{path}/events/{form}", headers={"Accept": accept})
        assert (events.status_code, events.content_type.partition(";")[0]) == (200, kind)
