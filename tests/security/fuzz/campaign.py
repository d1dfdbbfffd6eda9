"""Sends many requests from several threads, and gathers what went wrong."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol

from tests.security.fuzz.grpc_calls import GrpcClient
from tests.security.fuzz.rest import Operations, RestClient
from tests.security.fuzz.world import World

THREADS: Final = 6
MOST_FAULTS: Final = 50
"""After so many a run ends."""


class Client(Protocol):
    """Makes requests of one kind and sends them. ``outcomes``: how often each answer came."""

    outcomes: dict[str, int]

    def request(self, random: Random) -> Any:
        """The request that ``random`` makes."""

    def fault(self, request: Any) -> str | None:
        """Send it; what is wrong with the answer."""

    def close(self) -> None:
        """Close the connection."""


@dataclass(slots=True)
class Result:
    """``faults``: what went wrong, with the case's number and the request."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def clients(world: World) -> dict[str, Callable[[], Client]]:
    """What makes a client of each kind."""
    operations = Operations()
    return {"rest": lambda: RestClient(world, operations), "grpc": lambda: GrpcClient(world)}


def run(
    kind: str,
    make: Callable[[], Client],
    seed: int,
    numbers: Iterable[int],
    progress: Callable[[int], None] = lambda _number: None,
) -> Result:
    """Send the requests of these numbers: the same ones for the same seed, but for the ids, which differ from platform
    to platform."""
    result = Result()
    waiting = iter(numbers)
    lock = threading.Lock()

    def work() -> None:
        client = make()
        while len(result.faults) < MOST_FAULTS:
            with lock:
                number = next(waiting, None)
            if number is None:
                break
            request = client.request(Random(f"{kind}:{seed}:{number}"))
            fault = client.fault(request)
            if fault is not None:
                result.faults.append(f"{kind} {seed}:{number}: {fault}\n  {request}")
            progress(number)
        client.close()
        with lock:
            result.outcomes.update(client.outcomes)

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return result
