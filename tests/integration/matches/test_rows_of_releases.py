"""Rows of one release are read by the next, and the other way round: both work on the same matches for a while."""

import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from services.engine import replay
from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller, Scope
from services.identity.people import PlayerKind
from services.matches.match import Status, match_from_json, match_to_json
from services.matches.match_record import SCHEMA
from services.matches.outbox import GROUP, OutboxKind
from services.matches.redis_keys import match_key, outbox_key, shard_of
from services.matches.turn_queue import TurnQueue
from tests.golden_rows import load, releases, restore, rows_of
from tests.integration.matches.harness import World, refused

LATER: dict[str, Any] = {"of_a_later_release": {"kept": [1, "two"]}}


@pytest.fixture(params=releases(), ids=lambda file: file.stem)
def earlier(request: pytest.FixtureRequest, world: World) -> tuple[World, dict[str, str], dict[str, Caller]]:
    """A platform with the rows of a release: its matches by what they are, and the people in them."""
    document = load(request.param)
    restore(world.redis, document["rows"])
    world.clock.now_ms = document["now_ms"] + 1000
    people = {
        name: Caller(
            **{**of, "kind": PlayerKind(of["kind"]), "scopes": frozenset(Scope(scope) for scope in of["scopes"])}
        )
        for name, of in document["people"].items()
    }
    return world, document["matches"], people


COMPRESSED = frozenset({"head", "seats"})


def field(redis: Redis, match: str, name: str) -> Any:
    command: Callable[..., Any] = redis.execute_command
    value: bytes = command("HGET", match_key(match), name)
    return json.loads(zlib.decompress(value) if name in COMPRESSED else value)


def add_later_fields(redis: Redis, match: str) -> None:
    """What a later release might write that has fields which nobody here knows."""
    head, seats, progress = (field(redis, match, name) for name in ("head", "seats", "progress"))
    looks = [{**look, **LATER} for look in progress.get("inspections", [])]
    progress |= {**LATER, **({"inspections": looks} if looks else {})}
    commitment = head["signed_commitment"] and {**head["signed_commitment"], **LATER}
    head |= {**LATER, "signed_commitment": commitment}
    seats = [{**seat, **LATER} for seat in seats]
    for name, value in (("head", head), ("seats", seats), ("progress", progress)):
        text = json.dumps(value, separators=(",", ":")).encode()
        redis.hset(match_key(match), name, zlib.compress(text) if name in COMPRESSED else text)
    redis.hset(match_key(match), "field_of_a_later_release", "1")


def test_rows_are_restored_as_they_were_recorded(redis_client: Redis) -> None:
    for file in releases():
        redis_client.flushall()
        rows = load(file)["rows"]
        restore(redis_client, rows)
        assert rows_of(redis_client) == rows


def test_matches_of_an_earlier_release_are_read_played_on_and_archived(
    earlier: tuple[World, dict[str, str], dict[str, Caller]],
) -> None:
    world, matches, people = earlier
    ann, ben = people["ann"], people["ben"]
    statuses = {name: world.matches.get(people["admin"], match).status for name, match in matches.items()}
    assert statuses == {
        "waiting": Status.OPEN,
        "full": Status.OPEN,
        "live": Status.LIVE,
        "resigned": Status.LIVE,
        "ended": Status.FINISHED,
        "aborted": Status.ABORTED,
    }
    assert {match.id for match in world.matches.list(ann)[0]} == set(matches.values())
    for name in ("live", "resigned", "ended"):
        world.check_whole(matches[name])
    assert world.matches.get(ann, matches["live"]).inspections[0].player_id == people["admin"].player_id
    assert len(world.matches.events(ann, matches["live"], 0, since=0)) == 2
    world.matches.view(people["admin"], matches["live"], SPECTATOR)

    world.matches.start(ann, matches["full"])
    for name in ("full", "live"):
        world.finish(matches[name], [ann, ben])
    world.clock.advance(120)
    for name in ("full", "live", "ended", "aborted"):
        assert world.scoring.score(matches[name])
        told = replay.read(world.matches.replay(ann, matches[name]))
        replay.re_execute(told, world.engines.engine("sealed"))
        world.expire(matches[name])
        world.matches.view(ann, matches[name], 0)


