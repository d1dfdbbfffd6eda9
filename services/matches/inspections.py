"""Admins who look at seats that are not theirs.

An admin may look at any seat of a match that it does not play in, for support and against cheating. The look is written
in the match before it is answered, where all who may see the match can read it, for good; and who has looked takes no
seat in it. A look at an open match, in which there is nothing to see, counts too: a stream that begins there goes on
when cards are dealt.
"""

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.match import Inspection, Match


def first_look(match: Match, caller: Caller, viewer: int, at_ms: int) -> Inspection | None:
    """What to write before the caller, who may see the match as the viewer, is shown it; None if that is nothing: for a
    spectator and for the seat's own player, for who has looked at the seat before, and after the end."""
    if viewer == SPECTATOR or match.status.ended or match.seat_of(caller.player_id) == viewer:
        return None
    if any(look.player_id == caller.player_id and look.seat == viewer for look in match.inspections):
        return None
    return Inspection(caller.player_id, caller.name, viewer, at_ms)


def check_may_sit(match: Match, player_id: str | None) -> None:
    """Refuse a seat to who has looked at one.

    Raises:
        Refusal: ``NOT_YOUR_SEAT``.
    """
    if any(look.player_id == player_id for look in match.inspections):
        raise Refusal(Reason.NOT_YOUR_SEAT, "Who has looked at a seat as an admin plays in no seat of the match.")
