"""Instructions by which the actor takes a card: out of the own hand or discard pile, or out of an HQ stack."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities.attacks import ATTACK_BLOCKED, attacked, must_ask_for_shield
from services.rulesets.faceoff.abilities.current_ability import ask, reached
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import (
    AS_EQUIPMENT,
    AS_OTHER,
    AS_PERSONALITY,
    ATTACK,
    NOT_IN_PLAY,
    PLACE_DISCARD_PILE,
    PLACE_HAND,
    TYPE_EQUIPMENT,
    TYPE_PERSONALITY,
    Op,
)
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import ACTION_BUILD, ACTION_CHOOSE_CARD, ACTION_CHOOSE_NONE
from services.rulesets.faceoff.table.events import (
    EVENT_CHOSE_NONE,
    EVENT_DESTROYED,
    EVENT_KICKED,
    EVENT_MOVED_TO_HQ,
    EVENT_RECALLED,
    ORIGIN_DISCARD_PILE,
    ORIGIN_HAND,
)
from services.rulesets.faceoff.table.player_cards import discard_from_hand, out_of_sight, to_hand
from services.rulesets.faceoff.table.state import SEATS_OF, State


def take(state: State, program: list[int], pc: int, events: list[Event]) -> bool:
    """The actor takes a card of theirs from the hand or the discard pile, or an entry of an HQ stack. What lies in the
    open is taken without asking if it is the only one there can be; who has cards in hand that may count is always
    asked, and may say that there is none unless all can see that there is one (FO-P03)."""
    if program[pc] == Op.KICK_HQ and not _shields_up(state, program[pc + 1], events):
        return False
    found = takeable(state, program, pc)
    if not found:
        state.todo = 0
        state.pc = pc + INSTRUCTION_WIDTH
        return True
    if len(found) > 1 or _from_hidden_hand(state, program, pc):
        return ask(state, state.actor, events)
    taken(state, program, pc, found[0], events)
    return True


def _from_hidden_hand(state: State, program: list[int], pc: int) -> bool:
    """Whether the actor may take a card of a certain kind out of the hand: how many there are is hidden."""
    return program[pc] in _FROM_OWN_PLACES and program[pc + 3] & PLACE_HAND != 0 and state.hands[state.actor] != []


_FROM_OWN_PLACES: Final = (Op.DESTROY, Op.MOVE_TO_HQ)
"""Instructions that take a card of a certain kind from the places that they name."""


def _shields_up(state: State, who: int, events: list[Event]) -> bool:
    """All players whose stacks an attack is about have had their chance to discard a defense card; ``todo`` keeps the
    ones whom it hits (FO-P10). False: one is asked."""
    if state.todo:
        return True
    hit = reached(state, who)
    if who >= ATTACK:
        for seat in SEATS_OF[hit]:
            if must_ask_for_shield(state, seat):
                return ask(state, seat, events)
        for seat in SEATS_OF[hit]:
            if attacked(state, seat, events) == ATTACK_BLOCKED:
                hit &= ~(1 << seat)
    state.todo = hit
    return True


def takeable(state: State, program: list[int], pc: int) -> list[int]:
    """What the actor may choose among, ascending."""
    op, n, places = program[pc], program[pc + 2], program[pc + 3]
    cards = state.rules.cards
    actor = state.actor
    if op == Op.KICK_HQ:
        fits = cards.fits[n]
        stacks = [state.stacks[seat] for seat in range(state.rules.seats) if state.todo >> seat & 1]
        return sorted(
            [ACTION_CHOOSE_CARD + entry // 3 for stack in stacks for entry in stack if fits[entry % 3][entry // 3]]
        )
    if op == Op.RECALL:
        fitting = cards.fits[n][NOT_IN_PLAY]
        return sorted([ACTION_CHOOSE_CARD + card for card in state.discards[actor] if fitting[card]])
    if op == Op.PAY_DISCARD:
        return [ACTION_CHOOSE_CARD + card for card in state.hands[actor] if card != state.acting]
    hand = _fitting(state, op, n, state.hands[actor]) if places & PLACE_HAND else []
    in_the_open = _fitting(state, op, n, state.discards[actor]) if places & PLACE_DISCARD_PILE else []
    found = sorted(hand + in_the_open)
    if in_the_open or not _from_hidden_hand(state, program, pc) or not _may_have_none(state, op, n):
        return found
    return [ACTION_CHOOSE_NONE, *found]


def _may_have_none(state: State, op: int, n: int) -> bool:
    """Whether the actor may say that no card in hand will do: nobody can check, unless what is public says that there
    must be one."""

    def fits(card: int) -> bool:
        return _fitting(state, op, n, [card]) != []

    return hand_memory.may_lack(state, state.actor, out_of_sight(state, state.actor), fits)


def _fitting(state: State, op: int, n: int, pool: list[int]) -> list[int]:
    """What of some cards can be destroyed, or moved to the HQ."""
    cards = state.rules.cards
    if op == Op.DESTROY:
        return [ACTION_CHOOSE_CARD + card for card in pool if cards.destroyable[card]]
    fits = cards.fits[n]
    return [ACTION_BUILD + entry for card in pool for entry in entries(state, card) if fits[entry % 3][card]]


def entries(state: State, card: int) -> list[int]:
    """As what a card may be added to a stack: a dual card as either (FO-017, FO-R21, FO-P09)."""
    types = state.rules.cards.types[card]
    if not types:
        return [3 * card + AS_OTHER]
    found = [3 * card + AS_PERSONALITY] if types & TYPE_PERSONALITY else []
    return [*found, 3 * card + AS_EQUIPMENT] if types & TYPE_EQUIPMENT else found


def taken(state: State, program: list[int], pc: int, action: int, events: list[Event]) -> None:
    """A card was chosen; the program goes on."""
    op, actor = program[pc], state.actor
    state.todo = 0
    state.pc = pc + INSTRUCTION_WIDTH
    if action == ACTION_CHOOSE_NONE:
        events.append((EVENT_CHOSE_NONE, actor))
    elif op == Op.KICK_HQ:
        _kick(state, action - ACTION_CHOOSE_CARD, events)
    elif op == Op.RECALL:
        card = action - ACTION_CHOOSE_CARD
        state.discards[actor].remove(card)
        to_hand(state, actor, card)
        events.append((EVENT_RECALLED, actor, card))
    elif op == Op.PAY_DISCARD:
        discard_from_hand(state, actor, action - ACTION_CHOOSE_CARD, events)
    elif op == Op.DESTROY:
        destroy(state, actor, action - ACTION_CHOOSE_CARD, events)
    else:
        entry = action - ACTION_BUILD
        events.append((EVENT_MOVED_TO_HQ, actor, entry, _leave(state, actor, entry // 3)))
        state.stacks[actor].append(entry)


def _leave(state: State, seat: int, card: int) -> int:
    """A card leaves its owner's hand or discard pile; which of them."""
    if card in state.hands[seat]:
        hand_memory.left_hand(state, seat, card)
        state.hands[seat].remove(card)
        return ORIGIN_HAND
    state.discards[seat].remove(card)
    return ORIGIN_DISCARD_PILE


def destroy(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Out of the game, in the open (FO-R63)."""
    place = _leave(state, seat, card)
    state.destroyed.append(card)
    events.append((EVENT_DESTROYED, seat, card, place))


def _kick(state: State, card: int, events: list[Event]) -> None:
    """Throw a card out of an HQ stack, to its owner's discard pile (FO-100)."""
    for seat, stack in enumerate(state.stacks):
        for entry in stack:
            if entry // 3 == card:
                stack.remove(entry)
                state.discards[seat].append(card)
                events.append((EVENT_KICKED, seat, entry))
                return
