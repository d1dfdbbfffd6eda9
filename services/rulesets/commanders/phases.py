"""The phases of a match, in the rulebook's order: set-up, recruit, skirmishes, tie-break (FC-001).

A match rests where a player must decide: a suit, a placement, bonuses, a reroll, and in a tie-break whether to fight
and whom to put forward. Everything between passes without a decision.
"""

from collections.abc import Callable
from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import IllegalAction
from services.rulesets.commanders import skirmish
from services.rulesets.commanders.cards import COMMANDERS, NO_COMMANDER, NO_SEAT, NO_SUIT, SUITS, UNITS
from services.rulesets.commanders.events import (
    ENDED_BY_LAST_STANDING,
    ENDED_BY_SHARING,
    ENDED_BY_VICTORIES,
    EVENT_CHAMPION_COMMITTED,
    EVENT_CHAMPION_NAMED,
    EVENT_CHAMPIONS_ASKED,
    EVENT_DREW,
    EVENT_DREW_FACE_DOWN,
    EVENT_FIRST_PLAYER,
    EVENT_FIRST_ROLLED,
    EVENT_GAME_ENDED,
    EVENT_GAME_STARTED,
    EVENT_PLACED,
    EVENT_PLACED_FACE_DOWN,
    EVENT_SUIT_TAKEN,
    EVENT_TIEBREAK_ANSWERED,
    EVENT_WAR_TIED,
)
from services.rulesets.commanders.notation import (
    ACTION_CHAMPION,
    ACTION_FIGHT,
    ACTION_PLACE,
    ACTION_SELECT,
    ACTION_SHARE,
    ACTION_SUIT,
)
from services.rulesets.commanders.skirmish import DICE_STREAM
from services.rulesets.commanders.table import (
    PHASE_AGREE,
    PHASE_CHAMPION,
    PHASE_GAME_OVER,
    PHASE_PLACE,
    PHASE_REROLL,
    PHASE_SELECT,
    PHASE_SUIT,
    Rules,
    State,
    Table,
    standing,
    tied_for_most_wins,
)

SETUP_STREAM: Final = "setup"
CARDS_A_TURN: Final = 4  # FC-012
FIRST_DIE: Final = 20  # FC-011
MOST_FIRST_ROLLS: Final = 100

PLACE_ACTIONS: Final[list[int]] = [ACTION_PLACE + commander for commander in range(COMMANDERS)]
AGREE_ACTIONS: Final[list[int]] = [ACTION_FIGHT, ACTION_SHARE]
CHAMPION_ACTIONS: Final[list[list[int]]] = [
    [ACTION_CHAMPION + commander for commander in range(COMMANDERS) if mask >> commander & 1]
    for mask in range(1 << COMMANDERS)
]
"""The commanders that may be put forward, by those that are standing. None of these is ever changed."""


# -- set-up ----------------------------------------------------------------------------------------------------------


def set_up(rules: Rules, chance: Chance) -> tuple[State, list[Event]]:
    """The first state: the faces are separated from the deck (FC-008), the rest is shuffled (FC-010, FC-R02)."""
    state = empty_table(rules, chance)
    state.deck = list(range(UNITS))
    chance.shuffle(SETUP_STREAM, state.deck)
    events: list[Event] = [(EVENT_GAME_STARTED, rules.seats, UNITS)]
    if rules.own_suits:
        await_suit(state, 0)
    else:
        for seat in range(rules.seats):
            take_suit(state, seat, seat, events)
        decide_first(state, events)
    return state, events


def empty_table(rules: Rules, chance: Chance) -> State:
    """The table before anything is laid out."""
    state = State()
    state.rules = rules
    state.phase = PHASE_SUIT
    state.suits = [NO_SUIT] * rules.seats
    state.first = NO_SEAT
    state.drawn = []
    state.armies = [[] for _ in range(rules.seats * COMMANDERS)]
    state.fallen = [0] * rules.seats
    state.wins = [0] * rules.seats
    state.skirmish = 0
    state.rerolled = 0
    state.deck = []
    state.chance = chance
    state.waiting = 0
    state.choices = []
    skirmish.clear(state)
    return state


def await_suit(state: State, seat: int) -> None:
    """The seat must choose among the suits that nobody has (FC-009, FC-R03)."""
    state.phase = PHASE_SUIT
    state.turn = seat
    state.waiting = 1 << seat
    state.choices = [ACTION_SUIT + suit for suit in range(len(SUITS)) if suit not in state.suits]


