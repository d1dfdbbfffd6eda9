"""Who runs a tournament: its owner, and the players that help."""

from typing import Final

from sqlalchemy import Connection

from services.database import Database
from services.database.tables import tournament_hosts
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Players
from services.stored_tournaments import rows
from services.stored_tournaments.access import find_visible
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole, TournamentHost
from services.unreadable import Found

MAX_HOSTS: Final = 100
"""So many may help the owner of a tournament."""


class TournamentHosts:
    """The hosts of all tournaments. Safe to use from several threads."""

    def __init__(self, database: Database, players: Players) -> None:
        self._database = database
        self._players = players

    def all(self, caller: Caller, tournament_id: str) -> Found[TournamentHost]:
        """Who runs a tournament: its owner, then who helps, by id.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            hosted = find_visible(connection, caller, tournament_id)
            helpers = rows.hosts(connection, hosted.id)
        owner = self._players.find(hosted.owner_id)
        return Found([TournamentHost(hosted.owner_id, "" if owner is None else owner.name, None), *helpers.all])

    def name(self, caller: Caller, tournament_id: str, player_id: str, role: HostRole) -> TournamentHost:
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

    def remove(self, caller: Caller, tournament_id: str, player_id: str) -> None:
        """Have a player help no longer. The owner does this; again changes nothing.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        columns = tournament_hosts.c
        with self._database.begin() as connection:
            hosted = self._owned(connection, caller, tournament_id)
            here = (columns.tournament_id == hosted.id, columns.player_id == player_id)
            connection.execute(tournament_hosts.delete().where(*here))

    def _owned(self, connection: Connection, caller: Caller, tournament_id: str) -> HostedTournament:
        """A tournament of the caller's own; nobody else changes it meanwhile."""
        hosted = find_visible(connection, caller, tournament_id, for_update=True)
        if not caller.is_admin and hosted.owner_id != caller.player_id:
            raise Refusal(Reason.NOT_A_HOST)
        return hosted
