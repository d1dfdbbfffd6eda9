"""Tickets for quick pairing: create, watch, list, cancel."""

from typing import Annotated, Any, Final

from flask import Response
from pydantic import BeforeValidator, Field

from gateway.admission import ClientAddress, Recheck
from gateway.api.clocks import NewOnTimeOut, NewTimeControl
from gateway.api.events import LONGEST_WAIT
from gateway.api.matches import PLAY
from gateway.api.players import READ
from gateway.openapi.fields import DIGITS, WHOLE, EntryList, RequestModel, ResourceId, whole_numbers
from gateway.openapi.operation import JSON, Link, Reply, Section, Tag, answer
from gateway.streams.responses import StreamResponse, asks_for_head
from gateway.streams.tickets import TicketPolls
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, AnyOnTimeOut, AnyTimeControl
from services.errors import Reason
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.matches.match import Visibility
from services.quick_pairing.ticket import (
    MAX_DIFFERENCE,
    MAX_SEATS,
    MAX_WIDENING,
    MIN_SEATS,
    Bots,
    EndReason,
    Pool,
    RatingRange,
    Ticket,
    TicketState,
)
from services.quick_pairing.tickets import TicketRequest, Tickets
from services.response_model import Moment, ResponseModel, growing
from services.unreadable import show_each

TICKETS: Final = Section(
    "tickets",
    "Quick pairing. A ticket says what its player wants to play, and with whom. Players with matching tickets are "
    "seated in a match, which starts at once. Only its owner can see a ticket. It waits as long as its owner keeps "
    "reading it.",
)

_DIFFERENCE: Final = "The maximum difference from the others' ratings"


class TicketPath(RequestModel):
    """A ticket."""

    ticket: ResourceId = Field(description="The ticket's id.")


class TicketQuery(RequestModel):
    """The time to wait."""

    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT), DIGITS] = Field(
        default=0, description="Seconds to wait until the ticket is paired or ends: a long poll."
    )


class NewRatingRange(RequestModel):
    """The maximum difference from the others' ratings: `start`, and `per_second` more after each second of waiting,
    but never more than `limit`."""

    start: Annotated[int, Field(ge=0, le=MAX_DIFFERENCE), WHOLE] = Field(
        default=RatingRange().start, description=f"{_DIFFERENCE} at first."
    )
    per_second: Annotated[int, Field(ge=0, le=MAX_WIDENING), WHOLE] = Field(
        default=RatingRange().per_second, description="The increase of this difference after each second of waiting."
    )
    limit: Annotated[int, Field(ge=0, le=MAX_DIFFERENCE), WHOLE] | None = Field(
        default=None, description=f"{_DIFFERENCE} at any time; null: without limit."
    )


class NewTicketBody(RequestModel):
    """A ticket to create."""

    ruleset: str = Field(max_length=80, description="The ruleset's id.")
    seats: Annotated[int, Field(ge=MIN_SEATS, le=MAX_SEATS), WHOLE] = Field(description="The number of players.")
    options: Annotated[dict[str, Any], BeforeValidator(whole_numbers)] = Field(
        default_factory=dict,
        max_length=64,
        description="The ruleset's options; options that are left out have their defaults.",
    )
    time_control: NewTimeControl = Field(default=NO_CLOCKS, description="The clocks of the match.")
    on_time_out: NewOnTimeOut = Field(
        default=PLAY_DEFAULT, description="What happens when the time of a seat's turn is over."
    )
    visibility: Annotated[Visibility, Field(strict=False)] = Field(
        default=Visibility.PUBLIC, description="The visibility of the match."
    )
    rating_range: NewRatingRange | None = Field(default=None, description="The range of ratings. Null: any rating.")
    bots: Annotated[Bots, Field(strict=False)] = Field(
        default=Bots.ALLOWED,
        description="Whether the other players may, must not, or must be of kind `bot`. The match shows each player's "
        "kind.",
    )
    exclusive: bool = Field(
        default=True, description="The ticket is cancelled when another ticket of the player is paired."
    )


