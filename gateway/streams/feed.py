"""The events that one client is to be sent: each once, in order, without waiting.

A feed begins with what there is to tell and goes on with what the event hub tells it. Who sends the events, a coroutine
or a gRPC thread, takes what has come and waits for ``wake`` in its own way.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.streams import formats
from gateway.streams.formats import Include, StreamEvent, StreamEventType
from gateway.streams.situations import Situations
from services.identity import Caller
from services.matches.event_hub import EventHub, Subscription
from services.matches.match import EventLine, Status, ViewSnapshot
from services.matches.matches import Matches
from services.platform_time import platform_ms
from services.telemetry import metrics

BATCH: Final = 100
"""Log entries read at a time."""

MOST_WAITING: Final = 256
"""How many events may wait for a client that does not read. It is cut off then, and can resume where it was."""


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """What a client wants to follow.

    ``since``: the last revision that the client has, None to begin with a snapshot. ``recheck`` authenticates the
    caller anew and raises a Refusal once its key is no longer valid. ``address``: the client's, for the limits.
    ``include``: what the client wants with the steps that are current (:meth:`Feed.fill`).
    """

    match_id: str
    viewer: int
    since: int | None
    recheck: Callable[[], Caller]
    address: str = ""
    include: frozenset[Include] = frozenset()


class Feed:
    """Events on their way to one client. The hub may tell of them from another thread; the rest is for one."""

    def __init__(
        self,
        request: StreamRequest,
        wake: Callable[[], None],
        api: str,
        *,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``wake`` is called, from any thread, when there may be something to take. ``api``: for the figures.
        ``now_ms``: the time, in milliseconds since 1970."""
        self.request = request
        self.is_over = False
        """Nothing will follow: the match has ended, or the client must resume."""
        self.is_too_slow = False
        """The client did not read."""
        self.is_behind = False
        """There is more to read (:meth:`read_on`) before the match can be followed."""
        self.must_check = False
        """The match has started since it was read: call :meth:`check` before anything is sent."""
        self._wake = wake
        self._api = api
        self._now_ms = now_ms
        self._matches: Matches | None = None
        self._was_open = False  # when it was read last
        self._since = -1 if request.since is None else request.since
        self._ready: list[StreamEvent] = []
        self._lock = threading.Lock()
        self._heard: deque[EventLine] = deque()
        self._lost = False
        self._following: Subscription | None = None
        self._is_closed = False

    def begin(self, matches: Matches, caller: Caller) -> None:
        """Read what there is to tell, up to ``BATCH`` log entries of it.

        Raises:
            Refusal: whatever :meth:`Matches.view` and :meth:`Matches.events` refuse.
        """
        self._matches = matches
        if self.request.since is None:
            self._tell_situation(matches, caller)
            return
        if self.read_on(matches, caller):
            return
        look = matches.view(caller, self.request.match_id, self.request.viewer)
        self._was_open = look.status is Status.OPEN
        # To wait silently for a revision that may never come would be a trap.
        if self._since > look.revision:
            self._tell_situation(matches, caller)

    def follow(self, matches: Matches, hub: EventHub, caller: Caller) -> None:
        """Follow what comes after what was read, which is all there was.

        Raises:
            Refusal: as :meth:`begin`.
        """
        if self.is_over:
            return
        self._following = hub.follow(self.request.match_id, self.request.viewer, self._hear)
        metrics.stream_opened(self._api)
        self.read_all(matches, caller)  # what came between the last reading and now
        if self._is_closed:  # meanwhile, from another thread
            self.close()

    def check(self) -> None:
        """Whether the client may still be told what has come: its key is valid, and if the match has started since it
        was read, it may still see the match as its viewer does. A seat can be left and taken by somebody else until the
        start, and belongs to one player from then on. Blocks.

        Raises:
            Refusal: it may not.
        """
        caller = self.request.recheck()
        if self.must_check and self._matches is not None:
            self._matches.check_view(caller, self.request.match_id, self.request.viewer)
            self.must_check = False

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Call another function from now on; it is called at once, for what may have been missed."""
        self._wake = wake
        wake()

    def take(self) -> list[StreamEvent]:
        """The events that have come and were not taken yet."""
        taken, self._ready = self._ready, []
        if self._heard or self._lost:
            with self._lock:
                heard, lost = list(self._heard), self._lost
                self._heard.clear()
            known = self._since
            taken += self._in_order(heard)
            self._measure_lag(line for line in heard if known < line.revision <= self._since)
            self.is_over = self.is_over or lost
        return taken

    def lacks_situation(self, taken: Sequence[StreamEvent]) -> bool:
        """Whether :meth:`fill` is to be asked to fill the last step of what was taken."""
        return bool(self.request.include) and _step_to_fill(taken) is not None

    def fill(self, taken: list[StreamEvent], situations: Situations, caller: Caller) -> list[StreamEvent]:
        """What was taken, its last step filled with the situation to which it has led, if the client wants that and
        nothing has happened since. Blocks while the situation is read.

        Raises:
            Refusal: as :meth:`Matches.view`.
        """
        request = self.request
        place = _step_to_fill(taken) if request.include else None
        if place is None:
            return taken
        look = situations.after(taken[place], request.match_id, request.viewer, caller)
        return taken if look is None else _with_look(taken, place, look, request.include)

    def fill_at_once(self, taken: list[StreamEvent], situations: Situations) -> list[StreamEvent]:
        """The same as far as it is known without waiting: :meth:`lacks_situation` tells whether anything is left."""
        request = self.request
        place = _step_to_fill(taken) if request.include else None
        look = None if place is None else situations.known(taken[place], request.match_id, request.viewer)
        return taken if place is None or look is None else _with_look(taken, place, look, request.include)

    def fill_ready(self, situations: Situations, caller: Caller) -> None:
        """:meth:`fill` what was read and is still to be taken.

        Raises:
            Refusal: as :meth:`Matches.view`.
        """
        self._ready = self.fill(self._ready, situations, caller)

    def close(self) -> None:
        """Follow no longer. May be called again."""
        self._is_closed = self.is_over = True
        following, self._following = self._following, None
        if following is not None:
            following.end()
            metrics.stream_closed(self._api)

    def _hear(self, told: Sequence[EventLine] | None) -> None:
        """From the hub's thread."""
        with self._lock:
            if self._lost:
                return
            if told is None:
                self._lost = True
            elif len(self._heard) + len(told) > MOST_WAITING:
                self._lost = self.is_too_slow = True
                self._heard.clear()
            else:
                self._heard.extend(told)
        self._wake()

    def _measure_lag(self, taken: Iterable[EventLine]) -> None:
        now_ms = self._now_ms()
        for line in taken:
            if line.due_ms:
                metrics.event_told(self._api, max(0, now_ms - line.due_ms) / 1000)

    def _in_order(self, heard: Sequence[EventLine]) -> list[StreamEvent]:
        """What is new of some lines, up to a gap: whoever misses something has to resume."""
        new: list[StreamEvent] = []
        for line in heard:
            if self.is_over or line.revision <= self._since:
                continue
            if line.revision != self._since + 1:
                self.is_over = True
                break
            self._since = line.revision
            self.must_check, self._was_open = self.must_check or self._was_open, False
            new.append(formats.step(line))
            if line.last:
                new.append(formats.end(self.request.match_id, line))
                self.is_over = True
        return new

    def _tell_situation(self, matches: Matches, caller: Caller) -> None:
        look = matches.view(caller, self.request.match_id, self.request.viewer)
        self._since = look.revision
        self._was_open = look.status is Status.OPEN
        self._ready.append(formats.snapshot(look))
        if look.status.ended:
            self.read_on(matches, caller)

    def read_all(self, matches: Matches, caller: Caller) -> None:
        """Read all that comes after the last line.

        Raises:
            Refusal: as :meth:`begin`.
        """
        self.is_behind = True
        while self.is_behind:
            self.read_on(matches, caller)

    def read_on(self, matches: Matches, caller: Caller) -> bool:
        """Read what comes after the last line, up to ``BATCH`` log entries of it; whether there was anything.

        Raises:
            Refusal: as :meth:`begin`.
        """
        request, self.is_behind = self.request, False
        page = matches.events(caller, request.match_id, request.viewer, since=self._since, limit=BATCH)
        # The log repeats its last line for those who have it already: it says that the match is over.
        new = [line for line in page if line.revision > self._since]
        if page and not new:
            if self._since > page[-1].revision:
                self._tell_situation(matches, caller)
            else:
                self._ready.append(formats.end(request.match_id, page[-1]))
                self.is_over = True
            return True
        if new and new[0].revision != self._since + 1:  # those in between are no longer kept
            self._tell_situation(matches, caller)
            return True
        self._ready += self._in_order(new)
        self.is_behind = not self.is_over and len(page) == BATCH
        return bool(new)


def _step_to_fill(told: Sequence[StreamEvent]) -> int | None:
    """The place of the last of some events that is no end, if it is a step without a situation."""
    last = len(told) - 1 - ended(told)
    return last if last >= 0 and told[last].type is StreamEventType.STEP and told[last].look is None else None


def _with_look(
    told: Sequence[StreamEvent], place: int, look: ViewSnapshot, include: frozenset[Include]
) -> list[StreamEvent]:
    return [*told[:place], formats.filled(told[place], look, include), *told[place + 1 :]]


def ended(told: Sequence[StreamEvent]) -> bool:
    """Whether the last of some events is the end."""
    return bool(told) and told[-1].type is StreamEventType.END
