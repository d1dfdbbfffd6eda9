"""Who of two entrants has the first seat: FIDE C.04.3, E, with the first seat for the white pieces.

Each entrant wants the seat that evens out its past (:attr:`History.claim`). Both claims are granted if they differ;
otherwise the stronger one; of equally strong ones that of the entrant whose seats are further out of balance; then
the two alternate from the last time that they sat differently; then the better standing decides. Where nobody has a
claim, the better standing begins if its seed is odd, so that in round one the seats of the top half alternate.
"""

from dataclasses import dataclass

from services.tournaments.two_seat_history import History, SeatClaim


@dataclass(frozen=True, slots=True)
class Seating:
    """Two entrants at a table, and why in a sentence. ``breached``: the entrant, if any, that is seated against an
    absolute claim: with the same seat for the third time running, or out of balance by more than ``MAX_BALANCE``."""

    first: History
    second: History
    reason: str
    breached: History | None = None


def seat(higher: History, lower: History) -> Seating:
    """Seats two entrants, of whom the first stands better."""
    (wanted, strength), (other_wanted, other_strength) = higher.claim, lower.claim
    if wanted is None and other_wanted is None:
        higher_begins = higher.seed % 2 == 1
        parity = "odd, so it begins" if higher_begins else "even, so the other begins"
        return _seating(
            higher, lower, int(not higher_begins), f"Seats: nobody has a claim; seed {higher.seed} is {parity}."
        )
    if wanted is None or other_wanted is None or wanted != other_wanted:
        decider = higher if strength >= other_strength else lower
    elif strength != other_strength:
        decider = higher if strength > other_strength else lower
    elif abs(higher.balance) != abs(lower.balance):
        decider = higher if abs(higher.balance) > abs(lower.balance) else lower
    else:
        return _by_alternation(higher, lower, wanted)
    return _by_claim(higher, lower, decider)


def _by_alternation(higher: History, lower: History, wanted: int) -> Seating:
    for own, theirs in zip(reversed(higher.seats), reversed(lower.seats), strict=False):
        if own != theirs:
            reason = "Seats: the other way round than when the two last sat differently, their claims being equal."
            return _seating(higher, lower, 1 - own, reason)
    return _seating(
        higher, lower, wanted, "Seats: both want the same one and have sat alike; the better standing has it."
    )


def _by_claim(higher: History, lower: History, decider: History) -> Seating:
    wanted, strength = decider.claim
    assert wanted is not None
    place = wanted if decider is higher else 1 - wanted
    first, second = (higher, lower) if place == 0 else (lower, higher)
    if strength is SeatClaim.ABSOLUTE and abs(decider.balance) <= 1:
        reason = f"Seats: the {'first' if decider is first else 'second'} {_last(decider)}."
    elif first.balance == second.balance and first.seats and second.seats:
        reason = f"Seats: the first {_last(first)}, the second {_last(second)}."
    else:
        reason = f"Seats: of its games so far the first began {_share(first)}, the second {_share(second)}."
    return _seating(higher, lower, place, reason)


def _seating(higher: History, lower: History, place: int, reason: str) -> Seating:
    """``place``: where the better standing one sits."""
    first, second = (higher, lower) if place == 0 else (lower, higher)
    breached = None
    for entrant, at in ((first, 0), (second, 1)):
        wanted, strength = entrant.claim
        if strength is SeatClaim.ABSOLUTE and wanted != at:
            breached = entrant
    return Seating(first, second, reason, breached)


def _share(entrant: History) -> str:
    played = len(entrant.seats)
    return f"{played - sum(entrant.seats)} of {played}" if played else "none"


def _last(entrant: History) -> str:
    running = next((n for n, at in enumerate(reversed(entrant.seats)) if at != entrant.seats[-1]), len(entrant.seats))
    return f"sat {('first', 'second')[entrant.seats[-1]]} {'last' if running == 1 else f'{running} times running'}"
