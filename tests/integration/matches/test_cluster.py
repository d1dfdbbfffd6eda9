"""On a Redis Cluster every command and script must keep to one slot."""

from pathlib import Path

from redis import Redis

from services.engine.clocks import PerDecision
from services.identity import Scope
from services.matches.deadlines import move_due
from services.matches.match import Status
from services.matches.outbox import Outbox
from services.matches.reconciler import reconcile
from services.matches.redis_keys import SHARDS, shard_of
from services.matches.turn_queue import TurnQueue
from tests.integration.matches.harness import NUDGE_SECONDS, World


def test_a_whole_life_keeps_to_one_slot_at_a_time(cluster_client: Redis, own_database: Path) -> None:
    world = World(cluster_client, own_database)
    ann, ben, admin = world.caller(), world.caller("Ben"), world.caller("Root", Scope.ADMIN)
    match = world.create(ann, "me", "open", "bot:random", time_control=PerDecision(seconds=60))
    world.matches.join(ben, match.id)
    world.decide(ann, match.id, "place 1")
    world.matches.decide(ann, match.id, 0, 1, "place 1")
    world.clock.advance(60)
    assert move_due(cluster_client, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 2
    assert world.bot_turns.play_overdue(match.id) == 5
    assert world.bot_turns.play_turns(match.id, max_decisions=1).more
    world.matches.resign(ben, match.id)
    assert reconcile(cluster_client, world.clock.now_ms, idle_seconds=5) == 0
    while world.matches.get(ann, match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        world.clock.advance(60)
        world.bot_turns.play_overdue(match.id)
    assert world.matches.events(ann, match.id, 0, since=3)
    assert world.matches.replay(ann, match.id)
    other = world.create(ann, "me", "open")
    world.matches.abort(admin, other.id)
    assert {found.id for found in world.matches.list(ann)[0]} == {match.id, other.id}
    relay = Outbox(cluster_client, [shard_of(match.id)])
    entries = relay.read("relay", block_ms=0, count=100)
    assert {entry.kind.value for entry in entries if entry.match_id == match.id} == {"turn", "overdue", "score"}
    assert relay.reclaim("other", idle_ms=0, count=100) == entries
    queue = TurnQueue(cluster_client)
    assert queue.add(entries[0])
    assert queue.take("task") == queue.take("task") is not None
    queue.done("task")
    assert queue.take("task") is None
    relay.done(entries)
    assert relay.depth() == 0
    assert Outbox(cluster_client).depth() == (0 if shard_of(other.id) == shard_of(match.id) else 1)
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.view(ann, match.id, 0).status is Status.FINISHED
    assert SHARDS == 16
