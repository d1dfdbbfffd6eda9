"""Whether a state or view that was read can be one of this game."""

from services.engine.ruleset import SPECTATOR, MalformedPosition
from services.rulesets.duels import actions, duel, knowledge
from services.rulesets.duels.cards import (
    COST,
    EFFECT,
    HIDDEN,
    IS_PERSONALITY,
    NO_CARD,
    POWER_DECK,
    ROUNDS,
    SEATS,
    SLOTS,
    STARTING,
    VICTORY_DECK,
    Cost,
    Effect,
    is_power,
)
from services.rulesets.duels.power_deck import LOOKED_AT
from services.rulesets.duels.table import (
    NO_SLOT,
    PHASE_CHOOSE,
    PHASE_EQUIP,
    PHASE_GAME_OVER,
    PHASE_KEEP,
    PHASE_PLACE,
    PHASE_PRIZE,
    PHASE_TURN,
    SLOTS_OF,
    Memory,
    State,
    View,
)

# -- a state ---------------------------------------------------------------------------------------------------------


def check_state(state: State) -> None:
    """Check a state of the right shape.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    _check_victory_cards(state)
    _check_fighters(state)
    if state.quiet > state.rules.stall_limit:
        _fail("quiet", f"must be at most {state.rules.stall_limit}")
    for seat in range(SEATS):
        if state.phase in (PHASE_PLACE, PHASE_GAME_OVER):
            _check_cleared(state, seat)
        else:
            _check_line_up(state, seat)
        _check_memory(state, seat)
    _CHECKED[state.phase](state)


def _check_victory_cards(state: State) -> None:
    """Every VC is dealt once, seven in a round (FD-R01)."""
    cards = [card for card in state.line if card != NO_CARD]
    cards += state.vc_deck + state.removed + state.won[0] + state.won[1]
    if sorted(cards) != VICTORY_DECK:
        _fail("vc_deck", "each VC card must be in exactly one place")
    if len(state.vc_deck) != SLOTS * (ROUNDS - state.round):
        _fail("vc_deck", f"must have {SLOTS * (ROUNDS - state.round)} cards in round {state.round}")


def _check_fighters(state: State) -> None:
    """Each card of the match is in exactly one place; the thirteen of a player are always that player's (FD-002)."""
    power = state.power_deck + state.aside + state.discards[0] + state.discards[1]
    for seat in range(SEATS):
        held = _held(state, seat) + state.destroyed[seat]
        if sorted([card for card in held if not is_power(card)]) != STARTING[seat]:
            _fail(f"players[{seat}]", "must have each of their thirteen cards in exactly one place, and no other's")
        power += [card for card in held if is_power(card)]
    if sorted(power) != POWER_DECK:
        _fail("power_deck", "each Power card must be in exactly one place")
    if len(state.aside) != len(POWER_DECK) - state.rules.power_deck:
        _fail("power_aside", "does not fit the option power_deck")


def _held(state: State, seat: int) -> list[int]:
    """A player's cards that are not destroyed."""
    return state.hands[seat] + [card for card in [*state.cards[seat], state.equipment[seat]] if card != NO_CARD]


def _check_cleared(state: State, seat: int) -> None:
    where = f"players[{seat}]"
    if state.up[seat] or state.locked[seat] or any(state.bonus[seat]) or any(state.filled[seat]):
        _fail(where, "has a card in the line-up that is more than placed")
    if state.fills[seat] or state.duels_won[seat]:
        _fail(where, "has filled a slot or won a duel before the round began")
    if state.peeked[seat] != NO_SLOT or state.recalled[seat] != NO_CARD:
        _fail(where, "has a card that was looked at before the round began")


