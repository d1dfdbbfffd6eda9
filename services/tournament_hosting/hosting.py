"""Tournaments as their hosts, their entrants and everybody who looks at them use them."""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from sqlalchemy import Connection

from services.database import Database
from services.database.tables import tournament_hosts, tournaments
from services.errors import FieldError, Reason, Refusal
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.identity import OPERATOR_ID, Caller, Players
from services.identity.names import clean_name, has_stray_marks, is_printable, is_visible
from services.identity.ratings import Ratings
from services.matches.admission import MatchAdmission
from services.matches.creation_request import check_client_seed
from services.moments import moment
from services.platform_time import platform_ms
from services.tournament_hosting import by_hand, entering, log_commit, rows
from services.tournament_hosting.access import need_role, role_of, visible
from services.tournament_hosting.due import ABANDONED_MS
from services.tournament_hosting.entering import Wanted
from services.tournament_hosting.export import tournament_export
from services.tournament_hosting.hosted_tournament import (
    NO_LIMITS,
    HostedTournament,
    HostRole,
    MatchState,
    NewEntrant,
    NewTournament,
    TournamentChange,
    TournamentHost,
    TournamentLimits,
    TournamentQuotaUse,
    TournamentVisibility,
)
from services.tournament_hosting.known_logs import KnownLogs, Read
from services.tournament_hosting.log_commit import Expected, Wish, no_precondition
from services.tournament_hosting.planning import checked
from services.tournament_hosting.view import TournamentView, shown_seeds
from services.tournaments import steps
from services.tournaments.entrant_document import TournamentEntrant, entrant_document, waiting_places
from services.tournaments.event_commitment import EVENT_FORMAT, EventCommitment, digest_of, event_document
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    Cancelled,
    Changed,
    CheckedIn,
    Happening,
    KeptApart,
    LoggedHappening,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundPaired,
    SeedGivenByHost,
    Started,
    Undone,
    Withdrawn,
)
from services.tournaments.pairing_by_hand import HandPairing
from services.tournaments.round_document import TournamentRoundDetails, round_document
from services.tournaments.settings import TournamentSettings
from services.tournaments.standings_document import NO_STANDINGS, standings_document
from services.tournaments.tournament import CAN_BE_UNDONE, Member, NotPossible, Tournament, TournamentStatus
from services.tournaments.what_if import ChangeNotPossible, what_if
from services.unreadable import Found, read_each

MAX_APART: Final = 64
"""Entrants that are kept apart at once."""
MAX_REASON: Final = 255
"""Characters of the reason that a host gives."""
MAX_HOSTS: Final = 100
"""So many may help the owner of a tournament."""
QUOTA: Final = "open_tournaments"

_MOST_READINGS: Final = 5
"""So often a tournament is read that changes while it is read."""


