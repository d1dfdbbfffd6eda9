"""Waiting for conditions, and looking at processes."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final


def wait_until(holds: Callable[[], object], what: str, seconds: float = 30.0) -> None:
    """Ask again and again until it holds; fail with ``what`` when it takes too long. The pauses grow: who is asked for
    long needs the processor, too."""
    begun = time.monotonic()
    while not holds():
        waited = time.monotonic() - begun
        assert waited < seconds, f"not in {seconds:g} s: {what}"
        time.sleep(min(max(0.01, waited / 20), 0.2))


def is_alive(pid: int) -> bool:
    """Whether a process runs. One that has ended and was not asked for its exit code does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def offspring(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    return [found for child in _children(pid) for found in (child, *offspring(child))]


def _children(pid: int) -> Iterator[int]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # ended while we looked
        if parent == pid:
            yield int(stat.parent.name)


@dataclass(frozen=True, slots=True)
class TcpSocket:
    """``address``: as the kernel writes it. ``state``: the kernel's number of it, such as ``LISTEN``."""

    address: str
    port: int
    state: int


LISTEN: Final = 0x0A


def tcp_sockets(pid: int) -> list[TcpSocket]:
    """The TCP sockets that a process holds now, with their own side's address; none if it has ended."""
    try:
        held = {str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir()}
    except OSError:
        return []
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/net", table).read_text().splitlines()[1:]:
            fields = line.split()
            if f"socket:[{fields[9]}]" in held:
                address, _, port = fields[1].partition(":")
                found.append(TcpSocket(address, int(port, 16), int(fields[3], 16)))
    return found


def kill(pid: int) -> None:
    """End a process that the test started, whatever it does."""
    os.kill(pid, signal.SIGKILL)