class RatingRangeDetails(ResponseModel):
    """The maximum difference from the others' ratings."""

    start: int = Field(description=f"{_DIFFERENCE} at first.")
    per_second: int = Field(description="The increase of this difference after each second of waiting.")
    limit: int | None = Field(description=f"{_DIFFERENCE} at any time; null: without limit.")


class PoolDetails(ResponseModel):
    """The requested match. Only tickets that agree in all of it can be paired."""

    ruleset: str = Field(description="The ruleset's id.")
    seats: int = Field(description="The number of players.")
    options: dict[str, Any] = Field(description="All options of the ruleset.")
    time_control: AnyTimeControl = Field(description="The clocks of the match.")
    on_time_out: AnyOnTimeOut = Field(description="What happens when the time of a seat's turn is over.")
    visibility: Visibility = Field(description="The visibility of the match.")


class TicketDetails(PoolDetails):
    """A ticket."""

    id: str = Field(description="The ticket's id, such as `t_01k9h3x2v5c8d7e6f4g3h2j1k0`.")
    state: Annotated[TicketState, growing(TicketState)] = Field(
        description="`waiting`; `paired`: see `match`; `cancelled` and `expired`: see `reason`. The list may grow."
    )
    match: str | None = Field(description="The match in which the player has a seat; null if the ticket is not paired.")
    reason: Annotated[EndReason, growing(EndReason)] | None = Field(
        description="`by_player`: the player cancelled it. `other_ticket_paired`: it was exclusive, and another "
        "ticket was paired. `key_not_valid`: the key that created it was revoked or has expired. `not_served`: the "
        "requested match can no longer be played. `not_read`: nobody has read it for too long. Null while it waits, "
        "or if it is paired. The list may grow."
    )
    rating: float = Field(description="The player's rating when the ticket was created.")
    rating_range: RatingRangeDetails | None = Field(description="The range of ratings. Null: any rating.")
    bots: Bots = Field(description="Whether the other players may, must not, or must be bots.")
    exclusive: bool = Field(description="The ticket is cancelled when another ticket of the player is paired.")
    created_at: Moment = Field(description="When the ticket was created.")
    ended_at: Moment | None = Field(
        description="When the ticket was paired, was cancelled, or expired; null while it waits."
    )
    expires_at: Moment | None = Field(
        description="When the ticket expires unless its owner gets it again; null if it no longer waits."
    )


class TicketList(EntryList):
    """The caller's tickets."""

    tickets: list[TicketDetails] = Field(
        description="Newest first: waiting tickets, and those of the last hundred that ended within ten minutes."
    )


class WaitingPool(PoolDetails):
    """A requested match, and the number of tickets that wait for it."""

    waiting: int = Field(description="The number of waiting tickets.")


class PoolList(ResponseModel):
    """The matches for which players wait."""

    pools: list[WaitingPool] = Field(description="At most a hundred, those with the most tickets first.")


_NEXT: Final = (
    Link("getTicket", {"ticket": "$response.body#/id"}),
    Link("cancelTicket", {"ticket": "$response.body#/id"}),
)
_TICKET: Final = answer(TicketDetails, "The ticket.", links=_NEXT)


@TICKETS.operation(
    "POST",
    "/v1/tickets",
    id="createTicket",
    summary="Create a ticket",
    description="You get a random seat in a match with players who wait for the same match, and it starts at once. "
    "Get the ticket again before `expires_at`, preferably with `wait`. There is no client seed, because a seed that "
    "is sent before the match has published its commitment proves nothing.",
    access=PLAY,
    refusals=(
        Reason.UNKNOWN_RULESET,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        Reason.QUOTA_EXCEEDED,
        Reason.NOT_ADMITTED,
    ),
    answers=(
        answer(TicketDetails, "The new ticket.", status=201, headers={"Location": "Path of the ticket."}, links=_NEXT),
    ),
)
def create_ticket(tickets: Tickets, caller: Caller, body: NewTicketBody, creation: Creation) -> Reply:
    """Create a ticket."""
    wanted = body.rating_range
    ticket = tickets.create(
        caller,
        TicketRequest(
            ruleset=body.ruleset,
            seats=body.seats,
            options=body.options,
            time_control=body.time_control,
            on_time_out=body.on_time_out,
            visibility=body.visibility,
            rating_range=None if wanted is None else RatingRange(wanted.start, wanted.per_second, wanted.limit),
            bots=body.bots,
            exclusive=body.exclusive,
        ),
        creation,
    )
    return Reply(ticket_json(ticket), 201, headers={"Location": f"/v1/tickets/{ticket.id}"})


