"""One stream for all matches of a player."""

import json
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from services.matches.accounts import RESUMES_MS, read_cursor
from services.matches.redis_keys import SHARDS, account_key
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import answer, play_out
from tests.waiting import wait_until

EVENTS = "/v1/events"
SERVER_SENT, LINES = f"{EVENTS}/sse", f"{EVENTS}/ndjson"
EVERYTHING_INCLUDED = f"{EVENTS}?include=view,legal"


def polled(client: Client, since: str | None = None, query: str = "") -> tuple[list[dict[str, Any]], str]:
    """What has come since a place, and the place after it."""
    page = client.read(f"{EVENTS}?{'' if since is None else f'since={since}&'}{query}")
    return page["events"], page["next_since"]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def new_match(client: Client, seats: list[Any], **more: Any) -> str:
    match: str = client.make("/v1/matches", {"ruleset": "sealed", "seats": seats, **more})["id"]
    return match


def told(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what differs from run to run."""
    return {name: value for name, value in event.items() if name not in ("at", "cursor", "match")}


def test_it_begins_with_everything_that_is_open(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    waiting = new_match(ada, ["me", "open"])
    invited = new_match(ada, ["me", f"player:{bob.id}"])
    over = new_match(ada, ["me", "open"])
    bob.make(f"/v1/matches/{over}:join", {})
    play_out(over, ada, bob)
    (line,), cursor = polled(bob)
    assert line["type"] == "open"
    assert line["cursor"] == cursor
    assert line["matches"] == [
        {"match": live, "ruleset": "sealed", "seat": 1, "status": "live", "invited": False}
        | {"revision": 1, "decision": 1, "deadline_at": None},
        {"match": invited, "ruleset": "sealed", "seat": 1, "status": "open", "invited": True}
        | {"revision": 0, "decision": None, "deadline_at": None},
    ]
    (mine,), _ = polled(ada)
    assert [match["match"] for match in mine["matches"]] == [live, waiting, invited]


def test_a_match_is_told_from_the_invitation_to_the_end(ada: Client, bob: Client) -> None:
    _, ada_at = polled(ada)
    _, bob_at = polled(bob)
    match = new_match(ada, ["me", f"player:{bob.id}"])
    bob.make(f"/v1/matches/{match}:join", {})
    outcome = play_out(match, ada, bob)["outcome"]
    events, _ = polled(bob, bob_at)
    assert {event["match"] for event in events} == {match}
    about = {"ruleset": "sealed", "seat": 1}
    assert [told(event) for event in events[:4]] == [
        {"type": "invited", **about, "by": {"id": ada.id, "name": "Ada"}, "rematch_of": None, "expires_at": None},
        {"type": "seated", **about},
        {"type": "match_began", **about},
        {"type": "your_turn", **about, "revision": 1, "decision": 1, "deadline_at": None},
    ]
    turns = events[3:-1]
    assert [turn["type"] for turn in turns] == ["your_turn"] * len(turns)
    assert [turn["decision"] for turn in turns] == list(range(1, len(turns) + 1))
    assert told(events[-1]) == {"type": "match_ended", **about, "status": "finished", "outcome": outcome} | {
        "abort_reason": None
    }
    assert kinds(polled(ada, ada_at)[0])[:3] == ["seated", "match_began", "your_turn"]


def test_nothing_comes_twice_and_nothing_is_lost_wherever_a_client_resumes(ada: Client, bob: Client) -> None:
    _, start = polled(bob)
    matches = [new_match(ada, ["me", "open"]) for _ in range(5)]
    for match in matches:
        bob.make(f"/v1/matches/{match}:join", {})
    for match in matches[:3]:
        play_out(match, ada, bob)
    whole, _ = polled(bob, start)
    assert len({event["cursor"] for event in whole}) == len(whole)
    for place, event in enumerate(whole):
        again, _ = polled(bob, event["cursor"])
        assert list(map(told, again)) == list(map(told, whole[place + 1 :]))


def test_the_three_operations_carry_the_same_lines(ada: Client, bob: Client) -> None:
    _, start = polled(bob)
    match = new_match(ada, ["me", f"player:{bob.id}"])
    bob.make(f"/v1/matches/{match}:join", {})
    page, _ = polled(bob, start)
    lines = first_lines(bob, f"{LINES}?since={start}", len(page))
    assert [told(json.loads(line)) for line in lines] == list(map(told, page))
    blocks = first_lines(bob, f"{SERVER_SENT}?since={start}", len(page) + 1)[
        1:
    ]  # the first says after how long to come back
    for block, event in zip(blocks, page, strict=True):
        id, name, data = block.decode().splitlines()
        assert name == f"event: {event['type']}"
        document = json.loads(data.removeprefix("data: "))
        assert told(document) == told(event)
        assert id == f"id: {document['cursor']}"


def first_lines(client: Client, path: str, number: int) -> list[bytes]:
    """The first lines, or blocks, of a stream that goes on."""
    end, found = b"\n\n" if path.startswith(SERVER_SENT) else b"\n", b""
    for chunk in client.lines(path):
        found += chunk
        if found.count(end) >= number:
            break
    return found.split(end)[:number]


def test_a_header_goes_before_the_query(ada: Client, bob: Client) -> None:
    _, start = polled(bob)
    new_match(ada, ["me", f"player:{bob.id}"])
    (invited,), _ = polled(bob, start)
    later = new_match(ada, ["me", f"player:{bob.id}"])
    stream = bob.lines(f"{SERVER_SENT}?since={start}", **{"Last-Event-ID": invited["cursor"]})
    assert next(stream).startswith(b"retry: ")
    assert json.loads(next(stream).partition(b"data: ")[2])["match"] == later


def test_turns_come_with_what_was_asked_for(ada: Client, bob: Client, live: str) -> None:
    (opened,), cursor = polled(bob, query="include=view,legal")
    view = bob.read(f"/v1/matches/{live}/seats/1/view")
    assert (opened["matches"][0]["view"], opened["matches"][0]["legal"]) == (view["view"], view["legal"])
    answer(bob, live, 1)
    (turn,), _ = polled(bob, cursor, "include=view,legal")
    view = bob.read(f"/v1/matches/{live}/seats/1/view")
    assert (turn["decision"], turn["view"], turn["legal"]) == (2, view["view"], view["legal"])
    (only,), _ = polled(bob, cursor, "include=legal")
    assert ("view" in only, only["legal"]) == (False, view["legal"])
    answer(bob, live, 1)
    late, now = polled(bob, cursor, "include=view,legal")
    assert [("view" in turn, turn["decision"]) for turn in late] == [(False, 2), (True, 3)]
    assert now == late[-1]["cursor"]


def test_one_stream_is_enough_to_play_many_matches_by(hall: Hall, ada: Client, bob: Client) -> None:
    """Two programs share Bob's account, and each answers whatever it is told: nobody asks for a view."""
    played: list[str] = []
    stop = threading.Event()

    def play(client: Client) -> None:
        since: str | None = None
        while not stop.is_set():
            events, since = polled(client, since, "include=view,legal&wait=1")
            for event in events:
                for turn in event["matches"] if event["type"] == "open" else [event]:
                    if turn.get("legal"):
                        path = f"/v1/matches/{turn['match']}/decisions/{turn['decision']}"
                        client.ask("POST", path, json={"action": turn["legal"][0]["notation"]})
                if event["type"] == "match_ended":
                    played.append(event["match"])

    programs = [threading.Thread(target=play, args=(client,)) for client in (ada, bob, bob)]
    for program in programs:
        program.start()
    matches = [new_match(ada, ["me", "open"]) for _ in range(8)]
    for match in matches:
        bob.make(f"/v1/matches/{match}:join", {})
    try:
        wait_until(lambda: sorted(played) == sorted(3 * matches), "all are told of all ends", seconds=60)
    finally:
        stop.set()
        for program in programs:
            program.join()


def test_it_is_told_to_whoever_follows(hall: Hall, ada: Client, bob: Client) -> None:
    """A newer stream silences no older one."""
    first: list[bytes] = []
    second: list[bytes] = []

    def read(into: list[bytes]) -> Callable[[], None]:
        def run() -> None:
            for chunk in bob.lines(LINES):
                into.extend(line for line in chunk.splitlines() if line)
                if len(into) == 2:
                    return

        return run

    readers = [threading.Thread(target=read(into)) for into in (first, second)]
    for number, reader in enumerate(readers):
        reader.start()
        wait_until(lambda number=number: hall.hub.followers() == number + 1, "it follows")  # type: ignore[misc]
    new_match(ada, ["me", f"player:{bob.id}"])
    for reader in readers:
        reader.join(20)
    assert [kinds(list(map(json.loads, lines))) for lines in (first, second)] == [["open", "invited"]] * 2


def test_an_invitation_ends_with_whoever_ends_it(ada: Client, bob: Client, carol: Client) -> None:
    _, start = polled(bob)
    first, second, third = (new_match(ada, ["me", f"player:{bob.id}"]) for _ in range(3))
    bob.make(f"/v1/matches/{first}:leave", {})
    assert ada.ask("PUT", f"/v1/matches/{second}/seats/1", json={"seat": f"player:{carol.id}"}).status_code == 200
    ada.make(f"/v1/matches/{third}:abort", {})
    events, _ = polled(bob, start)
    assert [(event["type"], event["match"]) for event in events] == [
        ("invited", first),
        ("invited", second),
        ("invited", third),
        ("match_ended", first),
        ("left", second),
        ("match_ended", third),
    ]
    assert told(events[-1]) == {"type": "match_ended", "ruleset": "sealed", "seat": 1, "status": "aborted"} | {
        "outcome": None,
        "abort_reason": None,
    }


def test_who_has_resigned_is_asked_nothing_and_told_the_end(ada: Client, bob: Client, live: str) -> None:
    _, start = polled(bob)
    bob.make(f"/v1/matches/{live}:resign", {})
    assert kinds(polled(bob, start)[0]) == ["match_ended"]


def test_others_are_told_nothing(hall: Hall, ada: Client, bob: Client, carol: Client, admin: Client) -> None:
    """Neither who creates a match without sitting in it, nor an admin, nor the other seats' players."""
    _, carol_at = polled(carol)
    _, admin_at = polled(admin)
    match = new_match(carol, ["open", "open"], spectator_delay_seconds=60)
    ada.make(f"/v1/matches/{match}:join", {})
    bob.make(f"/v1/matches/{match}:join", {})
    _, bob_at = polled(bob)
    while answer(ada, match, 0) is not None:
        assert polled(bob, bob_at)[0] == []
    assert polled(carol, carol_at)[0] == []
    assert polled(admin, admin_at)[0] == []


def test_who_was_away_for_too_long_is_told_what_is_open(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    _, start = polled(bob)
    answer(bob, live, 1)
    answer(bob, live, 1)
    assert kinds(polled(bob, start)[0]) == ["your_turn", "your_turn"]
    for shard in range(SHARDS):  # as if more had happened than is kept
        hall.redis.xtrim(account_key(shard, bob.id), maxlen=1, approximate=False)
    (line,), again = polled(bob, start)
    assert (line["type"], line["matches"][0]["decision"]) == ("open", 3)
    assert polled(bob, again)[0] == []


def test_a_cursor_from_long_ago_begins_anew(hall: Hall, ada: Client, bob: Client, live: str) -> None:
    _, start = polled(bob)
    long_ago = read_cursor(start)
    assert long_ago is not None
    long_ago.at_ms -= RESUMES_MS + 60_000
    assert kinds(polled(bob, str(long_ago))[0]) == ["open"]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("since=AAAA", "/query/since"),
        ("since=" + "A" * 200, "/query/since"),
        ("since=%C3%A4", "/query/since"),
        ("include=everything", "/query/include"),
        ("include=view,hands", "/query/include"),
        ("wait=31", "/query/wait"),
    ],
)
def test_bad_requests_are_refused_with_a_pointer(ada: Client, query: str, pointer: str) -> None:
    response = ada.get(f"{EVENTS}?{query}")
    problem: Any = response.json
    assert (response.status_code, problem["code"]) == (422, "INVALID_FIELD")
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_another_players_cursor_tells_nothing_of_it(ada: Client, bob: Client, carol: Client, live: str) -> None:
    _, start = polled(bob)
    answer(bob, live, 1)
    assert polled(carol, start)[0] == []


def test_streams_of_a_player_are_limited_together(hall: Hall, ada: Client, live: str) -> None:
    with ExitStack() as streams:
        for path in (LINES, f"/v1/matches/{live}/events/ndjson", SERVER_SENT, LINES):
            streams.callback(ada.open(path).close)
        refused = ada.get(LINES)
        problem: Any = refused.json
        assert (refused.status_code, problem["code"]) == (503, "BUSY")


def test_a_stream_ends_with_its_key(hall: Hall, ada: Client, bob: Client, admin: Client, live: str) -> None:
    stream = iter(bob.lines(LINES))
    next(stream)
    hall.keys.revoke(hall.keys.list(bob.id)[0].id)
    admin.make(f"/v1/matches/{live}:abort", {})
    assert [line for line in stream if line.strip()] == []
