"""Tournaments as their hosts, their entrants and everybody who looks at them use them."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sqlalchemy import Connection

from services.database import Database
from services.database.tables import tournament_hosts, tournaments
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Player, PlayerKind, Players
from services.identity.ids import wall_clock_ms
from services.identity.names import clean_name
from services.identity.ratings import Ratings
from services.tournament_hosting import log_commit, rows
from services.tournament_hosting.log_commit import Read, Wish
from services.tournament_hosting.model import HostedTournament, HostRole, NewTournament, TournamentVisibility
from services.tournaments import steps
from services.tournaments.log import (
    ByeRequested,
    Cancelled,
    CheckedIn,
    Entered,
    Happening,
    KeptApart,
    LogEntry,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundPaired,
    Undone,
    Withdrawn,
)
from services.tournaments.tournament import CAN_BE_UNDONE, NotPossible, Status, Tournament

MAX_APART: Final = 64
"""Entrants that are kept apart at once."""
MAX_REASON: Final = 255
"""Characters of the reason that a host gives."""


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
        *,
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._database = database
        self._players = players
        self._ratings = ratings
        self._now_ms = now_ms

    # -- for everybody -------------------------------------------------------------------------------------------------

    def create(self, caller: Caller, new: NewTournament, seed: bytes, *, tournament_id: str) -> HostedTournament:
        """A new tournament, of which registration is open. ``seed``: the 32 bytes that its settings commit to. If the
        caller has one with this id already, that one, as it is now.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/name``.
        """
        name = clean_name(new.name)
        now_ms = self._now_ms()
        with self._database.begin() as connection:
            if (there := rows.find(connection, tournament_id)) is not None:
                return _visible(connection, caller, there)
            connection.execute(
                tournaments.insert().values(
                    id=tournament_id,
                    owner_id=caller.player_id,
                    name=name,
                    visibility=new.visibility.value,
                    ruleset=new.settings.ruleset,
                    settings=new.settings.to_bytes(),
                    seed=seed,
                    status=Status.REGISTRATION.value,
                    status_reason="",
                    entrants=0,
                    round=0,
                    revision=0,
                    created_ms=now_ms,
                    changed_ms=now_ms,
                    due_ms=new.settings.times.starts_ms,
                )
            )
            made = rows.find(connection, tournament_id)
            assert made is not None
            return made

    def get(self, caller: Caller, tournament_id: str) -> HostedTournament:
        """A tournament.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            return _visible(connection, caller, rows.find(connection, tournament_id))

    def list(
        self,
        *,
        limit: int,
        before: str | None = None,
        status: Status | None = None,
        ruleset: str | None = None,
        owner_id: str | None = None,
    ) -> list[HostedTournament]:
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
            return [rows.tournament_of(row) for row in connection.execute(statement).mappings()]

    def state(self, caller: Caller, tournament_id: str) -> Tournament:
        """A tournament as its log makes it.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = _visible(connection, caller, rows.find(connection, tournament_id))
            return log_commit.folded(connection, hosted).tournament

    def log(self, caller: Caller, tournament_id: str, *, after: int = 0, limit: int) -> Sequence[LogEntry]:
        """The log from the entry after ``after`` on.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            _visible(connection, caller, rows.find(connection, tournament_id))
            return rows.entries(connection, tournament_id, after=after, limit=limit)

    def standings(self, caller: Caller, tournament_id: str) -> bytes | None:
        """The standings of all stages, as JSON; None: no result counts yet.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            _visible(connection, caller, rows.find(connection, tournament_id))
            found = rows.standings(connection, tournament_id)
        return None if found is None else zlib.decompress(found)

    # -- for entrants --------------------------------------------------------------------------------------------------

    def enter(self, caller: Caller, tournament_id: str) -> HostedTournament:
        """Enter, where registration is open.

        Raises:
            Refusal: ``NOT_FOUND``; ``NOT_ADMITTED``: by invitation only, or not with this rating or as a bot;
                ``NOT_POSSIBLE_NOW``.
        """
        player = self._players.get(caller.player_id)
        rating = self._rating(caller, tournament_id, player)

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            _visible(connection, caller, found.hosted)
            if rows.entrant_of(connection, tournament_id, player.id) is not None:
                return
            if found.hosted.settings.entry.registration == "invited":
                raise Refusal(Reason.NOT_ADMITTED, "This tournament's host enters its players.")
            yield Wish(_entered(found, player, rating), caller.player_id)

        return self._commit(tournament_id, decide)

    def check_in(self, caller: Caller, tournament_id: str, entrant: str | None = None) -> HostedTournament:
        """Say that an entrant is there; None: the caller.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if not found.tournament.members[id_].is_checked_in:
                self._check_in_is_open(found, caller, connection)
                yield Wish(CheckedIn(entrant=id_), caller.player_id)

        return self._commit(tournament_id, decide)

    def withdraw(
        self, caller: Caller, tournament_id: str, entrant: str | None = None, *, reason: str = ""
    ) -> HostedTournament:
        """An entrant, None: the caller, takes part no more. A table that it sits at is played to its end.

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
        """An entrant, None: the caller, takes part again from the next round on.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if found.tournament.members[id_].is_withdrawn:
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

    def enter_player(self, caller: Caller, tournament_id: str, player_id: str) -> HostedTournament:
        """Enter a player.

        Raises:
            Refusal: ``NOT_FOUND``, also at ``/player`` for the player; ``NOT_A_HOST``, ``NOT_ADMITTED``,
                ``NOT_POSSIBLE_NOW``.
        """
        player = self._player(player_id)
        rating = self._rating(caller, tournament_id, player)

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            _need_role(connection, caller, found.hosted, HostRole.ARBITER)
            if rows.entrant_of(connection, tournament_id, player.id) is None:
                yield Wish(_entered(found, player, rating), caller.player_id)

        return self._commit(tournament_id, decide)

    def enter_house_bots(
        self, caller: Caller, tournament_id: str, bots: Sequence[tuple[str, str]], *, known_bots: Sequence[str]
    ) -> HostedTournament:
        """Enter bots of the house. ``bots``: of each the ruleset's bot and the name it has here. ``known_bots``: those
        that the ruleset has. Those whose names have entered already are passed over.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``UNKNOWN_BOT``, ``NOT_ADMITTED``, ``NOT_POSSIBLE_NOW``.
        """
        for place, (bot, _) in enumerate(bots):
            if bot not in known_bots:
                error = FieldError(f"/bots/{place}/bot", "the ruleset has no such bot")
                raise Refusal(Reason.UNKNOWN_BOT, errors=(error,))
        named = [(bot, clean_name(name, f"/bots/{place}/name")) for place, (bot, name) in enumerate(bots)]

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            _need_role(connection, caller, found.hosted, HostRole.ARBITER)
            _check_kind(found.hosted, is_bot=True)
            there = {member.name for member in found.tournament.members.values() if member.bot is not None}
            for bot, name in named:
                if name not in there:
                    there.add(name)
                    id_ = _next_entrant(found)
                    yield Wish(Entered(entrant=id_, name=name, bot=bot, is_bot=True), caller.player_id)

        return self._commit(tournament_id, decide)

    def start(self, caller: Caller, tournament_id: str) -> HostedTournament:
        """Start now.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: too few have entered, or it has ended.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if found.tournament.status is Status.REGISTRATION:
                yield steps.start(found.tournament, found.hosted.seed)

        return self._by_host(caller, tournament_id, decide)

    def pair_next_round(self, caller: Caller, tournament_id: str, *, reason: str = "") -> HostedTournament:
        """Pair the next round now; or, while nothing of the round that is paired was played, that round again.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            season = steps.season_due(found.tournament)
            if season is not None:
                yield season
            yield _planned(found)

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def preview_next_round(self, caller: Caller, tournament_id: str) -> RoundPaired:
        """What :meth:`pair_next_round` would pair as things stand; nothing changes.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        with self._database.read() as connection:
            hosted = _visible(connection, caller, rows.find(connection, tournament_id))
            _need_role(connection, caller, hosted, HostRole.ARBITER)
            found = log_commit.folded(connection, hosted)
        season = steps.season_due(found.tournament)
        if season is not None:
            found.tournament.apply(LogEntry(found.tournament.revision + 1, self._now_ms(), season))
        return _planned(found)

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

    def pair_by_hand(self, caller: Caller, tournament_id: str, paired: RoundPaired, *, reason: str) -> HostedTournament:
        """Have a round paired as the host says, in the place of what was paired as long as nothing of that was played.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            rounds = found.tournament.rounds
            wanted = paired.model_copy(update={"by_hand": True})
            if not rounds or rounds[-1].paired != wanted:
                yield wanted

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def set_result(self, caller: Caller, tournament_id: str, result: ResultSet, *, reason: str) -> HostedTournament:
        """Say how a table has ended, whatever was played: a match of it that is under way is called off.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            try:
                is_set = found.tournament.table(result.round, result.table).set_by_host == result
            except NotPossible as error:
                raise Refusal(Reason.NOT_FOUND, f"In this tournament {error}.") from None
            if not is_set:
                yield result

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def undo(self, caller: Caller, tournament_id: str, number: int, *, reason: str) -> HostedTournament:
        """Take back an entry of the log, if everything after it can stand without it.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``.
        """

        def decide(found: Read) -> Iterator[Happening]:
            if any(isinstance(entry.what, Undone) and entry.what.entry == number for entry in found.entries):
                return
            if not 1 <= number <= len(found.entries):
                raise Refusal(Reason.NOT_FOUND, "The log has no such entry.")
            if not isinstance(found.entries[number - 1].what, CAN_BE_UNDONE):
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "An entry of this kind cannot be taken back.")
            yield Undone(entry=number)

        return self._by_host(caller, tournament_id, decide, HostRole.ARBITER, reason)

    def pause(self, caller: Caller, tournament_id: str, *, reason: str = "") -> HostedTournament:
        """Pair nothing until it goes on. What is played is played to its end.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        return self._by_host(caller, tournament_id, _once(Status.PAUSED, Paused()), reason=reason)

    def resume(self, caller: Caller, tournament_id: str, *, reason: str = "") -> HostedTournament:
        """Let it go on.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        return self._by_host(caller, tournament_id, _once(Status.RUNNING, Resumed()), reason=reason)

    def cancel(self, caller: Caller, tournament_id: str, *, reason: str = "") -> HostedTournament:
        """End it. Matches that are under way are called off; results stay.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """
        return self._by_host(caller, tournament_id, _once(Status.CANCELLED, Cancelled()), reason=reason)

    def name_host(self, caller: Caller, tournament_id: str, player_id: str, role: HostRole | None) -> None:
        """Have a player help, or no longer (None). The owner does this.

        Raises:
            Refusal: ``NOT_FOUND``, also at ``/player`` for the player; ``NOT_A_HOST``.
        """
        player = self._player(player_id)
        with self._database.begin() as connection:
            hosted = _visible(connection, caller, rows.find(connection, tournament_id))
            if not caller.is_admin and hosted.owner_id != caller.player_id:
                raise Refusal(Reason.NOT_A_HOST)
            values = {"tournament_id": tournament_id, "player_id": player.id}
            columns = tournament_hosts.c
            if role is None:
                here = (columns.tournament_id == tournament_id, columns.player_id == player.id)
                connection.execute(tournament_hosts.delete().where(*here))
            else:
                insert = self._database.insert(tournament_hosts).values(**values, role=role.value)
                update = {"role": role.value}
                connection.execute(
                    insert.on_conflict_do_update(index_elements=["tournament_id", "player_id"], set_=update)
                )

    # -- within --------------------------------------------------------------------------------------------------------

    def _commit(self, tournament_id: str, decide: log_commit.Decide) -> HostedTournament:
        return log_commit.commit(self._database, tournament_id, decide, self._now_ms()).hosted

    def _by_host(
        self,
        caller: Caller,
        tournament_id: str,
        decide: Callable[[Read], Iterator[Happening]],
        role: HostRole = HostRole.HOST,
        reason: str = "",
    ) -> HostedTournament:
        def wishes(connection: Connection, found: Read) -> Iterator[Wish]:
            _need_role(connection, caller, found.hosted, role)
            for what in decide(found):
                yield Wish(what, caller.player_id, _reason(reason))

        return self._commit(tournament_id, wishes)

    def _entrant(self, connection: Connection, caller: Caller, found: Read, entrant: str | None) -> str:
        """Which entrant is meant: the caller's own, or one of which the caller is a host."""
        _visible(connection, caller, found.hosted)
        own = rows.entrant_of(connection, found.hosted.id, caller.player_id)
        if entrant is None and own is None:
            raise Refusal(Reason.NOT_FOUND, "You have not entered this tournament.")
        if entrant is None or entrant == own:
            assert own is not None
            return own
        _need_role(connection, caller, found.hosted, HostRole.ARBITER)
        if entrant not in found.tournament.members:
            raise Refusal(Reason.NOT_FOUND, "There is no such entrant.")
        return entrant

    def _check_in_is_open(self, found: Read, caller: Caller, connection: Connection) -> None:
        settings = found.hosted.settings
        seconds, starts_ms = settings.entry.check_in_seconds, settings.times.starts_ms
        if seconds is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "In this tournament nobody has to check in.")
        is_early = starts_ms is not None and self._now_ms() < starts_ms - seconds * 1000
        if is_early and _role(connection, caller, found.hosted) is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, f"Check-in opens {seconds} seconds before the start.")

    def _rating(self, caller: Caller, tournament_id: str, player: Player) -> int:
        """A player's rating in the tournament's ruleset, if the caller may see the tournament."""
        return round(self._ratings.of(player.id, self.get(caller, tournament_id).settings.ruleset))

    def _player(self, player_id: str) -> Player:
        try:
            return self._players.get(player_id)
        except Refusal as refusal:
            if refusal.reason is not Reason.NOT_FOUND:
                raise
            error = FieldError("/player", "there is no such player")
            raise Refusal(Reason.NOT_FOUND, errors=(error,)) from None


