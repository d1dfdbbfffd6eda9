"""Entrants of tournaments: who takes part, and as what."""

from typing import Annotated, Final

from pydantic import Field, model_validator

from gateway.account_operations import player_id
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
from gateway.openapi.fields import WHOLE, Page, RequestModel, ResourceId, ResponseModel
from gateway.openapi.operation import Link, Reply, Section, Tag, answer
from gateway.openapi.pagination import PageQuery
from gateway.tournament_operations import (
    MAX_IMPORT,
    EntrantWish,
    TournamentOperations,
    entrant_or_caller,
    read_entrants,
)
from services.errors import Reason
from services.identity import Caller
from services.tournament_hosting.hosting import MAX_APART, Tournaments
from services.tournament_hosting.model import EntrantState
from services.tournaments.settings import MAX_ROUNDS
from services.unreadable import show_each

TOURNAMENT_ENTRANTS: Final = Section(
    "tournament entrants",
    "Who has entered a tournament. Players enter themselves and their own bots, where registration is open to them; "
    "hosts enter bots of the house, and invite players, who take part once they have agreed. Whatever a player may do "
    "for itself it may do for its own bots, and a host for everybody, but for agreeing to take part.",
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
    """Who is to be entered. Nothing: the caller."""

    player: _PlayerId | None = Field(
        default=None, description="A player's id; `me` for the caller. Others than its own bots are invited by hosts."
    )
    bot: _BotText | None = Field(
        default=None,
        description="A bot of the house: `greedy`, or with the version that it must have, `greedy@1.2.0`. For hosts.",
    )
    name: _EntrantName | None = Field(
        default=None, description="Under which name a bot of the house is entered; each has its own."
    )


class EnteringBody(NewEntrantBody):
    """Who enters, or is to be entered. Nothing: the caller."""

    client_seed: ClientSeed | None = Field(default=None, description=_CLIENT_SEED)


class CheckInBody(RequestModel):
    """What is said with it."""

    client_seed: ClientSeed | None = Field(default=None, description=_CLIENT_SEED)


class ImportedEntrants(RequestModel):
    """Who is to be entered, as a list or as CSV."""

    entrants: Annotated[list[NewEntrantBody], Field(min_length=1, max_length=MAX_IMPORT)] | None = Field(
        default=None, description="Each a player, or a bot of the house with a name."
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
    """When not to be paired."""

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


class TournamentEntrant(ResponseModel):
    """An entrant."""

    id: str = Field(description="The entrant's id in this tournament.")
    name: str = Field(description="The name that it had when it entered.")
    player_id: str | None = Field(description="The player's id; null: a bot of the house.")
    bot: str | None = Field(description="Of a bot of the house: which of the ruleset's; null: a player.")
    bot_version: str | None = Field(
        description="Of a bot of the house: which version of the ruleset there was when it entered."
    )
    is_bot: bool = Field(description="Whether it is a bot, of the house or another. Say so wherever it is shown.")
    rating: int | None = Field(description="When it entered; seeds follow from it. Null: a bot of the house.")
    invited: bool = Field(
        description="Whether a host has invited it and it has not agreed: until then it takes no part."
    )
    checked_in: bool = Field(description="Whether it has checked in.")
    withdrawn: bool = Field(description="Whether it takes part no more.")
    waiting: int | None = Field(
        description="Its place on the waiting list, from 1; null: it has a place, or takes no part."
    )
    byes: list[int] = Field(description="In which rounds it has asked not to be paired.")
    first_round: int = Field(description="From which round on it takes part; more than 1 if it entered late.")
    client_seed_sha256: str | None = Field(
        description="SHA-256 of the seed that it adds to the chance of its games, hexadecimal; null: it has given none."
    )
    client_seed: str | None = Field(
        description="That seed, hexadecimal; null until its first round is paired, and if it has given none."
    )


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
    summary="Enter a tournament, or enter somebody",
    description="Whom a host enters that is neither itself, a bot of its own nor one of the house is only `invited`, "
    "and told so (`tournament_invited`): it agrees by entering itself, whatever `registration` says, or its owner does "
    "for it; it declines by `:withdraw`. What admins enter has entered. Who has entered already stays as it is; who "
    "has withdrawn returns by `:return`. Beyond the capacity stands the waiting list, from which somebody moves up "
    "when another withdraws before the start.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, *_REFUSED, Reason.CLIENT_SEED_GIVEN),
    answers=(
        answer(
            TournamentEntrant, "The entrant.", status=201, headers={"Location": "Path of the entrant."}, links=_NEXT
        ),
    ),
)
def enter_tournament(
    tournament_operations: TournamentOperations, caller: Caller, path: TournamentPath, body: EnteringBody | None
) -> Reply:
    """One entrant more."""
    entered = tournament_operations.enter(caller, path.tournament, wish_of(caller, "", body or EnteringBody()))
    where = f"/v1/tournaments/{path.tournament}/entrants/{entered.member.id}"
    return Reply(_details(entered), 201, headers={"Location": where})


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants:import",
    id="importTournamentEntrants",
    summary="Enter many",
    description="For hosts and arbiters: players by their ids, who are invited as by `enterTournament`, bots of the "
    "house by name; all of them, or nobody. Who has entered already, or is invited, is passed over. Up to "
    f"{MAX_IMPORT} at a time.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, *_REFUSED),
    answers=(TOURNAMENT,),
)
def import_tournament_entrants(
    tournament_operations: TournamentOperations, caller: Caller, path: TournamentPath, body: ImportedEntrants
) -> TournamentDetails:
    """Many entrants more."""
    entered = tournament_operations.enter_all(caller, path.tournament, wishes_of(caller, body))
    return details_of(entered)


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants:keep-apart",
    id="keepTournamentEntrantsApart",
    summary="Keep entrants apart",
    description="For hosts and arbiters: no two of them are paired with each other from the next pairing on, in Swiss "
    "and pods. Where no pairing does, the round's notes say so. It can be taken back; the same again changes nothing.",
    access=CREATE,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(TOURNAMENT,),
)
def keep_tournament_entrants_apart(
    tournaments: Tournaments, caller: Caller, path: TournamentPath, body: KeptApartBody
) -> TournamentDetails:
    """They do not meet."""
    changed = tournaments.keep_apart(
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
    """A page of entrants."""
    of = f"entrants {path.tournament}"
    after = query.number(of)
    found = tournaments.entrants(caller, path.tournament, after=after, limit=query.size + 1)
    shown, unshown = show_each("entrant", found[: query.size], _details)
    return TournamentEntrantList(
        entrants=shown,
        unshown=unshown,
        next_page_token=query.token(of, f"{after + query.size}") if len(found) > query.size else None,
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
    """One entrant."""
    return _details(tournaments.entrant(caller, path.tournament, _id(path)))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:check-in",
    id="checkInTournamentEntrant",
    summary="Check in",
    description="Where the tournament asks for it, from `check_in_opens_at` on; hosts check in everybody who has "
    "entered, at any time before the start. Again changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=(*NOT_HOSTED, Reason.CLIENT_SEED_GIVEN),
    answers=(_ENTRANT,),
)
def check_in_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: CheckInBody | None
) -> TournamentEntrant:
    """It is there."""
    client_seed = None if body is None else body.client_seed
    return _details(tournament_operations.check_in(caller, path.tournament, _id(path), client_seed=client_seed))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:withdraw",
    id="withdrawTournamentEntrant",
    summary="Withdraw",
    description="It is paired no more; a table at which it sits is played to its end. Who was only invited declines. "
    "Again changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def withdraw_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: WithdrawalBody | None
) -> TournamentEntrant:
    """It takes part no more."""
    reason = "" if body is None else body.reason
    return _details(tournament_operations.withdraw(caller, path.tournament, _id(path), reason=reason))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:return",
    id="returnTournamentEntrant",
    summary="Take part again",
    description="From the next round on; before the start at its place in the order of entry. Who has left an "
    "elimination is out, and who has withdrawn itself returns by itself alone, no host puts it back; who was invited "
    "agrees by returning. Again changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def return_tournament_entrant(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: WithdrawalBody | None
) -> TournamentEntrant:
    """It takes part again."""
    reason = "" if body is None else body.reason
    return _details(tournament_operations.come_back(caller, path.tournament, _id(path), reason=reason))


