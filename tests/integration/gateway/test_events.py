"""Events by their three operations."""

import json
import threading
import time
from collections.abc import Iterable
from typing import Any

import pytest

from services.matches.redis_keys import match_keys
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out, run_out_of_time
from tests.marks import each_row

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"
FORMS = ("", "/sse", "/ndjson")
"""What the paths of the three operations end in."""


def sse(client: Client, path: str, **headers: str) -> list[tuple[str, str, str]]:
    """Every event of a stream that ends: id, name, data. ``path``: that of the pages."""
    text = b"".join(client.lines(path.replace("/events", "/events/sse"), **headers)).decode()
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            events.append((fields["id"], fields["event"], fields["data"]))
    return events


def ndjson(client: Client, path: str) -> list[str]:
    """Every line of a stream that ends. ``path``: that of the pages."""
    lines = client.lines(path.replace("/events", "/events/ndjson"))
    return [line for line in b"".join(lines).decode().splitlines() if line]


def polled(client: Client, path: str) -> list[str]:
    """Every line, by polling again and again."""
    lines: list[str] = []
    page = client.read(path)
    while True:
        lines += [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in page["events"]]
        if page["ended"]:
            return lines
        page = client.read(f"{path.partition('?')[0]}?since={page['next_since']}")


@pytest.fixture
def finished(ada: Client, bob: Client, live: str) -> str:
    assert play_out(live, ada, bob)["status"] == "finished"
    return live


@pytest.mark.parametrize("place", ["/events", "/seats/0/events"])
@pytest.mark.parametrize("since", ["", "?since=0", "?since=3"])
def test_the_three_operations_carry_the_same_lines(ada: Client, finished: str, place: str, since: str) -> None:
    path = f"/v1/matches/{finished}{place}{since}"
    events = sse(ada, path)
    lines = ndjson(ada, path)
    assert [data for _, _, data in events] == lines == polled(ada, path)
    for id, name, data in events:
        assert json.loads(data)["type"] == name
        assert json.loads(data)["revision"] == int(id)


def test_a_stream_begins_with_the_view_as_it_is(ada: Client, live: str) -> None:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    stream = iter(ada.lines(f"/v1/matches/{live}/seats/0/events/ndjson"))
    first = next(stream)
    view = ada.get(f"/v1/matches/{live}/seats/0/view").data
    assert first == b'{"type":"snapshot",' + view[1:] + b"\n"


def test_a_seat_is_shown_its_own_and_a_spectator_what_is_public(ada: Client, carol: Client, live: str) -> None:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    mine = ada.read(f"/v1/matches/{live}/seats/0/events?since=1")
    assert mine["next_since"] == 2
    (line,) = mine["events"]
    assert line["type"] == "step"
    assert line["events"] == [{"placed": {"seat": 0, "card": 4}, "text": "Player 0 lays 4."}]
    assert (line["pending"], line["decision"], line["status"]) == ([0, 1], 2, "live")
    assert carol.read(f"/v1/matches/{live}/events?since=1") == {"events": [], "next_since": 1, "ended": False}


@pytest.mark.parametrize("form", ["sse", "ndjson"])
def test_every_revision_comes_once_wherever_a_stream_is_cut(ada: Client, finished: str, form: str) -> None:
    path = f"/v1/matches/{finished}/seats/0/events"
    everything = [int(id) for id, name, _ in sse(ada, f"{path}?since=0") if name == "step"]
    assert everything == list(range(1, len(everything) + 1))
    for cut in everything:
        before = [id for id in everything if id <= cut]
        if form == "sse":
            after = [int(id) for id, name, _ in sse(ada, path, **{"Last-Event-ID": str(cut)}) if name == "step"]
        else:
            lines = [json.loads(line) for line in ndjson(ada, f"{path}?since={cut}")]
            after = [line["revision"] for line in lines if line["type"] == "step"]
        assert before + after == everything


def test_last_event_id_goes_before_since(ada: Client, finished: str) -> None:
    path = f"/v1/matches/{finished}/seats/0/events"
    assert sse(ada, f"{path}?since=0", **{"Last-Event-ID": "3"}) == sse(ada, f"{path}?since=3")


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "9" * 30, "٣"])
def test_a_last_event_id_that_is_no_revision_is_refused(ada: Client, live: str, value: str) -> None:
    response = ada.get(f"/v1/matches/{live}/events/sse", headers={"Last-Event-ID": value})
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"][0]["pointer"] == "/headers/Last-Event-ID"


