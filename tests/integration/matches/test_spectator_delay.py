"""Spectators who see a match with a delay: everything they can ask for tells of the match as it was."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller, Scope
from services.matches.creation_request import MAX_SPECTATOR_DELAY_SECONDS, NewMatch, parse_seats
from services.matches.match import Match, Status
from services.matches.redis_keys import delayed_key
from tests.integration.matches.harness import World, refused

DELAY = 30


@dataclass
class Table:
    """A match of two people whose spectators see it 30 seconds later."""

    match: Match
    people: list[Caller]
    eve: Caller

    @property
    def id(self) -> str:
        return self.match.id


@pytest.fixture
def table(world: World) -> Table:
    match, people = world.table(2, spectator_delay_seconds=DELAY)
    return Table(match, people, world.caller("Eve"))


def round_of(world: World, table: Table, action: str) -> None:
    """Both seats lay a card, half a second apart."""
    for person in table.people:
        world.decide(person, table.id, action)
        world.clock.advance(0.5)


def told(world: World, caller: Caller, match_id: str) -> dict[str, Any]:
    """All that a caller without a seat can find out about a match."""
    look = world.matches.view(caller, match_id, SPECTATOR)
    lines = world.matches.events(caller, match_id, SPECTATOR, since=0, limit=500)
    listed = {
        status: [match for match in world.matches.list(caller, status=status)[0] if match.id == match_id]
        for status in (None, Status.LIVE, Status.FINISHED)
    }
    match = world.matches.get(caller, match_id)
    return {
        "match": match,
        "look": look,
        "lines": [line.line for line in lines],
        "listed": listed,
        "statistics": [world.archive.statistics(seat.player_id or "") for seat in match.seats],
    }


def test_spectators_see_every_moment_exactly_as_it_was(world: World, table: Table) -> None:
    moments = [(world.clock.now_ms, share(world, table.id))]

    def note() -> None:
        moments.append((world.clock.now_ms, share(world, table.id)))

    for action in ("place 1", "place 2", "place 3"):
        for person in table.people:
            world.clock.advance(1.75)
            world.decide(person, table.id, action)
            note()
    world.clock.advance(1.75)
    world.finish(table.id, table.people)
    note()
    assert len({str(shown) for _, shown in moments}) == 4
    for at_ms, shown in moments:
        world.clock.now_ms = at_ms + DELAY * 1000
        look = world.matches.view(table.eve, table.id, SPECTATOR)
        assert (look.revision, look.status, look.view, look.pending, look.outcome) == shown
        lines = world.matches.events(table.eve, table.id, SPECTATOR, since=0, limit=500)
        assert [line.revision for line in lines] == list(range(1, look.revision + 1))


def share(world: World, match_id: str) -> tuple[Any, ...]:
    """What spectators would see now without a delay."""
    found = world.store.view(match_id, SPECTATOR)
    assert found is not None
    match, situation = found
    view = None if situation is None else situation.view
    return match.revision(SPECTATOR), match.status, view, match.pending, match.outcome


def test_a_moment_that_is_too_young_changes_nothing_of_what_a_spectator_is_told(world: World, table: Table) -> None:
    world.clock.advance(DELAY)
    before = told(world, table.eve, table.id)
    assert before["look"].revision == 1
    round_of(world, table, "place 1")
    world.matches.resign(table.people[0], table.id)
    world.clock.advance(DELAY - 1.5)
    assert told(world, table.eve, table.id) == before
    world.clock.advance(0.5)
    first = world.matches.view(table.eve, table.id, SPECTATOR)
    world.clock.advance(1)
    after = told(world, table.eve, table.id)
    assert (first.revision, after["look"].revision) == (1, 2)
    assert [seat.resigned for seat in after["match"].seats] == [True, False]
    assert len(after["lines"]) == 2


def test_before_the_start_may_be_seen_the_match_looks_open(world: World, table: Table) -> None:
    look = world.matches.view(table.eve, table.id, SPECTATOR)
    assert (look.status, look.revision, look.view, look.pending) == (Status.OPEN, 0, None, ())
    seen = world.matches.get(table.eve, table.id)
    assert (seen.status, seen.started_ms, seen.revisions) == (Status.OPEN, None, (0, 0, 0))
    assert world.matches.events(table.eve, table.id, SPECTATOR, since=0) == []
    world.clock.advance(DELAY)
    assert world.matches.view(table.eve, table.id, SPECTATOR).status is Status.LIVE


def test_the_start_is_told_by_no_list_and_no_refusal_before_its_time(world: World, table: Table) -> None:
    def listed(status: Status) -> list[str]:
        return [match.id for match in world.matches.list(table.eve, status=status)[0]]

    assert (listed(Status.OPEN), listed(Status.LIVE)) == ([table.id], [])
    assert refused(lambda: world.matches.join(table.eve, table.id)).reason is Reason.SEAT_TAKEN
    assert world.matches.leave(table.eve, table.id) == world.matches.get(table.eve, table.id)
    assert world.matches.leave(table.eve, table.id).status is Status.OPEN
    world.clock.advance(DELAY)
    assert (listed(Status.OPEN), listed(Status.LIVE)) == ([], [table.id])
    assert refused(lambda: world.matches.join(table.eve, table.id)).reason is Reason.MATCH_NOT_OPEN
    assert world.matches.leave(table.eve, table.id).status is Status.LIVE


def test_who_creates_a_match_between_bots_is_shown_it_as_spectators_see_it(world: World) -> None:
    host = world.caller("Host")
    match = world.create(host, "bot:greedy", "bot:greedy", spectator_delay_seconds=DELAY)
    assert (match.status, match.pending, match.revision(SPECTATOR)) == (Status.OPEN, (), 0)
    world.clock.advance(DELAY)
    assert world.matches.get(host, match.id).status is Status.LIVE


def test_the_end_is_told_nowhere_before_its_time(world: World, table: Table) -> None:
    world.clock.advance(DELAY)
    before = told(world, table.eve, table.id)
    world.finish(table.id, table.people)
    assert world.matches.get(table.people[0], table.id).status is Status.FINISHED
    assert not world.scoring.score(table.id)
    assert told(world, table.eve, table.id) == before
    assert refused(lambda: world.matches.replay(table.eve, table.id)).reason is Reason.MATCH_NOT_FINISHED
    assert json.loads(world.matches.replay(table.people[1], table.id))["match"] == table.id
    world.clock.advance(DELAY - 0.001)
    assert told(world, table.eve, table.id) == before
    world.clock.advance(0.001)
    assert world.matches.view(table.eve, table.id, SPECTATOR).status is Status.FINISHED
    last = world.matches.events(table.eve, table.id, SPECTATOR, since=0, limit=500)[-1]
    assert last.last
    assert json.loads(world.matches.replay(table.eve, table.id))["match"] == table.id
    assert world.scoring.score(table.id)
    assert [match.id for match in world.matches.list(table.eve, status=Status.FINISHED)[0]] == [table.id]
    assert world.matches.list(table.eve, status=Status.LIVE)[0] == []


def test_the_creator_without_a_seat_learns_nothing_from_refusals(world: World) -> None:
    host, people = world.caller("Host"), [world.caller("Ann"), world.caller("Bob")]
    new = NewMatch("sealed", parse_seats(["open", "open"]), {}, spectator_delay_seconds=DELAY)
    match = world.matches.create(host, new)
    for person in people:
        world.matches.join(person, match.id)
    world.clock.advance(DELAY)

    def answers() -> list[object]:
        return [
            world.matches.start(host, match.id),
            refused(lambda: world.matches.abort(host, match.id)).reason,
            refused(lambda: world.matches.join(host, match.id)).reason,
            refused(lambda: world.matches.resign(host, match.id)).reason,
            refused(lambda: world.matches.decide(host, match.id, 0, 1, "place 1")).reason,
            refused(lambda: world.matches.replay(host, match.id)).reason,
        ]

    before = answers()
    world.finish(match.id, people)
    assert answers() == before
    assert before[1:3] == [Reason.MATCH_NOT_OPEN, Reason.MATCH_NOT_OPEN]


def test_a_player_who_watches_as_a_spectator_sees_what_spectators_see(world: World, table: Table) -> None:
    round_of(world, table, "place 1")
    for player in table.people:
        assert world.matches.view(player, table.id, SPECTATOR).revision == 0
        assert world.matches.events(player, table.id, SPECTATOR, since=0) == []
    assert world.matches.view(table.people[0], table.id, 0).revision > 1
    assert world.matches.get(table.people[0], table.id).status is Status.LIVE


def test_an_admin_sees_the_match_itself_at_once_and_the_spectators_share_as_they_do(world: World, table: Table) -> None:
    admin = world.caller("Root", Scope.ADMIN)
    assert world.matches.get(admin, table.id).status is Status.LIVE
    assert world.matches.view(admin, table.id, SPECTATOR).status is Status.OPEN
    assert world.matches.abort(admin, table.id).status is Status.ABORTED
    assert world.matches.view(table.eve, table.id, SPECTATOR).status is Status.OPEN
    world.clock.advance(DELAY)
    assert world.matches.view(table.eve, table.id, SPECTATOR).status is Status.ABORTED


def test_moments_never_run_backwards_whatever_the_clocks(world: World, table: Table) -> None:
    world.decide(table.people[0], table.id, "place 1")
    world.clock.advance(-20)
    world.decide(table.people[1], table.id, "place 1")
    world.clock.advance(20 + DELAY)
    shown = world.matches.view(table.eve, table.id, SPECTATOR)
    assert shown.revision == world.matches.get(table.people[0], table.id).revision(SPECTATOR)


def test_what_is_older_than_anybody_needs_is_not_kept(world: World, table: Table) -> None:
    for action in ("place 1", "place 2", "place 3"):
        round_of(world, table, action)
    world.clock.advance(200)
    assert world.redis.zcard(delayed_key(table.id)) == 4  # before the start, the start, one row, both rows
    world.finish(table.id, table.people)
    command: Callable[..., Any] = world.redis.execute_command
    kept = [int(member.split(b" ")[0]) for member in command("ZRANGE", delayed_key(table.id), 0, -1)]
    assert kept == list(range(3, kept[-1] + 1))


def test_a_match_without_a_delay_keeps_nothing_for_it(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    assert world.redis.exists(delayed_key(match.id)) == 0


@pytest.mark.parametrize("seconds", [-1, MAX_SPECTATOR_DELAY_SECONDS + 1])
def test_a_delay_out_of_range_is_refused(world: World, seconds: int) -> None:
    refusal = refused(lambda: world.create(world.caller(), "me", "open", spectator_delay_seconds=seconds))
    assert refusal.reason is Reason.INVALID_FIELD
    assert [error.pointer for error in refusal.errors] == ["/spectator_delay_seconds"]
