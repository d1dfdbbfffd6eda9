"""How a tournament runs, as its hosts decide: changed, started, paused, resumed, cancelled, and what is taken back."""

from collections.abc import Callable, Iterator

from sqlalchemy import Connection

from services.errors import Reason, Refusal
from services.identity import Caller
from services.identity.names import clean_name
from services.stored_tournaments.access import check_return, need_role
from services.stored_tournaments.changes import Changes, checked_reason
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole, TournamentChange
from services.stored_tournaments.known_logs import Read
from services.stored_tournaments.log_commit import Expected, Wish, no_precondition
from services.stored_tournaments.planning import check_start, checked
from services.tournaments import steps
from services.tournaments.folding import CAN_BE_UNDONE
from services.tournaments.log import Cancelled, Changed, Happening, Paused, Resumed, Started, Undone, Withdrawn
from services.tournaments.tournament import TournamentStatus


class TournamentControl:
    """The course of all tournaments, as their hosts control it. Safe to use from several threads."""

    def __init__(self, changes: Changes, now_ms: Callable[[], int]) -> None:
        self._changes = changes
        self._now_ms = now_ms

    def change(
        self,
        caller: Caller,
        tournament_id: str,
        change: TournamentChange,
        *,
        reason: str = "",
        expected: Expected = no_precondition,
    ) -> HostedTournament:
        """Give it another name, show it to others, or, before it starts, change its rules of entry and its times.
        ``expected``: is given the tournament that is about to change.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``INVALID_FIELD``, with pointers into the change
                (``/entry/capacity``, ``/times/starts_at``); ``NOT_POSSIBLE_NOW``; what ``expected`` raises.
        """
        name = None if change.name is None else clean_name(change.name)

        def decide(found: Read) -> Iterator[Happening]:
            hosted, now = found.hosted, found.hosted.settings
            parts = {"entry": change.entry, "times": change.times}
            wanted = {part: {**getattr(now, part).model_dump(), **fields} for part, fields in parts.items()}
            new = checked(**{**now.model_dump(), **wanted})
            what = Changed(
                name=None if name == hosted.name else name,
                visibility=None if change.visibility in (None, hosted.visibility) else change.visibility.value,
                entry=None if new.entry == now.entry else new.entry,
                times=None if new.times == now.times else new.times,
            )
            if what.times is not None:
                check_start(new, self._now_ms())
            if what != Changed():
                yield what

        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def start(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Start now. One that has started stays as it is.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: too few have entered, or it was cancelled;
                what ``expected`` raises.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if found.tournament.started_ms is None:
                yield steps.start(found.tournament, found.hosted.lots)

        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def pause(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Pair nothing until it goes on. What is played is played to its end.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.PAUSED, Paused())
        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def resume(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Let it go on.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.RUNNING, Resumed())
        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def cancel(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """End it. Matches that are under way are called off; results stay.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.CANCELLED, Cancelled())
        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def undo(self, caller: Caller, tournament_id: str, number: int, *, reason: str) -> HostedTournament:
        """Take back an entry of the log, if everything after it can stand without it.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            need_role(connection, caller, found.hosted, HostRole.ARBITER)
            if number in found.tournament.undone:
                return
            if not 1 <= number <= len(found.entries):
                raise Refusal(Reason.NOT_FOUND, "The log has no such entry.")
            entry = found.entries[number - 1]
            what = entry.what
            if isinstance(what, Withdrawn):
                check_return(caller, found.tournament.members[what.entrant], entry.by, is_host=True)
            if not isinstance(what, CAN_BE_UNDONE):
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "An entry of this kind cannot be taken back.")
            if isinstance(what, Started):
                need_role(connection, caller, found.hosted, HostRole.HOST)
            yield Wish(Undone(entry=number), caller.player_id, checked_reason(reason))

        return self._changes.commit(tournament_id, decide)


def _once(status: TournamentStatus, what: Paused | Resumed | Cancelled) -> Callable[[Read], Iterator[Happening]]:
    """Let something happen that leads to a status, unless that is reached."""

    def decide(found: Read) -> Iterator[Happening]:
        if found.tournament.status is not status:
            yield what

    return decide
