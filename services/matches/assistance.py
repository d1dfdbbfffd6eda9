"""Help in play: whether the platform searches positions for who sits in a match. ``docs/analysis.md`` says what is
promised.

A match promises it at its creation. While one without help is live, it stands in a list of each person who sits in it,
which the commit of its start and of its end keep (:func:`services.matches.commit.index_scores`): a move costs nothing,
and who asks for a search costs one look.
"""

from collections.abc import Sequence
from typing import Final

from services.engine.clocks import OnTimeOut, bot_of
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, PlayerKind
from services.identity.people import GUESTS
from services.matches.creation_request import NewMatch
from services.matches.match import Assistance, Match, Seat
from services.matches.visibility import may_list

_OTHER_GUESTS: Final = (
    "Somebody who counts as the same person as you sits in a live match of this ruleset in which the platform helps "
    "nobody: another guest from your address or of your host, that host, a guest of yours, or a bot of theirs or yours."
)


def promised_assistance(caller: Caller, new: NewMatch, seats: Sequence[Seat]) -> Assistance:
    """Whether the platform helps who sits in a match that is created: what was asked for; else none where the match may
    be rated, or is played by more than one, and help at any time where somebody plays against house bots only.

    Raises:
        Refusal: ``INVALID_FIELD``: the match is rated, and was to be one with help, or in which a bot of the house
            plays for whoever lets the clock run out.
    """
    others = [seat for seat in seats if seat.player_id != caller.player_id]
    is_alone = len(others) < len(seats) and all(seat.bot is not None for seat in others)
    # A person's matches with bots are rated if the person agrees to that, and bots' matches always.
    is_practice = not new.rated or (is_alone and caller.kind is PlayerKind.PERSON and not caller.rated_with_bots)
    promised = new.assistance or (Assistance.OPEN if is_alone and is_practice else Assistance.NONE)
    if promised is Assistance.OPEN and not is_practice:
        wanted = "is for matches that are not rated: say `rated` false"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/assistance", wanted),))
    # Were it only refused a rating once a bot has played, whoever is about to lose would let the clock run out.
    if new.rated and promised is not Assistance.OPEN:
        check_time_out(new.on_time_out, "in a match that may be rated: say `rated` false")
    return promised


def check_time_out(on_time_out: OnTimeOut, where: str) -> None:
    """Insist that no bot of the house decides for whoever lets the clock run out. ``where``: why not.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/on_time_out``.
    """
    if bot_of(on_time_out) is not None:
        wanted = f"must name no bot of the house {where}"
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/on_time_out", wanted),))


def unassisted(match: Match) -> set[str]:
    """The people who sit in a match, by themselves or by their bots. What the platform plays is nobody's."""
    return {seat.person for seat in match.seats if seat.person is not None and not seat.played_by_platform}


def check_imagines(match: Match, caller: Caller) -> None:
    """Whether positions of a match may be imagined: in one without help not before its end, if at all.

    Raises:
        Refusal: ``NO_ASSISTANCE``.
    """
    if match.bars_help or (match.status.ended and match.assistance is Assistance.NONE):
        raise no_help([match], caller)


def no_help(barring: Sequence[Match], caller: Caller) -> Refusal:
    """The refusal of help because of matches of one ruleset, at least one. It names, as ``match``, one that is the
    caller's to know of: in which it sits; or, where nobody but itself, its owner and their bots count as the same
    person, one that lists show it. It names no match of another guest, not even a public one: that would tell who plays
    from the same address."""
    is_guest = caller.person.startswith(GUESTS)
    own = [match for match in barring if match.seat_of(caller.player_id) is not None]
    of_person = [] if is_guest else [match for match in barring if caller.person in unassisted(match)]
    told = own or [match for match in of_person if may_list(match, caller)]
    names = {"match": told[0].id} if told else {}
    detail = "" if told or of_person else _OTHER_GUESTS
    return Refusal(Reason.NO_ASSISTANCE, detail, metadata={"ruleset": barring[0].ruleset, **names})
