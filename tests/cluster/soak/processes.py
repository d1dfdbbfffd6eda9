"""The platform's processes while a soak runs: what they are, what they take, and killing them."""

import os
import random
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.chaos.processes import command_of
from tests.cluster.soak.record import Record, now_ms

PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
STALL_SECONDS: Final = 0.5
"""Who sleeps for a moment and wakes up so much later shares its cores with too many."""
CROWD: Final = 5
"""The same if so many want each core at a time, on average over a second."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_VALKEY: Final = "valkey"


@dataclass(frozen=True, slots=True)
class Family:
    """A process that the supervisor has started, by the platform's name for it, and the processes below it."""

    name: str
    pid: int
    below: tuple[int, ...]


def families(supervisor: int) -> list[Family]:
    """The processes below a supervisor, found in one look at the machine's."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))

    def below(pid: int) -> list[int]:
        return [found for child in children.get(pid, ()) for found in (child, *below(child))]

    found = [Family(_name(pid), pid, tuple(below(pid))) for pid in children.get(supervisor, ())]
    return [family for family in found if family.name]


def _name(pid: int) -> str:
    """A platform process's name, from its title; "" if it has ended or is none."""
    words = command_of(pid)
    if words[:1] != ["playhall"]:
        return ""
    return f"worker {words[words.index('--queues') + 1]}" if words[1] == "worker" else words[1]


def resident_bytes(pids: Sequence[int]) -> int:
    """The memory that processes have in use."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    return total


class Watch(threading.Thread):
    """Writes down what the processes take, every ``seconds``."""

    def __init__(self, supervisor: int, record: Record, seconds: float, stop: threading.Event) -> None:
        super().__init__(name="watch", daemon=True)
        self._supervisor = supervisor
        self._record = record
        self._seconds = seconds
        self._stop_asked = stop

    def run(self) -> None:
        while not self._stop_asked.wait(self._seconds):
            for family in families(self._supervisor):
                pids = (family.pid, *family.below)
                self._record.write(
                    "taken",
                    process=family.name,
                    pid=family.pid,
                    bytes=resident_bytes(pids),
                    processor_seconds=processor_seconds(pids),
                )


def processor_seconds(pids: Sequence[int]) -> float:
    """What processes have used of the processor."""
    total = 0.0
    for pid in pids:
        with suppress(OSError):
            total += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])) / _TICKS
    return total


class Stalls(threading.Thread):
    """Writes down when the machine had too few cores for all who wanted one: clocks are late then, and bots."""

    def __init__(self, record: Record, stop: threading.Event) -> None:
        super().__init__(name="stalls", daemon=True)
        self._record = record
        self._stop_asked = stop

    def run(self) -> None:
        crowd: deque[int] = deque(maxlen=10)
        while not self._stop_asked.is_set():
            began, since = time.monotonic(), now_ms()
            time.sleep(0.1)
            crowd.append(int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0]))
            wanting = sum(crowd) / len(crowd)
            if time.monotonic() - began > STALL_SECONDS or wanting > CROWD * (os.cpu_count() or 1):
                self._record.write("stall", since=since, until=now_ms(), wanting=wanting)


@dataclass(frozen=True, slots=True)
class Victim:
    """What is killed: a family's first process, or one of those below it."""

    family: Family
    is_whole: bool


class Killer(threading.Thread):
    """Kills one of the platform's processes every ``seconds``, at random, and writes down from when until when it was
    away."""

    def __init__(self, supervisor: int, record: Record, seconds: float, stop: threading.Event) -> None:
        super().__init__(name="killer", daemon=True)
        self._supervisor = supervisor
        self._record = record
        self._seconds = seconds
        self._stop_asked = stop

    def run(self) -> None:
        while not self._stop_asked.wait(self._seconds * random.uniform(0.5, 1.5)):
            victim = self._choose(families(self._supervisor))
            if victim is not None:
                self._kill(victim)

    def _choose(self, there: Sequence[Family]) -> Victim | None:
        """A family's first process, or one of those below it, which it replaces itself."""
        kinds: dict[str, list[Family]] = {}
        for family in there:
            if family.name != _VALKEY:  # tests/chaos does that
                kinds.setdefault("engine" if family.name.startswith("engine") else family.name, []).append(family)
        if not kinds:
            return None
        family = random.choice(random.choice(list(kinds.values())))
        return Victim(family, is_whole=not family.below or random.random() < 0.5)

    def _kill(self, victim: Victim) -> None:
        family = victim.family
        pid = family.pid if victim.is_whole else random.choice(family.below)
        since = now_ms()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if victim.is_whole:
            ends = time.monotonic() + 60
            while time.monotonic() < ends and not any(
                each.name == family.name and each.pid != family.pid for each in families(self._supervisor)
            ):
                time.sleep(0.1)
        self._record.write("killed", process=family.name, whole=victim.is_whole, since=since, until=now_ms())


class KillerInTurn(Killer):
    """Kills the platform's processes one after the other: of each family the first one and, another time, one of those
    below it; of Valkey the server. ``engine``: the ruleset whose engine is killed; those of others have nothing to
    do. ``kills``: how often each was killed, by name and whether it was the first of its family."""

    def __init__(self, supervisor: int, record: Record, seconds: float, stop: threading.Event, *, engine: str) -> None:
        super().__init__(supervisor, record, seconds, stop)
        self._engine = f"engine {engine}"
        self.kills: Counter[tuple[str, bool]] = Counter()

    def _choose(self, there: Sequence[Family]) -> Victim | None:
        """Who was killed least often."""
        victims = [
            Victim(family, is_whole)
            for family in there
            for is_whole in (True, False)
            if family.name == self._engine or not family.name.startswith("engine")
            if (family.name != _VALKEY if is_whole else family.below)
        ]
        return min(victims, key=lambda each: (self.kills[_name_of(each)], _name_of(each)), default=None)

    def _kill(self, victim: Victim) -> None:
        super()._kill(victim)
        self.kills[_name_of(victim)] += 1


def _name_of(victim: Victim) -> tuple[str, bool]:
    return victim.family.name, victim.is_whole
