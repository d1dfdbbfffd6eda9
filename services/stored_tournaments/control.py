"""How a tournament runs, as its hosts decide: changed, started, paused, resumed, cancelled, and what is taken back."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sqlalchemy import Connection

from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.names import clean_name
from services.stored_tournaments.access import check_return, need_role
from services.stored_tournaments.changes import Changes, checked_reason
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole, TournamentChange
from services.stored_tournaments.known_logs import Read
from services.stored_tournaments.log_commit import Expected, Wish, no_precondition
from services.stored_tournaments.planning import check_start, playable
from services.tournaments import corrections, steps
from services.tournaments.log import (
    Cancelled,
    Changed,
    Closed,
    Finished,
    Happening,
    LoggedHappening,
    Paused,
    Resumed,
    Started,
    Undone,
    Withdrawn,
)
from services.tournaments.settings import RoundTimes
from services.tournaments.tournament import NotPossible, Tournament, TournamentStatus
from services.tournaments.wording import listed

_OF_HOSTS: Final = (Started, Paused, Resumed, Finished, Cancelled)
"""What arbiters do not take back."""
_MOST_LISTED: Final = 20
"""So many entries are named in a refusal."""


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
            new = playable(now, **{**now.model_dump(), **wanted})
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

    def close(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Let nothing of a tournament that is over be corrected any more. One that is closed stays as it is.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: it is not over; what ``expected`` raises.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if found.tournament.closed_ms is None:
                yield Closed()

        return self._changes.by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def undo(
        self,
        caller: Caller,
        tournament_id: str,
        number: int,
        *,
        reason: str,
        with_what_follows: bool = False,
        expected: Expected = no_precondition,
    ) -> HostedTournament:
        """Take back an entry of the log, ``with_what_follows``: and all later ones that cannot stand without it. A
        start whose moment has passed does not come again by itself.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``, at ``/with_what_follows`` if others would
                fall with it; what ``expected`` raises.
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
            if isinstance(what, _OF_HOSTS):
                need_role(connection, caller, found.hosted, HostRole.HOST)
            yield Wish(_undone(found, number, with_what_follows), caller.player_id, checked_reason(reason))
            if isinstance(what, Started) and (times := _without_start(found, self._now_ms())) is not None:
                yield Wish(Changed(times=times), caller.player_id, checked_reason(reason))

        return self._changes.commit(tournament_id, decide, expected)


def _undone(found: Read, number: int, with_what_follows: bool) -> Undone:
    """The entry that takes one back, with all that cannot stand without it.

    Raises:
        Refusal: ``NOT_POSSIBLE_NOW``.
    """
    hosted = found.hosted
    try:
        if found.tournament.closed_ms is not None:
            raise NotPossible("it is closed")
        corrections.check_can_be_undone(found.entries, number)
        also = corrections.falls_with(hosted.settings, found.entries, number, is_old=hosted.event is None)
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None
    if also and not with_what_follows:
        detail = (
            f"{_count(also)} cannot stand without it: {_listed(also)}. With `with_what_follows` all "
            "that falls, too; a preview says what would follow."
        )
        fault = FieldError("/with_what_follows", f"must be true: {_count(also)} cannot stand without it")
        raise Refusal(Reason.NOT_POSSIBLE_NOW, detail, (fault,))
    undone = Undone(entry=number, also=also)
    entry = LoggedHappening(len(found.entries) + 1, found.last_ms, undone)
    after = hosted.folded([*found.entries, entry])
    if hosted.shown_seed is not None and not after.status.is_over and not after.is_for_the_house:
        detail = "It is over and its seed is shown: whoever goes on playing may know the cards."
        raise Refusal(Reason.NOT_POSSIBLE_NOW, detail)
    _check_nobody_returns(found, number, after)
    return undone


def _check_nobody_returns(found: Read, number: int, after: Tournament) -> None:
    """Whether nobody who has left takes part again because something else is taken back."""
    what = found.entries[number - 1].what
    for member in found.tournament.members.values():
        is_back = member.is_own(member.withdrawn_by) and not after.members[member.id].is_withdrawn
        if is_back and not (isinstance(what, Withdrawn) and what.entrant == member.id):
            raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {member.name} has withdrawn itself.")


def _without_start(found: Read, now_ms: int) -> RoundTimes | None:
    """Times by which its host starts the tournament; None: its moment to start has not come yet."""
    times = found.hosted.settings.times
    if times.starts_ms is None or times.starts_ms > now_ms:
        return None
    return times.model_copy(update={"starts_ms": None})


def _count(entries: Sequence[int]) -> str:
    return "1 later entry" if len(entries) == 1 else f"{len(entries)} later entries"


def _listed(entries: Sequence[int]) -> str:
    shown = listed(entries[:_MOST_LISTED])
    return shown if len(entries) <= _MOST_LISTED else f"{shown} and more"


def _once(status: TournamentStatus, what: Paused | Resumed | Cancelled) -> Callable[[Read], Iterator[Happening]]:
    """Let something happen that leads to a status, unless that is reached."""

    def decide(found: Read) -> Iterator[Happening]:
        if found.tournament.status is not status:
            yield what

    return decide
