"""Tournaments over REST: a platform with a clock of its own, on which they are played to their ends."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from services.identity import Caller, Scope
from services.stored_tournaments.hosted_tournament import MatchState
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.valkey import RealValkey

SWISS: Mapping[str, Any] = {"format": "swiss", "rounds": 3}
BOTS_ONLY: Mapping[str, Any] = {"bots": "only", "registration": "invited"}


class Clock:
    """Goes on when a test says so."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms


class Scene:
    """A hall, a host, and what its tests do all the time."""

    def __init__(self, hall: Hall, clock: Clock) -> None:
        self.hall = hall
        self.clock = clock
        self.host = hall.client("Host")
        self.stranger = hall.client("Stranger")
        self.nobody = hall.stranger()

    def announce(self, *stages: Mapping[str, Any], bots: int = 0, **settings: Any) -> str:
        """The path of a tournament of Sealed Rows, with so many bots of the house."""
        new = {"name": "Cup", "ruleset": "sealed", "stages": list(stages or [SWISS]), "entry": BOTS_ONLY, **settings}
        path = f"/v1/tournaments/{self.host.make('/v1/tournaments', new)['id']}"
        if bots:
            entrants = [{"bot": "greedy", "name": f"Bot {number}"} for number in range(1, bots + 1)]
            self.host.make(f"{path}/entrants:import", {"entrants": entrants})
        return path

    def begun(self, *stages: Mapping[str, Any], bots: int, **settings: Any) -> str:
        """The path of a tournament whose first tables wait for their matches to be played."""
        path = self.announce(*stages, bots=bots, **settings)
        self.host.make(f"{path}:start")
        self.look()
        return path

    def look(self) -> None:
        """Let a second pass and somebody look after what is due."""
        self.clock.now_ms += 1000
        while self.hall.runner.advance():
            pass

    def play(self, path: str) -> None:
        """Play the matches that are there."""
        for match in self.hall.tournaments.view(self._host, path.rpartition("/")[2]).matches:
            if match.state is MatchState.MADE:
                self.hall.play_house(match.match_id)
                self.hall.scoring.score(match.match_id)

    def play_round(self, path: str) -> None:
        """Play the matches that are there, and let what follows follow."""
        self.play(path)
        self.look()

    def finished(self, *stages: Mapping[str, Any], bots: int, **settings: Any) -> str:
        """The path of a tournament that was played to its end."""
        path = self.begun(*stages, bots=bots, **settings)
        for _ in range(100):
            if self.host.read(path)["status"] == "finished":
                return path
            self.play_round(path)
        raise AssertionError("it does not end")

    @property
    def _host(self) -> Caller:
        player = self.hall.players.get(self.host.id)
        return Caller(player.id, player.name, player.kind, "test", frozenset(Scope), player.version)


@contextmanager
def scene(folder: Path, migrated: Path, valkey: RealValkey) -> Iterator[Scene]:
    """A platform of its own."""
    database, clock = folder / "playhall.db", Clock()
    database.write_bytes(migrated.read_bytes())
    with valkey.client() as redis:
        hall = open_hall(folder, redis, valkey.url, database, now_ms=clock)
        try:
            yield Scene(hall, clock)
        finally:
            hall.hub.close()


@contextmanager
def scene_apart(folder: Path, migrated: Path) -> Iterator[Scene]:
    """A platform with a store of its own, for all tests of a module: their tournaments do not meet."""
    server = RealValkey()
    try:
        with scene(folder, migrated, server) as opened:
            yield opened
    finally:
        server.close()


def rows(client: Client, path: str) -> list[dict[str, Any]]:
    """The standings of the last stage."""
    found: list[dict[str, Any]] = client.read(f"{path}/standings")["stages"][-1]["rows"]
    return found
