"""Abilities: carrying out the programs of cards, one instruction at a time (FO-073, FO-R22, FO-R23, FO-R79).

A program runs until it ends or has to ask somebody. Then it rests in the registers of the table (``trigger`` to
``reacted``), and the answer takes it up again: nothing waits anywhere else. ``programs.py`` says what each instruction
does.
"""

from collections.abc import Callable
from typing import Final

from services.rulesets.faceoff import memory
from services.rulesets.faceoff.actions import BUILD, CARD, NO, NONE, OPTION, SEAT, YES
from services.rulesets.faceoff.conditions import holds
from services.rulesets.faceoff.deck import (
    change_vp,
    discard_from_hand,
    draw,
    gain_scrubs,
    has_top,
    to_hand,
)
from services.rulesets.faceoff.events import (
    ABILITY_ASKED,
    ABILITY_BEGAN,
    ANSWERED,
    CHOSE_NONE,
    DESTROYED,
    DISCARDED,
    FROM_DECK,
    FROM_DISCARD,
    FROM_HAND,
    HAND_LOOKED_AT,
    KICKED,
    LEFT_ON_TOP,
    MOVED_TO_HQ,
    NO_SHIELD,
    OPTION_CHOSEN,
    POWER_MODIFIED,
    RECALLED,
    SHIELD_DISCARDED,
    SHIELDED,
    TARGET_CHOSEN,
    TOP_LOOKED_AT,
    Event,
)
from services.rulesets.faceoff.power import high_man, low_man, shielded
from services.rulesets.faceoff.programs import WIDTH
from services.rulesets.faceoff.table import (
    ABILITY,
    AFTER_ASSAULT,
    AT_END_OF_TURN,
    IN_DRAW_PHASE,
    NO_CARD,
    NO_SEAT,
    NO_TRIGGER,
    ON_ASSAULT,
    ON_BUILD,
    ON_EQUIPMENT,
    ON_PERSONALITY,
    ON_WIN,
    REACTED_BITS,
    SEATS_OF,
    State,
    Table,
)
from services.rulesets.faceoff.vocabulary import (
    AS_EQUIPMENT,
    AS_OTHER,
    AS_PERSONALITY,
    ATTACK,
    DISCARD_PILE,
    EQUIPMENT,
    FACEOFF,
    HAND,
    HQ,
    NOT_IN_PLAY,
    PERSONALITY,
    Op,
    Who,
)

LOCATION: Final = [0, FACEOFF, FACEOFF, HQ, HQ, HQ, FACEOFF, HQ, HQ]
"""Where a program runs, by trigger."""


def begin(state: State, trigger: int, card: int, actor: int, events: list[Event]) -> bool:
    """Execute what a card does at a trigger. False: it asks somebody, and :func:`answer` goes on."""
    program = program_of(state, trigger, card)
    if not program:
        return True
    state.trigger = trigger
    state.acting = card
    state.actor = actor
    state.pc = 0
    events.append((ABILITY_BEGAN, actor, card, trigger))
    return _run(state, program, events)


def program_of(table: Table, trigger: int, card: int) -> list[int]:
    """What a card does at a trigger; empty if it does nothing."""
    cards = table.rules.cards
    if trigger in (ON_PERSONALITY, ON_EQUIPMENT):
        return cards.on_reveal[FACEOFF][card]
    if trigger == ON_BUILD:
        return cards.on_reveal[HQ][card]
    if trigger == IN_DRAW_PHASE:
        return cards.on_draw_phase[card]
    if trigger == ON_ASSAULT:
        return cards.on_assault[card]
    if trigger == AFTER_ASSAULT:
        return cards.after_assault[card]
    if trigger == AT_END_OF_TURN:
        return cards.on_end_turn[card]
    if trigger == ON_WIN:
        return cards.on_win[card]
    return []


def resume(state: State, events: list[Event]) -> bool:
    """Take up the current instruction again. It asks what it asked, if the state is one that waits for its answer."""
    return _run(state, program_of(state, state.trigger, state.acting), events)


