"""Invitations by which guests of a tournament sign up: signed by the platform, good for so many people and so long.

Who signs up by one is not counted by its address, of which a school or a club has one, but takes a place of the
invitation, and stands on the tournament's list of guests. All guests of a host count together
(:func:`services.identity.guest_addresses.person_of_guests`), so inviting multiplies nobody.
"""

from collections.abc import Callable
from typing import Any, Final

from pydantic import Field
from sqlalchemy import Connection, Row, exists, func, or_, select

from services.database import Database
from services.database.tables import api_keys, players, tournament_guests, tournaments
from services.database.tables import guest_invitations as table
from services.errors import FieldError, Reason, Refusal
from services.fairness.signing import BadSignature, Signature, SigningKeys
from services.identity import Caller
from services.identity.guest_addresses import person_of_guests
from services.identity.idempotent_creation import Creation
from services.identity.ids import new_id
from services.identity.people import NAMED
from services.platform_time import platform_ms
from services.response_model import Moment, ResponseModel
from services.stored_tournaments import rows
from services.stored_tournaments.access import need_role
from services.stored_tournaments.guests import MAX_GUESTS
from services.stored_tournaments.hosted_tournament import HostRole
from services.tournaments.tournament import TournamentStatus
from services.unreadable import Found, read_each

PREFIX: Final = "invitation_"
DOMAIN: Final = "playhall.guest-invitation/1"
MAX_PLACES: Final = 500
MIN_SECONDS: Final = 60
MAX_SECONDS: Final = 30 * 24 * 3600
LISTED: Final = 100
QUOTA: Final = "invited_guests"

_DAY_MS: Final = 24 * 3_600_000


class GuestInvitationDetails(ResponseModel):
    """An invitation by which guests sign up."""

    id: str = Field(description="Its id.")
    text: str = Field(repr=False, description="What `signUp` takes as `invitation`, signed by the platform.")
    places: int = Field(description="How many may sign up by it.")
    used: int = Field(description="How many have.")
    created_at: Moment = Field(description="When it was made.")
    expires_at: Moment = Field(description="Until when it is good.")
    revoked_at: Moment | None = Field(description="When the invitation was revoked; null if it was not.")