class Tournaments:
    """All tournaments. Safe to share between threads, and to hold across a fork.

    Every method may raise ``Refusal(BUSY)``: the database cannot be reached. A tournament that a caller may not see
    does not exist for it. What is done twice is done once.
    """

    def __init__(
        self,
        database: Database,
        players: Players,
        ratings: Ratings,
        signing_keys: SigningKeys,
        *,
        admission: MatchAdmission | None = None,
        limits: TournamentLimits = NO_LIMITS,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        """``signing_keys``: sign what tournaments promise. ``admission``: sees to it that nobody is entered by whom
        it has blocked; None: nobody has blocked anybody."""
        self._database = database
        self._players = players
        self._ratings = ratings
        self._admission = admission
        self._limits = limits
        self._now_ms = now_ms
        self._known = KnownLogs()
        self._signing_keys = signing_keys
        self._commitments = CommitmentLog(database, now_ms=now_ms)

    # -- for everybody -------------------------------------------------------------------------------------------------

    def create(self, caller: Caller, new: NewTournament, seed: bytes, *, tournament_id: str) -> HostedTournament:
        """A new tournament, of which registration is open. ``seed``: the 32 bytes that its settings commit to. What it
        promises is signed, and stands in the public log of commitments with it. If the caller has one with this id
        already, that one, as it is now.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/name`` and ``/times/starts_at``; ``QUOTA_EXCEEDED``, with ``quota``,
                ``limit`` and ``used`` in its metadata.
        """
        name = clean_name(new.name)
        now_ms = self._now_ms()
        with self._database.begin() as connection:
            self._database.lock(connection, _owner_lock(caller.person))
            if (there := rows.find(connection, tournament_id)) is not None:
                return visible(connection, caller, there)
            _check_start(new.settings, now_ms)
            self._check_quota(connection, caller)
            event = self._promised(connection, caller, new, tournament_id, now_ms)
            connection.execute(
                tournaments.insert().values(
                    id=tournament_id,
                    owner_id=caller.player_id,
                    # What an admin holds is the platform's own event: its quotas are nobody's.
                    counts_for=OPERATOR_ID if caller.is_admin else caller.person,
                    name=name,
                    visibility=new.visibility.value,
                    ruleset=new.settings.ruleset,
                    settings=new.settings.to_bytes(),
                    seed=seed,
                    event=event.to_bytes(),
                    status=TournamentStatus.REGISTRATION.value,
                    status_reason="",
                    entrants=0,
                    round=0,
                    revision=0,
                    created_ms=now_ms,
                    changed_ms=now_ms,
                    due_ms=new.settings.times.starts_ms or now_ms + ABANDONED_MS,
                )
            )
            if new.seed_given_by_host:
                rows.append(
                    connection, tournament_id, [LoggedHappening(1, now_ms, SeedGivenByHost(), caller.player_id)]
                )
                rows.store(connection, tournament_id, revision=1)
            made = rows.find(connection, tournament_id)
            assert made is not None
            return made

    def _promised(
        self, connection: Connection, caller: Caller, new: NewTournament, tournament_id: str, now_ms: int
    ) -> EventCommitment:
        """What a new tournament promises, signed and in the public log."""
        document = event_document(
            tournament_id,
            caller.player_id,
            moment(now_ms),
            new.settings,
            seed_given_by_host=new.seed_given_by_host,
            catalogue_sha256=new.catalogue_sha256,
        )
        signature = self._signing_keys.sign(EVENT_FORMAT, document)
        place = self._commitments.append_with(connection, digest_of(document))
        return EventCommitment(
            document.decode(), signature.key_id, signature.value.hex(), place.index, place.hash.hex()
        )

    def get(self, caller: Caller, tournament_id: str) -> HostedTournament:
        """A tournament.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            return visible(connection, caller, rows.find(connection, tournament_id))

    def list(
        self,
        *,
        limit: int,
        before: str | None = None,
        status: TournamentStatus | None = None,
        ruleset: str | None = None,
        owner_id: str | None = None,
    ) -> Found[HostedTournament]:
        """Up to ``limit`` public tournaments, newest first, those before the id ``before``."""
        statement = rows.page_statement(limit).where(tournaments.c.visibility == TournamentVisibility.PUBLIC.value)
        if before is not None:
            statement = statement.where(tournaments.c.id < before)
        for column, value in (("ruleset", ruleset), ("owner_id", owner_id)):
            if value is not None:
                statement = statement.where(tournaments.c[column] == value)
        if status is not None:
            statement = statement.where(tournaments.c.status == status.value)
        with self._database.read() as connection:
            found = connection.execute(statement).mappings()
            return read_each("tournament", found, rows.tournament_of, lambda row: str(row["id"]))

    def state(self, caller: Caller, tournament_id: str) -> Tournament:
        """A tournament as its log makes it.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            return self._known.read(connection, hosted).tournament

    def entrants(
        self, caller: Caller, tournament_id: str, *, after: int = 0, limit: int | None = None
    ) -> Found[TournamentEntrant]:
        """Who has entered, in the order of entry: up to ``limit``, without the first ``after``.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            state = self._known.read(connection, hosted).tournament
            some = list(islice(state.members.values(), after, None if limit is None else after + limit))
            seeds = shown_seeds(connection, hosted, state, some)
        waiting = waiting_places(state)
        return read_each(
            "entrant", some, lambda member: entrant_document(member, waiting, seeds), lambda member: member.id
        )

    def entrant(self, caller: Caller, tournament_id: str, entrant: str | None = None) -> TournamentEntrant:
        """An entrant; None: the caller.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            id_ = _own(connection, caller, hosted) if entrant is None else entrant
            state = self._known.read(connection, hosted).tournament
            if id_ not in state.members:
                raise _no_such_entrant()
            seeds = shown_seeds(connection, hosted, state, [state.members[id_]])
        return entrant_document(state.members[id_], waiting_places(state), seeds)

    def entrant_of(self, caller: Caller, tournament_id: str, player_id: str) -> TournamentEntrant:
        """As which entrant a player has entered.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            id_ = rows.entrant_of(connection, hosted.id, player_id)
        if id_ is None:
            raise _no_such_entrant()
        return self.entrant(caller, tournament_id, id_)

    def house_bot(self, caller: Caller, tournament_id: str, name: str) -> TournamentEntrant:
        """The bot of the house that has entered under a name.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        state, wanted = self.state(caller, tournament_id), clean_name(name)
        found = [member for member in state.members.values() if member.bot is not None and member.name == wanted]
        if not found:
            raise _no_such_entrant()
        return entrant_document(found[0], waiting_places(state), {})

    def hosts(self, caller: Caller, tournament_id: str) -> Found[TournamentHost]:
        """Who runs a tournament: its owner, then who helps, by id.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            helpers = rows.hosts(connection, hosted.id)
        owner = self._players.find(hosted.owner_id)
        return Found([TournamentHost(hosted.owner_id, "" if owner is None else owner.name, None), *helpers.all])

    def use(self, caller: Caller, person: str) -> TournamentQuotaUse:
        """How many tournaments that are not over count for a person."""
        is_exempt = caller.is_admin and caller.person == person
        with self._database.read() as connection:
            used = rows.open_of(connection, person)
        return TournamentQuotaUse(None if is_exempt else self._limits.open_tournaments or None, used)

    def log(self, caller: Caller, tournament_id: str, *, after: int = 0, limit: int) -> Found[LoggedHappening]:
        """The log from the entry after ``after`` on.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            visible(connection, caller, rows.find(connection, tournament_id))
            return rows.listed_entries(connection, tournament_id, after=after, limit=limit)

    def undone(self, caller: Caller, tournament_id: str) -> frozenset[int]:
        """The numbers of the entries that were undone, as far as the log can be read.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            return self._known.undone(connection, visible(connection, caller, rows.find(connection, tournament_id)))

    def view(self, caller: Caller, tournament_id: str) -> TournamentView:
        """What everybody sees of a tournament who may see it.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            return self._view(connection, hosted, self._known.read(connection, hosted).tournament)

    def export(self, caller: Caller, tournament_id: str) -> bytes:
        """Everything that is known of a tournament, as JSON; see :mod:`services.tournament_hosting.export`.

        Raises:
            Refusal: ``NOT_FOUND``; ``BUSY``: it changes all the time.
        """
        for _ in range(_MOST_READINGS):
            with self._database.read() as connection:
                hosted = visible(connection, caller, rows.find(connection, tournament_id))
                found = self._known.read(connection, hosted)
                view = self._view(connection, hosted, found.tournament)
                seeds = shown_seeds(connection, hosted, found.tournament, list(found.tournament.members.values()))
                now = rows.find(connection, tournament_id)
            if len(found.entries) == hosted.revision and now is not None and now.revision == hosted.revision:
                return tournament_export(view, found.entries, seeds)
        raise Refusal(Reason.BUSY)

    def standings(self, caller: Caller, tournament_id: str) -> bytes:
        """The standings of all stages that have begun, as JSON.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            visible(connection, caller, rows.find(connection, tournament_id))
            found = rows.standings(connection, tournament_id)
        return NO_STANDINGS if found is None else zlib.decompress(found)

    # -- for entrants --------------------------------------------------------------------------------------------------

    def enter(
        self, caller: Caller, tournament_id: str, player_id: str | None = None, *, client_seed: str | None = None
    ) -> HostedTournament:
        """Enter a player: None: the caller itself. Everybody enters itself and bots of its own, where registration is
        open to them or a host has invited them; whom a host enters otherwise is invited. ``client_seed``: that it adds
        to the chance of its games, 64 hexadecimal digits; it is given once, before the entrant is paired first.

        Raises:
            Refusal: ``NOT_FOUND``, also at ``/player`` for the player; ``NOT_A_HOST``; ``INVALID_FIELD`` and
                ``BOT_RETIRED`` at ``/player``; ``NOT_ADMITTED``: by invitation only, not with this rating, not for
                bots, or the player has blocked the caller; ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD`` at ``/client_seed``
                for who is neither the caller nor a bot of its own; ``CLIENT_SEED_GIVEN``.
        """
        check_client_seed(client_seed)
        new = NewEntrant("", caller.player_id if player_id is None else player_id)
        hosted, is_host = self._looked_at(caller, tournament_id)
        (wanted,) = self._wanted(hosted, [new])
        player = wanted.player
        assert player is not None
        if not is_host and caller.player_id not in (player.id, player.owner_id):
            raise Refusal(Reason.NOT_A_HOST)
        self._check_blocks(caller, [wanted], "/player")

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            there = rows.entrant_of(connection, tournament_id, player.id)
            if there is not None:
                member = found.tournament.members[there]
                if member.is_invited and not member.is_withdrawn and entering.may_agree(caller, player):
                    yield Wish(Accepted(entrant=there), caller.player_id)
                yield from entering.seed_given(found, caller, there, client_seed)
                return
            if not is_host:
                entering.check_registration(connection, found.hosted, player.id)
            what = entering.entered(found.tournament, caller, wanted)
            yield Wish(what, caller.player_id)
            yield from entering.seed_given(found, caller, what.entrant, client_seed)

        return self._commit(tournament_id, decide)

    def enter_all(self, caller: Caller, tournament_id: str, new: Sequence[NewEntrant]) -> HostedTournament:
        """Enter players and bots of the house, all of them or, if one cannot be, nobody. The caller is a host. Who has
        entered already, a bot of the house by its name, is passed over. Players are invited as by :meth:`enter`.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; as :meth:`enter` and ``INVALID_FIELD`` for
                names, below the pointers of those it is about; ``NOT_ADMITTED`` at ``/entrants`` where somebody has
                blocked the caller.
        """
        hosted, is_host = self._looked_at(caller, tournament_id)
        if not is_host:
            raise Refusal(Reason.NOT_A_HOST)
        wanted = self._wanted(hosted, new)
        self._check_blocks(caller, wanted, "/entrants")

        def decide(_: Connection, found: Read) -> Iterator[Wish]:
            for each in entering.missing(found.tournament, wanted):
                yield Wish(entering.entered(found.tournament, caller, each), caller.player_id)

        return self._commit(tournament_id, decide)

    def check_in(
        self, caller: Caller, tournament_id: str, entrant: str | None = None, *, client_seed: str | None = None
    ) -> HostedTournament:
        """Say that an entrant is there; None: the caller. ``client_seed``: as in :meth:`enter`.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD`` at ``/client_seed``;
                ``CLIENT_SEED_GIVEN``.
        """
        check_client_seed(client_seed)

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if not found.tournament.members[id_].is_checked_in:
                self._check_in_is_open(found, caller, connection)
                yield Wish(CheckedIn(entrant=id_), caller.player_id)
            yield from entering.seed_given(found, caller, id_, client_seed)

        return self._commit(tournament_id, decide)

    def withdraw(
        self, caller: Caller, tournament_id: str, entrant: str | None = None, *, reason: str = ""
    ) -> HostedTournament:
        """An entrant, None: the caller, takes part no more, or not at all if it was only invited. A table that it sits
        at is played to its end.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if not found.tournament.members[id_].is_withdrawn:
                yield Wish(Withdrawn(entrant=id_), caller.player_id, _reason(reason))

        return self._commit(tournament_id, decide)

    def come_back(
        self, caller: Caller, tournament_id: str, entrant: str | None = None, *, reason: str = ""
    ) -> HostedTournament:
        """An entrant, None: the caller, takes part again from the next round on. Who has withdrawn itself returns by
        itself alone, whom a host has withdrawn by a host; who was invited agrees by that.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            member = found.tournament.members[id_]
            if member.is_withdrawn:
                is_host = role_of(connection, caller, found.hosted) is not None
                _check_return(caller, member, member.withdrawn_by, is_host=is_host)
                yield Wish(Returned(entrant=id_), caller.player_id, _reason(reason))

        return self._commit(tournament_id, decide)

    def request_bye(
        self, caller: Caller, tournament_id: str, round_number: int, entrant: str | None = None
    ) -> HostedTournament:
        """An entrant, None: the caller, is not to be paired in a round.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if round_number not in found.tournament.members[id_].byes:
                yield Wish(ByeRequested(entrant=id_, round=round_number), caller.player_id)

        return self._commit(tournament_id, decide)

    # -- for hosts -----------------------------------------------------------------------------------------------------

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
                _check_start(new, self._now_ms())
            if what != Changed():
                yield what

        return self._by_host(caller, tournament_id, decide, reason=reason, expected=expected)

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

        return self._by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def pair_next_round(self, caller: Caller, tournament_id: str, *, reason: str = "") -> HostedTournament:
        """Pair the next round now; or, while nothing of the round that is paired was played, that round again.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            season = steps.season_due(found.tournament)
            if season is not None:
                yield season
            planned, rounds = _planned(found), found.tournament.rounds
            if not rounds or rounds[-1].paired != planned:
                yield planned

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def preview_next_round(self, caller: Caller, tournament_id: str) -> TournamentRoundDetails:
        """What :meth:`pair_next_round` would pair as things stand; nothing changes.

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
            found.tournament.apply(LoggedHappening(revision, now_ms, season))
        found.tournament.apply(LoggedHappening(revision + 1, now_ms, _planned(found), caller.player_id))
        return round_document(found.tournament, found.tournament.rounds[-1])

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

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def pair_by_hand(self, caller: Caller, tournament_id: str, wanted: HandPairing, *, reason: str) -> HostedTournament:
        """Have a round paired as the host says, in the place of what was paired as long as nothing of that was played.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD``, at who is named but cannot
                be there, or at ``/tables`` if somebody is left out.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if (paired := by_hand.pairing(found, wanted)) is not None:
                yield paired

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

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
            said_by = (caller.player_id, _reason(reason))
            if (paired := by_hand.swap(found, said_by, round_number, one, other)) is not None:
                yield paired

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def set_result(self, caller: Caller, tournament_id: str, result: ResultSet, *, reason: str) -> HostedTournament:
        """Say how a table has ended, whatever was played: a match of it that is under way is called off.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; ``INVALID_FIELD`` at ``/places`` or
                ``/forfeits``: they are none of this table.
        """

        def decide(found: Read) -> Iterator[Happening]:
            by_hand.check_result(found.tournament, result)
            if found.tournament.table(result.round, result.table).set_by_host != result:
                yield result

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def preview_standings(self, caller: Caller, tournament_id: str, changes: Sequence[Happening]) -> bytes:
        """The standings as they would be after some changes, as JSON; nothing changes.

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
            is_old = hosted.event is None
            imagined = what_if(hosted.settings, found.entries, changes, self._now_ms(), is_old=is_old)
            return standings_document(imagined)
        except ChangeNotPossible as error:
            fault = FieldError(f"/changes/{error.place}", error.problem)
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "One of these changes is not possible now.", (fault,)) from None

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
                _check_return(caller, found.tournament.members[what.entrant], entry.by, is_host=True)
            if not isinstance(what, CAN_BE_UNDONE):
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "An entry of this kind cannot be taken back.")
            if isinstance(what, Started):
                need_role(connection, caller, found.hosted, HostRole.HOST)
            yield Wish(Undone(entry=number), caller.player_id, _reason(reason))

        return self._commit(tournament_id, decide)

    def pause(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Pair nothing until it goes on. What is played is played to its end.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.PAUSED, Paused())
        return self._by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def resume(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """Let it go on.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.RUNNING, Resumed())
        return self._by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def cancel(
        self, caller: Caller, tournament_id: str, *, reason: str = "", expected: Expected = no_precondition
    ) -> HostedTournament:
        """End it. Matches that are under way are called off; results stay.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        decide = _once(TournamentStatus.CANCELLED, Cancelled())
        return self._by_host(caller, tournament_id, decide, reason=reason, expected=expected)

    def name_host(self, caller: Caller, tournament_id: str, player_id: str, role: HostRole) -> TournamentHost:
        """Have a player help. The owner does this.

        Raises:
            Refusal: ``NOT_FOUND``, also at ``/path/player`` for the player; ``NOT_A_HOST``; ``INVALID_FIELD`` at
                ``/path/player`` for the owner; ``NOT_POSSIBLE_NOW``: too many help.
        """
        player = self._players.find(player_id)
        with self._database.begin() as connection:
            hosted = self._owned(connection, caller, tournament_id)
            if player is None:
                error = FieldError("/path/player", "there is no such player")
                raise Refusal(Reason.NOT_FOUND, errors=(error,))
            if player.id == hosted.owner_id:
                error = FieldError("/path/player", "is the owner, who is a host")
                raise Refusal(Reason.INVALID_FIELD, errors=(error,))
            others = [id for id in rows.host_ids(connection, hosted) if id not in (hosted.owner_id, player.id)]
            if len(others) >= MAX_HOSTS:
                raise Refusal(Reason.NOT_POSSIBLE_NOW, f"{MAX_HOSTS} players help already.")
            named = tournament_hosts.c.tournament_id, tournament_hosts.c.player_id
            connection.execute(
                self._database.insert(tournament_hosts)
                .values(tournament_id=hosted.id, player_id=player.id, role=role.value)
                .on_conflict_do_update(index_elements=named, set_={"role": role.value})
            )
        return TournamentHost(player.id, player.name, role)

    def remove_host(self, caller: Caller, tournament_id: str, player_id: str) -> None:
        """Have a player help no longer. The owner does this; again changes nothing.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        columns = tournament_hosts.c
        with self._database.begin() as connection:
            hosted = self._owned(connection, caller, tournament_id)
            here = (columns.tournament_id == hosted.id, columns.player_id == player_id)
            connection.execute(tournament_hosts.delete().where(*here))

    # -- within --------------------------------------------------------------------------------------------------------

    def _view(self, connection: Connection, hosted: HostedTournament, tournament: Tournament) -> TournamentView:
        stored = rows.standings(connection, hosted.id)
        return TournamentView(
            hosted,
            tournament,
            None if stored is None else zlib.decompress(stored),
            rows.under_way(connection, hosted.id, MatchState.DUE, MatchState.MADE),
        )

    def _commit(
        self, tournament_id: str, decide: log_commit.Decide, expected: Expected = no_precondition
    ) -> HostedTournament:
        return log_commit.commit(self._database, self._known, tournament_id, decide, self._now_ms(), expected).hosted

    def _by_host(
        self,
        caller: Caller,
        tournament_id: str,
        decide: Callable[[Read], Iterator[Happening]],
        role: HostRole = HostRole.HOST,
        reason: str = "",
        expected: Expected = no_precondition,
    ) -> HostedTournament:
        def wishes(connection: Connection, found: Read) -> Iterator[Wish]:
            need_role(connection, caller, found.hosted, role)
            for what in decide(found):
                yield Wish(what, caller.player_id, _reason(reason))

        return self._commit(tournament_id, wishes, expected)

    def _owned(self, connection: Connection, caller: Caller, tournament_id: str) -> HostedTournament:
        """A tournament of the caller's own; nobody else changes it meanwhile."""
        hosted = visible(connection, caller, rows.find(connection, tournament_id, for_update=True))
        if not caller.is_admin and hosted.owner_id != caller.player_id:
            raise Refusal(Reason.NOT_A_HOST)
        return hosted

    def _entrant(self, connection: Connection, caller: Caller, found: Read, entrant: str | None) -> str:
        """Which entrant is meant: the caller itself, a bot of its own, or one of a tournament that it hosts."""
        visible(connection, caller, found.hosted)
        if entrant is None:
            return _own(connection, caller, found.hosted)
        if rows.is_entrant_of(connection, found.hosted.id, entrant, caller.player_id):
            return entrant
        need_role(connection, caller, found.hosted, HostRole.ARBITER)
        if entrant not in found.tournament.members:
            raise _no_such_entrant()
        return entrant

    def _looked_at(self, caller: Caller, tournament_id: str) -> tuple[HostedTournament, bool]:
        """A tournament that the caller may see, and whether it is one of its hosts."""
        with self._database.read() as connection:
            hosted = visible(connection, caller, rows.find(connection, tournament_id))
            return hosted, role_of(connection, caller, hosted) is not None

    def _wanted(self, hosted: HostedTournament, new: Sequence[NewEntrant]) -> Sequence[Wanted]:
        """Who is to be entered, with names and ratings."""
        ids = [each.player for each in new if each.player is not None]
        players = self._players.find_all(ids)
        return entering.wanted(new, players, self._ratings.of_all(ids, hosted.settings.ruleset))

    def _check_blocks(self, caller: Caller, wanted: Sequence[Wanted], pointer: str) -> None:
        """Whether nobody of those who are to be entered by somebody else has blocked the caller."""
        players = [each.player for each in wanted if each.player is not None]
        invited = [player.id for player in players if caller.player_id not in (player.id, player.owner_id)]
        if self._admission is not None:
            self._admission.check_invitations(caller, invited, pointer)

    def _check_quota(self, connection: Connection, caller: Caller) -> None:
        limit = self._limits.open_tournaments
        if not limit or caller.is_admin:
            return
        used = rows.open_of(connection, caller.person)
        if used >= limit:
            raise Refusal(
                Reason.QUOTA_EXCEEDED,
                f"You have {used} tournaments that are not over; {limit} are allowed.",
                (FieldError("/body", f"exceeds {QUOTA}"),),
                {"quota": QUOTA, "limit": str(limit), "used": str(used)},
            )

    def _check_in_is_open(self, found: Read, caller: Caller, connection: Connection) -> None:
        settings = found.hosted.settings
        seconds, starts_ms = settings.entry.check_in_seconds, settings.times.starts_ms
        if seconds is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "In this tournament nobody has to check in.")
        is_early = starts_ms is not None and self._now_ms() < starts_ms - seconds * 1000
        if is_early and role_of(connection, caller, found.hosted) is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, f"Check-in opens {seconds} seconds before the start.")


