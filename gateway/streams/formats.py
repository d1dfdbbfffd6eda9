"""The events of a stream, and the formats in which they are sent.

An event is a JSON object with a ``type``: ``snapshot`` (the viewer's whole situation), ``step`` (what the viewer was
shown of one committed step) or ``end`` (the match is over, nothing will follow). Of a series they are ``progress`` and
``end``. Server-sent events, newline-delimited JSON and long polls carry the same events, byte for byte; gRPC carries
them as messages.
"""

import json
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

from gateway.formats.raw_json import compose, with_type
from gateway.formats.view_json import situation_json, view_json
from services.matches.account_events import AccountEventType
from services.matches.match import EventLine, ViewSnapshot

CACHED_EVENTS: Final = 1024
"""So many encoded events are kept, since many clients follow the same match."""


class StreamEventType(Enum):
    """What an event is."""

    SNAPSHOT = "snapshot"
    STEP = "step"
    PROGRESS = "progress"
    END = "end"


class Include(Enum):
    """What a reader may ask for with steps and turns, besides what they say themselves."""

    VIEW = "view"
    LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event: JSON without a newline, and the viewer's revision after it. ``look``: what a snapshot was made of, or
    the situation with which a step was filled; then ``bare`` is the step without it. ``cursor``: where a client resumes
    if that is not told by a revision."""

    type: StreamEventType | AccountEventType
    revision: int
    json: bytes
    cursor: str = ""
    look: ViewSnapshot | None = field(default=None, compare=False)
    bare: "StreamEvent | None" = field(default=None, compare=False)


def snapshot(look: ViewSnapshot) -> StreamEvent:
    """The viewer's whole situation."""
    told = with_type(StreamEventType.SNAPSHOT.value, view_json(look))
    return StreamEvent(StreamEventType.SNAPSHOT, look.revision, told, look=look)


@lru_cache(CACHED_EVENTS)
def step(line: EventLine) -> StreamEvent:
    """One step, as the viewer saw it."""
    return StreamEvent(StreamEventType.STEP, line.revision, with_type(StreamEventType.STEP.value, line.line))


def filled(step: StreamEvent, look: ViewSnapshot, include: Set[Include]) -> StreamEvent:
    """A step together with the situation to which it has led: the view, and what the seat may do if it must decide."""
    situation = situation_json(look, view=Include.VIEW in include, legal=Include.LEGAL in include)
    joined = step.json if situation == b"{}" else step.json[:-1] + b"," + situation[1:]
    return StreamEvent(step.type, step.revision, joined, look=look, bare=step)


@lru_cache(CACHED_EVENTS)
def end(match_id: str, last: EventLine) -> StreamEvent:
    """That nothing follows, said by the last step."""
    told = json.loads(last.line)
    document = {
        "match": match_id,
        "revision": last.revision,
        "status": told["status"],
        "outcome": told.get("outcome"),
    }
    return StreamEvent(StreamEventType.END, last.revision, with_type(StreamEventType.END.value, compose(document)))


@dataclass(frozen=True, slots=True)
class StreamFormat:
    """How a stream is encoded. ``preamble`` comes first; ``heartbeat`` when there has been no event for a while."""

    media_type: str
    preamble: bytes
    heartbeat: bytes
    encode: Callable[[StreamEvent], bytes]


def _sse(event: StreamEvent) -> bytes:
    return f"id: {event.cursor or event.revision}\nevent: {event.type.value}\ndata: ".encode() + event.json + b"\n\n"


def _json_line(event: StreamEvent) -> bytes:
    return event.json + b"\n"


def _shared(encode: Callable[[StreamEvent], bytes]) -> Callable[[StreamEvent], bytes]:
    """What is encoded is kept for others, but for events with a view: those are large, and mostly one reader's."""
    kept = lru_cache(CACHED_EVENTS)(encode)
    return lambda event: kept(event) if event.look is None else encode(event)


SERVER_SENT_EVENTS: Final = StreamFormat("text/event-stream", b"retry: 2000\n\n", b": still here\n\n", _shared(_sse))
"""The revision is the event's id, so that a browser resumes by itself."""

NDJSON: Final = StreamFormat("application/x-ndjson", b"", b"\n", _shared(_json_line))
"""An empty line is a heartbeat."""
