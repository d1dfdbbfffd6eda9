"""The course of a match (ST-001), in the rulebook's order: set up, then turns of upkeep, action phase and discard
phase, until the red zone is filled.

A match rests in the action phase, while an effect waits for a choice, while too many cards are discarded, and at the
end.
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import IllegalAction
from services.rulesets.standoff import action_phase, board, effect_choices, effects, refusals, scoring
from services.rulesets.standoff.board import NOWHERE
from services.rulesets.standoff.cards import NO_CARD, PARTS, ROW_SLOTS, scheduled
from services.rulesets.standoff.events import (
    EVENT_CHOICE_ASKED,
    EVENT_DISCARD_ASKED,
    EVENT_MATCH_STARTED,
    EVENT_TURN_BEGAN,
    EVENT_TURN_ENDED,
    EVENT_UPKEEP_PAID,
    NOT_SCHEDULED,
)
from services.rulesets.standoff.notation import ACTION_DISCARD_DOWN, ACTION_END_TURN, argument_of
from services.rulesets.standoff.table import (
    ACTIONS_A_TURN,
    ENCAMPMENTS_A_TURN,
    ENDED_ADJUDICATED,
    HAND_LIMIT,
    NO_PROGRAM,
    NO_SEAT,
    NOT_ENDED,
    PHASE_ACTION,
    PHASE_DISCARD_DOWN,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    Rules,
    State,
    Table,
    hand_limit,
)

SETUP_STREAM: Final = "setup"
DRAFT_STREAM: Final = "draft"

# -- set up ----------------------------------------------------------------------------------------------------------


def set_up(rules: Rules, chance: Chance) -> tuple[State, list[Event]]:
    """The first state: the board laid out, decks and draft pile shuffled, hands drawn, the first turn begun."""
    state = empty_table(rules, chance)
    cards = rules.cards
    for token in board.TOKENS:  # ST-002, ST-R51
        state.tokens[cards.token_numbers[cards.numbers[token.id]]] |= board.BIT[token.hex]
    state.black = board.BLACK
    for seat in range(rules.seats):  # ST-003
        deck = cards.starting.copy()
        chance.shuffle(effects.DECK_STREAMS[seat], deck)
        state.decks[seat] = tuple(deck)
    state.piles = [cards.copies[card] for card in cards.piles]  # ST-004, ST-R05
    draft = rules.draft.copy()  # ST-005
    chance.shuffle(DRAFT_STREAM, draft)  # ST-R06
    state.draft = tuple(draft)
    if rules.random_first:
        state.first = chance.below(SETUP_STREAM, rules.seats)
    state.active = state.first
    events: list[Event] = [(EVENT_MATCH_STARTED, state.first)]
    for slot in range(ROW_SLOTS):  # ST-006
        effects.fill_slot(state, slot, events)
    for seat in range(rules.seats):  # ST-R04
        effects.draw(state, seat, rules.first_hand if seat == state.first else HAND_LIMIT, events)
    _begin_turn(state, events)
    return state, events


def empty_table(rules: Rules, chance: Chance) -> State:
    """The table before anything is laid out."""
    seats = rules.seats
    state = State()
    state.rules = rules
    state.phase = PHASE_ACTION
    state.round = 1
    state.first = 0
    state.active = 0
    state.budget = 0
    state.actions = ACTIONS_A_TURN
    state.encampments = ENCAMPMENTS_A_TURN
    state.own = [0] * seats
    state.black = 0
    state.tokens = [0] * len(rules.cards.tokens)
    state.piles = [0] * len(rules.cards.piles)
    state.row = (NO_CARD,) * ROW_SLOTS
    state.trash = ()
    state.discards = [()] * seats
    state.in_play = ()
    state.orbits = [()] * seats
    state.used = ()
    state.scheduled = [()] * seats
    state.program = NO_PROGRAM
    state.effect = 0
    state.source = NOWHERE
    state.target = NO_SEAT
    state.group = 0
    state.left = 0
    state.ended = NOT_ENDED
    state.decks = [()] * seats
    state.hands = [()] * seats
    state.draft = ()
    state.chance = chance
    state.choices = []
    return state


# -- upkeep ----------------------------------------------------------------------------------------------------------


def _begin_turn(state: State, events: list[Event]) -> None:
    """Upkeep: budget, actions and encampments anew, then wells, other tokens, satellites, what was scheduled; all of it
    without a choice (ST-019, ST-020, ST-R20)."""
    seat = state.active
    begin_turn(state, seat, state.round)
    events.append((EVENT_TURN_BEGAN, seat, state.round))
    cards = state.rules.cards
    paying = _paying_tokens(state, seat)
    for _, hex, card in paying:
        events.append((EVENT_UPKEEP_PAID, seat, card, hex, NOT_SCHEDULED))
        for effect in cards.upkeep[card]:
            effects.automatic(state, seat, effect, events)
    for card in state.orbits[seat]:
        if cards.upkeep[card]:
            events.append((EVENT_UPKEEP_PAID, seat, card, NOWHERE, NOT_SCHEDULED))
            for effect in cards.upkeep[card]:
                effects.automatic(state, seat, effect, events)
    if state.scheduled[seat]:
        _pay_scheduled(state, seat, events)


def begin_turn(table: Table, seat: int, round: int) -> None:
    """A player's turn begins with nothing but its actions."""
    table.phase = PHASE_ACTION
    table.active = seat
    table.round = round
    table.budget = 0
    table.actions = ACTIONS_A_TURN
    table.encampments = ENCAMPMENTS_A_TURN
    table.used = (0,) * len(table.orbits[seat])


