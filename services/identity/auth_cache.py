"""Callers whose keys were proved a moment ago, so that a busy client's key is not looked up for each request."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from services.identity.key_format import Parsed
from services.identity.model import Caller

TRUSTED_SECONDS: Final = 1.0
"""So long a key may still be taken for valid after it was revoked in another process. In its own process it ends at
once."""

MOST_KNOWN: Final = 4_096

MOST_AT_ONCE: Final = 256
"""So many keys are looked up together at most."""


@dataclass(slots=True)
class _Known:
    caller: Caller
    expires_ms: int | None
    until: float
    used: bool = False


class AuthCache:
    """Callers by key and proof, each for :data:`TRUSTED_SECONDS`. Holds no key's text. Safe to share by threads.

    A refusal is never remembered: a new key works at once, and nobody fills this with keys that do not exist.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[Parsed, _Known] = {}

    def begin(self) -> float:
        """Until when to trust what is looked up from now on: taken before the database is asked, so that the time
        counts from there."""
        return self._clock() + TRUSTED_SECONDS

    def find(self, claim: Parsed, now_ms: int) -> Caller | None:
        """Who presented this key a moment ago, if it has not expired since."""
        known = self._known.get(claim)
        if known is None or self._clock() >= known.until:
            return None
        known.used = True
        return known.caller if known.expires_ms is None or now_ms < known.expires_ms else None

    def due_with(self, claim: Parsed) -> list[Parsed]:
        """The claims to look up together with one that has to be: those that were used since they were looked up last,
        and whose time is half over. So many busy keys cost one query a second, not one each."""
        soon = self._clock() + TRUSTED_SECONDS / 2
        known = list(self._known.items())
        due = (other for other, found in known if found.used and found.until <= soon and other != claim)
        return [claim, *islice(due, MOST_AT_ONCE - 1)]

    def drop(self, claim: Parsed) -> None:
        """Who presents this key is nobody any more."""
        self._known.pop(claim, None)

    def keep(self, claim: Parsed, caller: Caller, expires_ms: int | None, until: float) -> None:
        """Remember who has just proved to be the holder of a key."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[claim] = _Known(caller, expires_ms, until)

    def forget(self) -> None:
        """A key was changed: look all of them up again."""
        self._known.clear()
