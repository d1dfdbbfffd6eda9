"""Callers whose keys were proved a moment ago, so that a busy client's key is not looked up for each request; or within
a grace period, so that play goes on while keys cannot be looked up."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import islice
from typing import Final

from services.identity.key_format import ParsedKey
from services.identity.people import Caller

TTL_SECONDS: Final = 1.0
"""So long a key may still be taken for valid after it was revoked in another process. In its own process it ends at
once."""

MAX_ENTRIES: Final = 4_096

MAX_PROVED: Final = 32_768
"""So many keys are valid in the grace period: those that were proved last. About 16 MB."""

MAX_BATCH: Final = 256
"""So many keys are looked up together at most."""


@dataclass(slots=True)
class _Entry:
    caller: Caller
    expires_ms: int | None
    until: float
    used: bool = False


class AuthCache:
    """Callers by key and proof, each for :data:`TTL_SECONDS`; and for the grace period while keys cannot be looked up.
    Holds no key's text. Safe to share by threads.

    A refusal is never remembered: a new key works at once, and nobody fills this with keys that do not exist.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, grace_seconds: float = 0.0) -> None:
        """``grace_seconds``: how long after it was proved a key is valid while none can be looked up."""
        self._clock = clock
        self._grace_seconds = grace_seconds
        self._entries: dict[ParsedKey, _Entry] = {}
        self._proved: OrderedDict[ParsedKey, _Entry] = OrderedDict()  # in the order of their proofs

    def expiry(self) -> float:
        """Until when to trust what is looked up from now on: taken before the database is asked, so that the time
        counts from there."""
        return self._clock() + TTL_SECONDS

    def get(self, claim: ParsedKey, now_ms: int) -> Caller | None:
        """Who presented this key a moment ago, if it has not expired since."""
        entry = self._entries.get(claim)
        if entry is None or self._clock() >= entry.until:
            return None
        entry.used = True
        return entry.caller if entry.expires_ms is None or now_ms < entry.expires_ms else None

    def refresh_batch(self, claim: ParsedKey) -> list[ParsedKey]:
        """The claims to look up together with one that has to be: those that were used since they were looked up last,
        and whose time is half over. So many busy keys cost one query a second, not one each."""
        soon = self._clock() + TTL_SECONDS / 2
        entries = list(self._entries.items())
        due = (other for other, found in entries if found.used and found.until <= soon and other != claim)
        return [claim, *islice(due, MAX_BATCH - 1)]

    def proved(self, claim: ParsedKey, now_ms: int) -> Caller | None:
        """Who proved this key within the grace period, if it has not expired since."""
        entry = self._proved.get(claim)
        if entry is None or self._clock() >= entry.until:
            return None
        return entry.caller if entry.expires_ms is None or now_ms < entry.expires_ms else None

    def trust(self, claim: ParsedKey) -> None:
        """Keys cannot be looked up now: take one that was proved for valid for :data:`TTL_SECONDS`, until which nobody
        need try again."""
        entry = self._proved.get(claim)
        if entry is not None:
            self._entries[claim] = _Entry(entry.caller, entry.expires_ms, min(self.expiry(), entry.until))

    def remove(self, claim: ParsedKey) -> None:
        """Who presents this key is nobody any more."""
        self._entries.pop(claim, None)
        self._proved.pop(claim, None)

    def put(self, claim: ParsedKey, caller: Caller, expires_ms: int | None, until: float) -> None:
        """Remember who has just proved to be the holder of a key."""
        if len(self._entries) >= MAX_ENTRIES:
            self._entries.clear()
        self._entries[claim] = _Entry(caller, expires_ms, until)
        if self._grace_seconds:
            self._proved.pop(claim, None)
            self._proved[claim] = _Entry(caller, expires_ms, until - TTL_SECONDS + self._grace_seconds)
            if len(self._proved) > MAX_PROVED:
                self._proved.popitem(last=False)

    def forget(self, player_id: str) -> None:
        """Something of a player has changed: look up its keys again, and nobody else's."""
        for claim in [claim for claim, entry in list(self._entries.items()) if entry.caller.player_id == player_id]:
            self._entries.pop(claim, None)

    def clear(self, changed: Collection[str]) -> None:
        """Keys were changed, those with these ids: look all of them up again, and these also if that cannot be."""
        self._entries.clear()
        for claim in [claim for claim in list(self._proved) if claim.key_id in changed]:
            self._proved.pop(claim, None)
