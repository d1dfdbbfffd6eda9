"""What lies in Redis, counted on a real server."""

import json
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from redis import Redis
from redis.exceptions import ConnectionError as NotConnected

from services.engine.clocks import PerDecision
from services.identity import Scope
from services.matches.backlog_metrics import Backlog, BacklogCollector, Queue, measure_backlog, sample_match_bytes
from services.matches.outbox import OutboxEntry, OutboxKind
from services.matches.reconciler import reconcile
from services.matches.redis_keys import SHARDS, released_key, shard_of
from services.redis_clients.addresses import plain_url
from services.settings import read_settings
from tests.integration.matches.harness import TTL_SECONDS, World
from tests.valkey import RealValkey
from workers.app import create_worker
from workers.relay import Publisher

QUEUES = ("turns", "scoring")


def backlog(redis: Redis, now: float = 1_000_000.0) -> Backlog:
    return measure_backlog(redis, redis, QUEUES, now_ms=lambda: int(now * 1000))


def test_an_empty_server_is_all_zeros(redis_client: Redis) -> None:
    assert backlog(redis_client) == Backlog(
        matches={"open": 0, "live": 0},
        match_bytes={"live": (), "finished": ()},
        outbox_entries=0,
        outbox_oldest_seconds=0,
        overdue_seconds=0,
        queues=(Queue("turns", 0, 0), Queue("scoring", 0, 0)),
        running=0,
        commitments=0,
        ended={"not_archived": 0, "archived": 0},
        stuck={},
    )


def test_matches_and_what_must_happen_to_them_are_counted(world: World, redis_client: Redis) -> None:
    creator = world.caller("Ann")
    for _ in range(3):
        world.create(creator, "bot:random", "bot:random")
    world.create(creator, "me", "open")
    found = backlog(redis_client)
    assert found.matches == {"open": 1, "live": 3}
    assert found.outbox_entries == len(world.tasks()) == 3
    assert found.commitments == 4


def test_matches_that_have_ended_are_counted_until_they_leave(world: World, redis_client: Redis) -> None:
    def ended() -> dict[str, int]:
        return backlog(redis_client, world.clock.now_ms / 1000).ended

    for _ in range(3):
        match, people = world.table(2)
        world.finish(match.id, people)
    assert ended() == {"not_archived": 3, "archived": 0}
    world.scoring.score(match.id)
    assert ended() == {"not_archived": 2, "archived": 1}
    world.clock.advance(TTL_SECONDS - 1)
    assert ended() == {"not_archived": 2, "archived": 1}
    world.clock.advance(1)
    assert ended() == {"not_archived": 2, "archived": 0}


def test_matches_that_wait_in_vain_are_counted_by_what_they_wait_for(world: World, redis_client: Redis) -> None:
    def stuck() -> dict[str, int]:
        reconcile(redis_client, world.clock.now_ms, idle_seconds=15)
        return backlog(redis_client, world.clock.now_ms / 1000).stuck

    ann = world.caller("Ann")
    for _ in range(2):
        world.create(ann, "bot:random", "bot:random")
    world.table(2, time_control=PerDecision(seconds=60))
    ended, people = world.table(2, spectator_delay_seconds=120)
    world.finish(ended.id, people)
    world.table(2)  # waits for its players, who may take their time
    world.clock.advance(600)
    assert stuck() == {"bot_turn": 0, "clock": 0, "archive": 0}
    world.clock.advance(1)
    assert stuck() == {"bot_turn": 2, "clock": 0, "archive": 0}
    world.clock.advance(60)
    assert stuck() == {"bot_turn": 2, "clock": 1, "archive": 0}
    world.clock.advance(60)
    assert stuck() == {"bot_turn": 2, "clock": 1, "archive": 1}
    world.scoring.score(ended.id)
    assert stuck() == {"bot_turn": 2, "clock": 1, "archive": 0}
    redis_client.delete(
        *[f"{{s{shard:02}}}:stuck" for shard in range(16)]
    )  # as after five minutes without reconciliation
    assert backlog(redis_client).stuck == {}


def test_the_oldest_says_how_long_it_waits(redis_client: Redis) -> None:
    redis_client.xadd("{s03}:outbox", {"kind": "turn", "match": "m", "rev": 1}, id="999990000-0")
    redis_client.xadd("{s05}:outbox", {"kind": "turn", "match": "n", "rev": 1}, id="999995000-0")
    redis_client.zadd("{s03}:deadlines", {"nudge:m": 999_998_500, "seat:n": 1_000_060_000})
    redis_client.lpush("turns", json.dumps({"headers": {"sent_ms": 999_993_000}}))  # the next one to be taken
    redis_client.lpush("turns", json.dumps({"headers": {"sent_ms": 999_999_000}}))
    redis_client.lpush("scoring", json.dumps({"headers": {}}))
    redis_client.hset("unacked", "tag", "message")
    found = backlog(redis_client)
    assert found.outbox_oldest_seconds == 10.0
    assert found.overdue_seconds == 1.5
    assert found.queues == (Queue("turns", 2, 7.0), Queue("scoring", 1, 0.0))
    assert found.running == 1


