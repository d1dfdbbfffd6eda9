"""Who may see what of a match."""

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.match import Match, Visibility


def may_see(match: Match, caller: Caller) -> bool:
    """Whether a caller who names the match may know that it exists."""
    return match.visibility is not Visibility.PRIVATE or may_list(match, caller)


def may_list(match: Match, caller: Caller) -> bool:
    """Whether lists may show the match to a caller."""
    return match.visibility is Visibility.PUBLIC or caller.is_admin or match.involves(caller.player_id)


def check_visible(match: Match, caller: Caller) -> None:
    """Refuse a match that the caller may not know of, as if there were none.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    if not may_see(match, caller):
        raise Refusal(Reason.NOT_FOUND, "There is no such match.")


def check_seat(match: Match, seat: int) -> None:
    """Refuse a seat that the match does not have.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    if not 0 <= seat < len(match.seats):
        raise Refusal(Reason.NOT_FOUND, "The match has no such seat.")


def check_viewer(match: Match, caller: Caller, viewer: int) -> None:
    """Whether a caller may see the match as a viewer does: as a spectator if it sees the match at all; as a seat if the
    seat is its own, or as an admin who has no seat in the match.

    Raises:
        Refusal: ``NOT_FOUND``, ``NOT_YOUR_SEAT``.
    """
    check_visible(match, caller)
    if viewer == SPECTATOR:
        return
    check_seat(match, viewer)
    own = match.seat_of(caller.player_id)
    if own != viewer and (own is not None or not caller.is_admin):
        raise Refusal(Reason.NOT_YOUR_SEAT)
