"""Processor time by process: what each kind of process of a running platform uses."""

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

_PROC: Final = Path("/proc")
_COMMAND: Final = re.compile(r"playhall (?P<command>[a-z-]+)")


class Processes:
    """The processes of a platform, found from its supervisor down. Linux only: elsewhere there is no /proc."""

    def __init__(self, supervisor: int) -> None:
        """``supervisor``: its process id.

        Raises:
            click.ClickException: this is not Linux.
        """
        if not _PROC.joinpath("self", "task").exists():
            raise click.ClickException("processor time by process is read from /proc, which this system does not have")
        self._names = {supervisor: "supervisor"}
        self._names |= {
            pid: name for child in _children(supervisor) for pid, name in _with_descendants(child, _name(child))
        }

    @classmethod
    def of_server(cls, pid: int, name: str) -> "Processes":
        """A server with its own workers, counted together under one name."""
        found = cls(pid)
        found._names = dict(_with_descendants(pid, name))
        return found

    def seconds(self) -> dict[str, float]:
        """Processor seconds that each kind of process has used so far, user and system, all its processes together.
        Those of a process that has ended are not counted."""
        used = dict.fromkeys(self._names.values(), 0.0)
        for pid, name in self._names.items():
            with contextlib.suppress(OSError):
                # The kernel's clock of another process: exact, where /proc counts hundredths of a second.
                used[name] += time.clock_gettime((~pid << 3) | 2)
        return used


def _with_descendants(pid: int, name: str) -> Iterator[tuple[int, str]]:
    yield pid, name
    for child in _children(pid):
        yield from _with_descendants(child, name)


def _children(pid: int) -> list[int]:
    try:
        return [
            int(child)
            for thread in _PROC.joinpath(str(pid), "task").iterdir()
            for child in thread.joinpath("children").read_text().split()
        ]
    except FileNotFoundError:
        return []


def _name(pid: int) -> str:
    """What a child of the supervisor is, from its title."""
    command = _PROC.joinpath(str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode()
    found = _COMMAND.match(command)
    if found is None:
        return "other"
    return {"engine": "engines", "worker": "workers"}.get(found["command"], found["command"])
