"""``python -m tests.chaos.redis_cluster``: a platform on a Redis Cluster under load, whose servers die, hand over and
give slots away.

Prints for each round what was done, how long each kind of client waited until it went on for good, what clients were
told meanwhile, and what was lost. Ends with 1 at the first thing that does not hold. With ``--wait 0`` acknowledged
moves may be lost: they are counted.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from services.matches.redis_keys import SHARDS, tag
from tests.chaos.load import Load
from tests.chaos.test_kills import new_person
from tests.cluster.observers import Observers, observed
from tests.cluster.servers import Server
from tests.cluster.valkey_cluster import Node, ValkeyCluster, slot_of
from tests.e2e.platform import Platform
from tests.waiting import wait_until

AFTER_SECONDS = 13.0
"""How long is watched after a disturbance. A creation whose answer was lost is in progress for ten seconds."""
STOPPED_SECONDS = 8.0
KINDS = ("kill", "stop", "hand-over", "move", "move-at-once")


class Disturber:
    """Does something to a cluster, and returns when the cluster has all its servers again."""

    def __init__(self, valkeys: ValkeyCluster, pick: random.Random) -> None:
        self._valkeys = valkeys
        self._pick = pick
        does = (self._kill, self._stop, self._hand_over, self._move, self._move_at_once)
        self.kinds: dict[str, Callable[[], None]] = dict(zip(KINDS, does, strict=True))

    def primary(self) -> Node:
        """The primary of some shard."""
        return self._valkeys.master_of(tag(self._pick.randrange(SHARDS)))

    def _kill(self) -> None:
        victim = self.primary()
        successor = self._valkeys.replica_of(victim)
        victim.kill()
        wait_until(lambda: successor.role() == "master", "the replica's turn", 60)
        victim.start()

    def _stop(self) -> None:
        victim = self.primary()
        successor = self._valkeys.replica_of(victim)
        victim.stand_still()
        wait_until(lambda: successor.role() == "master", "the replica's turn", 60)
        time.sleep(STOPPED_SECONDS)
        victim.go_on()

    def _hand_over(self) -> None:
        successor = self._valkeys.replica_of(self.primary())
        successor.command("CLUSTER", "FAILOVER")
        wait_until(lambda: successor.role() == "master", "the replica's turn", 60)

    def _move(self) -> None:
        for shard, to in self._moves():
            self._valkeys.move_slot(slot_of(tag(shard)), to)

    def _move_at_once(self) -> None:
        for shard, to in self._moves():
            self._valkeys.move_slot_at_once(slot_of(tag(shard)), to)

    def _moves(self) -> list[tuple[int, Node]]:
        """Some shards, and a primary for each that does not have it."""
        primaries = [node for node in self._valkeys.nodes if node.role() == "master"]
        shards = self._pick.sample(range(SHARDS), 4)
        return [
            (shard, self._pick.choice([node for node in primaries if node is not self._valkeys.master_of(tag(shard))]))
            for shard in shards
        ]


def main() -> None:
    """Round after round, on one platform."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.redis_cluster", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", choices=KINDS, help="the one kind of disturbance; otherwise all in turn")
    parser.add_argument("--wait", type=int, default=1, help="replicas that must have a commit")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats the same choices")
    parser.add_argument("--bots", type=int, default=12, help="matches of bots in each round")
    parser.add_argument("--tables", type=int, default=3, help="matches of people in each round")
    given = parser.parse_args()
    pick = random.Random(given.seed)
    say(f"seed {given.seed}, {given.wait} replicas waited for")
    valkeys, broker = ValkeyCluster(3, 1, appendonly="yes"), Server(appendonly="yes")
    platform = Platform(
        redis_url=valkeys.url,
        broker_url=broker.url,
        redis_wait_replicas=str(given.wait),
        player_requests_per_minute="0",
    )
    try:
        platform.start()
        people = (new_person(platform, "Ann"), new_person(platform, "Ben"))
        disturber = Disturber(valkeys, pick)
        names = [given.only] if given.only else KINDS
        lost = 0
        for number in range(given.rounds):
            url = platform.folder.url()
            assert url
            load = Load(url, people, pick.randrange(1 << 30), cut=0.1)
            load.start(given.bots, given.tables)
            name = names[number % len(names)]
            with observed(platform) as observers:
                moment = time.monotonic()
                disturber.kinds[name]()
                done = time.monotonic()
                time.sleep(max(0.0, done + AFTER_SECONDS - time.monotonic()))
            load.wait(600)
            lost += report(name, observers, load, moment, done, exact=given.wait > 0)
            wait_until(lambda: all(node.is_whole for node in valkeys.nodes), "the cluster", 60)
            wait_until(lambda: len(replicas(valkeys)) == 3, "the replicas", 60)
        say(f"{given.rounds} rounds: {lost} acknowledged decisions lost")
    finally:
        platform.close()
        broker.close()
        valkeys.close()


def replicas(valkeys: ValkeyCluster) -> list[Node]:
    """Those that are in step with their primaries."""
    return [node for node in valkeys.nodes if node.is_in_step]


def report(name: str, observers: Observers, load: Load, moment: float, done: float, *, exact: bool) -> int:
    """Say what came of a round; how many acknowledged decisions are lost."""
    lost = len(observers.lost())
    if exact:
        load.check()
        assert lost == 0
    healed = {who: round(seen.healed_after(moment), 1) for who, seen in observers.everyone().items()}
    told: Counter[str] = Counter()
    for seen in observers.everyone().values():
        told += seen.told(moment)
    acknowledged = observers.acknowledged() + len(load.answered)
    say(
        f"{name} ({done - moment:.1f} s): all went on after {max(healed.values()):.1f} s {healed}; told {dict(told)}; "
        f"{len(load.matches)} matches besides, {load.sent_again} requests sent again; {acknowledged} decisions "
        f"acknowledged, {lost} lost"
    )
    return lost


def say(line: str) -> None:
    """A line for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
