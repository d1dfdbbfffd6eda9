"""What one served move costs, end to end: clients play whole matches through the API.

Each match has a client for every seat, with a key and a connection of its own. The clients go in rounds: in every match
the client whose turn it is gets its view, all matches at once; then all of them play one of the legal actions that they
were told. So views and moves are measured apart, and each with as many requests at once as there are matches.

Processor time is that of every process of the platform, from the kernel's own clocks. The load generator is a process
of its own and is not counted. The platform runs as ``playhall up`` starts it: everything is saved and flushed to the
disk before it is answered, views are filtered, keys are checked.
"""

import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from cli.rest_client import Rest
from tests.benchmarks.bare_flask import BODY, PATH
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.http_clients import Answer, Connection, Request, send_all
from tests.benchmarks.yardstick import ProcessorYardstick

_WARM_UP_SECONDS: Final = 2.0


@dataclass(slots=True)
class Measured:
    """Measured of one kind: how long each took, how long all together, and what the platform's processes used."""

    latencies: list[float] = field(default_factory=list)
    elapsed: float = 0.0
    used: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def measured(self, processes: Processes) -> Iterator[list[float]]:
        """One round: the latencies of its requests go into the list."""
        latencies: list[float] = []
        before, begun = processes.seconds(), time.perf_counter()
        yield latencies
        self.elapsed += time.perf_counter() - begun
        self.latencies += latencies
        for name, seconds in processes.seconds().items():
            self.used[name] = self.used.get(name, 0.0) + seconds - before[name]

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self.latencies)

    @property
    def per_second(self) -> float:
        """How many a second while they went on."""
        return self.count / self.elapsed

    def latency_ms(self, percent: int) -> float:
        """The latency that so many percent did not exceed."""
        return sorted(self.latencies)[min(self.count * percent // 100, self.count - 1)] * 1000

    def cpu_ms(self) -> dict[str, float]:
        """Processor milliseconds of each kind of process for one request."""
        return {name: seconds * 1000 / self.count for name, seconds in self.used.items()}


@dataclass(frozen=True, slots=True)
class Served:
    """What was measured with some matches at once: requests for a seat's view, moves, and between them as many requests
    to bare Flask."""

    matches: int
    views: Measured
    moves: Measured
    bare_flask: Measured
    yardstick: ProcessorYardstick
    generator_ms: float
    """Processor milliseconds of the load generator for one request."""


@dataclass(frozen=True, slots=True)
class View:
    """What a client reads in a view: ``legal`` are the notations of what it may play now."""

    is_live: bool
    pending: Sequence[int] = ()
    decision: int = 0
    legal: Sequence[str] = ()


class Match:
    """One match after the other, each created and joined over REST by the same clients."""

    def __init__(self, connections: Sequence[Connection], ruleset: str, chooser: random.Random) -> None:
        self._connections = connections
        self._ruleset = ruleset
        self._chooser = chooser
        self._pending: list[int] = []
        self.id = ""
        self.seat = 0
        self.view = View(is_live=False)

    @property
    def is_over(self) -> bool:
        """The match has ended, or none has begun."""
        return not self.view.is_live

    @property
    def key(self) -> str:
        """Of the client whose turn it is."""
        return self._connections[self.seat].key

    def create_and_join(self) -> None:
        """Begin a match: the first client creates it, the others join."""
        seats = ["me", *["open"] * (len(self._connections) - 1)]
        first, *others = self._connections
        self.id = json.loads(self._send(first, "", {"ruleset": self._ruleset, "seats": seats}).body)["id"]
        for connection in others:
            self._send(connection, f"/{self.id}:join", {})
        self._pending = []
        self.view = View(is_live=True)

    def next_seat(self) -> None:
        """Go on to the client whose turn it is, or may be."""
        self.seat = self._pending.pop(0) if self._pending else (self.seat + 1) % len(self._connections)

    def view_request(self) -> Request:
        """The request of the client whose turn it is for its view."""
        return Request(self._connections[self.seat], "GET", f"/v1/matches/{self.id}/seats/{self.seat}/view")

    def update(self, view: View) -> None:
        """The client has its view."""
        self.view = view
        self._pending = [seat for seat in view.pending if seat != self.seat]

    def choice(self) -> str:
        """One of the actions that the client was told."""
        return self._chooser.choice(self.view.legal)

    def move_request(self) -> Request:
        """The client's request with an action."""
        body = json.dumps({"action": self.choice()}).encode()
        path = f"/v1/matches/{self.id}/decisions/{self.view.decision}"
        return Request(self._connections[self.seat], "POST", path, body)

    def _send(self, connection: Connection, path: str, body: dict[str, Any]) -> Answer:
        return send_all([Request(connection, "POST", f"/v1/matches{path}", json.dumps(body).encode())])[0]


class Clients(Protocol):
    """The clients of all matches at once. What they ask for comes with the seconds that each of them waited."""

    def get_view(self, matches: Sequence[Match]) -> tuple[list[View], list[float]]:
        """In each match, the client whose turn it is gets its view."""
        ...

    def move(self, matches: Sequence[Match]) -> list[float]:
        """In each match, the client whose turn it is plays one of the actions that it was told."""
        ...


class RestClients:
    """Over REST, each client on a connection of its own."""

    def get_view(self, matches: Sequence[Match]) -> tuple[list[View], list[float]]:
        answers = send_all([match.view_request() for match in matches])
        return [_view(json.loads(answer.body)) for answer in answers], [answer.seconds for answer in answers]

    def move(self, matches: Sequence[Match]) -> list[float]:
        return [answer.seconds for answer in send_all([match.move_request() for match in matches])]


def _view(document: dict[str, Any]) -> View:
    legal = [action["notation"] for action in document["legal"]]
    return View(document["status"] == "live", document["pending"], document["decision"] or 0, legal)


class BareFlaskClients:
    """Clients of bare Flask."""

    def __init__(self, port: int, pid: int, most: int) -> None:
        """``most``: how many requests there are at once."""
        self._connections = [Connection("127.0.0.1", port, "none") for _ in range(most)]
        self.send(1)  # by then its worker process runs
        self.processes = Processes.of_server(pid, "bare Flask")

    def send(self, number: int) -> list[float]:
        """Send so many requests at once, each on a connection of its own; the seconds that each took."""
        answers = send_all([Request(connection, "POST", PATH, BODY) for connection in self._connections[:number]])
        return [answer.seconds for answer in answers]


class ConcurrentMatches:
    """Matches that are played at the same time."""

    def __init__(self, rest: Rest, ruleset: str, seats: int, matches: int) -> None:
        """``rest``: with a key that may do everything; the clients' players and keys are made with it."""
        address = urlsplit(rest.url)
        host, port = address.hostname or "", address.port or 0
        connections = [Connection(host, port, new_key(rest, number)) for number in range(seats * matches)]
        chooser = random.Random(matches)
        self._matches = [Match(connections[seats * n : seats * (n + 1)], ruleset, chooser) for n in range(matches)]

    def play(self, seconds: float, clients: Clients, processes: Processes, bare_flask: BareFlaskClients) -> Served:
        """Play for some seconds, after a little while to warm up."""
        self._rounds(_WARM_UP_SECONDS, clients, processes, bare_flask)
        return self._rounds(seconds, clients, processes, bare_flask)

    def _rounds(self, seconds: float, clients: Clients, processes: Processes, bare_flask: BareFlaskClients) -> Served:
        view_requests, move_requests, bare_requests = Measured(), Measured(), Measured()
        yardstick = ProcessorYardstick()
        generator = 0.0
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for match in self._matches:
                if match.is_over:
                    match.create_and_join()
                match.next_seat()
            yardstick.sample()
            began = time.process_time()
            with view_requests.measured(processes) as latencies:
                views, waited = clients.get_view(self._matches)
                latencies.extend(waited)
            for match, view in zip(self._matches, views, strict=True):
                match.update(view)
            movers = [match for match in self._matches if match.view.legal]
            with move_requests.measured(processes) as latencies:
                latencies.extend(clients.move(movers))
            with bare_requests.measured(bare_flask.processes) as latencies:
                latencies.extend(bare_flask.send(len(self._matches)))
            generator += time.process_time() - began
        return Served(
            matches=len(self._matches),
            views=view_requests,
            moves=move_requests,
            bare_flask=bare_requests,
            yardstick=yardstick,
            generator_ms=generator * 1000 / (view_requests.count + move_requests.count + bare_requests.count),
        )


def new_key(rest: Rest, number: int) -> str:
    """A new player's key."""
    player = rest.post("/v1/players", {"name": f"Bench {number}"})["id"]
    scopes = ["matches:read", "matches:play", "matches:create"]
    key: str = rest.post(f"/v1/players/{player}/keys", {"name": "bench", "scopes": scopes})["secret"]
    return key
