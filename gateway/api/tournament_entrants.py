"""Entrants of tournaments: who takes part, and as what."""

from typing import Annotated, Final

from pydantic import Field, model_validator

from gateway.api.keys import NO_STORE
from gateway.api.matches import CREATE, PLAY, ClientSeed
from gateway.api.players import SPECTATE
from gateway.api.tournaments import (
    NOT_HOSTED,
    TOURNAMENT,
    WHO_READS_REASONS,
    GivenReason,
    TournamentDetails,
    TournamentPath,
    details_of,
)
from gateway.openapi.fields import WHOLE, Page, RequestModel, ResourceId
from gateway.openapi.operation import Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.operations.accounts import player_id
from gateway.operations.tournaments import (
    MAX_IMPORT,
    EntrantWish,
    TournamentOperations,
    entrant_or_caller,
    read_entrants,
)
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.stored_tournaments.entrant_links import EntrantLink, EntrantLinks
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.rounds import MAX_APART
from services.tournaments.entrant_document import TournamentEntrant
from services.tournaments.settings import MAX_ROUNDS
from services.unreadable import Found

TOURNAMENT_ENTRANTS: Final = Section(
    "tournament entrants",
    "The entrants of a tournament. Players enter themselves and their own bots if registration is open to them. Hosts "
    "enter house bots and people without accounts, and invite players, who take part once they have agreed. A player "
    "may do for its own bots whatever it may do for itself, and a host for everybody, except agreeing to take part.",
)

_MOST_CSV: Final = 60_000

_PlayerId = ResourceId
_BotText = Annotated[str, Field(min_length=1, max_length=130)]
_EntrantName = Annotated[str, Field(min_length=1, max_length=64)]


_CLIENT_SEED: Final = (
    "32 random bytes, hexadecimal, that the entrant adds to the chance of each of its games: for the caller or a bot "
    "of its own. It is given once, on entry, with the consent to an invitation or at check-in, before the entrant is "
    "paired first; until then others see its SHA-256. Save it, and the tournament's `commitment` from before."
)


class EntrantPath(TournamentPath):
    """An entrant of a tournament."""

    entrant: ResourceId = Field(description="The entrant's id in this tournament, or `me` for the caller.")


class NewEntrantBody(RequestModel):
    """The entrant to enter; without a body, the caller."""

    player: _PlayerId | None = Field(
        default=None, description="A player's id; `me` for the caller. Others than its own bots are invited by hosts."
    )
    bot: _BotText | None = Field(
        default=None,
        description="A bot of the house: `greedy`, or with the version that it must have, `greedy@1.2.0`. For hosts.",
    )
    name: _EntrantName | None = Field(
        default=None,
        description="Under which name a bot of the house is entered; each has its own. With neither `player` nor "
        "`bot`: the name of a person without an account, who plays by a link (`createEntrantLink`). For hosts.",
    )


class EnteringBody(NewEntrantBody):
    """Who enters, or is to be entered. Nothing: the caller."""

    client_seed: ClientSeed | None = Field(default=None, description=_CLIENT_SEED)


class CheckInBody(RequestModel):
    """What is said with it."""

    client_seed: ClientSeed | None = Field(default=None, description=_CLIENT_SEED)


class ImportedEntrants(RequestModel):
    """The entrants to enter, as a list or as CSV."""

    entrants: Annotated[list[NewEntrantBody], Field(min_length=1, max_length=MAX_IMPORT)] | None = Field(
        default=None, description="Each a player, a bot of the house with a name, or a name alone."
    )
    csv: Annotated[str, Field(min_length=1, max_length=_MOST_CSV)] | None = Field(
        default=None,
        description="The same as CSV: a line with the names of the columns (`player`, `bot`, `name`), then a line for "
        "each; a field that does not apply is empty. What is wrong is pointed at by the number of its line, "
        "`/body/csv/3/player`.",
    )

    @model_validator(mode="after")
    def _is_one_of_both(self) -> "ImportedEntrants":
        if (self.entrants is None) == (self.csv is None):
            raise ValueError("Give `entrants` or `csv`, one of them.")
        return self


class WithdrawalBody(RequestModel):
    """Why."""

    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class ByeBody(RequestModel):
    """Which round it is about."""

    round: Annotated[int, Field(ge=1, le=MAX_ROUNDS), WHOLE] = Field(
        description="The round, from 1 through all stages. It has not been paired yet."
    )


class KeptApartBody(RequestModel):
    """Entrants who are not to meet."""

    entrants: Annotated[list[ResourceId], Field(min_length=2, max_length=MAX_APART)] = Field(
        description="Their ids in this tournament, each once."
    )
    until_round: Annotated[int, Field(ge=1, le=MAX_ROUNDS), WHOLE] | None = Field(
        default=None, description="Up to this round. Null: as long as the tournament lasts."
    )
    reason: GivenReason = Field(default="", description=WHO_READS_REASONS)


