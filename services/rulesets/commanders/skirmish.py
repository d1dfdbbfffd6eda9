"""A skirmish: commanders select their bonuses, roll, reroll a die if they may, and the highest total wins.

A function that returns a bool says whether the skirmish is decided; if not, a player must choose first.
"""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.commanders.bonuses import (
    SUDDEN_DEATH_SOURCE,
    average,
    die,
    has_synergy,
    pool,
    selections,
    sides_of,
)
from services.rulesets.commanders.cards import COMMANDERS, NO_COMMANDER, NO_SEAT
from services.rulesets.commanders.events import (
    EVENT_ARMY_REVEALED,
    EVENT_BONUSES_SELECTED,
    EVENT_COMMANDER_LOST,
    EVENT_REROLL_DECLINED,
    EVENT_REROLLED,
    EVENT_ROLLED,
    EVENT_SKIRMISH_STARTED,
    EVENT_SKIRMISH_TIED,
    EVENT_SKIRMISH_WON,
    WON_BY_ORDER,
    WON_BY_SYNERGY,
    WON_BY_TOTAL,
)
from services.rulesets.commanders.notation import ACTION_KEEP, ACTION_REROLL, ACTION_SELECT, DICE_MAX
from services.rulesets.commanders.table import NOT_SELECTED, PHASE_REROLL, PHASE_SELECT, State, Table

DICE_STREAM: Final = "dice"
MOST_REROLLS: Final = 100  # FC-R23
SUDDEN_DEATH_DIE: Final[int] = die(SUDDEN_DEATH_SOURCE, 20)  # FC-R10
REROLL_ACTIONS: Final[list[list[int]]] = [
    [ACTION_KEEP, *range(ACTION_REROLL + 1, ACTION_REROLL + dice + 1)] for dice in range(DICE_MAX + 1)
]
"""What a player may do with so many dice (FC-019, FC-R20). Never changed."""


def fighters(table: Table) -> list[int]:
    """Who takes part, in turn order (FC-R32)."""
    return [seat for seat in table.rules.order[table.first] if table.fielded[seat] >= 0]


def begin(state: State, events: list[Event]) -> bool:
    """The fielded commanders meet (FC-004); their units are face up from now on (FC-R08)."""
    seats = fighters(state)
    events.append(
        (EVENT_SKIRMISH_STARTED, state.skirmish, *[part for seat in seats for part in (seat, state.fielded[seat])])
    )
    if not state.rules.open_units and state.skirmish <= COMMANDERS:
        for seat in seats:
            commander = state.fielded[seat]
            events.append((EVENT_ARMY_REVEALED, seat, commander, *state.armies[COMMANDERS * seat + commander]))
    return select_bonuses(state, events)


# -- bonuses ---------------------------------------------------------------------------------------------------------


def select_bonuses(state: State, events: list[Event]) -> bool:
    """Each owner in turn order selects, before any die is rolled; asked only if there is a choice (FC-R18)."""
    for seat in fighters(state):
        if state.selected[seat] == NOT_SELECTED:
            offered = state.rules.offered(state, seat, selections(state, seat))
            if len(offered) > 1:
                await_selection(state, seat, offered)
                return False
            select(state, seat, offered[0], events)
    return roll_all(state, events)


def await_selection(state: State, seat: int, offered: list[int]) -> None:
    """The seat must select its bonuses."""
    state.phase = PHASE_SELECT
    state.turn = seat
    state.waiting = 1 << seat
    state.choices = [ACTION_SELECT + bonuses for bonuses in offered]


def select(state: State, seat: int, bonuses: int, events: list[Event]) -> None:
    """A seat's bonuses are selected."""
    state.selected[seat] = bonuses
    events.append((EVENT_BONUSES_SELECTED, seat, bonuses))


def offer_all(_table: Table, _seat: int, possible: list[int]) -> list[int]:
    """The owner selects (FC-017, FC-R18)."""
    return possible


def offer_best(table: Table, seat: int, possible: list[int]) -> list[int]:
    """The bonuses with the highest average are selected for the owner, the first of equals (FC-R18, FC-P04)."""
    units = table.armies[COMMANDERS * seat + table.fielded[seat]]
    averages = [average(table.rules, units, bonuses) for bonuses in possible]
    return [possible[averages.index(max(averages))]]


# -- dice ------------------------------------------------------------------------------------------------------------