def _check_line_up(state: State, seat: int) -> None:
    where = f"players[{seat}]"
    down, up, filled = state.down[seat], state.up[seat], state.filled[seat]
    occupied = sum([1 << slot for slot, card in enumerate(state.cards[seat]) if card != NO_CARD])
    if state.placed[seat] != SLOTS:
        _fail(f"{where}.placed", "must be all")
    if up & ~occupied:
        _fail(f"{where}.face_up", "names an empty slot")
    if down & ~state.live:
        _fail(f"{where}.face_up", "a card whose VC card is gone has been revealed")
    if state.locked[seat] & ~down:
        _fail(f"{where}.locked", "names a slot without a face-down card")
    if any((filled[slot] > 0) != (occupied >> slot & 1 == 1) for slot in range(SLOTS)):
        _fail(f"{where}.filled", "must be of the slots with a card")
    later = [fill for fill in filled if fill > 1]
    if state.fills[seat] < 1 or max(filled) > state.fills[seat] or len(set(later)) < len(later):
        _fail(f"{where}.filled", "does not fit the number of fills")
    if any(bonus and not occupied >> slot & 1 for slot, bonus in enumerate(state.bonus[seat])):
        _fail(f"{where}.bonus", "names an empty slot")
    if sum(state.duels_won) > SLOTS:
        _fail(f"{where}.duels_won", "is more than there were duels")


def _check_memory(state: State, seat: int) -> None:
    """What is known of a player's cards is true, and what is not known is possible."""
    where = f"players[{seat}]"
    _check_peeked(state, seat)
    public, private = state.memories[seat::SEATS]
    if not set(public.shown) <= set(private.shown):
        _fail(f"{where}.known", "what all know is known to the opponent")
    if any(mine > theirs for mine, theirs in zip(public.since, private.since, strict=False)):
        _fail(f"{where}.unseen_by_opponent_since", "must be what all know, or more")
    slot = state.peeked[seat]
    if slot != NO_SLOT and is_power(state.cards[seat][slot]) and state.cards[seat][slot] not in private.shown:
        _fail(f"{where}.known", "lacks a card that was looked at")
    for memory, key in ((public, "unseen_since"), (private, "unseen_by_opponent_since")):
        _check_audience(state, seat, memory, f"{where}.{key}")


def _check_peeked(state: State, seat: int) -> None:
    where = f"players[{seat}]"
    slot, recalled = state.peeked[seat], state.recalled[seat]
    if slot == NO_SLOT and recalled == NO_CARD:
        if state.recalled_since[seat]:
            _fail(f"{where}.recalled", "must have a card")
        return
    if slot != NO_SLOT and recalled != NO_CARD:
        _fail(f"{where}.recalled", "the opponent looks at one card in a round")
    other = 1 - seat
    if not any(EFFECT[state.cards[other][up]] == Effect.PEEK_SLOT for up in SLOTS_OF[state.up[other]]):
        _fail(f"{where}.peeked", "the opponent has played no action that looks at a card")
    if slot != NO_SLOT and not state.down[seat] >> slot & 1:
        _fail(f"{where}.peeked", "must be a slot with a face-down card")
    if recalled == NO_CARD:
        return
    since = state.recalled_since[seat]
    later = [state.cards[seat][place] for place in SLOTS_OF[state.down[seat]] if state.filled[seat][place] > since]
    if recalled not in state.hands[seat] + later or since > state.fills[seat]:
        _fail(f"{where}.recalled", "must be in hand, or in a slot filled since")
    if is_power(recalled) and recalled not in state.memories[SEATS + seat].shown:
        _fail(f"{where}.known", "lacks a card that was looked at")


def _check_audience(state: State, seat: int, memory: Memory, where: str) -> None:
    power = [card for card in _held(state, seat) if is_power(card)]
    if not set(memory.shown) <= set(power):
        _fail(f"players[{seat}].known", "has a card that is not the player's")
    revealed = [state.cards[seat][slot] for slot in SLOTS_OF[state.up[seat]]] + [state.equipment[seat]]
    if any(is_power(card) and card not in memory.shown for card in revealed):
        _fail(f"players[{seat}].known", "lacks a card that all see")
    unseen = [card for card in power if card not in memory.shown]
    if len(memory.since) != len(unseen):
        _fail(where, "must be one for each Power card that is not known")
    if memory.since and memory.since[-1] > state.fills[seat]:
        _fail(where, "is more than the number of fills")
    filled = sorted(state.filled[seat][slot] for slot, card in enumerate(state.cards[seat]) if card in unseen)
    if state.phase != PHASE_PLACE and any(fill <= since for fill, since in zip(filled, memory.since, strict=False)):
        _fail(where, "does not fit when the slots were filled")


