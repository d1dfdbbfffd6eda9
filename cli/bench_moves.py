"""What one served move costs, end to end: people's clients play whole matches through the API.

Each match has a client for every seat, with a key and a connection of its own. The clients go in rounds: in every match
the client whose turn it is looks at its view, all matches at once; then all of them play one of the legal actions that
they were told. So looking and moving are measured apart, and each with as many requests at once as there are matches.

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

from cli.bench_cpu import Processes
from cli.bench_crowd import Answer, Errand, Line, send_all
from cli.bench_flask import BODY, PATH
from cli.rest_client import Rest

REFERENCE_YARDSTICK: Final = 0.35
"""Processor seconds of the yardstick on the machine that targets are stated for."""

_YARDSTICK_PART: Final = 1_000_000
_YARDSTICK_WHOLE: Final = 10_000_000
_BETWEEN_YARDSTICKS: Final = 0.5
_WARM_UP_SECONDS: Final = 2.0


def _count(times: int) -> int:
    x = 0
    for _ in range(times):
        x += 1
    return x


@dataclass(slots=True)
class Yardstick:
    """Ten million ``x += 1``, in small parts all along a measurement: what a processor second was worth then."""

    taken: list[float] = field(default_factory=list)
    _last: float = 0.0

    def take(self) -> None:
        """Take a part, unless one was taken a moment ago."""
        if time.perf_counter() - self._last < _BETWEEN_YARDSTICKS:
            return
        before = time.thread_time()
        _count(_YARDSTICK_PART)
        self.taken.append((time.thread_time() - before) * _YARDSTICK_WHOLE / _YARDSTICK_PART)
        self._last = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Processor seconds of the whole yardstick, on the average of the measurement."""
        return sum(self.taken) / len(self.taken)

    @property
    def scale(self) -> float:
        """By what to multiply processor time to have it as on the reference machine."""
        return REFERENCE_YARDSTICK / self.seconds


@dataclass(slots=True)
class Requests:
    """Requests of one kind: how long each took, how long all together, and what the platform's processes used."""

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
        for part, seconds in processes.seconds().items():
            self.used[part] = self.used.get(part, 0.0) + seconds - before[part]

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
        """Processor milliseconds of each part for one request."""
        return {part: seconds * 1000 / self.count for part, seconds in self.used.items()}


@dataclass(frozen=True, slots=True)
class Served:
    """What was measured with some matches at once: ``looks`` at a seat's view, ``moves``, and as many requests to
    ``bare`` Flask between them."""

    matches: int
    looks: Requests
    moves: Requests
    bare: Requests
    yardstick: Yardstick
    generator_ms: float
    """Processor milliseconds of the load generator for one request."""


@dataclass(frozen=True, slots=True)
class View:
    """What a client learns by looking: ``legal`` are the notations of what it may play now."""

    is_live: bool
    pending: Sequence[int] = ()
    decision: int = 0
    legal: Sequence[str] = ()


class Table:
    """One match at a time, played by the same clients over REST."""

    def __init__(self, lines: Sequence[Line], ruleset: str, chooser: random.Random) -> None:
        self._lines = lines
        self._ruleset = ruleset
        self._chooser = chooser
        self._pending: list[int] = []
        self.match = ""
        self.seat = 0
        self.view = View(is_live=False)

    @property
    def is_over(self) -> bool:
        """The match has ended, or none has begun."""
        return not self.view.is_live

    @property
    def key(self) -> str:
        """Of the client whose turn it is."""
        return self._lines[self.seat].key

    def sit_down(self) -> None:
        """Begin a match: the first client creates it, the others join."""
        seats = ["me", *["open"] * (len(self._lines) - 1)]
        first, *others = self._lines
        self.match = json.loads(self._send(first, "", {"ruleset": self._ruleset, "seats": seats}).body)["id"]
        for line in others:
            self._send(line, f"/{self.match}:join", {})
        self._pending = []
        self.view = View(is_live=True)

    def next_turn(self) -> None:
        """Go on to the client whose turn it is, or may be."""
        self.seat = self._pending.pop(0) if self._pending else (self.seat + 1) % len(self._lines)

    def look(self) -> Errand:
        """The request of the client whose turn it is for its view."""
        return Errand(self._lines[self.seat], "GET", f"/v1/matches/{self.match}/seats/{self.seat}/view")

    def saw(self, view: View) -> None:
        """The client has its view."""
        self.view = view
        self._pending = [seat for seat in view.pending if seat != self.seat]

    def choice(self) -> str:
        """One of the actions that the client was told."""
        return self._chooser.choice(self.view.legal)

    def move(self) -> Errand:
        """The client's request with an action."""
        body = json.dumps({"action": self.choice()}).encode()
        path = f"/v1/matches/{self.match}/decisions/{self.view.decision}"
        return Errand(self._lines[self.seat], "POST", path, body)

    def _send(self, line: Line, path: str, body: dict[str, Any]) -> Answer:
        return send_all([Errand(line, "POST", f"/v1/matches{path}", json.dumps(body).encode())])[0]


