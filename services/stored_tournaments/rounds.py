"""What hosts and arbiters decide of rounds: when one is paired, who meets whom, and how a table has ended."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from services.database import Database
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.stored_tournaments import by_hand, rows
from services.stored_tournaments.access import need_role
from services.stored_tournaments.changes import Changes, checked_reason
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.tournaments import corrections, steps
from services.tournaments.corrections import Follows
from services.tournaments.folding import apply
from services.tournaments.log import Happening, KeptApart, LoggedHappening, ResultSet, RoundPaired
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_document import TournamentRoundDetails, round_document
from services.tournaments.settings import SwissSystem
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import NotPossible
from services.tournaments.what_if import ChangeNotPossible, what_if

MAX_APART: Final = 64
"""Entrants that are kept apart at once."""


class CorrectionPreview(NamedTuple):
    """What some changes would make. ``standings``: as JSON."""

    standings: bytes
    follows: Follows


class TournamentRounds:
    """The rounds of all tournaments, as their hosts have them. Safe to use from several threads."""

    def __init__(self, database: Database, known: KnownLogs, changes: Changes, now_ms: Callable[[], int]) -> None:
        self._database = database
        self._known = known
        self._changes = changes
        self._now_ms = now_ms

    def pair_next(
        self, caller: Caller, tournament_id: str, *, system: SwissSystem | None = None, reason: str = ""
    ) -> HostedTournament:
        """Pair the next round now; or, while nothing of the round that is paired was played, that round again; also
        while the tournament is paused. ``system``: by which a Swiss stage pairs this round; None: its own.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            season = steps.season_due(found.tournament)
            if season is not None:
                yield season
            planned, rounds = _planned(found, system), found.tournament.rounds
            if not rounds or rounds[-1].paired != planned:
                yield planned

        return self._changes.by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def preview_next(self, caller: Caller, tournament_id: str) -> TournamentRoundDetails:
        """What :meth:`pair_next` would pair as things stand; nothing changes.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        with self._database.read() as connection:
            hosted = need_role(connection, caller, rows.find(connection, tournament_id), HostRole.ARBITER)
            found = self._known.read(connection, hosted).copy()
        now_ms, revision = self._now_ms(), found.tournament.revision
        season = steps.season_due(found.tournament)
        if season is not None:
            revision += 1
            apply(found.tournament, LoggedHappening(revision, now_ms, season))
        apply(found.tournament, LoggedHappening(revision + 1, now_ms, _planned(found), caller.player_id))
        return round_document(found.tournament, found.tournament.rounds[-1])

    def pair_by_hand(self, caller: Caller, tournament_id: str, wanted: HandPairing, *, reason: str) -> HostedTournament:
        """Have a round paired as the host says, in the place of what was paired as long as nothing of that was played.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD``, at who is named but cannot
                be there, or at ``/tables`` if somebody is left out.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if (paired := by_hand.pairing(found, wanted)) is not None:
                yield paired

        return self._changes.by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def swap(
        self, caller: Caller, tournament_id: str, round_number: int, one: str, other: str, *, reason: str
    ) -> HostedTournament:
        """Let two entrants change places in a round of which nothing was played. The same swap, for the same reason, is
        made once, however often it is asked for.

        Raises:
            Refusal: ``NOT_FOUND``: the round, too; ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD`` at ``/a`` or
                ``/b``: who has no place in the round.
        """

        def decide(found: Read) -> Iterator[Happening]:
            said_by = (caller.player_id, checked_reason(reason))
            if (paired := by_hand.swap(found, said_by, round_number, one, other)) is not None:
                yield paired

        return self._changes.by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def keep_apart(
        self,
        caller: Caller,
        tournament_id: str,
        entrants: Sequence[str],
        *,
        until_round: int | None = None,
        reason: str,
    ) -> HostedTournament:
        """No two of some entrants are to be paired with each other from the next pairing on, in Swiss and pods.
        ``until_round``: up to this round; None: as long as the tournament lasts. It can be undone like a result.

        Raises:
            Refusal: ``NOT_FOUND``, also for an entrant; ``NOT_A_HOST``, ``INVALID_FIELD`` at ``/entrants`` or
                ``/until_round``, ``NOT_POSSIBLE_NOW``.
        """
        if not 2 <= len(set(entrants)) == len(entrants) <= MAX_APART:
            error = FieldError("/entrants", f"must be 2 to {MAX_APART} entrants, each once")
            raise Refusal(Reason.INVALID_FIELD, errors=(error,))
        if until_round is not None and until_round < 1:
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/until_round", "must be at least 1"),))

        def decide(found: Read) -> Iterator[Happening]:
            for place, entrant in enumerate(entrants):
                if entrant not in found.tournament.members:
                    error = FieldError(f"/entrants/{place}", "there is no such entrant")
                    raise Refusal(Reason.NOT_FOUND, errors=(error,))
            wanted = KeptApart(entrants=tuple(sorted(entrants)), until_round=until_round)
            if wanted not in found.tournament.kept_apart:
                yield wanted

        return self._changes.by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def set_result(self, caller: Caller, tournament_id: str, result: ResultSet, *, reason: str) -> HostedTournament:
        """Say how a table has ended, whatever was played: a match of it that is under way is called off. Where others
        go on by that than have gone on, ``result.then`` says what becomes of what was paired since.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``, at ``/then`` if that is missing or cannot be;
                ``INVALID_FIELD`` at ``/places`` or ``/forfeits``: they are none of this table.
        """

        def decide(found: Read) -> Iterator[Happening]:
            by_hand.check_result(found.tournament, result)
            wanted = by_hand.corrected(found, result)
            if wanted is None:
                return
            tournament = found.tournament
            stages, rounds = len(tournament.stages), len(tournament.rounds)
            yield wanted
            if wanted.then == "replay":
                yield from corrections.paired_anew(tournament, found.hosted.lots, stages, rounds)

        return self._changes.by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def preview(self, caller: Caller, tournament_id: str, changes: Sequence[Happening]) -> CorrectionPreview:
        """The standings as they would be after some changes, and what else would follow; nothing changes.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``INVALID_FIELD``, at what is no result of its table;
                ``NOT_POSSIBLE_NOW``, at the change that cannot be.
        """
        with self._database.read() as connection:
            hosted = need_role(connection, caller, rows.find(connection, tournament_id), HostRole.ARBITER)
            found = self._known.read(connection, hosted)
        for place, what in enumerate(changes):
            if isinstance(what, ResultSet):
                by_hand.check_result(found.tournament, what, f"/changes/{place}")
        try:
            imagined, follows = what_if(
                hosted.settings,
                found.entries,
                changes,
                hosted.lots,
                self._now_ms(),
                is_old=hosted.event is None,
                is_seed_shown=hosted.shown_seed is not None,
            )
            return CorrectionPreview(standings_document(imagined), follows)
        except ChangeNotPossible as error:
            fault = FieldError(f"/changes/{error.place}", error.problem)
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "One of these changes is not possible now.", (fault,)) from None


def _planned(found: Read, system: SwissSystem | None = None) -> RoundPaired:
    try:
        return steps.pair_now(found.tournament, found.hosted.lots, system=system)
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None
