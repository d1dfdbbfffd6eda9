"""``playhall versions`` and ``playhall canary``, as an operator runs them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from cli.main import main
from services.archive.ruleset_versions import RulesetVersions
from services.engine.engine import RulesetVersion
from services.engine.grpc_server import EngineServer
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import JsonObject
from tests.integration.matches.harness import World
from tests.rulesets.versioned import Versioned

CARDS: tuple[JsonObject, ...] = ({"id": "a", "name": "A", "kind": "card"},)
NOWHERE = "127.0.0.1:1"
"""Where nobody listens."""


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Starts an engine of a version, with cards; its address."""
    with ExitStack() as started:

        def begin(version: str, cards: tuple[JsonObject, ...] = ()) -> str:
            server = EngineServer([Versioned(version, cards)], address="127.0.0.1:0", served_by=f"image of {version}")
            server.start()
            started.callback(server.stop, drain_seconds=0.0, grace_seconds=1.0)
            return server.address

        yield begin


@pytest.fixture
def run(world: World, redis_url: str) -> Callable[..., Result]:
    """Runs a command on the live state and the database of the test."""

    def invoke(*arguments: str, engines: str = "", **settings: str) -> Result:
        environment = {
            "PLAYHALL_REDIS_URL": redis_url,
            "PLAYHALL_DATABASE_URL": f"sqlite:///{world.database_path}",
            "PLAYHALL_ENGINES": engines,
            "PLAYHALL_ENGINE_TIMEOUT_SECONDS": "2",
            **settings,
        }
        return CliRunner().invoke(main, [*arguments], env=environment)

    return invoke


@pytest.fixture
def register(world: World) -> RulesetVersions:
    return RulesetVersions(world.database, here="image of the gateway")


def rows(result: Result) -> list[list[str]]:
    """The lines of the table, without its heading."""
    heading, *lines = (line.split(maxsplit=5) for line in result.stdout.splitlines())
    assert heading == ["RULESET", "VERSION", "LIVE", "OPEN", "NEW", "MATCHES  SERVED BY"]
    return lines


# -- versions --------------------------------------------------------------------------------------------------------


