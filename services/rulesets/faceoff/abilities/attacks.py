"""Attacks and what blocks them (FO-075, FO-R44 to FO-R46)."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities.current_ability import LOCATION_OF_TRIGGER, ask, program_of
from services.rulesets.faceoff.cards.vocabulary import ATTACK, OPS_ON_PLAYERS
from services.rulesets.faceoff.power.totals import shielded
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import ACTION_CHOOSE_CARD, ACTION_CHOOSE_NONE
from services.rulesets.faceoff.table.events import EVENT_NO_SHIELD, EVENT_SHIELD_DISCARDED, EVENT_SHIELDED
from services.rulesets.faceoff.table.state import REACTED_BITS, State, Table

ATTACK_BLOCKED: Final = 0
ATTACK_HIT: Final = 1
ATTACK_WAITING: Final = 2


def attacked(state: State, seat: int, events: list[Event]) -> int:
    """What an attack does to a player: it hits, or is blocked (FO-R44, FO-R46)."""
    if must_ask_for_shield(state, seat):
        ask(state, seat, events)
        return ATTACK_WAITING
    if not _blocks(state, seat):
        return ATTACK_HIT
    told = (EVENT_SHIELDED, seat, state.acting)
    if told not in events:  # a card of several effects is blocked once
        events.append(told)
    return ATTACK_BLOCKED


def _blocks(state: State, seat: int) -> bool:
    """Whether a player blocks attacks, with a Shield in play; with option ``shield=reaction``, with a defense card that
    the player has discarded."""
    if state.rules.react:
        return state.reacted >> (seat + REACTED_BITS) & 1 == 1
    return shielded(state, LOCATION_OF_TRIGGER[state.trigger], seat)


def must_ask_for_shield(state: State, seat: int) -> bool:
    """Who has cards in hand is asked for a defense card, once for each card that attacks."""
    if not state.rules.react or seat == state.actor:
        return False
    return state.hands[seat] != [] and not state.reacted >> seat & 1


def asks_for_shield(table: Table, seat: int) -> bool:
    """Whether what the ability asks a player is if they discard a defense card."""
    if not table.rules.react or seat == table.actor:
        return False
    program, pc = program_of(table, table.trigger, table.acting), table.pc
    reaches = program[pc] in OPS_ON_PLAYERS
    return reaches and program[pc + 1] >= ATTACK and not table.reacted >> max(0, seat) & 1


def react(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A player discards a defense card, or none (option ``shield=reaction``, FO-P07)."""
    state.reacted |= 1 << seat
    if action == ACTION_CHOOSE_NONE:
        events.append((EVENT_NO_SHIELD, seat))
        return
    state.reacted |= 1 << (seat + REACTED_BITS)
    card = action - ACTION_CHOOSE_CARD
    hand_memory.left_hand(state, seat, card)
    state.hands[seat].remove(card)
    state.discards[seat].append(card)
    events.append((EVENT_SHIELD_DISCARDED, seat, card))
