"""``make faults``: the faults of stores and processes, one after the other, and a table of what they do to clients.

For each arrangement of Redis a whole platform runs on it with a PostgreSQL, under load: people over REST and gRPC, an
event stream, creations, a match that its clock plays, and the bots of all these. After each fault it is waited until
everything goes on. In the end every match is played to its end, and its replay compared with what the people were told:

- *lost*: a decision that was acknowledged, and is not in the replay as it was made, or was asked for again;
- *doubled*: a decision that stands in a replay more than once, or that nobody has sent.
"""

import argparse
import itertools
import json
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from services.engine import replay
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from tests.chaos.processes import VICTIMS, grpc_gateway, hit
from tests.chaos.retrying_client import NotMended, StubbornClient
from tests.cluster.databases import MortalPostgres, mortal_postgres
from tests.cluster.observers import Observers, Record, Seen, observed
from tests.cluster.servers import HOST, PASSWORD, SERVICE, Replicated, Server, linked, proxied, sentinels
from tests.e2e.platform import Platform
from tests.waiting import is_alive, wait_until

QUIET_SECONDS: Final = 3.0
"""How long everything must go on before the next fault."""
LONGEST_SECONDS: Final = 90.0
"""After which something does not heal."""
BACKOFF_SECONDS: Final = 61.0
"""A process that is killed more often than that is started again later and later."""
FULL_SECONDS: Final = 6.0
OUTAGE_SECONDS: Final = 10.0
LAG_SECONDS: Final = 2.0
PROCESSES: Final = {name: found for name, found in VICTIMS.items() if name not in {"valkey", "gateway_worker"}} | {
    "grpc_gateway": grpc_gateway
}
"""Each is one process: one that is killed under two names is killed too often."""


@dataclass(frozen=True, slots=True)
class Layout:
    """An arrangement of Redis. ``by``: what clients know: the ``server``, a ``proxy`` that leads to the primary,
    ``sentinels``, or a proxy, and the replica is behind a ``link`` that can be held. ``wait``: replicas that a commit
    waits for; ``needed``: those without which a server takes no writes."""

    name: str
    servers: int
    by: str
    wait: int = 0
    needed: int = 0
    fsync: str = "everysec"


@dataclass(slots=True)
class Stage:
    """What faults are made to."""

    layout: Layout
    servers: Replicated
    platform: Platform
    postgres: MortalPostgres
    pick: random.Random
    watchers: Sequence[Server] = ()
    hold: Callable[[], None] = lambda: None
    killed_at: dict[str, float] = field(default_factory=dict)


# -- faults: each returns the moment at which its cause is over -------------------------------------------------------

Inflict = Callable[[Stage], float]


def kill_of(victim: str) -> Inflict:
    """A process is killed; something starts it again."""

    def inflict(stage: Stage) -> float:
        time.sleep(max(0.0, stage.killed_at.get(victim, 0.0) + BACKOFF_SECONDS - time.monotonic()))
        wait_until(lambda: PROCESSES[victim](stage.platform), victim, 60)
        pid = hit(stage.platform, PROCESSES[victim], signal.SIGKILL, stage.pick)
        wait_until(lambda: not is_alive(pid), victim)
        stage.killed_at[victim] = moment = time.monotonic()
        return moment

    return inflict


def restart_server(stage: Stage) -> float:
    server = stage.servers.servers[0]
    server.kill()
    time.sleep(1.0)
    server.start()
    return time.monotonic()


def swap(stage: Stage) -> float:
    old = stage.servers.primary()
    old.hand_over_to(stage.pick.choice(stage.servers.replicas()))
    return time.monotonic()


def take_over(stage: Stage) -> float:
    """The primary is killed, and the replica becomes the primary."""
    old, (replica,) = stage.servers.primary(), stage.servers.replicas()
    old.kill()
    replica.promote()
    moment = time.monotonic()
    old.start(follow=replica)
    return moment


def take_over_late(stage: Stage) -> float:
    """The same while the replica lags."""
    stage.hold()
    time.sleep(LAG_SECONDS)
    return take_over(stage)


def fill_memory(stage: Stage) -> float:
    server = stage.servers.primary()
    server.fill_memory()
    time.sleep(FULL_SECONDS)
    server.free_memory()
    return time.monotonic()