class GuestInvitations:
    """The invitations of all tournaments: made, listed and revoked by hosts and arbiters, used by who signs up. Safe to
    use from several threads. Every method may raise ``Refusal(BUSY)``: the database cannot be reached.

    ``per_day``: how many places a person's invitations of any 24 hours may have together; 0: as many as it likes.
    ``most_guests``: how many a tournament's list has.
    """

    def __init__(
        self,
        database: Database,
        signing_keys: SigningKeys,
        *,
        per_day: int = 0,
        most_guests: int = MAX_GUESTS,
        now_ms: Callable[[], int] = platform_ms,
    ) -> None:
        self._database = database
        self._signing_keys = signing_keys
        self._per_day = per_day
        self._most_guests = most_guests
        self._now_ms = now_ms

    def create(
        self, caller: Caller, tournament_id: str, places: int, seconds: int, creation: Creation
    ) -> GuestInvitationDetails:
        """A new invitation, for so many and so long; with the same ``creation`` again, that one.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``NOT_POSSIBLE_NOW``: the tournament is over; ``QUOTA_EXCEEDED``.
        """
        id = creation.id(PREFIX)
        with self._database.begin() as connection:
            found = rows.find(connection, tournament_id, for_update=True)
            hosted = need_role(connection, caller, found, HostRole.ARBITER)
            if (made := self._find(connection, hosted.id, id)) is not None:
                return made
            if hosted.is_ended:
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "The tournament is over.")
            check_guests(connection, caller, places, self._per_day, self._now_ms(), "/places")
            connection.execute(
                table.insert().values(
                    id=id,
                    tournament_id=hosted.id,
                    counts_for=caller.person,
                    places=places,
                    used=0,
                    created_ms=creation.at_ms,
                    expires_ms=creation.at_ms + seconds * 1000,
                )
            )
            made = self._find(connection, hosted.id, id)
            assert made is not None
            return made

    def list(self, caller: Caller, tournament_id: str) -> Found[GuestInvitationDetails]:
        """The last invitations, newest first.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        with self._database.read() as connection:
            hosted = need_role(connection, caller, rows.find(connection, tournament_id), HostRole.ARBITER)
            wanted = select(table).where(table.c.tournament_id == hosted.id).order_by(table.c.id.desc()).limit(LISTED)
            return read_each("invitation", connection.execute(wanted), self._invitation, lambda row: row.id)

    def revoke(self, caller: Caller, tournament_id: str, invitation_id: str) -> None:
        """Nobody signs up by an invitation any more; again changes nothing. Who has stays.

        Raises:
            Refusal: ``NOT_FOUND``, also for the invitation; ``NOT_A_HOST``.
        """
        with self._database.begin() as connection:
            hosted = need_role(connection, caller, rows.find(connection, tournament_id), HostRole.ARBITER)
            if self._find(connection, hosted.id, invitation_id) is None:
                raise Refusal(Reason.NOT_FOUND, "There is no such invitation.")
            still = (table.c.id == invitation_id, table.c.revoked_ms.is_(None))
            connection.execute(table.update().where(*still).values(revoked_ms=self._now_ms()))

    # -- for who signs up ----------------------------------------------------------------------------------------------

    def take_place(self, connection: Connection, text: str) -> str:
        """Take a place of an invitation; for whom who has it counts. One whose host has no valid key any more, as when
        the operator has ended them all, admits nobody.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/invitation``.
        """
        id, now_ms = self._checked(text), self._now_ms()
        is_over = [status.value for status in TournamentStatus if status.is_over]
        is_lasting = or_(api_keys.c.expires_ms.is_(None), api_keys.c.expires_ms > now_ms)
        key = exists().where(
            api_keys.c.player_id == tournaments.c.owner_id, api_keys.c.revoked_ms.is_(None), is_lasting
        )
        going_on = select(tournaments.c.id).where(tournaments.c.status.not_in(is_over), key)
        good = (
            table.c.id == id,
            table.c.used < table.c.places,
            table.c.expires_ms > now_ms,
            table.c.revoked_ms.is_(None),
            table.c.tournament_id.in_(going_on),
        )
        taken = table.update().where(*good).values(used=table.c.used + 1).returning(table.c.counts_for)
        host: str | None = connection.execute(taken).scalar_one_or_none()
        if host is None:
            raise _not_good()
        return person_of_guests(host)

    def welcome(self, connection: Connection, text: str, player_id: str) -> None:
        """Put who has signed up by an invitation on the tournament's list of guests.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/invitation``: the list is full.
        """
        wanted = select(table.c.tournament_id).where(table.c.id == self._checked(text))
        tournament_id = connection.execute(wanted).scalar_one()
        number = select(func.count()).where(tournament_guests.c.tournament_id == tournament_id)
        if connection.execute(number).scalar_one() >= self._most_guests:
            raise _not_good()
        row = {"tournament_id": tournament_id, "player_id": player_id, "added_ms": self._now_ms()}
        connection.execute(self._database.insert(tournament_guests).on_conflict_do_nothing(), row)

    # -- internals -----------------------------------------------------------------------------------------------------

    def _find(self, connection: Connection, tournament_id: str, invitation_id: str) -> GuestInvitationDetails | None:
        wanted = select(table).where(table.c.id == invitation_id, table.c.tournament_id == tournament_id)
        row = connection.execute(wanted).one_or_none()
        return None if row is None else self._invitation(row)

    def _invitation(self, row: Row[*tuple[Any, ...]]) -> GuestInvitationDetails:
        signed = f"{row.id}.{row.created_ms}.{row.expires_ms}"
        signature = self._signing_keys.sign(DOMAIN, signed.encode())
        text = f"{signed}.{signature.key_id}.{signature.value.hex()}"
        return GuestInvitationDetails(
            id=row.id,
            text=text,
            places=row.places,
            used=row.used,
            created_at=row.created_ms,
            expires_at=row.expires_ms,
            revoked_at=row.revoked_ms,
        )

    def _checked(self, text: str) -> str:
        """The id of an invitation that the platform has signed."""
        try:
            id, created_ms, expires_ms, key_id, signature = text.split(".")
            signed = f"{id}.{created_ms}.{expires_ms}".encode()
            self._signing_keys.public.verify(
                DOMAIN, signed, Signature(key_id, bytes.fromhex(signature)), at_ms=int(created_ms)
            )
        except (ValueError, BadSignature):
            raise _not_good() from None
        return id


def check_guests(connection: Connection, caller: Caller, number: int, per_day: int, now_ms: int, pointer: str) -> None:
    """Whether a host may have so many more guests: places of invitations, and entrants by name. ``per_day``: how many
    in any 24 hours; 0: as many as it likes.

    Raises:
        Refusal: ``QUOTA_EXCEEDED`` at ``pointer``.
    """
    if not per_day or not number or caller.is_admin:
        return
    since_ms = now_ms - _DAY_MS
    invited = select(func.coalesce(func.sum(table.c.places), 0))
    used = connection.execute(
        invited.where(table.c.counts_for == caller.person, table.c.created_ms > since_ms)
    ).scalar_one()
    lately = (players.c.id > new_id(NAMED, since_ms, 0), players.c.id < f"{NAMED}z")
    named = select(func.count()).where(*lately, players.c.counts_for == person_of_guests(caller.person))
    used += connection.execute(named).scalar_one()
    if used + number > per_day:
        raise Refusal(
            Reason.QUOTA_EXCEEDED,
            f"Your invitations and entrants by name of the last 24 hours have {used} places; {per_day} are allowed.",
            (FieldError(pointer, f"exceeds {QUOTA}"),),
            {"quota": QUOTA, "limit": str(per_day), "used": str(used)},
        )


def _not_good() -> Refusal:
    detail = (
        "is no invitation of this platform, or its time, its places or its tournament are over, or the list of guests "
        "is full, or it or its host's keys were revoked"
    )
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError("/invitation", detail),))