def choose_suit(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A seat takes its suit; the next one chooses, unless a single suit is left for it."""
    take_suit(state, seat, action - ACTION_SUIT, events)
    for other in range(seat + 1, state.rules.seats):
        await_suit(state, other)
        if len(state.choices) > 1:
            return
        take_suit(state, other, state.choices[0] - ACTION_SUIT, events)
    decide_first(state, events)


def take_suit(state: State, seat: int, suit: int, events: list[Event]) -> None:
    """A seat takes a suit's four faces."""
    state.suits[seat] = suit
    events.append((EVENT_SUIT_TAKEN, seat, suit))


def decide_first(state: State, events: list[Event]) -> None:
    """Who goes first is rolled for, or settled by the option (FC-011, FC-R04); then recruiting begins."""
    state.first = roll_for_first(state, events) if state.rules.roll_first else 0
    events.append((EVENT_FIRST_PLAYER, state.first))
    draw(state, state.first, events)


def roll_for_first(state: State, events: list[Event]) -> int:
    """The highest d20 goes first; those who tie for it roll again (FC-R04), the lowest seat after a hundred ties
    (FC-P03)."""
    seats = list(range(state.rules.seats))
    for _ in range(MOST_FIRST_ROLLS):
        rolls = [1 + state.chance.below(DICE_STREAM, FIRST_DIE) for _ in seats]
        events.append((EVENT_FIRST_ROLLED, *[part for pair in zip(seats, rolls, strict=True) for part in pair]))
        highest = max(rolls)
        seats = [seat for seat, value in zip(seats, rolls, strict=True) if value == highest]
        if len(seats) == 1:
            break
    return seats[0]


# -- recruit phase ---------------------------------------------------------------------------------------------------


def draw(state: State, seat: int, events: list[Event]) -> None:
    """A seat draws the cards of its turn (FC-012, FC-013, FC-R05, FC-R30); when none are left the war begins."""
    deck = state.deck
    if len(deck) <= state.rules.undrawn:
        state.turn = NO_SEAT
        next_skirmish(state, events)
        return
    number = 1 if len(deck) <= state.rules.single_draws else CARDS_A_TURN
    state.drawn = deck[: -number - 1 : -1]
    del deck[-number:]
    events.append((EVENT_DREW if state.rules.open_units else EVENT_DREW_FACE_DOWN, seat, number, *state.drawn))
    await_placement(state, seat)


def await_placement(state: State, seat: int) -> None:
    """The seat must place the next of its drawn cards (FC-R06, FC-R07)."""
    state.phase = PHASE_PLACE
    state.turn = seat
    state.waiting = 1 << seat
    state.choices = PLACE_ACTIONS


def place(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A seat places a card under one of its commanders; after its last one the next seat draws."""
    commander = action - ACTION_PLACE
    card = state.drawn.pop(0)
    state.armies[COMMANDERS * seat + commander].append(card)
    events.append((EVENT_PLACED if state.rules.open_units else EVENT_PLACED_FACE_DOWN, seat, commander, card))
    if not state.drawn:
        draw(state, (seat + 1) % state.rules.seats, events)


# -- skirmish phase --------------------------------------------------------------------------------------------------


def next_skirmish(state: State, events: list[Event]) -> None:
    """Aces, then Kings, Queens and Jacks (FC-014); then the victories are counted."""
    while state.skirmish < COMMANDERS:
        state.fielded = [state.skirmish] * state.rules.seats
        state.skirmish += 1
        if not skirmish.begin(state, events):
            return
    count_victories(state, events)


def select_bonuses(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A seat selects its bonuses."""
    skirmish.select(state, seat, action - ACTION_SELECT, events)
    if skirmish.select_bonuses(state, events):
        go_on(state, events)


def reroll(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A seat rerolls a die, or keeps them all."""
    if skirmish.reroll(state, seat, action, events):
        go_on(state, events)


def go_on(state: State, events: list[Event]) -> None:
    """What follows a skirmish that is decided."""
    if state.skirmish <= COMMANDERS:
        next_skirmish(state, events)
    else:
        next_tiebreak(state, events)


def count_victories(state: State, events: list[Event]) -> None:
    """Who survived the most skirmishes wins the war (FC-005); several tie (FC-023, FC-R25)."""
    leaders = tied_for_most_wins(state)
    if len(leaders) == 1:
        end_game(state, ENDED_BY_VICTORIES, leaders, events)
        return
    events.append((EVENT_WAR_TIED, state.wins[leaders[0]], *leaders))
    state.rules.settle_tie(state, leaders, events)


# -- tie-break -------------------------------------------------------------------------------------------------------


def fight_it_out(state: State, _leaders: list[int], events: list[Event]) -> None:
    """The tie is always fought out (FC-R26)."""
    next_tiebreak(state, events)


def ask_whether_to_fight(state: State, leaders: list[int], _events: list[Event]) -> None:
    """The tied players can choose (FC-023): each says in turn, until one declines (FC-R26, FC-P05)."""
    await_answer(state, next(seat for seat in state.rules.order[state.first] if seat in leaders))


def await_answer(state: State, seat: int) -> None:
    """The seat must say whether it wants to fight the tie out."""
    state.phase = PHASE_AGREE
    state.turn = seat
    state.waiting = 1 << seat
    state.choices = AGREE_ACTIONS


def answer(state: State, seat: int, action: int, events: list[Event]) -> None:
    """If a tied player declines, all of them share the win (FC-R26)."""
    events.append((EVENT_TIEBREAK_ANSWERED, seat, int(action == ACTION_FIGHT)))
    leaders = tied_for_most_wins(state)
    if action == ACTION_SHARE:
        end_game(state, ENDED_BY_SHARING, leaders, events)
        return
    order = state.rules.order[state.first]
    after = [other for other in order[order.index(seat) + 1 :] if other in leaders]
    if after:
        await_answer(state, after[0])
    else:
        next_tiebreak(state, events)


def contenders(table: Table) -> list[int]:
    """The tied players who have a standing commander, in turn order (FC-R27)."""
    leaders = tied_for_most_wins(table)
    return [seat for seat in table.rules.order[table.first] if seat in leaders and standing(table, seat)]


def next_tiebreak(state: State, events: list[Event]) -> None:
    """Surviving commanders meet until one player's are left (FC-023, FC-R27)."""
    left = contenders(state)
    if len(left) == 1:
        end_game(state, ENDED_BY_LAST_STANDING, left, events)
        return
    state.skirmish += 1
    choosers = undecided(state)
    if choosers:
        events.append((EVENT_CHAMPIONS_ASKED, state.skirmish, *choosers))
        await_champions(state)
    else:
        reveal_champions(state, events)


def undecided(table: Table) -> list[int]:
    """Who must still put a commander forward: who has the choice among two or more."""
    return [
        seat
        for seat in contenders(table)
        if table.fielded[seat] == NO_COMMANDER and len(CHAMPION_ACTIONS[standing(table, seat)]) > 1
    ]


def await_champions(state: State) -> None:
    """Commanders must be put forward (FC-024): at once and in secret, or in turn."""
    state.phase = PHASE_CHAMPION
    state.choices = []
    choosers = undecided(state)
    if state.rules.secret_champions:
        state.turn = NO_SEAT
        state.waiting = sum([1 << seat for seat in choosers])
    else:
        state.turn = choosers[0]
        state.waiting = 1 << choosers[0]


def commit(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A tied player puts a commander forward."""
    commander = action - ACTION_CHAMPION
    state.fielded[seat] = commander
    events.append((EVENT_CHAMPION_COMMITTED if state.rules.secret_champions else EVENT_CHAMPION_NAMED, seat, commander))
    if undecided(state):
        await_champions(state)
    else:
        reveal_champions(state, events)


def reveal_champions(state: State, events: list[Event]) -> None:
    """The commanders put forward meet; who has but one fields that (FC-R27)."""
    for seat in contenders(state):
        if state.fielded[seat] == NO_COMMANDER:
            state.fielded[seat] = CHAMPION_ACTIONS[standing(state, seat)][0] - ACTION_CHAMPION
    if skirmish.begin(state, events):
        next_tiebreak(state, events)


# -- the end ---------------------------------------------------------------------------------------------------------


def end_game(state: State, why: int, winners: list[int], events: list[Event]) -> None:
    """The war is over."""
    state.phase = PHASE_GAME_OVER
    state.turn = NO_SEAT
    state.waiting = 0
    state.choices = []
    events.append((EVENT_GAME_ENDED, why, state.rules.seats, *state.wins, *winners))


# -- playing ---------------------------------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[int]:
    """The legal actions of a seat, ascending."""
    if seat < 0 or not state.waiting >> seat & 1:
        return []
    if state.phase == PHASE_CHAMPION:
        return CHAMPION_ACTIONS[standing(state, seat)]
    return state.choices


def play(state: State, seat: int, action: int) -> list[Event]:
    """Play an action.

    Raises:
        IllegalAction: it is not one of the seat's choices now.
    """
    if not 0 <= seat < state.rules.seats or not state.waiting >> seat & 1:
        raise IllegalAction("The player has nothing to decide now.")
    if action not in legal(state, seat):
        raise IllegalAction("That is not one of the player's choices now.")
    events: list[Event] = []
    _PLAYED[state.phase](state, seat, action, events)
    return events


_PLAYED: Final[dict[int, Callable[[State, int, int, list[Event]], None]]] = {
    PHASE_SUIT: choose_suit,
    PHASE_PLACE: place,
    PHASE_SELECT: select_bonuses,
    PHASE_REROLL: reroll,
    PHASE_AGREE: answer,
    PHASE_CHAMPION: commit,
}
