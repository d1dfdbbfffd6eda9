"""A watch as gRPC's threads send it: who iterates waits for the events."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from gateway.streams.feed import StreamRequest
from gateway.streams.formats import StreamEvent
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS, open_feed
from services.identity import Caller
from services.matches.event_hub import EventHub
from services.matches.matches import Matches

CHECK_SECONDS: Final = 1.0
"""How often a waiting watch looks whether the server is stopping or the client has left."""


class Watches:
    """The watches of matches. ``max_seconds``: how long one lasts at most. ``slots``: how many there may be.
    ``is_stopping``: whether the server is shutting down. ``recheck_seconds``: after how long a key is checked again.
    """

    def __init__(
        self,
        matches: Matches,
        hub: EventHub,
        *,
        max_seconds: float,
        slots: StreamSlots,
        is_stopping: Callable[[], bool],
        recheck_seconds: float = RECHECK_SECONDS,
    ) -> None:
        self._matches = matches
        self._hub = hub
        self._max_seconds = max_seconds
        self._slots = slots
        self._is_stopping = is_stopping
        self._recheck_seconds = recheck_seconds

    def watch(
        self, request: StreamRequest, caller: Caller, api: str, has_left: Callable[[], bool]
    ) -> Iterator[StreamEvent]:
        """The events as they come, up to the end of the match, of the watch's time or of the server. ``api``: for the
        metrics. ``has_left``: whether the client is gone.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; as :meth:`Feed.begin`; whenever the key is no longer valid.
        """
        release = self._slots.acquire(player=caller.player_id, address=request.address)
        try:
            feed = open_feed(request, caller, self._matches, self._hub, api)
            try:
                woken = threading.Event()
                feed.wake_by(woken.set)
                checked = time.monotonic()
                ends = checked + self._max_seconds
                while True:
                    events = feed.take()
                    now = time.monotonic()
                    if events and now - checked >= self._recheck_seconds:
                        request.recheck()
                        checked = now
                    yield from events
                    if feed.is_over or self._is_stopping() or has_left() or now >= ends:
                        return
                    if not events:
                        woken.wait(CHECK_SECONDS)
                        woken.clear()
            finally:
                feed.close()
        finally:
            release()
