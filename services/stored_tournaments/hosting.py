"""Tournaments as everybody meets them: announced by their hosts, listed, and looked at."""

import hashlib
import zlib
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection

from services.database import Database
from services.database.tables import tournaments
from services.errors import FieldError, Reason, Refusal
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.identity import OPERATOR_ID, Caller, Players
from services.identity.names import clean_name
from services.identity.ratings import Ratings
from services.matches.admission import MatchAdmission
from services.moments import moment
from services.platform_time import platform_ms
from services.stored_tournaments import rows
from services.stored_tournaments.access import find_visible, visible
from services.stored_tournaments.changes import Changes
from services.stored_tournaments.control import TournamentControl
from services.stored_tournaments.entrants import TournamentEntrants
from services.stored_tournaments.export import tournament_export
from services.stored_tournaments.hosted_tournament import (
    NO_LIMITS,
    HostedTournament,
    MatchState,
    NewTournament,
    TournamentLimits,
    TournamentQuotaUse,
    TournamentVisibility,
)
from services.stored_tournaments.hosts import TournamentHosts
from services.stored_tournaments.known_logs import KnownLogs
from services.stored_tournaments.planning import check_start
from services.stored_tournaments.rounds import TournamentRounds
from services.stored_tournaments.view import TournamentView, shown_seeds
from services.tournaments.due_times import due_ms
from services.tournaments.event_commitment import EVENT_FORMAT, EventCommitment, digest_of, event_document
from services.tournaments.log import LoggedHappening, SeedGivenByHost
from services.tournaments.standings_document import NO_STANDINGS
from services.tournaments.tournament import Tournament, TournamentStatus
from services.unreadable import Found, read_each

QUOTA: Final = "open_tournaments"

_MOST_READINGS: Final = 5
"""So often a tournament is read that changes while it is read."""


class Tournaments:
    """All tournaments. Safe to share between threads, and to hold across a fork.

    ``hosts``, ``control``, ``entrants`` and ``rounds`` are the rest of what can be done, by subject. Every method of
    all of them may raise ``Refusal(BUSY)``: the database cannot be reached. A tournament that a caller may not see does
    not exist for it. What is done twice is done once.
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
        self._limits = limits
        self._now_ms = now_ms
        self._known = KnownLogs()
        self._signing_keys = signing_keys
        self._commitments = CommitmentLog(database, now_ms=now_ms)
        changes = Changes(database, self._known, now_ms)
        self.hosts = TournamentHosts(database, players)
        self.control = TournamentControl(changes, now_ms)
        self.entrants = TournamentEntrants(
            database, self._known, changes, players, ratings, admission, limits.guests_per_day, now_ms
        )
        self.rounds = TournamentRounds(database, self._known, changes, now_ms)

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
            check_start(new.settings, now_ms)
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
                    due_ms=due_ms(Tournament(new.settings), now_ms, now_ms),
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
            return find_visible(connection, caller, tournament_id)

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
            hosted = find_visible(connection, caller, tournament_id)
            return self._known.read(connection, hosted).tournament

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
            find_visible(connection, caller, tournament_id)
            return rows.listed_entries(connection, tournament_id, after=after, limit=limit)

    def undone(self, caller: Caller, tournament_id: str) -> frozenset[int]:
        """The numbers of the entries that were undone, as far as the log can be read.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            return self._known.undone(connection, find_visible(connection, caller, tournament_id))

    def view(self, caller: Caller, tournament_id: str) -> TournamentView:
        """What everybody sees of a tournament who may see it.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            return self._view(connection, hosted, self._known.read(connection, hosted).tournament)

    def export(self, caller: Caller, tournament_id: str) -> bytes:
        """Everything that is known of a tournament, as JSON; see :mod:`services.stored_tournaments.export`.

        Raises:
            Refusal: ``NOT_FOUND``; ``BUSY``: it changes all the time.
        """
        for _ in range(_MOST_READINGS):
            with self._database.read() as connection:
                hosted = find_visible(connection, caller, tournament_id)
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
            find_visible(connection, caller, tournament_id)
            found = rows.standings(connection, tournament_id)
        return NO_STANDINGS if found is None else zlib.decompress(found)

    def _view(self, connection: Connection, hosted: HostedTournament, tournament: Tournament) -> TournamentView:
        stored = rows.standings(connection, hosted.id)
        return TournamentView(
            hosted,
            tournament,
            None if stored is None else zlib.decompress(stored),
            rows.under_way(connection, hosted.id, MatchState.DUE, MatchState.MADE),
        )

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


def _owner_lock(person: str) -> int:
    return int.from_bytes(hashlib.sha256(b"tournaments of " + person.encode()).digest()[:8], signed=True)
