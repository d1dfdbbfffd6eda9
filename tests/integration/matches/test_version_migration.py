"""Another version of a ruleset plays live matches on, where that makes no difference."""

import json
from collections.abc import Callable

import pytest

from services.engine import replay
from services.engine.engine import Engine, RulesetVersion
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.replay import Replay, ReplayDiffers
from services.engine.versions import Target, version_of
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.match import Migration
from services.matches.version_comparison import Divergence
from services.matches.version_migration import Migrated, NotDeclared, VersionMigration
from services.matches.version_usage import Usage, usage
from tests.integration.matches.harness import World
from tests.rulesets.versioned import Versioned

CARDS = ({"id": "a", "name": "A", "kind": "card"},)


def engine(version: str) -> Engine:
    return InProcessEngine(Versioned(version, CARDS if version == "1.2.0" else ()))


@pytest.fixture
def people(world: World) -> list[Caller]:
    """Ann and Ben, with gateways and workers that know several versions."""
    targets = [Target(engine(version)) for version in ("1.0.0", "1.2.0", "1.3.0")]
    world.engines = EngineDirectory({"sealed": targets}, drained=lambda: {("sealed", "1.2.0"), ("sealed", "1.3.0")})
    world.open(world.redis)
    return [world.caller("Ann"), world.caller("Ben")]


@pytest.fixture
def begin(world: World, people: list[Caller]) -> Callable[..., str]:
    """A live match of 1.0.0, after actions of Ann."""

    def make(*actions: str) -> str:
        match = world.create(people[0], "me", "open")
        world.matches.join(people[1], match.id)
        for action in actions:
            world.decide(people[0], match.id, action)
        return match.id

    return make


def migrate(world: World, version: str = "1.2.0") -> list[Migrated]:
    return list(VersionMigration(world.redis, world.store, engine(version), now_ms=world.clock).run("1.0.0"))


def archived(world: World, match_id: str, people: list[Caller]) -> Replay:
    world.finish(match_id, people)
    world.clock.advance(60)
    world.scoring.score(match_id)
    told = replay.read(world.matches.replay(people[0], match_id))
    assert isinstance(told, Replay)
    return told


def test_a_live_match_is_played_on_and_says_by_which_version_since_when(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    match_id = begin("place 1", "place 2")
    world.clock.advance(5)
    before = world.matches.view(people[0], match_id, 0)
    assert migrate(world) == [Migrated(match_id)]
    match = world.matches.get(people[0], match_id)
    assert match.pin == version_of(engine("1.2.0").describe())
    assert match.migrations == (Migration("1.0.0", "1.2.0", 2, world.clock()),)
    assert world.matches.view(people[0], match_id, 0) == before  # no revision has moved
    assert usage(world.redis, [("sealed", "1.0.0"), ("sealed", "1.2.0")]) == [Usage(0, 0), Usage(0, 1)]
    world.decide(people[0], match_id, "place 5")
    (label, *_) = (each["label"] for each in json.loads(world.matches.view(people[1], match_id, 1).legal))
    assert label == "LAY 1 IN COLUMN 1"
    world.check_whole(match_id)


def test_its_replay_names_both_versions_and_is_played_again_by_the_last(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    match_id = begin("place 1", "place 2")
    world.clock.advance(5)
    migrate(world)
    told = archived(world, match_id, people)
    assert (told.version, told.last_version) == ("1.0.0", "1.2.0")
    assert [(each.rev, each.version) for each in told.migrations] == [(2, "1.2.0")]
    assert told.commitment_document.ruleset_version == "1.0.0"
    assert replay.re_execute(told, engine("1.2.0")).decisions == len(told.steps)
    with pytest.raises(Refusal) as refused:
        replay.re_execute(told, engine("1.0.0"))
    assert refused.value.reason is Reason.UNSUPPORTED_VERSION
    assert replay.re_execute(told, engine("1.0.0"), by_any_version=True).decisions == len(told.steps)
    with pytest.raises(ReplayDiffers):
        replay.re_execute(told, engine("1.3.0"), by_any_version=True)
    # The archive tells the same, and finds the engine by itself.
    match = world.matches.get(people[0], match_id)
    assert (match.ruleset_version, [each.to_version for each in match.migrations]) == ("1.2.0", ["1.2.0"])


def test_a_match_that_would_be_another_stays_and_the_step_is_named(world: World, begin: Callable[..., str]) -> None:
    match_id = begin("place 1")
    moved = Divergence(match_id, "1.0.0", 2, "the last state differs")
    assert migrate(world, "1.3.0") == [Migrated(match_id, moved)]  # it says that it continues 1.0.0
    assert world.store.load(match_id).match.pin.version == "1.0.0"  # type: ignore[union-attr]


def test_nothing_is_moved_to_a_version_that_does_not_say_that_it_continues(
    world: World, begin: Callable[..., str]
) -> None:
    match_id = begin()
    with pytest.raises(NotDeclared):
        migrate(world, "2.0.0")
    assert world.store.load(match_id).match.migrations == ()  # type: ignore[union-attr]


def test_matches_that_have_not_started_or_have_ended_keep_their_version(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    waiting = world.create(people[0], "me", "open")
    ended = begin()
    world.finish(ended, people)
    assert migrate(world) == []
    world.matches.join(people[1], waiting.id)
    assert world.matches.get(people[0], waiting.id).ruleset_version == "1.0.0"


def test_done_again_it_moves_what_is_left_and_a_match_that_goes_on_meanwhile_loses_nothing(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    first, second = sorted(begin("place 1") for _ in range(2))
    migration = VersionMigration(world.redis, world.store, engine("1.2.0"), now_ms=world.clock).run("1.0.0")
    one = next(migration)
    migration.close()  # killed here
    other = second if one.match_id == first else first
    world.decide(people[1], other, "place 3")
    world.decide(people[1], one.match_id, "place 3")
    assert migrate(world) == [Migrated(other)]
    assert migrate(world) == []
    for match_id in (first, second):
        assert len(archived(world, match_id, people).migrations) == 1


def test_a_move_between_reading_and_committing_is_not_lost(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    match_id = begin("place 1")

    def decide_first() -> int:
        if world.matches.get(people[0], match_id).revision(0) == before:
            world.decide(people[0], match_id, "place 2")
        return world.clock()

    before = world.matches.get(people[0], match_id).revision(0)
    migration = VersionMigration(world.redis, world.store, engine("1.2.0"), now_ms=decide_first)
    assert list(migration.run("1.0.0")) == [Migrated(match_id)]
    match = world.store.load(match_id).match  # type: ignore[union-attr]
    assert [each.rev for each in match.migrations] == [2]
    world.decide(people[0], match_id, "place 3")
    world.check_whole(match_id)


def test_the_engine_of_the_new_version_alone_is_enough_afterwards(
    world: World, people: list[Caller], begin: Callable[..., str]
) -> None:
    match_id = begin("place 1")
    migrate(world)
    world.engines = EngineDirectory({"sealed": [Target(engine("1.2.0"))]})
    world.open(world.redis)
    told = archived(world, match_id, people)
    pinned = world.engines.pinned(RulesetVersion(told.ruleset, told.last_version))
    assert replay.re_execute(told, pinned).decisions == len(told.steps)
