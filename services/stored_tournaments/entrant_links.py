"""Links by which entrants without accounts play: a key in an address of the web client.

The key is the only one of the player that stands for the entrant. It reads and plays, and that player sits at the
tables of its tournament alone (:data:`services.identity.people.NAMED`). A new link ends the one before.
"""

from collections.abc import Callable
from typing import Final

from pydantic import Field
from sqlalchemy import Connection, or_, select, update

from services.database import Database
from services.database.tables import api_keys, tournament_entrants
from services.errors import Reason, Refusal
from services.identity import ApiKeys, Caller, Scope
from services.identity.idempotent_creation import Creation
from services.identity.people import NAMED
from services.platform_time import platform_ms
from services.response_model import Moment, ResponseModel
from services.stored_tournaments import rows
from services.stored_tournaments.access import need_role
from services.stored_tournaments.hosted_tournament import HostRole

SCOPES: Final = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY})

_AT_ONCE: Final = 500
_DAY_MS: Final = 24 * 3_600_000
_LASTS_MS: Final = 30 * _DAY_MS
"""How long a link works after it was made, or after the moment at which the tournament is to start."""
_AFTER_MS: Final = _DAY_MS
"""How long links work after a tournament has ended: so that those who have played it see how it has ended."""


class EntrantLink(ResponseModel):
    """The link of an entrant that was entered by name. It is shown only this once."""

    entrant: str = Field(description="The entrant's id in this tournament.")
    path: str = Field(
        repr=False,
        description="The link: path and fragment of the web client, below the address at which that is served. Whoever "
        "has it plays this entrant's matches. The fragment is a secret; browsers send it to no server.",
    )
    expires_at: Moment = Field(
        description="Until when it works: 30 days from now, or from `starts_at`; no longer than the key that made it, "
        "and a day after the tournament has ended."
    )


class EntrantLinks:
    """The links of all tournaments. Safe to use from several threads."""

    def __init__(self, database: Database, keys: ApiKeys, *, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._keys = keys
        self._now_ms = now_ms

    def create(self, caller: Caller, tournament_id: str, entrant: str, creation: Creation) -> EntrantLink:
        """A new link for an entrant, in the place of the one before; with the same ``creation`` again, the same. The
        caller is a host or arbiter. The link ends with the key by which the caller calls.

        Raises:
            Refusal: ``NOT_FOUND``, also for the entrant; ``NOT_A_HOST``; ``MISSING_SCOPE``; ``UNAUTHENTICATED``;
                ``RATE_LIMITED``; ``NOT_POSSIBLE_NOW``: the tournament is over, or the entrant has an account, or
                another link was made since; ``BUSY``.
        """
        with self._database.begin() as connection:
            # Who ends the tournament waits, and finds the link.
            found = rows.find(connection, tournament_id, for_update=True)
            hosted = need_role(connection, caller, found, HostRole.ARBITER)
            if hosted.is_ended:
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "The tournament is over.")
            expires_ms = max(self._now_ms(), hosted.settings.times.starts_ms or 0) + _LASTS_MS
            key, text, ended = self._keys.add_only(
                connection,
                _player_of(connection, tournament_id, entrant),
                SCOPES,
                "link of an entrant",
                expires_ms,
                by=caller,
                creation=creation,
            )
        self._keys.forget(ended)
        assert key.expires_ms is not None
        return EntrantLink(entrant=entrant, path=f"/#/seats/{tournament_id}/{text}", expires_at=key.expires_ms)


def end_links(connection: Connection, tournament_id: str, now_ms: int) -> None:
    """A tournament has ended: its links do so a day later."""
    columns = api_keys.c
    of = tournament_entrants.c
    named = select(of.player_id).where(
        of.tournament_id == tournament_id, of.player_id.startswith(NAMED, autoescape=True)
    )
    end_ms = now_ms + _AFTER_MS
    lasting = or_(columns.expires_ms.is_(None), columns.expires_ms > end_ms)
    links = select(columns.id).where(columns.player_id.in_(named), columns.revoked_ms.is_(None), lasting)
    # In the order of the ids, as everybody locks keys: nobody waits for who waits for it.
    ids = connection.execute(links.order_by(columns.id).with_for_update()).scalars().all()
    for start in range(0, len(ids), _AT_ONCE):
        some = columns.id.in_(ids[start : start + _AT_ONCE])
        connection.execute(update(api_keys).where(some).values(expires_ms=end_ms))


def _player_of(connection: Connection, tournament_id: str, entrant: str) -> str:
    """The player that stands for an entrant without an account."""
    columns = tournament_entrants.c
    wanted = select(columns.player_id).where(columns.tournament_id == tournament_id, columns.entrant_id == entrant)
    player_id: str | None = connection.execute(wanted).scalar_one_or_none()
    if player_id is None:
        raise Refusal(Reason.NOT_FOUND, "There is no such entrant, or it is a bot of the house.")
    if not player_id.startswith(NAMED):
        raise Refusal(Reason.NOT_POSSIBLE_NOW, "This entrant has an account, and plays with that.")
    return player_id
