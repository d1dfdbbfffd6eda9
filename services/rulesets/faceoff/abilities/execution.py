"""Abilities: carrying out the programs of cards, one instruction at a time (FO-073, FO-R22, FO-R23, FO-R79).

A program runs until it ends or has to ask somebody. Then it rests in the registers of the table
(``current_ability.py``), and the answer takes it up again: nothing waits anywhere else. ``cards/programs.py`` says what
each instruction does.
What a card says goes before the rules where both cannot be (FO-058).
"""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities.attacks import asks_for_shield, react
from services.rulesets.faceoff.abilities.card_instructions import destroy, take, takeable, taken
from services.rulesets.faceoff.abilities.current_ability import ask, clear, program_of
from services.rulesets.faceoff.abilities.player_instructions import reach
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import Op
from services.rulesets.faceoff.power.conditions import holds
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import (
    ACTION_CHOOSE_CARD,
    ACTION_CHOOSE_NONE,
    ACTION_CHOOSE_OPTION,
    ACTION_CHOOSE_PLAYER,
    ACTION_NO,
    ACTION_YES,
)
from services.rulesets.faceoff.table.events import (
    EVENT_ABILITY_BEGAN,
    EVENT_ANSWERED,
    EVENT_DISCARDED,
    EVENT_LEFT_ON_TOP,
    EVENT_OPTION_CHOSEN,
    EVENT_TARGET_CHOSEN,
    EVENT_TOP_LOOKED_AT,
    ORIGIN_DECK,
)
from services.rulesets.faceoff.table.player_cards import change_vp, discard_from_hand, has_top
from services.rulesets.faceoff.table.state import State


def begin(state: State, trigger: int, card: int, actor: int, events: list[Event]) -> bool:
    """Execute what a card does at a trigger. False: it asks somebody, and :func:`answer` goes on."""
    program = program_of(state, trigger, card)
    if not program:
        return True
    state.trigger = trigger
    state.acting = card
    state.actor = actor
    state.pc = 0
    events.append((EVENT_ABILITY_BEGAN, actor, card, trigger))
    return _run(state, program, events)


def resume(state: State, events: list[Event]) -> bool:
    """Take up the current instruction again. It asks what it asked, if the state is one that waits for its answer."""
    return _run(state, program_of(state, state.trigger, state.acting), events)


def _run(state: State, program: list[int], events: list[Event]) -> bool:
    """Go on from the current instruction. True: the program has ended."""
    while program[state.pc]:
        pc = state.pc
        if not _STEPS[program[pc]](state, program, pc, events):
            return False
    clear(state)
    return True


# -- instructions that ask the actor ---------------------------------------------------------------------------------


def _choose_opponent(state: State, _program: list[int], pc: int, events: list[Event]) -> bool:
    if state.rules.seats > 2:
        return ask(state, state.actor, events)
    state.target = 1 - state.actor
    events.append((EVENT_TARGET_CHOSEN, state.actor, state.target))
    state.pc = pc + INSTRUCTION_WIDTH
    return True


def _may(state: State, _program: list[int], _pc: int, events: list[Event]) -> bool:
    return ask(state, state.actor, events)