def _run(state: State, program: list[int], events: list[Event]) -> bool:
    """Go on from the current instruction. True: the program has ended."""
    while program[state.pc]:
        pc = state.pc
        if not _STEPS[program[pc]](state, program, pc, events):
            return False
    _clear(state)
    return True


def _clear(state: State) -> None:
    state.trigger = NO_TRIGGER
    state.acting = NO_CARD
    state.actor = NO_SEAT
    state.pc = 0
    state.target = NO_SEAT
    state.todo = 0
    state.reacted = 0


def _ask(state: State, seat: int, events: list[Event]) -> bool:
    state.phase = ABILITY
    state.waiting = 1 << seat
    registers = (state.trigger, state.acting, state.actor, state.pc, state.target, state.todo, state.reacted)
    events.append((ABILITY_ASKED, seat, state.turn, *registers))
    return False


# -- whom an instruction reaches -------------------------------------------------------------------------------------


def _reached(state: State, who: int) -> int:
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
        return 1 << high_man(state, LOCATION[state.trigger])
    if who == Who.LOW_MAN:
        return 1 << low_man(state, LOCATION[state.trigger])
    return 1 << _richest_opponent(state)


def _richest_opponent(state: State) -> int:
    """The opponent with the most tokens; of several, the first from the actor's left (FO-P02)."""
    seats = state.rules.seats
    order = [(state.actor + steps) % seats for steps in range(1, seats)]
    return max(order, key=state.vp.__getitem__)


def _next_reached(state: State) -> int:
    """The next of the seats to be reached: clockwise from the actor's left, or from the first player if nobody acts."""
    seats = state.rules.seats
    seat = state.first if state.actor == NO_SEAT else (state.actor + 1) % seats
    while not state.todo >> seat & 1:
        seat = (seat + 1) % seats
    return seat


def _start_reaching(state: State, who: int) -> bool:
    """Fill ``todo`` if the instruction has not begun. False: it reaches nobody."""
    if not state.todo:
        state.todo = _reached(state, who)
    return state.todo != 0


_BLOCKED: Final = 0
_HIT: Final = 1
_WAITING: Final = 2


def _attacked(state: State, seat: int, events: list[Event]) -> int:
    """What an attack does to a player: it hits, or is blocked (FO-R44, FO-R46)."""
    if _must_ask_for_shield(state, seat):
        _ask(state, seat, events)
        return _WAITING
    if not _blocks(state, seat):
        return _HIT
    events.append((SHIELDED, seat, state.acting))
    return _BLOCKED


def _blocks(state: State, seat: int) -> bool:
    """Whether a player blocks attacks, with a Shield in play; with option ``shield=reaction``, with a defense card that
    the player has discarded."""
    if state.rules.react:
        return state.reacted >> (seat + REACTED_BITS) & 1 == 1
    return shielded(state, LOCATION[state.trigger], seat)


def _must_ask_for_shield(state: State, seat: int) -> bool:
    """Who has cards in hand is asked for a defense card, once for each card that attacks."""
    if not state.rules.react or seat == state.actor:
        return False
    return state.hands[seat] != [] and not state.reacted >> seat & 1


def asks_for_shield(table: Table, seat: int) -> bool:
    """Whether what the ability asks a player is if they discard a defense card."""
    if not table.rules.react or seat == table.actor:
        return False
    program, pc = program_of(table, table.trigger, table.acting), table.pc
    reaches = program[pc] in _EFFECTS or program[pc] == Op.KICK_HQ
    return reaches and program[pc + 1] >= ATTACK and not table.reacted >> max(0, seat) & 1


def _react(state: State, seat: int, action: int, events: list[Event]) -> None:
    state.reacted |= 1 << seat
    if action == NONE:
        events.append((NO_SHIELD, seat))
        return
    state.reacted |= 1 << (seat + REACTED_BITS)
    card = action - CARD
    memory.left_hand(state, seat, card)
    state.hands[seat].remove(card)
    state.discards[seat].append(card)
    events.append((SHIELD_DISCARDED, seat, card))


