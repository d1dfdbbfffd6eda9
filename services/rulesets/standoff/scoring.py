"""The end of a match: when it comes, and who has won (ST-007 to ST-014)."""

from typing import Final

from services.engine.event_table import Event
from services.engine.ruleset import Outcome, SeatResult
from services.rulesets.standoff import tiles
from services.rulesets.standoff.board import NOWHERE, RED
from services.rulesets.standoff.events import EVENT_GAME_ENDED
from services.rulesets.standoff.table import (
    ENDED_ADJUDICATED,
    ENDED_BY_MAJORITY,
    ENDED_FILLED,
    NO_PROGRAM,
    NO_SEAT,
    NOT_ENDED,
    PHASE_GAME_OVER,
    Table,
)

_REASONS: Final = {ENDED_FILLED: "red_zone_filled", ENDED_BY_MAJORITY: "majority", ENDED_ADJUDICATED: "adjudicated"}
_RED_HEXES: Final = RED.bit_count()


def red_tiles(table: Table, seat: int) -> int:
    """A player's tiles in the red zone: the score."""
    return (table.own[seat] & RED).bit_count()


def how_it_ends(table: Table) -> int:
    """Whether the board ends the match: the red zone is filled (ST-008), black tiles counted in (ST-R16), or, where
    that is agreed, a player has more than half of it (ST-R40, ST-P10)."""
    if not RED & ~tiles.occupied(table):
        return ENDED_FILLED
    if table.rules.early_majority:
        for own in table.own:
            if (own & RED).bit_count() * 2 > _RED_HEXES:
                return ENDED_BY_MAJORITY
    return NOT_ENDED


def end(table: Table, how: int, events: list[Event]) -> None:
    """The match is over: what was being resolved is not gone on with (ST-R32)."""
    finish(table, how)
    events.append((EVENT_GAME_ENDED, how, *ranking(table)))


def finish(table: Table, how: int) -> None:
    """Nobody decides any more."""
    table.ended = how
    table.phase = PHASE_GAME_OVER
    table.program = NO_PROGRAM
    table.effect = 0
    table.source = NOWHERE
    table.target = NO_SEAT
    table.group = 0
    table.left = 0


def ranking(table: Table) -> list[int]:
    """The seats from first to last (ST-R44): most tiles in the red zone (ST-009), fewest tiles on the board (ST-010),
    last to have the first turn (ST-011)."""
    seats = table.rules.seats
    return sorted(
        range(seats),
        key=lambda seat: (-red_tiles(table, seat), tiles.tile_count(table, seat), -((seat - table.first) % seats)),
    )


def outcome(state: Table) -> Outcome | None:
    """The result, or None before the end of the match."""
    if state.phase != PHASE_GAME_OVER:
        return None
    order = ranking(state)
    results = []
    for seat in range(state.rules.seats):
        red = red_tiles(state, seat)
        results.append(SeatResult(seat, 1 + order.index(seat), red, (("red_zone", red),)))
    return Outcome(tuple(results), _REASONS[state.ended])
