"""Node.js programs, whose lines of JSON tests read as they come."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[3]
TYPESCRIPT: Final = ROOT / "clients" / "typescript"
PROGRAMS: Final = Path(__file__).parent / "typescript"
OLDEST: Final = 20


def _node() -> str | None:
    """A Node.js that can run the client."""
    found = shutil.which("node")
    if found is None:
        return None
    version = subprocess.run((found, "--version"), capture_output=True, text=True, timeout=60, check=True).stdout
    return found if int(version.removeprefix("v").partition(".")[0]) >= OLDEST else None


NODE: Final = _node()
IS_BUILT: Final = all((TYPESCRIPT / made).exists() for made in ("node_modules/typescript", "dist/index.js"))


def with_typescript(test: Callable[..., None]) -> Callable[..., None]:
    """A test that needs Node.js, the TypeScript client as it is built, and what builds it."""
    marked: Callable[..., None] = pytest.mark.skipif(
        NODE is None or not IS_BUILT,
        reason=f"the TypeScript client is not built: `make typescript` builds it by Node.js {OLDEST} or newer",
    )(test)
    return marked


class Running:
    """A program at work. ``told``: the lines that it has printed so far."""

    def __init__(self, program: Path, environment: dict[str, str]) -> None:
        assert NODE is not None
        self.told: list[Any] = []
        self._process = subprocess.Popen(
            (NODE, program), env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def of(self, what: str) -> list[Any]:
        """The lines of one kind."""
        return [line for line in list(self.told) if line["what"] == what]

    def go_on(self) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it as it stands, and read what it has printed."""
        self._process.kill()
        self._process.wait()
        self._reading.join(20)

    def wait(self) -> int:
        """Its exit code."""
        code = self._process.wait(60)
        self._reading.join(20)
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.told.append(json.loads(line))


@contextmanager
def running(program: str, **environment: str) -> Iterator[Running]:
    """A program of ``typescript/``."""
    started = Running(PROGRAMS / program, environment)
    try:
        yield started
    finally:
        started.kill()
