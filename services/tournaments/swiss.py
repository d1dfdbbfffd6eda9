"""The Swiss system for two seats: a round with its tables, seats and bye.

Who meets whom, ``swiss_matching.py`` decides; who begins, ``first_seat.py``; what is said about it,
``swiss_reasons.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from services.tournaments import swiss_reasons
from services.tournaments.first_seat import seat
from services.tournaments.records import Bye, Entrant, Pairing, Round
from services.tournaments.swiss_matching import Field, Matching, match
from services.tournaments.two_seat_history import histories


@dataclass(frozen=True, slots=True)
class SwissRules:
    """``rounds``: how many the event has. ``forbidden``: pairs of ids that are never to meet. ``win_points``: what a
    win is worth, in hundredths; a requested bye that grants as much counts as a full bye. ``loss_points``: what a loss
    is worth; who has more without playing has floated down."""

    rounds: int
    forbidden: frozenset[frozenset[str]] = frozenset()
    win_points: int = 100
    loss_points: int = 0


def pair_round(entrants: Sequence[Entrant], number: int, rules: SwissRules, others: Sequence[Entrant] = ()) -> Round:
    """The pairing of a round.

    ``entrants``: those to be paired, in any order. ``others``: the event's further entrants, whose points tell how
    their opponents floated. The same records give the same round.

    Raises:
        InvalidRecords: ids, seeds or results contradict each other.
        PairingImpossible: the forbidden pairs leave no pairing.
    """
    field = Field(histories(entrants, others, number, rules.win_points, rules.loss_points), rules.forbidden)
    return seated(field, match(field), number)


def seated(field: Field, matching: Matching, number: int) -> Round:
    """A round in which everybody has a seat, with the reasons."""
    seatings = [
        (seat(field.standing[higher], field.standing[lower]), higher, lower)
        for higher, lower in field.in_order_of_tables(matching.pairs)
    ]
    return Round(
        number,
        tuple(
            Pairing(
                table,
                (seating.first.id, seating.second.id),
                (*swiss_reasons.of_pair(field, higher, lower), seating.reason),
            )
            for table, (seating, higher, lower) in enumerate(seatings, start=1)
        ),
        ()
        if matching.bye is None
        else (Bye(field.standing[matching.bye].id, tuple(swiss_reasons.of_bye(field, matching.bye))),),
        tuple(swiss_reasons.notes(field, matching, [seating for seating, *_ in seatings])),
    )
