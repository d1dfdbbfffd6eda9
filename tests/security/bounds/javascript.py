"""What a program in JavaScript makes of the answers: the TypeScript client's own functions read each of them."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.integration.clients.node import NODE

PROGRAM: Final = Path(__file__).with_name("read.mjs")
_JSON: Final = ("application/json", "application/problem+json")
_LINES: Final = ("application/x-ndjson", "text/event-stream")
_SECONDS: Final = 120


@dataclass
class Answers:
    """Answers that were told apart, each with what was asked."""

    told: dict[tuple[int, str], str] = field(default_factory=dict)

    def add(self, about: str, status: int, media_type: str, body: bytes) -> None:
        """Keep an answer, unless the same was there before.

        Raises:
            UnicodeDecodeError: it is no UTF-8.
        """
        kind = media_type.partition(";")[0]
        text = body.decode() if kind in _JSON + _LINES else ""
        texts = [text] if kind in _JSON else [line.removeprefix("data: ") for line in text.splitlines()]
        for each in texts:
            if each and (kind in _JSON or each.startswith(("{", "["))):
                self.told.setdefault((status, each), about)

    def faults(self) -> list[str]:
        """What JavaScript refuses or loses of them."""
        assert NODE is not None
        lines = "".join(json.dumps([about, *answer]) + "\n" for answer, about in self.told.items())
        done = subprocess.run(
            (NODE, PROGRAM), input=lines, capture_output=True, text=True, timeout=_SECONDS, check=True
        )
        *faults, last = done.stdout.splitlines()
        assert last == f"READ {len(self.told)}", done.stderr
        return faults
