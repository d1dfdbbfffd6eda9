"""The lines of a stream, and how they are written down.

A line is a JSON object with a ``type``: ``snapshot`` (the viewer's whole situation), ``step`` (what the viewer was
shown of one committed step) or ``end`` (the match is over, nothing will follow). Server-sent events, newline-delimited
JSON, long polls and gRPC carry the same lines, byte for byte.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

from gateway.raw_json import compose, with_type
from gateway.view_json import view_json
from services.matches.model import EventLine, ViewSnapshot

SHARED: Final = 1024
"""So many lines are kept as they were written, since many follow the same match: a few for each."""


class LineType(Enum):
    """What a line is."""

    SNAPSHOT = "snapshot"
    STEP = "step"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: JSON without a newline, and the viewer's revision after it. ``look``: what a snapshot was made of."""

    type: LineType
    revision: int
    json: bytes
    look: ViewSnapshot | None = field(default=None, compare=False)


def snapshot(look: ViewSnapshot) -> Line:
    """The viewer's whole situation."""
    return Line(LineType.SNAPSHOT, look.revision, with_type(LineType.SNAPSHOT.value, view_json(look)), look)


@lru_cache(SHARED)
def step(line: EventLine) -> Line:
    """What the viewer was shown of one step."""
    return Line(LineType.STEP, line.revision, with_type(LineType.STEP.value, line.line))


@lru_cache(SHARED)
def end(match_id: str, last: EventLine) -> Line:
    """That nothing follows, said by the last step."""
    told = json.loads(last.line)
    document = {
        "match": match_id,
        "revision": last.revision,
        "status": told["status"],
        "outcome": told.get("outcome"),
    }
    return Line(LineType.END, last.revision, with_type(LineType.END.value, compose(document)))


@dataclass(frozen=True, slots=True)
class Form:
    """How a stream is written down. ``begin`` comes first; ``sign_of_life`` when there has been nothing to say for a
    while."""

    media_type: str
    begin: bytes
    sign_of_life: bytes
    write: Callable[[Line], bytes]


@lru_cache(SHARED)
def _event(line: Line) -> bytes:
    return f"id: {line.revision}\nevent: {line.type.value}\ndata: ".encode() + line.json + b"\n\n"


@lru_cache(SHARED)
def _json_line(line: Line) -> bytes:
    return line.json + b"\n"


SERVER_SENT_EVENTS: Final = Form("text/event-stream", b"retry: 2000\n\n", b": still here\n\n", _event)
"""The revision is the event's id, so that a browser resumes by itself."""

JSON_LINES: Final = Form("application/x-ndjson", b"", b"\n", _json_line)
"""An empty line is a sign of life."""
