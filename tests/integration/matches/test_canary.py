"""What a candidate would do otherwise, told before it is promoted."""

from collections.abc import Iterator

import pytest

from services.engine.in_process import InProcessEngine
from services.identity import Caller
from services.matches.version_comparison import Canary, Comparison, Divergence
from services.matches.version_usage import Usage, usage
from tests.integration.matches.harness import World
from tests.rulesets.sealed import GIVE, State
from tests.rulesets.versioned import Versioned


class NoGiving(Versioned):
    """A version in which nobody gives its luck away."""

    def legal(self, state: State, seat: int) -> list[int]:
        return [action for action in super().legal(state, seat) if action != GIVE]


@pytest.fixture
def people(world: World) -> list[Caller]:
    return [world.caller("Ann"), world.caller("Ben")]


def begin(world: World, people: list[Caller], *actions: str) -> str:
    """A live match, after actions of Ann."""
    match = world.create(people[0], "me", "open")
    world.matches.join(people[1], match.id)
    for action in actions:
        world.decide(people[0], match.id, action)
    return match.id


def canary(world: World, version: str) -> Canary:
    return Canary(world.redis, world.store, world.archive, InProcessEngine(Versioned(version)), bots_choose_again=True)


def divergences(comparisons: Iterator[Comparison]) -> list[Divergence | None]:
    return [comparison.divergence for comparison in comparisons]


def test_a_candidate_that_plays_alike_diverges_nowhere_and_labels_do_not_count(
    world: World, people: list[Caller]
) -> None:
    match_id = begin(world, people, "place 1", "place 2")
    for version in ("1.1.0", "1.2.0"):
        assert list(canary(world, version).live()) == [Comparison(match_id, is_live=True, decisions=2)]


def test_a_candidate_of_the_same_version_with_other_cards_plays_no_match_on(world: World, people: list[Caller]) -> None:
    match = begin(world, people)
    world.finish(match, people)
    world.clock.advance(60)
    world.scoring.score(match)
    live = begin(world, people, "place 1")
    candidate = InProcessEngine(Versioned("1.0.0", ({"id": "one"},)))
    check = Canary(world.redis, world.store, world.archive, candidate, bots_choose_again=True)
    what = "the candidate has other cards than the match was dealt with"
    assert divergences(check.live()) == [Divergence(live, "1.0.0", 0, what)]
    assert divergences(check.archived(10)) == [Divergence(match, "1.0.0", 0, what)]


def test_a_hidden_difference_is_found_before_anybody_has_seen_it(world: World, people: list[Caller]) -> None:
    match_id = begin(world, people, "place 1")
    (found,) = divergences(canary(world, "1.3.0").live())
    assert found == Divergence(match_id, "1.0.0", 2, "the last state differs")


def test_a_changed_rule_is_named_by_the_step_and_the_action(world: World, people: list[Caller]) -> None:
    match = begin(world, people)
    world.finish(match, people)
    world.clock.advance(60)
    world.scoring.score(match)
    kept = begin(world, people, "place 3", "place 4", "place 5")
    for action in ("place 1", "place 2", "place 3"):
        world.decide(people[1], kept, action)
    world.decide(people[0], kept, "give")
    check = Canary(world.redis, world.store, world.archive, InProcessEngine(NoGiving("3.0.0")), bots_choose_again=True)
    (found,) = divergences(check.live())
    assert found is not None
    assert (found.match_id, found.step, found.action, found.rule) == (kept, 7, "give", "give")
    assert found.what.startswith("refused (ILLEGAL_ACTION)")
    assert [each.match_id for each in canary(world, "1.1.0").archived(10)] == [match]


def test_archived_matches_are_compared_newest_first_and_no_more_than_asked_for(
    world: World, people: list[Caller]
) -> None:
    ended = []
    for _ in range(3):
        ended.append(begin(world, people))
        world.finish(ended[-1], people)
        world.clock.advance(60)
        world.scoring.score(ended[-1])
    compared = list(canary(world, "1.1.0").archived(2))
    assert [(each.match_id, each.is_live, each.divergence) for each in compared] == [
        (ended[2], False, None),
        (ended[1], False, None),
    ]
    assert len(divergences(canary(world, "1.3.0").archived(10))) == 3
    assert None not in divergences(canary(world, "1.3.0").archived(10))


def test_it_is_counted_what_needs_a_version(world: World, people: list[Caller]) -> None:
    first = begin(world, people)
    begin(world, people)
    world.create(people[0], "me", "open")
    versions = [("sealed", "1.0.0"), ("sealed", "2.0.0")]
    assert usage(world.redis, versions) == [Usage(open=1, live=2), Usage(open=0, live=0)]
    world.finish(first, people)
    assert usage(world.redis, versions) == [Usage(open=1, live=1), Usage(open=0, live=0)]
