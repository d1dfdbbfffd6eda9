"""Engines behind a name whose addresses change while they are called, as those of a cluster's service do."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cli.sockets import free_port
from services.engine.grpc_client import GrpcEngine
from tests.cluster.names import ChangingName
from tests.integration.engine.serving import PLAYHALL, ServerProcess, server_process
from tests.waiting import wait_until

SEED = bytes(range(32))
TIMEOUT_SECONDS = 5.0
"""The default of PLAYHALL_ENGINE_TIMEOUT_SECONDS."""

pytestmark = pytest.mark.slow


class Load:
    """Starts matches by several threads, again and again."""

    def __init__(self, engine: GrpcEngine, threads: int = 4) -> None:
        self.seconds: list[float] = []
        """How long each answered call took."""
        self.failures: list[str] = []
        self._engine = engine
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(threads)]

    def _run(self) -> None:
        while not self._over.wait(0.005):
            began = time.monotonic()
            try:
                self._engine.start(2, {}, SEED)
            except Exception as error:
                self.failures.append(f"{error} after {time.monotonic() - began:.1f} s")
            else:
                self.seconds.append(time.monotonic() - began)

    def wait_for_more(self, number: int, seconds: float = 30) -> None:
        """Until so many more calls were answered."""
        wanted = len(self.seconds) + number
        wait_until(lambda: len(self.seconds) >= wanted, "calls are answered", seconds)

    @contextmanager
    def running(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in self._threads:
                thread.join(30)


class Replicas:
    """Engine processes on one port of several addresses of this machine; the name has those that serve."""

    def __init__(self, running: ExitStack) -> None:
        self._running = running
        self._port = free_port("127.0.0.1")
        self._processes: dict[str, ServerProcess] = {}
        self.name = running.enter_context(ChangingName([]))
        self.engine = GrpcEngine("factionwars", self.name.target(self._port), timeout_seconds=TIMEOUT_SECONDS)

    def start(self, address: str) -> None:
        """Start a replica; once it serves it is in the name."""
        command = [*PLAYHALL, "engine", "factionwars", "--host", address, "--port", str(self._port)]
        process = self._running.enter_context(server_process(command))
        assert process.first_line.strip() == f"engine of factionwars listens on {address}:{self._port}"
        self._processes[address] = process
        self.name.addresses.append(address)

    def stop(self, address: str, number: signal.Signals = signal.SIGTERM) -> None:
        """Take a replica out of the name and stop it, at the same moment."""
        self.name.addresses.remove(address)
        process = self._processes.pop(address).process
        process.send_signal(number)
        assert process.wait(30) == (0 if number is signal.SIGTERM else -number)

    def is_called(self, address: str) -> Callable[[], bool]:
        """Whether a replica has got to do with calls: its processor has been busy since."""
        pid = self._processes[address].process.pid
        before = processor_ticks(pid)
        return lambda: processor_ticks(pid) - before >= 10


def processor_ticks(pid: int) -> int:
    """How many hundredths of a second a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.fixture
def replicas() -> Iterator[Replicas]:
    with ExitStack() as running:
        yield Replicas(running)


def test_no_call_fails_when_the_only_replica_that_callers_know_is_replaced(replicas: Replicas) -> None:
    replicas.start("127.0.0.2")
    load = Load(replicas.engine)
    with load.running():
        load.wait_for_more(100)
        for old, new in (("127.0.0.2", "127.0.0.3"), ("127.0.0.3", "127.0.0.2"), ("127.0.0.2", "127.0.0.4")):
            replicas.start(new)
            replicas.stop(old)
            load.wait_for_more(100)
    assert load.failures == []
    assert max(load.seconds) < 5.0


def test_a_rolling_restart_of_two_replicas_fails_no_call(replicas: Replicas) -> None:
    replicas.start("127.0.0.2")
    replicas.start("127.0.0.3")
    load = Load(replicas.engine)
    with load.running():
        load.wait_for_more(100)
        for old, new in (("127.0.0.2", "127.0.0.4"), ("127.0.0.3", "127.0.0.5")):
            replicas.start(new)
            replicas.stop(old)
    assert load.failures == []
    assert max(load.seconds) < 5.0


def test_a_new_replica_is_called_within_seconds(replicas: Replicas) -> None:
    replicas.start("127.0.0.2")
    load = Load(replicas.engine)
    with load.running():
        load.wait_for_more(100)
        replicas.start("127.0.0.3")
        wait_until(replicas.is_called("127.0.0.3"), "the new replica is called", 15)
    assert load.failures == []


def test_a_killed_replica_s_successor_is_found_within_seconds(replicas: Replicas) -> None:
    replicas.start("127.0.0.2")
    load = Load(replicas.engine)
    with load.running():
        load.wait_for_more(100)
        replicas.stop("127.0.0.2", signal.SIGKILL)
        wait_until(lambda: len(load.failures) > 10, "calls are refused")
        replicas.start("127.0.0.3")
        load.wait_for_more(100, 5)