def _peek(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """Without a card to look at it goes on as if that was not discarded."""
    actor = state.actor
    if not has_top(state, actor, events):
        state.pc = program[pc + 3]
        return True
    state.known_top[actor] = 1
    events.append((EVENT_TOP_LOOKED_AT, actor, state.decks[actor][-1]))
    return ask(state, actor, events)


# -- instructions that happen at once --------------------------------------------------------------------------------


def _jump(state: State, program: list[int], pc: int, _events: list[Event]) -> bool:
    state.pc = program[pc + 3]
    return True


def _if(state: State, program: list[int], pc: int, _events: list[Event]) -> bool:
    so = holds(state, state.actor, program[pc + 1], program[pc + 2])
    state.pc = pc + INSTRUCTION_WIDTH if so else program[pc + 3]
    return True


def _pay_vp(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    change_vp(state, state.actor, -program[pc + 2], events)
    state.pc = pc + INSTRUCTION_WIDTH
    return True


def _destroy_this(state: State, _program: list[int], pc: int, events: list[Event]) -> bool:
    destroy(state, state.actor, state.acting, events)
    state.pc = pc + INSTRUCTION_WIDTH
    return True


_STEPS: Final[dict[int, Callable[[State, list[int], int, list[Event]], bool]]] = {
    int(Op.CHOOSE_OPPONENT): _choose_opponent,
    int(Op.DRAW): reach,
    int(Op.DISCARD): reach,
    int(Op.DESTROY): take,
    int(Op.VP): reach,
    int(Op.STEAL): reach,
    int(Op.SCRUB): reach,
    int(Op.MOD): reach,
    int(Op.PEEK): _peek,
    int(Op.LOOK): reach,
    int(Op.RECALL): take,
    int(Op.MAY): _may,
    int(Op.OPTION): _may,
    int(Op.JUMP): _jump,
    int(Op.IF): _if,
    int(Op.MOVE_TO_HQ): take,
    int(Op.KICK_HQ): take,
    int(Op.PAY_DISCARD): take,
    int(Op.PAY_VP): _pay_vp,
    int(Op.DESTROY_THIS): _destroy_this,
}


# -- questions and answers -------------------------------------------------------------------------------------------


def choices(state: State, seat: int) -> list[int]:
    """What the player who is asked may answer, ascending."""
    program = program_of(state, state.trigger, state.acting)
    pc = state.pc
    op = program[pc]
    if asks_for_shield(state, seat):
        defense = state.rules.cards.defense
        return [ACTION_CHOOSE_NONE, *[ACTION_CHOOSE_CARD + card for card in state.hands[seat] if defense[card]]]
    if op == Op.DISCARD:
        return [ACTION_CHOOSE_CARD + card for card in state.hands[seat]]
    if op == Op.CHOOSE_OPPONENT:
        return [ACTION_CHOOSE_PLAYER + other for other in range(state.rules.seats) if other != seat]
    if op == Op.OPTION:
        return [ACTION_CHOOSE_OPTION + option for option in range(program[pc + 2])]
    if op in (Op.MAY, Op.PEEK):
        return [ACTION_NO, ACTION_YES]
    return takeable(state, program, pc)


def answer(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """Go on with the answer to a question. True: the program has ended; False: it asks again."""
    program = program_of(state, state.trigger, state.acting)
    pc = state.pc
    op = program[pc]
    if asks_for_shield(state, seat):
        react(state, seat, action, events)
    elif op == Op.DISCARD:
        discard_from_hand(state, seat, action - ACTION_CHOOSE_CARD, events)
        state.todo &= ~(1 << seat)
        if not state.todo:
            state.pc = pc + INSTRUCTION_WIDTH
    elif op == Op.CHOOSE_OPPONENT:
        state.target = action - ACTION_CHOOSE_PLAYER
        events.append((EVENT_TARGET_CHOSEN, seat, state.target))
        state.pc = pc + INSTRUCTION_WIDTH
    elif op == Op.OPTION:
        events.append((EVENT_OPTION_CHOSEN, seat, action - ACTION_CHOOSE_OPTION))
        state.pc = pc + INSTRUCTION_WIDTH * (1 + action - ACTION_CHOOSE_OPTION)
    elif op == Op.MAY:
        events.append((EVENT_ANSWERED, seat, int(action == ACTION_YES)))
        state.pc = pc + INSTRUCTION_WIDTH if action == ACTION_YES else program[pc + 3]
    elif op == Op.PEEK:
        _after_peek(state, program, pc, action, events)
    else:
        taken(state, program, pc, action, events)
    return _run(state, program, events)


def _after_peek(state: State, program: list[int], pc: int, action: int, events: list[Event]) -> None:
    seat = state.actor
    if action == ACTION_NO:
        events.append((EVENT_LEFT_ON_TOP, seat))
        state.pc = program[pc + 3]
        return
    card = state.decks[seat][-1]
    hand_memory.left_deck(state, seat, card)
    state.decks[seat].pop()
    state.known_top[seat] = 0
    state.discards[seat].append(card)
    events.append((EVENT_DISCARDED, seat, card, ORIGIN_DECK))
    state.pc = pc + INSTRUCTION_WIDTH
