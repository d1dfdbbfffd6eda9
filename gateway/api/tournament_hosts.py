"""Who runs a tournament, and who is on its list of guests."""

from typing import Annotated, Final, Literal

from pydantic import Field

from gateway.api.keys import NO_STORE
from gateway.api.matches import CREATE
from gateway.api.players import READ, SPECTATE
from gateway.api.tournaments import TournamentPath
from gateway.formats.timestamps import timestamp
from gateway.openapi.fields import EntryList, Moment, Page, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import Answer, Reply, Retry, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import player_id
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.stored_tournaments.guest_invitations import (
    MAX_PLACES,
    MAX_SECONDS,
    MIN_SECONDS,
    GuestInvitation,
    GuestInvitations,
)
from services.stored_tournaments.guests import GuestLists
from services.stored_tournaments.hosted_tournament import Guest, HostRole, TournamentHost
from services.stored_tournaments.hosting import Tournaments
from services.unreadable import show_each

TOURNAMENT_HOSTS: Final = Section(
    "tournament hosts",
    "The owner, hosts and arbiters of a tournament; and its list of guests, who can enter by themselves if "
    "registration is `listed`, and can see the tournament if it is private.",
)


class TournamentHostPath(TournamentPath):
    """Somebody who helps the owner of a tournament."""

    player: ResourceId = Field(description="The player's id.")


class TournamentGuestPath(TournamentPath):
    """A guest of a tournament."""

    player: ResourceId = Field(description="The player's id, or `me` for the caller.")


class GuestInvitationPath(TournamentPath):
    """An invitation by which guests sign up."""

    invitation: ResourceId = Field(description="The invitation's id.")


class HostRoleBody(RequestModel):
    """What somebody may do."""

    role: Annotated[HostRole, Field(strict=False)] = Field(
        description="`host`: everything that the owner may, except naming hosts; `arbiter`: everything about "
        "entrants, guests, pairings, results and undoing; neither change, start, pause, resume, cancel nor hosts."
    )


class TournamentHostDetails(ResponseModel):
    """Somebody who runs a tournament."""

    player_id: str = Field(description="The player's id.")
    name: str = Field(description="Its name.")
    role: HostRole | Literal["owner"] = Field(description="What it may do.")


class TournamentHostList(EntryList):
    """Who runs a tournament."""

    hosts: list[TournamentHostDetails] = Field(description="Its owner, then the others by id.")


class TournamentGuest(ResponseModel):
    """A guest."""

    player_id: str = Field(description="The player's id.")
    name: str = Field(description="Its name.")
    added_at: Moment = Field(description="Since when it is on the list.")


class TournamentGuestList(Page):
    """A page of guests, by id."""

    guests: list[TournamentGuest] = Field(description="By id.")


class NewGuestInvitation(RequestModel):
    """An invitation by which guests sign up."""

    places: Annotated[int, Field(ge=1, le=MAX_PLACES)] = Field(description="How many may sign up by it.")
    seconds: Annotated[int, Field(ge=MIN_SECONDS, le=MAX_SECONDS)] = Field(
        default=24 * 3600, description="For how many seconds it is good."
    )


class GuestInvitationDetails(ResponseModel):
    """An invitation by which guests sign up."""

    id: str = Field(description="Its id.")
    text: str = Field(description="What `signUp` takes as `invitation`, signed by the platform.")
    places: int = Field(description="How many may sign up by it.")
    used: int = Field(description="How many have.")
    created_at: Moment = Field(description="When it was made.")
    expires_at: Moment = Field(description="Until when it is good.")
    revoked_at: Moment | None = Field(description="When it was revoked; null: it was not.")


class GuestInvitationList(EntryList):
    """Invitations, newest first."""

    invitations: list[GuestInvitationDetails] = Field(description="Newest first.")


