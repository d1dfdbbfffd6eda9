"""When matches expire in which nothing happens: open ones that nobody fills, and live ones in which nobody moves."""

from dataclasses import dataclass
from typing import Final

from services.engine.clocks import is_over
from services.matches.match import AbortReason, Match, Status
from services.matches.match_lifecycle import starts_by_itself
from services.matches.match_record import MatchRecord
from services.settings import MatchSettings


@dataclass(frozen=True, slots=True)
class Expiry:
    """The operator's rule; 0: never.

    ``open_seconds``: how long after its creation a match expires that waits for players, or for its creator to start
    it; and how long after its last seat was taken one that cannot be started, for its ruleset is another by now.
    ``idle_seconds``: how long after its last change a live match ends that has no clocks; and for how long nobody has
    ended a turn but the clock in one that has.
    """

    open_seconds: int = 0
    idle_seconds: int = 0

    def due_ms(self, match: Match, changed_ms: int) -> int | None:
        """When a match expires that was last changed at ``changed_ms``, or before it was created, if it was not; None:
        never. An open match that has a time of its own expires then, if the operator's rule does not say sooner."""
        if match.status is Status.OPEN:
            return self._open_due_ms(match, changed_ms)
        if match.status is Status.LIVE and not match.has_clocks and self.idle_seconds:
            return changed_ms + self.idle_seconds * 1000
        return None

    def is_abandoned(self, stored: MatchRecord, seat: int, now_ms: int) -> bool:
        """Whether a match ends, now that the time of a seat's turn is over, instead of going on by the clock: it has
        ended that seat's turn before, and nobody else has ended one since; that has gone on for ``idle_seconds``; and
        nobody has time left in which to come back."""
        match = stored.match
        has_gone_on = now_ms - stored.absent_since_ms >= self.idle_seconds * 1000
        are_over = (
            is_over(clock, match.grace_ms, now_ms)
            for clock in match.clocks
            if clock is not None and clock.deadline_ms is not None
        )
        return self.idle_seconds > 0 and seat in stored.absent and has_gone_on and all(are_over)

    def _open_due_ms(self, match: Match, changed_ms: int) -> int | None:
        is_full = starts_by_itself(match)
        filled_ms = max(changed_ms, match.created_ms) if is_full else match.created_ms
        by_rule = filled_ms + self.open_seconds * 1000 if self.open_seconds else None
        own = None if is_full else match.expires_ms  # it was filled in time
        return min((due for due in (by_rule, own) if due is not None), default=None)


NEVER: Final = Expiry()


def expiry_from(settings: MatchSettings) -> Expiry:
    """The rule that the settings give."""
    return Expiry(open_seconds=settings.open_match_hours * 3600, idle_seconds=settings.idle_match_days * 24 * 3600)


def abort_reason(match: Match) -> AbortReason:
    """Why a match is aborted that has expired."""
    return AbortReason.EXPIRED if match.status is Status.OPEN else AbortReason.IDLE
