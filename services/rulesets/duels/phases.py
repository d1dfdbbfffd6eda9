"""The course of a match, in the rulebook's order: set up, dealing, placing, turns, the end of a round, scoring.

A match rests while players place cards, on a turn, while an action, equipment, a prize or a Power card is chosen, and
at the end.
"""

from collections.abc import Callable
from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import IllegalAction
from services.rulesets.duels import actions, duel, memory, power_deck, scoring
from services.rulesets.duels.cards import EFFECT, NO_CARD, POWER_DECK, ROUNDS, SEATS, SLOTS, STARTING, VICTORY_DECK
from services.rulesets.duels.events import (
    EVENT_CARD_PLACED,
    EVENT_FILLED,
    EVENT_GAME_ENDED,
    EVENT_LINED_UP,
    EVENT_MATCH_STARTED,
    EVENT_MOVED,
    EVENT_PASSED,
    EVENT_PLAYER_READY,
    EVENT_ROUND_DEALT,
    EVENT_ROUND_ENDED,
    EVENT_SCORED,
    EVENT_SWITCHED,
    EVENT_TURN_BEGAN,
)
from services.rulesets.duels.notation import (
    ACTION_ACT,
    ACTION_DUEL,
    ACTION_FILL,
    ACTION_KEEP,
    ACTION_LEAVE,
    ACTION_PASS,
    ACTION_SLOT,
    ACTION_SWAP,
    ACTION_SWITCH,
    ACTIONS_OF_A_SLOT,
    PAIRS,
    pair_of,
)
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
    Rules,
    State,
    Table,
)

SETUP_STREAM: Final = "setup"
ALL_SLOTS: Final = (1 << SLOTS) - 1


# -- set up ----------------------------------------------------------------------------------------------------------


def set_up(rules: Rules, chance: Chance) -> tuple[State, list[Event]]:
    """The first state: both decks shuffled, thirteen cards in each hand, the first seven VCs dealt."""
    state = empty_table(rules, chance)
    state.hands = [cards.copy() for cards in STARTING]  # FD-002 to FD-004
    state.vc_deck = VICTORY_DECK.copy()
    chance.shuffle(SETUP_STREAM, state.vc_deck)  # FD-005
    cards = POWER_DECK.copy()
    chance.shuffle(power_deck.POWER_STREAM, cards)  # FD-006
    left_out = len(cards) - rules.power_deck  # FD-P07
    state.aside = cards[:left_out]
    state.power_deck = cards[left_out:]
    state.first = state.active = rules.first_player(chance)  # FD-012
    events: list[Event] = [(EVENT_MATCH_STARTED, state.first, rules.power_deck)]
    deal(state, events)
    return state, events


def empty_table(rules: Rules, chance: Chance) -> State:
    """The table before anything is laid out."""
    state = State()
    state.rules = rules
    state.phase = PHASE_PLACE
    state.round = 0
    state.first = 0
    state.active = 0
    state.asked = 0
    state.quiet = 0
    state.line = [NO_CARD] * SLOTS
    state.live = 0
    state.removed = []
    state.won = [[] for _ in range(SEATS)]
    state.destroyed = [[] for _ in range(SEATS)]
    state.discards = [[] for _ in range(SEATS)]
    state.cards = [[] for _ in range(SEATS)]
    state.down = [0] * SEATS
    state.up = [0] * SEATS
    state.locked = [0] * SEATS
    state.bonus = [[] for _ in range(SEATS)]
    state.filled = [[] for _ in range(SEATS)]
    state.fills = [0] * SEATS
    state.placed = [0] * SEATS
    state.duels_won = [0] * SEATS
    state.peeked = [NO_SLOT] * SEATS
    state.recalled = [NO_CARD] * SEATS
    state.recalled_since = [0] * SEATS
    state.memories = [Memory([], []) for _ in range(2 * SEATS)]
    state.duel_slot = NO_SLOT
    state.answers = 0
    state.equipment = [NO_CARD] * SEATS
    state.acting = NO_CARD
    state.paid = 0
    state.hands = [[] for _ in range(SEATS)]
    state.vc_deck = []
    state.power_deck = []
    state.aside = []
    state.chance = chance
    state.choices = [[] for _ in range(SEATS)]
    memory.clear_line_up(state)
    return state


