"""Changes of tournaments in the names of hosts and entrants, with the reasons that they give."""

from collections.abc import Callable, Iterator
from typing import Final

from sqlalchemy import Connection

from services.database import Database
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.names import has_stray_marks, is_printable, is_visible
from services.stored_tournaments import log_commit
from services.stored_tournaments.access import need_role
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.log_commit import Expected, Wish, no_precondition
from services.tournaments.log import Happening

MAX_REASON: Final = 255
"""Characters of the reason that a host gives."""


class Changes:
    """What hosts and entrants change. Safe to use from several threads."""

    def __init__(self, database: Database, known: KnownLogs, now_ms: Callable[[], int]) -> None:
        self._database = database
        self._known = known
        self._now_ms = now_ms

    def commit(
        self, tournament_id: str, decide: log_commit.Decide, expected: Expected = no_precondition
    ) -> HostedTournament:
        """Let happen what ``decide`` wishes; see :func:`services.stored_tournaments.log_commit.commit`."""
        return log_commit.commit(self._database, self._known, tournament_id, decide, self._now_ms(), expected).hosted

    def by_host(
        self,
        caller: Caller,
        tournament_id: str,
        decide: Callable[[Read], Iterator[Happening]],
        role: HostRole = HostRole.HOST,
        reason: str = "",
        expected: Expected = no_precondition,
    ) -> HostedTournament:
        """Let happen what the caller decides as a host, if it has a role."""

        def wishes(connection: Connection, found: Read) -> Iterator[Wish]:
            need_role(connection, caller, found.hosted, role)
            for what in decide(found):
                yield Wish(what, caller.player_id, checked_reason(reason))

        return self.commit(tournament_id, wishes, expected)


def checked_reason(text: str) -> str:
    """What somebody gives as a reason: one line, in which everybody can read it.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/reason``.
    """
    reason = text.strip()
    is_shown = is_printable(reason) and not has_stray_marks(reason) and (not reason or is_visible(reason))
    if len(reason) > MAX_REASON or not is_shown:
        wanted = (
            f"must have at most {MAX_REASON} characters, no control characters or piles of marks, and show something"
        )
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/reason", wanted),))
    return reason
