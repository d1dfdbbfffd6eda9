"""What a caller may know of a match: every answer and every refusal about a match's state is made of what this gives.

Who sits in a match knows its own seat's share at once, and admins know the match as it is. Everybody else knows what
spectators could see :attr:`Match.spectator_delay_seconds` ago, and nothing that was there later: neither in what is
returned, nor in why something is refused, nor in what is listed, counted or compared with an ETag. Operations hand no
match of the store to a caller, and judge no request by it, unless it has passed through here.
"""

import math
from collections.abc import Callable

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.match import Match, Status
from services.matches.spectator_delay import DelayedMatch, delay_ms, is_delayed
from services.matches.store import MatchStore


class Disclosure:
    """Narrows matches to what callers may know of them now. Safe to use from several threads."""

    def __init__(self, store: MatchStore, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms

    def known(self, match: Match, caller: Caller) -> Match:
        """The match as the caller may know it now: as its seat does, or as spectators do. Who has declined, and why, is
        for those whom the match involves, and for itself.

        Raises:
            Refusal: ``BUSY``.
        """
        seat = match.seat_of(caller.player_id)
        if seat is not None:
            return self._with_rematch(match).seen_by(seat)
        if caller.is_admin:
            return match.seen_by(SPECTATOR)
        delayed = self.delayed(match)
        known = match.seen_by(SPECTATOR) if delayed is None else delayed.match
        if match.involves(caller.player_id):
            return known
        return known._replace(declines=tuple(each for each in known.declines if each.player_id == caller.player_id))

    def _with_rematch(self, match: Match) -> Match:
        """The match with the one that is played after it, for who had a seat."""
        if not match.status.ended or match.started_ms is None:
            return match
        return match._replace(rematch=self._store.rematches([match.id]).get(match.id))

    def judged(self, match: Match, caller: Caller) -> Match:
        """The match by which a caller's request is judged: nobody learns from a refusal what it may not know.

        That is the match as the caller knows it, with one exception. The creator without a seat fills seats, starts and
        aborts, and these powers end with the start. So in its requests the match is live from its start until its end
        may be known.

        Raises:
            Refusal: ``BUSY``.
        """
        if caller.is_admin or match.seat_of(caller.player_id) is not None or not is_delayed(match, self._now_ms()):
            return match
        known = self.known(match, caller)
        return known._replace(status=Status.LIVE) if caller.player_id == match.creator_id else known

    def check_told(self, match: Match) -> None:
        """Refuse what would tell spectators that a match has ended before they may know.

        Raises:
            Refusal: ``MATCH_NOT_FINISHED``, with ``retry_seconds`` in its metadata.
        """
        now_ms = self._now_ms()
        if match.ended_ms is not None and is_delayed(match, now_ms):
            wait = max(1, math.ceil((match.ended_ms + delay_ms(match) - now_ms) / 1000))
            detail = f"Spectators learn in {wait} seconds that the match has ended."
            raise Refusal(Reason.MATCH_NOT_FINISHED, detail, metadata={"retry_seconds": str(wait)})

    def delayed(self, match: Match) -> DelayedMatch | None:
        """What spectators see of a match now if that is not the match as it is; None if it is.

        Raises:
            Refusal: ``BUSY``.
        """
        now_ms = self._now_ms()
        return self._store.delayed(match, now_ms - delay_ms(match)) if is_delayed(match, now_ms) else None