def _paying_tokens(state: State, seat: int) -> list[tuple[bool, int, int]]:
    """The player's tokens that do something at upkeep: wells first, then by hex (ST-078, ST-R22, ST-R59)."""
    cards = state.rules.cards
    own = state.own[seat]
    found = []
    for token, where in enumerate(state.tokens):
        mine = where & own
        if mine and cards.upkeep[cards.tokens[token]]:
            found += [(not cards.wells[token], hex, cards.tokens[token]) for hex in board.hexes(mine)]
    found.sort()
    return found


def _pay_scheduled(state: State, seat: int, events: list[Event]) -> None:
    """What earlier turns left for this upkeep, in the order in which it was scheduled."""
    cards = state.rules.cards
    queue = state.scheduled[seat]
    state.scheduled[seat] = tuple([due._replace(times_left=due.times_left - 1) for due in queue if due.times_left > 1])
    for card, place, left in queue:
        events.append((EVENT_UPKEEP_PAID, seat, card, NOWHERE, left - 1))
        for effect in scheduled(cards.programs[card * PARTS][place]):
            effects.automatic(state, seat, effect, events)


# -- the end of a turn -----------------------------------------------------------------------------------------------


def _end_turn(state: State, seat: int, events: list[Event]) -> None:
    """The budget is lost (ST-017), played cards go to the discard pile, then the player discards down to the limit
    (ST-033) or draws up to it (ST-034) (ST-R25)."""
    end_turn(state, seat)
    events.append((EVENT_TURN_ENDED, seat))
    missing = hand_limit(state, seat) - len(state.hands[seat])
    if missing < 0:
        state.phase = PHASE_DISCARD_DOWN
        events.append((EVENT_DISCARD_ASKED, seat, -missing))
        return
    effects.draw(state, seat, missing, events)
    _next_turn(state, events)


def end_turn(table: Table, seat: int) -> None:
    """What a player does not keep."""
    table.budget = 0
    table.actions = 0
    table.encampments = 0
    table.discards[seat] += table.in_play
    table.in_play = ()


def _discard_down(state: State, seat: int, action: int, events: list[Event]) -> None:
    """One card at a time, down to the limit (ST-033, ST-R26)."""
    effects.discard(state, seat, argument_of(action), events)
    if len(state.hands[seat]) <= hand_limit(state, seat):
        _next_turn(state, events)


def _next_turn(state: State, events: list[Event]) -> None:
    """The next player in seat order (ST-R03); after the last round the match is decided as it stands (ST-R43,
    ST-P08)."""
    following = (state.active + 1) % state.rules.seats
    if following == state.first:
        if state.round == state.rules.round_limit:
            scoring.end(state, ENDED_ADJUDICATED, events)
            return
        state.round += 1
    state.active = following
    _begin_turn(state, events)


# -- deciding --------------------------------------------------------------------------------------------------------


def pending(state: State) -> list[int]:
    """The seats that must decide: the active player's, until the end."""
    return [] if state.phase == PHASE_GAME_OVER else [state.active]


def legal(state: State, seat: int) -> list[int]:
    """Every legal action of a seat. It may be kept, and must not be changed."""
    if seat != state.active or state.phase == PHASE_GAME_OVER:
        return []
    if not state.choices:
        if state.phase == PHASE_ACTION:
            state.choices = action_phase.choices(state, seat)
        elif state.phase == PHASE_RESOLVE:
            state.choices = effect_choices.choices(state, action_phase.waiting(state))
        else:
            state.choices = [ACTION_DISCARD_DOWN + card for card in sorted(set(state.hands[seat]))]
    return state.choices


def play(state: State, seat: int, action: int) -> list[Event]:
    """Play an action and go on to the next decision.

    Raises:
        IllegalAction: it is not one of the seat's choices; the text begins with the page's reason code.
    """
    if action not in legal(state, seat):
        raise IllegalAction(refusals.reason(state, seat, action))
    state.choices = []
    events: list[Event] = []
    if state.phase == PHASE_RESOLVE:
        action_phase.resolve(state, seat, action, events)
    elif state.phase == PHASE_DISCARD_DOWN:
        _discard_down(state, seat, action, events)
    elif action == ACTION_END_TURN:
        _end_turn(state, seat, events)
    else:
        action_phase.act(state, seat, action, events)
    if state.phase == PHASE_RESOLVE:
        events.append((EVENT_CHOICE_ASKED, seat, state.program, state.effect, state.source, state.target, state.left))
    return events


def default(state: State, seat: int) -> int:
    """The end of the turn where that is possible, otherwise the first legal action (ST-P05)."""
    return ACTION_END_TURN if state.phase == PHASE_ACTION else legal(state, seat)[0]