def test_each_version_is_listed_with_the_matches_that_need_it_and_what_serves_it(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    _, people = world.table(2)
    world.table(2)
    world.create(people[0], "me", "open")
    listed = run("versions", engines=f"sealed={serve('1.0.0')}|{serve('1.10.0')}|{serve('1.9.0')}")
    assert listed.exit_code == 0, listed.output
    assert rows(listed) == [
        ["sealed", "1.0.0", "2", "1", "no", "image of 1.0.0"],
        ["sealed", "1.9.0", "0", "0", "no", "image of 1.9.0"],
        ["sealed", "1.10.0", "0", "0", "yes", "image of 1.10.0"],
    ]


def test_a_match_that_waits_for_a_version_that_nobody_serves_is_told_by_the_exit_code(
    world: World, run: Callable[..., Result], serve: Callable[[str], str], register: RulesetVersions
) -> None:
    description = InProcessEngine(Versioned("1.0.0")).describe()
    register.note(RulesetVersion("sealed", "1.0.0", description.catalogue_sha256), description)
    match, people = world.table(2)
    later = f"sealed={serve('2.0.0')}"
    listed = run("versions", engines=later)
    assert listed.exit_code == 1
    assert rows(listed) == [
        ["sealed", "1.0.0", "1", "0", "no", "nothing that is asked here; last by image of the gateway"],
        ["sealed", "2.0.0", "0", "0", "yes", "image of 2.0.0"],
    ]
    world.finish(match.id, people)
    listed = run("versions", engines=later)
    assert listed.exit_code == 0
    assert rows(listed)[0] == [
        "sealed",
        "1.0.0",
        "0",
        "0",
        "no",
        "nothing that is asked here; last by image of the gateway",
    ]


def test_a_version_that_is_served_with_other_cards_serves_no_match_that_was_dealt_before(
    world: World, run: Callable[..., Result], serve: Callable[..., str], register: RulesetVersions
) -> None:
    """An operator who upgrades to a build in which a card was changed and the ruleset's version was not."""
    description = InProcessEngine(Versioned("1.0.0", CARDS)).describe()
    register.note(RulesetVersion("sealed", "1.0.0", description.catalogue_sha256), description)
    match, people = world.table(2)
    engines = f"sealed={serve('1.0.0')}"
    listed = run("versions", engines=engines)
    assert listed.exit_code == 1
    assert rows(listed) == [
        ["sealed", "1.0.0", "1", "0", "yes", "image of 1.0.0, with other cards than matches were dealt with"]
    ]
    world.finish(match.id, people)
    assert run("versions", engines=engines).exit_code == 0


def test_an_engine_of_the_old_image_beside_the_new_one_serves_the_matches_of_before(
    world: World, run: Callable[..., Result], serve: Callable[..., str], register: RulesetVersions
) -> None:
    """Both have the same version, and the new one is named first."""
    description = InProcessEngine(Versioned("1.0.0", CARDS)).describe()
    register.note(RulesetVersion("sealed", "1.0.0", description.catalogue_sha256), description)
    world.table(2)
    listed = run("versions", engines=f"sealed={serve('1.0.0')}|{serve('1.0.0', CARDS)}")
    assert listed.exit_code == 0, listed.output
    assert rows(listed) == [["sealed", "1.0.0", "1", "0", "yes", "image of 1.0.0"]]


def test_of_a_ruleset_that_is_not_asked_is_not_said_that_it_deals_nothing(
    run: Callable[..., Result], register: RulesetVersions
) -> None:
    """An adversary: a shell whose setting names some of the rulesets."""
    description = InProcessEngine(Versioned("1.0.0")).describe()
    register.note(RulesetVersion("sealed", "1.0.0", description.catalogue_sha256), description)
    listed = run("versions", engines="commanders=local")
    (sealed,) = (row for row in rows(listed) if row[0] == "sealed")
    serves = "nothing that is asked here; last by image of the gateway"
    assert sealed == ["sealed", "1.0.0", "0", "0", "unknown", serves]


def test_a_version_that_is_drained_deals_no_new_matches_until_it_is_resumed(
    run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    both = f"sealed={serve('1.0.0')}|{serve('2.0.0')}"
    drained = run("versions", "drain", "sealed", "2.0.0", engines=both)
    assert (drained.exit_code, drained.stdout) == (0, "sealed 2.0.0 deals no new matches.\n")
    assert [row[4] for row in rows(run("versions", engines=both))] == ["yes", "stopped"]
    resumed = run("versions", "resume", "sealed", "2.0.0", engines=both)
    assert (resumed.exit_code, resumed.stdout) == (0, "sealed 2.0.0 may deal new matches.\n")
    assert [row[4] for row in rows(run("versions", engines=both))] == ["no", "yes"]


def test_a_version_that_cannot_be_one_is_not_drained(run: Callable[..., Result], register: RulesetVersions) -> None:
    for version in ("", "1" * 65, "1.0\n"):
        told = run("versions", "drain", "sealed", version)
        assert told.exit_code == 2
        assert "VERSION" in told.stderr
    assert register.all() == []


def test_an_engine_that_does_not_answer_is_named_and_the_others_are_listed(
    run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    listed = run("versions", engines=f"sealed={NOWHERE}|{serve('1.0.0')}")
    assert listed.exit_code == 0
    assert f"sealed: {NOWHERE} does not answer." in listed.stderr
    assert [row[1] for row in rows(listed)] == ["1.0.0"]


def test_of_engines_that_are_not_reached_from_here_is_not_said_that_they_serve_nothing(
    run: Callable[..., Result], register: RulesetVersions
) -> None:
    """An adversary: a shell outside of the cluster, which does not reach the engine that deals at this moment."""
    description = InProcessEngine(Versioned("1.0.0")).describe()
    register.note(RulesetVersion("sealed", "1.0.0", description.catalogue_sha256), description)
    serves = f"unknown: {NOWHERE} does not answer here; last by image of the gateway"
    assert rows(run("versions", engines=f"sealed={NOWHERE}")) == [["sealed", "1.0.0", "0", "0", "unknown", serves]]


def test_without_the_live_state_nothing_is_listed(run: Callable[..., Result], serve: Callable[[str], str]) -> None:
    listed = run("versions", engines=f"sealed={serve('1.0.0')}", PLAYHALL_REDIS_URL=f"redis://{NOWHERE}/0")
    assert (listed.exit_code, listed.stdout) == (1, "")
    assert "Redis cannot be reached" in listed.stderr


# -- migrate ---------------------------------------------------------------------------------------------------------


def test_live_matches_are_moved_to_a_version_that_continues_theirs(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    for _ in range(2):
        keeping(world)
    both = f"sealed={serve('1.0.0')}|{serve('1.1.0')}"
    told = run("versions", "migrate", "sealed", "1.0.0", "1.1.0", engines=both)
    assert (told.exit_code, told.stdout) == (0, "2 live matches moved to sealed 1.1.0, 0 stay.\n"), told.output
    assert [row[1:4] for row in rows(run("versions", engines=both))] == [["1.0.0", "0", "0"], ["1.1.0", "2", "0"]]
    told = run("versions", "migrate", "sealed", "1.0.0", "1.1.0", engines=both)
    assert (told.exit_code, told.stdout) == (0, "0 live matches moved to sealed 1.1.0, 0 stay.\n")


def test_a_match_that_stays_is_named_with_the_reason(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    match, _ = world.table(2)
    both = f"sealed={serve('1.0.0')}|{serve('1.3.0')}"
    told = run("versions", "migrate", "sealed", "1.0.0", "1.3.0", engines=both)
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        f"{match.id}: step 1: the last state differs",
        "0 live matches moved to sealed 1.3.0, 1 stay.",
    ]


def test_nothing_is_moved_to_a_version_that_is_not_served_or_does_not_continue(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    match, _ = world.table(2)
    both = f"sealed={serve('1.0.0')}|{serve('2.0.0')}"
    told = run("versions", "migrate", "sealed", "1.0.0", "2.0.0", engines=both)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "sealed 2.0.0 does not say that it continues matches of 1.0.0" in " ".join(told.stderr.split())
    told = run("versions", "migrate", "sealed", "1.0.0", "3.0.0", engines=both)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "Version 3.0.0 of sealed is not served" in told.stderr
    loaded = world.store.load(match.id)
    assert loaded is not None
    assert loaded.match.ruleset_version == "1.0.0"


# -- canary ----------------------------------------------------------------------------------------------------------


def keeping(world: World) -> str:
    """A live match after seven decisions, the last of which counts more in 2.0.0; nobody sees that before the end."""
    match, people = world.table(2)
    for person, actions in zip(
        people, (("place 3", "place 4", "place 5"), ("place 1", "place 2", "place 3")), strict=True
    ):
        for action in actions:
            world.decide(person, match.id, action)
    world.decide(people[0], match.id, "keep")
    return match.id


def test_a_candidate_that_plays_alike_may_be_promoted(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    keeping(world)
    told = run("canary", "sealed", serve("1.1.0"))
    assert told.exit_code == 0, told.output
    assert told.stdout == "1 live and 0 archived matches with 7 decisions: 0 diverge, 0 were not compared.\n"
    assert told.stderr == "Candidate: sealed 1.1.0, image of 1.1.0\n"


def test_a_candidate_with_another_rule_is_told_by_match_and_step(
    world: World, run: Callable[..., Result], serve: Callable[[str], str], redis_client: Redis
) -> None:
    match_id = keeping(world)
    before = {key: redis_client.dump(key) for key in redis_client.scan_iter()}
    told = run("canary", "sealed", serve("2.0.0"))
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        f"{match_id} (1.0.0): step 8: the last state differs",
        "1 x -: the last state differs",
        "1 live and 0 archived matches with 7 decisions: 1 diverge, 0 were not compared.",
    ]
    assert {key: redis_client.dump(key) for key in redis_client.scan_iter()} == before  # it changes nothing


def test_archived_matches_are_compared_as_many_as_asked_for(
    world: World, run: Callable[..., Result], serve: Callable[[str], str]
) -> None:
    for _ in range(2):
        match, people = world.table(2)
        world.finish(match.id, people)
        world.scoring.score(match.id)
    candidate = serve("1.1.0")
    assert "0 live and 2 archived matches" in run("canary", "sealed", candidate).stdout
    assert "0 live and 1 archived matches" in run("canary", "sealed", candidate, "--archived", "1").stdout
    assert "0 live and 2 archived matches" in run("canary", "sealed", candidate, "--bots").stdout


def test_a_candidate_that_cannot_be_asked_is_not_taken_for_one_that_plays_alike(
    world: World, run: Callable[..., Result]
) -> None:
    keeping(world)
    told = run("canary", "sealed", NOWHERE)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "not all matches could be compared" in told.stderr
    told = run("canary", "nothing", "local")
    assert (told.exit_code, told.stdout) == (2, "")
    assert "nothing is not installed" in told.stderr
