"""A platform on a Redis Cluster of three primaries with a replica each: one of them dies, slots move. It goes on."""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from services.database import Database
from services.engine import replay
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.errors import Refusal
from services.matches.redis_keys import SHARDS, match_key, tag
from services.redis_clients.replication import Replication
from tests.cluster.observers import OBSERVED, Client, Observers, observed, tell
from tests.cluster.servers import Server
from tests.cluster.valkey_cluster import Node, ValkeyCluster, cluster_of, slot_of
from tests.e2e.platform import Platform
from tests.integration.matches.harness import World
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HEALED_SECONDS = 12.0
"""The servers notice after two seconds that one of them is gone, agree on it and elect another. A creation whose answer
went with it counts as in progress for three seconds."""
MOVED_SECONDS = 4.0


class OnCluster:
    """A platform whose commits are acknowledged when a replica has them."""

    def __init__(self) -> None:
        self.valkeys = ValkeyCluster(masters=3, replicas=1, appendonly="yes")
        self.broker = Server(appendonly="yes")
        self.platform = Platform(
            redis_url=self.valkeys.url,
            broker_url=self.broker.url,
            redis_wait_replicas="1",
            player_requests_per_minute="0",
            engines=f"{OBSERVED}=local",
        )

    def close(self) -> None:
        self.platform.close()
        self.broker.close()
        self.valkeys.close()


@pytest.fixture(scope="module")
def on_cluster() -> Iterator[OnCluster]:
    made = OnCluster()
    try:
        made.platform.start()
        yield made
    finally:
        made.close()


def verify_replays(platform: Platform, observers: Observers) -> int:
    """Let each match end, and execute again what has come of it; how many."""
    url, key = platform.folder.url(), platform.folder.key()
    assert url
    assert key
    client = Client(url, key)

    def has_ended(match: str) -> bool:
        return bool(client.get(f"/v1/matches/{match}")["status"] == "finished")

    matches = observers.matches()
    for match in matches:
        if not has_ended(match):
            client.post(f"/v1/matches/{match}:resign", {})
    for match in matches:
        wait_until(partial(has_ended, match), "the end of a match", 60)
        told = replay.read(client.ask("GET", f"/v1/matches/{match}/replay"))
        replay.re_execute(told, InProcessEngine(ruleset(told.ruleset)))
    client.close()
    return len(matches)


def healed_after(observers: Observers, moment: float, seconds: float) -> dict[str, float]:
    """For each observer, how many seconds after a moment it went on for good."""
    time.sleep(max(0.0, moment + seconds + 1.0 - time.monotonic()))
    return {name: round(seen.healed_after(moment), 2) for name, seen in observers.everyone().items()}


def shards_of(node: Node) -> list[int]:
    """The shards that a server has."""
    ranges = node.slots()
    return [shard for shard in range(SHARDS) if any(first <= slot_of(tag(shard)) <= last for first, last in ranges)]


def test_a_primary_that_dies_is_replaced_and_no_acknowledged_move_is_lost(on_cluster: OnCluster) -> None:
    valkeys, platform = on_cluster.valkeys, on_cluster.platform
    victim = valkeys.master_of(tag(14))
    successor = valkeys.replica_of(victim)
    before = set(platform.children())
    with observed(platform) as observers:
        victim.kill()
        moment = time.monotonic()
        wait_until(lambda: successor.role() == "master", "the replica's turn")
        elected = time.monotonic() - moment
        victim.start()  # as a supervisor does: without a replica nothing is acknowledged
        healed = healed_after(observers, moment, HEALED_SECONDS)
        tell(
            f"killed the primary of {len(shards_of(successor))} shards, elected after {elected:.1f} s",
            observers,
            moment,
            healed,
        )
        assert max(healed.values()) < HEALED_SECONDS, healed
    assert observers.lost() == []
    assert verify_replays(platform, observers) > 0
    assert set(platform.children()) == before


def test_slots_move_while_matches_are_played(on_cluster: OnCluster) -> None:
    valkeys, platform = on_cluster.valkeys, on_cluster.platform
    source = valkeys.master_of(tag(14))
    shards = shards_of(source)
    assert len(shards) >= 4
    with observed(platform) as observers:
        new = valkeys.add()
        valkeys.add(replica_of=new)
        keys = 0
        began = time.monotonic()
        for shard in shards[::2]:  # one after the other, as resharding does
            keys += valkeys.move_slot(slot_of(tag(shard)), new)
        moment = time.monotonic()
        for shard in shards[1::2]:
            valkeys.move_slot_at_once(slot_of(tag(shard)), new)
        healed = healed_after(observers, moment, MOVED_SECONDS)
        tell(f"moved {len(shards)} shards; {keys} keys one by one in {moment - began:.1f} s", observers, moment, healed)
        assert max(healed.values()) < MOVED_SECONDS, healed
        assert shards_of(new) == shards
        assert "live matches" in platform.run("status").stdout
    assert observers.lost() == []
    assert verify_replays(platform, observers) > 0


def test_what_a_replica_lacked_is_lost_with_its_primary_and_was_not_acknowledged_if_it_was_waited_for(
    tmp_path: Path,
) -> None:
    database = tmp_path / "world.db"
    Database(f"sqlite:///{database}").upgrade()
    with cluster_of(3, 1) as valkeys, valkeys.client() as client:
        world = World(client, database)
        tables = [world.table(2) for _ in range(8)]
        ids = [match.id for match, _ in tables]
        victim = valkeys.master_of(match_key(ids[0]))
        lost = [id for id in ids if valkeys.master_of(match_key(id)) is victim]
        successor = valkeys.replica_of(victim)
        successor.cut_off()
        for match, people in tables:
            world.matches.decide(people[0], match.id, 0, 1, "place 1")
        world.open(client, Replication(client, 1, 200))
        with pytest.raises(Refusal, match="too few servers have it"):
            world.matches.decide(tables[0][1][1], ids[0], 1, 1, "place 1")

        victim.kill()
        wait_until(lambda: successor.role() == "master" and successor.is_whole, "the replica's turn", 60)

        wait_until(lambda: answered(world, ids) is not None, "the client", 20)
        assert answered(world, ids) == [id not in lost for id in ids]


def answered(world: World, match_ids: Sequence[str]) -> list[bool] | None:
    """Of which matches the first decision is answered; None: not all can be read."""
    try:
        return [world.store.find_answer(match_id, 0, 1) is not None for match_id in match_ids]
    except Refusal:
        return None
