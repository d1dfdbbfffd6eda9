"""Who may see a tournament, and who may do what in it as a host."""

from sqlalchemy import Connection

from services.errors import Reason, Refusal
from services.identity import Caller
from services.stored_tournaments import rows
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole, TournamentVisibility
from services.tournaments.tournament import Member


def visible(connection: Connection, caller: Caller, hosted: HostedTournament | None) -> HostedTournament:
    """A tournament, if the caller may see it: a private one is seen by its hosts, by its guests, by who has entered it,
    and by the owners of bots that have.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    if hosted is not None:
        if hosted.visibility is not TournamentVisibility.PRIVATE or role_of(connection, caller, hosted) is not None:
            return hosted
        if not caller.is_anonymous and rows.has_to_do_with(connection, hosted.id, caller.player_id):
            return hosted
    raise Refusal(Reason.NOT_FOUND, "There is no such tournament.")


def find_visible(
    connection: Connection, caller: Caller, tournament_id: str, *, for_update: bool = False
) -> HostedTournament:
    """The tournament with an id, if the caller may see it. ``for_update``: nobody else changes it meanwhile.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    return visible(connection, caller, rows.find(connection, tournament_id, for_update=for_update))


def role_of(connection: Connection, caller: Caller, hosted: HostedTournament) -> HostRole | None:
    """What the caller may do as a host: its owner and admins everything."""
    if caller.is_admin or hosted.owner_id == caller.player_id:
        return HostRole.HOST
    return None if caller.is_anonymous else rows.role(connection, hosted.id, caller.player_id)


def need_role(
    connection: Connection, caller: Caller, hosted: HostedTournament | None, role: HostRole
) -> HostedTournament:
    """A tournament in which the caller has a role.

    Raises:
        Refusal: ``NOT_FOUND``: the caller may not see it; ``NOT_A_HOST``.
    """
    own = None if hosted is None else role_of(connection, caller, hosted)
    if hosted is not None and (own is HostRole.HOST or (own is not None and role is HostRole.ARBITER)):
        return hosted
    visible(connection, caller, hosted)
    raise Refusal(Reason.NOT_A_HOST)


def check_return(caller: Caller, member: Member, withdrawn_by: str | None, *, is_host: bool) -> None:
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