@TOURNAMENT_HOSTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/hosts",
    id="listTournamentHosts",
    summary="List the hosts of a tournament",
    access=SPECTATE,
    answers=(answer(TournamentHostList, "Its hosts."),),
)
def list_tournament_hosts(tournaments: Tournaments, caller: Caller, path: TournamentPath) -> TournamentHostList:
    """List the hosts of a tournament."""
    found = tournaments.hosts.all(caller, path.tournament)
    shown, unshown = show_each("host", found, _host, lambda host: host.player_id)
    return TournamentHostList(hosts=shown, unshown=unshown)


@TOURNAMENT_HOSTS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/hosts/{player}",
    id="nameTournamentHost",
    summary="Name a host or an arbiter",
    description="For the tournament's owner. Naming somebody with another role changes the role.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_A_HOST, Reason.NOT_POSSIBLE_NOW),
    answers=(answer(TournamentHostDetails, "The host."),),
)
def name_tournament_host(
    tournaments: Tournaments, caller: Caller, path: TournamentHostPath, body: HostRoleBody
) -> TournamentHostDetails:
    """Name a host or an arbiter."""
    return _host(tournaments.hosts.name(caller, path.tournament, path.player, body.role))


@TOURNAMENT_HOSTS.operation(
    "DELETE",
    "/v1/tournaments/{tournament}/hosts/{player}",
    id="removeTournamentHost",
    summary="Remove a host or an arbiter",
    description="For the tournament's owner. What the host has done remains. Can be retried.",
    access=CREATE,
    refusals=(Reason.NOT_A_HOST,),
    answers=(Answer("It is none.", {}, status=204),),
)
def remove_tournament_host(tournaments: Tournaments, caller: Caller, path: TournamentHostPath) -> Reply:
    """Remove a host or an arbiter."""
    tournaments.hosts.remove(caller, path.tournament, path.player)
    return Reply(status=204)


@TOURNAMENT_HOSTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/guests",
    id="listTournamentGuests",
    summary="List the guests of a tournament",
    description="For hosts and arbiters.",
    access=READ,
    refusals=(Reason.NOT_A_HOST,),
    answers=(answer(TournamentGuestList, "A page of guests, by id."),),
)
def list_tournament_guests(
    tournament_guests: GuestLists, caller: Caller, path: TournamentPath, query: PageQuery
) -> TournamentGuestList:
    """List the guests of a tournament."""
    of = f"guests {path.tournament}"
    found = tournament_guests.list(caller, path.tournament, after=query.cursor(of), limit=query.size + 1)
    page = query.shown(of, "guest", found, _guest, lambda guest: guest.player_id)
    return TournamentGuestList(guests=page.entries, unshown=page.unshown, next_page_token=page.next_page_token)


@TOURNAMENT_HOSTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/guests/{player}",
    id="getTournamentGuest",
    summary="Check whether a player is a guest",
    description="For hosts and arbiters, and for the player itself.",
    access=READ,
    refusals=(Reason.NOT_A_HOST,),
    answers=(answer(TournamentGuest, "The guest."),),
)
def get_tournament_guest(tournament_guests: GuestLists, caller: Caller, path: TournamentGuestPath) -> TournamentGuest:
    """Check whether a player is a guest."""
    return _guest(tournament_guests.get(caller, path.tournament, player_id(caller, path.player)))


@TOURNAMENT_HOSTS.operation(
    "PUT",
    "/v1/tournaments/{tournament}/guests/{player}",
    id="addTournamentGuest",
    summary="Add a player to the list of guests",
    description="For hosts and arbiters. A person's place is valid for its bots, too, if they may enter. A repetition "
    "changes nothing.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(Reason.NOT_A_HOST, Reason.NOT_POSSIBLE_NOW),
    answers=(answer(TournamentGuest, "The guest."),),
)
def add_tournament_guest(tournament_guests: GuestLists, caller: Caller, path: TournamentGuestPath) -> TournamentGuest:
    """Add a player to the list of guests."""
    return _guest(tournament_guests.put(caller, path.tournament, player_id(caller, path.player)))


