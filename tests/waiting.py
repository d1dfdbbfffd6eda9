"""Waiting for conditions, and looking at processes."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path


def wait_until(holds: Callable[[], object], what: str, seconds: float = 30.0) -> None:
    """Ask again and again until it holds; fail with ``what`` when it takes too long."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not in {seconds:g} s: {what}"
        time.sleep(0.02)


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


def kill(pid: int) -> None:
    """End a process that the test started, whatever it does."""
    os.kill(pid, signal.SIGKILL)
