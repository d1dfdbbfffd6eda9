"""Playhall replaced by its next release, and taken back, while matches are played.

    python -m tests.cluster.release_upgrades PREVIOUS [MATCHES]

``PREVIOUS``: a commit or tag of the release before. It is started first; then comes this code, as docs/deploy.md says:
the tables, and then process after process; then the previous release again, on the tables of this one, and at last this
one for good. In between processes of both releases work on the same matches.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from services.engine import replay
from services.engine.engine import RulesetVersion
from services.engine.registry import engines_from
from tests.cluster.rolling import ROOT, Cluster, Player, check, playing
from tests.valkey import RealValkey

RULESETS = ("factionwars", "commanders", "duels")
SHORTEST = 60
"""Until the end is allowed a match that has seen so many revisions waits."""

LOGGED = 5_000
"""How many characters of the processes' log are shown after a failure."""


def unpack(commit: str, folder: Path) -> Path:
    """The files of a commit, and what is generated from its protos."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    subprocess.run([sys.executable, folder / "protos" / "build.py"], stdout=subprocess.DEVNULL, check=True)
    return folder


def replace(cluster: Cluster, previous: Path, matches: int) -> Iterator[str]:
    """Do it, and say what was found, a line after the other.

    Raises:
        AssertionError: somebody noticed something.
    """
    cluster.code = previous
    cluster.roll()
    players = [Player(cluster, ruleset, lambda view: view["revision"] >= SHORTEST) for ruleset in RULESETS]
    _create(players, matches)
    with playing(players):
        for name, code in (("this release", ROOT), ("the previous one again", previous), ("this release", ROOT)):
            cluster.code = code
            if code is ROOT:
                migrated = cluster.run("migrate")
                assert migrated.returncode == 0, migrated.stderr
            cluster.roll()
            check(players)
            _create(players, matches // 2)
            yield f"{name}: {sum(player.answered for player in players)} requests so far, each answered as it should be"
    engines = engines_from("local", 5.0)
    checked = 0
    for player in players:
        for match_id in player.ended:
            told = replay.read(player.replay(match_id))
            replay.re_execute(told, engines.pinned(RulesetVersion(told.ruleset, told.version)))
            checked += 1
    yield f"{checked} matches played to their ends, their replays verified"


def _create(players: list[Player], matches: int) -> None:
    for player in players:
        player.create(matches // len(players))


def main(commit: str, matches: int = 60) -> None:
    """Do it with a Valkey and a folder of its own."""
    with tempfile.TemporaryDirectory() as name, closing(RealValkey()) as valkey:
        folder = Path(name)
        previous = unpack(commit, folder / "previous")
        (folder / "data").mkdir()
        cluster = Cluster(valkey, folder / "data", previous)
        try:
            for line in replace(cluster, previous, matches):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
        except AssertionError:
            sys.stderr.write(cluster.log[-LOGGED:])
            raise
        finally:
            cluster.close()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
