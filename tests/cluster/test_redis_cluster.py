"""A platform on a Redis Cluster of three primaries with a replica each: one of them dies, slots move. It goes on."""

import time
from collections.abc import Iterator
from functools import partial

import pytest

from services.engine import replay
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.matches.redis_keys import SHARDS, tag
from tests.cluster.observers import Client, Observers, PlatformOn, observed, tell
from tests.cluster.servers import Server
from tests.cluster.valkey_cluster import Node, ValkeyCluster, slot_of
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HEALED_SECONDS = 12.0
"""The servers notice after two seconds that one of them is gone, agree on it and elect another. A creation whose answer
went with it counts as in progress for ten seconds."""
MOVED_SECONDS = 4.0


class OnCluster:
    """A platform whose commits are acknowledged when a replica has them."""

    def __init__(self) -> None:
        self.valkeys = ValkeyCluster(masters=3, replicas=1, appendonly="yes")
        self.broker = Server(appendonly="yes")
        self.platform = PlatformOn(
            redis_url=self.valkeys.url,
            broker_url=self.broker.url,
            redis_wait_replicas="1",
            player_requests_per_minute="0",
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


def verify_replays(platform: PlatformOn, observers: Observers) -> int:
    """Let each match end, and execute again what has come of it; how many."""
    url, key = platform.folder.url(), platform.folder.key()
    assert url
    assert key
    client = Client(url, key)

    def has_ended(match: str) -> bool:
        return bool(client.get(f"/v1/matches/{match}")["status"] == "finished")

    matches = {it.match for it in observers.acknowledged}
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
    assert observers.lost() == []
    assert verify_replays(platform, observers) > 0
