"""Matches as this process left them: to judge the next move without reading the match first.

What is kept here may be out of date, so it is believed in one direction only. A move that it admits is committed under
its version, and a match that has another version by then takes nothing: the move is judged again on what is there. What
it refuses is judged again at once.

It is used for matches of which nobody else has written anything lately. Where several processes serve a match in turn
it would be out of date more often than not, and each time an engine would have worked in vain.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from services.matches.match_record import LoadedMatch

MOST_KEPT: Final = 256
"""So many matches are kept, some tens of kilobytes each."""

TRUSTED_AFTER: Final = 6
"""After so many readings in a row that found a match as this process had left it, it is not read again."""


@dataclass(slots=True)
class _Left:
    held: LoadedMatch
    found_so: int = 0


class RecentMatches:
    """The matches that this process has committed last. Safe to use from several threads."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, _Left] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, match_id: str) -> LoadedMatch | None:
        """A match as it was left here, if it is likely to be so still."""
        with self._lock:
            left = self._left.get(match_id)
            return left.held if left is not None and left.found_so >= TRUSTED_AFTER else None

    def committed(self, held: LoadedMatch) -> None:
        """A match was left like this."""
        with self._lock:
            left = self._left.setdefault(held.match.id, _Left(held))
            left.held = held
            self._left.move_to_end(held.match.id)
            if held.match.status.ended or len(self._left) > MOST_KEPT:
                self._left.pop(held.match.id if held.match.status.ended else next(iter(self._left)))

    def was_read(self, held: LoadedMatch) -> None:
        """A match was read, and is like this."""
        with self._lock:
            left = self._left.get(held.match.id)
            if left is not None:
                left.found_so = left.found_so + 1 if left.held.stored.version == held.stored.version else 0

    def forget(self, match_id: str) -> None:
        """A match was not as it was left here."""
        with self._lock:
            self._left.pop(match_id, None)
