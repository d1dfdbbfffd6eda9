"""Events as they happen: one source of lines, three ways to send them.

A line is a JSON object with a ``type``: ``snapshot`` (the viewer's whole situation), ``step`` (what the viewer was
shown of one committed step) or ``end`` (the match is over, nothing will follow). Server-sent events, newline-delimited
JSON and long polls carry the same lines, byte for byte.

Lines are read from the committed log by the viewer's own revision: nothing is lost between a snapshot and the first
step, nothing comes twice, and a stream can be taken up again after any revision.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gateway.documents import compose, with_type
from gateway.looks import look_json
from services.engine.ruleset import JsonObject
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.matches import Matches
from services.matches.model import Status

BATCH: Final = 100
"""Lines read at a time, and the most that one long poll answers."""

HEARTBEAT_SECONDS: Final = 15.0

STOP_CHECK_SECONDS: Final = 1.0
"""A waiting stream looks this often whether the process is stopping or the client has left."""


class LineType(Enum):
    """What a line is."""

    SNAPSHOT = "snapshot"
    STEP = "step"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: JSON without a newline, and the viewer's revision after it."""

    type: LineType
    revision: int
    json: bytes


@dataclass(frozen=True, slots=True)
class Wish:
    """What a client wants to follow.

    ``since``: the last revision that the client has, None to begin with a snapshot. ``recheck`` gives the caller anew
    and raises a Refusal once its key is no longer valid. ``has_left``: the client has closed its connection.
    ``since_pointer``: where the client said ``since``.
    """

    match_id: str
    viewer: int
    since: int | None
    recheck: Callable[[], Caller]
    has_left: Callable[[], bool] = lambda: False
    since_pointer: str = "/query/since"


class Places:
    """Places for those who wait. Each occupies a thread while it lasts, so there are fewer places than threads."""

    def __init__(self, number: int) -> None:
        self._free = threading.BoundedSemaphore(number)

    def take(self) -> Callable[[], None] | None:
        """A function that gives the place back, which may be called more than once; None if all places are taken."""
        if not self._free.acquire(blocking=False):
            return None
        held = threading.Semaphore(1)

        def give_back() -> None:
            if held.acquire(blocking=False):
                self._free.release()

        return give_back


class Streams:
    """The lines of matches.

    ``max_seconds``: how long a stream lasts at most. ``stopping``: whether the process is shutting down.
    """

    def __init__(
        self,
        matches: Matches,
        *,
        max_seconds: float,
        places: Places,
        stopping: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.places = places
        self._matches = matches
        self._max_seconds = max_seconds
        self._stopping = stopping
        self._clock = clock

    def follow(self, wish: Wish, caller: Caller) -> Iterator[Line | None]:
        """The lines from ``wish.since`` on as they come, up to the end of the match, of the stream's time or of the
        process; None where nothing has come for a while.

        Raises:
            Refusal: at once, before the first line is taken: whatever :meth:`Matches.events` refuses, and
                ``INVALID_FIELD`` for a revision that has not been.
        """
        lines, since = self._opening(wish, caller)
        return self._lines(wish, lines, since)

    def poll(self, wish: Wish, caller: Caller, wait_seconds: float) -> list[Line]:
        """The lines after ``wish.since``, waiting up to ``wait_seconds`` for the first. Who finds no place to wait gets
        what there is at once.

        Raises:
            Refusal: as :meth:`follow`.
        """
        until = self._clock() + wait_seconds
        lines, since = self._opening(wish, caller)
        give_back = None if lines or wait_seconds <= 0 else self.places.take()
        if give_back is None:
            return lines
        try:
            while not lines and not self._is_over(wish) and (left := until - self._clock()) > 0:
                self._wait(wish, since, min(left, STOP_CHECK_SECONDS))
                lines = self._after(wish, wish.recheck(), since)
        finally:
            give_back()
        return lines

    def _opening(self, wish: Wish, caller: Caller) -> tuple[list[Line], int]:
        """What can be told at once, and the revision after which it goes on if that is nothing."""
        if wish.since is None:
            look = self._matches.look(caller, wish.match_id, wish.viewer)
            snapshot = Line(LineType.SNAPSHOT, look.revision, with_type(LineType.SNAPSHOT.value, look_json(look)))
            if look.status.ended:
                return [snapshot, _end(look.match_id, look.revision, look.status, look.outcome)], look.revision
            return [snapshot], look.revision
        lines = self._after(wish, caller, wish.since)
        if not lines:
            _check(wish, self._matches.look(caller, wish.match_id, wish.viewer).revision)
        return lines, wish.since

    def _lines(self, wish: Wish, lines: list[Line], since: int) -> Iterator[Line | None]:
        began = last_sign = self._clock()
        while True:
            for line in lines:
                since = line.revision
                yield line
                if line.type is LineType.END:
                    return
            now = self._clock()
            if self._is_over(wish) or now - began >= self._max_seconds:
                return
            if lines:
                last_sign = now
            elif now - last_sign >= HEARTBEAT_SECONDS:
                last_sign = now
                yield None
            lines = self._next(wish, since)

    def _next(self, wish: Wish, since: int) -> list[Line]:
        """What there is after ``since``, after waiting a little if there is nothing. The key is asked for again each
        time before anything is told: a revoked one ends the stream."""
        lines = self._after(wish, wish.recheck(), since)
        if lines:
            return lines
        self._wait(wish, since, STOP_CHECK_SECONDS)
        return self._after(wish, wish.recheck(), since)

    def _is_over(self, wish: Wish) -> bool:
        return self._stopping() or wish.has_left()

    def _wait(self, wish: Wish, since: int, seconds: float) -> None:
        self._matches.wait(wish.match_id, wish.viewer, since=since, timeout_seconds=seconds)

    def _after(self, wish: Wish, caller: Caller, since: int) -> list[Line]:
        entries = self._matches.events(caller, wish.match_id, wish.viewer, since=since, limit=BATCH)
        # The log repeats its last line for those who have it already: it says that the match is over.
        new = [entry for entry in entries if entry.revision > since]
        lines = [Line(LineType.STEP, entry.revision, with_type(LineType.STEP.value, entry.line)) for entry in new]
        if entries and entries[-1].last:
            revision = entries[-1].revision
            _check(wish, revision)
            match = self._matches.get(caller, wish.match_id)
            lines.append(_end(match.id, revision, match.status, match.outcome))
        return lines


def _check(wish: Wish, revision: int) -> None:
    """To wait silently for a revision that may never come would be a trap."""
    if wish.since is not None and wish.since > revision:
        error = FieldError(wish.since_pointer, f"The last revision is {revision}.")
        raise Refusal(Reason.INVALID_FIELD, errors=(error,))


def _end(match_id: str, revision: int, status: Status, outcome: JsonObject | None) -> Line:
    document = {"match": match_id, "revision": revision, "status": status.value, "outcome": outcome}
    return Line(LineType.END, revision, with_type(LineType.END.value, compose(document)))


def as_server_sent_events(lines: Iterator[Line | None]) -> Iterator[bytes]:
    """``text/event-stream``. The revision is the event's id, so that a browser resumes by itself."""
    yield b"retry: 2000\n\n"
    for line in lines:
        if line is None:
            yield b": still here\n\n"
        else:
            head = f"id: {line.revision}\nevent: {line.type.value}\ndata: ".encode()
            yield head + line.json + b"\n\n"


def as_json_lines(lines: Iterator[Line | None]) -> Iterator[bytes]:
    """``application/x-ndjson``; an empty line is a sign of life."""
    for line in lines:
        yield b"\n" if line is None else line.json + b"\n"
