"""A long poll for a search: its answer as soon as it is done.

A worker makes it meanwhile; this looks whether it has, more seldom the longer it takes.
"""

import time
from collections.abc import Callable
from typing import Final

from gateway.streams.polls import Poll
from gateway.streams.slots import StreamSlots
from services.analysis.searches import SearchAnswer, Searches
from services.errors import Refusal
from services.identity import Caller

SHORTEST_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 0.5
_SHARE: Final = 0.2
"""Of the time that has passed, so much passes until the next look."""


class SearchWatch:
    """A search that is looked at until it is done, or for ``seconds``. ``recheck``: raises once the key is not valid.
    As :class:`gateway.streams.polls.Watch`."""

    def __init__(self, searches: Searches, search: str, seconds: float, recheck: Callable[[], object]) -> None:
        self.answer: SearchAnswer | None = None
        """None: it is not done, or was refused: who asks again is told why."""
        self._searches = searches
        self._search = search
        self._recheck = recheck
        self._began = time.monotonic()
        self._seconds = seconds

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Nobody wakes who waits for a search."""

    def look(self) -> float:
        """Look whether the search is done; see :class:`gateway.streams.polls.Watch`."""
        try:
            self._recheck()
            self.answer = self._searches.answer(self._search)
        except Refusal:  # the client asks again
            return 0.0
        if self.answer is not None:
            return 0.0
        passed = time.monotonic() - self._began
        return max(0.0, min(max(SHORTEST_SECONDS, passed * _SHARE), LONGEST_SECONDS, self._seconds - passed))

    def close(self) -> None:
        """Wait no longer."""


class SearchPolls:
    """Opens the long polls. ``slots``: how many there may be, together with streams."""

    def __init__(self, searches: Searches, *, slots: StreamSlots) -> None:
        self._searches = searches
        self._slots = slots

    def open(
        self,
        caller: Caller,
        search: str,
        body: Callable[[SearchAnswer | None], bytes],
        seconds: float,
        recheck: Callable[[], Caller],
        address: str,
    ) -> Poll:
        """A long poll; it must be closed. ``body``: makes the answer. The rest as :class:`SearchWatch` has it.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`.
        """
        release = self._slots.acquire(caller, address)
        watch = SearchWatch(self._searches, search, seconds, recheck)
        return Poll(watch, lambda: body(watch.answer), release)