# -- instructions that reach players ---------------------------------------------------------------------------------


def _reach(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """Do something to each player whom the instruction reaches."""
    who, n, arg = program[pc + 1], program[pc + 2], program[pc + 3]
    if not _start_reaching(state, who):
        state.pc = pc + WIDTH
        return True
    effect = _EFFECTS[program[pc]]
    while state.todo:
        seat = _next_reached(state)
        attacked = _HIT if who < ATTACK else _attacked(state, seat, events)
        if attacked == _WAITING:
            return False
        if attacked == _HIT and not effect(state, seat, n, arg, events):
            return False
        state.todo &= ~(1 << seat)
    state.pc = pc + WIDTH
    return True


def _draw(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    drawn = draw(state, seat, n, events)
    if state.trigger == IN_DRAW_PHASE and seat == state.actor:
        state.late += drawn  # FO-123
    return True


def _vp(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    change_vp(state, seat, n, events)
    return True


def _steal(state: State, seat: int, n: int, arg: int, events: list[Event]) -> bool:
    """As many as there are (FO-R38)."""
    to = _reached(state, arg).bit_length() - 1
    if to != seat:
        moved = -change_vp(state, seat, -n, events)
        change_vp(state, to, moved, events)
    return True


def _scrub(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    gain_scrubs(state, seat, n, events)
    return True


def _mod(state: State, seat: int, n: int, _arg: int, events: list[Event]) -> bool:
    """In a Face Off until its end; near the HQ until it cracks."""
    location = LOCATION[state.trigger]
    mods = state.mods if location == FACEOFF else state.hq_mods
    mods[seat] += n
    events.append((POWER_MODIFIED, seat, n, location))
    return True


def _look(state: State, seat: int, _n: int, _arg: int, events: list[Event]) -> bool:
    hand = state.hands[seat]
    if hand and seat != state.actor:
        memory.looked(state, state.actor, seat, hand)
        events.append((HAND_LOOKED_AT, state.actor, seat, *hand))
    return True


def _discard(state: State, seat: int, _n: int, _arg: int, events: list[Event]) -> bool:
    """A card of the player's own choice; the last one in hand is no choice, and all can see that."""
    hand = state.hands[seat]
    if len(hand) > 1:
        return _ask(state, seat, events)
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


# -- instructions that ask the actor ---------------------------------------------------------------------------------


def _choose_opponent(state: State, _program: list[int], pc: int, events: list[Event]) -> bool:
    if state.rules.seats > 2:
        return _ask(state, state.actor, events)
    state.target = 1 - state.actor
    events.append((TARGET_CHOSEN, state.actor, state.target))
    state.pc = pc + WIDTH
    return True


def _may(state: State, _program: list[int], _pc: int, events: list[Event]) -> bool:
    return _ask(state, state.actor, events)


def _peek(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """Without a card to look at it goes on as if that was not discarded."""
    actor = state.actor
    if not has_top(state, actor, events):
        state.pc = program[pc + 3]
        return True
    state.known_top[actor] = 1
    events.append((TOP_LOOKED_AT, actor, state.decks[actor][-1]))
    return _ask(state, actor, events)


def _take(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """The actor takes a card of theirs from the hand or the discard pile, or an entry of an HQ stack. What lies in the
    open is taken without asking if it is the only one; a hand is asked for, and may say that it has none (FO-P03)."""
    if program[pc] == Op.KICK_HQ and not _shields_up(state, program[pc + 1], events):
        return False
    found = _takeable(state, program, pc)
    if not found:
        state.todo = 0
        state.pc = pc + WIDTH
        return True
    if len(found) > 1 or found[0] == NONE:
        return _ask(state, state.actor, events)
    _taken(state, program, pc, found[0], events)
    return True


def _shields_up(state: State, who: int, events: list[Event]) -> bool:
    """All players whose stacks an attack is about have had their chance to discard a defense card; ``todo`` keeps the
    ones whom it hits. False: one is asked."""
    if state.todo:
        return True
    reached = _reached(state, who)
    if who >= ATTACK:
        for seat in SEATS_OF[reached]:
            if _must_ask_for_shield(state, seat):
                return _ask(state, seat, events)
        for seat in SEATS_OF[reached]:
            if _attacked(state, seat, events) == _BLOCKED:
                reached &= ~(1 << seat)
    state.todo = reached
    return True


def _takeable(state: State, program: list[int], pc: int) -> list[int]:
    """What the actor may choose among, ascending."""
    op, n, places = program[pc], program[pc + 2], program[pc + 3]
    cards = state.rules.cards
    actor = state.actor
    if op == Op.KICK_HQ:
        fits = cards.fits[n]
        stacks = [state.stacks[seat] for seat in range(state.rules.seats) if state.todo >> seat & 1]
        return sorted([CARD + entry // 3 for stack in stacks for entry in stack if fits[entry % 3][entry // 3]])
    if op == Op.RECALL:
        fitting = cards.fits[n][NOT_IN_PLAY]
        return sorted([CARD + card for card in state.discards[actor] if fitting[card]])
    if op == Op.PAY_DISCARD:
        return [CARD + card for card in state.hands[actor] if card != state.acting]
    pool = (state.hands[actor] if places & HAND else []) + (state.discards[actor] if places & DISCARD_PILE else [])
    if op == Op.DESTROY:
        found = sorted([CARD + card for card in pool if cards.destroyable[card]])
    else:
        fits = cards.fits[n]
        found = sorted([BUILD + entry for card in pool for entry in entries(state, card) if fits[entry % 3][card]])
    return [NONE, *found] if places & HAND and state.hands[actor] else found


def entries(state: State, card: int) -> list[int]:
    """As what a card may be added to a stack: a dual card as either (FO-017, FO-R21)."""
    types = state.rules.cards.types[card]
    if not types:
        return [3 * card + AS_OTHER]
    found = [3 * card + AS_PERSONALITY] if types & PERSONALITY else []
    return [*found, 3 * card + AS_EQUIPMENT] if types & EQUIPMENT else found


def _taken(state: State, program: list[int], pc: int, action: int, events: list[Event]) -> None:
    """A card was chosen; the program goes on."""
    op, actor = program[pc], state.actor
    state.todo = 0
    state.pc = pc + WIDTH
    if action == NONE:
        events.append((CHOSE_NONE, actor))
    elif op == Op.KICK_HQ:
        _kick(state, action - CARD, events)
    elif op == Op.RECALL:
        card = action - CARD
        state.discards[actor].remove(card)
        to_hand(state, actor, card)
        events.append((RECALLED, actor, card))
    elif op == Op.PAY_DISCARD:
        discard_from_hand(state, actor, action - CARD, events)
    elif op == Op.DESTROY:
        _destroy(state, actor, action - CARD, events)
    else:
        entry = action - BUILD
        events.append((MOVED_TO_HQ, actor, entry, _leave(state, actor, entry // 3)))
        state.stacks[actor].append(entry)


def _leave(state: State, seat: int, card: int) -> int:
    """A card leaves its owner's hand or discard pile; which of them."""
    if card in state.hands[seat]:
        memory.left_hand(state, seat, card)
        state.hands[seat].remove(card)
        return FROM_HAND
    state.discards[seat].remove(card)
    return FROM_DISCARD


def _destroy(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Out of the game, in the open (FO-R63)."""
    place = _leave(state, seat, card)
    state.destroyed.append(card)
    events.append((DESTROYED, seat, card, place))


def _kick(state: State, card: int, events: list[Event]) -> None:
    """Throw a card out of an HQ stack, to its owner's discard pile (FO-100)."""
    for seat, stack in enumerate(state.stacks):
        for entry in stack:
            if entry // 3 == card:
                stack.remove(entry)
                state.discards[seat].append(card)
                events.append((KICKED, seat, entry))
                return


# -- instructions that happen at once --------------------------------------------------------------------------------


def _jump(state: State, program: list[int], pc: int, _events: list[Event]) -> bool:
    state.pc = program[pc + 3]
    return True


def _if(state: State, program: list[int], pc: int, _events: list[Event]) -> bool:
    so = holds(state, state.actor, program[pc + 1], program[pc + 2])
    state.pc = pc + WIDTH if so else program[pc + 3]
    return True


def _pay_vp(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    change_vp(state, state.actor, -program[pc + 2], events)
    state.pc = pc + WIDTH
    return True


def _destroy_this(state: State, _program: list[int], pc: int, events: list[Event]) -> bool:
    _destroy(state, state.actor, state.acting, events)
    state.pc = pc + WIDTH
    return True


_STEPS: Final[dict[int, Callable[[State, list[int], int, list[Event]], bool]]] = {
    int(Op.CHOOSE_OPPONENT): _choose_opponent,
    int(Op.DRAW): _reach,
    int(Op.DISCARD): _reach,
    int(Op.DESTROY): _take,
    int(Op.VP): _reach,
    int(Op.STEAL): _reach,
    int(Op.SCRUB): _reach,
    int(Op.MOD): _reach,
    int(Op.PEEK): _peek,
    int(Op.LOOK): _reach,
    int(Op.RECALL): _take,
    int(Op.MAY): _may,
    int(Op.OPTION): _may,
    int(Op.JUMP): _jump,
    int(Op.IF): _if,
    int(Op.MOVE_TO_HQ): _take,
    int(Op.KICK_HQ): _take,
    int(Op.PAY_DISCARD): _take,
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
        return [NONE, *[CARD + card for card in state.hands[seat] if defense[card]]]
    if op == Op.DISCARD:
        return [CARD + card for card in state.hands[seat]]
    if op == Op.CHOOSE_OPPONENT:
        return [SEAT + other for other in range(state.rules.seats) if other != seat]
    if op == Op.OPTION:
        return [OPTION + option for option in range(program[pc + 2])]
    if op in (Op.MAY, Op.PEEK):
        return [NO, YES]
    return _takeable(state, program, pc)


def answer(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """Go on with the answer to a question. True: the program has ended; False: it asks again."""
    program = program_of(state, state.trigger, state.acting)
    pc = state.pc
    op = program[pc]
    if asks_for_shield(state, seat):
        _react(state, seat, action, events)
    elif op == Op.DISCARD:
        discard_from_hand(state, seat, action - CARD, events)
        state.todo &= ~(1 << seat)
        if not state.todo:
            state.pc = pc + WIDTH
    elif op == Op.CHOOSE_OPPONENT:
        state.target = action - SEAT
        events.append((TARGET_CHOSEN, seat, state.target))
        state.pc = pc + WIDTH
    elif op == Op.OPTION:
        events.append((OPTION_CHOSEN, seat, action - OPTION))
        state.pc = pc + WIDTH * (1 + action - OPTION)
    elif op == Op.MAY:
        events.append((ANSWERED, seat, int(action == YES)))
        state.pc = pc + WIDTH if action == YES else program[pc + 3]
    elif op == Op.PEEK:
        _after_peek(state, program, pc, action, events)
    else:
        _taken(state, program, pc, action, events)
    return _run(state, program, events)


def _after_peek(state: State, program: list[int], pc: int, action: int, events: list[Event]) -> None:
    seat = state.actor
    if action == NO:
        events.append((LEFT_ON_TOP, seat))
        state.pc = program[pc + 3]
        return
    card = state.decks[seat][-1]
    memory.left_deck(state, seat, card)
    state.decks[seat].pop()
    state.known_top[seat] = 0
    state.discards[seat].append(card)
    events.append((DISCARDED, seat, card, FROM_DECK))
    state.pc = pc + WIDTH
