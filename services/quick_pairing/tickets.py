"""Tickets, as the gateway uses them."""

from dataclasses import dataclass, field
from typing import Final

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, OnTimeOut, TimeControl, bot_of
from services.engine.ruleset import JsonObject
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.identity.ratings import Ratings
from services.matches.assistance import check_time_out
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.match import Visibility
from services.matches.matches import Matches
from services.quick_pairing.store import TicketStore
from services.quick_pairing.ticket import (
    MAX_DIFFERENCE,
    MAX_SEATS,
    MAX_WIDENING,
    MIN_SEATS,
    Bots,
    NewTicket,
    Pool,
    RatingRange,
    Ticket,
    TicketQuotaUse,
    TicketState,
)
from services.unreadable import Found

_POOLS_TOLD: Final = 100


@dataclass(frozen=True, slots=True)
class TicketRequest:
    """What a player asks for. ``options`` names those that are set."""

    ruleset: str
    seats: int
    options: JsonObject = field(default_factory=dict)
    time_control: TimeControl = NO_CLOCKS
    on_time_out: OnTimeOut = PLAY_DEFAULT
    visibility: Visibility = Visibility.PUBLIC
    rating_range: RatingRange | None = None
    bots: Bots = Bots.ALLOWED
    exclusive: bool = True


class Tickets:
    """Every operation on tickets. Safe to use from several threads. A ticket is its owner's: for everybody else there
    is none. Every method raises ``BUSY`` when something that it needs cannot be reached."""

    def __init__(self, store: TicketStore, matches: Matches, ratings: Ratings) -> None:
        self._store = store
        self._matches = matches
        self._ratings = ratings

    def create(self, caller: Caller, request: TicketRequest, creation: Creation) -> Ticket:
        """A ticket that waits. With the same ``creation`` again: the ticket that it made before.

        Raises:
            Refusal: ``UNKNOWN_RULESET``, ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``,
                ``INVALID_FIELD``, ``UNKNOWN_BOT``; ``QUOTA_EXCEEDED`` with too many waiting tickets; ``NOT_ADMITTED``
                for who was entered in a tournament by name.
        """
        if caller.is_named:
            raise Refusal(Reason.NOT_ADMITTED, "Who was entered in a tournament by name plays its matches alone.")
        _check_seats(request.seats)
        check_time_out(request.on_time_out, "in quick pairing: its matches are rated")
        if request.rating_range is not None:
            _check_range(request.rating_range)
        pool = Pool(
            ruleset=request.ruleset,
            options=self._matches.check_wish(new_match(request)),
            seats=request.seats,
            time_control=request.time_control,
            on_time_out=request.on_time_out,
            visibility=request.visibility,
        )
        rating = self._ratings.of(caller.player_id, request.ruleset)
        new = NewTicket(pool, request.rating_range, request.bots, request.exclusive)
        return self._store.add(caller, new, rating, creation)

    def get(self, caller: Caller, ticket_id: str) -> Ticket:
        """A ticket; it goes on waiting.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        found = self._store.read(caller.player_id, ticket_id)
        if found is None:
            raise _no_such_ticket()
        return found

    def of_caller(self, caller: Caller) -> Found[Ticket]:
        """The caller's tickets, newest first: those that wait, which go on waiting, and the last ones that ended."""
        return self._store.of_player(caller.player_id)

    def use(self, caller: Caller, person: str) -> TicketQuotaUse:
        """How many tickets of a person and its bots wait, and may: for those behind whom it stands and admins, which
        the rim sees to."""
        return self._store.use(caller, person)

    def cancel(self, caller: Caller, ticket_id: str) -> Ticket:
        """Cancel a ticket that waits. One that has ended otherwise than by a match stays as it is.

        Raises:
            Refusal: ``NOT_FOUND``; ``TICKET_PAIRED``, also while the match is being made.
        """
        found = self._store.cancel(caller.player_id, ticket_id)
        if found is None:
            raise _no_such_ticket()
        ticket, is_claimed = found
        if is_claimed or ticket.state is TicketState.PAIRED:
            raise Refusal(Reason.TICKET_PAIRED)
        return ticket

    def pools(self) -> list[tuple[Pool, int]]:
        """The pools of public matches in which tickets wait, those with the most first, with how many."""
        pools = [(id, pool) for id, pool in self._store.pools().items() if pool.visibility is Visibility.PUBLIC]
        counts = self._store.counts([id for id, _ in pools])
        found = [(pool, count) for (_, pool), count in zip(pools, counts, strict=True) if count]
        return sorted(found, key=lambda each: (-each[1], each[0].id))[:_POOLS_TOLD]


def new_match(wish: TicketRequest | Pool) -> NewMatch:
    """The match that is wished for, with nobody in its seats."""
    return NewMatch(
        ruleset=wish.ruleset,
        seats=(SeatRequest(SeatKind.OPEN),) * wish.seats,
        options=wish.options,
        visibility=wish.visibility,
        time_control=wish.time_control,
        on_time_out=wish.on_time_out,
        # Earlier releases let tickets name one.
        rated=bot_of(wish.on_time_out) is None,
    )


def _check_seats(seats: int) -> None:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        error = FieldError("/seats", f"must be from {MIN_SEATS} to {MAX_SEATS}")
        raise Refusal(Reason.SEATS_OUT_OF_RANGE, errors=(error,))


def _check_range(range: RatingRange) -> None:
    bounds = {"start": MAX_DIFFERENCE, "per_second": MAX_WIDENING, "limit": MAX_DIFFERENCE}
    errors = [
        FieldError(f"/rating_range/{name}", f"must be from 0 to {most}")
        for name, most in bounds.items()
        if (value := getattr(range, name)) is not None and not 0 <= value <= most
    ]
    if not errors and range.limit is not None and range.limit < range.start:
        errors.append(FieldError("/rating_range/limit", "must not be less than `start`"))
    if errors:
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(errors))


def _no_such_ticket() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such ticket.")
