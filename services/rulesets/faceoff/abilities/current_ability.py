"""The registers of the ability that is being executed, and whom its instructions reach.

``trigger`` to ``reacted`` of the table are all that there is of a program under way: it can be cloned, stored and taken
up again at any time.
"""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import ATTACK, LOCATION_FACEOFF, LOCATION_HQ, Who
from services.rulesets.faceoff.power.totals import high_man, low_man
from services.rulesets.faceoff.table.events import EVENT_ABILITY_ASKED
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    PHASE_ABILITY,
    TRIGGER_AFTER_ASSAULT,
    TRIGGER_ASSAULT,
    TRIGGER_BUILD_UP,
    TRIGGER_DRAW_PHASE,
    TRIGGER_END_OF_TURN,
    TRIGGER_EQUIPMENT,
    TRIGGER_NONE,
    TRIGGER_PERSONALITY,
    TRIGGER_WIN_FACEOFF,
    State,
    Table,
)

LOCATION_OF_TRIGGER: Final = [
    0,
    LOCATION_FACEOFF,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    LOCATION_HQ,
    LOCATION_HQ,
    LOCATION_FACEOFF,
    LOCATION_HQ,
    LOCATION_HQ,
]
"""Where a program runs, by trigger."""


def program_of(table: Table, trigger: int, card: int) -> list[int]:
    """What a card does at a trigger; empty if it does nothing."""
    cards = table.rules.cards
    if trigger in (TRIGGER_PERSONALITY, TRIGGER_EQUIPMENT):
        return cards.on_reveal[LOCATION_FACEOFF][card]
    if trigger == TRIGGER_BUILD_UP:
        return cards.on_reveal[LOCATION_HQ][card]
    if trigger == TRIGGER_DRAW_PHASE:
        return cards.on_draw_phase[card]
    if trigger == TRIGGER_ASSAULT:
        return cards.on_assault[card]
    if trigger == TRIGGER_AFTER_ASSAULT:
        return cards.after_assault[card]
    if trigger == TRIGGER_END_OF_TURN:
        return cards.on_end_turn[card]
    if trigger == TRIGGER_WIN_FACEOFF:
        return cards.on_win[card]
    return []


def clear(state: State) -> None:
    """No ability is being executed."""
    state.trigger = TRIGGER_NONE
    state.acting = NO_CARD
    state.actor = NO_SEAT
    state.pc = 0
    state.target = NO_SEAT
    state.todo = 0
    state.reacted = 0


def ask(state: State, seat: int, events: list[Event]) -> bool:
    """A player must answer what the current instruction asks. Always False: it has not ended."""
    state.phase = PHASE_ABILITY
    state.waiting = 1 << seat
    events.append((EVENT_ABILITY_ASKED, seat, state.turn, *state.registers()))
    return False


# -- whom an instruction reaches -------------------------------------------------------------------------------------


def reached(state: State, who: int) -> int:
    """Bit mask of the seats that an instruction reaches."""
    actor = state.actor
    seats = state.rules.seats
    who &= ATTACK - 1
    if who == Who.SELF:
        return 1 << actor
    if who == Who.CHOSEN_OPPONENT:
        return 1 << state.target
    if who == Who.EACH_OPPONENT:
        return state.rules.everyone & ~(1 << actor)
    if who == Who.ALL:
        return state.rules.everyone
    if who == Who.LEFT:
        return 1 << (actor + 1) % seats
    if who == Who.RIGHT:
        return 1 << (actor - 1) % seats
    if who == Who.FIRST_PLAYER:
        return 1 << state.first
    if who == Who.HIGH_MAN:
        return 1 << high_man(state, LOCATION_OF_TRIGGER[state.trigger])
    if who == Who.LOW_MAN:
        return 1 << low_man(state, LOCATION_OF_TRIGGER[state.trigger])
    return 1 << _richest_opponent(state)


def _richest_opponent(state: State) -> int:
    """The opponent with the most tokens; of several, the first from the actor's left (FO-P02)."""
    seats = state.rules.seats
    order = [(state.actor + steps) % seats for steps in range(1, seats)]
    return max(order, key=state.vp.__getitem__)


def next_reached(state: State) -> int:
    """The next of the seats to be reached: clockwise from the actor's left, or from the first player if nobody acts
    (FO-P08)."""
    seats = state.rules.seats
    seat = state.first if state.actor == NO_SEAT else (state.actor + 1) % seats
    while not state.todo >> seat & 1:
        seat = (seat + 1) % seats
    return seat


def start_reaching(state: State, who: int) -> bool:
    """Fill ``todo`` if the instruction has not begun. False: it reaches nobody."""
    if not state.todo:
        state.todo = reached(state, who)
    return state.todo != 0