@pytest.mark.parametrize("name", ["waiting", "full", "live", "resigned"])
def test_what_a_later_release_has_added_is_kept_by_whoever_changes_the_match(
    earlier: tuple[World, dict[str, str], dict[str, Caller]], name: str
) -> None:
    world, matches, people = earlier
    match = matches[name]
    add_later_fields(world.redis, match)
    if name in ("live", "resigned"):
        before = field(world.redis, match, "progress")["rev"]
        world.decide(people["ben"] if name == "live" else people["ann"], match, "place 3")
        assert field(world.redis, match, "progress")["rev"] == before + 1
        world.matches.resign(people["ann"], match)
    elif name == "full":
        world.matches.start(people["ann"], match, client_seed="cd" * 32)
    else:
        world.matches.join(people["ben"], match)
    assert field(world.redis, match, "head")["of_a_later_release"] == LATER["of_a_later_release"]
    assert field(world.redis, match, "progress")["of_a_later_release"] == LATER["of_a_later_release"]
    taken_anew = 2 if name == "waiting" else None
    seats = field(world.redis, match, "seats")
    assert all(seat["of_a_later_release"] for seat in seats if seat["number"] != taken_anew)


def test_the_archive_takes_and_gives_matches_with_fields_of_a_later_release(
    earlier: tuple[World, dict[str, str], dict[str, Caller]],
) -> None:
    world, matches, people = earlier
    add_later_fields(world.redis, matches["ended"])
    assert world.scoring.score(matches["ended"])
    world.expire(matches["ended"])
    match = world.matches.get(people["ann"], matches["ended"])
    document = match_to_json(match)
    document["seats"] = [{**seat, **LATER} for seat in document["seats"]]
    assert match_from_json({**document, **LATER}).id == match.id


def test_a_row_in_a_form_of_a_release_after_the_next_is_left_alone(
    earlier: tuple[World, dict[str, str], dict[str, Caller]],
) -> None:
    world, matches, people = earlier
    progress = field(world.redis, matches["live"], "progress")
    assert progress["schema"] == SCHEMA
    world.redis.hset(match_key(matches["live"]), "progress", json.dumps({**progress, "schema": SCHEMA + 1}))
    before = rows_of(world.redis)
    refusal = refused(lambda: world.matches.decide(people["ben"], matches["live"], 1, 1, "place 1"))
    assert (refusal.reason, refusal.detail) == (Reason.BUSY, "The match was written by a later release.")
    assert rows_of(world.redis) == before


def test_work_that_only_a_later_release_knows_is_left_to_its_relays(world: World) -> None:
    match, _ = world.table(2)
    key = outbox_key(shard_of(match.id))
    known: dict[Any, Any] = {"kind": "turn", "match": match.id, "rev": 1, "owner": "p", "field_of_a_later_release": "1"}
    world.redis.xadd(key, {**known, "kind": "of_a_later_release"})
    world.redis.xadd(key, known)
    taken = world.take("old")
    assert [entry.kind for entry in taken] == [OutboxKind.TURN]
    world.outbox.done(taken)
    assert world.outbox.reclaim("old", idle_ms=0, count=10) == []
    assert world.redis.xlen(key) == 1
    command: Callable[..., Any] = world.redis.execute_command
    assert command("XPENDING", key, GROUP)["pending"] == 1  # a relay of the later release takes it over


def test_a_turn_with_more_than_this_release_knows_is_taken(world: World) -> None:
    queue = TurnQueue(world.redis)
    match = world.create(world.caller(), "me", "bot:greedy")
    for entry in world.tasks():
        queue.add(entry)
    name = f"turn:{match.id}"
    details = json.loads(world.redis.hget("{turns}:details", name) or b"")
    world.redis.hset("{turns}:details", name, json.dumps([*details, "of a later release"]))
    turn = queue.take("task")
    assert turn is not None
    assert turn.match_id == match.id
