"""The platform that is fuzzed, who asks, what can be asked about; and those who must not notice."""

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from cli.rest_client import Rest
from services.engine.registry import installed_ids
from services.identity import Scope
from services.settings import NAMES
from tests.e2e.platform import Platform
from tests.waiting import wait_until

SCOPES: Final = [scope.value for scope in Scope if scope is not Scope.ADMIN]
IN_THE_LOGS: Final = re.compile(r"Traceback \(most recent|level=(error|critical)|\"level\": ?\"(error|critical)\"")
MOST: Final = 60
"""So many matches, keys and tokens are known at once; new ones take the places of old ones."""

CUP: Final = {
    "name": "Cup",
    "ruleset": "duels",
    "stages": [{"format": "swiss", "rounds": 1}],
    "entry": {"bots": "allowed"},
    "times": {"round_seconds": 3_600},
}


class LimitedPlatform(Platform):
    """A platform with rate limits; 0: without any."""

    def __init__(self, requests_per_minute: int) -> None:
        super().__init__()
        limits = (name for name in NAMES if name.endswith("_requests_per_minute"))
        self._settings = {f"PLAYHALL_{name.upper()}": str(requests_per_minute) for name in limits}

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | self._settings


@dataclass(slots=True)
class Bystander:
    """A live match of people who have nothing to do with it all. ``views``: what they saw when they last looked."""

    match: str
    keys: tuple[str, ...]
    views: tuple[str, ...]


class Pool:
    """What requests name: ids and texts of several kinds, half of them real. Safe to share between threads."""

    def __init__(self) -> None:
        self._known: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def add(self, kind: str, text: str) -> None:
        """Remember it, and forget another if there are many."""
        with self._lock:
            known = self._known.setdefault(kind, [])
            if text not in known:
                known.append(text)
                del known[: max(0, len(known) - MOST)]

    def draw(self, random: Random, kind: str) -> str | None:
        """One of them; None: none of that kind is known."""
        with self._lock:
            known = self._known.get(kind)
            return random.choice(known) if known else None


