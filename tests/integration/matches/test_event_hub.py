"""Following many matches by one reader."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from redis import Redis

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.event_hub import START_SECONDS, EventHub, Subscription
from services.matches.match import EventLine
from services.matches.redis_keys import notifications_key, shard_of
from tests.integration.matches.harness import World, at_once
from tests.valkey import ON_CLUSTER, RealValkey
from tests.waiting import wait_until


class Follower:
    """Somebody who follows, and what it was told that it did not have."""

    def __init__(self, hub: EventHub, match_id: str, viewer: int, since: int = 1) -> None:
        self.since = since
        self.lines: list[EventLine] = []
        self.lost = False
        self.following: Subscription = hub.follow(match_id, viewer, self._hear)

    def _hear(self, lines: Sequence[EventLine] | None) -> None:
        if lines is None:
            self.lost = True
        else:
            self.lines += [line for line in lines if line.revision > self.since]

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
        assert follower.lines == whole[1:]  # the start came before


def test_a_follower_is_told_all_that_is_committed_once_it_follows(world: World, hub: EventHub) -> None:
    for _ in range(30):
        match, people = world.table(2)
        follower = Follower(hub, match.id, 0)  # the first one: the reader begins with it
        world.decide(people[0], match.id, "place 1")
        wait_until(lambda follower=follower: follower.revisions == [2], "it is told")  # type: ignore[misc]
        follower.following.end()


def test_a_later_follower_is_told_what_comes_after_it(world: World, hub: EventHub) -> None:
    match, people = world.table(2)
    first = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: first.revisions == [2], "the first is told")
    second = Follower(hub, match.id, 0, since=2)
    world.decide(people[0], match.id, "place 2")
    wait_until(lambda: first.revisions == [2, 3] and second.revisions == [3], "both are told")


def test_nobody_is_told_of_what_its_viewer_was_not_shown(world: World, hub: EventHub) -> None:
    match, people = world.table(2)
    other, spectator = Follower(hub, match.id, 1), Follower(hub, match.id, SPECTATOR)
    mover = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: mover.revisions == [2], "the mover is told")
    assert (other.lines, spectator.lines) == ([], [])


def test_a_new_follower_does_not_wait_for_what_others_follow(world: World, hub: EventHub) -> None:
    """The reader waits for a silent match when somebody begins to follow another."""
    silent, _ = world.table(2)
    Follower(hub, silent.id, SPECTATOR)
    tables = [world.table(2) for _ in range(20)]
    followers = [Follower(hub, match.id, 0) for match, _ in tables]
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
        assert follower.revisions == list(range(2, revision(world, match.id, SPECTATOR) + 1))
        follower.following.end()
    assert gone
    assert hub.followers() == 0


@pytest.mark.skipif(ON_CLUSTER, reason="there each shard has one")
def test_redis_sees_one_connection_that_waits_however_many_follow(world: World, hub: EventHub) -> None:
    for _ in range(5):
        match, _ = world.table(2)
        for viewer in (SPECTATOR, 0, 1):
            Follower(hub, match.id, viewer)
    command: Callable[..., Any] = world.redis.execute_command

    def waiting() -> int:
        clients: list[dict[str, str]] = command("CLIENT LIST")
        return sum(client["cmd"] == "xread" and "b" in client["flags"] for client in clients)

    wait_until(lambda: waiting() == 1, "the reader waits")


def test_a_delayed_spectator_is_told_each_line_when_its_time_has_come(world: World, hub: EventHub) -> None:
    match, people = world.table(2, spectator_delay_seconds=30)
    seat, spectator = Follower(hub, match.id, 0), Follower(hub, match.id, SPECTATOR, since=0)
    for action in ("place 1", "place 2", "place 3"):
        world.decide(people[0], match.id, action)
    wait_until(lambda: seat.revisions == [2, 3, 4], "the seat is told at once")
    assert spectator.lines == []
    played_ms = world.clock.now_ms
    world.clock.advance(29.999)
    world.decide(people[1], match.id, "place 1")
    wait_until(lambda: len(seat.revisions) == 3, "the reader has looked again")
    assert spectator.lines == []
    world.clock.advance(0.001)
    wait_until(lambda: spectator.revisions == [1, 2], "the spectator is told of the start and of the row")
    assert spectator.lines == world.matches.events(people[0], match.id, SPECTATOR, since=0)
    assert [line.due_ms - played_ms for line in spectator.lines] == [30_000, 30_000]
    assert [line.due_ms - played_ms for line in seat.lines] == [0, 0, 0]


def test_followers_are_told_when_lines_may_have_been_missed(world: World, mortal_valkey: RealValkey) -> None:
    with mortal_valkey.client() as client:
        _check_loss(world, mortal_valkey, client)


def _check_loss(world: World, server: RealValkey, client: Redis) -> None:
    world.open(client)
    match, people = world.table(2)
    hub = EventHub(client, now_ms=world.clock)
    follower = Follower(hub, match.id, 0)
    server.kill()
    wait_until(lambda: follower.lost, "the loss is noticed")
    server.restart()
    again = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: again.revisions == [2], "who follows again is told")
    hub.close()
    assert again.lost


def test_followers_are_told_when_the_reader_was_away_for_too_long(world: World, hub: EventHub) -> None:
    """More has happened than notifications are kept: which of them were of this match is not known."""
    match, people = world.table(2)
    elsewhere, others = table_of_another_shard(world, match.id)
    follower, other = Follower(hub, match.id, 0), Follower(hub, elsewhere, 0)
    key = notifications_key(shard_of(match.id))
    with world.redis.pipeline(transaction=True) as pipe:  # at once: the reader sees the last of them alone
        notify(pipe, key, "0-0")
        notify(pipe, key, "1-0")
        pipe.xtrim(key, maxlen=1, approximate=False)
        pipe.execute()
    wait_until(lambda: follower.lost, "the gap is noticed")
    world.decide(others[0], elsewhere, "place 1")
    wait_until(lambda: other.revisions == [2], "the followers of other shards missed nothing")
    again = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: again.revisions == [2], "who follows again is told")
    assert not other.lost


def test_followers_are_told_when_a_server_takes_over_that_knows_of_less(world: World, hub: EventHub) -> None:
    """Also while there is much to read from other shards."""
    match, people = world.table(2)
    follower = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: follower.revisions == [2], "it is told")
    busy, _ = table_of_another_shard(world, match.id)
    stop = threading.Event()

    def keep_busy() -> None:
        key = notifications_key(shard_of(busy))
        after = last_id(world, key)
        while not stop.is_set():
            after = notify(world.redis, key, after)

    other = Follower(hub, busy, 0)
    noise = threading.Thread(target=keep_busy)
    noise.start()
    try:
        world.redis.delete(notifications_key(shard_of(match.id)))
        wait_until(lambda: follower.lost, "the loss is noticed")
    finally:
        stop.set()
        noise.join()
    assert not other.lost


def test_followers_are_told_when_a_server_takes_over_that_knows_of_other_things(world: World, hub: EventHub) -> None:
    """As much has happened there, and not the same: what was read is not what came before what comes next."""
    match, people = world.table(2)
    follower = Follower(hub, match.id, 0)
    key = notifications_key(shard_of(match.id))
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: follower.revisions == [2], "it is told")
    with world.redis.pipeline() as pipe:
        pipe.delete(key)
        notify(pipe, key, "1-0", match.id, id=f"{2**45}-0")
        pipe.execute()
    wait_until(lambda: follower.lost, "the loss is noticed")
    assert follower.revisions == [2]


def test_followers_are_told_when_something_cannot_be_read(world: World, hub: EventHub) -> None:
    """The reader goes on: nobody waits for ever."""
    match, people = world.table(2)
    follower = Follower(hub, match.id, 0)
    key = notifications_key(shard_of(match.id))
    notify(world.redis, key, last_id(world, key), match.id, page="1:1 1 1\nnothing")
    wait_until(lambda: follower.lost, "it is told")
    again = Follower(hub, match.id, 0)
    world.decide(people[0], match.id, "place 1")
    wait_until(lambda: again.revisions == [2], "who follows again is told")


def test_to_follow_is_refused_at_once_while_redis_is_down_and_goes_on_when_it_is_back(
    world: World, mortal_valkey: RealValkey
) -> None:
    with mortal_valkey.client() as client:
        world.open(client)
        match, people = world.table(2)
        hub = EventHub(client, now_ms=world.clock)
        mortal_valkey.kill()
        for viewer in (SPECTATOR, 0):
            began = time.monotonic()
            with pytest.raises(Refusal) as refused:
                Follower(hub, match.id, viewer)
            assert refused.value.reason is Reason.BUSY
            assert time.monotonic() - began < START_SECONDS / 2
        assert hub.followers() == 0
        mortal_valkey.restart()
        follower = Follower(hub, match.id, 0)
        world.decide(people[0], match.id, "place 1")
        wait_until(lambda: follower.revisions == [2], "it is told")
        hub.close()


def test_every_delayed_spectator_is_told_what_happened_before_it_came(world: World, hub: EventHub) -> None:
    match, people = world.table(2, spectator_delay_seconds=30)
    world.decide(people[0], match.id, "place 1")
    early = Follower(hub, match.id, SPECTATOR, since=0)
    early.following.end()
    spectators = [Follower(hub, match.id, SPECTATOR, since=0) for _ in range(3)]
    world.clock.advance(30)
    wait_until(lambda: all(each.revisions == [1] for each in spectators), "each is told of the start, once")


def notify(redis: Redis, key: str, after: bytes | str, match_id: str = "m_0", *, page: str = "", id: str = "*") -> Any:
    command: Callable[..., Any] = redis.execute_command
    return command("XADD", key, id, "after", after, "match", match_id, "viewers", "0", "page", page)


def last_id(world: World, key: str) -> bytes:
    command: Callable[..., Any] = world.redis.execute_command
    found = command("XREVRANGE", key, "+", "-", "COUNT", 1)
    return bytes(found[0][0]) if found else b"0-0"


def table_of_another_shard(world: World, match_id: str) -> tuple[str, list[Caller]]:
    while True:
        match, people = world.table(2)
        if shard_of(match.id) != shard_of(match_id):
            return match.id, people