def _planned(found: Read) -> RoundPaired:
    try:
        return steps.pair_now(found.tournament, found.hosted.lots)
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None


def _once(status: TournamentStatus, what: Paused | Resumed | Cancelled) -> Callable[[Read], Iterator[Happening]]:
    """Let something happen that leads to a status, unless that is reached."""

    def decide(found: Read) -> Iterator[Happening]:
        if found.tournament.status is not status:
            yield what

    return decide


def _check_return(caller: Caller, member: Member, withdrawn_by: str | None, *, is_host: bool) -> None:
    """Whether the caller may have a member take part again whom somebody has withdrawn: nobody is put back against its
    will, nor puts itself back against a host's. Whom the platform has withdrawn may be put back by both.

    Raises:
        Refusal: ``NOT_POSSIBLE_NOW``.
    """
    if member.is_own(withdrawn_by):
        if not (caller.is_admin or member.is_own(caller.player_id)):
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "This is not possible now: it has withdrawn itself.")
    elif withdrawn_by is not None and not is_host:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, "This is not possible now: a host has withdrawn it.")


def _owner_lock(person: str) -> int:
    return int.from_bytes(hashlib.sha256(b"tournaments of " + person.encode()).digest()[:8], signed=True)


def _check_start(settings: TournamentSettings, now_ms: int) -> None:
    starts_ms = settings.times.starts_ms
    if starts_ms is not None and starts_ms <= now_ms:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/times/starts_at", "lies in the past"),))


def _own(connection: Connection, caller: Caller, hosted: HostedTournament) -> str:
    """As which entrant the caller has entered.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    found = None if caller.is_anonymous else rows.entrant_of(connection, hosted.id, caller.player_id)
    if found is None:
        raise Refusal(Reason.NOT_FOUND, "You have not entered this tournament.")
    return found


def _no_such_entrant() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such entrant.")


def _reason(text: str) -> str:
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
