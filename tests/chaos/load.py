"""Matches of bots and of people, and what must be true of them at the end whatever happened meanwhile."""

import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final

from services.engine import replay
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from tests.chaos.retrying_client import NotMended, StubbornClient

BOT_TABLES: Final = (
    ("factionwars", ("bot:random", "bot:random")),
    ("commanders", ("bot:random", "bot:random")),
    ("factionwars", ("bot:random", "bot:random", "bot:random")),
    ("duels", ("bot:random", "bot:random")),
)
PEOPLE_TABLES: Final = (
    ("factionwars", ("me", "bot:random", "open")),
    ("commanders", ("me", "open")),
    ("duels", ("open", "me")),
)
ONGOING: Final = ("open", "live")
PATIENCE_SECONDS: Final = 240.0
"""How long matches may stand still, or take to their end: far more than they need on an idle machine."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player with a key."""

    id: str
    key: str


@dataclass(slots=True)
class Answered:
    """A decision that a person made. ``reply``: the bytes that were answered."""

    match: str
    seat: int
    decision: int
    action: str
    reply: bytes


@dataclass(slots=True)
class Load:
    """Everything that runs on the platform. ``people``: two, who meet at each table of people."""

    url: str
    people: tuple[Person, Person]
    seed: int
    cut: float = 0.0
    matches: list[str] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    sent_again: int = 0
    hung_up: int = 0
    _threads: list[threading.Thread] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self, bots: int, tables: int) -> None:
        """Create the matches, and let people play at their tables."""
        client = StubbornClient(self.url, self.people[0].key)
        for number in range(bots):
            game, seats = BOT_TABLES[number % len(BOT_TABLES)]
            self.matches.append(self._create(client, game, seats, f"bots-{self.seed}-{number}"))
        for number in range(tables):
            game, seats = PEOPLE_TABLES[number % len(PEOPLE_TABLES)]
            match = self._create(client, game, seats, f"people-{self.seed}-{number}")
            self.matches.append(match)
            for person in self.people:
                thread = threading.Thread(target=self._sit_and_play, args=(match, person, number), daemon=True)
                self._threads.append(thread)
                thread.start()
        client.close()

    def _create(self, client: StubbornClient, game: str, seats: tuple[str, ...], name: str) -> str:
        """A match. Sent again, it is the same one: the key says so."""
        reply = client.post("/v1/matches", {"ruleset": game, "seats": list(seats)}, **{"Idempotency-Key": name})
        match: str = json.loads(reply)["id"]
        return match

    # -- people --------------------------------------------------------------------------------------------------------

    def _sit_and_play(self, match: str, person: Person, number: int) -> None:
        client = StubbornClient(self.url, person.key, cut=self.cut, seed=hash((self.seed, match, person.id)))
        try:
            if person is not self.people[0]:
                client.post(f"/v1/matches/{match}:join", {})
            self._play(client, match, person, random.Random(f"{self.seed} {number} {person.id}"))
        except NotMended as error:
            self.failures.append(f"{match}: {error}")
        finally:
            with self._lock:
                self.sent_again += client.sent_again
                self.hung_up += client.hung_up
            client.close()

    def _play(self, client: StubbornClient, match: str, person: Person, pick: random.Random) -> None:
        seat = self._seat(client, match, person)
        idle_since = time.monotonic()
        while True:
            view: dict[str, Any] = client.get(f"/v1/matches/{match}/seats/{seat}/view")
            if view["status"] not in ONGOING:
                return
            if view["decision"] is None:
                if time.monotonic() - idle_since > PATIENCE_SECONDS:
                    raise NotMended(f"nobody plays on: {view['pending']} are pending")
                time.sleep(0.02)
                continue
            action = pick.choice(view["legal"])["notation"]
            path = f"/v1/matches/{match}/decisions/{view['decision']}"
            reply = client.post(path, {"action": action})
            with self._lock:
                self.answered.append(Answered(match, seat, view["decision"], action, reply))
            idle_since = time.monotonic()

    def _seat(self, client: StubbornClient, match: str, person: Person) -> int:
        seats = client.get(f"/v1/matches/{match}")["seats"]
        return next(int(seat["seat"]) for seat in seats if seat["player"] and seat["player"]["id"] == person.id)

    # -- the end -------------------------------------------------------------------------------------------------------

    def live(self, client: StubbornClient) -> int:
        """How many matches have not ended."""
        return len([match for match in self.matches if client.get(f"/v1/matches/{match}")["status"] in ONGOING])

    def wait(self, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait until all matches have ended."""
        client = StubbornClient(self.url, self.people[0].key)
        until = time.monotonic() + seconds
        while left := self.live(client):
            assert not self.failures, self.failures
            assert time.monotonic() < until, f"{left} of {len(self.matches)} matches do not end"
            time.sleep(0.2)
        for thread in self._threads:
            thread.join(30)
        client.close()

    def check(self) -> None:
        """Everything that must hold at the end.

        Every match has finished and its replay holds; what people were answered is what the replays say, and nothing
        else stands there for their seats; the same answer sent once more gets the same bytes.
        """
        assert not self.failures, self.failures
        client = StubbornClient(self.url, self.people[0].key)
        steps: dict[tuple[str, int, int], str] = {}
        for match in self.matches:
            details = client.get(f"/v1/matches/{match}")
            assert details["status"] == "finished", details
            told = replay.read(json.dumps(self._replay(client, match)).encode())
            replay.re_execute(told, InProcessEngine(ruleset(told.ruleset)))
            people = {seat["seat"] for seat in details["seats"] if seat["player"]["kind"] == "person"}
            steps |= {(match, step.seat, step.decision): step.action for step in told.steps if step.seat in people}
        answers = {(one.match, one.seat, one.decision): one.action for one in self.answered}
        assert len(answers) == len(self.answered)
        assert steps == answers
        self._check_answers()
        client.close()

    def _replay(self, client: StubbornClient, match: str) -> Any:
        return client.get(f"/v1/matches/{match}/replay")

    def _check_answers(self) -> None:
        clients = {person.id: StubbornClient(self.url, person.key) for person in self.people}
        seats: dict[str, dict[int, str]] = {}
        for one in random.Random(self.seed).sample(self.answered, min(100, len(self.answered))):
            if one.match not in seats:
                details = clients[self.people[0].id].get(f"/v1/matches/{one.match}")
                seats[one.match] = {seat["seat"]: seat["player"]["id"] for seat in details["seats"]}
            client = clients[seats[one.match][one.seat]]
            again = client.post(f"/v1/matches/{one.match}/decisions/{one.decision}", {"action": one.action})
            assert again == one.reply
        for client in clients.values():
            client.close()