class TournamentEntrantList(Page):
    """A page of entrants, in the order of entry."""

    entrants: list[TournamentEntrant] = Field(description="In the order of entry.")


_THIS: Final = {"tournament": "$request.path.tournament", "entrant": "$response.body#/id"}
_NEXT: Final = (
    Link("getTournamentEntrant", _THIS),
    Link("checkInTournamentEntrant", _THIS),
    Link("withdrawTournamentEntrant", _THIS),
    Link("returnTournamentEntrant", _THIS),
    Link("requestTournamentBye", _THIS),
)
_ENTRANT: Final = answer(TournamentEntrant, "The entrant.", links=_NEXT)
_REFUSED: Final = (Reason.NOT_ADMITTED, Reason.BOT_RETIRED, Reason.UNKNOWN_BOT, Reason.UNSUPPORTED_VERSION)
"""Why somebody may not be entered, beside :data:`NOT_HOSTED`."""


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants",
    id="enterTournament",
    summary="Enter a tournament",
    description="Enters the caller, one of its bots, or, for a host, somebody else. A player whom a host enters, "
    "other than itself, its own bots and house bots, is only `invited`, and told so (`tournament_invited`). It agrees "
    "by entering, whatever `registration` says, or its owner does so; it declines with `withdrawTournamentEntrant`. "
    "Players whom an admin enters are entered directly, and so is a person without an account, whom a host enters by "
    "`name` alone: each request enters another one, unless it has the `Idempotency-Key` of one before. Names need not "
    "differ. `createEntrantLink` returns the link by which that person plays. Its matches are not rated. An entrant "
    "that has already entered stays as it is; one that "
    "has withdrawn returns with `returnTournamentEntrant`. Entrants beyond the capacity are on the waiting list, and "
    "move up when another withdraws before the start.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, *_REFUSED, Reason.CLIENT_SEED_GIVEN, Reason.QUOTA_EXCEEDED),
    answers=(
        answer(
            TournamentEntrant, "The entrant.", status=201, headers={"Location": "Path of the entrant."}, links=_NEXT
        ),
    ),
)
def enter_tournament(
    tournament_operations: TournamentOperations,
    caller: Caller,
    path: TournamentPath,
    body: EnteringBody | None,
    creation: Creation,
) -> Reply:
    """Enter a tournament."""
    wish = wish_of(caller, "", body or EnteringBody())
    entered = tournament_operations.enter(caller, path.tournament, wish, creation)
    where = f"/v1/tournaments/{path.tournament}/entrants/{entered.id}"
    return Reply(entered, 201, headers={"Location": where})


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants:import",
    id="importTournamentEntrants",
    summary="Import entrants",
    description="Enters players by their ids, who are invited as by `enterTournament`, house bots by their names, and "
    "people without accounts by names alone; all of them or none. Skips entrants that have entered or are invited "
    "already: of people without accounts as many as there are of a name. Up to "
    f"{MAX_IMPORT} at a time. For hosts and arbiters.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, *_REFUSED, Reason.QUOTA_EXCEEDED),
    answers=(TOURNAMENT,),
)
def import_tournament_entrants(
    tournament_operations: TournamentOperations,
    caller: Caller,
    path: TournamentPath,
    body: ImportedEntrants,
    creation: Creation,
) -> TournamentDetails:
    """Import entrants."""
    entered = tournament_operations.enter_all(caller, path.tournament, wishes_of(caller, body), creation)
    return details_of(entered)


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants:keep-apart",
    id="keepTournamentEntrantsApart",
    summary="Keep entrants apart",
    description="For hosts and arbiters. No two of them are paired with each other from the next pairing on, in Swiss "
    "and pods. If no pairing satisfies this, the round's notes say so. This can be undone; the same request again "
    "changes nothing.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def keep_tournament_entrants_apart(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: KeptApartBody
) -> TournamentDetails:
    """Keep entrants apart."""
    changed = tournaments.rounds.keep_apart(
        caller, path.tournament, body.entrants, until_round=body.until_round, reason=body.reason
    )
    return details_of(changed)


@TOURNAMENT_ENTRANTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/entrants",
    id="listTournamentEntrants",
    summary="List the entrants of a tournament",
    access=SPECTATE,
    answers=(answer(TournamentEntrantList, "A page of entrants, in the order of entry."),),
)
def list_tournament_entrants(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, query: PageQuery
) -> TournamentEntrantList:
    """List the entrants of a tournament."""
    of = f"entrants {path.tournament}"
    after = query.number(of)
    found = tournaments.entrants.all(caller, path.tournament, after=after, limit=query.size + 1)
    page = Found(found.all[: query.size])
    return TournamentEntrantList(
        entrants=page,
        unshown=page.unshown,
        next_page_token=query.token(of, f"{after + query.size}") if len(found.all) > query.size else None,
    )


