"""D) Playing actions (FD-018, FD-038, FD-039). The functions that play a step return whether the turn is over.

Which slots an action may be aimed at is public, and so is whether there is a choice: a player who has none is not
asked (FD-P01). An action is played only if it can do what it says (FD-P02).
"""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.rulesets.duels import memory, power_deck
from services.rulesets.duels.cards import AMOUNT, COST, EFFECT, NO_CARD, Cost, Effect
from services.rulesets.duels.events import (
    CHOICE_CARD,
    CHOICE_SLOT,
    CHOICE_SLOTS,
    EVENT_ACTION_PLAYED,
    EVENT_CARD_DESTROYED,
    EVENT_CARD_EXPOSED,
    EVENT_CARD_LOCKED,
    EVENT_CHOICE_ASKED,
    EVENT_MOVED,
    EVENT_PEEKED,
    EVENT_POWER_RAISED,
    EVENT_VC_MOVED,
    NOWHERE,
)
from services.rulesets.duels.notation import ACTION_CARD, ACTION_PAIR, ACTION_SLOT, PAIRS, pair_of
from services.rulesets.duels.table import PHASE_CHOOSE, SLOTS_OF, State, Table


def can_act(state: State, seat: int, slot: int) -> bool:
    """Whether a player may play the action of a face-down card of their own that has one (FD-R15)."""
    card = state.cards[seat][slot]
    effect = EFFECT[card]
    if COST[card] == Cost.DESTROY_CHOICE and not state.hands[seat] and len(_line_up(state, seat)) == 1:
        return False
    if effect == Effect.DRAW_POWER:
        return len(state.power_deck) > 0
    targets = _targets(state, seat, effect)
    if effect == Effect.SWAP_OWN or (COST[card] == Cost.DESTROY_THIS and effect == Effect.MOD_SLOT):
        targets &= ~(1 << slot)  # it will not be there face down, or at all
    return targets.bit_count() >= _wanted(effect)


def _targets(table: Table, seat: int, effect: int) -> int:
    """Bit mask of the slots that an effect may be aimed at."""
    other = 1 - seat
    if effect == Effect.SWAP_VC:
        return table.live  # FD-R34
    if effect == Effect.LOCK_SLOT:
        return table.down[other] & ~table.locked[other]
    if effect == Effect.SWAP_OWN:
        return table.down[seat] & ~table.locked[seat]
    if effect == Effect.MOD_SLOT:
        return (table.down[seat] | table.up[seat]) & table.live
    return table.down[other]


def _wanted(effect: int) -> int:
    """How many slots an effect is aimed at."""
    return 2 if effect in (Effect.SWAP_VC, Effect.SWAP_OWN) else 1


def play_action(state: State, seat: int, slot: int, events: list[Event]) -> bool:
    """Announce it, reveal the card and execute it (FD-R15). A card that stays is locked: it is face up (FD-039)."""
    card = state.cards[seat][slot]
    memory.turn_up(state, seat, slot, card)
    events.append((EVENT_ACTION_PLAYED, seat, slot, card))
    state.acting = card
    state.paid = 1
    if COST[card] == Cost.DESTROY_THIS:
        memory.destroy(state, seat, card, slot)
        events.append((EVENT_CARD_DESTROYED, seat, card, slot))
    elif COST[card] == Cost.DESTROY_CHOICE:
        state.paid = 0
        return _ask(state, CHOICE_CARD, events)
    return _aim(state, seat, events)


def _aim(state: State, seat: int, events: list[Event]) -> bool:
    """Execute an action that is paid for, or ask what it is aimed at."""
    effect = EFFECT[state.acting]
    if effect == Effect.DRAW_POWER:
        state.acting = NO_CARD
        state.paid = 0
        return not state.power_deck or power_deck.look(state, seat, events)
    targets, wanted = _targets(state, seat, effect), _wanted(effect)
    if targets.bit_count() > wanted:
        return _ask(state, CHOICE_SLOT if wanted == 1 else CHOICE_SLOTS, events)
    if targets.bit_count() == wanted:
        _EXECUTED[effect](state, seat, SLOTS_OF[targets], events)
    state.acting = NO_CARD
    return True


