"""Which of a platform's processes is which."""

import random
import signal
from collections.abc import Callable
from os import kill as send_signal
from pathlib import Path

from tests.e2e.platform import Platform
from tests.waiting import offspring


def command_of(pid: int) -> list[str]:
    """What a process of the platform does, as words of its title; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def started_as(platform: Platform, *words: str) -> list[int]:
    """The platform's own children that were started with these arguments."""
    assert platform.process is not None
    title = ["playhall", *words]
    return [pid for pid in _direct(platform.process.pid) if command_of(pid)[: len(title)] == title]


def _direct(pid: int) -> list[int]:
    """The children of a process, without theirs."""
    below = offspring(pid)
    grandchildren = {grand for child in below for grand in offspring(child)}
    return [child for child in below if child not in grandchildren]


def engine(platform: Platform) -> list[int]:
    """The process that serves the rulesets, Faction Wars among them."""
    return started_as(platform, "engine")


def gateway(platform: Platform) -> list[int]:
    """The gateway's first process."""
    return started_as(platform, "gateway")


def gateway_worker(platform: Platform) -> list[int]:
    """The gateway's processes that answer requests."""
    return [child for pid in gateway(platform) for child in offspring(pid)] or gateway(platform)


def grpc_gateway(platform: Platform) -> list[int]:
    """The process that answers gRPC clients."""
    return started_as(platform, "gateway-grpc")


def worker(platform: Platform) -> list[int]:
    """The Celery worker that plays turns: the parent."""
    return started_as(platform, "worker", "--queues", "turns")


def worker_child(platform: Platform) -> list[int]:
    """Its pool's processes, in which the turns are played."""
    return [child for pid in worker(platform) for child in offspring(pid)]


def background(platform: Platform) -> list[int]:
    """The relay, the ticker and the worker that scores results and archives them: one process, killed together."""
    return started_as(platform, "background")


def valkey(platform: Platform) -> list[int]:
    """The server itself, not the process that looks after it."""
    keepers = started_as(platform, "valkey")
    return [child for pid in keepers for child in offspring(pid)] or keepers


Victims = Callable[[Platform], list[int]]

VICTIMS: dict[str, Victims] = {
    found.__name__: found for found in (engine, gateway, gateway_worker, worker, worker_child, background, valkey)
}


def hit(platform: Platform, victims: Victims, number: signal.Signals, pick: random.Random) -> int:
    """Send a signal to one of the victims; its pid."""
    found = victims(platform)
    assert found, f"{victims.__name__} does not run: {[command_of(pid) for pid in platform.children()]}"
    pid = pick.choice(found)
    send_signal(pid, number)
    return pid


def roll(platform: Platform) -> list[int]:
    """The platform's own children in the order in which a rolling restart takes them."""
    assert platform.process is not None
    return _direct(platform.process.pid)
