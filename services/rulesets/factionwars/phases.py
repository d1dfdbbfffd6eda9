"""The phases of a match, in the rulebook's order: setup, refill, bid, reveal, resolve, clean up, score.

A match rests in three places: while players bid, while a collecting player must choose, and at the end.
"""

from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import IllegalAction
from services.rulesets.factionwars import collection, scoring
from services.rulesets.factionwars.battle import battle, reshuffle_depleted
from services.rulesets.factionwars.cards import LINE_UP_CARDS, NO_CARD, NO_SEAT, WAR_IS_OVER
from services.rulesets.factionwars.events import (
    DRAWN_IN_REFILL,
    EVENT_BID_PLACED,
    EVENT_BIDS_REVEALED,
    EVENT_BONUS_DISPLAYED,
    EVENT_GAME_ENDED,
    EVENT_GAME_STARTED,
    EVENT_LINE_UP_FILLED,
    EVENT_ROUND_ENDED,
    EVENT_SCORED,
    SOURCE_LINE_UP,
)
from services.rulesets.factionwars.notation import card_of, player_of
from services.rulesets.factionwars.recruit_deck import remove_war_is_over
from services.rulesets.factionwars.table import NO_BID, PHASE_BID, PHASE_GAME_OVER, WAR_ASIDE, WAR_DRAWN, Rules, State

SETUP_STREAM: Final = "setup"
BONUS_ON_DISPLAY: Final = 3


# -- setup -----------------------------------------------------------------------------------------------------------


def set_up(rules: Rules, chance: Chance) -> tuple[State, list[Event]]:
    """The first state: War is Over aside, everything shuffled, three bonus cards on display, the line-up filled."""
    state = empty_table(rules, chance)
    state.recruit_deck = [card for card in rules.deck if card != WAR_IS_OVER]  # FW-007, FW-R01
    chance.shuffle(SETUP_STREAM, state.recruit_deck)  # FW-008
    for seat in range(rules.seats):
        deck = rules.conscripts[seat].copy()
        chance.shuffle(SETUP_STREAM, deck)  # FW-010
        state.decks[seat] = deck
    bonus = rules.bonus_cards.copy()
    chance.shuffle(SETUP_STREAM, bonus)
    state.display = sorted(bonus[-BONUS_ON_DISPLAY:])  # FW-011
    state.rest = sorted(bonus[:-BONUS_ON_DISPLAY])
    events: list[Event] = [
        (EVENT_GAME_STARTED, rules.seats, rules.positions, rules.final_pass),
        (EVENT_BONUS_DISPLAYED, *state.display),
    ]
    refill(state, events)  # FW-012
    return state, events


def empty_table(rules: Rules, chance: Chance) -> State:
    """The table before anything is laid out."""
    state = State()
    state.rules = rules
    state.phase = PHASE_BID
    state.round = 0
    state.pass_number = 1
    state.war = WAR_ASIDE
    state.line_up = [NO_CARD] * rules.positions  # FW-006
    state.recruit_deck = []
    state.recruit_discard = []
    state.removed = []
    state.display = []
    state.rest = []
    state.decks = [[] for _ in range(rules.seats)]
    state.discards = [[] for _ in range(rules.seats)]
    state.bids = [NO_BID] * rules.seats
    state.position = 0
    state.collector = NO_SEAT
    state.limbo = []
    state.chosen_player = NO_SEAT
    state.chosen_card = NO_CARD
    state.chance = chance
    state.waiting = 0
    state.choices = []
    return state


# -- refill ----------------------------------------------------------------------------------------------------------


def refill(state: State, events: list[Event]) -> None:
    """Fill the line-up, position 1 first (FW-025, FW-R14), and begin the round; without a card the match is over
    (FW-R15)."""
    line_up, draw = state.line_up, state.rules.draw
    filled = 0
    while filled < len(line_up):
        card = draw(state, events)
        if card == WAR_IS_OVER:  # removed, and another one drawn in its place (FW-031, FW-R12)
            remove_war_is_over(state, DRAWN_IN_REFILL, events)
            continue
        if card == NO_CARD:
            break
        line_up[filled] = card
        filled += 1
    if filled == 0:
        end_game(state, events)
        return
    state.round += 1
    events.append((EVENT_LINE_UP_FILLED, state.round, *line_up))
    state.phase = PHASE_BID
    state.waiting = state.rules.everyone
    state.choices = BIDS[filled]


# -- bid and reveal --------------------------------------------------------------------------------------------------


BIDS: Final[list[list[int]]] = [list(range(1, filled + 1)) for filled in range(LINE_UP_CARDS + 1)]
"""The bids that may be placed, by how many positions hold a card (FW-013, FW-R07). Never changed."""


