"""The Draw Phase (FO-119 to FO-124): player by player Draw Phase actions and drawing (FO-R61), then End of Turn
actions. The functions return whether the phase is over; if not, somebody must decide."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities import execution
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import ACTION_DONE, ACTION_PLACE, ACTION_USE
from services.rulesets.faceoff.table.events import EVENT_ACTION_USED, EVENT_ASKED, EVENT_VICTORY_PLACED
from services.rulesets.faceoff.table.player_cards import draw, out_of_sight
from services.rulesets.faceoff.table.state import (
    PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN,
    TRIGGER_DRAW_PHASE,
    TRIGGER_END_OF_TURN,
    State,
    turn_order,
)

HAND_LIMIT: Final = 5
"""FO-122."""


def begin(state: State, events: list[Event]) -> bool:
    """The first player's Draw Phase begins."""
    state.turn = 0
    return _draw_phase(state, events)


# -- draw phase actions ----------------------------------------------------------------------------------------------


def _draw_phase(state: State, events: list[Event]) -> bool:
    """Everyone whose turn is not over: their actions, then they draw up to their hand limit (FO-120, FO-121)."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        if _may_have_action(state, seat):
            state.phase = PHASE_DRAW_ACTIONS
            state.waiting = 1 << seat
            events.append((EVENT_ASKED, PHASE_DRAW_ACTIONS, seat, state.turn))
            return False
        _draw_up(state, seat, events)
    state.turn = 0
    return _end_of_turn(state, events)


def _may_have_action(state: State, seat: int) -> bool:
    """Whether there may be something to do, as far as everybody knows: what a player has in hand is hidden, what the
    hand and the deck hold together is not (FO-P01)."""
    cards = state.rules.cards
    if state.perms[seat] and any(cards.draw_action[card] and card not in state.used for card in state.perms[seat]):
        return True
    hand = state.hands[seat]
    if not hand:
        return False
    has_action = cards.draw_action
    for card in hand:
        if has_action[card]:
            return True
    return any(has_action[card] for card in state.decks[seat])


def action_choices(state: State, seat: int) -> list[int]:
    """No more actions, or one of a card that was in hand when the phase began, or of an HQ reward: each once (FO-119,
    FO-123, FO-R61), and only if it can be paid for."""
    cards = state.rules.cards
    has_action = cards.draw_action
    placed, used = [], []
    for card in state.hands[seat]:
        if has_action[card] and card not in state.late and card not in state.used and _can_pay(state, seat, card):
            if cards.placeable[card]:
                placed.append(ACTION_PLACE + card)
            else:
                used.append(ACTION_USE + card)
    used += [ACTION_USE + card for card in state.perms[seat] if has_action[card] and card not in state.used]
    return [ACTION_DONE, *placed, *sorted(used)]


def _can_pay(state: State, seat: int, card: int) -> bool:
    cards = state.rules.cards
    return cards.draw_cost_vp[card] <= state.vp[seat] and cards.draw_cost_discards[card] <= len(state.hands[seat]) - 1


def act(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player uses an action, or has no more and draws."""
    if action == ACTION_DONE:
        _draw_up(state, seat, events)
        return _draw_phase(state, events)
    if action < ACTION_USE:
        _place(state, seat, action - ACTION_PLACE, events)
        return _draw_phase(state, events)
    card = action - ACTION_USE
    state.used.append(card)
    if card in state.hands[seat]:
        hand_memory.seen_in_hand(state, seat, card)
    events.append((EVENT_ACTION_USED, seat, card))
    return execution.begin(state, TRIGGER_DRAW_PHASE, card, seat, events) and _draw_phase(state, events)


def _place(state: State, seat: int, card: int, events: list[Event]) -> None:
    """A victory or bonus card goes in front of its owner (FO-032, FO-R62). Its program says just that; it is not run,
    since with option ``placed_vc=face_down`` nobody else may see which card acts."""
    hidden = state.rules.placed_hidden
    if hidden:
        hand_memory.placed_down(state, seat, sorted(out_of_sight(state, seat)))
    else:
        hand_memory.left_hand(state, seat, card)
    state.hands[seat].remove(card)
    state.front[seat].append(card)
    events.append((EVENT_VICTORY_PLACED, seat, card, int(not hidden)))


def _draw_up(state: State, seat: int, events: list[Event]) -> None:
    """Draw to the hand limit; a fuller hand is kept (FO-120, FO-121)."""
    limit = HAND_LIMIT
    for card in state.perms[seat]:
        limit += state.rules.cards.hand_limit[card]
    missing = limit - len(state.hands[seat])
    if missing > 0:
        draw(state, seat, missing, events)
    _turn_over(state)


def _turn_over(state: State) -> None:
    state.turn += 1
    if state.used:
        state.used = []
    if state.late:
        state.late = []


# -- end of turn -----------------------------------------------------------------------------------------------------


def _end_of_turn(state: State, events: list[Event]) -> bool:
    """Everyone who has an End of Turn action may use it (FO-124)."""
    order = turn_order(state)
    while state.turn < state.rules.seats:
        seat = order[state.turn]
        if state.perms[seat] and len(end_choices(state, seat)) > 1:
            state.phase = PHASE_END_OF_TURN
            state.waiting = 1 << seat
            events.append((EVENT_ASKED, PHASE_END_OF_TURN, seat, state.turn))
            return False
        _turn_over(state)
    state.turn = 0
    return True


def end_choices(state: State, seat: int) -> list[int]:
    """No more actions, or one of an HQ reward, each once."""
    does = state.rules.cards.on_end_turn
    return [
        ACTION_DONE,
        *sorted([ACTION_USE + card for card in state.perms[seat] if does[card] and card not in state.used]),
    ]


def end_act(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player uses an End of Turn action, or has no more."""
    if action == ACTION_DONE:
        _turn_over(state)
        return _end_of_turn(state, events)
    card = action - ACTION_USE
    state.used.append(card)
    events.append((EVENT_ACTION_USED, seat, card))
    return execution.begin(state, TRIGGER_END_OF_TURN, card, seat, events) and _end_of_turn(state, events)


def ability_ended(state: State, trigger: int, events: list[Event]) -> bool:
    """Go on after an action that had to ask."""
    return _draw_phase(state, events) if trigger == TRIGGER_DRAW_PHASE else _end_of_turn(state, events)