class World:
    """People with keys of several kinds, matches in every state, and bystanders.

    What a fuzzing key may revoke is never in the pool but for keys that nobody uses, so that the run does not end in
    refusals only.
    """

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.url = platform.folder.url() or ""
        self.grpc = platform.folder.grpc() or ""
        self.pool = Pool()
        self._admin = platform.rest()
        self._processes = set(platform.children())
        self._keys, self._revoked = self._make_keys()
        self._fill_pool()
        self._bystanders = [self._bystander(ruleset) for ruleset in installed_ids()]

    def _person(self, name: str, scopes: list[str]) -> tuple[str, str]:
        player = self._admin.post("/v1/players", {"name": name})["id"]
        key = self._admin.post(f"/v1/players/{player}/keys", {"name": name, "scopes": scopes})["secret"]
        return player, key

    def key(self, random: Random) -> str:
        """Somebody's key, seldom one that is revoked."""
        return self._revoked if random.random() < 0.02 else random.choice(self._keys)

    def _make_keys(self) -> tuple[list[str], str]:
        """Three players' keys, one that only reads, an admin's; and one that was revoked."""
        found = []
        for name in ("ann", "bob", "cleo"):
            player, key = self._person(name, SCOPES)
            found.append(key)
            self.pool.add("player", player)
            for _ in range(3):
                unused = {"name": "unused", "scopes": ["matches:read"]}
                self.pool.add("key", self._admin.post(f"/v1/players/{player}/keys", unused)["id"])
        found.append(self._person("reader", [Scope.MATCHES_READ.value])[1])
        found.append(self._person("admin", ["admin"])[1])
        old = self._admin.post(f"/v1/players/{player}/keys", {"name": "old", "scopes": SCOPES})
        self._admin.post(f"/v1/keys/{old['id']}:rotate", {"overlap_seconds": 0})
        return found, old["secret"]

    def _fill_pool(self) -> None:
        ann, bob = (Rest(self.url, key) for key in self._keys[:2])
        for ruleset in installed_ids():
            self.pool.add("ruleset", ruleset)
            for seats in (["me", "open"], ["me", "bot:random"], ["bot:random", "bot:random"]):
                match = ann.post("/v1/matches", {"ruleset": ruleset, "seats": seats})["id"]
                self.pool.add("match", match)
                if seats == ["me", "open"] and ruleset != "standoff":  # one stays open
                    bob.post(f"/v1/matches/{match}:join")
                started(ann, match)
                view = ann.get(f"/v1/matches/{match}/seats/0/view") if "me" in seats else {}
                for legal in (view.get("legal") or [])[:5]:
                    self.pool.add("action", legal["notation"])
        for kind in ("options", "action", "view", "event", "state"):
            self.pool.add("name", kind)
        two = {"ruleset": "commanders", "entrants": ["random"], "stop": {"rule": "fixed", "matches": 2}}
        for person in (ann, bob):
            self.pool.add("series", person.post("/v1/series", two)["id"])
            self.pool.add("tournament", person.post("/v1/tournaments", CUP)["id"])
        for entrant in ("e1", "me"):
            self.pool.add("entrant", entrant)
        page = ann.get("/v1/matches", page_size=1)
        self.pool.add("page_token", page.get("next_page_token") or "x")

    def _bystander(self, ruleset: str) -> Bystander:
        keys = [self._person("bystander", SCOPES) for _ in range(2)]
        people = tuple(Rest(self.url, key) for _, key in keys)
        match = people[0].post("/v1/matches", {"ruleset": ruleset, "seats": ["me", f"player:{keys[1][0]}"]})["id"]
        people[1].post(f"/v1/matches/{match}:join")
        started(people[0], match)
        wait_until(lambda: people[0].get(f"/v1/matches/{match}")["status"] == "live", "the bystanders' start")
        return Bystander(match, tuple(key for _, key in keys), self._views(match, people))

    @staticmethod
    def _views(match: str, people: Iterable[Rest]) -> tuple[str, ...]:
        return tuple(str(person.get(f"/v1/matches/{match}/seats/{seat}/view")) for seat, person in enumerate(people))

    def harm(self) -> list[str]:
        """What was hurt: processes, health, logs, bystanders. Plays some moves of theirs."""
        found = []
        if gone := self._processes - set(self.platform.children()):
            found.append(f"{len(gone)} processes have ended")
        found += self._unwell()
        for log in sorted(self.platform.folder.logs.glob("*.log*")):
            lines = [line for line in log.read_text(errors="replace").splitlines() if IN_THE_LOGS.search(line)]
            found += [f"{log.name}: {line[:600]}" for line in lines[:5]]
        for bystander in self._bystanders:
            people = [Rest(self.url, key) for key in bystander.keys]  # the old connections may have been closed as idle
            if self._views(bystander.match, people) != bystander.views:
                found.append(f"the match {bystander.match} has changed")
            self._play(bystander.match, people)
            before, bystander.views = bystander.views, self._views(bystander.match, people)
            if bystander.views == before:
                found.append(f"nobody can play on in {bystander.match}")
        return found

    def _unwell(self) -> list[str]:
        found = []
        if self.platform.rest().get("/readyz").get("status") != "ok":
            found.append("the gateway is not ready")
        with grpc.insecure_channel(self.grpc) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            health = stub.Check(health_pb2.HealthCheckRequest(), timeout=10)
        if health.status != health_pb2.HealthCheckResponse.SERVING:
            found.append("the play API is not serving")
        return found

    @staticmethod
    def _play(match: str, people: list[Rest]) -> None:
        path = f"/v1/matches/{match}"
        for _ in range(3):
            for seat, person in enumerate(people):
                view: dict[str, Any] = person.get(f"{path}/seats/{seat}/view")
                if view["decision"] is not None:
                    person.post(f"{path}/decisions/{view['decision']}", {"action": view["legal"][0]["notation"]})


def started(creator: Rest, match: str) -> None:
    """Start a match that does not start by itself, if it can be started."""
    shown = creator.get(f"/v1/matches/{match}")
    if shown["status"] == "open" and all(seat["status"] == "taken" for seat in shown["seats"]):
        creator.post(f"/v1/matches/{match}:start")
