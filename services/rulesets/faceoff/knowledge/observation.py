"""Observing a state: what each viewer may know (section 3.5 of the rules page).

Hidden are the orders of all decks, which Heathen House cards take part, the victory cards that were dealt, and how each
player's cards that are out of sight are split between hand and deck. What may be known of the latter is kept in
``table/hand_memory.py``.
"""

from services.engine.ruleset import SPECTATOR
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table.player_cards import out_of_sight
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_COMMIT,
    NO_SEAT,
    PHASE_GAME_OVER,
    State,
    Table,
    View,
    copy_public,
    turn_order,
)


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    rules = state.rules
    seats = rules.seats
    view = View()
    view.viewer = viewer
    copy_public(state, view)
    view.clock_mid = [HIDDEN] * len(state.clock_mid) if rules.middle_hidden else state.clock_mid.copy()
    view.power_mid = [HIDDEN] * len(state.power_mid) if rules.middle_hidden else state.power_mid.copy()
    view.looks = [
        known if viewer in (place // seats, place % seats) else None for place, known in enumerate(state.looks)
    ]
    if not any(view.looks):
        view.looks = []
    over = state.phase == PHASE_GAME_OVER
    view.hand_sizes = []
    view.deck_sizes = []
    view.hidden = []
    view.down = []
    view.front = []
    view.dealt = []
    view.commits = []
    for seat in range(seats):
        own = seat == viewer
        hand, deck, down, front = state.hands[seat], state.decks[seat], state.down[seat], state.front[seat]
        view.hand_sizes.append(len(hand))
        view.deck_sizes.append(len(deck))
        view.hidden.append(sorted(out_of_sight(state, seat)))
        view.down.append(down.copy() if own else [HIDDEN] * len(down))
        view.front.append(front.copy() if own or not rules.placed_hidden else [HIDDEN] * len(front))
        dealt = state.dealt[seat]
        view.dealt.append(dealt.copy() if own or over else [HIDDEN] * len(dealt))
        commit = state.commits[seat]
        view.commits.append(commit if own or commit == NO_COMMIT else HIDDEN_COMMIT)
    view.hand = []
    view.deck_top = NO_CARD
    if viewer != SPECTATOR:
        view.hand = state.hands[viewer].copy()
        if state.known_top[viewer]:
            view.deck_top = state.decks[viewer][-1]
    view.late = state.late.copy() if viewer == drawing_seat(state) else [HIDDEN] * len(state.late)
    view.scrub = state.scrub_deck[-1] if state.scrub_deck and state.hq != NO_CARD else NO_CARD
    view.scrub_deck_size = len(state.scrub_deck)
    view.clock_deck_size = len(state.clock_deck)
    view.power_deck_size = len(state.power_deck)
    view.market_deck_size = len(state.market_deck)
    view.hq_deck_size = len(state.hq_deck)
    view.timing_deck_size = len(state.timing_deck)
    return view


def drawing_seat(table: Table) -> int:
    """The player in turn, of whom cards are remembered that were drawn in this Draw Phase."""
    return turn_order(table)[table.turn] if table.turn < table.rules.seats else NO_SEAT
