"""What everybody in a soak writes down: lines of JSON that outlive whoever writes them."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

Line: TypeAlias = dict[str, Any]

THINKING_SECONDS: Final = 0.5
"""How long a bot thinks on average."""


def now_ms() -> int:
    """The time of everything in a soak, which is one machine's."""
    return int(time.time() * 1000)


class Record:
    """A file to which lines are appended, each in one piece, by several threads and after kills. Every line has ``at``,
    milliseconds since 1970, and ``what``."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def write(self, what: str, **fields: object) -> None:
        os.write(self._file, json.dumps({"at": now_ms(), "what": what, **fields}).encode() + b"\n")


def read(path: Path) -> Iterator[Line]:
    """The lines of a record; none if nobody has written."""
    if path.exists():
        for line in path.read_bytes().splitlines():
            yield json.loads(line)