def _entered(found: Read, player: Player, rating: int) -> Entered:
    entry = found.hosted.settings.entry
    is_bot = player.kind is PlayerKind.BOT
    _check_kind(found.hosted, is_bot=is_bot)
    if found.hosted.settings.plays_duplicates:
        raise Refusal(
            Reason.NOT_ADMITTED,
            "This tournament plays duplicate deals. Who has played a deal knows its cards, so only bots of the house "
            "play in it.",
        )
    if entry.min_rating is not None and rating < entry.min_rating:
        raise Refusal(Reason.NOT_ADMITTED, f"This tournament is for ratings from {entry.min_rating} on.")
    if entry.max_rating is not None and rating > entry.max_rating:
        raise Refusal(Reason.NOT_ADMITTED, f"This tournament is for ratings up to {entry.max_rating}.")
    id_ = _next_entrant(found)
    owner = player.owner_id if is_bot else None
    return Entered(entrant=id_, name=player.name, player=player.id, is_bot=is_bot, rating=rating, owner=owner)


def _planned(found: Read) -> RoundPaired:
    try:
        return steps.pair_now(found.tournament, found.hosted.seed)
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None


def _once(status: Status, what: Paused | Resumed | Cancelled) -> Callable[[Read], Iterator[Happening]]:
    """Let something happen that leads to a status, unless that is reached."""

    def decide(found: Read) -> Iterator[Happening]:
        if found.tournament.status is not status:
            yield what

    return decide


