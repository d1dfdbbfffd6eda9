"""Following many matches by one reader."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from redis import Redis

from services.engine.ruleset import SPECTATOR
from services.identity import Caller
from services.matches.event_hub import EventHub, Subscription
from services.matches.model import EventLine
from tests.integration.matches.harness import World, at_once
from tests.valkey import RealValkey
from tests.waiting import wait_until


class Follower:
    """Somebody who follows, and what it was told."""

    def __init__(self, hub: EventHub, match_id: str, viewer: int, since: int = 0) -> None:
        self.lines: list[EventLine] = []
        self.lost = False
        self.following: Subscription = hub.follow(match_id, viewer, since, self._hear)

    def _hear(self, lines: Sequence[EventLine] | None) -> None:
        if lines is None:
            self.lost = True
        else:
            self.lines += lines

    @property
    def revisions(self) -> list[int]:
        return [line.revision for line in self.lines]


@pytest.fixture
def hub(world: World) -> Iterator[EventHub]:
    made = EventHub(world.redis, now_ms=world.clock)
    yield made
    made.close()


def revision(world: World, match_id: str, viewer: int) -> int:
    found = world.store.match(match_id)
    assert found is not None
    return found.revision(viewer)


def test_every_viewer_is_told_its_own_lines_once_and_in_order(world: World, hub: EventHub) -> None:
    match, people = world.table(2)
    viewers = [Follower(hub, match.id, viewer) for viewer in (SPECTATOR, 0, 1, 1)]
    world.finish(match.id, people)
    wait_until(lambda: all(follower.lines and follower.lines[-1].last for follower in viewers), "the end")
    for viewer, follower in zip((SPECTATOR, 0, 1, 1), viewers, strict=True):
        caller = people[max(viewer, 0)]
        whole = world.matches.events(caller, match.id, viewer, since=0, limit=500)
        assert follower.lines == whole[follower.following.told :]


def test_a_follower_is_told_what_came_between_its_own_reading_and_its_following(world: World, hub: EventHub) -> None:
    match, people = world.table(2)
    world.decide(people[0], match.id, "place 1")
    world.decide(people[0], match.id, "place 2")
    late = Follower(hub, match.id, 0, since=1)
    wait_until(lambda: late.revisions == [2, 3], "what it lacks")
    assert late.following.told == 1


def test_a_later_follower_learns_how_far_its_viewer_was_told(world: World, hub: EventHub) -> None:
    match, people = world.table(2)
    first = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: first.revisions == [1, 2], "the first is told")
    second = Follower(hub, match.id, 0, since=1)
    assert second.following.told == 2
    world.decide(people[0], match.id, "place 2")
    wait_until(lambda: first.revisions == [1, 2, 3] and second.revisions == [3], "both are told")


def test_a_new_follower_does_not_wait_for_what_others_follow(world: World, hub: EventHub) -> None:
    """The reader waits for a silent match when somebody begins to follow another."""
    silent, _ = world.table(2)
    Follower(hub, silent.id, SPECTATOR, since=1)
    tables = [world.table(2) for _ in range(20)]
    followers = [Follower(hub, match.id, 0, since=1) for match, _ in tables]
    for match, people in tables:
        world.decide(people[0], match.id, "place 1")
    wait_until(lambda: all(follower.revisions == [2] for follower in followers), "all are told")


def test_many_may_come_and_go_while_matches_are_played(world: World, hub: EventHub) -> None:
    tables = [world.table(2) for _ in range(4)]
    gone: list[Follower] = []
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            for match, _ in tables:
                follower = Follower(hub, match.id, SPECTATOR)
                follower.following.end()
                follower.following.end()
                gone.append(follower)

    def play(match_id: str, people: list[Caller]) -> Callable[[], None]:
        return lambda: world.finish(match_id, people)

    staying = [Follower(hub, match.id, SPECTATOR) for match, _ in tables]
    visitors = threading.Thread(target=come_and_go)
    visitors.start()
    at_once([play(match.id, people) for match, people in tables])
    stop.set()
    visitors.join()
    wait_until(lambda: all(follower.lines and follower.lines[-1].last for follower in staying), "the end")
    for (match, _), follower in zip(tables, staying, strict=True):
        assert follower.revisions == list(range(1, revision(world, match.id, SPECTATOR) + 1))
        follower.following.end()
    assert gone
    assert hub.followers() == 0


def test_redis_sees_one_connection_that_waits_however_many_follow(world: World, hub: EventHub) -> None:
    for _ in range(5):
        match, _ = world.table(2)
        for viewer in (SPECTATOR, 0, 1):
            Follower(hub, match.id, viewer, since=1)
    command: Callable[..., Any] = world.redis.execute_command

    def waiting() -> int:
        clients: list[dict[str, str]] = command("CLIENT LIST")
        return sum(client["cmd"] == "xread" and "b" in client["flags"] for client in clients)

    wait_until(lambda: waiting() == 1, "the reader waits")


def test_a_delayed_spectator_is_told_each_line_when_its_time_has_come(world: World, hub: EventHub) -> None:
    match, people = world.table(2, spectator_delay_seconds=30)
    seat, spectator = Follower(hub, match.id, 0), Follower(hub, match.id, SPECTATOR)
    for action in ("place 1", "place 2", "place 3"):
        world.decide(people[0], match.id, action)
    wait_until(lambda: seat.revisions == [1, 2, 3, 4], "the seat is told at once")
    assert spectator.lines == []
    played_ms = world.clock.now_ms
    world.clock.advance(29.999)
    world.decide(people[1], match.id, "place 1")
    wait_until(lambda: len(seat.revisions) == 4, "the reader has looked again")
    assert spectator.lines == []
    world.clock.advance(0.001)
    wait_until(lambda: spectator.revisions == [1, 2], "the spectator is told of the start and of the row")
    assert spectator.lines == world.matches.events(people[0], match.id, SPECTATOR, since=0)
    assert [line.due_ms - played_ms for line in spectator.lines] == [30_000, 30_000]
    assert [line.due_ms - played_ms for line in seat.lines] == [0, 0, 0, 0]


def test_followers_are_told_when_lines_may_have_been_missed(world: World, mortal_valkey: RealValkey) -> None:
    with mortal_valkey.client() as client:
        _check_loss(world, mortal_valkey, client)


def _check_loss(world: World, server: RealValkey, client: Redis) -> None:
    world.open(client)
    match, people = world.table(2)
    hub = EventHub(client, now_ms=world.clock)
    follower = Follower(hub, match.id, 0, since=1)
    server.kill()
    wait_until(lambda: follower.lost, "the loss is noticed")
    server.restart()
    again = Follower(hub, match.id, 0, since=1)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: again.revisions == [2], "who follows again is told")
    hub.close()
    assert again.lost
