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
    stream = ada.lines(f"{path}/events", Accept=NDJSON)
    first = told(next(stream))
    assert first == {"type": "progress", **ada.read(path)}
    ada.ask("PATCH", path, json={"name": "Other"})
    assert told(next(stream)) == {"type": "progress", **ada.read(path)}
    hall.play_series()
    assert [told(line) for line in stream] == [{"type": "end", **ada.read(path)}]


def test_server_sent_events_have_the_revision_for_their_id(hall: Hall, ada: Client, path: str) -> None:
    hall.play_series()
    shown = ada.get(path)
    events = ada.get(f"{path}/events", headers={"Accept": SSE})
    assert events.content_type == SSE
    line = b'{"type":"end",' + shown.data[1:]
    assert events.data == b"retry: 2000\n\nid: %d\nevent: end\ndata: %s\n\n" % (json_of(shown)["revision"], line)


def test_who_has_the_last_revision_is_told_of_the_next(ada: Client, path: str) -> None:
    known = ada.read(path)["revision"]
    current = json_of(ada.ask("PATCH", path, json={"name": "Other"}))["revision"]
    stream = ada.lines(f"{path}/events?since={known}", Accept=NDJSON)
    assert told(next(stream))["name"] == "Other"
    stream.close()  # type: ignore[attr-defined]  # a generator
    resumed = ada.lines(f"{path}/events?since={current}", Accept=NDJSON, **{"Last-Event-ID": str(known)})
    assert told(next(resumed))["name"] == "Other"
    resumed.close()  # type: ignore[attr-defined]  # a generator


def test_who_comes_back_after_the_end_is_told_the_end(hall: Hall, ada: Client, path: str) -> None:
    hall.play_series()
    known = ada.read(path)["revision"]
    events = ada.get(f"{path}/events?since={known}", headers={"Accept": NDJSON})
    assert [told(line)["type"] for line in events.data.splitlines()] == ["end"]


def test_a_stream_ends_when_its_key_is_revoked(hall: Hall, ada: Client, path: str) -> None:
    stream = ada.lines(f"{path}/events", Accept=NDJSON)
    assert told(next(stream))["type"] == "progress"
    assert ada.key is not None
    hall.keys.revoke(ada.key.split("_")[2])
    hall.play_series()
    assert list(stream) == []


def test_streams_of_series_and_of_matches_share_their_slots(ada: Client, path: str, live: str) -> None:
    held = [ada.open(f"{path}/events", Accept=NDJSON) for _ in range(3)]
    held.append(ada.open(f"/v1/matches/{live}/events", Accept=NDJSON))
    assert code(ada.get(f"{path}/events", headers={"Accept": SSE})) == (503, "BUSY")
    for response in held:
        response.close()
    assert ada.ask("HEAD", f"{path}/events").status_code == 200
    ada.open(f"{path}/events", Accept=NDJSON).close()


def test_a_form_that_there_is_not_is_refused(ada: Client, path: str) -> None:
    assert code(ada.get(f"{path}/events", headers={"Accept": "application/json"})) == (406, "NOT_ACCEPTABLE")
    refused = ada.get(f"{path}/events", headers={"Accept": SSE, "Last-Event-ID": "yesterday"})
    assert code(refused) == (422, "INVALID_FIELD")