@TOURNAMENT_HOSTS.operation(
    "DELETE",
    "/v1/tournaments/{tournament}/guests/{player}",
    id="removeTournamentGuest",
    summary="Remove a player from the list of guests",
    description="For hosts and arbiters. A guest who has entered still takes part. Can be retried.",
    access=CREATE,
    refusals=(Reason.NOT_A_HOST,),
    answers=(Answer("It is none.", {}, status=204),),
)
def remove_tournament_guest(tournament_guests: GuestLists, caller: Caller, path: TournamentGuestPath) -> Reply:
    """Remove a player from the list of guests."""
    tournament_guests.delete(caller, path.tournament, player_id(caller, path.player))
    return Reply(status=204)


@TOURNAMENT_HOSTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/guest-invitations",
    id="createGuestInvitation",
    summary="Invite guests to sign up",
    description="For hosts and arbiters. A player who signs up with its text (`signUp`) does not count for its "
    "address, takes one of the places, and is on the list of guests. The platform signs the text; give it only to "
    "those whom it is for. All invitations of a person within 24 hours have as many places as the operator allows "
    "(`PLAYHALL_INVITED_GUESTS_PER_DAY`).",
    access=CREATE,
    retry=Retry.WITH_KEY,
    refusals=(Reason.NOT_A_HOST, Reason.NOT_POSSIBLE_NOW, Reason.QUOTA_EXCEEDED),
    answers=(answer(GuestInvitationDetails, "The invitation.", status=201),),
)
def create_guest_invitation(
    guest_invitations: GuestInvitations,
    caller: Caller,
    path: TournamentPath,
    body: NewGuestInvitation,
    creation: Creation,
) -> Reply:
    """Invite guests to sign up."""
    made = guest_invitations.create(caller, path.tournament, body.places, body.seconds, creation)
    return Reply(_invitation(made), 201, headers=NO_STORE)


@TOURNAMENT_HOSTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/guest-invitations",
    id="listGuestInvitations",
    summary="List the invitations of guests",
    description="For hosts and arbiters. The last hundred.",
    access=READ,
    refusals=(Reason.NOT_A_HOST,),
    answers=(answer(GuestInvitationList, "The invitations, newest first."),),
)
def list_guest_invitations(
    guest_invitations: GuestInvitations, caller: Caller, path: TournamentPath
) -> GuestInvitationList:
    """List the invitations of guests."""
    shown, unshown = show_each("invitation", guest_invitations.list(caller, path.tournament), _invitation)
    return GuestInvitationList(invitations=shown, unshown=unshown)


@TOURNAMENT_HOSTS.operation(
    "DELETE",
    "/v1/tournaments/{tournament}/guest-invitations/{invitation}",
    id="revokeGuestInvitation",
    summary="Revoke an invitation of guests",
    description="For hosts and arbiters. Players who have signed up with it remain. Can be retried.",
    access=CREATE,
    refusals=(Reason.NOT_A_HOST,),
    answers=(Answer("It is revoked.", {}, status=204),),
)
def revoke_guest_invitation(guest_invitations: GuestInvitations, caller: Caller, path: GuestInvitationPath) -> Reply:
    """Revoke an invitation of guests."""
    guest_invitations.revoke(caller, path.tournament, path.invitation)
    return Reply(status=204)


def _invitation(made: GuestInvitation) -> GuestInvitationDetails:
    return GuestInvitationDetails(
        id=made.id,
        text=made.text,
        places=made.places,
        used=made.used,
        created_at=timestamp(made.created_ms),
        expires_at=timestamp(made.expires_ms),
        revoked_at=None if made.revoked_ms is None else timestamp(made.revoked_ms),
    )


def _host(host: TournamentHost) -> TournamentHostDetails:
    return TournamentHostDetails(player_id=host.player_id, name=host.name, role=host.role or "owner")


def _guest(guest: Guest) -> TournamentGuest:
    return TournamentGuest(player_id=guest.player_id, name=guest.name, added_at=timestamp(guest.added_ms))