def fill_disk(stage: Stage) -> float:
    server = stage.servers.primary()
    server.fill_disk()
    time.sleep(FULL_SECONDS)
    server.free_disk()
    return time.monotonic()


def kill_postgres(stage: Stage) -> float:
    stage.postgres.kill()
    time.sleep(OUTAGE_SECONDS)
    stage.postgres.start()
    return time.monotonic()


def hang_postgres(stage: Stage) -> float:
    stage.postgres.hang()
    time.sleep(OUTAGE_SECONDS)
    stage.postgres.go_on()
    return time.monotonic()


def fail_over(stage: Stage) -> float:
    """A Sentinel replaces the primary, which lives on and knows nothing of it."""
    old = stage.servers.primary()
    stage.watchers[-1].command("SENTINEL", "FAILOVER", SERVICE)
    stage.servers.next_primary(old)
    return time.monotonic()


def hand_over(stage: Stage) -> float:
    """A Sentinel lets the primary hand over: it takes no writes until the replica has all of them (Valkey 9)."""
    old = stage.servers.primary()
    stage.watchers[-1].command("SENTINEL", "FAILOVER", SERVICE, "COORDINATED")
    stage.servers.next_primary(old)
    return time.monotonic()


def kill_primary(stage: Stage) -> float:
    """Sentinels notice that the primary is gone. It starts again once it has been replaced."""
    old = stage.servers.primary()
    old.kill()
    moment = time.monotonic()
    stage.servers.next_primary(old)
    old.start()
    return moment


def hang_primary(stage: Stage) -> float:
    """The primary stands still until long after it has been replaced, and then goes on as if nothing had happened."""
    old = stage.servers.primary()
    old.stand_still()
    moment = time.monotonic()
    stage.servers.next_primary(old)
    time.sleep(OUTAGE_SECONDS)
    old.go_on()
    return moment


KILLS: Final = {f"{name.replace('_', ' ')} killed": kill_of(name) for name in PROCESSES}
STORES: Final[dict[str, Inflict]] = {
    "memory full for 6 s": fill_memory,
    "disk full for 6 s": fill_disk,
    "PostgreSQL killed for 10 s": kill_postgres,
    "PostgreSQL hangs for 10 s": hang_postgres,
}
RESTART: Final[dict[str, Inflict]] = {"Redis killed, started after 1 s": restart_server}
SWAP: Final[dict[str, Inflict]] = {"roles swapped, the old primary lives": swap}
TAKE_OVER: Final[dict[str, Inflict]] = {"primary killed, replica promoted": take_over}
LATE: Final[dict[str, Inflict]] = {"primary killed, replica promoted that is 2 s behind": take_over_late}
SENTINEL: Final[dict[str, Inflict]] = {
    "SENTINEL FAILOVER, the old primary lives": fail_over,
    "SENTINEL FAILOVER COORDINATED": hand_over,
    "primary killed, Sentinels replace it": kill_primary,
    "primary hangs, Sentinels replace it": hang_primary,
}


@dataclass(frozen=True, slots=True)
class Part:
    """What happens to one arrangement: ``times`` of each fault, in turn."""

    layout: Layout
    faults: dict[str, Inflict]
    times: int


