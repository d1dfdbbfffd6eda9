"""Who won (FC-005, FC-023): skirmish victories are the score, the tie-break decides between equal ones (FC-R28)."""

from typing import Final

from services.engine.ruleset import Outcome, SeatResult
from services.rulesets.commanders.cards import COMMANDERS
from services.rulesets.commanders.events import ENDED_BY_LAST_STANDING, ENDED_BY_SHARING, ENDED_BY_VICTORIES
from services.rulesets.commanders.table import PHASE_GAME_OVER, Table, standing, tied_for_most_wins

REASONS: Final = {ENDED_BY_VICTORIES: "victories", ENDED_BY_LAST_STANDING: "last_standing", ENDED_BY_SHARING: "shared"}


def end_reason(table: Table) -> int:
    """Why a match that has ended did."""
    if table.skirmish > COMMANDERS:
        return ENDED_BY_LAST_STANDING
    return ENDED_BY_VICTORIES if len(tied_for_most_wins(table)) == 1 else ENDED_BY_SHARING


def winners(table: Table) -> list[int]:
    """Who won a match that has ended."""
    leaders = tied_for_most_wins(table)
    if table.skirmish > COMMANDERS:
        return [seat for seat in leaders if standing(table, seat)]
    return leaders


def outcome(state: Table) -> Outcome | None:
    """The result, or None while the match goes on. Who loses the tie-break shares the place after the winner
    (FC-P09)."""
    if state.phase != PHASE_GAME_OVER:
        return None
    first = winners(state)
    keys = [(wins, seat in first) for seat, wins in enumerate(state.wins)]
    return Outcome(
        results=tuple(
            SeatResult(seat, 1 + sum([other > key for other in keys]), key[0], (("victories", key[0]),))
            for seat, key in enumerate(keys)
        ),
        reason=REASONS[end_reason(state)],
    )