def _ask(state: State, what: int, events: list[Event]) -> bool:
    state.phase = PHASE_CHOOSE
    state.asked = state.active
    events.append((EVENT_CHOICE_ASKED, state.active, state.acting, what))
    return False


def leaves_choice(state: State) -> bool:
    """Whether there is a choice of what a paid action is aimed at."""
    effect = EFFECT[state.acting]
    return _targets(state, state.active, effect).bit_count() > _wanted(effect)


def choices(state: State, seat: int) -> list[int]:
    """What may be chosen for the action: what it costs, then what it is aimed at."""
    if not state.paid:
        return sorted(
            [ACTION_CARD + card for card in state.hands[seat] + _line_up(state, seat) if card != state.acting]
        )
    effect = EFFECT[state.acting]
    targets = _targets(state, seat, effect)
    if _wanted(effect) == 1:
        return [ACTION_SLOT + slot for slot in SLOTS_OF[targets]]
    return [ACTION_PAIR + place for place, (one, two) in enumerate(PAIRS) if targets >> one & targets >> two & 1]


def choose(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """Go on after a choice."""
    if not state.paid:
        _destroy_chosen(state, seat, action - ACTION_CARD, events)
        state.paid = 1
        return _aim(state, seat, events)
    slots = list(pair_of(action)) if action >= ACTION_PAIR else [action - ACTION_SLOT]
    _EXECUTED[EFFECT[state.acting]](state, seat, slots, events)
    state.acting = NO_CARD
    return True


def _destroy_chosen(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Destroy a card of the player's own, in hand or in the line-up (FD-R36)."""
    slot = NOWHERE
    if card in state.hands[seat]:
        state.hands[seat].remove(card)
        memory.see(state, seat, card, memory.FROM_HAND)
    else:
        slot = state.cards[seat].index(card)
        if state.down[seat] >> slot & 1:
            memory.turn_up(state, seat, slot, card)
    memory.destroy(state, seat, card, slot)
    events.append((EVENT_CARD_DESTROYED, seat, card, slot))


def _line_up(state: State, seat: int) -> list[int]:
    return [card for card in state.cards[seat] if card != NO_CARD]


# -- effects ---------------------------------------------------------------------------------------------------------


def _peek(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    other, slot = 1 - seat, slots[0]
    card = state.cards[other][slot]
    memory.peek(state, other, slot, card)
    events.append((EVENT_PEEKED, seat, slot, card))


def _swap_vc(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    """Two VC cards change places; the players' cards stay (FD-R34)."""
    swap_vc(state, slots[0], slots[1])
    events.append((EVENT_VC_MOVED, seat, slots[0], slots[1]))


def swap_vc(table: Table, one: int, two: int) -> None:
    """Two VC cards of the line-up change places."""
    table.line[one], table.line[two] = table.line[two], table.line[one]


def _lock(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    state.locked[1 - seat] |= 1 << slots[0]
    events.append((EVENT_CARD_LOCKED, 1 - seat, slots[0]))


def _expose(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    other, slot = 1 - seat, slots[0]
    card = state.cards[other][slot]
    memory.turn_up(state, other, slot, card)
    events.append((EVENT_CARD_EXPOSED, other, slot, card))


def _raise_power(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    """Any line-up card may be named; it counts if it is a personality (FD-P03)."""
    state.bonus[seat][slots[0]] += AMOUNT[state.acting]
    events.append((EVENT_POWER_RAISED, seat, slots[0], AMOUNT[state.acting]))


def _swap_own(state: State, seat: int, slots: list[int], events: list[Event]) -> None:
    memory.move(state, seat, slots[0], slots[1])
    events.append((EVENT_MOVED, seat, slots[0], slots[1]))


_EXECUTED: Final[dict[int, Callable[[State, int, list[int], list[Event]], None]]] = {
    Effect.PEEK_SLOT: _peek,
    Effect.SWAP_VC: _swap_vc,
    Effect.LOCK_SLOT: _lock,
    Effect.EXPOSE_SLOT: _expose,
    Effect.MOD_SLOT: _raise_power,
    Effect.SWAP_OWN: _swap_own,
}
