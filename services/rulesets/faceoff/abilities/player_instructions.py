"""Instructions that reach players: drawing, tokens, scrubs, power, hands looked at, discards of their own choice."""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities.attacks import ATTACK_HIT, ATTACK_WAITING, attacked
from services.rulesets.faceoff.abilities.current_ability import (
    LOCATION_OF_TRIGGER,
    ask,
    next_reached,
    reached,
    start_reaching,
)
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import ATTACK, LOCATION_FACEOFF, Op
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.events import EVENT_HAND_LOOKED_AT, EVENT_POWER_MODIFIED
from services.rulesets.faceoff.table.player_cards import change_vp, discard_from_hand, draw, gain_scrubs
from services.rulesets.faceoff.table.state import TRIGGER_DRAW_PHASE, State


def reach(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """Do something to each player whom the instruction reaches."""
    who, n, arg = program[pc + 1], program[pc + 2], program[pc + 3]
    if not start_reaching(state, who):
        state.pc = pc + INSTRUCTION_WIDTH
        return True
    effect = _EFFECTS[program[pc]]
    while state.todo:
        seat = next_reached(state)
        hit = ATTACK_HIT if who < ATTACK else attacked(state, seat, events)
        if hit == ATTACK_WAITING:
            return False
        if hit == ATTACK_HIT and not effect(state, seat, n, arg, events):
            return False
        state.todo &= ~(1 << seat)
    state.pc = pc + INSTRUCTION_WIDTH
    return True


def _draw(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    drawn = draw(state, seat, n, events)
    if state.trigger == TRIGGER_DRAW_PHASE and seat == state.actor:
        state.late += drawn  # FO-123
    return True


def _vp(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    change_vp(state, seat, n, events)
    return True


def _steal(state: State, seat: int, n: int, arg: int, events: list[Event]) -> bool:
    """As many as there are (FO-R38)."""
    to = reached(state, arg).bit_length() - 1
    if to != seat:
        moved = -change_vp(state, seat, -n, events)
        change_vp(state, to, moved, events)
    return True


def _scrub(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    gain_scrubs(state, seat, n, events)
    return True


def _mod(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    """In a Face Off until its end; near the HQ until it cracks."""
    location = LOCATION_OF_TRIGGER[state.trigger]
    mods = state.mods if location == LOCATION_FACEOFF else state.hq_mods
    mods[seat] += n
    events.append((EVENT_POWER_MODIFIED, seat, n, location))
    return True


def _look(state: State, seat: int, _n: int, _arg: int, events: list[Event]) -> bool:
    hand = state.hands[seat]
    if hand and seat != state.actor:
        hand_memory.looked(state, state.actor, seat, hand)
        events.append((EVENT_HAND_LOOKED_AT, state.actor, seat, *hand))
    return True


def _discard(state: State, seat: int, _n: int, _arg: int, events: list[Event]) -> bool:
    """A card of the player's own choice; the last one in hand is no choice, and all can see that."""
    hand = state.hands[seat]
    if len(hand) > 1:
        return ask(state, seat, events)
    if hand:
        discard_from_hand(state, seat, hand[0], events)
    return True


_EFFECTS: Final[dict[int, Callable[[State, int, int, int, list[Event]], bool]]] = {
    int(Op.DRAW): _draw,
    int(Op.DISCARD): _discard,
    int(Op.VP): _vp,
    int(Op.STEAL): _steal,
    int(Op.SCRUB): _scrub,
    int(Op.MOD): _mod,
    int(Op.LOOK): _look,
}