# -- phases ----------------------------------------------------------------------------------------------------------


def _check_placing(state: State) -> None:
    _check_idle(state)
    if state.live != (1 << SLOTS) - 1:
        _fail("vc_line", "must be complete while cards are placed")
    if all(placed == SLOTS for placed in state.placed):
        _fail("players", "all are ready, so the round has begun")
    if state.quiet or state.asked != state.active:
        _fail("asked", "nobody has had a turn")
    for seat, placed in enumerate(state.placed):
        cards = state.cards[seat]
        if any(card != NO_CARD for card in cards[placed:]):
            _fail(f"players[{seat}].line_up", "has a card in a slot that is not placed")
        most = max(0, SLOTS - len(_held(state, seat)))
        left = cards[:placed].count(NO_CARD)
        if left > most or (placed == SLOTS and left < most):  # FD-R09
            _fail(f"players[{seat}].line_up", "a slot stays empty only if there are not enough cards")


def _check_turn(state: State) -> None:
    _check_idle(state)
    _check_running(state)
    if state.asked != state.active:
        _fail("asked", "must be the player whose turn it is")


def _check_choosing(state: State) -> None:
    if state.duel_slot != NO_SLOT:
        _fail("duel", "must be absent while an action is played")
    _check_running(state)
    card, seat = state.acting, state.active
    if state.asked != seat or state.quiet:
        _fail("asked", "must be the player who plays an action")
    if card == NO_CARD or EFFECT[card] in (Effect.NONE, Effect.DRAW_POWER):
        _fail("action", "must be one with a choice")
    in_line_up = [state.cards[seat][slot] for slot in SLOTS_OF[state.up[seat]]]
    if card not in (state.destroyed[seat] if COST[card] == Cost.DESTROY_THIS else in_line_up):
        _fail("action.card", "must have been revealed, and destroyed if it destroys itself")
    if not state.paid and COST[card] != Cost.DESTROY_CHOICE:
        _fail("action.paid", "must be true")
    if state.paid and not actions.leaves_choice(state):
        _fail("action", "waits for no choice")
    if not actions.choices(state, seat):
        _fail("action", "waits for no choice")


def _check_equipping(state: State) -> None:
    _check_duelling(state)
    slot, asked = state.duel_slot, state.asked
    if not all(state.up[seat] >> slot & 1 and IS_PERSONALITY[state.cards[seat][slot]] for seat in range(SEATS)):
        _fail("duel.slot", "must have two personalities face up")
    first = duel.decides_first(state, slot)
    if state.answers >= SEATS or asked != (first if state.answers == 0 else 1 - first):
        _fail("duel.answers", "does not fit who is asked")
    if state.equipment[asked] != NO_CARD or (state.answers == 0 and state.equipment[1 - asked] != NO_CARD):
        _fail("duel.equipment", "is played only by a player who has decided")


def _check_prize(state: State) -> None:
    _check_duelling(state)
    if state.equipment != [NO_CARD] * SEATS:
        _fail("duel.equipment", "has been destroyed")
    personalities = [
        bool(state.up[seat] >> state.duel_slot & 1 and IS_PERSONALITY[state.cards[seat][state.duel_slot]])
        for seat in range(SEATS)
    ]
    if not personalities[state.asked] or state.answers != (SEATS if all(personalities) else 0):
        _fail("duel", "was not won by the player who is asked")
    if not all(personalities) and state.cards[1 - state.asked][state.duel_slot] != NO_CARD:
        _fail("duel", "an equipment that was revealed has been destroyed")
    if not state.duels_won[state.asked]:
        _fail("players", "the winner has won a duel")
    if len(duel.prizes(state)) < 2:
        _fail("duel", "there is no choice of prizes")


def _check_keeping(state: State) -> None:
    if state.acting != NO_CARD:
        _fail("action", "must be absent while Power cards are looked at")
    if state.quiet or len(state.power_deck) < LOOKED_AT:
        _fail("power_deck", "must have two cards to choose from, after an action or a duel")
    if state.equipment != [NO_CARD] * SEATS:
        _fail("duel.equipment", "has been destroyed")
    if state.duel_slot == NO_SLOT:
        _check_running(state)
        if state.asked != state.active:
            _fail("asked", "must be the player who played an action")
    elif state.live >> state.duel_slot & 1 or not state.duels_won[state.asked] or state.answers == 1:
        _fail("duel", "has been decided")


