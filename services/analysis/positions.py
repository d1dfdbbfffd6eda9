"""The positions of matches that have ended, for many who look at them."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from services.analysis.played_matches import PlayedMatch, played_again
from services.engine.engine import Engine, RulesetVersion
from services.errors import Reason, Refusal

MOST_AT_ONCE: Final = 2
"""Matches that a process plays again at a time: that keeps it busy."""
MOST_BYTES: Final = 33_554_432
"""Of matches that a process keeps, roughly."""


class PlayedMatches:
    """Matches that were played again; those that were asked for last are kept. Safe to use from several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._slots = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, PlayedMatch] = OrderedDict()
        self._bytes = 0

    def get(self, name: str, replay: Callable[[], bytes], pinned: Callable[[RulesetVersion], Engine]) -> PlayedMatch:
        """A match, by a name of its own. ``replay``, ``pinned``: give its replay, if it must be played again, and the
        engine for that.

        Raises:
            Refusal: as :func:`played_again`; what ``replay`` refuses; ``BUSY``: too many are played again now.
        """
        kept = self._find(name)
        if kept is not None:
            return kept
        if not self._slots.acquire(blocking=False):
            raise Refusal(Reason.BUSY, f"{MOST_AT_ONCE} matches are being played again. Try again in a moment.")
        try:
            kept = self._find(name)
            if kept is None:
                kept = played_again(replay(), pinned)
                self._keep(name, kept)
            return kept
        finally:
            self._slots.release()

    def _find(self, name: str) -> PlayedMatch | None:
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
            return found

    def _keep(self, name: str, match: PlayedMatch) -> None:
        with self._lock:
            before = self._kept.pop(name, None)
            self._bytes += match.size - (0 if before is None else before.size)
            self._kept[name] = match
            while self._bytes > self._most_bytes and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1].size
