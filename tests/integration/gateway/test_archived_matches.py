"""A match that has left Redis answers as it did before: everything about it comes from the archive, the same bytes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.engine.registry import engines_from
from services.settings import read_settings
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.play import answer, play_out
from tests.integration.matches.harness import Clock


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


@pytest.fixture
def timed(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str, clock: Clock) -> Iterator[Hall]:
    """The platform by that clock."""
    path = tmp_path / "timed.db"
    path.write_bytes(migrated.read_bytes())
    opened = open_hall(tmp_path, redis_client, redis_url, path, now_ms=clock)
    yield opened
    opened.hub.close()


def archive(hall: Hall, match: str, *, alone: bool = False) -> None:
    """Archive a match and let the time pass after which it expires; ``alone``: its log is there a little longer."""
    assert hall.scoring.score(match)
    command: Callable[..., Any] = hall.redis.execute_command
    keys = [key for key in hall.redis.scan_iter() if match in key.decode() and b"idempotency" not in key]
    assert len(keys) >= 2
    for key in keys:
        assert command("PTTL", key) > 0
        if not alone or key.endswith(match.encode()):
            command("DEL", key)


def asked(client: Client, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str | None]:
    """Status, body and ETag; of a problem its code alone."""
    response = client.ask(method, path, headers=headers, **({} if body is None else {"json": body}))
    told: Any = response.data
    if response.status_code >= 400:
        told = response.json and response.json["code"]
    return response.status_code, told, response.headers.get("ETag")


def all_answers(match: str, seats: tuple[Client, Client], other: Client) -> dict[str, Any]:
    """What everybody is told of an ended match, by everything that can be asked."""
    root = f"/v1/matches/{match}"
    answers: dict[str, Any] = {}
    for who, client in (("seat 0", seats[0]), ("seat 1", seats[1]), ("spectator", other)):
        reads = ["", "/view", "/seats/0/view", "/seats/1/view", "/replay", "/seats/0/events?since=0"]
        reads += [f"/events?since={since}" for since in (0, 1, 3, 1000)] + ["/events?since=0&wait=1", "/events?limit=2"]
        for path in reads:
            answers[f"{who} GET {path}"] = asked(client, "GET", root + path)
        for path in ("/events/ndjson", "/events/sse"):
            for since in ("", "?since=0", "?since=2", "?since=1000"):
                answers[f"{who} {path}{since}"] = asked(client, "GET", f"{root}{path}{since}")
            answers[f"{who} resumes {path}"] = asked(client, "GET", root + path, None, **{"Last-Event-ID": "2"})
        for query in ("", "?status=finished", "?status=aborted", "?status=live", "?player=me", "?ruleset=sealed"):
            answers[f"{who} lists {query}"] = asked(client, "GET", f"/v1/matches{query}")
        for query in ("pending=me", "joinable=me"):
            answers[f"{who} lists {query}"] = asked(client, "GET", f"/v1/matches?{query}")
        answers[f"{who} quotas"] = client.read("/v1/players/me/quotas")
        for action in ("place 3", "place 4", {"place": {"card": 3}}, "nonsense"):
            for number in (1, 2, 99):
                for verb in ("", ":check"):
                    path = f"{root}/decisions/{number}{verb}"
                    answers[f"{who} {action} {path}"] = asked(client, "POST", path, {"action": action})
        for verb in ("join", "leave", "start", "resign", "abort"):
            answers[f"{who} {verb}"] = asked(
                client, "POST", f"{root}:{verb}", {} if verb in ("join", "start") else None
            )
        answers[f"{who} seed"] = asked(client, "POST", f"{root}:seed", {"client_seed": "ab" * 32})
    return answers


def ended(hall: Hall, how: str, ada: Client, bob: Client) -> str:
    """A match of two that has ended."""
    match: str = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    if how == "aborted":
        ada.make(f"/v1/matches/{match}:abort")
        return match
    bob.make(f"/v1/matches/{match}:join", {})
    ada.make(f"/v1/matches/{match}/decisions/1", {"action": "place 3"})
    if how == "resigned":
        bob.make(f"/v1/matches/{match}:resign")
    play_out(match, ada, bob)
    return match


@pytest.mark.parametrize(
    ("how", "alone"),
    [
        pytest.param("played", False, id="played"),
        pytest.param("played", True, id="played, its log expires later", marks=pytest.mark.slow),
        pytest.param("resigned", False, id="resigned", marks=pytest.mark.slow),
        pytest.param("aborted", False, id="aborted", marks=pytest.mark.slow),
    ],
)
def test_everything_is_answered_as_before(
    hall: Hall, ada: Client, bob: Client, carol: Client, how: str, alone: bool
) -> None:
    match = ended(hall, how, ada, bob)
    before = all_answers(match, (ada, bob), carol)
    archive(hall, match, alone=alone)
    after = all_answers(match, (ada, bob), carol)
    assert {asked: (before[asked], answer) for asked, answer in after.items() if answer != before[asked]} == {}
    assert before["seat 0 GET "][0] == before["spectator GET /events?since=0"][0] == 200


def test_a_representation_is_still_the_one_that_a_client_has(hall: Hall, ada: Client, bob: Client) -> None:
    match = ended(hall, "played", ada, bob)
    tags = {path: ada.get(f"/v1/matches/{match}{path}").headers["ETag"] for path in ("", "/view", "/seats/0/view")}
    archive(hall, match)
    for path, tag in tags.items():
        assert ada.get(f"/v1/matches/{match}{path}", headers={"If-None-Match": tag}).status_code == 304


def test_who_has_not_read_a_stream_yet_gets_all_of_it_after_the_match_has_gone(
    hall: Hall, ada: Client, bob: Client, carol: Client, live: str
) -> None:
    paths = [f"/v1/matches/{live}/events/{form}?since=0" for form in ("ndjson", "sse")]
    streams = [carol.lines(path) for path in paths]
    play_out(live, ada, bob)
    archive(hall, live)
    slow = [b"".join(stream) for stream in streams]
    assert slow == [carol.get(path).data for path in paths]
    assert json.loads(slow[0].splitlines()[-1])["type"] == "end"


def test_a_match_is_created_once_although_it_has_come_and_gone_meanwhile(timed: Hall, clock: Clock) -> None:
    """The first answer was lost, and the process died before it was kept."""
    ada, bob = timed.client("Ada"), timed.client("Bob")
    new, headers = {"ruleset": "sealed", "seats": ["me", "open"]}, {"Idempotency-Key": "once"}
    made = ada.make("/v1/matches", new, headers=headers)["id"]
    bob.make(f"/v1/matches/{made}:join", {})
    assert play_out(made, ada, bob)["status"] == "finished"
    archive(timed, made)
    clock.advance(timed.settings.matches.finished_ttl_seconds)
    command: Callable[..., Any] = timed.redis.execute_command
    (kept,) = timed.redis.scan_iter("idempotency:*")
    command("HDEL", kept, "response")
    command("HSET", kept, "locked_until", 0)
    again = ada.make("/v1/matches", new, headers=headers)
    assert (again["id"], again["status"]) == (made, "finished")
    assert [match["id"] for match in ada.read("/v1/matches")["matches"]] == [made]


def test_a_delayed_spectator_loses_nothing_when_the_match_leaves_as_soon_as_it_may(timed: Hall, clock: Clock) -> None:
    ada, bob, carol = (timed.client(name) for name in ("Ada", "Bob", "Carol"))
    new = {"ruleset": "sealed", "seats": ["me", "open"], "spectator_delay_seconds": 30}
    match = ada.make("/v1/matches", new)["id"]
    path = f"/v1/matches/{match}/events"
    bob.make(f"/v1/matches/{match}:join", {})
    early = carol.lines(f"{path}/ndjson")
    while ada.read(f"/v1/matches/{match}")["status"] == "live":
        clock.advance(1)
        for client, seat in ((ada, 0), (bob, 1)):
            if ada.read(f"/v1/matches/{match}")["status"] == "live":
                answer(client, match, seat)
    clock.advance(29)
    assert not timed.scoring.score(match)  # spectators may not know yet that it is over
    assert carol.read(f"/v1/matches/{match}")["status"] == "live"
    told = carol.read(f"{path}?since=0")["events"]
    late = carol.lines(f"{path}/ndjson?since={len(told) - 1}")
    clock.advance(1)
    archive(timed, match)
    whole = carol.get(f"{path}/ndjson?since=0").data.splitlines()
    assert json.loads(whole[-1])["type"] == "end"
    assert [json.loads(line) for line in whole[: len(told)]] == told
    assert len(told) < len(whole) - 1
    snapshot, *lines = [line.rstrip() for line in early if line.strip()]
    assert (json.loads(snapshot)["revision"], lines) == (0, whole)
    assert [line.rstrip() for line in late if line.strip()] == whole[len(told) - 1 :]


def test_a_long_stream_begun_in_redis_goes_on_from_the_archive(
    tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str
) -> None:
    path = tmp_path / "long.db"
    path.write_bytes(migrated.read_bytes())
    hall = open_hall(tmp_path, redis_client, redis_url, path, engines_from("local", 5.0))
    ada = hall.client("Ada")
    match = ada.make("/v1/matches", {"ruleset": "faceoff", "seats": ["bot:random"] * 4})["id"]
    hall.play_house(match)
    address = f"/v1/matches/{match}/events/ndjson?since=0"
    whole = ada.get(address).data
    assert len(whole.splitlines()) > 200  # more than is read at a time
    stream = ada.lines(address)
    first = next(stream)
    archive(hall, match)
    assert first + b"".join(stream) == whole
    assert ada.get(address).data == whole
    hall.hub.close()


def test_finished_matches_leave_within_minutes() -> None:
    assert read_settings({}).matches.finished_ttl_seconds == 300