def _visible(connection: Connection, caller: Caller, hosted: HostedTournament | None) -> HostedTournament:
    """A tournament, if the caller may see it: a private one is seen by its hosts and by who has entered it."""
    if hosted is not None:
        if hosted.visibility is not TournamentVisibility.PRIVATE or _role(connection, caller, hosted) is not None:
            return hosted
        if not caller.is_anonymous and rows.entrant_of(connection, hosted.id, caller.player_id) is not None:
            return hosted
    raise Refusal(Reason.NOT_FOUND, "There is no such tournament.")


def _role(connection: Connection, caller: Caller, hosted: HostedTournament) -> HostRole | None:
    """What the caller may do as a host: its owner and admins everything."""
    if caller.is_admin or hosted.owner_id == caller.player_id:
        return HostRole.HOST
    return None if caller.is_anonymous else rows.role(connection, hosted.id, caller.player_id)


def _need_role(connection: Connection, caller: Caller, hosted: HostedTournament, role: HostRole) -> None:
    _visible(connection, caller, hosted)
    own = _role(connection, caller, hosted)
    if own is None or (role is HostRole.HOST and own is not HostRole.HOST):
        raise Refusal(Reason.NOT_A_HOST)


def _check_kind(hosted: HostedTournament, *, is_bot: bool) -> None:
    bots = hosted.settings.entry.bots
    if is_bot and bots == "none":
        raise Refusal(Reason.NOT_ADMITTED, "This tournament is not for bots.")
    if not is_bot and bots == "only":
        raise Refusal(Reason.NOT_ADMITTED, "This tournament is for bots only.")


def _next_entrant(found: Read) -> str:
    return f"e{len(found.tournament.members) + 1}"


def _reason(text: str) -> str:
    return text.strip()[:MAX_REASON]
