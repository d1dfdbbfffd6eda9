"""The Clock tree and the Power tree: a middle card moves to the row, and the deck's top card takes its place (FO-091,
FO-092, FO-R13 to FO-R15)."""

from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table.actions import ACTION_FLIP, ACTION_REFILL
from services.rulesets.faceoff.table.events import EVENT_ASKED, EVENT_REFILLED, TREE_CLOCK, TREE_POWER
from services.rulesets.faceoff.table.state import HIDDEN, NO_SEAT, PHASE_REFILL_CLOCK, PHASE_REFILL_POWER, State


def refill(state: State, events: list[Event]) -> bool:
    """The first player refills the Clock row, then who took a power card the Power row. False: one is asked."""
    return _ask(state, PHASE_REFILL_CLOCK, state.first, events) and refill_power(state, events)


def refill_power(state: State, events: list[Event]) -> bool:
    """The second half of it."""
    if state.power_taker == NO_SEAT:
        return True
    return _ask(state, PHASE_REFILL_POWER, state.power_taker, events)


def _ask(state: State, phase: int, seat: int, events: list[Event]) -> bool:
    """Which of two cards moves is a choice; one moves by itself, none does not."""
    middle = state.clock_mid if phase == PHASE_REFILL_CLOCK else state.power_mid
    if len(middle) < 2:
        if middle:
            _move(state, phase, 0, events)
        return True
    state.phase = phase
    state.waiting = 1 << seat
    state.turn = 0
    events.append((EVENT_ASKED, phase, seat, 0))
    return False


def choices(state: State) -> list[int]:
    """A middle card; its place, where nobody sees which it is (FO-R12)."""
    middle = state.clock_mid if state.phase == PHASE_REFILL_CLOCK else state.power_mid
    if state.rules.middle_hidden:
        return [ACTION_FLIP + place for place in range(len(middle))]
    return sorted([ACTION_REFILL + card for card in middle])


def chosen(state: State, action: int, events: list[Event]) -> bool:
    """Go on after the choice. True: both trees are done."""
    middle = state.clock_mid if state.phase == PHASE_REFILL_CLOCK else state.power_mid
    place = action - ACTION_FLIP if action >= ACTION_FLIP else middle.index(action - ACTION_REFILL)
    _move(state, state.phase, place, events)
    return state.phase == PHASE_REFILL_POWER or refill_power(state, events)


def _move(state: State, phase: int, place: int, events: list[Event]) -> None:
    tree, row, middle, deck = (
        (TREE_CLOCK, state.clock_row, state.clock_mid, state.clock_deck)
        if phase == PHASE_REFILL_CLOCK
        else (TREE_POWER, state.power_row, state.power_mid, state.power_deck)
    )
    card = middle[place]
    row.append(card)
    if not deck:
        del middle[place]
        events.append((EVENT_REFILLED, tree, place, card, NO_CARD))
        return
    middle[place] = deck.pop()
    events.append((EVENT_REFILLED, tree, place, card, HIDDEN if state.rules.middle_hidden else middle[place]))