@TICKETS.operation(
    "GET",
    "/v1/tickets",
    id="listTickets",
    summary="List your tickets",
    description="Reading a waiting ticket extends its wait.",
    access=READ,
    etag=Tag.NONE,
    answers=(answer(TicketList, "The tickets."),),
)
def list_tickets(tickets: Tickets, caller: Caller) -> TicketList:
    """List your tickets."""
    shown, unshown = show_each("ticket", tickets.of_caller(caller), ticket_json)
    return TicketList(tickets=shown, unshown=unshown)


@TICKETS.operation(
    "GET",
    "/v1/pools",
    id="listPools",
    summary="List what others wait for",
    description="Returns the number of waiting tickets for each requested match, without private matches and without "
    "names.",
    access=READ,
    etag=Tag.NONE,
    answers=(answer(PoolList, "The pools of waiting tickets."),),
)
def list_pools(tickets: Tickets) -> PoolList:
    """List what others wait for."""
    return PoolList(pools=[WaitingPool(**_pool(pool), waiting=count) for pool, count in tickets.pools()])


@TICKETS.operation(
    "GET",
    "/v1/tickets/{ticket}",
    id="getTicket",
    summary="Get a ticket",
    description="For its owner. Reading a waiting ticket extends its wait; a long poll counts as long as it is open.",
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(_TICKET,),
)
def get_ticket(
    tickets: Tickets,
    ticket_polls: TicketPolls,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: TicketPath,
    query: TicketQuery,
) -> TicketDetails | Response:
    """Get a ticket."""
    ticket = tickets.get(caller, path.ticket)
    if not query.wait or ticket.state is not TicketState.WAITING or asks_for_head():
        return ticket_json(ticket)
    poll = ticket_polls.open(caller, ticket, _bytes, query.wait, recheck(), client_address())
    return StreamResponse(poll, JSON, {})


@TICKETS.operation(
    "DELETE",
    "/v1/tickets/{ticket}",
    id="cancelTicket",
    summary="Cancel a ticket",
    description="A repetition changes nothing. A ticket can no longer be cancelled once its match is being created.",
    access=PLAY,
    refusals=(Reason.TICKET_PAIRED,),
    answers=(_TICKET,),
)
def cancel_ticket(tickets: Tickets, caller: Caller, path: TicketPath) -> TicketDetails:
    """Cancel a ticket."""
    return ticket_json(tickets.cancel(caller, path.ticket))


def ticket_json(ticket: Ticket) -> TicketDetails:
    """A ticket as the API shows it."""
    wanted = ticket.rating_range
    return TicketDetails(
        id=ticket.id,
        state=ticket.state,
        match=ticket.match_id,
        reason=ticket.reason,
        rating=ticket.rating,
        rating_range=None
        if wanted is None
        else RatingRangeDetails(start=wanted.start, per_second=wanted.per_second, limit=wanted.limit),
        bots=ticket.bots,
        exclusive=ticket.exclusive,
        created_at=ticket.created_ms,
        ended_at=ticket.ended_ms,
        expires_at=ticket.expires_ms,
        **_pool(ticket.pool),
    )


def _pool(pool: Pool) -> dict[str, Any]:
    return {
        "ruleset": pool.ruleset,
        "seats": pool.seats,
        "options": pool.options,
        "time_control": pool.time_control,
        "on_time_out": pool.on_time_out,
        "visibility": pool.visibility,
    }


def _bytes(ticket: Ticket) -> bytes:
    return ticket_json(ticket).model_dump_json().encode()
