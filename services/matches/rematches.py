"""What a rematch is asked for with: everything as it was, and everybody one seat further."""

from collections.abc import Iterator
from contextlib import contextmanager

from services.engine.clocks import bot_of
from services.errors import Refusal
from services.identity import Caller
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import MAX_EXPIRES_IN, MIN_EXPIRES_IN, NewMatch, SeatKind, SeatRequest
from services.matches.ids import PREFIX
from services.matches.match import Assistance, Match, Seat


def new_rematch(creation: Creation) -> str:
    """The id of a match that is created now. It is random: nobody can know it from the match before."""
    return creation.id(PREFIX)


def rematch_request(old: Match, caller: Caller) -> NewMatch:
    """The match that is played after ``old``. Who had seat 1 has seat 0, and who had seat 0 the last one. The caller
    sits down; the others are invited, also those who resigned or whose seat was taken over; house bots play again."""
    seats = (*old.seats[1:], *old.seats[:1])
    return NewMatch(
        ruleset=old.ruleset,
        seats=tuple(_again(seat, caller) for seat in seats),
        options=old.options,
        visibility=old.visibility,
        start_rule=old.start_rule,
        time_control=old.time_control,
        on_time_out=old.on_time_out,
        spectator_delay_seconds=old.spectator_delay_seconds,
        expires_in=_expires_in(old),
        # Earlier releases let a bot of the house play for whoever lets the clock run out.
        rated=old.rated and bot_of(old.on_time_out) is None,
        # One that is rated by now, since its player has agreed to that, gives no help.
        assistance=None if old.rated and old.assistance is Assistance.OPEN else old.assistance,
    )


def _again(seat: Seat, caller: Caller) -> SeatRequest:
    if seat.bot is not None:
        return SeatRequest(SeatKind.BOT, seat.bot)
    if seat.player_id == caller.player_id:
        return SeatRequest(SeatKind.ME)
    return SeatRequest(SeatKind.PLAYER, seat.player_id)


def _expires_in(old: Match) -> int | None:
    if old.expires_ms is None:
        return None
    return max(MIN_EXPIRES_IN, min((old.expires_ms - old.created_ms) // 1000, MAX_EXPIRES_IN))


@contextmanager
def without_pointers() -> Iterator[None]:
    """Refusals in here point at nothing: the request has no fields in which what is wrong would stand."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(refusal.reason, refusal.detail, metadata=refusal.metadata) from None
