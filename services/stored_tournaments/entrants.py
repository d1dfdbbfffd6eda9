"""The entrants of tournaments: who has entered, and what entrants do themselves."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sqlalchemy import Connection

from services.database import Database
from services.errors import Reason, Refusal
from services.identity import Caller, Player, PlayerKind, Players
from services.identity.guest_addresses import person_of_guests
from services.identity.idempotent_creation import Creation, once
from services.identity.ids import new_id
from services.identity.names import clean_name
from services.identity.people import NAMED
from services.identity.ratings import Ratings
from services.matches.admission import MatchAdmission
from services.matches.creation_request import check_client_seed
from services.stored_tournaments import entering, rows
from services.stored_tournaments.access import check_return, find_visible, need_role, role_of, visible
from services.stored_tournaments.changes import Changes, checked_reason
from services.stored_tournaments.entering import Wanted
from services.stored_tournaments.guest_invitations import check_guests
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole, NewEntrant
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.log_commit import Wish
from services.stored_tournaments.view import shown_seeds
from services.tournaments.due_times import check_in_opens_ms
from services.tournaments.entrant_document import TournamentEntrant, entrant_document, waiting_places
from services.tournaments.log import Accepted, ByeRequested, CheckedIn, Returned, Undone, Withdrawn
from services.unreadable import Found, read_each


class TournamentEntrants:
    """The entrants of all tournaments. Safe to use from several threads."""

    def __init__(
        self,
        database: Database,
        known: KnownLogs,
        changes: Changes,
        players: Players,
        ratings: Ratings,
        admission: MatchAdmission | None,
        guests_per_day: int,
        now_ms: Callable[[], int],
    ) -> None:
        """``admission``: sees to it that nobody is entered by whom it has blocked; None: nobody has blocked anybody.
        ``guests_per_day``: see :class:`TournamentLimits`."""
        self._database = database
        self._known = known
        self._changes = changes
        self._players = players
        self._ratings = ratings
        self._admission = admission
        self._guests_per_day = guests_per_day
        self._now_ms = now_ms

    def all(
        self, caller: Caller, tournament_id: str, *, after: int = 0, limit: int | None = None
    ) -> Found[TournamentEntrant]:
        """Who has entered, in the order of entry: up to ``limit``, without the first ``after``.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            state = self._known.read(connection, hosted).tournament
            some = list(islice(state.members.values(), after, None if limit is None else after + limit))
            seeds = shown_seeds(connection, hosted, state, some)
        waiting = waiting_places(state)
        return read_each(
            "entrant", some, lambda member: entrant_document(member, waiting, seeds), lambda member: member.id
        )

    def get(self, caller: Caller, tournament_id: str, entrant: str | None = None) -> TournamentEntrant:
        """An entrant; None: the caller.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            id_ = _own(connection, caller, hosted) if entrant is None else entrant
            state = self._known.read(connection, hosted).tournament
            if id_ not in state.members:
                raise _no_such_entrant()
            seeds = shown_seeds(connection, hosted, state, [state.members[id_]])
        return entrant_document(state.members[id_], waiting_places(state), seeds)

    def of_player(self, caller: Caller, tournament_id: str, player_id: str) -> TournamentEntrant:
        """As which entrant a player has entered.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            id_ = rows.entrant_of(connection, hosted.id, player_id)
        if id_ is None:
            raise _no_such_entrant()
        return self.get(caller, tournament_id, id_)

    def house_bot(self, caller: Caller, tournament_id: str, name: str) -> TournamentEntrant:
        """The bot of the house that has entered under a name.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            state = self._known.read(connection, hosted).tournament
        wanted = clean_name(name)
        found = [member for member in state.members.values() if member.bot is not None and member.name == wanted]
        if not found:
            raise _no_such_entrant()
        return entrant_document(found[0], waiting_places(state), {})

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
        (wanted,) = self._wanted(caller, hosted, [new], once(self._now_ms))
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

        return self._changes.commit(tournament_id, decide)

    def enter_named(self, caller: Caller, tournament_id: str, new: NewEntrant, creation: Creation) -> str:
        """Enter a person without an account by name alone; the id of the player that is made for it. The caller is a
        host, and says that the person takes part. With the same ``creation`` again: the same one.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``, ``NOT_ADMITTED``; ``INVALID_FIELD`` and
                ``QUOTA_EXCEEDED`` at ``/name``.
        """
        hosted, is_host = self._looked_at(caller, tournament_id)
        if not is_host:
            raise Refusal(Reason.NOT_A_HOST)
        (wanted,) = self._wanted(caller, hosted, [new], creation)
        assert wanted.player is not None
        player_id = wanted.player.id

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            if player_id not in found.tournament.players:
                self._make_named(connection, caller, [wanted], "/name")
                yield Wish(entering.entered(found.tournament, caller, wanted), caller.player_id)

        self._changes.commit(tournament_id, decide)
        return player_id

    def enter_all(
        self, caller: Caller, tournament_id: str, new: Sequence[NewEntrant], creation: Creation | None = None
    ) -> HostedTournament:
        """Enter players, bots of the house and people without accounts, all of them or, if one cannot be, nobody. The
        caller is a host. Who has entered already is passed over: a bot of the house by its name, and of people without
        accounts as many of a name as have entered. Players are invited as by :meth:`enter`.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``; as :meth:`enter` and ``INVALID_FIELD`` for
                names, below the pointers of those it is about; ``NOT_ADMITTED`` at ``/entrants`` where somebody has
                blocked the caller; ``QUOTA_EXCEEDED`` at ``/entrants``.
        """
        hosted, is_host = self._looked_at(caller, tournament_id)
        if not is_host:
            raise Refusal(Reason.NOT_A_HOST)
        wanted = self._wanted(caller, hosted, new, creation or once(self._now_ms))
        self._check_blocks(caller, wanted, "/entrants")

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            missing = entering.missing(found.tournament, wanted)
            self._make_named(connection, caller, missing, "/entrants")
            for each in missing:
                yield Wish(entering.entered(found.tournament, caller, each), caller.player_id)

        return self._changes.commit(tournament_id, decide)

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

        return self._changes.commit(tournament_id, decide)

    def withdraw(
        self, caller: Caller, tournament_id: str, entrant: str | None = None, *, reason: str = ""
    ) -> HostedTournament:
        """An entrant, None: the caller, takes part no more, or not at all if it was only invited. A table that it sits
        at is lost at once, or played to its end, as the rule of presence says.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``, ``NOT_POSSIBLE_NOW``.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if not found.tournament.members[id_].is_withdrawn:
                yield Wish(Withdrawn(entrant=id_), caller.player_id, checked_reason(reason))

        return self._changes.commit(tournament_id, decide)

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
                check_return(caller, member, member.withdrawn_by, is_host=is_host)
                yield Wish(Returned(entrant=id_), caller.player_id, checked_reason(reason))

        return self._changes.commit(tournament_id, decide)

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

        return self._changes.commit(tournament_id, decide)

    def cancel_bye(
        self, caller: Caller, tournament_id: str, round_number: int, entrant: str | None = None
    ) -> HostedTournament:
        """An entrant, None: the caller, is to be paired in a round all the same.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: the round has been paired.
        """

        def decide(connection: Connection, found: Read) -> Iterator[Wish]:
            id_ = self._entrant(connection, caller, found, entrant)
            if round_number not in found.tournament.members[id_].byes:
                return
            if round_number <= len(found.tournament.rounds):
                raise Refusal(Reason.NOT_POSSIBLE_NOW, f"Round {round_number} has been paired.")
            asked = ByeRequested(entrant=id_, round=round_number)
            counting = (entry for entry in found.entries if entry.number not in found.tournament.undone)
            yield Wish(Undone(entry=next(each.number for each in counting if each.what == asked)), caller.player_id)

        return self._changes.commit(tournament_id, decide)

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
            hosted = find_visible(connection, caller, tournament_id)
            return hosted, role_of(connection, caller, hosted) is not None

    def _wanted(
        self, caller: Caller, hosted: HostedTournament, new: Sequence[NewEntrant], creation: Creation
    ) -> Sequence[Wanted]:
        """Who is to be entered, with names and ratings."""
        ids = [each.player for each in new if each.player is not None]
        players, guests_of = self._players.find_all(ids), person_of_guests(caller.person)

        def named(number: int, name: str) -> Player:
            random = int.from_bytes(creation.secret(f"entrant {number}")[:10])
            id = new_id(NAMED, creation.at_ms, random)
            return Player(id, PlayerKind.PERSON, name, creation.at_ms, counts_for=guests_of)

        return entering.wanted(new, players, self._ratings.of_all(ids, hosted.settings.ruleset), named)

    def _make_named(self, connection: Connection, caller: Caller, wanted: Sequence[Wanted], pointer: str) -> None:
        """Make the players of those who have no account."""
        named = [each.player for each in wanted if each.new.is_named and each.player is not None]
        check_guests(connection, caller, len(named), self._guests_per_day, self._now_ms(), pointer)
        self._players.insert_named(connection, named)

    def _check_blocks(self, caller: Caller, wanted: Sequence[Wanted], pointer: str) -> None:
        """Whether nobody of those who are to be entered by somebody else has blocked the caller."""
        players = [each.player for each in wanted if each.player is not None and not each.new.is_named]
        invited = [player.id for player in players if caller.player_id not in (player.id, player.owner_id)]
        if self._admission is not None:
            self._admission.check_invitations(caller, invited, pointer)

    def _check_in_is_open(self, found: Read, caller: Caller, connection: Connection) -> None:
        settings = found.hosted.settings
        seconds, opens_ms = settings.entry.check_in_seconds, check_in_opens_ms(settings)
        if seconds is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, "In this tournament nobody has to check in.")
        is_early = opens_ms is not None and self._now_ms() < opens_ms
        if is_early and role_of(connection, caller, found.hosted) is None:
            raise Refusal(Reason.NOT_POSSIBLE_NOW, f"Check-in opens {seconds} seconds before the start.")


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
