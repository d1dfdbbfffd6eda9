"""What one served move costs, end to end: people's clients play whole matches through the REST API.

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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from cli.bench_cpu import Processes
from cli.bench_crowd import Answer, Errand, Line, send_all
from cli.bench_flask import BODY, PATH
from cli.rest import Rest

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

    def add(self, answers: Iterable[Answer], elapsed: float, used: dict[str, float]) -> None:
        """One round."""
        self.latencies += (answer.seconds for answer in answers)
        self.elapsed += elapsed
        for part, seconds in used.items():
            self.used[part] = self.used.get(part, 0.0) + seconds

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


class Table:
    """One match at a time, played by the same clients."""

    def __init__(self, lines: Sequence[Line], ruleset: str, chooser: random.Random) -> None:
        self._lines = lines
        self._ruleset = ruleset
        self._chooser = chooser
        self._path = ""
        self._pending: list[int] = []
        self._seat = 0
        self.view: dict[str, Any] = {}

    @property
    def is_over(self) -> bool:
        """The match has ended, or none has begun."""
        return self.view.get("status") != "live"

    def sit_down(self) -> None:
        """Begin a match: the first client creates it, the others join."""
        seats = ["me", *["open"] * (len(self._lines) - 1)]
        first, *others = self._lines
        self._path = "/v1/matches"
        made = json.loads(self._send(first, "", {"ruleset": self._ruleset, "seats": seats}).body)
        self._path = f"/v1/matches/{made['id']}"
        for line in others:
            self._send(line, ":join", {})
        self._pending = []
        self.view = {"status": "live"}

    def look(self) -> Errand:
        """The request of the client whose turn it is, or may be, for its view."""
        self._seat = self._pending.pop(0) if self._pending else (self._seat + 1) % len(self._lines)
        return Errand(self._lines[self._seat], "GET", f"{self._path}/seats/{self._seat}/view")

    def seen(self, answer: Answer) -> None:
        """Read the view."""
        self.view = json.loads(answer.body)
        self._pending = [seat for seat in self.view["pending"] if seat != self._seat]

    def move(self) -> Errand | None:
        """The request with an action of those that the view has; None if the client has nothing to decide."""
        if not self.view["legal"]:
            return None
        action = self._chooser.choice(self.view["legal"])["notation"]
        body = json.dumps({"action": action}).encode()
        return Errand(self._lines[self._seat], "POST", f"{self._path}/decisions/{self.view['decision']}", body)

    def _send(self, line: Line, method: str, body: dict[str, Any]) -> Answer:
        return send_all([Errand(line, "POST", self._path + method, json.dumps(body).encode())])[0]


class Bare:
    """Clients of bare Flask."""

    def __init__(self, port: int, pid: int, most: int) -> None:
        """``most``: how many requests there are at once."""
        self._lines = [Line("127.0.0.1", port, "none") for _ in range(most)]
        send_all(self.errands(1))  # by then its worker process runs
        self.processes = Processes.of_server(pid, "bare Flask")

    def errands(self, number: int) -> list[Errand]:
        """Requests, each on a connection of its own."""
        return [Errand(line, "POST", PATH, BODY) for line in self._lines[:number]]


class Room:
    """Tables that are played at the same time."""

    def __init__(self, rest: Rest, ruleset: str, seats: int, tables: int) -> None:
        """``rest``: with a key that may do everything; the clients' players and keys are made with it."""
        address = urlsplit(rest.url)
        host, port = address.hostname or "", address.port or 0
        lines = [Line(host, port, _new_key(rest, number)) for number in range(seats * tables)]
        chooser = random.Random(tables)
        self._tables = [Table(lines[seats * n : seats * (n + 1)], ruleset, chooser) for n in range(tables)]

    def play(self, seconds: float, processes: Processes, bare: Bare) -> Served:
        """Play for some seconds, after a little while to warm up."""
        self._rounds(_WARM_UP_SECONDS, processes, bare)
        return self._rounds(seconds, processes, bare)

    def _rounds(self, seconds: float, processes: Processes, bare: Bare) -> Served:
        looks, moves, asked, yardstick = Requests(), Requests(), Requests(), Yardstick()
        generator = 0.0
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for table in self._tables:
                if table.is_over:
                    table.sit_down()
            yardstick.take()
            began = time.process_time()
            views = _measured(looks, [table.look() for table in self._tables], processes)
            for table, view in zip(self._tables, views, strict=True):
                table.seen(view)
            errands = [errand for table in self._tables if (errand := table.move()) is not None]
            if errands:
                _measured(moves, errands, processes)
            _measured(asked, bare.errands(len(self._tables)), bare.processes)
            generator += time.process_time() - began
        return Served(
            matches=len(self._tables),
            looks=looks,
            moves=moves,
            bare=asked,
            yardstick=yardstick,
            generator_ms=generator * 1000 / (looks.count + moves.count + asked.count),
        )


def _measured(requests: Requests, errands: Sequence[Errand], processes: Processes) -> list[Answer]:
    before, begun = processes.seconds(), time.perf_counter()
    answers = send_all(errands)
    elapsed, after = time.perf_counter() - begun, processes.seconds()
    requests.add(answers, elapsed, {part: after[part] - before[part] for part in after})
    return answers


def _new_key(rest: Rest, number: int) -> str:
    player = rest.post("/v1/players", {"name": f"Bench {number}"})["id"]
    scopes = ["matches:read", "matches:play", "matches:create"]
    key: str = rest.post(f"/v1/players/{player}/keys", {"name": "bench", "scopes": scopes})["secret"]
    return key
