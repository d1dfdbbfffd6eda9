"""Who may join, leave, start, resign and abort. Each function answers for a match as it is now, changes nothing, and
tells "there is nothing left to do" (the request was sent before) from a refusal."""

from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.match import Decline, DeclineReason, Match, Seat, SeatStatus, Status, with_client_seed
from services.matches.match_creation import check_once, taken_by
from services.matches.match_lifecycle import starts_by_itself


def seat_to_take(match: Match, caller: Caller, wanted: int | None, client_seed: str | None) -> Seat | None:
    """The seat as it will be when the caller has taken it; None if the caller has it, with this client seed or without
    giving one.

    Raises:
        Refusal: ``ALREADY_SEATED``, ``MATCH_NOT_OPEN``, ``SEAT_TAKEN``, ``INVALID_FIELD``, ``CLIENT_SEED_GIVEN``.
    """
    if wanted is not None and not 0 <= wanted < len(match.seats):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/seat", "the match has no such seat"),))
    mine = [seat.number for seat in match.seats if seat.player_id == caller.player_id]
    if match.seat_of(caller.player_id) is not None:
        if wanted not in (None, *mine):
            raise Refusal(Reason.ALREADY_SEATED, f"You have seat {mine[0]}.")
        return None if client_seed is None else seat_with_seed(match, caller, client_seed)
    if match.status is not Status.OPEN:
        raise Refusal(Reason.MATCH_NOT_OPEN)
    if mine and wanted not in (None, *mine):
        raise Refusal(Reason.ALREADY_SEATED, f"Seat {mine[0]} is kept for you.")
    free = mine or [seat.number for seat in match.seats if seat.status is SeatStatus.OPEN]
    if not free or wanted not in (None, *free):
        raise Refusal(Reason.SEAT_TAKEN)
    return taken_by(caller, free[0] if wanted is None else wanted, client_seed)


def check_in_time(match: Match, now_ms: int) -> None:
    """Refuse to fill or start a match that has expired, also where nobody has aborted it yet.

    Raises:
        Refusal: ``MATCH_NOT_OPEN``.
    """
    if match.expires_ms is not None and now_ms >= match.expires_ms and not starts_by_itself(match):
        raise Refusal(Reason.MATCH_NOT_OPEN, "The match has expired.")


def seat_with_seed(match: Match, caller: Caller, client_seed: str) -> Seat | None:
    """The caller's seat as it will be with a client seed; None if it was given before. A seed is given once: whoever
    could change it could wait for what others give.

    Raises:
        Refusal: ``NOT_YOUR_SEAT``, ``CLIENT_SEED_GIVEN``, ``MATCH_NOT_OPEN``.
    """
    number = match.seat_of(caller.player_id)
    if number is None:
        raise Refusal(Reason.NOT_YOUR_SEAT, "You have no seat in this match.")
    seat = match.seats[number]
    if seat.client_seed == client_seed.lower():
        return None
    if seat.client_seed is not None:
        raise Refusal(Reason.CLIENT_SEED_GIVEN)
    if match.status is not Status.OPEN or starts_by_itself(match):
        raise Refusal(Reason.MATCH_NOT_OPEN, "The match has started: a client seed would come too late.")
    return with_client_seed(seat, client_seed)


def seat_to_leave(match: Match, caller: Caller) -> Seat | None:
    """The seat as it will be when the caller has left it; None if the caller has none.

    Raises:
        Refusal: ``MATCH_NOT_OPEN``.
    """
    mine = [seat.number for seat in match.seats if seat.player_id == caller.player_id]
    if mine and (match.status is not Status.OPEN or starts_by_itself(match)):
        raise Refusal(Reason.MATCH_NOT_OPEN, "The match has started: a seat is given up by resigning.")
    return Seat(mine[0], SeatStatus.OPEN) if mine else None


def decline_of(match: Match, caller: Caller, reason: DeclineReason, at_ms: int) -> Decline | None:
    """What the caller's declining is noted as; None if no seat is kept for it, or if it has declined and the match
    ended with that.

    Raises:
        Refusal: ``MATCH_NOT_OPEN``.
    """
    kept = [seat.number for seat in match.seats if seat.player_id == caller.player_id]
    if not kept or match.seats[kept[0]].status is not SeatStatus.RESERVED:
        return None
    if match.status.ended and any(each.player_id == caller.player_id for each in match.declines):
        return None
    if match.status is not Status.OPEN:
        raise Refusal(Reason.MATCH_NOT_OPEN, "The match has ended.")
    return Decline(caller.player_id, caller.name, kept[0], reason.value, at_ms)


