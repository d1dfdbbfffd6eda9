"""The operations on matches, for the gateway and others."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Final

import structlog

from services.archive import Archive
from services.archive.ruleset_versions import RulesetVersions
from services.engine.engine import Engines, Situation
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason, Refusal
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.identity import Caller, Players
from services.identity.idempotent_creation import Creation, once
from services.matches import event_log, lobby
from services.matches.admission import MatchAdmission
from services.matches.archived_matches import ArchivedMatches, RestoredMatch
from services.matches.assistance import no_help
from services.matches.creation_request import NewMatch, SeatRequest, check_client_seed
from services.matches.disclosure import Disclosure
from services.matches.ids import is_match_id
from services.matches.inspections import check_may_sit, first_look
from services.matches.invitations import Invitations
from services.matches.judge import ATTEMPTS, Checked, Judge, answered, seat_of
from services.matches.listing import Filter, Listing
from services.matches.match import DeclineReason, EventLine, Match, SeatStatus, Status, ViewSnapshot
from services.matches.match_creation import EventDeal, Filler, Rematch, SharedDeal, check_wish, open_match
from services.matches.match_lifecycle import (
    Change,
    aborted,
    created,
    declined,
    inspected,
    resigned,
    seated,
    shown_up,
    starts_by_itself,
)
from services.matches.match_record import LivePresence, MatchRecord
from services.matches.match_start import start
from services.matches.quotas import Quotas, QuotaUse
from services.matches.rematches import new_rematch, rematch_request, without_pointers
from services.matches.replays import ReplayWriter
from services.matches.store import MatchStore
from services.matches.ticker_gaps import Gap
from services.matches.visibility import check_seat, check_viewer, check_visible
from services.platform_time import platform_ms

log = structlog.get_logger("matches")

MAX_LINES: Final = 500
_MAX_REVISION: Final = 1 << 62
_LEAVES_REDIS_MS: Final = 1000
"""No match has left Redis so soon after its creation."""

Make = Callable[[MatchRecord], Change | None]
Expected = Callable[[Match], None]
"""Checks a match that is about to be changed, as its caller may know it, and raises to leave it unchanged. Called for
each attempt."""


def no_precondition(_: Match) -> None:
    """Expects nothing."""


class Matches:
    """All operations on matches. Thread-safe.

    Returned matches are limited to what the caller may know, and requests are judged by that
    (:mod:`services.matches.disclosure`). Every operation can be repeated without a second effect. Matches that have
    left Redis are read from the archive.

    Every method raises ``BUSY`` when something that it needs cannot be reached. Methods that name a match raise
    ``NOT_FOUND`` when the caller may not see it or it does not exist.
    """

    def __init__(
        self,
        store: MatchStore,
        engines: Engines,
        players: Players,
        archive: Archive,
        *,
        signing_keys: SigningKeys,
        commitments: CommitmentLog,
        now_ms: Callable[[], int] = platform_ms,
        quotas: Quotas | None = None,
        admission: MatchAdmission | None = None,
        invitations: Invitations | None = None,
        clock_grace_ms: int = 0,
        versions: RulesetVersions | None = None,
    ) -> None:
        """``signing_keys``: sign what matches promise, and replays. ``commitments``: the public log, for their place in
        it. ``quotas``: how much each player may use; None: as much as it likes. ``admission``: sees to blocks; None:
        nobody has blocked anybody. ``invitations``: how many a player may get; None: any number. ``clock_grace_ms``:
        how long after a deadline an answer counts in the matches that are created here. ``versions``: where those are
        noted that deal matches; None: nowhere."""
        self._store = store
        self._quotas = quotas
        self._admission = admission
        self._invitations = invitations
        self._clock_grace_ms = clock_grace_ms
        self._versions = versions
        self._engines = engines
        self._players = players
        self._archived = ArchivedMatches(archive, engines)
        self._disclosure = Disclosure(store, now_ms)
        self._listing = Listing(store, archive, self._disclosure.known, self._kept_apart)
        self._judge = Judge(store, engines, now_ms)
        self._signing_keys = signing_keys
        self._replays = ReplayWriter(signing_keys, commitments)
        self._now_ms = now_ms

    # -- making a match and taking part --------------------------------------------------------------------------------

    def create(self, caller: Caller, new: NewMatch, *, creation: Creation | None = None) -> Match:
        """Create a match. It starts at once if nobody has to join it and its start rule allows that. A repetition with
        the same ``creation`` returns the match that it created before, in its current state.

        Raises:
            Refusal: see :func:`services.matches.match_creation.open_match`; ``QUOTA_EXCEEDED``; ``NOT_ADMITTED``: an
                invited player takes no invitation of the caller.
        """
        creation = creation or once(self._now_ms)
        return self._created(caller, new, creation, (), ())

    def create_seated(
        self,
        caller: Caller,
        new: NewMatch,
        seated: Sequence[Caller | None],
        tickets: Sequence[str] = (),
        *,
        creation: Creation,
        deal: SharedDeal | EventDeal | None = None,
        person: str | None = None,
    ) -> Match:
        """Create a match in which players sit from the beginning on, and start it: nobody is invited, and nobody can
        decline or leave. With the same ``creation`` again: the match that it made before. ``caller``: who creates it.
        ``seated``: who sits in each seat of ``new``; None: whom ``new`` asks for. ``tickets``: by which they were
        paired, if they were, each told to its player. ``deal``: that it has in common with other matches, of which
        every seat is a bot's of the house; or its own of a series or tournament. ``person``: for whom the match counts;
        None: for the person behind the caller.

        Raises:
            Refusal: as :meth:`create`; ``QUOTA_EXCEEDED`` if one of the players sits in too many matches.
        """
        return self._created(caller, new, creation, tuple(seated), tuple(tickets), deal, person)

    def _created(
        self,
        caller: Caller,
        new: NewMatch,
        creation: Creation,
        seated: tuple[Caller | None, ...],
        tickets: tuple[str, ...],
        deal: SharedDeal | EventDeal | None = None,
        person: str | None = None,
    ) -> Match:
        stored = open_match(
            caller,
            new,
            self._engines,
            self._players,
            creation,
            self._signing_keys,
            grace_ms=self._clock_grace_ms,
            seated=seated,
            deal=deal,
            person=person,
        )
        if self._now_ms() - creation.at_ms >= _LEAVES_REDIS_MS:
            # A late attempt. Made anew, a match that an earlier one made would have a server seed that all know by now.
            gone = self._archived.find(stored.match.id)
            if gone is not None:
                return self._disclosure.known(gone.match, caller)
        match: Match | None = stored.match
        with self._reserved(caller, stored.match, seated):
            committed = self._store.commit(created(stored, tickets))
        self._note_version(stored.match)
        # Not committed although nobody else knows the id: the answer to a first attempt was lost on its way.
        if not committed:
            self._store.confirm(stored.match.id)
            match = self._store.match(stored.match.id)
        if match is None:
            raise Refusal(Reason.BUSY)
        return self._disclosure.known(self._start_if_full(match), caller)

    def rematch(self, caller: Caller, match_id: str, *, creation: Creation | None = None) -> Match:
        """Create the rematch of an ended match, with the current version of the ruleset, everything else as before, and
        everybody one seat further. The first player who asks creates it and takes a seat. The others are invited, and
        take their seats by asking, too. All get the same match, unless it was called off before it started: then the
        next player who asks creates another one. A repetition with the same ``creation`` returns the match that it
        created before.

        Raises:
            Refusal: ``NOT_YOUR_SEAT`` for a player who had no seat; ``MATCH_NOT_FINISHED`` before the end, under a
                spectator delay until spectators know of it, and for a match that has never started; as :meth:`create`
                and :meth:`join`.
        """
        creation = creation or once(self._now_ms)
        for _ in range(ATTEMPTS):
            old = self._find(match_id)
            check_visible(old, caller)
            lobby.check_may_rematch(old, caller)
            self._disclosure.check_told(old)
            known = self._store.rematches([old.id]).get(old.id)
            found = None if known is None else self._find_or_none(known)
            if found is not None and not found.was_called_off_before_start:
                return self.join(caller, found.id)
            if found is not None and found.id == new_rematch(creation):
                return self._disclosure.known(found, caller)
            # One that was named and is not there was to be created by who died of it: it is created now.
            wanted = new_rematch(creation) if known is None or found is not None else known
            with without_pointers():
                made = self._create_rematch(caller, old, Rematch(wanted, old.id), creation, instead_of=known or "")
            if made is not None:
                self._note_version(made)
                return self._disclosure.known(self._start_if_full(made), caller)
        raise Refusal(Reason.BUSY)

    def check_wish(self, new: NewMatch) -> JsonObject:
        """Whether a match could be created, but for who sits in it; all of its options.

        Raises:
            Refusal: see :func:`services.matches.match_creation.check_wish`.
        """
        return dict(check_wish(new, self._engines)[1])

    def void(self, match_id: str) -> bool:
        """See to it that a match is never created, whoever has begun with it. False if it was created."""
        return self._archived.find(match_id) is None and self._store.void(match_id)

    def without_seats_left(self, players: Iterable[Caller]) -> set[str]:
        """Those of some players who sit in as many matches as they may, by id."""
        return set() if self._quotas is None else self._quotas.without_seats_left(players)

    def join(
        self,
        caller: Caller,
        match_id: str,
        *,
        seat: int | None = None,
        client_seed: str | None = None,
        expected: Expected = no_precondition,
    ) -> Match:
        """Take the named seat, or the one that is kept for the caller, or the first open one. With the last seat the
        match starts, if its start rule allows that. Joining again in the caller's own seat changes nothing, except that
        it can add a client seed.

        Raises:
            Refusal: ``MATCH_NOT_OPEN``, ``SEAT_TAKEN``, ``ALREADY_SEATED``, ``INVALID_FIELD``, ``CLIENT_SEED_GIVEN``,
                ``QUOTA_EXCEEDED``; ``NOT_YOUR_SEAT`` for an admin who has looked at a seat; ``NOT_ADMITTED`` if the
                creator or a seated player has blocked the caller.
        """
        check_client_seed(client_seed)
        reservations = ExitStack()

        def plan(match: Match) -> Make | None:
            taken = lobby.seat_to_take(match, caller, seat, client_seed)
            if taken is not None and match.seat_of(caller.player_id) is None:
                lobby.check_in_time(match, self._now_ms())
                check_may_sit(match, caller.player_id)
                if self._admission is not None:
                    self._admission.check_seat(caller, match)
                if self._quotas is not None:
                    reservations.enter_context(self._quotas.seat(caller, match))
            return None if taken is None else lambda stored: seated(stored, taken, self._now_ms())

        with reservations:
            changed = self._changed(caller, match_id, plan, expected)
        return self._disclosure.known(self._start_if_full(changed), caller)

    def give_seed(
        self, caller: Caller, match_id: str, client_seed: str, *, expected: Expected = no_precondition
    ) -> Match:
        """Add a client seed to the caller's seat while the match is open. The same seed again changes nothing.

        Raises:
            Refusal: ``INVALID_FIELD``, ``NOT_YOUR_SEAT``, ``MATCH_NOT_OPEN``, ``CLIENT_SEED_GIVEN``.
        """
        check_client_seed(client_seed)

        def plan(match: Match) -> Make | None:
            seat = lobby.seat_with_seed(self._disclosure.judged(match, caller), caller, client_seed)
            return None if seat is None else lambda stored: seated(stored, seat, self._now_ms())

        return self._disclosure.known(self._changed(caller, match_id, plan, expected), caller)

    def leave(
        self,
        caller: Caller,
        match_id: str,
        *,
        reason: DeclineReason = DeclineReason.GENERIC,
        expected: Expected = no_precondition,
    ) -> Match:
        """Leave the caller's seat in an open match, or decline the one that is kept for the caller. The seat becomes
        open to others. If nobody is left in the match except its creator and house bots, and no seat was open from the
        beginning, the match ends with the decline. ``reason``: why it is declined, for the creator. Leaving again
        changes nothing.

        Raises:
            Refusal: ``MATCH_NOT_OPEN``; ``NOT_FOUND`` once the caller may no longer see the match.
        """

        def plan(match: Match) -> Make | None:
            now_ms = self._now_ms()
            if caller.player_id in match.invited:
                decline = lobby.decline_of(match, caller, reason, now_ms)
                if decline is None:
                    return None
                ends = lobby.ends_with_decline(match, decline)
                return lambda stored: declined(stored, decline, now_ms, ends=ends)
            left = lobby.seat_to_leave(match, caller)
            return None if left is None else lambda stored: seated(stored, left, self._now_ms())

        return self._disclosure.known(self._changed(caller, match_id, plan, expected), caller)

    def assign(
        self, caller: Caller, match_id: str, seat: int, request: SeatRequest, *, expected: Expected = no_precondition
    ) -> Match:
        """Assign a seat of an open match that no person has taken. For its creator. With the last seat the match
        starts, if its start rule allows that.

        Raises:
            Refusal: ``NOT_THE_CREATOR``, ``MATCH_NOT_OPEN``, ``SEAT_TAKEN``, ``ALREADY_SEATED``, ``UNKNOWN_BOT``;
                ``NOT_FOUND`` for an unknown seat or player; ``QUOTA_EXCEEDED``; ``NOT_ADMITTED``.
        """
        reservations = ExitStack()

        def plan(match: Match) -> Make | None:
            lobby.check_creator(match, caller)
            check_seat(match, seat)
            if match.status is not Status.OPEN:
                raise Refusal(Reason.MATCH_NOT_OPEN)
            filler = Filler(caller, self._engines.pinned(match.pin).describe(), self._players)
            wanted = lobby.seat_to_assign(match, caller, filler.seat(seat, request, "/seat"))
            if wanted is None:
                return None
            lobby.check_in_time(match, self._now_ms())
            check_may_sit(match, wanted.player_id)
            if wanted.status is SeatStatus.RESERVED and wanted.player_id is not None:
                reservations.enter_context(self._inviting(caller, match.id, [wanted.player_id], "/seat"))
            if wanted.player_id == caller.player_id and self._admission is not None:
                self._admission.check_seat(caller, match)
            if self._quotas is not None and wanted.bot is not None and match.seats[seat].bot is None:
                reservations.enter_context(self._quotas.bot_seat(caller, match, seat))
            if self._quotas is not None and wanted.player_id == caller.player_id:
                reservations.enter_context(self._quotas.seat(caller, match))
            return lambda stored: seated(stored, wanted, self._now_ms())

        with reservations:
            changed = self._changed(caller, match_id, plan, expected)
        return self._disclosure.known(self._start_if_full(changed), caller)

    def start(
        self,
        caller: Caller,
        match_id: str,
        *,
        client_seed: str | None = None,
        expected: Expected = no_precondition,
    ) -> Match:
        """Start a match whose seats are all taken. For its creator. ``client_seed``: for the creator's seat, if it has
        sent none before. Starting a live match changes nothing.

        Raises:
            Refusal: ``NOT_THE_CREATOR``, ``SEATS_NOT_FILLED``, ``MATCH_ENDED``, ``UNSUPPORTED_VERSION``; with a client
                seed also ``INVALID_FIELD``, ``NOT_YOUR_SEAT``, ``MATCH_NOT_OPEN``, ``CLIENT_SEED_GIVEN``.
        """
        check_client_seed(client_seed)
        for _ in range(ATTEMPTS):
            loaded = self._store.load(self._valid_id(match_id))
            match = self._find_archived(match_id).match if loaded is None else loaded.match
            check_visible(match, caller)
            may = lobby.may_start(self._disclosure.judged(match, caller), caller)
            seat = None if client_seed is None else lobby.seat_with_seed(match, caller, client_seed)
            if not may or loaded is None:
                return self._disclosure.known(match, caller)
            lobby.check_in_time(match, self._now_ms())
            expected(self._disclosure.known(match, caller))
            live = start(self._store, self._engines, loaded.stored, self._now_ms(), with_seed=seat)
            if live is not None:
                return self._disclosure.known(live.match, caller)
        raise Refusal(Reason.BUSY)

    def resign(self, caller: Caller, match_id: str, *, expected: Expected = no_precondition) -> Match:
        """Resign the caller's seat. The match ends, or a bot plays on for the seat, as the ruleset declares for this
        number of seats. Resigning again changes nothing.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``, ``MATCH_NOT_LIVE``, ``MATCH_ENDED``.
        """

        def plan(match: Match) -> Make | None:
            seat = lobby.seat_to_resign(match, caller)
            if seat is None:
                return None
            ends = len(match.seats) in self._engines.pinned(match.pin).describe().resignation_ends_at
            return lambda stored: resigned(stored, seat, self._now_ms(), ends=ends)

        return self._disclosure.known(self._changed(caller, match_id, plan, expected), caller)

    def abort(self, caller: Caller, match_id: str, *, expected: Expected = no_precondition) -> Match:
        """Abort a match without a result: for its creator while it is open, for an admin until it has ended. Aborting
        again changes nothing.

        Raises:
            Refusal: ``NOT_THE_CREATOR``, ``MATCH_NOT_OPEN``, ``MATCH_ENDED``.
        """

        def plan(match: Match) -> Make | None:
            may = lobby.may_abort(match, caller)
            return (lambda stored: aborted(stored, self._now_ms())) if may else None

        return self._disclosure.known(self._changed(caller, match_id, plan, expected), caller)

    def decide(self, caller: Caller, match_id: str, seat: int | None, decision: int, action: str | JsonObject) -> bytes:
        """Answer a decision: see :meth:`services.matches.judge.Judge.judge`. The result is canonical JSON: ``{"match",
        "seat", "decision", "action", "notation", "revision", "events", "next_decision"}``, the same bytes in every
        repetition. ``seat``: None for the caller's seat.

        Raises:
            Refusal: as the judge; ``NOT_YOUR_SEAT`` for a caller without a seat.
        """
        try:
            return self._decided(caller, match_id, seat, decision, action)
        except Refusal as refusal:
            if refusal.reason is not Reason.MATCH_NOT_LIVE:
                raise
        self.get(caller, match_id)  # its last player may have joined just before a process died: then that starts it
        return self._decided(caller, match_id, seat, decision, action)

    def check(self, caller: Caller, match_id: str, decision: int, action: str | JsonObject) -> Checked:
        """Whether :meth:`decide` would accept the action, with the same refusals. Nothing happens, and nothing about
        the effect is revealed: see :meth:`services.matches.judge.Judge.check`.

        Raises:
            Refusal: as the judge.
        """
        checked = self._judge.check(caller, self._valid_id(match_id), decision, action)
        if checked is not None:
            return checked
        archived = self._find_archived(match_id)
        return answered(archived.judge(caller, seat_of(archived.match, caller), decision, action))

    # -- reading -------------------------------------------------------------------------------------------------------

    def get(self, caller: Caller, match_id: str) -> Match:
        """A match."""
        match = self._store.match(self._valid_id(match_id))
        if match is None:
            match = self._find_archived(match_id).match
        check_visible(match, caller)
        return self._disclosure.known(self._start_if_full(match), caller)

    def view(self, caller: Caller, match_id: str, viewer: int) -> ViewSnapshot:
        """What a viewer may know and do now. A seat is for its player, and for admins without a seat in the match,
        whose request is recorded (:mod:`services.matches.inspections`); ``SPECTATOR`` is for all who may see the match.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``; ``UNSUPPORTED_VERSION`` for an archived match whose ruleset is no longer served.
        """
        found = self._store.view(self._valid_id(match_id), viewer)
        if found is None:
            archived = self._find_archived(match_id)
            check_viewer(archived.match, caller, viewer)
            return _snapshot(archived.match, viewer, archived.situation(viewer))
        check_viewer(found[0], caller, viewer)
        self._record_look(found[0], caller, viewer)
        if found[0].presence is not None:
            self._note_presence(found[0], caller, viewer)
        if starts_by_itself(found[0]):
            self._start_if_full(found[0])
            found = self._store.view(match_id, viewer) or found
        delayed = self._disclosure.delayed(found[0]) if viewer == SPECTATOR else None
        if delayed is not None:
            return _snapshot(delayed.match, viewer, delayed.situation)
        return _snapshot(found[0], viewer, found[1])

    def check_view(self, caller: Caller, match_id: str, viewer: int) -> None:
        """Whether the caller may see the match as a viewer does. Nothing is shown, so nothing is recorded.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``.
        """
        match = self._store.match(self._valid_id(match_id))
        check_viewer(self._find_archived(match_id).match if match is None else match, caller, viewer)

    def events(self, caller: Caller, match_id: str, viewer: int, *, since: int, limit: int = 100) -> "list[EventLine]":
        """What a viewer has seen after its revision ``since``, oldest first, at most ``limit`` (and 500) lines. If the
        match has ended and there is nothing after ``since``, the last line comes again, so that a client that resumes
        learns that the match is over.

        Raises:
            Refusal: ``NOT_YOUR_SEAT``.
        """
        since, limit = max(0, min(since, _MAX_REVISION)), max(1, min(limit, MAX_LINES))
        found = self._store.events(self._valid_id(match_id), viewer, since, limit)
        if found is None:
            archived = self._find_archived(match_id)
            check_viewer(archived.match, caller, viewer)
            return archived.lines(viewer, since, limit)
        match, entries = found
        check_viewer(match, caller, viewer)
        self._record_look(match, caller, viewer)
        if match.presence is not None:
            self._note_presence(match, caller, viewer)
        delayed = self._disclosure.delayed(match) if viewer == SPECTATOR else None
        if delayed is not None:
            match = delayed.match
            entries = [entry for entry in entries if entry.shown[0] <= match.revision(viewer)]
        if not entries and match.status.ended:
            last = self._store.events(match_id, viewer, match.revision(viewer) - 1, 1)
            if last is None:  # it has left meanwhile
                return self._find_archived(match_id).lines(viewer, since, limit)
            entries = last[1]
        return [event_log.line(entry, viewer) for entry in entries]

    def note_presence(self, caller: Caller, match_id: str) -> bool:
        """The caller is told of its match as it happens, and so is there, if the match keeps note of that. False if
        there is no such match, or none yet."""
        match = self._store.match(match_id) if is_match_id(match_id) else None
        if match is None:
            return False
        seat = match.seat_of(caller.player_id)
        if seat is not None and match.presence is not None:
            self._note_presence(match, caller, seat)
        return True

    def presences(self, match_ids: Sequence[str]) -> dict[str, LivePresence]:
        """Who has been there in some matches, by their ids: of those that are live and keep note of it."""
        return self._store.presences(match_ids)

    def gaps(self) -> tuple[Gap, ...]:
        """When no ticker lived, so that time did not count, oldest first."""
        return self._store.gaps(self._now_ms())

    def replay(self, caller: Caller, match_id: str) -> bytes:
        """The replay of an ended match: everything that is needed to execute it again, including all its secrets. That
        of an aborted match ends where it was aborted.

        Raises:
            Refusal: ``MATCH_NOT_FINISHED``; also for a match that was aborted and had been created without a commitment
                document.
        """
        loaded = self._store.load(self._valid_id(match_id))
        if loaded is not None:
            _check_ended(self._disclosure.judged(loaded.match, caller), caller)
            return self._archived.replay(match_id) or self._made_replay(loaded.stored)
        archived = self._find_archived(match_id)
        _check_ended(archived.match, caller)
        return self._archived.replay(match_id) or b""

    def check_help(self, caller: Caller, ruleset: str) -> None:
        """Whether the platform may search positions of a ruleset for the caller: not as long as the person behind it
        sits in a live match of it in which there is no help, by itself or by a bot.

        Raises:
            Refusal: ``NO_ASSISTANCE``, see :func:`services.matches.assistance.no_help`.
        """
        barring = self._store.bars_help(caller.person, ruleset)
        if barring:
            raise no_help(barring, caller)

    def check_replay(self, caller: Caller, match_id: str) -> None:
        """Whether :meth:`replay` would return the replay, for a caller that already has it.

        Raises:
            Refusal: as :meth:`replay`.
        """
        match = self._store.match(self._valid_id(match_id))
        if match is None:
            _check_ended(self._find_archived(match_id).match, caller)
        else:
            _check_ended(self._disclosure.judged(match, caller), caller)

    def list(
        self,
        caller: Caller,
        *,
        status: Status | None = None,
        player: str | None = None,
        ruleset: str | None = None,
        pending: str | None = None,
        joinable: str | None = None,
        creator: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        time_control: str | None = None,
        bots: bool | None = None,
        limit: int = 50,
        before: str | None = None,
    ) -> tuple[list[Match], str | None]:
        """Matches that the caller may see, newest first, those before the cursor ``before``; and the next cursor, None
        after the last page. A page may hold fewer than ``limit`` although another follows.

        ``player``: only those in which this player has a seat or is invited to one. ``pending``: only those in which
        this player must decide now. ``joinable``: only those that this player could join now. ``creator``, ``seats``,
        ``free_seats``, ``time_control``, ``bots``: see :class:`services.matches.listing.Filter`. Left out are open
        matches of a creator whom the caller has blocked, or who has blocked it, if it has nothing to do with them.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/before``.
        """
        wanted = Filter(status, player, ruleset, pending, joinable, creator, seats, free_seats, time_control, bots)
        return self._listing.page(caller, wanted, limit, before)

    def _made_replay(self, stored: MatchRecord) -> bytes:
        """The replay of a match that has just ended and is not in the archive yet."""
        with self._archived.expensive():
            return self._replays.make(stored, self._store.read_log(stored.match.id))

    def quotas(self, caller: Caller, person: str) -> Sequence[QuotaUse]:
        """What a person may create and uses now: for those behind whom it stands and admins, which the rim sees to.
        Empty where nothing is counted."""
        return [] if self._quotas is None else self._quotas.use(caller, person)

    # -- internals -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _reserved(self, caller: Caller, match: Match, seated: Sequence[Caller | None] = ()) -> Iterator[None]:
        """Creates a match within this context, with its invited and seated players, unless a quota or a block forbids
        it."""
        with ExitStack() as reservations:
            if match.invited:
                reservations.enter_context(self._inviting(caller, match.id, match.invited, "/seats"))
            if self._quotas is not None:
                # The creation last, which a player without a seat left would use up in vain; the creator's own seat is
                # counted with it.
                for player in seated:
                    if player is not None and player.person != match.person:
                        reservations.enter_context(self._quotas.new_seat(player, match))
                reservations.enter_context(self._quotas.creation(caller, match))
            yield

    def _inviting(
        self, caller: Caller, match_id: str, invited: Sequence[str], pointer: str
    ) -> AbstractContextManager[None]:
        """Invites players within this context, unless a limit or a block forbids it."""
        if self._admission is not None:
            self._admission.check_invitations(caller, invited, pointer)
        return (
            nullcontext() if self._invitations is None else self._invitations.sent(caller, match_id, invited, pointer)
        )

    def _create_rematch(
        self, caller: Caller, old: Match, rematch: Rematch, creation: Creation, *, instead_of: str
    ) -> Match | None:
        """The match that is played after another one; None if somebody else was first. It is named first and then
        created: whoever finds one that is named and not there creates it."""
        stored = open_match(
            caller,
            rematch_request(old, caller),
            self._engines,
            self._players,
            creation,
            self._signing_keys,
            grace_ms=self._clock_grace_ms,
            rematch=rematch,
        )
        with self._reserved(caller, stored.match):
            if self._store.claim_rematch(old.id, rematch.id, instead_of) != rematch.id:
                return None
            return stored.match if self._store.commit(created(stored)) else None

    def _kept_apart(self, caller: Caller, matches: Sequence[Match]) -> Collection[str]:
        return () if self._admission is None else self._admission.kept_apart(caller, matches)

    def _find(self, match_id: str) -> Match:
        """A match, in Redis or in the archive."""
        match = self._store.match(self._valid_id(match_id))
        return self._find_archived(match_id).match if match is None else match

    def _find_or_none(self, match_id: str) -> Match | None:
        match = self._store.match(match_id)
        if match is not None:
            return match
        archived = self._archived.find(match_id)
        return None if archived is None else archived.match

    def _decided(
        self, caller: Caller, match_id: str, seat: int | None, decision: int, action: str | JsonObject
    ) -> bytes:
        verdict = self._judge.judge(caller, self._valid_id(match_id), seat, decision, action)
        if verdict is not None:
            return event_log.answer(match_id, verdict.entry)
        archived = self._find_archived(match_id)
        its = seat_of(archived.match, caller) if seat is None else seat
        return event_log.answer(match_id, archived.judge(caller, its, decision, action))

    def _changed(
        self, caller: Caller, match_id: str, plan: Callable[[Match], Make | None], expected: Expected
    ) -> Match:
        """The match after what ``plan`` makes of it, or as it is if that is nothing. Planned anew if somebody else
        changes the match at the same time. ``plan`` is given the match by which the caller's request is judged; what is
        returned is the match itself, and not for the caller's eyes."""
        for _ in range(ATTEMPTS):
            loaded = self._store.load(self._valid_id(match_id))
            match = self._find_archived(match_id).match if loaded is None else loaded.match
            check_visible(match, caller)
            make = plan(self._disclosure.judged(match, caller))
            if make is None or loaded is None:
                self._store.confirm(match_id)
                return match
            expected(self._disclosure.known(match, caller))
            change = make(loaded.stored)
            if change is None:
                return match
            if self._store.commit(change):
                return change.after.match
        raise Refusal(Reason.BUSY)

    def _record_look(self, match: Match, caller: Caller, viewer: int) -> None:
        """Write in the match that an admin looks at a seat, if it does so for the first time. Refused if the admin has
        taken a seat since the match was read."""
        if first_look(match, caller, viewer, self._now_ms()) is None:
            return

        def plan(match: Match) -> Make | None:
            check_viewer(match, caller, viewer)
            look = first_look(match, caller, viewer, self._now_ms())
            return None if look is None else lambda stored: inspected(stored, look)

        self._changed(caller, match.id, plan, no_precondition)
        log.info("seat_inspected", match=match.id, seat=viewer, player=caller.player_id)

    def _note_presence(self, match: Match, caller: Caller, viewer: int) -> None:
        """Write in a match that keeps note of it that a seat's player is there, once."""
        assert match.presence is not None
        if viewer == SPECTATOR or viewer in match.presence.come or match.seat_of(caller.player_id) != viewer:
            return
        if not match.status.ended:
            make: Make = lambda stored: shown_up(stored, viewer, self._now_ms())  # noqa: E731
            self._changed(caller, match.id, lambda _: make, no_precondition)

    def _start_if_full(self, match: Match) -> Match:
        """Start a match that starts by itself and has not done so: also one whose last player joined just before a
        process died. If the engine cannot be reached, a worker will start it: who asked has done their part."""
        while starts_by_itself(match):
            loaded = self._store.load(match.id)
            if loaded is None:
                return match
            match = loaded.match
            if not starts_by_itself(match):
                return match
            try:
                live = start(self._store, self._engines, loaded.stored, self._now_ms())
            except Refusal:
                return match
            match = match if live is None else live.match
        return match

    def _note_version(self, match: Match) -> None:
        """Note which version deals a match, if this process has not done so. What fails is done with the next match."""
        if self._versions is None or self._versions.is_noted(match.pin):
            return
        try:
            self._versions.note(match.pin, self._engines.pinned(match.pin).describe())
        except Refusal as refusal:
            log.warning("version_not_noted", ruleset=match.ruleset, reason=refusal.reason.name)

    def _find_archived(self, match_id: str) -> RestoredMatch:
        """A match in the archive."""
        archived = self._archived.find(match_id)
        if archived is None:
            raise Refusal(Reason.NOT_FOUND, "There is no such match.")
        return archived

    @staticmethod
    def _valid_id(match_id: str) -> str:
        if not is_match_id(match_id):
            raise Refusal(Reason.NOT_FOUND, "There is no such match.")
        return match_id


def _check_ended(match: Match, caller: Caller) -> None:
    check_visible(match, caller)
    aborted_with_promise = match.status is Status.ABORTED and match.signed_commitment is not None
    if match.status is not Status.FINISHED and not aborted_with_promise:
        raise Refusal(Reason.MATCH_NOT_FINISHED)


def _snapshot(match: Match, viewer: int, situation: Situation | None) -> ViewSnapshot:
    seen = match.seen_by(viewer)
    decision = seen.decision(viewer)
    return ViewSnapshot(
        match_id=match.id,
        viewer=viewer,
        revision=seen.revision(viewer),
        status=match.status,
        view=None if situation is None else situation.view,
        decision=decision,
        legal=b"[]" if situation is None or decision is None else situation.legal,
        pending=match.pending,
        deadline_ms=seen.deadline_ms(viewer),
        outcome=match.outcome,
        clocks=seen.clocks,
    )
