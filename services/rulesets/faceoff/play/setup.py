"""Setting up (FO-038 to FO-057): decks by the chart, factions, the deal, mulligans.

What no faction is needed for is shuffled before the players choose theirs.
"""

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.actions import ACTION_FACTION, ACTION_KEEP_HAND, ACTION_MULLIGAN
from services.rulesets.faceoff.table.chance_streams import DECK_STREAMS, SETUP_STREAM
from services.rulesets.faceoff.table.events import (
    EVENT_ASKED,
    EVENT_AWAITED,
    EVENT_DEALT,
    EVENT_FACTION_CHOSEN,
    EVENT_HAND_KEPT,
    EVENT_MATCH_STARTED,
    EVENT_MULLIGANED,
    EVENT_TABLE_SET,
)
from services.rulesets.faceoff.table.rules import STARTING_HAND, STARTING_VP, VICTORY_CARDS_DEALT, Rules
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    MIDDLE_SIZE,
    NO_COMMIT,
    NO_FACTION,
    NO_SEAT,
    NOT_COMPUTED,
    PHASE_CHOOSE_FACTION,
    PHASE_MULLIGAN,
    ROW_SIZE,
    TRIGGER_NONE,
    State,
)

# -- before the factions are chosen ----------------------------------------------------------------------------------


def start(rules: Rules, chance: Chance) -> tuple[State, list[Event]]:
    """The first state: what belongs to no faction is shuffled; the players choose their factions, unless they are
    given out."""
    state = empty_table(rules, chance)
    cards = rules.cards
    state.scrub_deck = _shuffled(cards.scrubs, chance)  # FO-041
    state.timing_deck = _shuffled(rules.timing, chance)  # FO-044
    # Which Heathen House cards take part is drawn here; the others stay aside, unseen.
    bonus = _shuffled(cards.bonus, chance)  # FO-047
    power = _shuffled(cards.heathen_power, chance)  # FO-048, FO-R04
    market = _shuffled(cards.heathen_market, chance)  # FO-042, FO-R04
    state.clock_deck = bonus[: rules.bonus] + cards.assaults[: rules.assaults]  # FO-R06
    state.power_deck = power[: rules.heathen_power]
    state.market_deck = market[: rules.heathen_market]
    state.aside = bonus[rules.bonus :] + power[rules.heathen_power :] + market[rules.heathen_market :]
    events: list[Event] = [(EVENT_MATCH_STARTED, rules.seats)]
    if rules.choose_factions:
        _ask_for_faction(state, events)
    else:
        state.factions = rules.deal_factions(chance, rules.factions)[: rules.seats]
        events += [(EVENT_FACTION_CHOSEN, seat, faction) for seat, faction in enumerate(state.factions)]
        _lay_out(state, events)
    return state, events


def empty_table(rules: Rules, chance: Chance) -> State:
    """The table before anything is laid out."""
    seats = rules.seats
    state = State()
    state.rules = rules
    state.phase = PHASE_CHOOSE_FACTION
    state.round = 0
    state.first = 0
    state.waiting = 0
    state.turn = 0
    state.clock_row = []
    state.clock_mid = []
    state.power_row = []
    state.power_mid = []
    state.market = NO_CARD
    state.hq = NO_CARD
    state.timing = NO_CARD
    state.assaults = []
    state.vc7 = []
    state.hq_rewards = []
    state.removed = []
    state.destroyed = []
    state.factions = [NO_FACTION] * seats
    state.vp = [0] * seats
    state.discards = _piles(seats)
    state.stacks = _piles(seats)
    state.front = _piles(seats)
    state.perms = _piles(seats)
    state.hq_mods = [0] * seats
    state.known_top = [0] * seats
    state.memories = [hand_memory.NOTHING_KNOWN] * seats
    state.looks = []
    state.chosen = NO_CARD
    state.personality = [NO_CARD] * seats
    state.equipment = [NO_CARD] * seats
    state.down = _piles(seats)
    state.mods = [0] * seats
    state.eligible = 0
    state.builds = _piles(seats)
    state.places = []
    state.rewards = 0
    state.power_taker = NO_SEAT
    state.bid = 0
    state.bidder = NO_SEAT
    state.passed = 0
    state.used = []
    state.trigger = TRIGGER_NONE
    state.acting = NO_CARD
    state.actor = NO_SEAT
    state.pc = 0
    state.target = NO_SEAT
    state.todo = 0
    state.reacted = 0
    state.hands = _piles(seats)
    state.decks = _piles(seats)
    state.dealt = _piles(seats)
    state.commits = [NO_COMMIT] * seats
    state.late = []
    state.clock_deck = []
    state.power_deck = []
    state.market_deck = []
    state.scrub_deck = []
    state.hq_deck = []
    state.timing_deck = []
    state.aside = []
    state.chance = chance
    state.choices = NOT_COMPUTED[:seats]
    return state


def _piles(seats: int) -> list[list[int]]:
    return [[] for _ in range(seats)]


def _shuffled(cards: list[int], chance: Chance) -> list[int]:
    cards = cards.copy()
    chance.shuffle(SETUP_STREAM, cards)
    return cards


# -- factions --------------------------------------------------------------------------------------------------------


def _ask_for_faction(state: State, events: list[Event]) -> None:
    state.phase = PHASE_CHOOSE_FACTION
    state.waiting = 1 << state.turn
    events.append((EVENT_ASKED, PHASE_CHOOSE_FACTION, state.turn, state.turn))