def ends_with_decline(match: Match, decline: Decline) -> bool:
    """Whether a match is over when a player has declined: nobody is left in it beside its creator and house bots, and
    no seat was open before anybody declined."""
    gone = {decline.seat, *(each.seat for each in match.declines)}
    others = {*match.people, *match.invited} - {match.creator_id, decline.player_id}
    is_offered = any(seat.status is SeatStatus.OPEN and seat.number not in gone for seat in match.seats)
    return not others and not is_offered


def seat_to_assign(match: Match, caller: Caller, seat: Seat) -> Seat | None:
    """The seat as the creator wants it; None if it is that already.

    Raises:
        Refusal: ``NOT_THE_CREATOR``, ``MATCH_NOT_OPEN``, ``SEAT_TAKEN`` by a person, ``ALREADY_SEATED``.
    """
    check_creator(match, caller)
    if match.status is not Status.OPEN or starts_by_itself(match):
        raise Refusal(Reason.MATCH_NOT_OPEN)
    old = match.seats[seat.number]
    if old == seat:
        return None
    if old.status is SeatStatus.TAKEN and old.bot is None:
        raise Refusal(Reason.SEAT_TAKEN, "Somebody sits there.")
    check_once([seat if other.number == seat.number else other for other in match.seats])
    return seat


def may_start(match: Match, caller: Caller) -> bool:
    """Whether the caller may start the match; False if it is live.

    Raises:
        Refusal: ``NOT_THE_CREATOR``, ``MATCH_ENDED``, ``SEATS_NOT_FILLED``.
    """
    check_creator(match, caller)
    if match.status.ended:
        raise Refusal(Reason.MATCH_ENDED)
    if match.status is Status.LIVE:
        return False
    if not match.full:
        raise Refusal(Reason.SEATS_NOT_FILLED)
    return True


def check_may_rematch(match: Match, caller: Caller) -> None:
    """Refuse a rematch to who had no seat, and of a match that was not played or is being played.

    Raises:
        Refusal: ``NOT_YOUR_SEAT``, ``MATCH_NOT_FINISHED``.
    """
    if match.seat_of(caller.player_id) is None:
        raise Refusal(Reason.NOT_YOUR_SEAT, "You had no seat in this match.")
    if not match.status.ended:
        raise Refusal(Reason.MATCH_NOT_FINISHED)
    if match.started_ms is None:
        raise Refusal(Reason.MATCH_NOT_FINISHED, "The match was called off before it started.")


def seat_to_resign(match: Match, caller: Caller) -> int | None:
    """The seat that the caller may resign; None if it has done so.

    Raises:
        Refusal: ``NOT_YOUR_SEAT``, ``MATCH_NOT_LIVE``, ``MATCH_ENDED``.
    """
    seat = match.seat_of(caller.player_id)
    if seat is None:
        raise Refusal(Reason.NOT_YOUR_SEAT, "You have no seat in this match.")
    if match.seats[seat].resigned:
        return None
    if match.status.ended:
        raise Refusal(Reason.MATCH_ENDED)
    if match.status is Status.OPEN:
        raise Refusal(Reason.MATCH_NOT_LIVE, "The match has not started.")
    return seat


def may_abort(match: Match, caller: Caller) -> bool:
    """Whether the caller may abort the match; False if it has been aborted.

    Raises:
        Refusal: ``NOT_THE_CREATOR``, ``MATCH_ENDED``, ``MATCH_NOT_OPEN``.
    """
    check_creator(match, caller)
    if match.status is Status.ABORTED:
        return False
    if match.status is Status.FINISHED:
        raise Refusal(Reason.MATCH_ENDED)
    if match.status is Status.LIVE and (not caller.is_admin or match.seat_of(caller.player_id) is not None):
        detail = "Only an admin without a seat in it may abort a match that has started."
        raise Refusal(Reason.MATCH_NOT_OPEN, detail)
    return True


def check_creator(match: Match, caller: Caller) -> None:
    """Refuse what only the match's creator and admins may do.

    Raises:
        Refusal: ``NOT_THE_CREATOR``.
    """
    if caller.player_id != match.creator_id and not caller.is_admin:
        raise Refusal(Reason.NOT_THE_CREATOR)
