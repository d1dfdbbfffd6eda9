"""Ends matches that have expired."""

from collections.abc import Callable

from services.errors import Reason, Refusal
from services.matches.expiry import Expiry, abort_reason
from services.matches.ids import is_match_id
from services.matches.judge import ATTEMPTS
from services.matches.match_lifecycle import aborted
from services.matches.outbox import OutboxKind
from services.matches.store import MatchStore
from services.platform_time import platform_ms


class IdleMatches:
    """Ends matches by the operator's rule. Safe to use from several threads and processes."""

    def __init__(self, store: MatchStore, expiry: Expiry, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._store = store
        self._expiry = expiry
        self._now_ms = now_ms

    def expire(self, match_id: str) -> bool:
        """Abort a match whose time is over; again changes nothing. One that has time left, as the rule is now, is given
        the deadline that it should have.

        Returns:
            Whether this call aborted it.

        Raises:
            Refusal: ``BUSY``.
        """
        for _ in range(ATTEMPTS):
            loaded = self._store.load(match_id) if is_match_id(match_id) else None
            if loaded is None or loaded.match.status.ended:
                return False
            now_ms = self._now_ms()
            due_ms = self._expiry.due_ms(loaded.match, loaded.stored.version)
            if due_ms is None or due_ms > now_ms:
                self._store.set_deadline(loaded.stored, OutboxKind.EXPIRE, due_ms)
                return False
            if self._store.commit(aborted(loaded.stored, now_ms, abort_reason(loaded.match))):
                return True
        raise Refusal(Reason.BUSY)