def await_bids(state: State) -> None:
    """Every player who has not bid yet must."""
    state.phase = PHASE_BID
    state.position = 0
    state.waiting = 0
    for seat, bid in enumerate(state.bids):
        if bid == NO_BID:
            state.waiting |= 1 << seat
    state.choices = BIDS[sum([card != NO_CARD for card in state.line_up])]


def play(state: State, seat: int, action: int) -> list[Event]:
    """Play an action: a bid, or a choice in the middle of a collection.

    Raises:
        IllegalAction: it is not one of the seat's choices now.
    """
    if not 0 <= seat < state.rules.seats or not state.waiting >> seat & 1:
        raise IllegalAction("The player has nothing to decide now.")
    if action not in state.choices:
        raise IllegalAction("That is not one of the player's choices now.")
    events: list[Event] = []
    if state.phase == PHASE_BID:
        state.bids[seat] = action
        state.waiting &= ~(1 << seat)
        events.append((EVENT_BID_PLACED, seat, action))
        if not state.waiting:
            reveal(state, events)
    else:
        _continue_collection(state, action, events)
    return events


def reveal(state: State, events: list[Event]) -> None:
    """All bids are turned at once (FW-014), then resolved."""
    events.append((EVENT_BIDS_REVEALED, *state.bids))
    resolve_bids(state, events)


# -- resolve ---------------------------------------------------------------------------------------------------------


def resolve_bids(state: State, events: list[Event]) -> None:
    """Resolve what is left of the bids, from the lowest position to the highest (FW-015)."""
    for position in range(state.position + 1, state.rules.positions + 1):
        if position in state.bids:
            state.position = position
            if not resolve_position(state, position, events):
                return  # a choice is open
    clean_up(state, events)


def resolve_position(state: State, position: int, events: list[Event]) -> bool:
    """A sole bidder collects the card (FW-016), several fight over it (FW-017). False: a choice is open."""
    bids = state.bids
    card = state.line_up[position - 1]
    state.line_up[position - 1] = NO_CARD
    if bids.count(position) == 1:
        return collection.collect(state, bids.index(position), card, SOURCE_LINE_UP, events)
    bidders = bidders_at(state, position)
    winner = battle(state, position, card, bidders, events)
    if winner == NO_SEAT:
        state.recruit_discard.append(card)  # at once (FW-022, FW-R17)
    elif not collection.collect(state, winner, card, SOURCE_LINE_UP, events):
        return False
    reshuffle_depleted(state, bidders, events)
    return True


def bidders_at(state: State, position: int) -> list[int]:
    """Who bid on a position, in seat order."""
    return [seat for seat, bid in enumerate(state.bids) if bid == position]


def _continue_collection(state: State, action: int, events: list[Event]) -> None:
    """Go on after a choice: with the collection, then with the bids that are left."""
    chosen = player_of(action)
    if chosen == NO_SEAT:
        chosen = card_of(action)
    collection.choose(state, collection.open_choice(state), chosen, events)
    if collection.resolve(state, events):
        bidders = bidders_at(state, state.position)
        if len(bidders) > 1:
            reshuffle_depleted(state, bidders, events)
        resolve_bids(state, events)


# -- clean up --------------------------------------------------------------------------------------------------------


def clean_up(state: State, events: list[Event]) -> None:
    """What nobody claimed goes to the recruit discard pile (FW-024, FW-R17), and the bid cards back to their players
    (FW-R07). The match ends if War is Over was drawn (FW-032); otherwise another round begins."""
    left = [card for card in state.line_up if card != NO_CARD]
    state.recruit_discard += left
    state.line_up = [NO_CARD] * state.rules.positions
    state.bids = [NO_BID] * state.rules.seats
    state.position = 0
    events.append((EVENT_ROUND_ENDED, state.round, *left))
    if state.war == WAR_DRAWN:
        end_game(state, events)
    else:
        refill(state, events)


# -- scoring ---------------------------------------------------------------------------------------------------------


def end_game(state: State, events: list[Event]) -> None:
    """Count the scores (FW-033 to FW-036)."""
    state.phase = PHASE_GAME_OVER
    state.position = 0
    state.waiting = 0
    state.choices = []
    scores = [scoring.score(state, seat) for seat in range(state.rules.seats)]
    for seat, score in enumerate(scores):
        events.append((EVENT_SCORED, seat, *score[:-1], *score.bonuses))
    ranks = scoring.ranks(state, [score.total for score in scores])
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    events.append((EVENT_GAME_ENDED, scoring.end_reason(state), *winners))
