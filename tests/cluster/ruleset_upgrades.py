"""A ruleset that is upgraded while matches of it are played, as docs/versions.md says.

    python -m tests.cluster.ruleset_upgrades [MATCHES]      two upgrades under 200 live matches, or so many

Engines, gateways, workers, relay and ticker are processes of their own. Each upgrade starts an engine of the new
version beside the old one, replaces workers, then gateways, one after the other, and lets the new version deal.
"""

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from services.engine import replay
from services.engine.engine import RulesetVersion
from services.engine.registry import engines_from
from tests.cluster.rolling import Cluster, Player, check, playing
from tests.valkey import RealValkey

PLAYERS = 4


def upgrade_twice(cluster: Cluster, matches: int) -> Iterator[str]:
    """Do it, and say what was found, a line after the other.

    Raises:
        AssertionError: somebody noticed something.
    """
    first = cluster.engine("1.0.0")
    cluster.roll()
    # In round 2 a match waits until it may end.
    players = [Player(cluster, "sealed", lambda view: view["view"]["round"] == 2) for _ in range(PLAYERS)]
    for player in players:
        player.create(matches // PLAYERS)
    with playing(players):
        yield from _upgrade(cluster, players, "1.2.0", canary_exit=0, new_matches=2)
        yield from _upgrade(cluster, players, "2.0.0", canary_exit=1, new_matches=2)
        check(players)
        live = Counter(version for player in players for version in player.versions.values())
        assert live == {"1.0.0": matches, "1.2.0": 2 * PLAYERS, "2.0.0": 2 * PLAYERS}
        listed = cluster.run("versions")
        assert listed.returncode == 0, listed.stderr
        assert _needed(listed.stdout) == dict(live), listed.stdout
    yield f"{sum(player.answered for player in players)} requests, each answered as it should be"
    yield from _verify(cluster, players)
    # Nothing needs the first version any more: it may go, until somebody wants to check an old replay.
    assert _needed(cluster.run("versions").stdout) == {"1.0.0": 0, "1.2.0": 0, "2.0.0": 0}
    cluster.stop_engine("1.0.0")
    yield from _ask_for_the_old(cluster, players, first)


def _upgrade(
    cluster: Cluster, players: list[Player], version: str, *, canary_exit: int, new_matches: int
) -> Iterator[str]:
    assert cluster.run("versions", "drain", "sealed", version).returncode == 0
    address = cluster.engine(version)
    cluster.roll()
    told = cluster.run("canary", "sealed", address)
    assert told.returncode == canary_exit, told.stdout + told.stderr
    yield f"canary of {version}: {told.stdout.splitlines()[-1]}"
    assert cluster.run("versions", "resume", "sealed", version).returncode == 0
    time.sleep(2.5)  # until every gateway knows it
    for player in players:
        player.create(new_matches)


def _verify(cluster: Cluster, players: list[Player]) -> Iterator[str]:
    engines = engines_from(cluster.served, 5.0)
    checked: Counter[str] = Counter()
    for player in players:
        for match_id in player.ended:
            told = replay.read(player.replay(match_id))
            assert told.version == player.versions[match_id]
            replay.re_execute(told, engines.pinned(RulesetVersion(told.ruleset, told.version)))
            checked[told.version] += 1
    assert sum(checked.values()) == sum(len(player.versions) for player in players)
    yield f"replays verified: {json.dumps(dict(sorted(checked.items())))}"


def _ask_for_the_old(cluster: Cluster, players: list[Player], first: str) -> Iterator[str]:
    match_id = next(id for id, version in players[0].versions.items() if version == "1.0.0")
    file = cluster.folder / "old.json"
    file.write_bytes(players[0].replay(match_id))
    told = cluster.run("verify", str(file))
    assert told.returncode == 1
    assert "was played with version 1.0.0 of sealed" in told.stderr, told.stderr
    assert "`versioned 1.0.0` served it" in told.stderr, told.stderr
    address = cluster.engine("1.0.0")
    assert address != first
    told = cluster.run("verify", str(file))
    assert told.returncode == 0, told.stderr
    yield "an old replay is checked again when its version is served again"


def _needed(table: str) -> dict[str, int]:
    """Live matches by version, as ``playhall versions`` has them."""
    rows = [line.split() for line in table.splitlines()[1:]]
    return {row[1]: int(row[2]) for row in rows}


def main(matches: int = 200) -> None:
    """Do it with a Valkey and a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, closing(RealValkey()) as valkey:
        cluster = Cluster(valkey, Path(folder))
        try:
            for line in upgrade_twice(cluster, matches):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
        finally:
            cluster.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