def at_random(chance: Chance) -> int:
    """Who begins the match: each player equally likely (FD-R06)."""
    return chance.below(SETUP_STREAM, SEATS)


def always(seat: int) -> Callable[[Chance], int]:
    """Who begins the match: this seat."""

    def begins(_chance: Chance) -> int:
        return seat

    return begins


# -- dealing and placing ---------------------------------------------------------------------------------------------


def deal(state: State, events: list[Event]) -> None:
    """Deal seven VCs face up (FD-007, FD-041); both players place their cards."""
    state.round += 1
    state.line = state.vc_deck[: -SLOTS - 1 : -1]
    del state.vc_deck[-SLOTS:]
    state.live = ALL_SLOTS
    state.phase = PHASE_PLACE
    state.asked = state.active
    events.append((EVENT_ROUND_DEALT, state.round, state.active, *state.line))


def _placements(state: State, seat: int) -> list[int]:
    """Any card in hand for the next slot (FD-008, FD-010, FD-R08). A slot may stay empty only if there are not enough
    cards for all (FD-R09, FD-R10). Both may be forced, and are asked all the same: every player places seven times."""
    hand = state.hands[seat]
    return [*hand, ACTION_LEAVE] if len(hand) < SLOTS - state.placed[seat] else hand.copy()


def _place(state: State, seat: int, action: int, events: list[Event]) -> None:
    """Lay a card face down, or leave the slot empty (FD-P01); when both are ready the round begins (FD-011)."""
    slot = state.placed[seat]
    card = NO_CARD if action == ACTION_LEAVE else action
    if card != NO_CARD:
        state.hands[seat].remove(card)
        state.cards[seat][slot] = card
    state.placed[seat] = slot + 1
    events.append((EVENT_CARD_PLACED, seat, slot, card))
    if slot + 1 < SLOTS:
        return
    events.append((EVENT_PLAYER_READY, seat))
    if state.placed[1 - seat] == SLOTS:
        masks = [sum([1 << slot for slot, card in enumerate(cards) if card != NO_CARD]) for cards in state.cards]
        memory.line_up(state, masks)
        events.append((EVENT_LINED_UP, *masks))
        _begin_turn(state, events)


# -- turns -----------------------------------------------------------------------------------------------------------


def _begin_turn(state: State, events: list[Event]) -> None:
    state.phase = PHASE_TURN
    state.asked = state.active
    events.append((EVENT_TURN_BEGAN, state.active, state.quiet))


def _turns(state: State, seat: int) -> list[int]:
    """One of A to E (FD-014), in the order of their numbers. After too many quiet turns only D and E (FD-R11)."""
    quiet = state.quiet < state.rules.stall_limit
    down = state.down[seat]
    found = state.rules.turn_words.copy() if quiet else []
    own = state.cards[seat]
    found += [ACTION_ACT + slot for slot in SLOTS_OF[down] if EFFECT[own[slot]] and actions.can_act(state, seat, slot)]
    found += _DUELS[state.live]  # FD-R17
    if not quiet:
        return found
    movable = down & ~state.locked[seat]
    hand = state.hands[seat]
    found += _SWAPS[movable]
    for slot in SLOTS_OF[movable]:
        base = ACTION_SWITCH + slot * ACTIONS_OF_A_SLOT
        found += [base + card for card in hand]
    empty = state.live & ~(down | state.up[seat])  # FD-R13
    if empty:
        for slot in SLOTS_OF[empty]:
            base = ACTION_FILL + slot * ACTIONS_OF_A_SLOT
            found += [base + card for card in hand]
    return found