def _check_duelling(state: State) -> None:
    if state.acting != NO_CARD:
        _fail("action", "must be absent in a duel")
    if state.duel_slot == NO_SLOT or not state.live >> state.duel_slot & 1:
        _fail("duel.slot", "must be one whose VC card is left")
    if state.quiet:
        _fail("quiet", "must be 0 in a duel")


def _check_over(state: State) -> None:
    _check_idle(state)
    if state.round != ROUNDS or state.live:
        _fail("phase", "the match goes on")
    if state.quiet or state.asked != state.active or any(state.placed):
        _fail("asked", "nobody is")
    if any(card != NO_CARD for cards in state.cards for card in cards):
        _fail("players", "all cards are back in hand")


def _check_idle(state: State) -> None:
    if state.duel_slot != NO_SLOT:
        _fail("duel", "must be absent")
    if state.acting != NO_CARD:
        _fail("action", "must be absent")


def _check_running(state: State) -> None:
    if not state.live:
        _fail("vc_line", "must have a card")


_CHECKED = {
    PHASE_PLACE: _check_placing,
    PHASE_TURN: _check_turn,
    PHASE_CHOOSE: _check_choosing,
    PHASE_EQUIP: _check_equipping,
    PHASE_PRIZE: _check_prize,
    PHASE_KEEP: _check_keeping,
    PHASE_GAME_OVER: _check_over,
}


# -- a view ----------------------------------------------------------------------------------------------------------


def check_view(view: View) -> None:
    """Check a view of the right shape as far as a state can be imagined from it; whether that state looks like the view
    is checked with the state.

    Raises:
        MalformedPosition: no state can be. The message says where.
    """
    if len(view.looked) > view.power_deck_size:
        _fail("looked", "is more than there is")
    hidden = view.power_deck_size - len(view.looked) + len(POWER_DECK) - view.rules.power_deck
    hidden += sum([cards.count(HIDDEN) for cards in view.discards])
    for seat in range(SEATS):
        if seat == view.viewer:
            if HIDDEN in view.cards[seat] or len(view.hand) != view.hand_sizes[seat]:
                _fail(f"players[{seat}]", "the viewer knows all of their own cards")
        else:
            hidden += _check_hidden_cards(view, seat)
    if len(knowledge.unseen_power_cards(view)) != hidden:
        _fail("players", "do not fit the Power cards that the viewer has not seen")


def _check_hidden_cards(view: View, seat: int) -> int:
    """The number of another player's Power cards that the viewer has not seen."""
    where = f"players[{seat}]"
    if view.phase == PHASE_PLACE and any(card != NO_CARD for card in view.cards[seat]):
        _fail(f"{where}.line_up", "is known to its player alone while cards are placed")
    if view.phase == PHASE_PLACE and view.placed[seat] not in (0, SLOTS):
        _fail(f"{where}.placed", "is known to the player alone before all are")
    known = knowledge.known_cards(view, seat)
    since = knowledge.audience(view, seat).since
    seen = [card for card in view.cards[seat] if card >= 0]
    if view.equipment[seat] != NO_CARD:
        seen.append(view.equipment[seat])
    if not set(seen) <= set(known) or len(set(seen)) < len(seen):
        _fail(where, "has a card that is not the player's, or twice")
    slots = [slot for slot, card in enumerate(view.cards[seat]) if card == HIDDEN]
    hand = view.hand_sizes[seat]
    if len(known) - len(seen) + len(since) != len(slots) + hand:
        _fail(f"{where}.hand_size", "does not fit the player's cards")
    if view.recalled[seat] != NO_CARD and (
        view.viewer == SPECTATOR or view.recalled[seat] not in set(known) - set(seen)
    ):
        _fail(f"{where}.recalled", "is known to the players alone, and was not seen since")
    if view.phase != PHASE_PLACE and not knowledge.possible(view, seat):
        _fail(f"{where}.unseen_since", "does not fit when the slots were filled")
    return len(since)


def _fail(where: str, what: str) -> None:
    raise MalformedPosition(f"{where}: {what}")
