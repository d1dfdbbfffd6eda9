"""Lists of guests: who may enter a tournament by itself that is not open to everybody, and may see one that is
private."""

from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection, func, select

from services.database import Database
from services.database.tables import tournament_guests
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Players
from services.platform_time import platform_ms
from services.stored_tournaments import rows
from services.stored_tournaments.access import need_role, visible
from services.stored_tournaments.hosted_tournament import Guest, HostedTournament, HostRole
from services.tournaments.tournament import MAX_MEMBERS

MAX_GUESTS: Final = MAX_MEMBERS


class GuestLists:
    """The lists of all tournaments. Hosts and arbiters see and change them. Safe to use from several threads. Every
    method may raise ``Refusal(BUSY)``: the database cannot be reached."""

    def __init__(self, database: Database, players: Players, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._players = players
        self._now_ms = now_ms

    def list(self, caller: Caller, tournament_id: str, *, after: str | None = None, limit: int) -> Sequence[Guest]:
        """Up to ``limit`` guests, by id, from the first beyond ``after``.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        with self._database.read() as connection:
            hosted = self._hosted(connection, caller, tournament_id)
            return rows.guests(connection, hosted.id, limit, after=after or "")

    def get(self, caller: Caller, tournament_id: str, player_id: str) -> Guest:
        """One guest: for hosts, and for the guest itself.

        Raises:
            Refusal: ``NOT_FOUND``, also where the player is no guest; ``NOT_A_HOST``.
        """
        with self._database.read() as connection:
            found = rows.find(connection, tournament_id)
            if player_id == caller.player_id:
                hosted = visible(connection, caller, found)
            else:
                hosted = need_role(connection, caller, found, HostRole.ARBITER)
            return _guest(connection, hosted, player_id)

    def put(self, caller: Caller, tournament_id: str, player_id: str) -> Guest:
        """Put a player on the list; again changes nothing.

        Raises:
            Refusal: ``NOT_FOUND``, also at ``/path/player`` for the player; ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: the
                list is full.
        """
        is_known = self._players.find(player_id) is not None
        with self._database.begin() as connection:
            hosted = self._hosted(connection, caller, tournament_id, for_update=True)
            if not is_known:
                error = FieldError("/path/player", "there is no such player")
                raise Refusal(Reason.NOT_FOUND, errors=(error,))
            number = select(func.count()).where(tournament_guests.c.tournament_id == hosted.id)
            if connection.execute(number).scalar_one() >= MAX_GUESTS and not _is_listed(connection, hosted, player_id):
                raise Refusal(Reason.NOT_POSSIBLE_NOW, f"The list has {MAX_GUESTS} guests.")
            row = {"tournament_id": hosted.id, "player_id": player_id, "added_ms": self._now_ms()}
            connection.execute(self._database.insert(tournament_guests).on_conflict_do_nothing(), row)
            return _guest(connection, hosted, player_id)

    def delete(self, caller: Caller, tournament_id: str, player_id: str) -> None:
        """Take a player off the list; again changes nothing. Who has entered takes part.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        columns = tournament_guests.c
        with self._database.begin() as connection:
            hosted = self._hosted(connection, caller, tournament_id)
            here = (columns.tournament_id == hosted.id, columns.player_id == player_id)
            connection.execute(tournament_guests.delete().where(*here))

    def _hosted(
        self, connection: Connection, caller: Caller, tournament_id: str, *, for_update: bool = False
    ) -> HostedTournament:
        found = rows.find(connection, tournament_id, for_update=for_update)
        return need_role(connection, caller, found, HostRole.ARBITER)


def _guest(connection: Connection, hosted: HostedTournament, player_id: str) -> Guest:
    found = rows.guests(connection, hosted.id, 1, player_id=player_id)
    if not found:
        raise Refusal(Reason.NOT_FOUND, "The player is not on the list of guests.")
    return found[0]


def _is_listed(connection: Connection, hosted: HostedTournament, player_id: str) -> bool:
    return bool(rows.guests(connection, hosted.id, 1, player_id=player_id))
