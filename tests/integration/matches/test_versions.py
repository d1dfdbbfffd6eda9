"""Versions of a ruleset side by side, while matches are played."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from services.engine import replay
from services.engine.engine import Engine, RulesetVersion
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import JsonObject
from services.engine.versions import Target
from services.errors import Reason
from services.matches.bot_turns import BotTurns
from services.matches.creation_request import parse_seats
from services.matches.expiry import Expiry
from services.matches.idle_matches import IdleMatches
from services.matches.match import AbortReason, Status
from services.matches.store import MatchStore
from tests.integration.matches.harness import World, refused
from tests.rulesets.versioned import Versioned

CARDS = ({"id": "a", "name": "A", "kind": "card"},)


@pytest.fixture
def serve(world: World) -> Callable[..., None]:
    """Serves other versions from now on, as processes do that have just started."""

    def begin(*versions: str, drained: Sequence[str] = (), cards: tuple[JsonObject, ...] = ()) -> None:
        engines: list[Engine] = [InProcessEngine(Versioned(version, cards)) for version in versions]
        world.engines = EngineDirectory(
            {"sealed": [Target(engine) for engine in engines]},
            drained=lambda: {("sealed", version) for version in drained},
        )
        world.open(world.redis)

    return begin


def execute(world: World, told: bytes) -> None:
    read = replay.read(told)
    replay.re_execute(read, world.engines.pinned(RulesetVersion(read.ruleset, read.version)))


def test_a_match_ends_with_the_version_that_dealt_it_and_new_ones_begin_with_the_newest(
    world: World, serve: Callable[..., None]
) -> None:
    serve("1.0.0")
    old, people = world.table(2)
    waiting = world.create(people[0], "me", "open")
    world.decide(people[0], old.id, "place 1")

    serve("1.0.0", "1.2.0")
    new, _ = world.table(2)
    assert (old.ruleset_version, new.ruleset_version) == ("1.0.0", "1.2.0")
    assert [json.loads(world.matches.view(people[0], old.id, 0).legal)[0]["label"]] == ["Lay 2 in column 2"]
    world.finish(old.id, people)
    assert world.matches.join(people[1], waiting.id).ruleset_version == "1.0.0"
    world.finish(waiting.id, people)
    for match in (old, waiting):
        told = world.matches.replay(people[0], match.id)
        assert json.loads(told)["version"] == "1.0.0"
        execute(world, told)


def test_a_drained_version_deals_nothing_new_and_what_was_created_with_it_starts(
    world: World, serve: Callable[..., None]
) -> None:
    serve("1.0.0", "1.1.0")
    ann, ben = world.caller("Ann"), world.caller("Ben")
    before = world.create(ann, "me", "open")
    serve("1.0.0", "1.1.0", drained=["1.1.0"])
    assert world.create(ann, "me", "open").ruleset_version == "1.0.0"
    started = world.matches.join(ben, before.id)
    assert (started.ruleset_version, started.status) == ("1.1.0", Status.LIVE)


def test_a_match_goes_on_when_its_version_is_served_again(world: World, serve: Callable[..., None]) -> None:
    serve("1.0.0")
    match, people = world.table(2)
    serve("2.0.0")
    refusal = refused(lambda: world.decide(people[0], match.id, "place 1"))
    assert refusal.reason is Reason.UNSUPPORTED_VERSION
    assert refusal.detail == "Version 1.0.0 of sealed is not served; 2.0.0 is."
    assert refused(lambda: world.matches.resign(people[0], match.id)).reason is Reason.UNSUPPORTED_VERSION
    serve("2.0.0", "1.0.0")
    world.finish(match.id, people)
    execute(world, world.matches.replay(people[0], match.id))


def test_cards_that_were_changed_without_a_new_version_do_not_touch_a_match(
    world: World, serve: Callable[..., None]
) -> None:
    serve("1.0.0")
    match, people = world.table(2)
    serve("1.0.0", cards=CARDS)
    refusal = refused(lambda: world.decide(people[0], match.id, "place 1"))
    assert (refusal.reason, "other cards" in refusal.detail) == (Reason.UNSUPPORTED_VERSION, True)


def test_bots_play_each_match_by_its_version(world: World, serve: Callable[..., None]) -> None:
    serve("1.0.0")
    ann = world.caller("Ann")
    old = world.create(ann, "bot:greedy", "bot:random")
    serve("2.0.0", "1.0.0")
    new = world.create(ann, "bot:greedy", "bot:random")
    for match, version in ((old, "1.0.0"), (new, "2.0.0")):
        BotTurns(world.store, world.engines, now_ms=world.clock).play_turns(match.id)
        told = world.matches.replay(ann, match.id)
        assert json.loads(told)["version"] == version
        execute(world, told)


def test_who_fills_a_seat_chooses_among_the_bots_of_the_match_s_version(
    world: World, serve: Callable[..., None]
) -> None:
    serve("1.0.0")
    ann = world.caller("Ann")
    match = world.create(ann, "me", "open")
    serve("2.0.0")
    (bot,) = parse_seats(["bot:greedy"])
    assert refused(lambda: world.matches.assign(ann, match.id, 1, bot)).reason is Reason.UNSUPPORTED_VERSION
    serve("2.0.0", "1.0.0")
    assert world.matches.assign(ann, match.id, 1, bot).ruleset_version == "1.0.0"


def test_a_full_match_whose_version_is_gone_ends_by_the_rule_for_open_ones(
    world: World, serve: Callable[..., None]
) -> None:
    serve("1.0.0")
    rule = Expiry(open_seconds=7200)
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open")
    world.clock.advance(5400)
    serve("2.0.0")
    assert world.matches.join(ben, match.id).status is Status.OPEN
    idle = IdleMatches(MatchStore(world.redis, expiry=rule), rule, now_ms=world.clock)
    world.clock.advance(7199)  # nearly two hours after its last seat was taken
    assert not idle.expire(match.id)
    world.clock.advance(2)
    assert idle.expire(match.id)
    ended = world.matches.get(ann, match.id)
    assert (ended.status, ended.abort_reason) == (Status.ABORTED, AbortReason.EXPIRED)
    told: Any = json.loads(world.matches.replay(ann, match.id))
    assert (told["status"], told["version"], told["start"]) == ("aborted", "1.0.0", None)