@pytest.mark.parametrize("place", ["/events", "/seats/0/events"])
def test_who_resumes_after_a_revision_that_has_not_been_gets_a_snapshot(ada: Client, live: str, place: str) -> None:
    """As after the live state was restored from a copy: to wait for such a revision would be a trap."""
    path = f"/v1/matches/{live}{place}"
    (polled,) = ada.read(f"{path}?since=99&wait=20")["events"]
    stream = ada.lines(f"{path}/sse", **{"Last-Event-ID": "99"})
    event = [next(stream), next(stream)][1].decode()
    assert event.startswith("id: 1\nevent: snapshot\ndata: ")
    assert (polled["type"], polled["revision"]) == ("snapshot", 1)
    assert json.loads(event.split("data: ")[1]) == polled


def test_a_stream_has_the_headers_that_keep_proxies_from_holding_it_back(ada: Client, finished: str) -> None:
    response = ada.get(f"/v1/matches/{finished}/events/sse")
    assert response.content_type.partition(";")[0] == SSE
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.data.startswith(b"retry: 2000\n\n")


@each_row("accept", [None, "*/*", "application/json", SSE, NDJSON, "image/png", "x"])
@each_row(("form", "kind"), [("", "application/json"), ("/sse", SSE), ("/ndjson", NDJSON)])
def test_an_operation_has_one_media_type_whatever_the_accept_header_says(
    ada: Client, finished: str, form: str, kind: str, accept: str | None
) -> None:
    headers = {} if accept is None else {"Accept": accept}
    for place in (f"/v1/matches/{finished}/events", f"/v1/matches/{finished}/seats/0/events"):
        response = ada.get(f"{place}{form}?since=0", headers=headers)
        assert (response.status_code, response.content_type.partition(";")[0]) == (200, kind)
        assert "Accept" not in response.headers.get("Vary", "")


def test_last_event_id_is_heeded_by_server_sent_events_alone(ada: Client, finished: str) -> None:
    path = f"/v1/matches/{finished}/seats/0/events"
    headers = {"Last-Event-ID": "nonsense"}
    assert ada.read(path, headers=headers) == ada.read(path)
    assert ada.get(f"{path}/ndjson", headers=headers).data == ada.get(f"{path}/ndjson").data


@pytest.mark.parametrize("form", ["sse", "ndjson"])
@pytest.mark.parametrize("parameter", ["wait=1", "limit=2", "format=json"])
def test_a_stream_takes_no_parameter_of_another_operation(
    ada: Client, finished: str, form: str, parameter: str
) -> None:
    response = ada.get(f"/v1/matches/{finished}/events/{form}?{parameter}")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"][0]["pointer"] == f"/query/{parameter.partition('=')[0]}"


def test_head_opens_no_stream(hall: Hall, ada: Client, live: str) -> None:
    for _ in range(10):
        response = ada.ask("HEAD", f"/v1/matches/{live}/events/sse")
        assert (response.status_code, response.data) == (200, b"")
    assert ada.ask("HEAD", f"/v1/matches/{live}/events?since=1&wait=30").status_code == 200


def test_a_live_stream_is_told_each_step_as_it_happens(ada: Client, bob: Client, carol: Client, live: str) -> None:
    received: list[dict[str, Any]] = []

    def follow(lines: Iterable[bytes]) -> None:
        received.extend(json.loads(line) for line in lines if line.strip())

    stream = carol.lines(f"/v1/matches/{live}/events/ndjson")
    listener = threading.Thread(target=follow, args=(stream,), daemon=True)
    listener.start()
    play_out(live, ada, bob)
    listener.join(20)
    assert not listener.is_alive()
    assert [line["type"] for line in received[:1]] == ["snapshot"]
    assert received[-1]["type"] == "end"
    first = received[0]["revision"]
    assert [line["revision"] for line in received[1:-1]] == list(range(first + 1, received[-1]["revision"] + 1))


def test_a_long_poll_returns_when_something_happens(ada: Client, bob: Client, live: str) -> None:
    answers: list[dict[str, Any]] = []
    revision = bob.read(f"/v1/matches/{live}")["revision"]
    poll = threading.Thread(
        target=lambda: answers.append(bob.read(f"/v1/matches/{live}/events?since={revision}&wait=20")), daemon=True
    )
    began = time.monotonic()
    poll.start()
    for _ in range(3):
        answer(ada, live, 0)
    poll.join(20)
    assert not poll.is_alive()
    assert time.monotonic() - began < 10
    (page,) = answers
    assert [line["events"] for line in page["events"]] == [[{"ready": {"seat": 0}, "text": "Player 0 is ready."}]]