class Face(Protocol):
    """How the clients look and move: all tables at once, and the seconds that each of them waited."""

    def look(self, tables: Sequence[Table]) -> tuple[list[View], list[float]]:
        """Each table's client looks at its view."""
        ...

    def move(self, tables: Sequence[Table]) -> list[float]:
        """Each table's client plays one of the actions that it was told."""
        ...


class RestFace:
    """Over REST, each client on a connection of its own."""

    def look(self, tables: Sequence[Table]) -> tuple[list[View], list[float]]:
        answers = send_all([table.look() for table in tables])
        return [_view(json.loads(answer.body)) for answer in answers], [answer.seconds for answer in answers]

    def move(self, tables: Sequence[Table]) -> list[float]:
        return [answer.seconds for answer in send_all([table.move() for table in tables])]


def _view(document: dict[str, Any]) -> View:
    legal = [action["notation"] for action in document["legal"]]
    return View(document["status"] == "live", document["pending"], document["decision"] or 0, legal)


class Bare:
    """Clients of bare Flask."""

    def __init__(self, port: int, pid: int, most: int) -> None:
        """``most``: how many requests there are at once."""
        self._lines = [Line("127.0.0.1", port, "none") for _ in range(most)]
        self.ask(1)  # by then its worker process runs
        self.processes = Processes.of_server(pid, "bare Flask")

    def ask(self, number: int) -> list[float]:
        """Send so many requests at once, each on a connection of its own; the seconds that each took."""
        answers = send_all([Errand(line, "POST", PATH, BODY) for line in self._lines[:number]])
        return [answer.seconds for answer in answers]


class Room:
    """Tables that are played at the same time."""

    def __init__(self, rest: Rest, ruleset: str, seats: int, tables: int) -> None:
        """``rest``: with a key that may do everything; the clients' players and keys are made with it."""
        address = urlsplit(rest.url)
        host, port = address.hostname or "", address.port or 0
        lines = [Line(host, port, _new_key(rest, number)) for number in range(seats * tables)]
        chooser = random.Random(tables)
        self._tables = [Table(lines[seats * n : seats * (n + 1)], ruleset, chooser) for n in range(tables)]

    def play(self, seconds: float, face: Face, processes: Processes, bare: Bare) -> Served:
        """Play for some seconds, after a little while to warm up."""
        self._rounds(_WARM_UP_SECONDS, face, processes, bare)
        return self._rounds(seconds, face, processes, bare)

    def _rounds(self, seconds: float, face: Face, processes: Processes, bare: Bare) -> Served:
        looks, moves, asked, yardstick = Requests(), Requests(), Requests(), Yardstick()
        generator = 0.0
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for table in self._tables:
                if table.is_over:
                    table.sit_down()
                table.next_turn()
            yardstick.take()
            began = time.process_time()
            with looks.measured(processes) as latencies:
                views, waited = face.look(self._tables)
                latencies.extend(waited)
            for table, view in zip(self._tables, views, strict=True):
                table.saw(view)
            movers = [table for table in self._tables if table.view.legal]
            with moves.measured(processes) as latencies:
                latencies.extend(face.move(movers))
            with asked.measured(bare.processes) as latencies:
                latencies.extend(bare.ask(len(self._tables)))
            generator += time.process_time() - began
        return Served(
            matches=len(self._tables),
            looks=looks,
            moves=moves,
            bare=asked,
            yardstick=yardstick,
            generator_ms=generator * 1000 / (looks.count + moves.count + asked.count),
        )


def _new_key(rest: Rest, number: int) -> str:
    player = rest.post("/v1/players", {"name": f"Bench {number}"})["id"]
    scopes = ["matches:read", "matches:play", "matches:create"]
    key: str = rest.post(f"/v1/players/{player}/keys", {"name": "bench", "scopes": scopes})["secret"]
    return key
