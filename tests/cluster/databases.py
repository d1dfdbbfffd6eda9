"""A PostgreSQL that fails as servers do: it is killed, or it answers nobody."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.postgres import NOT_FOUND, Cluster, find_binaries, running, started
from tests.waiting import is_alive, offspring, wait_until

DURABLE: Final = {"synchronous_commit": "on"}
"""Enough for a kill; for a power cut it would also take ``fsync``."""


class MortalPostgres:
    """A PostgreSQL of a test's own, with one database. What it has acknowledged outlives a kill."""

    def __init__(self, binaries: Path, cluster: Cluster, servers: ExitStack) -> None:
        self._binaries = binaries
        self._cluster = cluster
        self._servers = servers
        self._stopped: list[int] = []
        self.url = cluster.url("playhall")
        self.execute("CREATE DATABASE playhall", "postgres")

    def execute(self, statement: str, database: str = "playhall") -> None:
        """Run a statement over a connection of its own."""
        with psycopg.connect(self._cluster.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def kill(self) -> None:
        """Kill its first process (SIGKILL), with which the others end."""
        processes = [self._cluster.pid, *offspring(self._cluster.pid)]
        os.kill(processes[0], signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, processes)), "the end of PostgreSQL")

    def start(self) -> None:
        """Start it again on the files that it left."""
        self._servers.enter_context(started(self._binaries, self._cluster, DURABLE))

    def hang(self) -> None:
        """Answer nobody, as if the network were cut; connections stay open, and new ones are accepted by the kernel."""
        first = self._cluster.pid
        self._stopped = [first]
        os.kill(first, signal.SIGSTOP)  # it starts no others from now on
        self._stopped += offspring(first)
        self._signal_stopped(signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer again."""
        self._signal_stopped(signal.SIGCONT)
        self._stopped = []

    def _signal_stopped(self, number: signal.Signals) -> None:
        for pid in self._stopped:
            with suppress(ProcessLookupError):  # it was about to end
                os.kill(pid, number)


@contextmanager
def mortal_postgres() -> Iterator[MortalPostgres]:
    """A new one, running; what becomes of it, nothing is left of it at the end."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(NOT_FOUND)
    with ExitStack() as servers:
        cluster = servers.enter_context(running(binaries, lambda _folder, _owner: DURABLE))
        database = MortalPostgres(binaries, cluster, servers)
        try:
            yield database
        finally:
            database.go_on()
