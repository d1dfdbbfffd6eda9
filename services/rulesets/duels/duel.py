"""E) Duels (FD-026 to FD-037). The functions that play a step return whether the turn is over."""

from services.engine.event_table import Event
from services.rulesets.duels import memory, power_deck
from services.rulesets.duels.cards import IS_EQUIPMENT, IS_PERSONALITY, NO_CARD, POWER, SEATS
from services.rulesets.duels.events import (
    EVENT_CARD_DESTROYED,
    EVENT_DUEL_DECIDED,
    EVENT_DUEL_STARTED,
    EVENT_EQUIPMENT_ASKED,
    EVENT_EQUIPMENT_DECLINED,
    EVENT_EQUIPPED,
    EVENT_PRIZE_ASKED,
    EVENT_PRIZE_DECLINED,
    EVENT_VC_REMOVED,
    EVENT_VC_TAKEN,
    NOBODY,
    NOWHERE,
)
from services.rulesets.duels.notation import ACTION_DECLINE, ACTION_EQUIP, ACTION_NO_EQUIPMENT, ACTION_TAKE_VC
from services.rulesets.duels.table import PHASE_EQUIP, PHASE_PRIZE, State, Table


def start(state: State, seat: int, slot: int, events: list[Event]) -> bool:
    """Both reveal their cards in the slot (FD-027). With a personality on both sides the players decide about
    equipment; otherwise it is decided at once (FD-R18 to FD-R20)."""
    cards = [state.cards[each][slot] for each in range(SEATS)]
    events.append((EVENT_DUEL_STARTED, seat, slot, *cards))
    reveal(state, slot, cards)
    personalities = [card != NO_CARD and IS_PERSONALITY[card] for card in cards]
    if all(personalities):
        state.phase = PHASE_EQUIP
        ask(state, decides_first(state, slot), events)
        return False
    winner = personalities.index(True) if any(personalities) else NOBODY
    return _decided(state, winner, powers(state, slot), events)


def reveal(table: Table, slot: int, cards: list[int]) -> None:
    """Turn up what is face down in a slot. ``cards``: each player's card there."""
    table.duel_slot = slot
    for seat, card in enumerate(cards):
        if table.down[seat] >> slot & 1:
            memory.turn_up(table, seat, slot, card)


def powers(table: Table, slot: int) -> list[int]:
    """The power of each player's personality in a slot, actions counted in (FD-R28); 0 without one."""
    found = []
    for seat in range(SEATS):
        card = table.cards[seat][slot]
        found.append(POWER[card] + table.bonus[seat][slot] if card != NO_CARD and IS_PERSONALITY[card] else 0)
    return found


# -- equipment -------------------------------------------------------------------------------------------------------


def ask(state: State, seat: int, events: list[Event]) -> None:
    """A player decides whether to play an equipment; asked whatever there is in hand, so that it tells nothing."""
    state.asked = seat
    events.append((EVENT_EQUIPMENT_ASKED, seat))


def decides_first(table: Table, slot: int) -> int:
    """The player with the stronger personality (FD-028); if they are equal, the one whose turn it is (FD-030,
    FD-R21)."""
    one, two = powers(table, slot)
    return table.active if one == two else int(two > one)


def equipment_choices(state: State, seat: int) -> list[int]:
    """None, or any equipment in hand (FD-028, FD-R22)."""
    return [ACTION_NO_EQUIPMENT, *[ACTION_EQUIP + card for card in state.hands[seat] if IS_EQUIPMENT[card]]]


def answer(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player plays an equipment or does not; then the other decides, who has seen it (FD-029, FD-R21)."""
    if action == ACTION_NO_EQUIPMENT:
        events.append((EVENT_EQUIPMENT_DECLINED, seat))
    else:
        card = action - ACTION_EQUIP
        state.hands[seat].remove(card)
        events.append((EVENT_EQUIPPED, seat, card))
        equip(state, seat, card)
    state.answers += 1
    if state.answers < SEATS:
        ask(state, 1 - seat, events)
        return False
    one, two = totals(state)
    return _decided(state, NOBODY if one == two else int(two > one), [one, two], events)  # FD-031


def equip(table: Table, seat: int, card: int) -> None:
    """An equipment from hand is seen by all."""
    table.equipment[seat] = card
    memory.see(table, seat, card, memory.FROM_HAND)


def totals(table: Table) -> list[int]:
    """Each player's power with the equipment played."""
    return [
        power + (POWER[card] if card != NO_CARD else 0)
        for power, card in zip(powers(table, table.duel_slot), table.equipment, strict=True)
    ]


# -- the end of a duel -----------------------------------------------------------------------------------------------


def _decided(state: State, winner: int, strengths: list[int], events: list[Event]) -> bool:
    """Equipment is destroyed, the one played (FD-036, FD-R23) and the one revealed (FD-037); the winner chooses a
    prize, unless there is nothing to choose."""
    slot = state.duel_slot
    events.append((EVENT_DUEL_DECIDED, winner, *strengths))
    for seat in range(SEATS):
        card = state.cards[seat][slot]
        if card != NO_CARD and IS_EQUIPMENT[card]:
            memory.destroy(state, seat, card, slot)
            events.append((EVENT_CARD_DESTROYED, seat, card, slot))
        card = state.equipment[seat]
        if card != NO_CARD:
            memory.destroy(state, seat, card, NOWHERE)
            events.append((EVENT_CARD_DESTROYED, seat, card, NOWHERE))
    state.equipment = [NO_CARD] * SEATS
    if winner == NOBODY:  # FD-035
        _remove_vc(state, events)
        return True
    state.duels_won[winner] += 1
    if len(prizes(state)) == 1:
        _take_vc(state, winner, events)
        return True
    state.phase = PHASE_PRIZE
    state.asked = winner
    events.append((EVENT_PRIZE_ASKED, winner))
    return False


def prizes(state: State) -> list[int]:
    """What the winner may choose. Whether the Power deck has a card is public."""
    return state.rules.prizes[1 if state.power_deck else 0]


def choose_prize(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """The winner takes the VC card (FD-032), or looks for a Power card (FD-033), or nothing (FD-R04)."""
    if action == ACTION_TAKE_VC:
        _take_vc(state, seat, events)
        return True
    if action == ACTION_DECLINE:
        events.append((EVENT_PRIZE_DECLINED, seat))
        _remove_vc(state, events)
        return True
    _remove_vc(state, events)  # FD-034
    return power_deck.look(state, seat, events)


def _take_vc(state: State, seat: int, events: list[Event]) -> None:
    card = leave_line(state, state.duel_slot)
    state.won[seat].append(card)
    events.append((EVENT_VC_TAKEN, seat, state.duel_slot, card))


def _remove_vc(state: State, events: list[Event]) -> None:
    card = leave_line(state, state.duel_slot)
    state.removed.append(card)
    events.append((EVENT_VC_REMOVED, state.duel_slot, card))


def leave_line(table: Table, slot: int) -> int:
    """The VC card leaves the line-up: nothing can be done in its slot any more (FD-R24, FD-R26)."""
    card = table.line[slot]
    table.line[slot] = NO_CARD
    table.live &= ~(1 << slot)
    return card
