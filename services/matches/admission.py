"""Who may invite whom, and sit down with whom.

* A match's creator invites nobody who has blocked it, and nobody whom it has blocked itself: when it creates the match,
  gives a seat anew, or asks for a rematch.
* A player takes no seat in a match whose creator, or in which somebody who sits there, has blocked it. Who is only
  invited does not count: it sees who sits there, and declines.
* Whoever has blocked somebody may sit down with it: that is its own decision.
* Who has been invited by too many is invited by nobody more.
* Who was entered in a tournament by name plays its matches alone: it is neither invited nor takes another seat.

Whoever was blocked is told what a player is told who cannot be invited for another reason. Admins are not held to this.
"""

from collections.abc import Sequence

from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.identity.blocks import Blocks
from services.identity.people import NAMED
from services.matches.match import Match


class MatchAdmission:
    """Sees to blocks. Safe to use from several threads."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks

    def check_invitations(self, caller: Caller, invited: Sequence[str], pointer: str) -> None:
        """Whether the caller may invite these players.

        Raises:
            Refusal: ``NOT_ADMITTED`` at ``pointer``; ``BUSY``.
        """
        if any(player_id.startswith(NAMED) for player_id in invited):
            raise not_invited(pointer)
        if caller.is_admin or not invited:
            return
        by_them, by_caller = self._blocks.between(caller.player_id, invited)
        if by_them:
            raise not_invited(pointer)
        if by_caller:
            detail = "You have blocked a player whom you invite."
            raise Refusal(Reason.NOT_ADMITTED, detail, (FieldError(pointer, detail),))

    def check_seat(self, caller: Caller, match: Match) -> None:
        """Whether the caller may sit down in a match. While the database cannot be reached, everybody may: play goes on
        without it.

        Raises:
            Refusal: ``NOT_ADMITTED``.
        """
        if caller.is_named:
            raise Refusal(Reason.NOT_ADMITTED, "Who was entered in a tournament by name plays its matches alone.")
        if caller.is_admin:
            return
        by_them, _ = self._blocks_if_reached(caller, [match.creator_id, *match.people])
        if by_them:
            raise Refusal(Reason.NOT_ADMITTED, "You cannot take a seat in this match.")

    def kept_apart(self, caller: Caller, matches: Sequence[Match]) -> frozenset[str]:
        """The creators of these matches who have blocked the caller, or whom it has blocked: lobbies do not show it
        their matches. None while the database cannot be reached."""
        creators = {match.creator_id for match in matches} - {caller.player_id}
        if not creators or caller.is_anonymous or caller.is_admin:
            return frozenset()
        by_them, by_caller = self._blocks_if_reached(caller, sorted(creators))
        return by_them | by_caller

    def _blocks_if_reached(self, caller: Caller, others: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
        """As :meth:`services.identity.blocks.Blocks.between`; nobody while the database cannot be reached."""
        try:
            return self._blocks.between(caller.player_id, others)
        except Refusal as refusal:
            if refusal.reason is not Reason.BUSY:
                raise
            return frozenset(), frozenset()


def not_invited(pointer: str) -> Refusal:
    """What is told of a player who cannot be invited, whatever the reason."""
    detail = "A player whom you invite takes no invitation now."
    return Refusal(Reason.NOT_ADMITTED, detail, (FieldError(pointer, detail),))
