"""Who may see a tournament, and who may do what in it as a host."""

from sqlalchemy import Connection

from services.errors import Reason, Refusal
from services.identity import Caller
from services.tournament_hosting import rows
from services.tournament_hosting.hosted_tournament import HostedTournament, HostRole, TournamentVisibility


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