def _turn(state: State, seat: int, action: int, events: list[Event]) -> None:
    """One of A to E, then it is the other player's turn (FD-013)."""
    if ACTION_ACT <= action < ACTION_SLOT:
        state.quiet = 0
        if action < ACTION_DUEL:
            over = actions.play_action(state, seat, action - ACTION_ACT, events)
        else:
            over = duel.start(state, seat, action - ACTION_DUEL, events)
        if over:
            end_turn(state, events)
        return
    if action >= ACTION_FILL:
        _fill(state, seat, action, events)
    elif action >= ACTION_SWITCH:
        _switch(state, seat, action, events)
    elif action == ACTION_PASS:
        events.append((EVENT_PASSED, seat))
    else:
        _swap(state, seat, action, events)
    state.quiet += 1
    end_turn(state, events)


def _switch(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A) Switch a face-down card with one from hand (FD-015, FD-020, FD-021, FD-R12)."""
    slot, card = divmod(action - ACTION_SWITCH, ACTIONS_OF_A_SLOT)
    taken = state.cards[seat][slot]
    hand = state.hands[seat]
    hand[hand.index(card)] = taken
    hand.sort()
    memory.switch(state, seat, slot, card, taken)
    events.append((EVENT_SWITCHED, seat, slot, card, taken))


def _fill(state: State, seat: int, action: int, events: list[Event]) -> None:
    """B) Fill an empty spot with a card from hand (FD-016, FD-023)."""
    slot, card = divmod(action - ACTION_FILL, ACTIONS_OF_A_SLOT)
    state.hands[seat].remove(card)
    memory.fill(state, seat, slot, card)
    events.append((EVENT_FILLED, seat, slot, card))


def _swap(state: State, seat: int, action: int, events: list[Event]) -> None:
    """C) Switch the positions of two face-down cards (FD-017, FD-024)."""
    one, two = pair_of(action)
    memory.move(state, seat, one, two)
    events.append((EVENT_MOVED, seat, one, two))


def _go_on(step: "Callable[[State, int, int, list[Event]], bool]") -> "Callable[[State, int, int, list[Event]], None]":
    """A decision in the middle of a turn, which may end it."""

    def played(state: State, seat: int, action: int, events: list[Event]) -> None:
        if step(state, seat, action, events):
            end_turn(state, events)

    return played


def _keep(state: State, seat: int, action: int, events: list[Event]) -> bool:
    power_deck.keep(state, seat, action - ACTION_KEEP, events)
    return True


def end_turn(state: State, events: list[Event]) -> None:
    """The next turn, unless all VCs are claimed or removed."""
    finish_turn(state)
    if not state.live:
        end_round(state, events)
        return
    state.active = 1 - state.active
    _begin_turn(state, events)


def finish_turn(table: Table) -> None:
    """Nothing is being duelled for or chosen any more."""
    table.duel_slot = NO_SLOT
    table.answers = 0
    table.equipment = [NO_CARD] * SEATS
    table.acting = NO_CARD
    table.paid = 0


_DUELS: Final[list[list[int]]] = [[ACTION_DUEL + slot for slot in slots] for slots in SLOTS_OF]
_SWAPS: Final[list[list[int]]] = [
    [ACTION_SWAP + place for place, (one, two) in enumerate(PAIRS) if mask >> one & mask >> two & 1]
    for mask in range(1 << SLOTS)
]
"""What may be duelled for and moved, by bit mask of the slots. Never changed."""


# -- the end of a round ----------------------------------------------------------------------------------------------


def end_round(state: State, events: list[Event]) -> None:
    """Players return all their line-up cards to hand (FD-040, FD-R33); another round, or after the third the end
    (FD-042)."""
    begins = state.rules.next_to_begin(state)
    events.append((EVENT_ROUND_ENDED, state.round))
    for hand, cards in zip(state.hands, state.cards, strict=True):
        hand += [card for card in cards if card != NO_CARD]
        hand.sort()
    memory.clear_line_up(state)
    state.quiet = 0
    if state.round == ROUNDS:
        end_game(state, events)
        return
    state.active = begins
    deal(state, events)


def alternate(table: Table) -> int:
    """Who begins the next round: turns go on alternating (FD-013, FD-R07)."""
    return 1 - table.active


def the_loser(table: Table) -> int:
    """Who begins the next round: who won fewer duels in this one; otherwise turns go on alternating (FD-P04)."""
    one, two = table.duels_won
    return alternate(table) if one == two else int(two < one)


def the_first(table: Table) -> int:
    """Who begins the next round: who began the match."""
    return table.first


# -- scoring ---------------------------------------------------------------------------------------------------------


def end_game(state: State, events: list[Event]) -> None:
    """Count the scores (FD-043 to FD-048)."""
    state.phase = PHASE_GAME_OVER
    state.asked = state.active
    events += [(EVENT_SCORED, seat, *scoring.score(state, seat)) for seat in range(SEATS)]
    winners = [seat for seat, rank in enumerate(scoring.ranks(state)) if rank == 1]
    events.append((EVENT_GAME_ENDED, *winners))


# -- deciding --------------------------------------------------------------------------------------------------------


def is_asked(state: State, seat: int) -> bool:
    """Whether a seat must decide."""
    if state.phase == PHASE_PLACE:
        return 0 <= seat < SEATS and state.placed[seat] < SLOTS
    return seat == state.asked and state.phase != PHASE_GAME_OVER


def pending(state: State) -> list[int]:
    """The seats that must decide."""
    if state.phase == PHASE_PLACE:
        return [seat for seat in range(SEATS) if state.placed[seat] < SLOTS]
    return [] if state.phase == PHASE_GAME_OVER else [state.asked]


def legal(state: State, seat: int) -> list[int]:
    """Every legal action of a seat. It may be kept, and must not be changed."""
    if not is_asked(state, seat):
        return []
    found = state.choices[seat]
    if not found:
        found = _CHOICES[state.phase](state, seat)
        state.choices[seat] = found
    return found


def play(state: State, seat: int, action: int) -> list[Event]:
    """Play an action and go on to the next decision.

    Raises:
        IllegalAction: it is not one of the seat's choices.
    """
    if not is_asked(state, seat):
        raise IllegalAction("The player has nothing to decide now.")
    if action not in legal(state, seat):
        raise IllegalAction("That is not one of the player's choices now.")
    state.choices = [[], []]
    events: list[Event] = []
    _PLAYED[state.phase](state, seat, action, events)
    return events


def default(state: State, seat: int) -> int:
    """The first legal action; on a turn the first duel, so that the match goes on (FD-P05)."""
    if state.phase == PHASE_TURN:
        return _DUELS[state.live][0]
    return legal(state, seat)[0]


def _prizes(state: State, _seat: int) -> list[int]:
    return duel.prizes(state)


def _kept(state: State, _seat: int) -> list[int]:
    return [ACTION_KEEP + card for card in power_deck.looked(state)]


_CHOICES: Final[dict[int, Callable[[State, int], list[int]]]] = {
    PHASE_PLACE: _placements,
    PHASE_TURN: _turns,
    PHASE_CHOOSE: actions.choices,
    PHASE_EQUIP: duel.equipment_choices,
    PHASE_PRIZE: _prizes,
    PHASE_KEEP: _kept,
}
_PLAYED: Final[dict[int, Callable[[State, int, int, list[Event]], None]]] = {
    PHASE_PLACE: _place,
    PHASE_TURN: _turn,
    PHASE_CHOOSE: _go_on(actions.choose),
    PHASE_EQUIP: _go_on(duel.answer),
    PHASE_PRIZE: _go_on(duel.choose_prize),
    PHASE_KEEP: _go_on(_keep),
}
