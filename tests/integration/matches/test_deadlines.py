"""Deadlines of many matches: which are moved first, by whom, and in how many round trips."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import ConnectionPool, Redis
from redis.connection import UnixDomainSocketConnection

from services.matches.deadlines import move_due
from services.matches.reconciler import reconcile
from services.matches.redis_keys import deadlines_key, shard_of
from tests.integration.matches.harness import NUDGE_SECONDS, World
from tests.valkey import RealValkey


def new_matches(world: World, number: int) -> list[str]:
    """Live matches with a bot that is to decide, created a millisecond apart."""
    caller, made = world.caller(), []
    for _ in range(number):
        world.clock.advance(0.001)
        made.append(world.create(caller, "me", "bot:greedy").id)
    return made


class Counting(UnixDomainSocketConnection):
    """Counts round trips."""

    sent = 0

    def send_packed_command(self, *args: Any, **options: Any) -> None:
        Counting.sent += 1
        send: Callable[..., None] = super().send_packed_command
        send(*args, **options)


@pytest.fixture
def counted(real_valkey: RealValkey, redis_client: Redis) -> Iterator[Redis]:
    """A client of one server, which is empty, whose round trips are counted."""
    client = Redis.from_pool(ConnectionPool(Counting, path=str(real_valkey.path)))
    client.flushall()
    yield client
    client.close()


def round_trips(do: Callable[[], int], done: int) -> int:
    """How many it takes to do something, which is done so many times."""
    before = Counting.sent
    assert do() == done
    return Counting.sent - before


def test_the_oldest_deadlines_are_moved_first_and_each_shard_has_its_turn(world: World) -> None:
    of_shards: dict[int, list[str]] = {}
    for match_id in new_matches(world, 40):
        of_shards.setdefault(shard_of(match_id), []).append(match_id)
    world.tasks()
    world.clock.advance(NUDGE_SECONDS)
    moved: list[str] = []
    rounds = max(map(len, of_shards.values()))
    for place in range(rounds):
        due = [matches[place] for matches in of_shards.values() if place < len(matches)]
        assert move_due(world.redis, world.clock.now_ms, limit=1, nudge_seconds=NUDGE_SECONDS) == len(due)
        found = [task.match_id for task in world.tasks()]
        assert sorted(found) == sorted(due)
        moved += found
    assert len(moved) == 40


def test_a_ticker_moves_the_deadlines_of_its_shards_only(world: World) -> None:
    matches = new_matches(world, 40)
    world.tasks()
    world.clock.advance(NUDGE_SECONDS)
    mine = sorted(match for match in matches if shard_of(match) % 2 == 0)
    assert 0 < len(mine) < 40
    assert move_due(world.redis, world.clock.now_ms, shards=range(0, 16, 2)) == len(mine)
    assert sorted(task.match_id for task in world.tasks()) == mine


def test_looking_at_the_clock_takes_one_round_trip_and_moving_what_is_due_another(
    counted: Redis, own_database: Path
) -> None:
    world = World(counted, own_database)
    new_matches(world, 40)
    now_ms = world.clock.now_ms
    assert round_trips(lambda: move_due(counted, now_ms), 0) == 1
    move_due(counted, now_ms + 15_000, limit=1)  # the server learns of the script
    left = 40 - len({shard_of(match_id) for match_id in world.store.stored_ids()})
    assert round_trips(lambda: move_due(counted, now_ms + 15_000), left) == 2


def test_reconciliation_takes_as_many_round_trips_for_any_number_of_deadlines(
    counted: Redis, own_database: Path
) -> None:
    world = World(counted, own_database)
    shard = shard_of(new_matches(world, 1)[0])
    sweep = partial(reconcile, counted, world.clock.now_ms, idle_seconds=5, shards=(shard,))
    # The bots with webhooks; the list of live ones twice, their fields, their deadlines; three empty lists; how many
    # are stuck.
    assert round_trips(sweep, 0) == 9
    counted.delete(deadlines_key(shard))
    assert round_trips(sweep, 1) == 11  # the server learns of the script
    matches: list[str] = []
    while len(matches) < 2:
        matches += [match_id for match_id in new_matches(world, 40) if shard_of(match_id) == shard]
    assert round_trips(sweep, 0) == 9
    counted.delete(deadlines_key(shard))
    assert round_trips(sweep, 1 + len(matches)) == 10


def test_reconciliation_of_a_shard_leaves_the_others_alone(world: World) -> None:
    matches = new_matches(world, 40)
    world.tasks()
    for shard in range(16):
        world.redis.delete(deadlines_key(shard))
    mine = [match for match in matches if shard_of(match) == shard_of(matches[0])]
    assert 0 < len(mine) < 40
    assert reconcile(world.redis, world.clock.now_ms, idle_seconds=0, shards=(shard_of(matches[0]),)) == len(mine)
    assert move_due(world.redis, world.clock.now_ms) == len(mine)
    assert reconcile(world.redis, world.clock.now_ms, idle_seconds=0) == 40 - len(mine)
