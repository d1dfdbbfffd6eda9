"""Rounds of two seats by the FIDE Dutch rules of 2026 (C.04.3), for events that are to be rated or checked by them.
The first seat stands for the white pieces. Who meets whom, ``dutch_brackets.py`` decides; who begins,
``first_seat.py``. Where the rules leave nothing, Playhall's own Swiss system (``swiss.py``) says which exception is the
smallest.
"""

from collections.abc import Sequence

from services.tournaments import dutch_brackets
from services.tournaments.dutch_brackets import NoCompletePairing
from services.tournaments.records import Entrant, Round
from services.tournaments.swiss import SwissRules, seated
from services.tournaments.swiss_matching import Field, Matching, match
from services.tournaments.two_seat_history import histories


class NoDutchPairing(Exception):
    """The Dutch rules leave no pairing: everybody left has met, say. The host may pair the round by the Swiss system of
    Playhall, which makes the smallest exception and says which, or by hand."""


def pair_round(entrants: Sequence[Entrant], number: int, rules: SwissRules, others: Sequence[Entrant] = ()) -> Round:
    """The pairing of a round by the Dutch rules. The same arguments as :func:`services.tournaments.swiss.pair_round`.

    Raises:
        NoDutchPairing: the rules leave no pairing.
        InvalidRecords: ids, seeds or results contradict each other.
        PairingImpossible: the forbidden pairs leave no pairing.
    """
    field = Field(histories(entrants, others, number, rules.win_points, rules.loss_points), rules.forbidden)
    return seated(field, _matching(field, number, rules), number)


def _matching(field: Field, number: int, rules: SwissRules) -> Matching:
    if field.size == 1:
        return Matching([], 0)  # nobody else is there to have the bye
    top_score = (number - 1) * rules.win_points // 2
    try:
        return dutch_brackets.pair(field, is_last_round=number >= rules.rounds, top_score=top_score)
    except NoCompletePairing:
        raise NoDutchPairing(_why_not(field)) from None


def _why_not(field: Field) -> str:
    matching = match(field)
    if matching.is_forced or (matching.bye is not None and field.standing[matching.bye].full_byes):
        return "every pairing has a rematch, or a second bye"
    return "in every pairing two meet that have the same absolute claim to a seat"