def factions_left(state: State) -> list[int]:
    """What may still be chosen: every faction once (FO-039, FO-R08)."""
    return [ACTION_FACTION + faction for faction in state.rules.factions if faction not in state.factions]


def choose_faction(state: State, seat: int, action: int, events: list[Event]) -> None:
    """A player selects a faction; after the last one the table is laid out."""
    state.factions[seat] = action - ACTION_FACTION
    events.append((EVENT_FACTION_CHOSEN, seat, action - ACTION_FACTION))
    state.turn += 1
    if state.turn < state.rules.seats:
        _ask_for_faction(state, events)
    else:
        state.turn = 0
        _lay_out(state, events)


def in_order(_chance: Chance, factions: list[int]) -> list[int]:
    """Factions by seat, in the order of the catalogue."""
    return factions


def at_random(chance: Chance, factions: list[int]) -> list[int]:
    """Factions by chance."""
    return _shuffled(factions, chance)


# -- laying out ------------------------------------------------------------------------------------------------------


def _lay_out(state: State, events: list[Event]) -> None:
    """Everything that the factions are needed for; then all may want a mulligan."""
    rules, chance, seats = state.rules, state.chance, state.rules.seats
    cards = rules.cards
    playing = sorted([*state.factions, cards.heathen])
    _lay_market(state)
    state.hq_deck = _shuffled([cards.hq[faction] for faction in sorted(state.factions)], chance)  # FO-043
    state.hq = cards.hq[cards.heathen]
    state.hq_rewards = sorted([cards.hq_reward[faction] for faction in playing])
    state.timing = state.timing_deck.pop()
    state.vc7 = sorted([cards.vc7[faction] for faction in playing])  # FO-045
    victory = _shuffled([card for faction in playing for card in cards.vcs[faction]], chance)
    for seat in range(seats):
        state.dealt[seat] = [victory.pop() for _ in range(VICTORY_CARDS_DEALT)]  # FO-046
    state.clock_deck += victory  # FO-047
    chance.shuffle(SETUP_STREAM, state.clock_deck)
    state.clock_row = [state.clock_deck.pop() for _ in range(ROW_SIZE)]
    state.clock_mid = [state.clock_deck.pop() for _ in range(MIDDLE_SIZE)]
    state.power_deck += [card for faction in sorted(state.factions) for card in cards.power_of[faction]]  # FO-048
    chance.shuffle(SETUP_STREAM, state.power_deck)
    state.power_row = cards.special_power.copy()
    state.power_mid = [state.power_deck.pop() for _ in range(MIDDLE_SIZE)]
    state.vp = [STARTING_VP] * seats
    state.first = rules.first_player(chance, seats)
    hidden = rules.middle_hidden
    events.append(
        (
            EVENT_TABLE_SET,
            state.first,
            state.hq,
            state.timing,
            state.market,
            state.scrub_deck[-1],
            *state.clock_row,
            *([HIDDEN] * MIDDLE_SIZE if hidden else state.clock_mid),
            *state.power_row,
            *([HIDDEN] * MIDDLE_SIZE if hidden else state.power_mid),
        )
    )
    for seat in range(seats):
        state.decks[seat] = cards.starters[state.factions[seat]].copy()  # FO-050
        _deal_hand(state, seat)
        events.append((EVENT_DEALT, seat, *state.dealt[seat], *state.hands[seat]))
    state.phase = PHASE_MULLIGAN
    state.waiting = rules.everyone
    events.append((EVENT_AWAITED, PHASE_MULLIGAN, state.waiting))


def _lay_market(state: State) -> None:
    """The factions' market cards join those of Heathen House, with A Haunting Presence on top (FO-042)."""
    cards = state.rules.cards
    state.market_deck += [card for faction in sorted(state.factions) for card in cards.market_of[faction]]
    state.chance.shuffle(SETUP_STREAM, state.market_deck)
    state.market = cards.special_market


def _deal_hand(state: State, seat: int) -> None:
    """Shuffle the whole deck and draw five cards (FO-052)."""
    deck = state.decks[seat]
    state.chance.shuffle(DECK_STREAMS[seat], deck)
    state.hands[seat] = sorted(deck[-STARTING_HAND:])
    del deck[-STARTING_HAND:]


def anybody(chance: Chance, seats: int) -> int:
    """Who begins: each player equally likely (FO-054, FO-R09)."""
    return chance.below(SETUP_STREAM, seats)


def seat_0(_chance: Chance, _seats: int) -> int:
    """Who begins: the first seat."""
    return 0


# -- mulligan --------------------------------------------------------------------------------------------------------


def mulligan_choices(state: State, seat: int) -> list[int]:
    """Everybody is asked, so that being asked tells nothing of the hand (FO-P01); a mulligan is for hands without a
    personality, a dual card counts as one (FO-053, FO-R11)."""
    personality = state.rules.cards.is_personality
    if any(personality[card] for card in state.hands[seat]):
        return [ACTION_KEEP_HAND]
    return [ACTION_KEEP_HAND, ACTION_MULLIGAN]


def settle_mulligans(state: State, events: list[Event]) -> None:
    """All have answered: those who want one shuffle the five cards back and draw five."""
    for seat in range(state.rules.seats):
        if state.commits[seat] == ACTION_MULLIGAN:
            state.decks[seat] += state.hands[seat]
            _deal_hand(state, seat)
            events.append((EVENT_MULLIGANED, seat, *state.hands[seat]))
        else:
            events.append((EVENT_HAND_KEPT, seat))
        state.commits[seat] = NO_COMMIT