def parts(kills: int, swaps: int, times: int) -> dict[str, list[Part]]:
    """All there is, by name."""
    pair, lagging = "primary and replica, one address", "primary and a lagging replica"
    two, three = "Sentinels, 1 replica", "Sentinels, 2 replicas"
    each = max(1, -(-kills // len(KILLS))) if kills else 0
    return {
        "kills": [Part(Layout(pair, 2, "proxy"), KILLS, each)],
        "swaps": [Part(Layout(pair, 2, "proxy"), SWAP, swaps)],
        "stores": [Part(Layout(pair, 2, "proxy"), STORES, times)],
        "single": [Part(Layout(f"one server, {fsync}", 1, "server", fsync=fsync), RESTART, times) for fsync in FSYNC],
        "take-over": [
            *(Part(Layout(f"{pair}, WAIT {wait}", 2, "proxy", wait), TAKE_OVER, times) for wait in (0, 1)),
            *(Part(Layout(f"{lagging}, WAIT {wait}", 2, "link", wait), LATE, 1) for wait in (0, 1)),
            Part(Layout(f"{lagging}, min-replicas-to-write 1", 2, "link", needed=1), LATE, 1),
        ],
        "sentinel": [
            *(Part(Layout(f"{two}, WAIT {wait}", 2, "sentinels", wait), SENTINEL, times) for wait in (0, 1)),
            Part(Layout(f"{two}, min-replicas-to-write 1", 2, "sentinels", needed=1), SENTINEL, times),
            *(Part(Layout(f"{three}, WAIT {wait}", 3, "sentinels", wait), SENTINEL, times) for wait in (0, 1, 2)),
        ],
    }


FSYNC: Final = ("everysec", "always")


@dataclass(slots=True)
class Row:
    """A fault and what it did. ``healed``: seconds, each time."""

    name: str
    saw: Counter[str] = field(default_factory=Counter)
    healed: list[float] = field(default_factory=list)
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0


@dataclass(slots=True)
class Happened:
    """``since`` to ``until``: when what was acknowledged or failed is this fault's doing."""

    name: str
    since: float
    until: float
    healed: float


@contextmanager
def staged(layout: Layout, seed: int) -> Iterator[Stage]:
    """A platform on an arrangement of Redis."""
    with ExitStack() as stack:
        config = {"appendfsync": layout.fsync}
        if layout.needed:
            config |= {"min_replicas_to_write": str(layout.needed), "min_replicas_max_lag": "10"}
        if layout.by == "sentinels":
            config |= {"requirepass": PASSWORD, "masterauth": PASSWORD}
        servers = Replicated(layout.servers, **config)
        stack.callback(servers.close)
        url, hold = servers.servers[0].url, None
        watchers: list[Server] = []
        if layout.by == "link":
            link = stack.enter_context(linked(servers.servers[0]))
            servers.servers[1].follow(link.port)
            hold = link.hold
        if layout.by in ("proxy", "link"):
            url = f"redis://{HOST}:{stack.enter_context(proxied(servers.servers))}/0"
        if layout.by == "sentinels":
            watchers = stack.enter_context(sentinels(servers.servers[0], layout.servers - 1))
            hosts = ",".join(f"{HOST}:{watcher.port}" for watcher in watchers)
            url = f"redis+sentinel://:{PASSWORD}@{hosts}/{SERVICE}/0?sentinel_password={PASSWORD}"
        postgres = stack.enter_context(mortal_postgres())
        platform = Platform(
            redis_url=url,
            database_url=postgres.url,
            redis_wait_replicas=str(layout.wait),
            player_requests_per_minute="0",
        )
        stack.callback(platform.close)
        platform.start("--workers", "2")
        stage = Stage(layout, servers, platform, postgres, random.Random(seed), watchers)
        if hold is not None:
            stage.hold = hold
        yield stage


def run(part: Part, seed: int) -> list[Row]:
    """Everything of a part, and a row for each of its faults."""
    with staged(part.layout, seed) as stage:
        happened: list[Happened] = []
        with ExitStack() as stack:
            watched = [stack.enter_context(observed(stage.platform)) for _ in range(2)]
            since = time.monotonic()
            for number, (name, inflict) in itertools.product(range(part.times), part.faults.items()):
                moment = inflict(stage)
                healed = wait_until_healed(watched, moment)
                happened.append(Happened(name, since, time.monotonic(), healed))
                say(f"    {number + 1}. {name}: healed after {healed:.1f} s")
                since = time.monotonic()
                if part.layout.servers > 1:
                    stage.servers.wait_for_replicas()
        rows = {name: Row(name) for name in part.faults}
        for it in happened:
            row = rows[it.name]
            row.healed.append(it.healed)
            for seen in everyone(watched):
                row.saw += seen.told(it.since, it.until)
        judge(stage.platform, watched, happened, rows)
        return list(rows.values())


def everyone(watched: Sequence[Observers]) -> list[Seen]:
    return [seen for observers in watched for seen in observers.everyone().values()]


def wait_until_healed(watched: Sequence[Observers], moment: float) -> float:
    """Wait until nobody has been disturbed for a while; how long after the moment the last disturbance ended."""
    while True:
        time.sleep(0.2)
        until = max(seen.disturbed_until(moment) for seen in everyone(watched))
        now = time.monotonic()
        if now > until + QUIET_SECONDS:
            return until - moment
        if now > moment + LONGEST_SECONDS:
            return float("inf")


def judge(platform: Platform, watched: Sequence[Observers], happened: Sequence[Happened], rows: dict[str, Row]) -> None:
    """Count what was acknowledged, lost and doubled, each for the fault at whose time it was acknowledged."""

    def row_of(at: float) -> Row:
        return rows[next((it.name for it in happened if at < it.until), happened[-1].name)]

    url, key = platform.folder.url(), platform.folder.key()
    assert url
    assert key
    client = StubbornClient(url, key)
    for record in (record for observers in watched for record in observers.records):
        for match in sorted({match for match, _ in record.sent}):
            steps = finish(client, record, match)
            if steps is None:
                record.see_missing(match)
                continue
            doubled = sum(len(actions) - 1 for actions in steps.values())
            doubled += sum(actions[0] not in record.sent.get((match, number), ()) for number, actions in steps.items())
            row_of(max((it.at for it in record.held() if it.match == match), default=0.0)).doubled += doubled
            record.see_steps(match, steps)
        for it in record.held() + record.lost:
            row_of(it.at).acknowledged += 1
        for it in record.lost:
            row_of(it.at).lost += 1
    client.close()


def finish(client: StubbornClient, record: Record, match: str) -> dict[int, list[str]] | None:
    """Play a match to its end, and check its replay: the person's actions in it, by decision. None: nobody knows it."""
    try:
        while (view := client.get(f"/v1/matches/{match}/seats/0/view"))["status"] == "live":
            if view["decision"] is None:
                time.sleep(0.02)
                continue
            record.see_pending(match, view["decision"])
            action = view["legal"][0]["notation"]
            record.send(match, view["decision"], action)
            client.post(f"/v1/matches/{match}/decisions/{view['decision']}", {"action": action})
    except NotMended as error:
        if "404" not in str(error):
            raise
        return None
    told = replay.read(json.dumps(client.get(f"/v1/matches/{match}/replay")).encode())
    replay.re_execute(told, InProcessEngine(ruleset(told.ruleset)))
    steps: dict[int, list[str]] = {}
    for step in told.steps:
        if step.seat == 0:
            steps.setdefault(step.decision, []).append(step.action)
    return steps


def line(layout: Layout, row: Row) -> str:
    """A row of the table."""
    saw = ", ".join(f"{what} x {count}" for what, count in row.saw.most_common(4)) or "nothing"
    healed = f"{statistics.median(row.healed):.1f} / {max(row.healed):.1f}"
    times = len(row.healed)
    return (
        f"| {layout.name} | {row.name} | {times} | {saw} | {healed} | {row.acknowledged} | {row.lost} | {row.doubled} |"
    )


def say(text: str) -> None:
    """A line for whoever watches."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


HEAD: Final = """
| Redis | fault | times | clients saw | healed after s, median / most | acknowledged | lost | doubled |
|---|---|---|---|---|---|---|---|"""


def main() -> None:
    """Run what is asked for, print the table, and end with 1 if something did not heal or was doubled."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="how often processes are killed, all kinds together")
    parser.add_argument("--swaps", type=int, default=20, help="how often a primary and its replica swap roles")
    parser.add_argument("--times", type=int, default=3, help="how often each other fault")
    parser.add_argument("--seed", type=int, default=1, help="repeats the same choices")
    names = list(parts(0, 0, 0))
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--faults", metavar="TEXT", default="", help="only faults whose name has this in it")
    given = parser.parse_args()
    found = parts(given.kills, given.swaps, given.times)
    done: list[tuple[Layout, Row]] = []
    for part in itertools.chain.from_iterable(found[name] for name in given.only):
        faults = {name: inflict for name, inflict in part.faults.items() if given.faults in name}
        if part.times and faults:
            say(part.layout.name)
            for row in run(replace(part, faults=faults), given.seed):
                done.append((part.layout, row))
                say(line(part.layout, row))
    say(HEAD)
    for layout, row in done:
        say(line(layout, row))
    if any(max(row.healed) == float("inf") or row.doubled for _, row in done):
        sys.exit(1)


if __name__ == "__main__":
    main()