def roll_all(state: State, events: list[Event]) -> bool:
    """All roll; then those with the True Synergetic Advantage may reroll a die."""
    seats = fighters(state)
    for seat in seats:
        roll(state, seat, pool(state, seat), 1, events)
    return offer_rerolls(state, seats, events)


def roll(state: State, seat: int, dice: list[int], attempt: int, events: list[Event]) -> None:
    """A seat rolls these dice."""
    below = state.chance.below
    shown = [1 + below(DICE_STREAM, sides_of(code)) for code in dice]
    state.rolls[seat] = shown
    events.append((EVENT_ROLLED, seat, attempt, sum(shown), *dice, *shown))


def offer_rerolls(state: State, seats: list[int], events: list[Event]) -> bool:
    """These seats in turn may reroll a die if they have the advantage (FC-R20); then the totals are compared."""
    for seat in seats:
        if may_reroll(state, seat):
            await_reroll(state, seat)
            return False
    compare(state, events)
    return True


def may_reroll(table: Table, seat: int) -> bool:
    """Whether a seat has the True Synergetic Advantage, and a reroll left (FC-019, FC-R20)."""
    return has_synergy(table.selected[seat]) and not table.rerolled >> seat & 1


def await_reroll(state: State, seat: int) -> None:
    """The seat must say which die it rerolls, if any."""
    state.phase = PHASE_REROLL
    state.turn = seat
    state.waiting = 1 << seat
    state.choices = REROLL_ACTIONS[len(state.rolls[seat])]


def reroll(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A seat rerolls a die or keeps them all; the new value stands (FC-R20). To keep them uses nothing up (FC-P08)."""
    if action == ACTION_KEEP:
        events.append((EVENT_REROLL_DECLINED, seat))
    else:
        place = action - ACTION_REROLL
        code = pool(state, seat)[place - 1]
        shown = state.rolls[seat]
        old = shown[place - 1]
        shown[place - 1] = 1 + state.chance.below(DICE_STREAM, sides_of(code))
        if state.rules.reroll_once:
            state.rerolled |= 1 << seat
        events.append((EVENT_REROLLED, seat, place, code, old, shown[place - 1], sum(shown)))
    seats = fighters(state)
    return offer_rerolls(state, seats[seats.index(seat) + 1 :], events)


# -- the winner ------------------------------------------------------------------------------------------------------


def compare(state: State, events: list[Event]) -> None:
    """The highest total wins (FC-015). Among equals the one with the True Synergetic Advantage does (FC-021); several
    of them, or without it all, roll everything again (FC-022, FC-R21)."""
    in_play = fighters(state)
    for attempt in range(1, MOST_REROLLS + 2):
        totals = [sum(state.rolls[seat]) for seat in in_play]
        highest = max(totals)
        tied = [seat for seat, total in zip(in_play, totals, strict=True) if total == highest]
        if len(tied) == 1:
            return win(state, tied[0], highest, WON_BY_TOTAL, events)
        in_play = [seat for seat in tied if has_synergy(state.selected[seat])] or tied
        if len(in_play) == 1:
            return win(state, in_play[0], highest, WON_BY_SYNERGY, events)
        if attempt <= MOST_REROLLS:
            again = sum([1 << seat for seat in in_play])
            events.append((EVENT_SKIRMISH_TIED, highest, again, *tied))
            for seat in in_play:
                # Equal totals without a die are zero, so that nobody who ties has one (FC-R10).
                roll(state, seat, pool(state, seat) or [SUDDEN_DEATH_DIE], attempt + 1, events)
    return win(state, in_play[0], highest, WON_BY_ORDER, events)  # FC-R23


def win(state: State, winner: int, total: int, why: int, events: list[Event]) -> None:
    """The winner's commander survives, all others who fought fall (FC-R24)."""
    events.append((EVENT_SKIRMISH_WON, winner, state.fielded[winner], total, why))
    for seat in fighters(state):
        if seat != winner:
            state.fallen[seat] |= 1 << state.fielded[seat]
            events.append((EVENT_COMMANDER_LOST, seat, state.fielded[seat]))
    if state.skirmish <= COMMANDERS:  # FC-R28
        state.wins[winner] += 1
    clear(state)


def clear(table: Table) -> None:
    """Nobody fights."""
    seats = table.rules.seats
    table.turn = NO_SEAT
    table.fielded = [NO_COMMANDER] * seats
    table.selected = [NOT_SELECTED] * seats
    table.rolls = [[] for _ in range(seats)]