def test_what_the_relay_publishes_says_when_it_was_sent(
    real_valkey: RealValkey, redis_client: Redis, tmp_path: Path
) -> None:
    """The backlog's measure reads what Celery's transport writes."""
    settings = read_settings({"PLAYHALL_DATA_DIR": str(tmp_path), **real_valkey.settings})
    app = create_worker(settings)
    broker = Redis.from_url(plain_url(settings.redis.broker_url))
    Publisher(app, redis_client, broker)(OutboxEntry(0, "1-0", OutboxKind.TURN, "m_1", 3, owner="p_1"))
    found = measure_backlog(redis_client, broker, QUEUES)
    assert found.queues[0].waiting == 1
    assert 0 <= found.queues[0].oldest_seconds < 60
    app.close()
    broker.close()


def test_a_match_takes_memory_and_all_its_keys_count(world: World, redis_client: Redis) -> None:
    match = world.create(world.caller("Ann"), "bot:random", "bot:random")
    found = sample_match_bytes(redis_client)
    keys = [key for key in redis_client.scan_iter() if match.id.encode() in key]
    assert len(keys) == 2  # the match and its log
    size = sum(redis_client.memory_usage(key, samples=0) or 0 for key in keys)
    assert found == {"live": (size,), "finished": ()}


def test_finished_matches_count_until_they_expire_whether_they_are_archived_or_not(
    world: World, redis_client: Redis
) -> None:
    tables = [world.table(2) for _ in range(3)]
    for match, people in tables:
        world.finish(match.id, people)
    aborted = world.create(world.caller("Ann"), "me", "open")
    world.matches.abort(world.caller("Root", Scope.ADMIN), aborted.id)
    for match, _ in tables[:2]:
        world.scoring.score(match.id)

    def measured() -> Backlog:
        return backlog(redis_client, world.clock.now_ms / 1000)

    assert measured().ended == {"not_archived": 2, "archived": 2}
    sizes = measured().match_bytes["finished"]
    assert len(sizes) == 3
    assert all(1_000 < size < 10_000 for size in sizes)
    world.clock.advance(TTL_SECONDS)
    assert measured().ended == {"not_archived": 2, "archived": 0}


def test_archived_matches_leave_nothing_behind(world: World, redis_client: Redis) -> None:
    for _ in range(3):
        match, people = world.table(2)
        world.finish(match.id, people)
        world.scoring.score(match.id)
        left = int(redis_client.pttl(released_key(shard_of(match.id))))
        assert 0 < left <= TTL_SECONDS * 1000  # by the server's clock, which need not show what the platform's does
        world.clock.advance(TTL_SECONDS)
        world.expire(match.id)
    held = [redis_client.zrange(released_key(shard), 0, -1) for shard in range(SHARDS)]
    assert sum(map(len, held)) <= 3
    # The next one of a shard takes those away that have expired.
    match, people = world.table(2)
    world.finish(match.id, people)
    world.scoring.score(match.id)
    assert redis_client.zrange(released_key(shard_of(match.id)), 0, -1) == [match.id.encode()]


def test_prometheus_reads_the_backlog(world: World, redis_client: Redis) -> None:
    world.create(world.caller("Ann"), "bot:random", "bot:random")
    registry = CollectorRegistry()
    registry.register(BacklogCollector(lambda: backlog(redis_client), (NotConnected,)))
    text = generate_latest(registry).decode()
    assert 'playhall_matches{status="live"} 1.0' in text
    assert 'playhall_match_bytes{status="live"} ' in text
    assert 'playhall_match_bytes{status="finished"}' not in text
    assert "playhall_outbox_entries 1.0" in text
    assert 'playhall_queue_tasks{queue="turns"} 0.0' in text
    assert 'playhall_ended_matches{state="not_archived"} 0.0' in text
    assert "playhall_stuck_matches{" not in text  # nobody has counted yet


def test_a_server_that_is_away_gives_no_figures_and_no_error() -> None:
    def away() -> Backlog:
        raise NotConnected

    registry = CollectorRegistry()
    registry.register(BacklogCollector(away, (NotConnected,)))
    assert generate_latest(registry) == b""


@pytest.mark.parametrize(
    ("broker", "plain"),
    [
        ("redis+socket:///run/s?virtual_host=1", "unix:///run/s?db=1"),
        ("redis://host:6379/1", "redis://host:6379/1"),
        ("rediss://user:pass@host/2", "rediss://user:pass@host/2"),
    ],
)
def test_a_brokers_address_is_read_as_celery_reads_it(broker: str, plain: str) -> None:
    assert plain_url(broker) == plain
