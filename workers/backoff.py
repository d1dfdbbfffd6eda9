"""Pauses before something is tried again."""

import random
from typing import Final

LONGEST_SECONDS: Final = 2.0
"""The longest pause: what is back is used again within this time, by everybody."""


class Backoff:
    """Growing pauses with jitter, so that many processes do not come back at the same moment."""

    def __init__(self, first: float = 0.1, longest: float = LONGEST_SECONDS) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def next(self) -> float:
        """Seconds to wait now."""
        seconds = self._next * random.uniform(0.5, 1.0)
        self._next = min(self._next * 2, self._longest)
        return seconds

    def reset(self) -> None:
        """All is well again."""
        self._next = self._first