def test_a_long_poll_comes_back_empty_when_nothing_happens(ada: Client, live: str) -> None:
    began = time.monotonic()
    page = ada.read(f"/v1/matches/{live}/events?since=1&wait=1")
    assert page == {"events": [], "next_since": 1, "ended": False}
    assert 0.9 < time.monotonic() - began < 10


def test_a_seat_is_told_that_its_time_ran_out(hall: Hall, ada: Client, bob: Client) -> None:
    wish = {"ruleset": "sealed", "seats": ["me", "open"], "time_control": {"kind": "per_decision", "seconds": 60}}
    match = ada.make("/v1/matches", wish)["id"]
    bob.make(f"/v1/matches/{match}:join")
    run_out_of_time(hall, match)
    lines = ada.read(f"/v1/matches/{match}/seats/0/events?since=1")["events"]
    assert lines[0]["notice"] == {"kind": "time_ran_out", "seat": 0, "text": "Player 0's time runs out."}
    told = ada.read(f"/v1/matches/{match}/events?since=1")["events"]  # not of the private steps
    assert [line["notice"] for line in told] == [
        {"kind": "time_ran_out", "seat": seat, "text": f"Player {seat}'s time runs out."} for seat in (0, 1)
    ]
    assert [clock["deadline_at"] is None for clock in told[0]["clocks"]] == [True, False]