@TOURNAMENT_ENTRANTS.operation(
    "POST",
    "/v1/tournaments/{tournament}/entrants/{entrant}:request-bye",
    id="requestTournamentBye",
    summary="Ask not to be paired in a round",
    description="As often as the tournament allows; it is worth the points that it says. Again changes nothing.",
    access=PLAY,
    etag=Tag.ETAG,
    refusals=NOT_HOSTED,
    answers=(_ENTRANT,),
)
def request_tournament_bye(
    tournament_operations: TournamentOperations, caller: Caller, path: EntrantPath, body: ByeBody
) -> TournamentEntrant:
    """One round without it."""
    return _details(tournament_operations.request_bye(caller, path.tournament, body.round, _id(path)))


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


def _details(entrant: EntrantState) -> TournamentEntrant:
    member = entrant.member
    return TournamentEntrant(
        id=member.id,
        name=member.name,
        player_id=member.player_id,
        bot=member.bot,
        bot_version=member.bot_version,
        is_bot=member.is_bot,
        rating=member.rating,
        invited=member.is_invited,
        checked_in=member.is_checked_in,
        withdrawn=member.is_withdrawn,
        waiting=entrant.waiting,
        byes=sorted(member.byes),
        first_round=member.first_round,
        client_seed_sha256=member.client_seed_sha256,
        client_seed=entrant.client_seed,
    )