@TOURNAMENT_ENTRANTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/entrants/{entrant}",
    id="getTournamentEntrant",
    summary="Get an entrant",
    access=SPECTATE,
    answers=(_ENTRANT,),
)
def get_tournament_entrant(tournaments: Tournaments, caller: Caller, path: EntrantPath) -> TournamentEntrant:
    """Get an entrant."""
    return tournaments.entrants.get(caller, path.tournament, _id(path))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:check-in",
    id="checkInTournamentEntrant",
    summary="Check in",
    description="Possible from `check_in_opens_at` on, if the tournament requires it. Hosts can check in every "
    "entrant at any time before the start. A repetition changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, Reason.CLIENT_SEED_GIVEN),
    answers=(_ENTRANT,),
)
def check_in_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: CheckInBody | None
) -> TournamentEntrant:
    """Check in."""
    client_seed = None if body is None else body.client_seed
    return tournament_operations.check_in(caller, path.tournament, _id(path), client_seed=client_seed)


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:withdraw",
    id="withdrawTournamentEntrant",
    summary="Withdraw",
    description="The entrant is not paired any more; a table at which it sits is played to its end. A player who was "
    "only invited declines. A repetition changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def withdraw_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: WithdrawalBody | None
) -> TournamentEntrant:
    """Withdraw."""
    reason = "" if body is None else body.reason
    return tournament_operations.withdraw(caller, path.tournament, _id(path), reason=reason)


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:return",
    id="returnTournamentEntrant",
    summary="Return to a tournament",
    description="The entrant is paired from the next round on; before the start it gets its place in the order of "
    "entry back. An entrant that has left an elimination cannot return. One that withdrew by itself can only return "
    "by itself, not by a host. An invited player agrees by returning. A repetition changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def return_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: WithdrawalBody | None
) -> TournamentEntrant:
    """Return to a tournament."""
    reason = "" if body is None else body.reason
    return tournament_operations.come_back(caller, path.tournament, _id(path), reason=reason)


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:request-bye",
    id="requestTournamentBye",
    summary="Request a bye for a round",
    description="As often as the tournament allows, for the points that it gives. A repetition changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def request_tournament_bye(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: ByeBody
) -> TournamentEntrant:
    """Request a bye for a round."""
    return tournament_operations.request_bye(caller, path.tournament, body.round, _id(path))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:cancel-bye",
    id="cancelTournamentBye",
    summary="Cancel a requested bye",
    description="The entrant is paired in the round after all, if that has not been paired yet. A repetition changes "
    "nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def cancel_tournament_bye(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: ByeBody
) -> TournamentEntrant:
    """Cancel a requested bye."""
    return tournament_operations.cancel_bye(caller, path.tournament, body.round, _id(path))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:link",
    id="createEntrantLink",
    summary="Make an entrant's link",
    description="For hosts and arbiters. Makes the link by which an entrant without an account plays its matches, and "
    "which is shown only this once. A link that was made before stops working, so there is never more than one. The "
    "key in it reads and plays, in this tournament's matches alone. It is a child of the caller's key: it has no scope "
    "that this one lacks, and ends with it.",
    access=CREATE,
    refusals=(*NOT_HOSTED, Reason.MISSING_SCOPE),
    answers=(answer(EntrantLink, "The link.", status=201),),
)
def create_entrant_link(entrant_links: EntrantLinks, caller: Caller, path: EntrantPath, creation: Creation) -> Reply:
    """Make an entrant's link."""
    link = entrant_links.create(caller, path.tournament, path.entrant, creation)
    return Reply(link, 201, headers=NO_STORE)


def wish_of(caller: Caller, pointer: str, body: NewEntrantBody) -> EntrantWish:
    """Who is to be entered. ``pointer``: where that was asked for."""
    player = None if body.player is None else player_id(caller, body.player)
    client_seed = body.client_seed if isinstance(body, EnteringBody) else None
    return EntrantWish(pointer, player, body.bot, body.name, client_seed)


def wishes_of(caller: Caller, body: ImportedEntrants) -> list[EntrantWish]:
    """Who is to be entered, each with its pointer.

    Raises:
        Refusal: as :func:`read_entrants`.
    """
    if body.csv is not None:
        return read_entrants(body.csv)
    return [wish_of(caller, f"/entrants/{number}", each) for number, each in enumerate(body.entrants or [])]


def _id(path: EntrantPath) -> str | None:
    return entrant_or_caller(path.entrant)