def test_an_aborted_match_ends_its_streams(ada: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    stream = iter(ada.lines(f"/v1/matches/{match}/events/ndjson"))
    assert json.loads(next(stream))["status"] == "open"
    ada.make(f"/v1/matches/{match}:abort")
    last = [json.loads(line) for line in stream if line.strip()][-1]
    assert (last["type"], last["status"], last["outcome"]) == ("end", "aborted", None)


def test_a_stream_of_an_open_match_is_told_of_its_start(ada: Client, bob: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    stream = iter(ada.lines(f"/v1/matches/{match}/seats/0/events/ndjson"))
    assert json.loads(next(stream))["revision"] == 0
    bob.make(f"/v1/matches/{match}:join")
    line = json.loads(next(line for line in stream if line.strip()))
    assert (line["type"], line["revision"], line["decision"]) == ("step", 1, 1)


def test_archived_matches_can_still_be_followed(hall: Hall, ada: Client, finished: str) -> None:
    path = f"/v1/matches/{finished}/seats/0/events?since=0"
    before = ndjson(ada, path)
    assert hall.scoring.score(finished)
    assert ndjson(ada, path) == before


def test_a_revoked_key_ends_its_streams(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "stream", "scopes": ["matches:read"]})
    stream = iter(Client(hall.app, made["secret"]).lines(f"/v1/matches/{live}/seats/0/events/ndjson"))
    next(stream)
    ada.ask("DELETE", f"/v1/keys/{made['id']}")
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    assert [line for line in stream if line.strip()] == []


def test_only_so_many_streams_and_polls_are_open_at_once(hall: Hall, ada: Client, live: str) -> None:
    path = f"/v1/matches/{live}/events"
    opened = [ada.open(f"{path}/{form}") for form in ("sse", "ndjson", "sse", "ndjson")]
    refused = ada.get(f"{path}/sse")
    assert (refused.status_code, refused.json and refused.json["code"]) == (503, "BUSY")
    assert refused.headers["Retry-After"] == "1"
    # A client that asks again at once whenever it is told nothing must not be told so without a wait.
    polled = ada.get(f"{path}?since=1&wait=30")
    assert (polled.status_code, polled.json and polled.json["code"]) == (503, "BUSY")
    assert polled.headers["Retry-After"] == "1"
    # What there is to tell is told without a wait, and needs no slot.
    assert len(ada.read(f"{path}?since=0&wait=30")["events"]) == 1
    for response in opened:
        response.close()
    ada.open(f"{path}/sse").close()


def test_a_refused_stream_takes_no_slot(hall: Hall, ada: Client, live: str) -> None:
    for _ in range(8):
        assert ada.get(f"/v1/matches/{live}/seats/1/events/sse").status_code == 403
    ada.open(f"/v1/matches/{live}/events/sse").close()


# -- steps with the situation to which they have led -----------------------------------------------------------------


def test_a_step_carries_what_the_view_shows(ada: Client, bob: Client, live: str) -> None:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    (line,) = ada.read(f"/v1/matches/{live}/seats/0/events?since=1&include=view,legal")["events"]
    view = ada.read(f"/v1/matches/{live}/seats/0/view")
    assert {name: line[name] for name in ("revision", "decision", "deadline_at", "legal", "view")} == {
        name: view[name] for name in ("revision", "decision", "deadline_at", "legal", "view")
    }
    assert "legal" not in ada.read(f"/v1/matches/{live}/seats/0/events?since=1&include=view")["events"][0]
    assert "view" not in ada.read(f"/v1/matches/{live}/seats/0/events?since=1&include=legal")["events"][0]
    play_out(live, ada, bob)
    *earlier, last, _ = ada.read(f"/v1/matches/{live}/seats/0/events?since=1&include=legal,view")["events"]
    assert not any("view" in line or "legal" in line for line in earlier)
    assert last["view"] == ada.read(f"/v1/matches/{live}/seats/0/view")["view"]
    assert (last["decision"], "legal" in last) == (None, False)


@pytest.mark.parametrize("names", ["", "views", "view,", ",", "view,hands", "VIEW", "view legal", "view," * 99 + "x"])
def test_what_is_not_known_cannot_be_included(ada: Client, live: str, names: str) -> None:
    for form in FORMS:
        response = ada.get(f"/v1/matches/{live}/seats/0/events{form}?include={names}")
        assert response.status_code == 422
        assert response.json is not None
        assert response.json["errors"] == [
            {"pointer": "/query/include", "detail": "Must name some of view, legal, separated by commas."}
        ]


@pytest.mark.parametrize("form", FORMS)
def test_nobody_gets_the_view_of_a_seat_that_is_not_its_own(ada: Client, carol: Client, live: str, form: str) -> None:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    for who, seat in ((ada, 1), (carol, 0)):
        response = who.get(f"/v1/matches/{live}/seats/{seat}/events{form}?since=0&include=view,legal")
        assert response.status_code == 403
        assert response.json is not None
        assert response.json["code"] == "NOT_YOUR_SEAT"


def test_a_spectator_who_asks_for_legal_actions_gets_none(ada: Client, bob: Client, carol: Client, live: str) -> None:
    play_out(live, ada, bob)
    lines = carol.read(f"/v1/matches/{live}/events?since=0&include=view,legal")["events"]
    assert not any("legal" in line for line in lines)
    assert [line["revision"] for line in lines if "view" in line] == [lines[-2]["revision"]]


def test_spectators_get_views_with_the_delay_of_the_match(ada: Client, bob: Client, carol: Client) -> None:
    new = {"ruleset": "sealed", "seats": ["me", "open"], "spectator_delay_seconds": 3600}
    match = ada.make("/v1/matches", new)["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    play_out(match, ada, bob)
    for who in (ada, carol):
        page = who.read(f"/v1/matches/{match}/events?since=0&include=view,legal")
        assert page == {"events": [], "next_since": 0, "ended": False}
        (first,) = who.read(f"/v1/matches/{match}/events?include=view,legal")["events"]
        assert (first["type"], first["revision"], first["view"]) == ("snapshot", 0, None)


def test_an_archived_match_gives_the_same_bytes_with_views_and_texts(
    hall: Hall, ada: Client, bob: Client, live: str
) -> None:
    play_out(live, ada, bob)
    paths = [f"/v1/matches/{live}{place}/events?since=0&include=view,legal" for place in ("", "/seats/0")]
    before = [ada.get(path).data for path in paths]
    assert hall.scoring.score(live)
    assert hall.redis.delete(*match_keys(live)) > 0
    assert [ada.get(path).data for path in paths] == before
    assert all(b'"text":"' in body and b'"view":{' in body for body in before)


def test_a_commit_costs_no_more_when_readers_ask_for_views(
    hall: Hall, ada: Client, bob: Client, carol: Client, live: str
) -> None:
    """Views are read for who asks, when the step is due; a commit knows nothing of it."""

    def commands_of_a_move(decision: int) -> dict[str, int]:
        hall.redis.config_resetstat()
        ada.make(f"/v1/matches/{live}/decisions/{decision}", {"action": f"place {decision}"})
        found = hall.redis.info("commandstats")
        return {name: found[f"cmdstat_{name}"]["calls"] for name in ("evalsha", "xadd", "hset")}

    alone = commands_of_a_move(1)
    told: list[bytes] = []
    stream = bob.lines(f"/v1/matches/{live}/seats/1/events/ndjson?include=view,legal")
    told.append(next(iter(stream)))
    assert commands_of_a_move(2) == alone
